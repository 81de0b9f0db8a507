"""How surprising is a difference between two series of scores of the same words, among all ways to exchange them?

For each word it is left to chance which of its two scores belongs to which series: all ways where the words are few, some
drawn at random where they are many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Floats
from weatherglass.errors import SpecError
from weatherglass.stats.permutation import PValue, Test, p_from_counts, smallest_share

Difference = Callable[[Floats, Floats], Floats]  # of two series, many times at once: a pair of series a row

MOST_COUNTED = 16  # words whose exchanges are all looked at: 65,536
MOST_DRAWN = 100_000
_AT_ONCE = 100_000  # numbers, so that they stay in the processor's cache


def p_among_exchanges(difference: Difference, one: Floats, other: Floats, test: Test, *, decimals: int = 9) -> PValue:
    """p of `difference` of the series as they are; at most 100,000 exchanges are drawn where all are too many.

    Values are compared after rounding to `decimals`, so that noise below that breaks no tie. An exchange without a value (NaN)
    counts as a tie, which can only make p larger.
    """
    if one.ndim != 1 or one.shape != other.shape or not len(one):
        raise SpecError(f"the same words must have a score in both series; {one.shape} and {other.shape} were given")
    words = len(one)
    counted = words <= MOST_COUNTED and test.method != "sampled"
    here = np.round(difference(one[None], other[None])[0], decimals)
    above = below = total = 0
    for swapped in _all_exchanges(words) if counted else _drawn(words, min(test.n, MOST_DRAWN), test.seed):
        values = np.round(difference(np.where(swapped, other, one), np.where(swapped, one, other)), decimals)
        above += int(np.count_nonzero(values > here))
        below += int(np.count_nonzero(values < here))
        total += len(values)
    return p_from_counts(above, below, total, test, sampled=not counted, floor=smallest_share(2**words, test))


def p_of_mean_difference(one: Floats, other: Floats, test: Test, *, decimals: int = 9) -> PValue:
    """The same for the mean of the differences, which only turn their signs; quick for thousands of words."""
    if len(one) <= MOST_COUNTED and test.method != "sampled":
        return p_among_exchanges(lambda x, y: (x - y).mean(axis=1), one, other, test, decimals=decimals)
    differences = one - other
    words, n = len(differences), min(test.n, MOST_DRAWN)
    here, total = round(float(differences.mean()), decimals), float(differences.sum())
    rng = np.random.default_rng(test.seed)
    above = below = 0
    rows = max(1, _AT_ONCE * 10 // words)
    for start in range(0, n, rows):
        many = min(rows, n - start)
        turned = np.unpackbits(rng.integers(0, 256, size=(many, -(-words // 8)), dtype=np.uint8), axis=1, count=words)
        values = np.round((total - 2 * (turned.astype(np.float64) @ differences)) / words, decimals)
        above += int(np.count_nonzero(values > here))
        below += int(np.count_nonzero(values < here))
    return p_from_counts(above, below, n, test, sampled=True, floor=smallest_share(2**words, test))


def _all_exchanges(words: int) -> Iterator[NDArray[np.bool_]]:
    rows = max(1, _AT_ONCE // words)
    for start in range(0, 2**words, rows):
        numbers = np.arange(start, min(start + rows, 2**words))
        yield (numbers[:, None] >> np.arange(words)) & 1 == 1


def _drawn(words: int, n: int, seed: int) -> Iterator[NDArray[np.bool_]]:
    rng = np.random.default_rng(seed)
    rows = max(1, _AT_ONCE // words)
    for start in range(0, n, rows):
        yield rng.random((min(rows, n - start), words)) < 0.5
