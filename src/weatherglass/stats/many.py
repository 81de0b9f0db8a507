"""p of many pairs of groups at once, to count how many fall below a level."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np

from weatherglass.arrays import Floats
from weatherglass.stats.permutation import Alternative, Test

_SAMPLED = 999
_MOST = 13_000  # splits are looked at one by one; 8 + 8 words have 12,870


def p_of_pairs(x: Floats, y: Floats, test: Test) -> dict[Alternative, Floats]:
    """p of each row of x against that of y: exact where there are few splits, else from random ones, the same for all."""
    both = np.concatenate([x, y], axis=1)
    splits, exact = _splits(x.shape[1], y.shape[1], test.seed)
    sums, observed = both @ splits, x.sum(axis=1, keepdims=True)
    tolerance = 1e-9 * np.abs(both).max()
    inclusive = test.ties == "inclusive"
    far = -tolerance if inclusive else tolerance
    plus = int(inclusive and not exact)
    greater = (plus + (sums > observed + far).sum(axis=1)) / (plus + splits.shape[1])
    less = (plus + (sums < observed - far).sum(axis=1)) / (plus + splits.shape[1])
    return {"greater": greater, "less": less, "two-sided": np.minimum(1.0, 2 * np.minimum(greater, less))}


@lru_cache(maxsize=8)
def _splits(n: int, m: int, seed: int) -> tuple[Floats, bool]:
    """Which members go into the first group, a column a split, and whether these are all splits there are."""
    exact = comb(n + m, n) <= _MOST
    first = (
        np.array(list(combinations(range(n + m), n)))
        if exact
        else np.argsort(np.random.default_rng([seed, 2]).random((_SAMPLED, n + m)), axis=1)[:, :n]
    )
    splits = np.zeros((n + m, len(first)))
    splits[first.T, np.arange(len(first))] = 1.0
    return splits, exact
