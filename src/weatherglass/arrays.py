"""The kinds of arrays that all rooms speak of."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Indices = NDArray[np.int64]
Bools = NDArray[np.bool_]
