"""Under the null hypothesis, p ≤ α comes up as often as it should: 20,000 simulations a design, with fixed seeds.

Both groups are drawn from one distribution. Of M partitions, exactly ⌊αM⌋ have p ≤ α when no two tie, and each is as
likely to be the observed one as any other. The tables in docs/calibration.md are made by tools/calibrate.py.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from weatherglass.stats.permutation import Alternative, Test, difference_of_means

SIMULATIONS = 20_000
ALPHA = 0.05


def rejected(n: int, m: int, alternative: Alternative = "greater") -> float:
    rng = np.random.default_rng([n, m, len(alternative)])
    scores = rng.exponential(size=(SIMULATIONS, n + m))
    test = Test(alternative=alternative)
    return sum(difference_of_means(row[:n], row[n:], test).estimate <= ALPHA for row in scores) / SIMULATIONS


@pytest.mark.parametrize(("n", "m"), [(3, 3), (4, 4), (3, 5)])
def test_small_designs_reject_as_often_as_their_steps_allow(n: int, m: int) -> None:
    partitions = math.comb(n + m, n)
    expected = math.floor(partitions / 20) / partitions
    assert rejected(n, m) == pytest.approx(expected, abs=4 * math.sqrt(expected / SIMULATIONS))


def test_a_large_design_rejects_at_the_level() -> None:
    assert 0.045 <= rejected(10, 10, "two-sided") <= 0.055
