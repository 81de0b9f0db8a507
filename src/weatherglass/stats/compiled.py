"""The loops that numpy cannot do, compiled by numba when one of them is first needed.

Importing numba takes half a second and compiling a second or two, once per machine; so this module is imported only
where a design is too large for numpy. The kernels release the interpreter's lock: threads run them side by side.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

F = TypeVar("F", bound=Callable[..., Any])
Floats = NDArray[Any]  # of 32 or 64 bits
Integers = NDArray[np.int64]
_BLOCK = 2048  # cells of a lattice row at a time, so that a block stays in the fastest cache


def kernel(function: F) -> F:
    """Compile, and keep the machine code on disk where there is a place for it."""
    try:
        return cast(F, numba.njit(cache=True, nogil=True)(function))
    except RuntimeError:  # no folder can be written to
        return cast(F, numba.njit(nogil=True)(function))


def threads() -> int:
    """How many kernels may run side by side."""
    return max(1, min(2, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1))


@kernel
def fill_sorted_sums(values: Integers, starts: Integers, out: Integers) -> None:
    """The sums of all subsets of `values` of sizes 0, 1, …, each size sorted, in its own slot of `out`.

    Adding one value doubles the subsets: those of size k with it are those of size k−1 without it, shifted, so two
    sorted lists are merged. From the back and from the largest size, the merge needs no second buffer.
    """
    top = len(starts) - 2
    lengths = np.zeros(top + 1, np.int64)
    lengths[0] = 1
    out[starts[0]] = 0
    for i in range(len(values)):
        value = values[i]
        for k in range(min(i + 1, top), 0, -1):
            own, below = starts[k], starts[k - 1]
            a, b = lengths[k] - 1, lengths[k - 1] - 1
            at = own + a + b + 1
            while a >= 0 and b >= 0:
                without, with_it = out[own + a], out[below + b] + value
                larger = without > with_it
                out[at] = without if larger else with_it
                a -= larger
                b -= 1 - larger
                at -= 1
            while b >= 0:
                out[at] = out[below + b] + value
                b -= 1
                at -= 1
            lengths[k] += lengths[k - 1]


@kernel
def pairs_with_sum_above(a: Integers, b: Integers, one: int, other: int) -> tuple[int, int]:
    """How many pairs of two sorted lists have a + b > one, and how many a + b > other."""
    n = len(b)
    j = k = n
    above_one = above_other = 0
    for i in range(len(a)):
        x, y = one - a[i], other - a[i]
        while j > 0 and b[j - 1] > x:
            j -= 1
        while k > 0 and b[k - 1] > y:
            k -= 1
        above_one += n - j
        above_other += n - k
    return above_one, above_other


@kernel
def pairs_with_difference_above(a: Integers, b: Integers, one: int, other: int) -> tuple[int, int]:
    """How many pairs of two sorted lists have a − b > one, and how many a − b > other."""
    n = len(b)
    j = k = 0
    above_one = above_other = 0
    for i in range(len(a)):
        x, y = a[i] - one, a[i] - other
        while j < n and b[j] < x:
            j += 1
        while k < n and b[k] < y:
            k += 1
        above_one += j
        above_other += k
    return above_one, above_other


@kernel
def _add_five(out: Floats, a: Floats, b: Floats, c: Floats, d: Floats, e: Floats) -> None:
    for i in range(len(out)):
        out[i] += (a[i] + b[i]) + (c[i] + d[i]) + e[i]


@kernel
def add_four_words(table: Floats, low: Integers, high: Integers, sizes: Integers, shifts: Integers) -> None:
    """One stage of the lattice: to row k come the rows of smaller sizes, each shifted by one of 15 subsets of four words.

    From the largest size down, the rows that are still needed are those not yet changed, so one table is enough. The
    subset without words is row k itself. `low` and `high` are the first and last cell in use of each row, changed in
    place. The last row is empty and stands for impossible sizes. A stage divides by 16: the numbers stay shares.
    """
    top = table.shape[0] - 2
    sixteenth = table.dtype.type(0.0625)  # exact, and of the table's own kind
    rows = np.empty(15, np.int64)
    for k in range(top, -1, -1):
        first, last = low[k], high[k]
        for s in range(15):
            size = k - sizes[s]
            rows[s] = size if size >= 0 else top + 1
            if size >= 0 and low[size] <= high[size]:
                first, last = min(first, low[size] + shifts[s]), max(last, high[size] + shifts[s])
        low[k], high[k] = first, last
        for start in range(first, last + 1, _BLOCK):
            end = min(start + _BLOCK, last + 1)
            out = table[k, start:end]
            for s in range(0, 15, 5):
                a = table[rows[s], start - shifts[s] : end - shifts[s]]
                b = table[rows[s + 1], start - shifts[s + 1] : end - shifts[s + 1]]
                c = table[rows[s + 2], start - shifts[s + 2] : end - shifts[s + 2]]
                d = table[rows[s + 3], start - shifts[s + 3] : end - shifts[s + 3]]
                e = table[rows[s + 4], start - shifts[s + 4] : end - shifts[s + 4]]
                _add_five(out, a, b, c, d, e)
            for i in range(len(out)):
                out[i] *= sixteenth


@kernel
def share_from(a: Floats, b: Floats, one: int, other: int) -> tuple[float, float]:
    """Σ a[i]·b[j] over i + j ≥ one, and over i + j ≥ other; `b` becomes its sums from the top."""
    n = len(b)
    for j in range(n - 2, -1, -1):
        b[j] += b[j + 1]
    from_one = from_other = 0.0
    for i in range(len(a)):
        if one - i < n:
            from_one += a[i] * b[max(one - i, 0)]
        if other - i < n:
            from_other += a[i] * b[max(other - i, 0)]
    return from_one, from_other


@kernel
def sample_sums(
    values: Integers, size: int, n: int, state: NDArray[np.uint64], above: int, below: int
) -> tuple[int, int]:
    """Draw n groups of `size` values without replacement; how many sums exceed `above`, how many are under `below`.

    A partial shuffle: continuing from the order the last draw left is as good as starting anew. The generator is
    xoshiro256++ (Blackman & Vigna 2019), its state four 64-bit words; ranges are drawn without bias (Lemire 2019).
    """
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    order = values.copy()
    total = len(order)
    many = few = 0
    for _ in range(n):
        group = 0
        for i in range(size):
            left = np.uint64(total - i)
            while True:
                mixed = s0 + s3
                drawn = ((mixed << np.uint64(23)) | (mixed >> np.uint64(41))) + s0
                kept = s1 << np.uint64(17)
                s2 ^= s0
                s3 ^= s1
                s1 ^= s2
                s0 ^= s3
                s2 ^= kept
                s3 = (s3 << np.uint64(45)) | (s3 >> np.uint64(19))
                product = (drawn >> np.uint64(32)) * left
                low = product & np.uint64(0xFFFFFFFF)
                if low >= left or low >= (np.uint64(1 << 32) - left) % left:
                    break
            j = i + np.int64(product >> np.uint64(32))
            order[i], order[j] = order[j], order[i]
            group += order[i]
        many += group > above
        few += group < below
    return many, few
