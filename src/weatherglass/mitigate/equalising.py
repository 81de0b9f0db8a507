"""Words of a set moved so that they differ along a subspace only, each equally far from every word outside it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from weatherglass.arrays import Floats, Singles
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.geometry import unit
from weatherglass.errors import Notice
from weatherglass.measure.base_pairs import NO_SIDE


def equalised(
    embedding: Embedding, sets: Sequence[Sequence[int]], directions: Floats
) -> tuple[dict[str, Singles], tuple[tuple[str, ...], ...], list[Notice]]:
    """New vectors by word, the sets that were made equal, and what could not be (Bolukbasi et al. 2016, step 2b).

    All words of a set get the same part ν outside the subspace, the rest of their length inside it, where each keeps its direction from
    the set's middle. With two words these are opposite, so that what has no part in the subspace is equally near to both.
    """
    moved: dict[str, Singles] = {}
    done, alike = [], []
    for rows in sets:
        words = tuple(embedding.words[row] for row in rows)
        new = _equal(unit(embedding.vectors[list(rows)]), directions)
        if new is None:
            alike.append("–".join(words))
            continue
        done.append(words)
        moved |= dict(zip(words, new.astype(np.float32), strict=True))
    if not alike:
        return moved, tuple(done), []
    text = f"{len(alike)} sets could not be made equal, as a word of theirs does not differ from the others along the direction: {', '.join(alike[:10])}."
    return moved, tuple(done), [Notice("not-equalised", text)]


def _equal(units: Floats, directions: Floats) -> Floats | None:
    inside = (units @ directions.T) @ directions
    middle = units.mean(axis=0)
    away = inside - inside.mean(axis=0)
    lengths = np.linalg.norm(away, axis=1, keepdims=True)
    if lengths.min() < NO_SIDE:
        return None
    shared = middle - inside.mean(axis=0)
    made: Floats = shared + np.sqrt(max(0.0, 1 - shared @ shared)) * away / lengths
    return made
