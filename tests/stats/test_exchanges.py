"""p of exchanged scores, against brute force in plain Python and against scipy's paired permutation test."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy import stats

from weatherglass.arrays import Floats
from weatherglass.errors import SpecError
from weatherglass.measure.published.weat import effect_sizes
from weatherglass.stats.exchanges import MOST_COUNTED, p_among_exchanges, p_of_mean_difference
from weatherglass.stats.permutation import Alternative, Test


def mean_difference(one: Floats, other: Floats) -> Floats:
    found: Floats = (other - one).mean(axis=1)
    return found


def d_difference(one: Floats, other: Floats) -> Floats:
    n = one.shape[1] // 2
    ones = np.ones((len(one), n))
    return effect_sizes(other[:, :n], other[:, n:], ones, ones) - effect_sizes(one[:, :n], one[:, n:], ones, ones)


@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
@pytest.mark.parametrize("ties", ["inclusive", "strict"])
@pytest.mark.parametrize("seed", range(3))
def test_all_exchanges_are_looked_at(seed: int, ties: str, alternative: Alternative) -> None:
    rng = np.random.default_rng(seed)
    one, other = np.round(rng.normal(size=(2, 8)), 1)  # rounded, so that there are ties
    values = []
    for swaps in product([False, True], repeat=8):
        a = np.array([y if swap else x for x, y, swap in zip(one, other, swaps, strict=True)])
        b = np.array([x if swap else y for x, y, swap in zip(one, other, swaps, strict=True)])
        values.append(round(float(d_difference(a[None], b[None])[0]), 9))
    here = values[0]
    up = np.mean([v >= here if ties == "inclusive" else v > here for v in values])
    down = np.mean([v <= here if ties == "inclusive" else v < here for v in values])
    expected = {"greater": up, "less": down, "two-sided": min(1.0, 2 * min(up, down))}[alternative]
    test = Test(alternative=alternative, ties="inclusive" if ties == "inclusive" else "strict")
    found = p_among_exchanges(d_difference, one, other, test)
    assert found.estimate == pytest.approx(expected)
    assert (found.method, found.partitions, found.low, found.high) == ("exact", 256, found.estimate, found.estimate)


@pytest.mark.parametrize("seed", range(4))
def test_of_a_mean_it_is_scipys_paired_test(seed: int) -> None:
    one, other = np.random.default_rng(seed).normal(size=(2, 9))
    theirs = stats.permutation_test((other - one,), np.mean, permutation_type="samples", n_resamples=10_000)
    ours = p_among_exchanges(mean_difference, one, other, Test(alternative="two-sided"))
    assert ours.estimate == pytest.approx(theirs.pvalue)


def test_many_words_are_sampled_and_the_share_is_right() -> None:
    one, other = np.random.default_rng(5).normal(size=(2, MOST_COUNTED))
    exact = p_among_exchanges(d_difference, one, other, Test())
    sampled = p_among_exchanges(d_difference, one, other, Test(method="sampled", n=20_000))
    assert (exact.method, exact.partitions) == ("exact", 2**MOST_COUNTED)
    assert (sampled.method, sampled.partitions) == ("sampled", 20_000)
    assert sampled.low <= exact.estimate <= sampled.high
    a, b = np.random.default_rng(6).normal(size=(2, MOST_COUNTED + 1))
    found = p_among_exchanges(mean_difference, a, b, Test())
    assert (found.method, found.partitions) == ("sampled", 100_000)
    again = p_among_exchanges(mean_difference, a, b, Test())
    assert again == found
    assert p_among_exchanges(mean_difference, a, b, Test(seed=1)) != found


@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
@pytest.mark.parametrize("words", [5, MOST_COUNTED, MOST_COUNTED + 4, 203])
def test_the_quick_way_for_means_says_the_same(words: int, alternative: Alternative) -> None:
    one, other = np.random.default_rng(words).normal(size=(2, words))
    test = Test(alternative=alternative, n=40_000)
    slow = p_among_exchanges(lambda x, y: (x - y).mean(axis=1), one, other, test)
    quick = p_of_mean_difference(one, other, test)
    assert quick.method == slow.method
    assert quick.partitions == slow.partitions
    assert quick.floor == slow.floor
    if words <= MOST_COUNTED:
        assert quick == slow
    else:
        assert max(quick.low, slow.low) <= min(quick.high, slow.high)
        assert quick.estimate == pytest.approx(slow.estimate, abs=0.01)


def test_the_quick_way_for_means_knows_ties() -> None:
    one = np.tile([0.1, -0.1], 20)
    found = p_of_mean_difference(one, np.zeros(40), Test(alternative="greater", n=50_000))
    theirs = stats.binom(40, 0.5).sf(19)  # at least twenty of forty up
    assert found.low <= theirs <= found.high


def test_a_sampled_p_is_never_zero() -> None:
    one = np.zeros(30)
    found = p_among_exchanges(mean_difference, one, one + 1, Test(n=999))
    assert found.estimate == pytest.approx(1 / 1000)
    assert found.floor == pytest.approx(1 / 1000)


def test_equal_series_have_p_one_and_the_floor_is_told() -> None:
    scores = np.random.default_rng(7).normal(size=6)
    found = p_among_exchanges(mean_difference, scores, scores, Test(alternative="two-sided"))
    assert found.estimate == 1.0
    assert found.floor == pytest.approx(2 / 64)


def test_exchanges_without_a_value_count_as_ties() -> None:
    """Where an exchange leaves no variation, d is not there; p gets larger, not smaller."""

    def broken(one: Floats, other: Floats) -> Floats:
        values = mean_difference(one, other)
        return np.where(values < 0, np.nan, values)

    one, other = np.zeros(4), np.ones(4)
    assert p_among_exchanges(mean_difference, one, other, Test()).estimate == pytest.approx(1 / 16)
    assert p_among_exchanges(broken, one, other, Test()).estimate == pytest.approx(6 / 16)


@pytest.mark.parametrize("shapes", [((3,), (4,)), ((0,), (0,)), ((2, 2), (2, 2))])
def test_series_that_do_not_fit_are_refused(shapes: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    with pytest.raises(SpecError, match="the same words must have a score in both series"):
        p_among_exchanges(mean_difference, np.ones(shapes[0]), np.ones(shapes[1]), Test())
