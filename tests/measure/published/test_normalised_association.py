"""A word's association over the spread of its cosines, by hand and by loops."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from tests.measure.measuring import cosine, measured, query_of, random_vectors, scores, skipped, space_of
from tests.spaces import toy_query, toy_space
from weatherglass.errors import SpecError
from weatherglass.measure.published.normalised_association import normalised_association


def test_by_hand() -> None:
    """x1 has cosines 1, 1, 0, 0: s = 1, deviations ±0.5, so std is √(1/3) with ddof 1 and 0.5 with ddof 0.

    x2 has 0.6, 0.6, 0.8, 0.8: s = −0.2, std √(0.04/3) and 0.1. Both reach the bound of ±2 with ddof 0.
    """
    query = toy_query(targets={"x": ["x1", "x2"]})
    result = measured("normalised-association", toy_space(), query)
    assert scores(result) == pytest.approx({"x1": sqrt(3), "x2": -0.2 / sqrt(0.04 / 3)}, rel=1e-5)
    assert result.params == {"ddof": 1}
    other = measured("normalised-association", toy_space(), query, params={"ddof": 0})
    assert scores(other) == pytest.approx({"x1": 2, "x2": -2}, rel=1e-5)
    assert other.extra["means"] == pytest.approx({"x": 0}, abs=1e-5)
    with pytest.raises(SpecError, match="ddof=2"):
        measured("normalised-association", toy_space(), query, params={"ddof": 2})


@pytest.mark.parametrize("ddof", [0, 1])
def test_by_loops(ddof: int) -> None:
    v = random_vectors((3, 2, 4, 1), 5, 1)
    a, b = v.attributes
    expected = []
    for target in v.targets:
        for word in target.vectors:
            with_a, with_b = ([cosine(word, other) for other in s.vectors] for s in (a, b))
            expected.append((np.mean(with_a) - np.mean(with_b)) / np.std(with_a + with_b, ddof=ddof))
    found = normalised_association(v, ddof=ddof)
    assert np.concatenate(found.groups) == pytest.approx(expected, abs=1e-9)


def test_a_word_equally_near_to_all_attribute_words_is_named() -> None:
    reason = skipped("normalised-association", toy_space(), toy_query(targets={"x": ["x1", "z1"]}))
    assert "no variation" in reason
    assert "“z1”" in reason


def test_noise_of_32_bits_is_not_variation() -> None:
    rng = np.random.default_rng(0)
    base = rng.normal(size=30)
    rows = {f"a{i}": base * (1 + i / 7) for i in range(4)} | {"w": rng.normal(size=30)}
    query = query_of({"x": ["w"]}, attributes={"a": ["a0", "a1"], "b": ["a2", "a3"]})
    assert "no variation" in skipped("normalised-association", space_of(rows), query)
