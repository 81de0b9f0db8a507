"""Pure functions on arrays of vectors."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Bools, Floats

_AT_ONCE = 8192


def unit(vectors: NDArray[np.floating]) -> Floats:
    """Rows scaled to length one, in double precision."""
    wide = vectors.astype(np.float64)
    scaled: Floats = wide / np.linalg.norm(wide, axis=1, keepdims=True)
    return scaled


def cosines(rows: NDArray[np.floating], columns: NDArray[np.floating]) -> Floats:
    """Cosine similarity of every row of one matrix with every row of the other."""
    similarity: Floats = unit(rows) @ unit(columns).T
    return similarity


def products(vectors: NDArray[np.floating], chosen: Bools | None = None) -> Floats:
    """UᵀU of rows at length one, of all or of the chosen ones, in double precision without a copy of them all."""
    total: Floats = np.zeros((vectors.shape[1], vectors.shape[1]))
    for start in range(0, len(vectors), _AT_ONCE):
        some = slice(start, start + _AT_ONCE)
        units = unit(vectors[some] if chosen is None else vectors[some][chosen[some]])
        total += units.T @ units
    return total


def principal_directions(rows: Floats, least: float) -> Floats:
    """The directions in which rows extend, the longest first, each of length one; none where no row extends at all.

    `least`: what counts as rounding, as a share of the first one's strength, and of one where all are weaker.
    """
    _, strengths, directions = np.linalg.svd(rows, full_matrices=False)
    found: Floats = directions[strengths > least * max(strengths[0], 1.0)]
    return found
