"""Pairs of spaces over the same words, and a query for them."""

from __future__ import annotations

import numpy as np

from weatherglass.embedding.embedding import Embedding
from weatherglass.words.query import Query, make_query

DIM = 20


def query(n: int = 6, *, name: str = "made", language: str = "en") -> Query:
    """Two target and two attribute sets of n made-up words each."""
    return make_query(
        {
            "name": name,
            "language": language,
            "targets": {side: [f"{side}{i}" for i in range(n)] for side in ("xa", "ya")},
            "attributes": {side: [f"{side}{i}" for i in range(n)] for side in ("aa", "ba")},
        }
    )


def space(
    lean: float, *, n: int = 6, seed: int = 0, noise: float = 0.0, name: str = "one", dim: int = DIM, filler: int = 0
) -> Embedding:
    """The words of `query`, target words leaning by `lean` towards an attribute; `noise` is the space's own.

    The words' content depends on n alone, so spaces of one n have it in common; `seed` is that of the noise.
    """
    content = np.random.default_rng(99)
    axis = np.eye(dim)[0]
    sides = {"xa": lean * axis, "ya": -lean * axis, "aa": axis, "ba": -axis}
    words = [f"{side}{i}" for side in sides for i in range(n)]
    vectors = [content.normal(size=dim) / np.sqrt(dim) + sides[word[:2]] for word in words]
    words += [f"filler{i}" for i in range(filler)]
    vectors += list(content.normal(size=(filler, dim)) / np.sqrt(dim))
    own = np.random.default_rng(seed).normal(size=(len(words), dim)) * noise / np.sqrt(dim)
    return Embedding.from_arrays(words, (np.array(vectors) + own).astype(np.float32), name=name)


def without(space: Embedding, *words: str) -> Embedding:
    """The same space less some words."""
    return space.subset(word for word in space.words if word not in words)
