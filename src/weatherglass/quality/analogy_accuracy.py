"""Analogies as an examination: how often is d the answer to "a is to b as c is to ?" (3CosAdd; Mikolov et al. 2013)?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from weatherglass.arrays import Indices
from weatherglass.embedding.embedding import Embedding
from weatherglass.progress import HowFar
from weatherglass.quality.accuracy import Accuracy, Answered, Missing, Rows
from weatherglass.quality.answering import answers
from weatherglass.quality.questions import AnalogySet, Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalogyAccuracy:
    """Accuracy over all questions of a set, over its semantic and its grammatical ones, and for each category."""

    name: str
    overall: Accuracy
    semantic: Accuracy | None
    grammar: Accuracy | None
    categories: tuple[Accuracy, ...]
    missing: Missing

    @property
    def parts(self) -> tuple[Accuracy, ...]:
        """The categories, and the totals where there are several of them; the one over all comes last."""
        totals = [each for each in (self.semantic, self.grammar) if each is not None]
        kinds = totals if len(totals) == 2 else []
        return (*self.categories, *kinds, *([self.overall] if len(self.categories) > 1 else []))


def analogy_accuracy(
    rows: Rows,
    asked: AnalogySet,
    *,
    ignore_case: bool = False,
    level: float = 0.95,
    progress: HowFar | None = None,
) -> AnalogyAccuracy:
    """Answer each question by the row of highest cosine with b − a + c on unit vectors, rows a, b and c being left out.

    Right is the row that was found for d, and no other. With `ignore_case` words that differ in case only count
    as one: none of the spellings of a, b and c can be the answer, and any spelling of d is right.
    """
    questions = [question for category in asked.categories for question in category.questions]
    strata = np.repeat(np.arange(len(asked.categories)), [len(category.questions) for category in asked.categories])
    found = np.array([[rows(word) for word in question] for question in questions])
    alike = _alike(rows.finder.embedding) if ignore_case else None
    complete = (found >= 0).all(axis=1)
    words = np.where(found < 0, -1, found if alike is None else alike[found])
    same_row = complete & (np.diff(np.sort(words, axis=1), axis=1) == 0).any(axis=1)
    covered = complete & ~same_row
    answered = answers(rows.finder.embedding.vectors, found[covered, :3], alike=alike, progress=progress)
    right = np.zeros(len(found), bool)
    words_answered = answered if alike is None else np.where(answered < 0, -1, alike[answered])
    right[covered] = words_answered == words[covered, 3]
    outcome = Answered(covered, same_row, right, _pairs(words), strata)
    kinds = np.array([category.kind for category in asked.categories])[strata]

    def total(kind: Kind) -> Accuracy | None:
        return outcome.accuracy(kind, level, kind, kinds == kind) if (kinds == kind).any() else None

    return AnalogyAccuracy(
        name=asked.name,
        overall=outcome.accuracy("all", level),
        semantic=total("semantic"),
        grammar=total("grammar"),
        categories=tuple(
            outcome.accuracy(category.name, level, category.kind, strata == i)
            for i, category in enumerate(asked.categories)
        ),
        missing=rows.missing(word for question in questions for word in question),
    )


def _alike(embedding: Embedding) -> Indices:
    """For each row the first that differs from it in case only."""
    first: dict[str, int] = {}
    return np.array([first.setdefault(word.upper(), row) for row, word in enumerate(embedding.words)])


def _pairs(words: Indices) -> Indices:
    """The numbers of each question's two word pairs; turned round, a pair is the same."""
    ends = np.sort(words.reshape(-1, 2), axis=1)
    _, numbers = np.unique(ends, axis=0, return_inverse=True)
    return numbers.reshape(-1, 2)
