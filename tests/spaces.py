"""Small spaces whose values can be worked out by hand, and synthetic ones with a planted association."""

from __future__ import annotations

import numpy as np

from weatherglass.embedding.embedding import Embedding
from weatherglass.words.query import Query, make_query

# Two directions: the first is attribute A, the second attribute B. Lengths differ on purpose: cosines do not see them.
TOY = {
    "a1": (2, 0, 0),
    "a2": (1, 0, 0),
    "b1": (0, 1, 0),
    "b2": (0, 3, 0),
    "x1": (1, 0, 0),  # s = 1 − 0 = 1
    "x2": (3, 4, 0),  # s = 0.6 − 0.8 = −0.2
    "y1": (0, 2, 0),  # s = 0 − 1 = −1
    "y2": (4, 3, 0),  # s = 0.8 − 0.6 = 0.2
    "z1": (0, 0, 1),  # s = 0
    "z2": (0, 0, 5),  # s = 0
}


def toy_space() -> Embedding:
    return Embedding.from_arrays(list(TOY), np.array(list(TOY.values()), np.float32), name="toy")


def toy_query(**changes: object) -> Query:
    data = {
        "name": "toy",
        "language": "en",
        "targets": {"x": ["x1", "x2"], "y": ["y1", "y2"]},
        "attributes": {"a": ["a1", "a2"], "b": ["b1", "b2"]},
    }
    return make_query({**data, **changes})


def planted_space(query: Query, strength: float, *, seed: int = 0, dim: int = 60) -> Embedding:
    """Synthetic vectors for a query's words: target i leans towards attribute i by `strength`.

    Attribute sets sit around two directions, target words are noise plus a lean, so the sign of every association
    test is the sign of `strength`.
    """
    rng = np.random.default_rng(seed)
    words: dict[str, np.ndarray] = {}
    poles = np.eye(dim)[:2]
    for i, attribute in enumerate(query.attributes):
        for word in attribute.words:
            words.setdefault(word[0], poles[i] + 0.05 * rng.normal(size=dim))
    for i, target in enumerate(query.targets):
        for word in target.words:
            words.setdefault(word[0], rng.normal(size=dim) / np.sqrt(dim) + strength * (poles[i] - poles[1 - i]))
    matrix = np.array(list(words.values()), np.float32)
    return Embedding.from_arrays(list(words), matrix, name=f"synthetic-{query.id}")
