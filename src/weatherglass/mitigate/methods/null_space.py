"""Iterative null-space projection (Ravfogel et al. 2020): what a linear classifier sees is taken out, again and again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from weatherglass.arrays import Bools, Floats, Indices
from weatherglass.embedding.geometry import unit
from weatherglass.errors import Notice, SpecError
from weatherglass.mitigate.base import Fitted, Method, method
from weatherglass.mitigate.methods.linear_projection import everyone
from weatherglass.mitigate.roles import Cast, Inflected, as_found
from weatherglass.mitigate.steps import Remove
from weatherglass.words.vocabulary import is_ordinary

LEAST = 50  # words of either side that are needed
_SHARES = (
    0.6,
    0.8,
)  # for training, up to the first; for the end of the rounds, up to the second; the rest is only looked at in the end
_CLEARLY = 2  # standard errors above chance, from which it is told
_CALM = 3  # rounds in a row at chance that end them: one may be so by luck
_NEW = 1e-6  # length that a direction must have outside those taken already


@method(
    name="null-space",
    title="Iterative null-space projection",
    what="Trains a linear classifier to tell the words that lean most to one side of the pairs from those that lean most to the other, takes its "
    "direction from all words, and repeats this until other words are told no better than by guessing, three times in a row.",
    treats="all words; or the neutral words given",
    lengths="rows keep their length but for what is taken",
    published="GloVe: a linear classifier told 100 % of the words most biased before right, 49.3 % after; one with a hidden layer still 85.0 % "
    "(Ravfogel et al. 2020)",
    limits="Linear classifiers fail afterwards, others need not: clusters and a classifier with a curved boundary are looked at in the account. Takes many "
    "dimensions, so that what else they held is lost. Sides are those of the pairs, not of people.",
    cite=("ravfogel2020",),
)
@dataclass(kw_only=True)
class NullSpace(Method):
    """`most`: words of each side; fewer where the vectors have fewer. `rounds`: at most so many directions are taken. `inflected`: whose sides are not looked at."""

    rounds: int = 35
    most: int = 2500
    inflected: Inflected = "protect"
    seed: int = 0

    def check(self) -> None:
        super().check()
        if self.rounds < 1 or self.most < LEAST:
            raise SpecError(
                f"rounds={self.rounds}, most={self.most}: give at least 1 round and {LEAST} words of each side"
            )

    def _fitted(self, cast: Cast) -> Fitted:
        pairs = cast.pairs()
        used = frozenset((*pairs.one.rows, *pairs.other.rows))
        only = None if cast.roles.neutral is None else cast.only(cast.roles.neutral, used)
        rows = self._sides(cast, cast.leaning(pairs), used)
        vectors = unit(cast.embedding.vectors[rows])
        labels = np.arange(len(rows)) < len(rows) // 2
        parts = self._parts(len(rows))
        directions, accuracies, reached = _taken(vectors, labels, parts, self.rounds)
        held_out = _accuracy(vectors, labels, parts[0], parts[2], directions)
        notices = list(cast.notices)
        if not reached:
            hope = "give more rounds" if len(directions) == self.rounds else "no more can be taken"
            text = f"After {len(directions)} rounds a linear classifier still tells {accuracies[-1]:.0%} of other words right; {hope}."
            notices.append(Notice("above-chance", text))
        elif held_out > 0.5 + _CLEARLY * np.sqrt(0.25 / parts[2].sum()):
            text = f"The rounds ended at chance, but a linear classifier tells {held_out:.0%} of words right that played no part in that; try another seed."
            notices.append(Notice("above-chance", text))
        return Fitted(
            steps=(Remove(directions, only),),
            directions=directions,
            pairs=as_found(pairs),
            used=used | frozenset(cast.embedding.words[row] for row in rows[parts[0] | parts[1]]),
            treated=only or everyone,
            facts={
                "pairs": list(pairs.labels),
                "rounds": len(directions),
                "trained_on": int(parts[0].sum()),
                "accuracy": [accuracies[0], accuracies[-1]],
                "held_out": int(parts[2].sum()),
                "accuracy_held_out": held_out,
            },
            notices=tuple(notices),
        )

    def _sides(self, cast: Cast, lean: Floats, used: frozenset[str]) -> Indices:
        """Rows of the words that lean most to the first side, most of all first, then as many of the second."""
        stays = tuple(cast.protected(self.inflected).values())
        words = cast.embedding.words
        able = [
            i for i, w in enumerate(words) if is_ordinary(w) and w not in used and not any(test(w) for test in stays)
        ]
        order = np.array(able, np.int64)[np.argsort(-lean[able], kind="stable")]
        fewest = min(int((lean[able] > 0).sum()), int((lean[able] < 0).sum()), self.most)
        if fewest < LEAST:
            raise SpecError(
                f"{fewest} neutral words of {cast.embedding.name} lean to one of the sides; at least {LEAST} are needed"
            )
        return np.concatenate([order[:fewest], order[::-1][:fewest]])

    def _parts(self, n: int) -> tuple[Bools, Bools, Bools]:
        """Words to train on, to end the rounds by, and to look at in the end; as many of either side in each."""
        rng = np.random.default_rng(self.seed)
        places = np.concatenate([rng.permutation(n // 2), rng.permutation(n // 2)]) / (n // 2)
        low, high = _SHARES
        return places < low, (places >= low) & (places < high), places >= high


def _taken(
    vectors: Floats, labels: Bools, parts: tuple[Bools, Bools, Bools], rounds: int
) -> tuple[Floats, list[float], bool]:
    """Orthonormal directions, the accuracies on the second part before each, and after the last; whether it is down to chance.

    One direction is never taken, or nothing would be left of any word.
    """
    train, other, _ = parts
    chance = 0.5 + np.sqrt(0.25 / other.sum())  # one standard error above: no better than guessing
    directions = np.empty((0, vectors.shape[1]))
    most = min(rounds, vectors.shape[1] - 1)
    accuracies: list[float] = []
    while True:
        left = vectors - (vectors @ directions.T) @ directions
        classifier = _classifier().fit(left[train], labels[train])
        accuracies.append(float((classifier.predict(left[other]) == labels[other]).mean()))
        if (max(accuracies[-_CALM:]) <= chance and len(accuracies) >= _CALM) or len(directions) == most:
            return directions, accuracies, accuracies[-1] <= chance
        normal = classifier.coef_[0] - (classifier.coef_[0] @ directions.T) @ directions
        length = np.linalg.norm(normal)
        if length <= _NEW * np.linalg.norm(classifier.coef_[0]):
            return directions, accuracies, accuracies[-1] <= chance
        directions = np.vstack([directions, normal / length])


def _accuracy(vectors: Floats, labels: Bools, train: Bools, test: Bools, directions: Floats) -> float:
    left = vectors - (vectors @ directions.T) @ directions
    right = _classifier().fit(left[train], labels[train]).predict(left[test]) == labels[test]
    return float(right.mean())


def _classifier() -> Any:
    from sklearn.svm import LinearSVC

    # Logistic regression ends where it begins, at zero, once differences are small: that looks like chance.
    return LinearSVC(dual=False)
