"""Pure functions on arrays of vectors."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Floats


def unit(vectors: NDArray[np.floating]) -> Floats:
    """Rows scaled to length one, in double precision."""
    wide = vectors.astype(np.float64)
    scaled: Floats = wide / np.linalg.norm(wide, axis=1, keepdims=True)
    return scaled


def cosines(rows: NDArray[np.floating], columns: NDArray[np.floating]) -> Floats:
    """Cosine similarity of every row of one matrix with every row of the other."""
    similarity: Floats = unit(rows) @ unit(columns).T
    return similarity
