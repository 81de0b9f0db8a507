"""What an effect would be without some of the documents, by models that were trained with all of them.

Several models differ by the seed of their training alone; what they agree on is the documents', the rest is chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from weatherglass.arrays import Floats, Indices
from weatherglass.measure.base import NotMeasurable
from weatherglass.progress import HowFar
from weatherglass.trace.effect import Effect
from weatherglass.trace.ledger import Ledger, Near, Taken
from weatherglass.trace.squares import Squares, TooFewContexts, extended


@dataclass(frozen=True, slots=True, eq=False)
class Predictor:
    """One model: the effect on its word vectors, and how that follows from the counts.

    `levers`: for each cell of the ledger's total, what a unit of pull on its word's vector does to the effect, to first order.
    `slopes`: how the effect changes with each number of the words' vectors. `as_saved`: the effect on the vectors that training hands on.
    """

    squares: Squares
    effect: Effect
    value: float
    as_saved: float
    slopes: Floats
    levers: Floats

    def change(self, taken: Taken, *, group: bool = False) -> float:
        """Of the effect, without what some documents added; NotMeasurable or TooFewContexts where it has none."""
        return self.effect(self.squares.moved(taken, group=group)) - self.value

    def changes(self, ledger: Ledger, progress: HowFar | None = None) -> tuple[Floats, Indices]:
        """Without each document by itself, NaN where it cannot be told, and the word through whose vector most of it goes."""
        count = len(ledger.documents)
        found, through = np.full(count, np.nan), np.full(count, -1)
        for place in range(count):
            with suppress(TooFewContexts, NotMeasurable):
                moved = self.squares.moved(ledger.taken(place))
                found[place] = self.effect(moved) - self.value
                through[place] = np.argmax(np.abs(((moved - self.squares.vectors) * self.slopes).sum(axis=1)))
            if progress is not None:
                progress(place + 1, count)
        return found, through

    def by_cell(self, taken: Taken) -> Floats:
        """What each of these cells has to do with the change, as far as the effect follows the counts in a straight line."""
        changes: Floats = self.levers[taken.places] * self.squares.pulls(taken)[0]
        return changes

    def first_order(self, units: Near) -> Floats:
        """The change without each unit of text, in the same way."""
        cells = self.squares.cells
        by_cell = self.by_cell(Taken(cells.places(units.keys), units.parts / cells.one))
        sums = np.concatenate([[0.0], np.cumsum(by_cell)])[units.ends]
        return np.diff(sums, prepend=0.0)


def predictor_of(squares: Squares, effect: Effect) -> Predictor:
    """For one model; the effect's words are those of the ledger."""
    slopes = effect.gradient(squares.vectors)
    levers = np.empty(len(squares.fitted))
    with_bias = np.append(slopes, np.zeros((len(slopes), 1)), axis=1)
    for word, (begin, end) in enumerate(pairwise(squares.begins)):
        contexts = extended(squares.model, squares.cells.columns[begin:end])
        levers[begin:end] = -contexts @ (squares.inverses[word] @ with_bias[word])
    as_saved = effect(squares.model.embedded(squares.settings)[squares.rows].astype(np.float64))
    return Predictor(squares, effect, effect(squares.vectors), as_saved, slopes, levers)


@dataclass(frozen=True, slots=True)
class Predicted:
    """A change by several models: each one's, or the reason why there is none."""

    by_model: tuple[float, ...]
    reason: str = ""

    @property
    def mean(self) -> float | None:
        return float(np.mean(self.by_model)) if self.by_model else None


def predicted(models: Sequence[Predictor], taken: Taken) -> Predicted:
    """The change without a group of documents, by each model."""
    if not len(taken.places):
        return Predicted((0.0,) * len(models))
    try:
        return Predicted(tuple(each.change(taken, group=True) for each in models))
    except TooFewContexts as error:
        word = models[0].effect.words[error.word]
        return Predicted(
            (), f"“{word}” would stand beside {error.contexts:,} different words only, too few for its vector"
        )
    except NotMeasurable as error:
        return Predicted((), str(error))
