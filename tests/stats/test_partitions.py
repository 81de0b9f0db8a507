"""p of any statistic of a split against listing every split, and against the engine for differences of means."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from weatherglass.stats import partitions
from weatherglass.stats.partitions import MOST_DRAWN, all_splits, drawn_splits, p_among_partitions
from weatherglass.stats.permutation import Alternative, Test, Ties, difference_of_means

Floats = NDArray[np.float64]


def products(table: Floats) -> partitions.Statistic:
    """No difference of means: the sum over pairs with a word of each group."""
    return lambda x: ((x @ table) * (1 - x)).sum(axis=1)


def means(scores: Floats) -> partitions.Statistic:
    return lambda x: x @ scores / x.sum(axis=1) - (1 - x) @ scores / (1 - x).sum(axis=1)


def listed(table: Floats, x: int, y: int) -> Floats:
    found = []
    for chosen in combinations(range(x + y), x):
        others = [j for j in range(x + y) if j not in chosen]
        found.append(sum(table[i, j] for i in chosen for j in others))
    return np.array(found)


@pytest.mark.parametrize(("x", "y"), [(3, 3), (2, 5), (1, 4), (4, 1), (1, 1)])
@pytest.mark.parametrize("ties", ["inclusive", "strict"])
@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
def test_by_listing_every_split(x: int, y: int, ties: Ties, alternative: Alternative) -> None:
    table = np.random.default_rng(x + 10 * y).integers(0, 4, size=(x + y, x + y)).astype(np.float64)  # many ties
    values = listed(table, x, y)
    observed = float(table[:x, x:].sum())
    assert observed in values
    tails = {
        "greater": np.mean(values >= observed) if ties == "inclusive" else np.mean(values > observed),
        "less": np.mean(values <= observed) if ties == "inclusive" else np.mean(values < observed),
    }
    expected = min(1, 2 * min(tails.values())) if alternative == "two-sided" else tails[alternative]
    p = p_among_partitions(products(table), (x, y), observed, Test(alternative=alternative, ties=ties))
    assert p.estimate == pytest.approx(expected)
    assert p.low == p.estimate == p.high
    assert (p.method, p.partitions) == ("exact", math.comb(x + y, x))
    least = 2 if alternative == "two-sided" else 1
    assert p.floor == (0 if ties == "strict" else min(1, least / math.comb(x + y, x)))
    assert p.floor <= p.estimate


@settings(max_examples=40)
@given(
    scores=st.lists(st.integers(-20, 20), min_size=2, max_size=9),
    cut=st.integers(1, 8),
    alternative=st.sampled_from(["greater", "less", "two-sided"]),
    ties=st.sampled_from(["inclusive", "strict"]),
)
def test_for_a_difference_of_means_both_engines_agree(
    scores: list[int], cut: int, alternative: Alternative, ties: Ties
) -> None:
    values = np.array(scores, float)
    x = min(cut, len(values) - 1)
    test = Test(alternative=alternative, ties=ties)
    observed = float(values[:x].mean() - values[x:].mean())
    ours = p_among_partitions(means(values), (x, len(values) - x), observed, test)
    theirs = difference_of_means(values[:x], values[x:], test)
    assert ours.estimate == pytest.approx(theirs.estimate, abs=1e-12)
    assert (ours.partitions, ours.floor) == (theirs.partitions, theirs.floor)


def test_noise_of_arithmetic_breaks_no_tie() -> None:
    """All scores are 0.1, 0.2 or 0.3 and sum up with noise; 0.1 + 0.2 must tie with 0.3 + 0."""
    scores = np.array([0.1, 0.2, 0.3, 0.0])
    p = p_among_partitions(lambda x: x @ scores, (2, 2), 0.1 + 0.2, Test())
    # Sums of two: 0.3, 0.4, 0.1, 0.5, 0.2, 0.3: four of six are at least 0.3
    assert p.estimate == pytest.approx(4 / 6)


def test_a_sample_comes_near_to_all_splits_and_knows_how_near() -> None:
    rng = np.random.default_rng(0)
    table = rng.normal(size=(12, 12))
    observed = float(np.sort(listed(table, 6, 6))[-80])
    exact = p_among_partitions(products(table), (6, 6), observed, Test())
    assert exact.estimate == pytest.approx(80 / 924)
    for seed in range(3):
        p = p_among_partitions(products(table), (6, 6), observed, Test(method="sampled", n=20_000, seed=seed))
        assert (p.method, p.partitions) == ("sampled", 20_000)
        assert p.low <= exact.estimate <= p.high
        assert p.estimate == pytest.approx(exact.estimate, abs=0.01)


def test_a_sample_counts_the_observed_split_too_and_its_floor_is_its_size() -> None:
    table = np.zeros((10, 10))
    table[:5, 5:] = 1.0
    inclusive = p_among_partitions(products(table), (5, 5), 26.0, Test(method="sampled", n=99))
    assert inclusive.estimate == inclusive.floor == 1 / 100
    strict = p_among_partitions(products(table), (5, 5), 26.0, Test(method="sampled", n=99, ties="strict"))
    assert (strict.estimate, strict.floor) == (0, 0)
    assert strict.high > 0


def test_where_all_splits_are_too_many_some_are_drawn_and_no_more_than_a_limit() -> None:
    scores = np.arange(24.0)
    p = p_among_partitions(lambda x: x @ scores, (12, 12), float(scores[:12].sum()), Test(alternative="less"))
    assert (p.method, p.partitions) == ("sampled", MOST_DRAWN)
    assert p.estimate == pytest.approx(1 / (MOST_DRAWN + 1))


def test_blocks_do_not_change_the_count(monkeypatch: pytest.MonkeyPatch) -> None:
    table = np.random.default_rng(1).normal(size=(9, 9))
    observed = float(table[:4, 4:].sum())
    at_once = p_among_partitions(products(table), (4, 5), observed, Test())
    monkeypatch.setattr(partitions, "_AT_ONCE", 50)
    assert p_among_partitions(products(table), (4, 5), observed, Test()) == at_once


@pytest.mark.parametrize(("x", "y"), [(2, 3), (3, 3), (1, 1), (5, 1)])
def test_every_split_stands_there_once(x: int, y: int) -> None:
    members = all_splits(x, y)
    assert members.shape == (math.comb(x + y, x), x + y)
    assert (members.sum(axis=1) == x).all()
    assert len({row.tobytes() for row in members}) == len(members)
    assert members[0].tolist() == [True] * x + [False] * y
    assert not members.flags.writeable


def test_splits_are_drawn_without_replacement_evenly_and_by_the_seed() -> None:
    drawn = drawn_splits(2, 3, 20_000, 4)
    assert (drawn.sum(axis=1) == 2).all()
    _, counts = np.unique(drawn, axis=0, return_counts=True)
    assert len(counts) == 10
    assert counts / 20_000 == pytest.approx(np.full(10, 0.1), abs=0.01)
    assert np.array_equal(drawn, drawn_splits(2, 3, 20_000, 4))
    assert not np.array_equal(drawn, drawn_splits(2, 3, 20_000, 5))


@pytest.mark.parametrize(("x", "y", "fewest"), [(3, 3, 2), (2, 4, 1)])
def test_halves_that_may_be_exchanged_tie_with_each_other(x: int, y: int, fewest: int) -> None:
    """A statistic that does not tell which group is which gives both halves the same value."""
    scores = np.array([1.0, 2.0, 4.0, 8.0, 16.0, 32.0])
    observed = abs(float(scores[:x].mean() - scores[x:].mean()))
    p = p_among_partitions(lambda m: np.abs(means(scores)(m)), (x, y), observed, Test(), alike=True)
    assert p.floor == fewest / math.comb(x + y, x)
    assert p.estimate >= p.floor
