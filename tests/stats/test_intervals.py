"""Intervals against scipy's bootstrap and against formulas, and what happens where there is no value."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy import stats

from weatherglass.errors import SpecError
from weatherglass.stats.intervals import (
    bca,
    drawn_weights,
    jackknife,
    kept_at_random,
    left_out_weights,
    percentile,
    subsampling,
)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("level", [0.8, 0.95])
@pytest.mark.parametrize("ties", [False, True])
def test_bca_agrees_with_scipy_given_the_same_resamples(seed: int, level: float, ties: bool) -> None:
    """Of skewed scores the variance; of zeros and ones the mean, which many resamples share with the sample."""
    rng = np.random.default_rng(seed)
    data, statistic = (rng.integers(0, 2, 25), np.mean) if ties else (rng.exponential(size=25), np.var)
    theirs = stats.bootstrap(
        (data,), statistic, n_resamples=2000, confidence_level=level, method="BCa", rng=np.random.default_rng(seed)
    )
    left_out = np.array([statistic(np.delete(data, i)) for i in range(len(data))])
    ours = bca(float(statistic(data)), theirs.bootstrap_distribution, [left_out], level)
    assert ours is not None
    assert (ours.low, ours.high) == pytest.approx(tuple(theirs.confidence_interval), rel=1e-9)


@pytest.mark.parametrize("level", [0.8, 0.95])
def test_percentile_agrees_with_scipy_given_the_same_resamples(level: float) -> None:
    data = np.random.default_rng(8).normal(size=25)
    theirs = stats.bootstrap(
        (data,), np.mean, n_resamples=2000, confidence_level=level, method="percentile", rng=np.random.default_rng(1)
    )
    ours = percentile(theirs.bootstrap_distribution, level)
    assert ours is not None
    assert (ours.low, ours.high) == pytest.approx(tuple(theirs.confidence_interval), rel=1e-9)
    assert (ours.method, ours.resamples, ours.without_value) == ("percentile bootstrap", 2000, 0)


def test_percentile_leaves_out_a_few_resamples_without_value_but_not_many() -> None:
    replicates = np.random.default_rng(9).normal(size=1000)
    replicates[:50] = np.nan
    found = percentile(replicates, 0.95)
    assert found is not None
    assert found.without_value == 50
    assert found.low == np.quantile(replicates[50:], 0.025)
    replicates[50] = np.nan
    assert percentile(replicates, 0.95) is None
    assert percentile(np.zeros(99), 0.95) is None


def test_bca_of_two_strata_agrees_with_scipy() -> None:
    rng = np.random.default_rng(3)
    x, y = rng.exponential(size=30), rng.normal(size=20)

    def ratio(a: Any, b: Any, axis: int = -1) -> Any:
        return np.mean(a, axis=axis) - np.var(b, axis=axis)

    theirs = stats.bootstrap((x, y), ratio, n_resamples=4000, method="BCa", rng=np.random.default_rng(1))
    left_out = [
        np.array([ratio(np.delete(x, i), y) for i in range(30)]),
        np.array([ratio(x, np.delete(y, i)) for i in range(20)]),
    ]
    ours = bca(float(ratio(x, y)), theirs.bootstrap_distribution, left_out, 0.95)
    assert ours is not None
    assert (ours.low, ours.high) == pytest.approx(tuple(theirs.confidence_interval), abs=0.01)


def test_jackknife_of_a_mean_has_the_textbook_standard_error() -> None:
    data = np.array([1.0, 4.0, 2.0, 8.0, 5.0])
    left_out = np.array([np.delete(data, i).mean() for i in range(5)])
    found = jackknife(data.mean(), [left_out], 0.95)
    assert found is not None
    reach = stats.norm.ppf(0.975) * data.std(ddof=1) / math.sqrt(5)
    assert (found.low, found.high) == pytest.approx((data.mean() - reach, data.mean() + reach))
    assert (found.method, found.resamples) == ("jackknife", 5)


def test_the_variances_of_strata_add_up() -> None:
    x, y = np.array([1.0, 2.0, 6.0]), np.array([0.0, 1.0, 5.0, 2.0])
    left_out = [
        np.array([np.delete(x, i).mean() - y.mean() for i in range(3)]),
        np.array([x.mean() - np.delete(y, i).mean() for i in range(4)]),
    ]
    found = jackknife(x.mean() - y.mean(), left_out, 0.9)
    assert found is not None
    reach = stats.norm.ppf(0.95) * math.sqrt(x.var(ddof=1) / 3 + y.var(ddof=1) / 4)
    assert found.high - found.low == pytest.approx(2 * reach)


def test_weights() -> None:
    drawn = [np.concatenate(parts) for parts in zip(*drawn_weights([3, 5], 5000, seed=1), strict=True)]
    assert [w.shape for w in drawn] == [(5000, 3), (5000, 5)]
    assert all((w.sum(axis=1) == w.shape[1]).all() for w in drawn)
    assert drawn[0].mean(axis=0) == pytest.approx(np.ones(3), abs=0.15)
    assert np.array_equal(drawn[1][:2000], next(drawn_weights([3, 5], 5000, seed=1))[1])
    left_out = left_out_weights([2, 1])
    assert np.array_equal(left_out[0], [[0, 1], [1, 0], [1, 1]])
    assert np.array_equal(left_out[1], [[1], [1], [0]])


def test_resamples_without_a_value_are_left_out_and_counted_or_too_many() -> None:
    rng = np.random.default_rng(0)
    replicates, left_out = rng.normal(size=1000), [rng.normal(size=10)]
    replicates[:50] = np.nan
    found = bca(0.0, replicates, left_out, 0.95)
    assert found is not None
    assert (found.without_value, found.resamples) == (50, 1000)
    assert found.low == bca(0.0, replicates[50:], left_out, 0.95).low  # type: ignore[union-attr]
    replicates[50] = np.nan
    assert bca(0.0, replicates, left_out, 0.95) is None
    assert bca(0.0, replicates[100:199], left_out, 0.95) is None
    assert bca(0.0, replicates[100:200], left_out, 0.95) is not None


def test_a_value_beyond_all_replicates_still_has_ends() -> None:
    found = bca(5.0, np.linspace(0, 1, 500), [np.array([4.9, 5.0, 5.1])], 0.95)
    assert found is not None
    assert 0 <= found.low <= found.high <= 1


def test_where_the_acceleration_runs_away_the_end_is_the_furthest_replicate() -> None:
    """One word has nearly all influence, the value lies beyond all replicates, and the level is next to one."""
    left_out = np.zeros(50)
    left_out[0] = -1.0
    replicates = np.linspace(0, 1, 500)
    for side in (1, -1):
        found = bca(side * 5.0, side * replicates, [side * left_out], 1 - 1e-6)
        assert found is not None
        assert (found.high if side == 1 else found.low) == side


def test_no_jackknife_where_a_value_is_missing() -> None:
    assert jackknife(1.0, [np.array([1.0, np.nan])], 0.95) is None
    assert jackknife(1.0, [np.array([1.0])], 0.95) is None


@pytest.mark.parametrize("level", [0.0, 1.0, 95.0, math.nan])
def test_bad_levels_are_refused(level: float) -> None:
    with pytest.raises(SpecError, match="between 0 and 1"):
        bca(0.0, np.zeros(200), [np.zeros(3)], level)
    with pytest.raises(SpecError, match="between 0 and 1"):
        jackknife(0.0, [np.zeros(3)], level)


def test_about_a_quarter_of_each_set_is_left_out_at_random() -> None:
    sizes = [2, 3, 8, 9, 25]
    kept = kept_at_random(sizes, 4000, seed=2)
    assert [mask.shape for mask in kept] == [(4000, n) for n in sizes]
    assert [set((~mask).sum(axis=1).tolist()) for mask in kept] == [{1}, {1}, {2}, {2}, {6}]
    for mask in kept:  # every word as often as any other
        assert mask.mean(axis=0) == pytest.approx(np.full(mask.shape[1], mask.mean()), abs=0.03)
    again, other = kept_at_random(sizes, 4000, seed=2), kept_at_random(sizes, 4000, seed=3)
    assert all(np.array_equal(one, two) for one, two in zip(kept, again, strict=True))
    assert not np.array_equal(kept[-1], other[-1])


def test_what_is_left_out_of_one_set_has_nothing_to_do_with_another() -> None:
    one, other = kept_at_random([4, 4], 8000, seed=0)
    together = (~one[:, :, None] & ~other[:, None, :]).mean(axis=0)
    assert together == pytest.approx(np.full((4, 4), 1 / 16), abs=0.01)


@pytest.mark.parametrize("n", [8, 20, 41])
def test_subsampling_of_a_mean_has_the_textbook_standard_error(n: int) -> None:
    """Delete-d: (n − d)/d times the variance over all subsets of n − d words is s²/n exactly; over many it comes near."""
    data = np.random.default_rng(n).exponential(size=n)
    (kept,) = kept_at_random([n], 40_000, seed=1)
    replicates = (kept * data).sum(axis=1) / kept.sum(axis=1)
    found = subsampling(data.mean(), replicates, [n], 0.95)
    assert found is not None
    reach = stats.norm.ppf(0.975) * data.std(ddof=1) / math.sqrt(n)
    assert (found.low, found.high) == pytest.approx((data.mean() - reach, data.mean() + reach), rel=0.03)
    assert (found.method, found.resamples, found.level) == ("subsampling", 40_000, 0.95)


def test_subsampling_of_a_difference_of_two_sets_of_equal_size() -> None:
    rng = np.random.default_rng(5)
    x, y = rng.normal(size=12), rng.exponential(size=12)
    one, other = kept_at_random([12, 12], 40_000, seed=1)
    replicates = (one * x).sum(axis=1) / 9 - (other * y).sum(axis=1) / 9
    found = subsampling(x.mean() - y.mean(), replicates, [12, 12], 0.9)
    assert found is not None
    reach = stats.norm.ppf(0.95) * math.sqrt(x.var(ddof=1) / 12 + y.var(ddof=1) / 12)
    assert found.high - found.low == pytest.approx(2 * reach, rel=0.03)


def test_subsampling_by_hand() -> None:
    """Two sets of four, one word of each left out: scale (8 − 2)/2 = 3; the replicates' variance is 2/3; se = √2."""
    found = subsampling(1.0, np.array([0.0, 1.0, 2.0, 1.0]), [4, 4], 0.95)
    assert found is not None
    reach = stats.norm.ppf(0.975) * math.sqrt(3 * 2 / 3)
    assert (found.low, found.high) == pytest.approx((1 - reach, 1 + reach))


def test_no_subsampling_where_a_value_is_missing() -> None:
    assert subsampling(1.0, np.array([1.0, np.nan, 2.0]), [4], 0.95) is None
    assert subsampling(1.0, np.array([1.0]), [4], 0.95) is None
    assert subsampling(1.0, np.array([1.0, 1.0, 1.0]), [4], 0.95) is None  # no spread is no certainty
    with pytest.raises(SpecError, match="between 0 and 1"):
        subsampling(1.0, np.array([1.0, 2.0]), [4], 1.5)
