"""MAC by hand and by loops."""

from __future__ import annotations

import numpy as np
import pytest

from tests.measure.measuring import cosine, measured, query_of, random_vectors, scores, space_of
from tests.spaces import toy_query, toy_space
from weatherglass.measure.published.mac import mac


def test_by_hand() -> None:
    """Cosines with a and b: x1 1, 0; x2 0.6, 0.8; y1 0, 1; y2 0.8, 0.6.

    A word's distance is the mean of 1 − cosine over the two sets: 0.5, 0.3, 0.5, 0.3; their mean is 0.4.
    """
    result = measured("mac", toy_space(), toy_query())
    assert result.value == pytest.approx(0.4, abs=1e-7)
    assert scores(result) == pytest.approx({"x1": 0.5, "x2": 0.3, "y1": 0.5, "y2": 0.3}, abs=1e-7)
    assert result.p is None


def test_by_loops_where_each_set_counts_the_same_whatever_its_size() -> None:
    v = random_vectors((3, 2, 1, 5), 4, 0)
    distances = [
        np.mean([np.mean([1 - cosine(word, a) for a in attribute.vectors]) for attribute in v.attributes])
        for target in v.targets
        for word in target.vectors
    ]
    assert mac(v).value == pytest.approx(np.mean(distances))
    assert np.concatenate(mac(v).groups) == pytest.approx(distances)


def test_the_ends_of_the_range() -> None:
    rows = {"p": (1.1, 0.3), "q": (2.2, 0.6), "o": (-3.3, -0.9)}
    near = measured("mac", space_of(rows), query_of({"x": ["p"]}, attributes={"a": ["q"]}))
    far = measured("mac", space_of(rows), query_of({"x": ["p"]}, attributes={"a": ["o"]}))
    assert near.value == pytest.approx(0, abs=1e-7)
    assert near.value is not None
    assert near.value >= 0
    assert far.value == pytest.approx(2)
