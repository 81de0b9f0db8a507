"""Odd one out: is the word that does not belong the one farthest from the others?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from weatherglass.arrays import Floats
from weatherglass.embedding.geometry import unit
from weatherglass.measure.association import without_noise
from weatherglass.quality.accuracy import Accuracy, Answered, Missing, Rows
from weatherglass.quality.questions import OddSet


@dataclass(frozen=True, slots=True, kw_only=True)
class OddOneOut:
    """Accuracy over all questions of a set, and for each group; `chance` is what guessing would reach, None if nothing is covered."""

    name: str
    overall: Accuracy
    groups: tuple[Accuracy, ...]
    chance: float | None
    missing: Missing

    @property
    def parts(self) -> tuple[Accuracy, ...]:
        return (*self.groups, *([self.overall] if len(self.groups) > 1 else []))


def odd_one_out(rows: Rows, asked: OddSet, *, level: float = 0.95) -> OddOneOut:
    """The answer is the word of lowest cosine with the mean of all the question's unit vectors, the odd one's included.

    Right only if the odd word lies lower than every other. Questions of a group share its words, so for the interval a group
    counts as one unit.
    """
    vectors = rows.finder.embedding.vectors
    covered, same_row, right, groups, chances = [], [], [], [], []
    for number, group in enumerate(asked.groups):
        together = [rows(word) for word in group.together]
        for word in group.odd:
            question = [*together, rows(word)]
            complete, distinct = min(question) >= 0, len(set(question)) == len(question)
            covered.append(complete and distinct)
            same_row.append(complete and not distinct)
            right.append(covered[-1] and _stands_out(unit(vectors[question])))
            groups.append(number)
            chances += [1 / len(question)] * covered[-1]
    units = np.array(groups)
    outcome = Answered(np.array(covered), np.array(same_row), np.array(right), units[:, np.newaxis])
    return OddOneOut(
        name=asked.name,
        overall=outcome.accuracy("all", level),
        groups=tuple(
            outcome.accuracy(group.name, level, among=units == number) for number, group in enumerate(asked.groups)
        ),
        chance=float(np.mean(chances)) if chances else None,
        missing=rows.missing(word for group in asked.groups for word in group.words.words),
    )


def _stands_out(vectors: Floats) -> bool:
    """Whether the last of these unit vectors is the one least like their mean; its length does not matter."""
    towards = without_noise(vectors @ vectors.mean(axis=0))
    return bool(towards[-1] < towards[:-1].min())
