"""Made-up spaces for diffusion: sentiment on the first axis, and names that lean along it by group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.spaces import Floats
from weatherglass.downstream.diffused import Diffusion
from weatherglass.downstream.diffusion import diffusion_of
from weatherglass.embedding.embedding import Embedding
from weatherglass.words.lexicon import Entry, Lexicon
from weatherglass.words.query import PairSet, Query, make_query

LETTERS = list("bcdfghjklmnpqrstvwxz")
PAIRS = PairSet("made", ((("bright",), ("gloomy",)), (("sunny",), ("rainy",))))


def axis(i: int, dim: int) -> Floats:
    found: Floats = np.eye(dim)[i]
    return found


@dataclass(frozen=True)
class Planted:
    """An embedding with its lexicon and groups of names."""

    space: Embedding
    lexicon: Lexicon
    groups: Query

    def diffusion(self, **changes: Any) -> Diffusion:
        given: dict[str, Any] = {"lexicon": self.lexicon, "groups": self.groups, "pairs": PAIRS, "refits": 0}
        return diffusion_of(changes.pop("space", self.space), "en", **{**given, **changes})


def unspoken(rng: np.random.Generator, length: int = 9) -> str:
    """A word without vowels, so that no two of them have a stem in common."""
    return "".join(rng.choice(LETTERS, size=length))


def planted(
    leans: Mapping[str, Sequence[float]],
    *,
    sentiment: Sequence[float] = (1.0,),
    pairs_along: int = 0,
    words: int = 60,
    names: int = 12,
    dim: int = 8,
    noise: float = 0.3,
    scale: float = 1.0,
    seed: int = 0,
) -> Planted:
    """`leans`: what the names of a group have of the first axes; `sentiment`: what a positive word has of them.

    A negative word has the opposite. The pairs differ along the axis `pairs_along` alone.
    """
    rng = np.random.default_rng(seed)
    vectors: dict[str, Floats] = {}

    def put(word: str, along: Sequence[float]) -> str:
        vectors[word] = noise * rng.normal(size=dim)
        vectors[word][: len(along)] += along
        return word

    entries = []
    for _ in range(words):
        for sign in (1.0, -1.0):
            word = put(unspoken(rng), [sign * each for each in sentiment])
            entries.append(Entry(word, sign, word))
    groups = {group: [put(unspoken(rng).capitalize(), along) for _ in range(names)] for group, along in leans.items()}
    for one, other in PAIRS.pairs:
        common = rng.normal(size=dim)
        vectors[one[0]], vectors[other[0]] = common + axis(pairs_along, dim), common - axis(pairs_along, dim)
    matrix = scale * np.array(list(vectors.values()))
    return Planted(
        Embedding.from_arrays(list(vectors), matrix.astype(np.float32), name="planted"),
        Lexicon("made", tuple(entries), "table"),
        make_query({"name": "made", "language": "en", "targets": groups}),
    )
