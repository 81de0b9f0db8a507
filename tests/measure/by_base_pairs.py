"""The scores of the study of base pairs by loops over words, without anything of the toolkit but the word lists."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from sklearn.metrics import cohen_kappa_score

from tests.spaces import capital
from weatherglass.embedding.embedding import Embedding
from weatherglass.words import packs
from weatherglass.words.query import Query

K = 20
FORMS: dict[str, Callable[[str], str]] = {
    "Capitalised": capital,
    "UPPERCASE": str.upper,
}


def listed(language: str, name: str) -> Query:
    query = packs.word_list(language, name)
    assert query is not None
    return query


def in_space(word: str) -> str:
    return word.replace(" ", "_")


@dataclass
class ByHand:
    """Scores by loops over words, without anything of the toolkit but the word lists."""

    space: Embedding
    language: str = "en"

    def __post_init__(self) -> None:
        self.rows = {word: self.space.vectors[i].astype(np.float64) for i, word in enumerate(self.space.words)}
        self.units = {word: row / np.sqrt((row**2).sum()) for word, row in self.rows.items()}
        lists = listed(self.language, "base-pairs").pairs
        self.pairs = [(one[0], other[0]) for one, other in lists[0].pairs]
        self.monarchs = (lists[1].pairs[0][0][0], lists[1].pairs[0][1][0])
        self.professions = [in_space(word[0]) for word in listed(self.language, "professions").targets[0].words]
        gendered = {form.lower() for word in listed(self.language, "gendered").all_words() for form in word}
        self.population = [word for word in self.space.words if word.isalpha() and len(word) <= 20]
        self.neutral = [word for word in self.population if word.lower() not in gendered]
        self.matrix = np.array([self.units[word] for word in self.neutral])
        self.place = {word: i for i, word in enumerate(self.neutral)}
        self.near: dict[str, list[int]] = {}
        self.least_gap = 1.0  # between the last neighbour that counts and the first that does not
        self._leans: dict[tuple[str, str], list[int]] = {}

    def neighbours(self, word: str) -> list[int]:
        if word not in self.near:
            cosines = self.matrix @ self.units[word]
            order = [int(i) for i in np.argsort(-cosines, kind="stable")[: K + 2] if i != self.place.get(word)]
            self.least_gap = min(self.least_gap, cosines[order[K - 1]] - cosines[order[K]])
            self.near[word] = order[:K]
        return self.near[word]

    def score(self, measure: str, pair: tuple[str, str], word: str) -> float:
        x, y = pair
        if measure == "direct-bias":
            return float(self.units[word] @ self.units[x] - self.units[word] @ self.units[y])
        if measure == "ripa":
            apart = self.rows[x] - self.rows[y]
            return float(self.rows[word] @ apart / np.sqrt(apart @ apart))
        if pair not in self._leans:
            self._leans[pair] = [1 if self.score("direct-bias", pair, one) > 0 else -1 for one in self.neutral]
        return sum(self._leans[pair][i] for i in self.neighbours(word)) / K

    def sides(self, measure: str, pair: tuple[str, str], words: list[str]) -> list[int]:
        return [int(np.sign(self.score(measure, pair, word))) for word in words]

    def kappa(
        self, measure: str, one: tuple[str, str], words: list[str], other: tuple[str, str], others: list[str]
    ) -> float:
        return float(cohen_kappa_score(self.sides(measure, one, words), self.sides(measure, other, others)))
