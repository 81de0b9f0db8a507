"""How surprising is the difference between two groups of scores, among all ways to split these scores?"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations, islice
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from weatherglass.errors import SpecError

Alternative = Literal["greater", "less", "two-sided"]
Ties = Literal["inclusive", "strict"]
Method = Literal["exact", "certified", "sampled"]

ENUMERATED = 1_000_000
_AT_ONCE = 20_000
_GRID_BITS = 44
_CONFIDENCE = 0.99


@dataclass(frozen=True, slots=True, kw_only=True)
class Test:
    """How p-values are computed: which tail, whether ties count, how many partitions are sampled, the seed."""

    __test__ = False  # not a test case, whatever pytest thinks of the name

    alternative: Alternative = "greater"
    ties: Ties = "inclusive"
    n: int = 100_000
    seed: int = 0

    def __post_init__(self) -> None:
        if self.alternative not in ("greater", "less", "two-sided"):
            raise SpecError(f"alternative={self.alternative!r}: give 'greater', 'less' or 'two-sided'")
        if self.ties not in ("inclusive", "strict"):
            raise SpecError(f"ties={self.ties!r}: give 'inclusive' or 'strict'")
        if self.n < 1:
            raise SpecError(f"n={self.n}: give a positive number of partitions")
        if self.seed < 0:
            raise SpecError(f"seed={self.seed}: give 0 or a positive number")


@dataclass(frozen=True, slots=True, kw_only=True)
class PValue:
    """A p-value with bounds; all three are equal when it is exact. `partitions` were looked at."""

    estimate: float
    low: float
    high: float
    method: Method
    alternative: Alternative
    ties: Ties
    partitions: int


def difference_of_means(x: NDArray[np.float64], y: NDArray[np.float64], test: Test) -> PValue:
    """p of mean(x) − mean(y) among all partitions into groups of these sizes.

    Scores are rounded once to a fine grid of integers, and sums that differ by no more than the rounding count as equal,
    so that ties are counted as such. The sum over the smaller group decides the order, since the sizes are fixed.
    """
    if not len(x) or not len(y):
        raise SpecError("a permutation test needs scores on both sides")
    scores = np.concatenate([x, y])
    if not np.isfinite(scores).all():
        raise SpecError("a permutation test needs finite scores")
    grid = _to_grid(scores)
    flipped = len(x) > len(y)  # work with the smaller group; a large sum there speaks against x
    size = min(len(x), len(y))
    observed = int(grid[len(x) :].sum() if flipped else grid[: len(x)].sum())
    band = size  # each score is rounded by at most half a unit, so nearer sums than this count as equal
    total = math.comb(len(scores), size)
    enumerated = total <= ENUMERATED
    sums = _all_sums(grid, size) if enumerated else _sampled_sums(grid, size, test)
    above = below = count = 0
    for block in sums:
        above += int(np.count_nonzero(block > observed + band))
        below += int(np.count_nonzero(block < observed - band))
        count += len(block)
    equal = count - above - below
    if flipped:
        above, below = below, above
    ties = equal if test.ties == "inclusive" else 0
    if enumerated:
        return _exact({"greater": (above + ties) / count, "less": (below + ties) / count}, count, test)
    return _sampled({"greater": above + ties, "less": below + ties}, count, test)


def _to_grid(scores: NDArray[np.float64]) -> NDArray[np.int64]:
    """Scores as integers; scaled by a power of two, so that nothing but the last rounding changes them."""
    _, exponent = math.frexp(float(np.abs(scores).max()))
    bits = min(_GRID_BITS, 62 - math.ceil(math.log2(len(scores))))
    grid: NDArray[np.int64] = np.rint(np.ldexp(scores, bits - exponent)).astype(np.int64)
    return grid


def _all_sums(grid: NDArray[np.int64], size: int) -> Iterator[NDArray[np.int64]]:
    subsets = combinations(range(len(grid)), size)
    while len(flat := np.fromiter(chain.from_iterable(islice(subsets, _AT_ONCE)), np.intp)):
        yield grid[flat.reshape(-1, size)].sum(axis=1)


def _sampled_sums(grid: NDArray[np.int64], size: int, test: Test) -> Iterator[NDArray[np.int64]]:
    """Sums over groups drawn without replacement."""
    rng = np.random.default_rng(test.seed)
    for start in range(0, test.n, _AT_ONCE):
        keys = rng.random((min(_AT_ONCE, test.n - start), len(grid)))
        yield grid[np.argpartition(keys, size, axis=1)[:, :size]].sum(axis=1)


def _exact(tails: dict[str, float], partitions: int, test: Test) -> PValue:
    p = _combine(tails, test)
    return PValue(
        estimate=p,
        low=p,
        high=p,
        method="exact",
        alternative=test.alternative,
        ties=test.ties,
        partitions=partitions,
    )


def _sampled(hits: dict[str, int], n: int, test: Test) -> PValue:
    plus = 1 if test.ties == "inclusive" else 0
    # Two tails are looked at when both count, so each gets half of the error.
    error = (1 - _CONFIDENCE) / (2 if test.alternative == "two-sided" else 1)
    bounds = {tail: _clopper_pearson(b, n, error) for tail, b in hits.items()}
    return PValue(
        estimate=_combine({tail: (b + plus) / (n + plus) for tail, b in hits.items()}, test),
        low=_combine({tail: low for tail, (low, _) in bounds.items()}, test),
        high=_combine({tail: high for tail, (_, high) in bounds.items()}, test),
        method="sampled",
        alternative=test.alternative,
        ties=test.ties,
        partitions=n,
    )


def _combine(tails: dict[str, float], test: Test) -> float:
    if test.alternative == "two-sided":
        return min(1.0, 2 * min(tails.values()))
    return tails[test.alternative]


def _clopper_pearson(hits: int, n: int, error: float) -> tuple[float, float]:
    from scipy.special import betaincinv

    low = 0.0 if hits == 0 else float(betaincinv(hits, n - hits + 1, error / 2))
    high = 1.0 if hits == n else float(betaincinv(hits + 1, n - hits, 1 - error / 2))
    return low, high
