"""ECT by hand and against scipy."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from scipy import stats

from tests.measure.measuring import (
    cosine,
    found_set,
    measured,
    query_of,
    random_vectors,
    scores,
    skipped,
    space_of,
)
from weatherglass.measure.base import get
from weatherglass.measure.published.ect import ect, left_out, p_value
from weatherglass.measure.scrutiny import Resampled, Scrutiny, measure_kept
from weatherglass.stats.permutation import Alternative, Test
from weatherglass.words.lookup import Vectors

# The mean of x is (1, 0), that of y (0, 1). Cosines with them:
# a 1, 0; b 0.8, 0.6; c 0.6, 0.8; d 0, 1. The two orders are opposite, ρ = −1.
ROWS = {
    "x1": (1, 1),
    "x2": (1, -1),
    "y1": (1, 3),
    "y2": (-1, 1),
    "a": (2, 0),
    "b": (4, 3),
    "c": (3, 4),
    "d": (0, 5),
}
TARGETS = {"x": ["x1", "x2"], "y": ["y1", "y2"]}


def similar(v: Vectors) -> tuple[list[float], list[float]]:
    words = np.concatenate([a.vectors for a in v.attributes])
    one, other = ([cosine(word, t.vectors.mean(axis=0)) for word in words] for t in v.targets)
    return one, other


def test_by_hand() -> None:
    query = query_of(TARGETS, attributes={"p": ["a", "b"], "q": ["c", "d"]})
    result = measured("ect", space_of(ROWS), query)
    assert result.value == -1
    assert scores(result) == pytest.approx({"a": 1.0, "b": 0.2, "c": -0.2, "d": -1.0}, abs=1e-6)
    assert [word.set for word in result.words] == ["p", "p", "q", "q"]
    assert result.extra["words"] == 4
    assert result.p is not None
    # All of the 24 orders are at least as coherent; one is as little.
    assert (result.p.estimate, result.p.partitions, result.p.method) == (1.0, 24, "exact")
    assert result.adjusted is None
    less = measured("ect", space_of(ROWS), query, test=Test(alternative="less"))
    assert less.p is not None
    assert less.p.estimate == pytest.approx(1 / 24)
    assert less.p.floor == pytest.approx(1 / 24)
    two = measured("ect", space_of(ROWS), query, test=Test(alternative="two-sided"))
    assert two.p is not None
    assert (two.p.estimate, two.p.floor) == pytest.approx((2 / 24, 2 / 24))


def test_how_attribute_words_are_divided_does_not_matter() -> None:
    whole = measured("ect", space_of(ROWS), query_of(TARGETS, attributes={"all": ["a", "b", "c", "d"]}))
    assert whole.value == -1


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
def test_many_words_as_scipy_has_it(seed: int, alternative: Alternative) -> None:
    v = random_vectors((4, 5, 7, 6), 5, seed, lean=0.3)
    found = ect(v)
    theirs = stats.spearmanr(*similar(v), alternative=alternative)
    assert found.value == pytest.approx(theirs.statistic, abs=1e-12)
    p = p_value(v, found, Test(alternative=alternative))
    assert p.method == "t"
    assert p.estimate == pytest.approx(theirs.pvalue, rel=1e-9)
    one, other = similar(v)
    assert np.concatenate(found.groups) == pytest.approx(np.subtract(one, other), abs=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_few_words_by_listing_every_order(seed: int) -> None:
    v = random_vectors((3, 3, 3, 2), 4, seed)
    one, other = similar(v)
    here = stats.spearmanr(one, other).statistic
    values = np.array(
        [stats.spearmanr(one, np.array(other)[list(order)]).statistic for order in permutations(range(5))]
    )
    p = p_value(v, ect(v), Test())
    assert p.estimate == pytest.approx(np.mean(values >= here - 1e-9))
    strict = p_value(v, ect(v), Test(ties="strict", alternative="less"))
    assert strict.estimate == pytest.approx(np.mean(values < here - 1e-9))
    assert strict.floor == 0


@pytest.mark.parametrize("twins", [2, 4])
def test_ties_share_their_rank_as_in_scipy(twins: int) -> None:
    """Words in the same direction tie, whatever their lengths."""
    v = random_vectors((3, 3, 5, 5), 4, 1)
    a, b = v.attributes
    tied = np.concatenate([a.vectors[:1] * np.arange(1, twins + 1)[:, None], a.vectors[twins:]])
    v = replace(v, attributes=(replace(a, vectors=tied), b))
    one, other = (np.round(each, 12) for each in similar(v))
    assert len(set(one)) == 10 - (twins - 1)
    theirs = stats.spearmanr(one, other, alternative="greater")
    assert ect(v).value == pytest.approx(theirs.statistic, abs=1e-12)
    assert p_value(v, ect(v), Test()).estimate == pytest.approx(theirs.pvalue)


def test_ties_among_few_words_count_by_every_order() -> None:
    v = random_vectors((3, 3, 4, 1), 4, 1)
    a, b = v.attributes
    v = replace(v, attributes=(replace(a, vectors=a.vectors[[0, 0, 2, 3]]), b))
    one, other = (stats.rankdata(np.round(each, 9)) for each in similar(v))
    sums = np.array([one @ other[list(order)] for order in permutations(range(5))])
    assert p_value(v, ect(v), Test()).estimate == pytest.approx(np.mean(sums >= one @ other - 1e-9))


def test_without_each_word_as_measured_anew() -> None:
    v = random_vectors((2, 3, 4, 2), 4, 6)
    for which, values in enumerate(left_out(v)):
        for i, value in enumerate(values):
            kept = [np.ones(len(s.words), bool) for s in (*v.targets, *v.attributes)]
            kept[which][i] = False
            anew = measure_kept(get("ect"), v, kept, {})
            assert anew is not None
            assert value == pytest.approx(anew.value, abs=1e-12)


def test_without_one_of_three_attribute_words_there_is_no_value_and_so_no_interval() -> None:
    """Two words always correlate at 1 or −1."""
    v = replace(
        random_vectors((3, 3), 4, 0), attributes=(found_set("a", np.random.default_rng(1).normal(size=(3, 4))),)
    )
    assert np.isnan(Resampled(get("ect"), v, {}).left_out()[2]).all()
    query = query_of(TARGETS, attributes={"all": ["a", "b", "c"]})
    result = measured("ect", space_of(ROWS), query, scrutiny=Scrutiny(baseline=0))
    assert result.interval is None
    assert "no interval" in result.warnings[-1].text


def test_a_target_set_that_cancels_out_without_a_word_has_no_value_without_it() -> None:
    v = random_vectors((3, 3, 4, 4), 4, 2)
    x, y = v.targets
    v = replace(v, targets=(replace(x, vectors=np.stack([x.vectors[0], -x.vectors[0], x.vectors[2]])), y))
    found = left_out(v)
    assert np.isnan(found[0]).tolist() == [False, False, True]


def test_what_cannot_be_told_is_skipped_with_the_reason() -> None:
    space = space_of({**ROWS, "e": (0, 1), "f": (0, 2), "z1": (1, 2), "z2": (-1, -2)})
    assert "2 attribute words" in skipped("ect", space, query_of(TARGETS, attributes={"p": ["a", "b"]}))
    flat = query_of(TARGETS, attributes={"p": ["d", "e", "f"]})
    assert "no variation" in skipped("ect", space, flat)
    nowhere = query_of({"x": ["z1", "z2"], "y": ["y1", "y2"]}, attributes={"p": ["a", "b", "c"]})
    assert "cancel out" in skipped("ect", space, nowhere)


def test_short_vectors_do_not_count_as_cancelling_out() -> None:
    rows = {word: 1e-9 * np.array(row) for word, row in ROWS.items()}
    result = measured("ect", space_of(rows), query_of(TARGETS, attributes={"all": ["a", "b", "c", "d"]}))
    assert result.value == -1


def test_length_of_the_target_vectors_weighs_in_their_mean() -> None:
    longer = {**ROWS, "x2": (10, -10)}
    query = query_of(TARGETS, attributes={"all": ["a", "b", "c", "d"]})
    # The mean of x is now (5.5, −4.5): d lies last still, but a (0.774) lies before b (0.239) and c as before.
    assert scores(measured("ect", space_of(longer), query))["d"] == pytest.approx(
        -4.5 / np.hypot(5.5, 4.5) - 1, abs=1e-6
    )
