"""Spaces that hold every word of a language's lists about gender, with gender on the first axis."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from tests.spaces import Floats
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import write
from weatherglass.structure.structure import PARTS, Structure, structure_of, to_read
from weatherglass.structure.structure import Wishes as Everything
from weatherglass.words.query import Query

LEAN = {"female": 0.4, "feminine": 0.4, "male": -0.4, "masculine": -0.4}  # by the last word of a set's name
SPELLED = 5  # inclusive spellings of occupations that are there


class _Made:
    def __init__(self, dim: int, seed: int, most: int | None):
        self.rng, self.dim, self.most = np.random.default_rng(seed), dim, most
        self.vectors: dict[str, Floats] = {}

    def noise(self) -> Floats:
        return np.array([0.0, *self.rng.normal(size=self.dim - 1) / np.sqrt(self.dim - 1)])

    def put(self, word: str, vector: Floats, lean: float) -> None:
        gender = np.eye(self.dim)[0] * (lean + 0.1 * self.rng.normal())
        self.vectors.setdefault(word.replace(" ", "_"), vector + gender)

    def put_query(self, query: Query) -> None:
        neutral = query.name == "inclusive"  # its first words are neither feminine nor masculine
        for first, second in (pair for pairs in query.pairs for pair in pairs.pairs[: self.most]):
            common = self.noise()
            self.put(first[0], common + 0.2 * self.noise(), 0.1 if neutral else 0.5)
            self.put(second[0], common + 0.2 * self.noise(), 0.1 if neutral else -0.4)
        for target in query.targets:
            for word in target.words[: SPELLED if query.name == "inclusive spellings" else self.most]:
                self.put(word[0], self.noise(), LEAN.get(target.name.split()[-1], 0.0))


@cache
def gendered_space(
    language: str = "de",
    *,
    without: tuple[str, ...] = (),
    most: int | None = None,
    filler: int = 1800,
    dim: int = 24,
    seed: int = 0,
) -> Embedding:
    """The two words of a pair have nearly all in common but the first axis, which leads from the second to the first.

    Single words lean by the name of their set, others by chance. `most`: of each list, for what need not be long. Filler words
    are of ten letters.
    """
    made = _Made(dim, seed, most)
    for query in to_read(language, PARTS, Everything()):
        made.put_query(query)
    letters = list("abcdefghijklmnopqrstuvwxyz")
    for _ in range(filler):
        made.put("".join(made.rng.choice(letters, size=10)), made.noise(), 0.0)
    words = [word for word in made.vectors if word not in without]
    shuffled = [words[i] for i in made.rng.permutation(len(words))]
    matrix = np.array([made.vectors[word] for word in shuffled]) * made.rng.uniform(0.5, 2.0, size=(len(words), 1))
    return Embedding.from_arrays(shuffled, matrix.astype(np.float32), name=f"gendered-{language}")


@cache
def gendered_structure(language: str = "de") -> Structure:
    """Everything that was found in such a space."""
    return structure_of(gendered_space(language), language, draws=100)


def gendered_file(folder: Path, language: str = "de") -> Path:
    return write(gendered_space(language), folder / f"{language}.bin")
