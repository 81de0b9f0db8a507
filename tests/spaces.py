"""Small spaces whose values can be worked out by hand, and synthetic ones with a planted association."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from weatherglass.embedding.embedding import Embedding
from weatherglass.words import packs
from weatherglass.words.query import Query, Word, make_query

Floats = NDArray[np.float64]

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


def random_space(*words: str, dim: int = 4, seed: int = 0) -> Embedding:
    """These words, with vectors that mean nothing."""
    vectors = np.random.default_rng(seed).normal(size=(len(words), dim))
    return Embedding.from_arrays(list(words), vectors.astype(np.float32))


def composed_space(space: Embedding, words: Iterable[str]) -> Embedding:
    """The same space with some words composed from subwords: without a rank of their own, after all others."""
    without = dict.fromkeys(space.index[word] for word in words)
    order = [*(i for i in range(len(space)) if i not in without), *without]
    ranks = np.array([-1 if i in without else space.ranks[i] for i in order], np.int64)
    return Embedding("composed", tuple(space.words[i] for i in order), space.vectors[order], ranks, space.rows)


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


class _Made:
    """Words with vectors whose first axis is gender, one after the other."""

    def __init__(self, seed: int, dim: int, *, cased: bool, steady: bool):
        self.rng, self.dim = np.random.default_rng(seed), dim
        self.cased, self.steady = cased, steady
        self.vectors: dict[str, Floats] = {}

    def put(self, word: str, vector: Floats) -> None:
        length = 1.0 if self.steady else self.rng.uniform(0.5, 2.0)
        self.vectors.setdefault(word.replace(" ", "_"), vector * length)

    def put_forms(self, word: str, vector: Floats) -> None:
        self.put(word, vector)
        for form in (capital(word), word.upper()) if self.cased else ():
            self.put(form, self.near(vector))

    def put_pair(self, one: str, other: str, odd: str | None) -> None:
        """Two words of one length, on both sides of what they have in common."""
        common, away = self.rng.normal(size=(2, self.dim))
        common[0] = away[0] = 0
        common /= np.linalg.norm(common)
        away -= (away @ common) * common
        away /= np.linalg.norm(away)
        axis = np.eye(self.dim)[0]
        direction = away if f"{one}–{other}" == odd else axis if self.steady else axis + 0.8 * away
        self.put(one, common + 0.6 * direction)
        self.put(other, common - 0.6 * direction)

    def put_sides(self, words: Iterable[Word], lean: float) -> None:
        for word in words:
            self.put(word[0], self.leaning(lean))

    def leaning(self, mean: float) -> Floats:
        vector: Floats = self.rng.normal(size=self.dim) / np.sqrt(self.dim)
        vector[0] = self.rng.normal(mean, 0.3)
        return vector

    def near(self, vector: Floats) -> Floats:
        return vector + 0.1 * self.rng.normal(size=self.dim)


def capital(word: str) -> str:
    return word[:1].upper() + word[1:]


def filler_of(space: Embedding) -> tuple[str, ...]:
    """The filler words of a space made by `cased_space`."""
    return tuple(word for word in space.words if word.startswith("q") and len(word) == 10)


def cased_space(
    language: str = "en",
    *,
    cased: bool = True,
    steady: bool = False,
    odd: str | None = None,
    unit: bool = False,
    without: tuple[str, ...] = (),
    filler: int = 2500,
    dim: int = 40,
    seed: int = 0,
    name: str = "made",
) -> Embedding:
    """Every word of a language's lists for base pairs, and filler words; the first axis is gender.

    `cased`: with Capitalised and UPPERCASE forms, whose vectors are others than those of the words. `steady`: all base
    pairs differ by the first axis alone, up to 32 bits; `odd` is the one that differs by a direction without any of it.
    Otherwise pairs lean off the axis and vectors differ in length, unless `unit`. Filler words are of ten letters, the
    first a q.
    """
    lists = {query.name: query for query in packs.load(language)}
    made = _Made(seed, dim, cased=cased, steady=steady)
    for x, y in (pair for pairs in lists["base-pairs"].pairs for pair in pairs.pairs):
        made.put_pair(x[0], y[0], odd)
        if cased:
            made.put_pair(capital(x[0]), capital(y[0]), odd)
    for word in lists["professions"].targets[0].words:
        made.put_forms(word[0], made.leaning(0))
    for one, other in lists["plurals"].pairs[0].pairs:
        made.put(other[0], made.near(made.vectors.get(one[0].replace(" ", "_"), made.leaning(0))))
    for listed in (lists["animals"], lists["traits"]):
        for target, lean in zip(listed.targets, (0.2, -0.2), strict=True):
            made.put_sides(target.words, lean)
    for both in lists["forms"].pairs[0].pairs if "forms" in lists else ():
        made.put_sides(both[:1], 0.4)
        made.put_sides(both[1:], -0.4)
    letters = list("abcdefghijklmnopqrstuvwxyz")
    for _ in range(filler):
        made.put("q" + "".join(made.rng.choice(letters, size=9)), made.leaning(0))
    words = [word for word in made.vectors if word not in without]
    shuffled = [words[i] for i in made.rng.permutation(len(words))]
    matrix = np.array([made.vectors[word] for word in shuffled])
    if unit:
        matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    return Embedding.from_arrays(shuffled, matrix.astype(np.float32), name=name)
