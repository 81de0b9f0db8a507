"""Rows overwritten one by one while they are in the processor's cache, compiled; loaded only where vectors are changed.

Rows are named by their number, as a slice of an array costs more than what is done to it.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from weatherglass.arrays import Bools, Singles

_ANY_ORDER = {"reassoc", "contract", "nsz"}  # sums may be added up in any order; NaN and infinity stay what they are
_MUCH = np.float32(0.5)  # of a squared length: where more is taken, rounding would be part of what is left
_SHORT, _LONG = np.float32(1e-30), np.float32(1e30)  # squared lengths between which 32 bits lose nothing


@njit(cache=True, nogil=True, fastmath=_ANY_ORDER)
def without_directions(rows: Singles, directions: Singles, treated: Bools, nothing_left: float, unit: bool) -> None:
    """What treated rows have of orthonormal directions taken off; a row of whose squared length less than a share would be left stays.

    `unit`: all rows are scaled to length one, too.
    """
    dim = rows.shape[1]
    before = np.empty(dim, np.float32)
    for i in range(len(rows)):
        if treated[i]:
            for j in range(dim):
                before[j] = rows[i, j]
            length = _squared(rows, i)
            if _take_off(rows, i, directions) > _MUCH * length:
                _take_off(rows, i, directions)
                if _squared(rows, i) <= nothing_left * length:
                    for j in range(dim):
                        rows[i, j] = before[j]
        if unit:
            _scale(rows, i)


@njit(cache=True, nogil=True, fastmath=_ANY_ORDER)
def to_unit(rows: Singles) -> None:
    """Rows scaled to length one; a row of zeros stays one."""
    for i in range(len(rows)):
        _scale(rows, i)


@njit(cache=True, nogil=True, fastmath={"contract", "nsz"})
def times(rows: Singles, matrix: Singles) -> None:
    """Every row multiplied by a square matrix.

    A library's product rounds a row by its place among the others, so that a file changed in blocks would differ from one changed as a whole. Here
    each number is summed in the order of the dimensions; two rows and four dimensions go together, as that is what the processor's registers hold.
    """
    dim = rows.shape[1]
    given, found = np.empty((2, dim), np.float32), np.empty((2, dim), np.float32)
    for start in range(0, len(rows), 2):
        last = min(start + 1, len(rows) - 1)  # an odd row out is its own neighbour
        for j in range(dim):
            given[0, j], given[1, j] = rows[start, j], rows[last, j]
            found[0, j] = found[1, j] = 0.0
        for k in range(0, dim - dim % 4, 4):
            a, b, c, d = given[0, k], given[0, k + 1], given[0, k + 2], given[0, k + 3]
            e, f, g, h = given[1, k], given[1, k + 1], given[1, k + 2], given[1, k + 3]
            for j in range(dim):
                p, q, r, s = matrix[k, j], matrix[k + 1, j], matrix[k + 2, j], matrix[k + 3, j]
                found[0, j] = (((found[0, j] + a * p) + b * q) + c * r) + d * s
                found[1, j] = (((found[1, j] + e * p) + f * q) + g * r) + h * s
        for k in range(dim - dim % 4, dim):
            a, e = given[0, k], given[1, k]
            for j in range(dim):
                found[0, j] += a * matrix[k, j]
                found[1, j] += e * matrix[k, j]
        for j in range(dim):
            rows[start, j], rows[last, j] = found[0, j], found[1, j]


@njit(cache=True, nogil=True, fastmath=_ANY_ORDER)
def _squared(rows: Singles, i: int) -> np.float32:
    length = np.float32(0)
    for j in range(rows.shape[1]):
        length += rows[i, j] * rows[i, j]
    return length


@njit(cache=True, nogil=True, fastmath=_ANY_ORDER)
def _take_off(rows: Singles, i: int, directions: Singles) -> np.float32:
    """The squared length of what is taken."""
    taken = np.float32(0)
    for k in range(len(directions)):
        along = np.float32(0)
        for j in range(rows.shape[1]):
            along += rows[i, j] * directions[k, j]
        for j in range(rows.shape[1]):
            rows[i, j] -= along * directions[k, j]
        taken += along * along
    return taken


@njit(cache=True, nogil=True, fastmath=_ANY_ORDER)
def _scale(rows: Singles, i: int) -> None:
    length = _squared(rows, i)
    if _SHORT < length < _LONG:
        scale = np.float32(1) / np.sqrt(length)
        for j in range(rows.shape[1]):
            rows[i, j] *= scale
        return
    wide = 0.0
    for j in range(rows.shape[1]):
        wide += np.float64(rows[i, j]) * np.float64(rows[i, j])
    wide = np.sqrt(wide) if wide > 0 else 1.0
    for j in range(rows.shape[1]):
        rows[i, j] = np.float64(rows[i, j]) / wide
