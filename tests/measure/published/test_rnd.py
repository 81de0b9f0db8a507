"""RND by hand, by loops, and its p by listing every split."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import numpy as np
import pytest

from tests.measure.measuring import (
    Floats,
    cosine,
    measured,
    query_of,
    random_vectors,
    scores,
    skipped,
    space_of,
    splits,
)
from weatherglass.embedding.geometry import unit
from weatherglass.errors import SpecError
from weatherglass.measure.published.rnd import p_value, rnd
from weatherglass.stats.permutation import Test

# The mean of x is (3, 0), that of y (0, 4).
ROWS = {"x1": (2, 1), "x2": (4, -1), "y1": (1, 4), "y2": (-1, 4), "p": (3, 4), "q": (0, 1)}
TARGETS = {"x": ["x1", "x2"], "y": ["y1", "y2"]}


def test_by_hand() -> None:
    """p = (3, 4) lies 4 from (3, 0) and 3 from (0, 4): 1. q = (0, 1) lies √10 and 3 off: √10 − 3. The mean of the two."""
    result = measured("rnd", space_of(ROWS), query_of(TARGETS, attributes={"a": ["p"], "b": ["q"]}))
    assert scores(result) == pytest.approx({"p": 1, "q": sqrt(10) - 3})
    assert result.value == pytest.approx((sqrt(10) - 2) / 2)
    assert result.extra["sum"] == pytest.approx(sqrt(10) - 2)
    assert (result.extra["nearer"], result.extra["further"]) == ("y", "x")
    assert result.extra["size"] == result.value
    turned = dict(reversed(TARGETS.items()))
    other = measured("rnd", space_of(ROWS), query_of(turned, attributes={"a": ["p"], "b": ["q"]}))
    assert (other.extra["nearer"], other.extra["further"]) == ("y", "x")
    assert other.extra["size"] == result.value


def test_by_hand_with_cosines() -> None:
    """p has cosines 0.6 and 0.8, so distances 0.4 and 0.2; q has 0 and 1, so 1 and 0."""
    query = query_of(TARGETS, attributes={"a": ["p", "q"]})
    result = measured("rnd", space_of(ROWS), query, params={"distance": "cosine"})
    assert scores(result) == pytest.approx({"p": 0.2, "q": 1})
    assert result.value == pytest.approx(0.6)


def distance(word: Floats, mean: Floats, kind: str) -> float:
    return 1 - cosine(word, mean) if kind == "cosine" else float(np.linalg.norm(word - mean))


def value(x: Floats, y: Floats, words: Floats, kind: str) -> float:
    one, other = x.mean(axis=0), y.mean(axis=0)
    return float(np.mean([distance(word, one, kind) - distance(word, other, kind) for word in words]))


@pytest.mark.parametrize("kind", ["norm", "cosine"])
@pytest.mark.parametrize("normalise", [False, True])
def test_by_loops_and_p_by_listing_every_split(kind: str, normalise: bool) -> None:
    v = random_vectors((3, 4, 2, 3), 4, 1, lean=0.4)
    params = {"distance": kind, "normalise": normalise}
    found = rnd(v, **params)
    targets, words = (np.concatenate([s.vectors for s in sets]) for sets in (v.targets, v.attributes))
    if normalise:
        targets, words = unit(targets), unit(words)
    assert found.value is not None
    assert found.value == pytest.approx(value(targets[:3], targets[3:], words, kind), abs=1e-12)
    assert found.extra["sum"] == pytest.approx(5 * found.value)
    assert [len(group) for group in found.groups] == [2, 3]
    values = np.array([value(targets[i], targets[j], words, kind) for i, j in splits(3, 4)])
    assert found.value is not None
    greater = p_value(v, found, Test(), **params)
    assert (greater.method, greater.partitions) == ("exact", 35)
    # “greater” means nearer to target set 1, which is a lower value.
    assert greater.estimate == pytest.approx(np.mean(values <= found.value + 1e-9))
    less = p_value(v, found, Test(alternative="less", ties="strict"), **params)
    assert less.estimate == pytest.approx(np.mean(values > found.value + 1e-9))


def test_the_value_is_bounded_by_the_distance_between_the_means() -> None:
    v = random_vectors((3, 4, 5, 5), 4, 2, lean=1.0)
    one, other = (t.vectors.mean(axis=0) for t in v.targets)
    assert np.abs(np.concatenate(rnd(v).groups)).max() <= np.linalg.norm(one - other)


def test_words_that_cancel_out_have_no_cosine_but_a_distance() -> None:
    space = space_of({**ROWS, "o1": (1, 2), "o2": (-1, -2)})
    query = query_of({"x": ["o1", "o2"], "y": ["y1", "y2"]}, attributes={"a": ["p", "q"]})
    assert "cancel out" in skipped("rnd", space, query, params={"distance": "cosine"})
    # p = (3, 4) is 5 from the origin and 3 from (0, 4), q = (0, 1) is 1 and 3 off.
    assert measured("rnd", space, query).value == pytest.approx((2 - 2) / 2, abs=1e-6)


def test_a_split_whose_mean_cancels_out_still_counts() -> None:
    """Of the splits of ±u and ±w into two and two, two have a mean of zero on both sides; they are near to nothing."""
    v = random_vectors((2, 2, 2, 2), 3, 0)
    u, w = v.targets[0].vectors
    x, y = v.targets
    v = replace(v, targets=(replace(x, vectors=np.stack([u, w])), replace(y, vectors=np.stack([-u, -w]))))
    found = rnd(v, distance="cosine")
    p = p_value(v, found, Test(alternative="two-sided"), distance="cosine", normalise=False)
    assert p.partitions == 6
    assert 0 < p.estimate <= 1
    assert found.value is not None
    # The means are opposite in every other split, so the values come in pairs of opposite sign around two zeros.
    greater = p_value(v, found, Test(), distance="cosine", normalise=False).estimate
    less = p_value(v, found, Test(alternative="less"), distance="cosine", normalise=False).estimate
    assert greater + less == pytest.approx(1 + 1 / 6)


def test_an_unknown_distance_is_refused() -> None:
    with pytest.raises(SpecError, match="'norm' or 'cosine'"):
        rnd(random_vectors((2, 2, 2, 2), 3, 0), distance="euclid")
