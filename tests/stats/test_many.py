"""p of many pairs at once, against p of one pair after the other."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from weatherglass.stats.many import p_of_pairs
from weatherglass.stats.permutation import Test, Ties, difference_of_means


def one_by_one(x: NDArray[np.float64], y: NDArray[np.float64], test: Test) -> list[float]:
    return [difference_of_means(a, b, test).estimate for a, b in zip(x, y, strict=True)]


@pytest.mark.parametrize(("n", "m"), [(3, 3), (4, 5), (8, 8)])
@pytest.mark.parametrize("ties", ["inclusive", "strict"])
def test_small_pairs_are_exact(n: int, m: int, ties: Ties) -> None:
    rng = np.random.default_rng(n)
    x, y = rng.normal(size=(20, n)), rng.normal(size=(20, m))
    x[0] += 10  # wholly apart: 3 + 3 words reach 0.05 and no less
    for alternative, found in p_of_pairs(x, y, Test(ties=ties)).items():
        assert found == pytest.approx(one_by_one(x, y, Test(alternative=alternative, ties=ties)))


def test_large_pairs_are_sampled_near_the_exact_values() -> None:
    rng = np.random.default_rng(1)
    x, y = rng.normal(0.4, 1, size=(30, 12)), rng.normal(size=(30, 14))
    for alternative, found in p_of_pairs(x, y, Test()).items():
        exact = np.array(one_by_one(x, y, Test(alternative=alternative)))
        assert np.abs(found - exact).max() < 0.09  # over five standard errors of 999 splits, twice for two tails
        assert found.min() >= 1 / 1000
