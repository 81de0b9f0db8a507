"""A permutation test as integers: which subset sums are counted, and how sure the order of two sums is."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Floats
from weatherglass.errors import SpecError

Integers = NDArray[np.int64]
_LEAST_BITS, _MOST_BITS = 44, 54


@dataclass(frozen=True, slots=True)
class Design:
    """All scores on a grid of integers, and the sum over the smaller group as observed.

    The sizes are fixed, so the sum over one group decides the order of the differences of means. `values` are turned
    so that the observed sum lies in the upper half; `flipped` says that a large sum then speaks for a small
    difference x − y. Sums that differ by more than `band` are in the same order as those of the scores before rounding.
    `same` partitions have the observed sum for certain: they differ from it only by exchanging equal scores.
    """

    values: Integers
    size: int
    observed: int
    band: int
    same: int
    flipped: bool

    @property
    def partitions(self) -> int:
        return math.comb(len(self.values), self.size)

    @property
    def halves(self) -> tuple[Integers, Integers]:
        return halved(self.values)


def halved(values: Integers) -> tuple[Integers, Integers]:
    """The halves that meet in the middle; the second is the larger one."""
    return values[: len(values) // 2], values[len(values) // 2 :]


def largest_kept(half: int, size: int) -> int:
    """The size of the largest subsets to keep of a half; larger ones are complements of smaller ones."""
    return min(size, half // 2)


@dataclass(frozen=True, slots=True)
class Tail:
    """Bounds of how many of `total` partitions lie above the observed sum, and of how many from it upwards.

    Whole numbers, or shares of 1; `slack` is what subtracting a share from 1 may be off by.
    """

    above: tuple[float, float]
    upwards: tuple[float, float]
    total: float
    slack: float = 0

    @property
    def below(self) -> tuple[float, float]:
        return self._rest(self.upwards)

    @property
    def downwards(self) -> tuple[float, float]:
        return self._rest(self.above)

    def _rest(self, part: tuple[float, float]) -> tuple[float, float]:
        low, high = part
        return max(0, self.total - high - self.slack), min(self.total, self.total - low + self.slack)


def design_of(x: Floats, y: Floats) -> Design:
    """Scores of two groups as integers."""
    for name, group in (("first", x), ("second", y)):
        if group.ndim != 1:
            raise SpecError(f"a permutation test needs two flat lists of scores; the {name} has shape {group.shape}")
        if not len(group):
            raise SpecError(f"a permutation test needs scores on both sides; the {name} group has none")
        if not np.isfinite(group).all():
            bad = int(np.count_nonzero(~np.isfinite(group)))
            raise SpecError(
                f"a permutation test needs finite scores; {bad} of {len(group)} in the {name} group are not"
            )
    swapped = len(x) > len(y)
    scores = np.concatenate([y, x] if swapped else [x, y]).astype(np.float64)
    size = min(len(x), len(y))
    grid, errors, vanished = _to_grid(scores, math.comb(len(scores), size))
    observed = int(grid[:size].sum())
    low_half = 2 * observed * len(grid) < 2 * size * int(grid.sum())
    if low_half:
        grid, errors, observed = -grid, -errors, -observed
    return Design(
        values=grid,
        size=size,
        observed=observed,
        band=_band(errors, size) + vanished,
        same=_same(scores, size),
        flipped=swapped != low_half,
    )


def _to_grid(scores: Floats, partitions: int) -> tuple[Integers, Floats, bool]:
    """Scores as integers, what rounding took away in units of the grid, and whether more than that was lost.

    Centred, since only differences count.

    Scaling is by a power of two, so nothing but the one rounding changes a score. The grid is finer for large
    designs, so that two sums hardly ever meet by rounding alone.
    """
    _, exponent = math.frexp(float(np.abs(scores).max()))
    room = 61 - math.ceil(math.log2(len(scores)))
    bits = min(max(_LEAST_BITS, partitions.bit_length() + 8), _MOST_BITS, room)
    scaled = np.ldexp(scores, bits - exponent)
    grid = np.rint(scaled)
    whole: Integers = grid.astype(np.int64)
    errors = scaled - grid
    vanished = bool(((scaled == 0) & (scores != 0)).any())  # a score too small to be scaled
    return whole - int(whole.sum()) // len(whole), errors, vanished


def _band(errors: Floats, size: int) -> int:
    """How far the sum of any group and the observed one can have moved against each other by rounding, at most."""
    if not errors.any():
        return 0
    ordered, own = np.sort(errors), errors[:size]
    # One sum each, rounded once: what is not zero stays so, and becomes at least 1.
    most = max(math.fsum([*ordered[-size:], *-own]), math.fsum([*own, *-ordered[:size]]))
    return math.ceil(most * (1 + 1e-9))


def _same(scores: Floats, size: int) -> int:
    """How many partitions differ from the observed one only by exchanging equal scores, itself among them."""
    values, everywhere = np.unique(scores, return_counts=True)
    if len(values) == len(scores):
        return 1
    inside = np.zeros(len(values), np.int64)
    np.add.at(inside, np.searchsorted(values, scores[:size]), 1)
    return math.prod(math.comb(int(n), int(k)) for n, k in zip(everywhere, inside, strict=True))
