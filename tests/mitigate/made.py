"""Spaces for methods of mitigation: small ones with roles of their own, and ones that hold every word of a language's lists."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from tests.spaces import Floats
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.geometry import unit
from weatherglass.mitigate.roles import CLASSES, LISTS, NAMES, Roles
from weatherglass.words import packs
from weatherglass.words.query import PairSet, Query, Word

FEW = {"most": 60, "rounds": 4, "candidates": 3}  # settings that suit a small space, by name, whichever method has them


def word(text: str) -> Word:
    return (text,)


def pair_set(*pairs: tuple[str, str]) -> PairSet:
    return PairSet("pairs", tuple((word(one), word(other)) for one, other in pairs))


def sets_of(*sets: tuple[str, ...]) -> tuple[tuple[Word, ...], ...]:
    return tuple(tuple(map(word, each)) for each in sets)


def made(vectors: dict[str, Any], name: str = "made") -> Embedding:
    return Embedding.from_arrays(list(vectors), np.array(list(vectors.values()), np.float32), name=name)


def changed(space: Embedding, vectors: Floats) -> Embedding:
    return Embedding.from_arrays(space.words, vectors.astype(np.float32), name=space.name)


def small(
    seed: int = 0, *, dim: int = 7, pairs: int = 4, sets: int = 3, of: int = 2, neutral: int = 30
) -> tuple[Embedding, Roles]:
    """Words without meaning: `x0`–`y0` … define the direction, `a0`–`b0` (–`c0`) … are the sets, `n0` … neutral, `s0` … specific."""
    rng = np.random.default_rng(seed)
    defining = tuple((f"x{i}", f"y{i}") for i in range(pairs))
    equal = tuple(tuple(f"{letter}{i}" for letter in "abc"[:of]) for i in range(sets))
    specific = tuple(f"s{i}" for i in range(5))
    words = [each for some in (*defining, *equal) for each in some]
    words += [*specific, *(f"n{i}" for i in range(neutral))]
    vectors = rng.normal(size=(len(words), dim)) * rng.uniform(0.2, 5, size=(len(words), 1))
    roles = Roles(
        language="en",
        pairs=pair_set(*defining),
        equalise=sets_of(*equal),
        specific=(*specific, *(each for some in (*defining, *equal) for each in some)),
    )
    return made(dict(zip(words, vectors, strict=True))), roles


def rows_of(space: Embedding, start: str) -> Floats:
    """Vectors of the words that begin so, in double precision."""
    found: Floats = np.array([space[each] for each in space.words if each.startswith(start)], np.float64)
    return found


def cosines_with(space: Embedding, one: str, others: Floats) -> Floats:
    found: Floats = unit(others) @ unit(space[one][None])[0]
    return found


class _Made:
    def __init__(self, dim: int, seed: int):
        self.rng, self.dim = np.random.default_rng(seed), dim
        self.vectors: dict[str, Floats] = {}

    def noise(self) -> Floats:
        found: Floats = self.rng.normal(size=self.dim) / np.sqrt(self.dim)
        found[:6] = 0
        return found

    def put(self, text: str, vector: Floats, axis: int, lean: float) -> None:
        along = np.eye(self.dim)[axis] * (lean + 0.1 * self.rng.normal())
        self.vectors.setdefault(text.replace(" ", "_"), vector + along)

    def put_query(self, query: Query) -> None:
        axis = 4 if query.name == "sentiment-pairs" else 0
        for one, other in (pair for pairs in query.pairs for pair in pairs.pairs):
            common = self.noise()
            self.put(one[0], common + 0.3 * self.noise(), axis, 0.6)
            self.put(other[0], common + 0.3 * self.noise(), axis, -0.6)
        for i, target in enumerate(query.targets):
            for each in target.words:
                axis = {CLASSES: 1 + i % 3, NAMES: 4}.get(query.name, 5)
                self.put(each[0], self.noise(), axis, 0.4)


@cache
def everything(language: str = "en", *, filler: int = 700, dim: int = 26, seed: int = 0) -> Embedding:
    """Every word of the lists that mitigation uses, and words of ten letters that lean to either side of gender, the first axis.

    Pairs of sentiment lie along the fifth axis, and so do names; the three classes along the second to the fourth.
    """
    space = _Made(dim, seed)
    for name in LISTS:
        query = packs.word_list(language, name)
        assert query is not None, name
        space.put_query(query)
    letters = list("abcdefghijklmnopqrstuvwxyz")
    for i in range(filler):
        text = "".join(space.rng.choice(letters, size=10))
        space.put(text, space.noise(), 0, 0.5 * (-1) ** i * space.rng.uniform())
    lengths = space.rng.uniform(0.5, 2.0, size=(len(space.vectors), 1))
    matrix = np.array(list(space.vectors.values())) * lengths
    return Embedding.from_arrays(list(space.vectors), matrix.astype(np.float32), name=f"everything-{language}")


def filler_of(space: Embedding) -> tuple[str, ...]:
    return space.words[-700:]
