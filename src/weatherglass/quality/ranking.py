"""The rows nearest to given directions: exactly ranked, in memory that does not grow with the vocabulary."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Floats, Singles
from weatherglass.embedding.geometry import unit
from weatherglass.measure.association import without_noise

Rows = NDArray[np.int64]
_BLOCK = 8192  # rows of the vocabulary at a time
_AT_ONCE = 1024  # directions at a time
_SHORTEST = 1e-18  # of a row whose products can be trusted in single precision


def best_rows(vectors: NDArray[np.floating], directions: Floats, k: int) -> tuple[Rows, Floats]:
    """For each direction the k rows of highest cosine, best first, and their cosines; equal ones in row order."""
    k = min(k, len(vectors))
    parts = [
        _best_rows(vectors, directions[start : start + _AT_ONCE], k) for start in range(0, len(directions), _AT_ONCE)
    ]
    if not parts:
        return np.empty((0, k), np.int64), np.empty((0, k))
    return np.concatenate([rows for rows, _ in parts]), np.concatenate([cosines for _, cosines in parts])


def _best_rows(vectors: NDArray[np.floating], directions: Floats, k: int) -> tuple[Rows, Floats]:
    wanted = unit(directions)
    rows, best = np.empty((len(wanted), 0), np.int64), np.empty((len(wanted), 0))
    for start in range(0, len(vectors), _BLOCK):
        block = without_noise(wanted @ unit(vectors[start : start + _BLOCK]).T)
        numbers = np.broadcast_to(np.arange(start, start + block.shape[1]), block.shape)
        rows, best = _first(np.concatenate([rows, numbers], axis=1), np.concatenate([best, block], axis=1), k)
    return rows, best


def _first(rows: Rows, cosines: Floats, k: int) -> tuple[Rows, Floats]:
    """The k best columns of each line; columns come in row order, so a stable sort keeps it among equal ones."""
    k = min(k, cosines.shape[1])
    least = np.partition(cosines, -k, axis=1)[:, -k]
    columns = np.empty((len(cosines), k), np.int64)
    for i, line in enumerate(cosines):
        candidates = np.flatnonzero(line >= least[i])
        columns[i] = candidates[np.argsort(-line[candidates], kind="stable")][:k]
    return np.take_along_axis(rows, columns, axis=1), np.take_along_axis(cosines, columns, axis=1)


def row_lengths(vectors: NDArray[np.floating]) -> Singles:
    """The length of each row, for `nearest_rows`; infinite where it is too long for single precision."""
    found = np.empty(len(vectors), np.float32)
    with np.errstate(over="ignore"):
        for start in range(0, len(vectors), _BLOCK):
            some = slice(start, start + _BLOCK)
            found[some] = np.linalg.norm(vectors[some], axis=1)
    return found


def nearest_rows(vectors: Singles, directions: Floats, k: int, lengths: Singles) -> tuple[Rows, Floats]:
    """The same as `best_rows`, many times quicker for a few directions, where the rows' lengths are known.

    Cosines in single precision are wrong by (d + 8) · 2⁻²⁴ at most, so a row that is among the k best is no more than twice that below
    the k-th in them; only rows above this line are compared exactly.
    """
    k = min(k, len(vectors))
    if not k or not len(directions) or not _trusted(lengths):
        return best_rows(vectors, directions, k)
    slack = np.float32(2 * (vectors.shape[1] + 8) * 2.0**-24)
    rough = (unit(directions).astype(np.float32) @ vectors.T) / lengths
    rows, best = np.empty((len(directions), k), np.int64), np.empty((len(directions), k))
    for i, line in enumerate(rough):
        candidates = np.flatnonzero(line >= np.partition(line, -k)[-k] - slack)
        places, cosines = best_rows(vectors[candidates], directions[i : i + 1], k)
        rows[i], best[i] = candidates[places[0]], cosines[0]
    return rows, best


def _trusted(lengths: Singles) -> bool:
    """Whether no product of rows so long overflows, or loses digits near zero."""
    return bool(lengths.min() >= _SHORTEST and lengths.max() <= 1 / _SHORTEST)
