"""Made-up spaces for mitigations: gender on the first axis, and neighbourhoods that know the sides of words without it."""

from __future__ import annotations

from functools import cache

import numpy as np

from tests.spaces import Floats
from weatherglass.embedding.embedding import Embedding
from weatherglass.mitigate.base import Method, mitigation
from weatherglass.words import packs
from weatherglass.words.query import Query, make_query

MALE = ("male", "man", "boy", "brother", "he", "him", "his", "son")
FEMALE = ("female", "woman", "girl", "sister", "she", "her", "hers", "daughter")
SUMS = ("algebra", "geometry", "calculus", "equations", "numbers", "addition", "computation", "fractions")
ARTS = ("poetry", "dance", "literature", "novel", "symphony", "drama", "sculpture", "opera")
PAIRED = ("base-pairs", "subspace", "equalise", "sex", "forms")
LETTERS = list("abcdefghijklmnopqrstuvwxyz")


def sums_and_arts(**changes: object) -> Query:
    """Eight and eight words by eight and eight gendered ones."""
    data = {
        "name": "sums",
        "language": "en",
        "targets": {"sums": list(SUMS), "arts": list(ARTS)},
        "attributes": {"male": list(MALE), "female": list(FEMALE)},
    }
    return make_query({**data, **changes})


class _Made:
    """Words with vectors of which the first axis is gender, female words on its positive side."""

    def __init__(self, dim: int, seed: int):
        self.rng, self.dim = np.random.default_rng(seed), dim
        self.vectors: dict[str, Floats] = {}

    def noise(self) -> Floats:
        return np.array([0.0, *self.rng.normal(size=self.dim - 1) / np.sqrt(self.dim - 1)])

    def put(self, word: str, *, lean: float = 0.0, beside: float = 0.0, common: Floats | None = None) -> None:
        """`lean`: along the first axis; `beside`: along the second, of which no pair of gendered words has anything."""
        vector = self.noise() if common is None else common.copy()
        vector[0] += lean + 0.05 * self.rng.normal()
        vector[1] = beside + (0.05 * self.rng.normal() if beside else 0.0)
        self.vectors.setdefault(word.replace(" ", "_"), vector)

    def put_pair(self, one: str, other: str) -> None:
        common = self.noise()
        self.put(one, lean=0.8, common=common + 0.1 * self.noise())
        self.put(other, lean=-0.8, common=common + 0.1 * self.noise())

    def put_filler(self, words: int, lean: float, beside: float) -> None:
        for i in range(words):
            side = 1 if i % 2 else -1
            strength = self.rng.uniform(0.5, 1.0)
            word = "q" + "".join(self.rng.choice(LETTERS, size=9))
            self.put(word, lean=side * lean * strength, beside=side * beside * strength)

    def space(self, name: str) -> Embedding:
        words = [list(self.vectors)[i] for i in self.rng.permutation(len(self.vectors))]
        lengths = self.rng.uniform(0.5, 2.0, size=(len(words), 1))
        matrix = np.array([self.vectors[word] for word in words]) * lengths
        return Embedding.from_arrays(words, matrix.astype(np.float32), name=name)


@cache
def leaning_space(
    *, lean: float = 0.8, beside: float = 0.0, filler: int = 1200, dim: int = 40, seed: int = 0
) -> Embedding:
    """English gendered pairs, sums that lean to the male side, arts to the female one, and filler words of either side.

    `beside`: how far the words of a side also share the second axis, which no direction of pairs knows of.
    """
    made = _Made(dim, seed)
    for name in PAIRED:
        query = packs.word_list("en", name)
        for one, other in (pair for pairs in (query.pairs if query else ()) for pair in pairs.pairs):
            made.put_pair(one[0], other[0])
    for female, male in zip(FEMALE, MALE, strict=True):
        made.put_pair(female, male)
    for word in SUMS:
        made.put(word, lean=-0.7 * lean, beside=-0.7 * beside)
    for word in ARTS:
        made.put(word, lean=0.7 * lean, beside=0.7 * beside)
    made.put_filler(filler, lean, beside)
    return made.space("leaning")


@cache
def pack_space(language: str = "en", *, most: int = 40, filler: int = 500, dim: int = 30, seed: int = 0) -> Embedding:
    """Words of a language's pack but of the questions: pairs on both sides of the first axis, the others leaning by chance.

    `most`: words of a set, and pairs of a list.
    """
    made = _Made(dim, seed)
    queries = [query for query in packs.load(language) if query.name not in ("analogy-pairs", "odd-one-out")]
    for query in sorted(queries, key=lambda query: query.name not in PAIRED):
        for one, other in (pair for pairs in query.pairs for pair in pairs.pairs[:most]):
            made.put_pair(one[0], other[0])
        for word in (word for each in query.sets for word in each.words[:most]):
            made.put(word[0], lean=0.4 * made.rng.normal())
    made.put_filler(filler, 0.6, 0.3)
    return made.space(f"pack-{language}")


LITTLE = {
    "double-hard": {"candidates": 2, "most": 60},
    "null-space": {"rounds": 3, "most": 100},
}  # settings that take little time


@cache
def fitted(name: str, language: str = "en") -> Method:
    """A method fitted on the space of a language's pack."""
    return mitigation(name, **LITTLE.get(name, {})).fit(pack_space(language), language)


def with_axis(space: Embedding, words: tuple[str, ...], factor: float) -> Embedding:
    """The same space in which these words have their first axis multiplied."""
    vectors = np.array(space.vectors)
    vectors[[space.index[word] for word in words], 0] *= factor
    return space.with_vectors(vectors, {})
