"""Documents in the order of what they carry of an effect, and what is left of it without the first, the last, or any of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from weatherglass.arrays import Bools, Floats, Indices
from weatherglass.corpus.corpus import Numbers
from weatherglass.progress import HowFar
from weatherglass.trace.ledger import Ledger
from weatherglass.trace.prediction import Predictor, predicted
from weatherglass.trace.traced import Point, Which, sign_of

WHICH: tuple[Which, ...] = ("top", "bottom", "random")
_SHARES = (0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5)


@dataclass(frozen=True, eq=False)
class Ranking:
    """The ledger's documents: the change without each by each model (a row), NaN where it cannot be told, and the test word
    through whose vector most of it goes. `value`: the effect. `seed`: of the order in which documents are taken at random.
    """

    ledger: Ledger
    changes: Floats
    through: Indices
    value: float
    seed: int

    @property
    def sign(self) -> int:
        """Of the effect."""
        return sign_of(self.value)

    @cached_property
    def known(self) -> Bools:
        return np.asarray(np.isfinite(self.changes).all(axis=0))

    @cached_property
    def mean(self) -> Floats:
        mean: Floats = self.changes.mean(axis=0)
        return mean

    @cached_property
    def order(self) -> Indices:
        """Places of the documents that something can be told of; those whose removal weakens the effect most come first."""
        places = self.known.nonzero()[0]
        return places[np.argsort(self.sign * self.mean[places], kind="stable")]

    @cached_property
    def _at_random(self) -> Numbers:
        """All documents, also those without test words, in an order that chance gave."""
        return np.random.default_rng(self.seed).permutation(self.ledger.all_documents)

    def without(self, which: Which, share: float) -> Numbers:
        """The numbers of the documents that this share of all of them is: the first of the order, the last, or any."""
        count = max(1, round(share * len(self.ledger.all_documents)))
        if which == "random":
            return self._at_random[:count]
        places = self.order[:count] if which == "top" else self.order[::-1][:count]
        return self.ledger.documents[places]

    def concentration(self) -> tuple[int, int]:
        """How many documents weaken the effect by their removal, and how many of these have half of all that they take from it."""
        taken = -self.sign * self.mean[self.order]  # the most first
        taken = taken[taken > 0]
        half = int(np.searchsorted(np.cumsum(taken), taken.sum() / 2)) + 1 if len(taken) else 0
        return len(taken), half

    def agreement(self) -> float | None:
        """Of the models about documents: the mean correlation of two of them."""
        known = self.changes[:, self.known]
        if len(known) < 2 or known.shape[1] < 3 or (known.std(axis=1) == 0).any():
            return None
        return float(np.mean([np.corrcoef(known[i], known[j])[0, 1] for i, j in combinations(range(len(known)), 2)]))


def ranking_of(ledger: Ledger, models: Sequence[Predictor], seed: int, progress: HowFar | None = None) -> Ranking:
    """The change without each document, by each model."""
    changes, through = np.empty((len(models), len(ledger.documents))), np.empty((len(models), len(ledger.documents)), np.int64)  # fmt: skip
    total = len(models) * len(ledger.documents)
    for number, model in enumerate(models):

        def told(done: int, _of: int, before: int = number * len(ledger.documents)) -> None:
            if progress is not None:
                progress(before + done, total)

        changes[number], through[number] = model.changes(ledger, told)
    most = np.array([np.bincount(column + 1).argmax() - 1 for column in through.T], np.int64)  # what most models say
    return Ranking(ledger, changes, most, float(np.mean([model.value for model in models])), seed)


def curve(ranking: Ranking, models: Sequence[Predictor]) -> tuple[Point, ...]:
    """The effect predicted without more and more documents, from the top, from the bottom, and at random."""
    points = []
    for which in WHICH:
        before = -1
        for share in _SHARES:
            numbers = ranking.without(which, share)
            if len(numbers) == before:  # of few documents, several shares are the same number
                continue
            before = len(numbers)
            change = predicted(models, ranking.ledger.taken_by(ranking.ledger.among(numbers)))
            value = None if change.mean is None else ranking.value + change.mean
            points.append(Point(which=which, share=share, documents=before, value=value, reason=change.reason))
    return tuple(points)
