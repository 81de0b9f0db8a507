"""Certified: bounds of how many groups of a size have a sum above another, for designs too large to count exactly.

The words are halved, and for each half a table holds, for each size, how many subsets fall into each cell of a lattice
of sums. The subsets of the first words of a half are put into their cells one by one; then four words at a time are
added by shifting and adding whole rows. A subset's cell is off by at most half a cell for the first words and for
each four words after, and those errors are known exactly: so every group whose sum lies beyond the observed one by more
than their total is counted for certain, and every group that falls short by more is left out for certain. The proof
is in docs/decisions/0005-counting.md.
"""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weatherglass.stats.design import Design, Integers, Tail, largest_kept

MOST_WORDS = 1000  # beyond, shares of subsets leave the range of floating-point numbers
_PRECISION = 6e-4  # relative width to aim at for p = 1e-6
_HAZARD = 5.0  # density over tail of a normal distribution at p = 1e-6, per standard deviation
_MEMORY = 8e8
_CELLS_PER_SECOND = 4e8  # of one stage, on one core of 2020s hardware; a constant, so that results are reproducible
_FIRST = 20
_AT_ONCE = 16  # words whose subsets are listed at a time
_SINGLE_WORDS = 240  # up to so many words shares of subsets stay within the range of 32-bit numbers
_ROUNDING = {np.dtype(np.float32): 2.0**-24, np.dtype(np.float64): 2.0**-53}


@dataclass(frozen=True, slots=True)
class Half:
    """Shares of the subsets of half the words by size (rows) and sum (cells); row k, cell j: sum ≈ k·centre + (j − zero)·unit."""

    values: Integers  # centred
    centre: int
    table: NDArray[np.floating]
    zero: int
    error: int  # by how much a subset's cell may be off, in units of the grid
    stages: int

    def row(self, k: int) -> tuple[NDArray[np.floating], int, int]:
        """The cells of size k, where the sum zero is, and what to add to a sum; larger sizes are mirrored."""
        size = len(self.values)
        if k < len(self.table) - 1:
            return self.table[k], self.zero, k * self.centre
        mirrored = self.table[size - k][::-1]
        return mirrored, len(mirrored) - 1 - self.zero, k * self.centre + int(self.values.sum())


def _groups(words: int) -> tuple[int, int]:
    """How many words come first, one by one, and how many fours follow."""
    first = min(words, _FIRST)
    first -= -(words - first) % 4
    return first, (words - first) // 4


def bound(design: Design, seconds: float) -> Tail:
    """Bounds of the shares of partitions above the observed one and from it upwards."""
    from weatherglass.stats import compiled

    words, size = len(design.values), design.size
    unit = unit_within(design, seconds)
    with ThreadPoolExecutor(compiled.threads()) as pool:
        a, b = pool.map(lambda values: _half(values, size, unit, _kind(words)), design.halves)
    error = a.error + b.error
    sure = possible = 0.0
    for k in range(max(0, size - len(b.values)), min(size, len(a.values)) + 1):
        (row_a, zero_a, base_a), (row_b, zero_b, base_b) = a.row(k), b.row(size - k)
        beyond = design.observed - base_a - base_b
        first_sure = (beyond + design.band + error) // unit + 1
        first_possible = -((design.band + error - beyond) // unit)
        zero = zero_a + zero_b
        contiguous = np.ascontiguousarray(row_a), row_b.astype(np.float64)
        one, other = compiled.share_from(*contiguous, first_sure + zero, first_possible + zero)
        sure += one
        possible += other
    all_subsets = 2**words / design.partitions
    in_cells = 10 * (a.stages + b.stages) * _ROUNDING[np.dtype(_kind(words))]
    in_sums = (2 * (a.table.shape[1] + b.table.shape[1]) + 4 * words + 100) * 2.0**-53
    rounding = 2 * (in_cells + in_sums)
    low, high = sure * all_subsets * (1 - rounding), min(1.0, possible * all_subsets * (1 + rounding))
    same = design.same / design.partitions
    at_most = math.nextafter(max(low, high - same), 2.0)
    return Tail(above=(low, at_most), upwards=(max(low, same), high), total=1.0, slack=2.0**-52)


def _kind(words: int) -> type[np.floating]:
    """Half the memory, twice the speed, and cells right to about 1e-6, where that is possible."""
    return np.float32 if words <= _SINGLE_WORDS else np.float64


def _widest(values: Integers, top: int) -> tuple[int, int]:
    """The smallest and the largest sum of up to `top` of these values."""
    ordered = np.sort(values)
    small, large = np.cumsum(ordered[:top]), np.cumsum(ordered[::-1][:top])
    return int(small.min(initial=0)), int(large.max(initial=0))


def _spread(design: Design) -> float:
    """The standard deviation of a random group's sum."""
    n, size = len(design.values), design.size
    return float(np.std(design.values)) * math.sqrt(size * (n - size) / (n - 1))


def unit_within(design: Design, seconds: float) -> int:
    """A cell's width: as fine as the precision asks for, if time and memory allow."""
    words, size = len(design.values), design.size
    stages = sum(_groups(len(values))[1] for values in design.halves)
    rows = max(largest_kept(len(values), size) for values in design.halves) + 2
    width = 0
    for values in design.halves:
        low, high = _widest(values - int(values.sum()) // len(values), largest_kept(len(values), size))
        width = max(width, high - low)
    cells = min(
        _MEMORY / (2 * np.dtype(_kind(words)).itemsize * rows), seconds * _CELLS_PER_SECOND * 2 / (rows * (stages + 6))
    )
    precise = _PRECISION * _spread(design) / (_HAZARD * 2 * 0.5 * (stages + 2))
    return max(1, math.ceil(max(precise, width / max(cells, 64))))


def relative_width(design: Design, unit: int, hazard: float) -> float:
    """About how wide the bounds will be, relative to a p whose tail has this hazard."""
    roundings = sum(_groups(len(values))[1] + 1 for values in design.halves)
    spread = _spread(design)
    return math.inf if spread == 0 else roundings * unit * hazard / spread


def _subsets(values: Integers) -> tuple[Integers, Integers]:
    """The sums and sizes of all subsets."""
    sums, sizes = np.zeros(1, np.int64), np.zeros(1, np.int64)
    for value in values:
        sums, sizes = np.concatenate([sums, sums + value]), np.concatenate([sizes, sizes + 1])
    return sums, sizes


def _cells(sums: Integers, unit: int) -> tuple[Integers, int]:
    """The nearest cell of each sum, and the largest distance from it."""
    cells = (sums + unit // 2) // unit
    return cells, int(np.abs(cells * unit - sums).max(initial=0))


def _half(values: Integers, size: int, unit: int, kind: type[np.floating]) -> Half:
    from weatherglass.stats.compiled import add_four_words

    top = largest_kept(len(values), size)
    centre = int(values.sum()) // len(values)
    values = values - centre
    first, stages = _groups(len(values))
    fours = [_subsets(values[start : start + 4]) for start in range(first, len(values), 4)]
    shifts = [(sizes, *_cells(sums, unit)) for sums, sizes in fours]
    margin = max((int(np.abs(cells).max()) for _, cells, _ in shifts), default=0) + stages + 2
    lowest, highest = _widest(values, top)
    zero = margin - lowest // unit
    width = zero + highest // unit + margin + 1
    table = np.zeros((top + 2, width), kind)
    low, high = np.full(top + 1, width), np.full(top + 1, -1)
    error = 0
    base_sums, base_sizes = _subsets(values[: min(first, _AT_ONCE)])
    for more, extra in zip(*_subsets(values[_AT_ONCE:first]), strict=True):
        fits = base_sizes + extra <= top
        sizes = base_sizes[fits] + extra
        cells, off = _cells(base_sums[fits] + more, unit)
        error = max(error, off)
        np.add.at(table, (sizes, cells + zero), kind(2.0**-first))
        np.minimum.at(low, sizes, cells + zero)
        np.maximum.at(high, sizes, cells + zero)
    for sizes, cells, off in shifts:
        add_four_words(table, low, high, sizes[1:], cells[1:])  # the first subset is the empty one
        error += off
    return Half(values, centre, table, zero, error, stages)
