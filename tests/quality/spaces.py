"""A space whose analogies can be worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from weatherglass.embedding.embedding import Embedding

# Lengths differ on purpose: nothing here depends on them. On unit vectors doctor − man + woman is (−0.2, 0.6, 1), of length
# √1.4, and of the words left nurse is nearest to it: (0.6, 0, 0.8) · (−0.2, 0.6, 1) = 0.68, against −0.6 for other.
TOY: Mapping[str, tuple[float, ...]] = {
    "man": (2, 0, 0),
    "woman": (4, 3, 0),  # cosine 0.8 with man
    "doctor": (0, 0, 5),
    "nurse": (3, 0, 4),
    "other": (0, -1, 0),
}


def space(table: Mapping[str, tuple[float, ...]] = TOY) -> Embedding:
    return Embedding.from_arrays(list(table), np.array(list(table.values()), np.float32), name="toy")
