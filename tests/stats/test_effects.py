"""Effects on other scales, by double loops."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from weatherglass.stats.effects import common_language, correlation

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
