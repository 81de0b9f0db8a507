"""Single words' associations, as they are and in units of their spread, by hand and by loops."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from tests.measure.measuring import cosine, measured, pairs_of, query_of, random_vectors, scores
from tests.spaces import toy_query, toy_space
from weatherglass.measure.published.word_association import word_association


def test_by_hand() -> None:
    result = measured("word-association", toy_space(), toy_query(targets={"x": ["x1", "x2"], "z": ["z1"]}))
    assert scores(result) == pytest.approx({"x1": 1, "x2": -0.2, "z1": 0}, abs=1e-7)
    assert result.extra["means"] == pytest.approx({"x": 0.4, "z": 0}, abs=1e-7)
    assert (result.value, result.p, result.interval) == (None, None, None)


def test_by_loops() -> None:
    v = random_vectors((3, 2, 4, 2), 5, 1)
    a, b = v.attributes
    expected = [
        np.mean([cosine(word, other) for other in a.vectors]) - np.mean([cosine(word, other) for other in b.vectors])
        for target in v.targets
        for word in target.vectors
    ]
    assert np.concatenate(word_association(v).groups) == pytest.approx(expected, abs=1e-11)


def test_with_one_word_a_side_it_is_direct_bias() -> None:
    targets = {"x": ["x1", "x2", "y1"]}
    word = measured("word-association", toy_space(), query_of(targets, attributes={"a": ["y2"], "b": ["z1"]}))
    pair = measured("direct-bias", toy_space(), query_of(targets), given=pairs_of(("y2", "z1")))
    assert scores(word) == pytest.approx(scores(pair), abs=1e-9)
    # x1 = (1, 0, 0), and its cosine with y2 = (4, 3, 0) is 0.8, that with z1 is 0
    assert scores(word)["x1"] == pytest.approx(0.8)
    assert scores(word)["x2"] == pytest.approx((3 * 4 + 4 * 3) / sqrt(25 * 25))
