"""Effects on other scales, by double loops."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from weatherglass.stats.effects import common_language, correlation, rank_correlation
from weatherglass.stats.intervals import fisher

SCORES = st.lists(st.integers(-4, 4).map(float), min_size=1, max_size=7)


@given(SCORES, SCORES)
def test_common_language_is_the_share_of_pairs_won_with_ties_as_half(x: list[float], y: list[float]) -> None:
    won = sum((a > b) + 0.5 * (a == b) for a in x for b in y) / (len(x) * len(y))
    assert common_language(np.array(x), np.array(y)) == pytest.approx(won)
    assert common_language(np.array(y), np.array(x)) == pytest.approx(1 - won)


def test_common_language_is_mann_whitneys_u_over_all_pairs() -> None:
    rng = np.random.default_rng(1)
    x, y = rng.normal(size=9), rng.normal(size=14)
    assert common_language(x, y) == pytest.approx(stats.mannwhitneyu(x, y).statistic / (9 * 14))


def test_correlation() -> None:
    rng = np.random.default_rng(2)
    x, y = rng.normal(size=20), rng.normal(size=20)
    assert correlation(x, y) == pytest.approx(stats.pearsonr(x, y).statistic)
    assert correlation(x, 3 * x) == pytest.approx(1)
    assert correlation(x[:2], y[:2]) is None
    assert correlation(np.ones(5), y[:5]) is None
    assert correlation(x[:5], np.ones(5)) is None


@given(st.integers(0, 10_000), st.integers(4, 40))
def test_ranks_and_fishers_interval_against_scipy(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    x, y = rng.integers(0, 6, n).astype(float), rng.normal(size=n)
    ranked = rank_correlation(x, y)
    if np.ptp(x) == 0:
        assert ranked is None
        return
    assert ranked == pytest.approx(stats.spearmanr(x, y).statistic)
    r = correlation(x, y)
    assert r is not None
    theirs = stats.pearsonr(x, y).confidence_interval(0.9)
    found = fisher(r, n, 0.9)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high))
    wider = fisher(r, n, 0.9, ranks=True)
    assert wider is not None
    assert wider.low <= found.low <= found.high <= wider.high


def test_fishers_interval_has_limits() -> None:
    assert fisher(0.5, 3, 0.95) is None
    assert fisher(1.0, 10, 0.95) is None
    found = fisher(0.6, 28, 0.95, ranks=True)
    assert found is not None
    reach = 1.959964 * ((1 + 0.18) / 25) ** 0.5  # Bonett & Wright
    assert (found.low, found.high) == pytest.approx(
        (np.tanh(np.arctanh(0.6) - reach), np.tanh(np.arctanh(0.6) + reach))
    )
