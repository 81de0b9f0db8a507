"""SemAxis by hand and by loops."""

from __future__ import annotations

import numpy as np
import pytest

from tests.measure.measuring import cosine, measured, query_of, random_vectors, scores, skipped, space_of
from weatherglass.measure.published.semaxis import semaxis

# The means of A and B are (3, 1) and (0, 1), so the axis is (3, 0).
ROWS = {"a1": (2, 1), "a2": (4, 1), "b1": (-1, 1), "b2": (1, 1), "p": (1, 0), "q": (3, 4), "r": (0, 2), "s": (-6, 8)}
ATTRIBUTES = {"a": ["a1", "a2"], "b": ["b1", "b2"]}


def test_by_hand() -> None:
    query = query_of({"x": ["p", "q"], "y": ["r", "s"]}, attributes=ATTRIBUTES)
    result = measured("semaxis", space_of(ROWS), query)
    assert result.value is None
    assert result.p is None
    assert scores(result) == pytest.approx({"p": 1, "q": 0.6, "r": 0, "s": -0.6}, abs=1e-7)
    assert result.extra["means"] == pytest.approx({"x": 0.8, "y": -0.3}, abs=1e-7)


def test_by_loops() -> None:
    v = random_vectors((3, 2, 4, 2), 5, 1)
    axis = v.attributes[0].vectors.mean(axis=0) - v.attributes[1].vectors.mean(axis=0)
    assert np.concatenate(semaxis(v).groups) == pytest.approx(
        [cosine(word, axis) for target in v.targets for word in target.vectors], abs=1e-11
    )


def test_exchanging_the_attribute_sets_turns_the_sign() -> None:
    other = measured("semaxis", space_of(ROWS), query_of({"x": ["q"]}, attributes=dict(reversed(ATTRIBUTES.items()))))
    assert scores(other)["q"] == pytest.approx(-0.6, abs=1e-7)


def test_sets_with_the_same_mean_have_no_axis_but_short_vectors_do() -> None:
    space = space_of({**ROWS, "c1": (3, 0), "c2": (3, 2)})
    query = query_of({"x": ["p"]}, attributes={"a": ["a1", "a2"], "c": ["c1", "c2"]})
    assert "no axis" in skipped("semaxis", space, query)
    short = space_of({word: 1e-9 * np.array(row) for word, row in ROWS.items()})
    assert scores(measured("semaxis", short, query_of({"x": ["q"]}, attributes=ATTRIBUTES)))["q"] == pytest.approx(0.6)
