"""Under the null hypothesis, p ≤ α comes up as often as it should.

Both groups are drawn from one distribution, so each partition of the scores is as likely to be the observed one as any
other: over all of them, exactly ⌊αM⌋ of M have p ≤ α when no two tie, and of two-sided tests twice ⌊αM/2⌋. The tables in
docs/calibration.md are made by tools/calibrate.py.
"""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest

from weatherglass.stats.permutation import Alternative, Test, difference_of_means

ALPHA = 0.05


def rejected(scores: np.ndarray, first: np.ndarray, test: Test) -> bool:
    return difference_of_means(scores[first], np.delete(scores, first), test).estimate <= ALPHA


@pytest.mark.parametrize(("n", "m"), [(3, 3), (4, 4), (3, 5), (5, 5), (6, 4)])
@pytest.mark.parametrize(("alternative", "tails"), [("greater", 1), ("less", 1), ("two-sided", 2)])
def test_of_all_partitions_as_many_reject_as_their_steps_allow(
    n: int, m: int, alternative: Alternative, tails: int
) -> None:
    scores = np.random.default_rng([n, m]).exponential(size=n + m)
    found = [
        rejected(scores, np.array(first), Test(alternative=alternative)) for first in combinations(range(n + m), n)
    ]
    assert sum(found) == tails * math.floor(math.comb(n + m, n) / (20 * tails))


def test_a_large_design_rejects_at_the_level() -> None:
    """5,000 partitions of 10 + 10 words; the expected share is 0.05 up to 1e-4, four standard errors are 0.0123."""
    rng = np.random.default_rng(0)
    scores, test = rng.exponential(size=20), Test(alternative="two-sided")
    share = np.mean([rejected(scores, rng.permutation(20)[:10], test) for _ in range(5_000)])
    assert share == pytest.approx(0.05, abs=0.0123)
