"""How surprising is any statistic of a split of words into two groups, among all splits into groups of these sizes?

For statistics that are no difference of means, so that nothing quicker than looking at each split is known: all splits
where they are few, some drawn at random where they are many.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Floats
from weatherglass.stats.permutation import PValue, Test, p_from_counts, smallest_p

Members = NDArray[np.float64]  # a split a row: 1 for words of the first group, 0 for the others
Statistic = Callable[[Members], Floats]

MOST_COUNTED = 200_000  # splits
MOST_DRAWN = 100_000
_AT_ONCE = 50_000  # numbers, so that they stay in the processor's cache


def p_among_partitions(
    statistic: Statistic, sizes: tuple[int, int], observed: float, test: Test, *, alike: bool = False
) -> PValue:
    """p of the observed value; at most 100,000 splits are drawn where all of them are too many.

    `alike`: exchanging the groups gives the same value.

    Values are compared after rounding to 1e-9, so that arithmetic noise breaks no tie.
    """
    ways = math.comb(sum(sizes), sizes[0])
    counted = ways <= MOST_COUNTED and test.method != "sampled"
    members = all_splits(*sizes) if counted else drawn_splits(*sizes, min(test.n, MOST_DRAWN), test.seed)
    above = below = 0
    here = round(observed, 9)
    rows = max(1, _AT_ONCE // members.shape[1])
    for start in range(0, len(members), rows):
        values = np.round(statistic(members[start : start + rows].astype(np.float64)), 9)
        above += int(np.count_nonzero(values > here))
        below += int(np.count_nonzero(values < here))
    return p_from_counts(
        above, below, len(members), test, sampled=not counted, floor=smallest_p(sizes[0], sizes[1], test, alike=alike)
    )


@lru_cache(maxsize=4)
def all_splits(x: int, y: int) -> NDArray[np.bool_]:
    """Every split of x + y words into groups of these sizes."""
    chosen = np.array(list(combinations(range(x + y), x)), np.intp)
    return _members(chosen, x + y)


@lru_cache(maxsize=4)
def drawn_splits(x: int, y: int, n: int, seed: int) -> NDArray[np.bool_]:
    """n splits drawn at random, words without replacement within a split."""
    rng = np.random.default_rng(seed)
    order = np.argsort(rng.random((n, x + y), np.float32), axis=1)
    return _members(order[:, :x], x + y)


def _members(chosen: NDArray[np.intp], words: int) -> NDArray[np.bool_]:
    members = np.zeros((len(chosen), words), bool)
    np.put_along_axis(members, chosen, True, axis=1)
    members.flags.writeable = False
    return members
