"""The counter-check: how often an analogy is "solved" where its pair has nothing to do with the words.

Zhang, Sneyd and Stevenson (2021) asked "man is to x as woman is to ?" for pairs (x, y) such as apple and apples, and got y
often: what comes back is a word similar to x, and the likeness of man and woman is enough to explain it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from weatherglass.arrays import Floats
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.geometry import unit
from weatherglass.files.plain import fields_of
from weatherglass.measure.association import without_noise
from weatherglass.quality.inputs import Input, english, find, refuse_same
from weatherglass.quality.ranking import best_rows
from weatherglass.words.lookup import Finder
from weatherglass.words.query import PairSet, Word


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What "first : x :: second : ?" returned for the pairs (x, y) of one category.

    `found`: both words are in the vectors, as rows of their own. `solved`: the answer is y, the words asked with being
    left out; `unrestricted`: the answer is y with any word allowed; `returned_x`: it is then just x. The mean and standard
    deviation (n − 1) of cos(x, y) are None where there are too few pairs for them.
    """

    name: str
    asked: int
    found: int
    solved: int
    unrestricted: int
    returned_x: int
    mean_cosine: float | None
    sd_cosine: float | None

    @property
    def share(self) -> float | None:
        """Of the pairs found, how many were solved."""
        return self.solved / self.found if self.found else None

    def to_dict(self) -> dict[str, Any]:
        return fields_of(self) | {"share": self.share}


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterCheck:
    """How often analogies with this pair are "solved" where the pair has nothing to do with the words.

    `overall` counts each pair once, also one that is in several categories.
    """

    first: Input
    second: Input
    cosine: float
    overall: Tally
    categories: tuple[Tally, ...]


def counter_check(
    embedding: Embedding,
    pair: tuple[str, str],
    categories: Iterable[PairSet],
    *,
    finder: Finder | None = None,
) -> CounterCheck:
    """Ask "first is to x as second is to ?" for pairs (x, y) unrelated to it, and count how often y comes back.

    By Zhang et al. (2021), with (man, woman) and the pairs of the Google analogies without "family". Pairs that hold a word of
    the pair itself are not counted as found.
    """
    finder = finder or english(embedding)
    rows, inputs = find(embedding, pair, finder)
    refuse_same(inputs[0], inputs[1:])
    sets = tuple(categories)
    asked = tuple(dict.fromkeys(words for pair_set in sets for words in pair_set.pairs))
    found = {words: hit for words in asked if (hit := _rows_of_pair(finder, words, rows)) is not None}
    returned = dict(zip(found, _ask(embedding, rows, list(found.values())), strict=True))
    at_first, at_second = unit(embedding.vectors[rows])
    return CounterCheck(
        first=inputs[0],
        second=inputs[1],
        cosine=float(without_noise(at_first @ at_second)),
        overall=_tally("all", asked, returned),
        categories=tuple(_tally(s.name, tuple(dict.fromkeys(s.pairs)), returned) for s in sets),
    )


@dataclass(frozen=True, slots=True)
class _Returned:
    """What one question of the counter-check returned."""

    cosine: float
    solved: bool
    unrestricted: bool
    returned_x: bool


def _rows_of_pair(finder: Finder, words: tuple[Word, Word], barred: Sequence[int]) -> tuple[int, int] | None:
    x, y = (finder.find(word) for word in words)
    if x is None or y is None or len({x[0], y[0], *barred}) < 4:
        return None
    return x[0], y[0]


def _ask(embedding: Embedding, rows: Sequence[int], pairs: Sequence[tuple[int, int]]) -> list[_Returned]:
    """All questions at once. The best answer without the three words asked with is among the four best of all."""
    if not pairs:
        return []
    first, second = unit(embedding.vectors[list(rows)])
    x = unit(embedding.vectors[[x for x, _ in pairs]])
    y = unit(embedding.vectors[[y for _, y in pairs]])
    answers, _ = best_rows(embedding.vectors, x - first + second, 4)
    cosines = without_noise(np.einsum("ij,ij->i", x, y))
    return [
        _Returned(
            cosine=float(cosine),
            solved=next((row for row in ranked if row not in (*rows, x_row)), None) == y_row,
            unrestricted=ranked[0] == y_row,
            returned_x=ranked[0] == x_row,
        )
        for (x_row, y_row), ranked, cosine in zip(pairs, answers.tolist(), cosines, strict=True)
    ]


def _tally(name: str, asked: Sequence[tuple[Word, Word]], returned: Mapping[tuple[Word, Word], _Returned]) -> Tally:
    found = [returned[words] for words in asked if words in returned]
    cosines: Floats = np.array([each.cosine for each in found])
    return Tally(
        name=name,
        asked=len(asked),
        found=len(found),
        solved=sum(each.solved for each in found),
        unrestricted=sum(each.unrestricted for each in found),
        returned_x=sum(each.returned_x for each in found),
        mean_cosine=float(cosines.mean()) if found else None,
        sd_cosine=float(cosines.std(ddof=1)) if len(found) > 1 else None,
    )
