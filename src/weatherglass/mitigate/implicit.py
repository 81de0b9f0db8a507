"""What is left of the sides that words had, whatever a direction shows now (Gonen & Goldberg 2019)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from weatherglass.arrays import Floats, Indices
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.geometry import unit
from weatherglass.measure.published.gonen_goldberg import by_neighbours, sides_told
from weatherglass.measure.result import Lacking
from weatherglass.mitigate.explicit import Change, Value
from weatherglass.stats.intervals import fisher
from weatherglass.stats.shares import share_interval

LEAST = 100  # words of either side without which nothing is said
STAYS = 0.5  # share of what was seen above guessing from which on it counts as still seen
_LEVEL = 0.95
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Traced:
    """How well the sides of the original space are seen before and after.

    `by`: what the sides are taken from. `clusters`: accuracy of two clusters of the most leaning words; `chance`: what words without sides exceed in
    about one of 20 cases. `classifier`: of an RBF-SVM on words it has not seen. `neighbours`: over the professions, the correlation of the share of
    neighbours from the first side with the original lean.
    """

    by: str
    clusters: Change
    classifier: Change
    neighbours: Change
    chance: float
    clustered: int
    trained: int
    tested: int

    @property
    def stays(self) -> bool:
        """Whether clusters or the classifier, having seen the sides, still see at least half of what they saw above guessing."""
        return _stays(self.clusters, self.chance) or _stays(self.classifier, _guessing(self.tested))


def _stays(change: Change, chance: float) -> bool:
    """`chance`: what is seen by accident; a trace that does not exceed it is none, before or after."""
    before, after = change.before.value, change.after.value
    if before is None or after is None or min(before, after) <= chance:
        return False
    return after - 0.5 >= STAYS * (before - 0.5) - _ROUNDING


def traced(
    before: Embedding,
    after: Embedding,
    by: str,
    lean: Floats,
    rows: Indices,
    professions: Indices,
    their_lean: Floats,
    seed: int,
) -> Traced | Lacking:
    """`lean`: of the words in `rows` in the original space, positive to the first side; `professions`: rows of words to be looked at beside."""
    fewest = min(int((lean > 0).sum()), int((lean < 0).sum()))
    if fewest < LEAST:
        return Lacking(
            skipped=f"{fewest} neutral words lean to one of the sides of {by}; {LEAST} are needed to look for traces"
        )
    half = min(2500, fewest)
    settings = {"most": min(500, half), "pool": 2 * half, "train": max(2, 2 * (half // 5)), "seed": seed}
    order = np.argsort(lean, kind="stable")
    pool = np.sort(np.concatenate([order[:half], order[-half:]]))  # the only ones that clusters and classifier look at
    k = min(100, len(rows) // 10)
    spaces = (before, after)
    told = [sides_told(unit(space.vectors[rows[pool]]), lean[pool], settings) for space in spaces]
    shares = [
        by_neighbours(space.vectors, lean, space.vectors[professions], their_lean, k, rows)
        if len(professions)
        else None
        for space in spaces
    ]
    n, tested = told[0].clustered, told[0].tested
    return Traced(
        by=by,
        clusters=_change(*(_share(each.clusters, n) for each in told)),
        classifier=_change(*(_share(each.classifier, tested) for each in told)),
        neighbours=_change(*(_correlation(each, len(professions)) for each in shares)),
        chance=_guessing(n, better_of_two=True),
        clustered=n,
        trained=told[0].trained,
        tested=tested,
    )


def _guessing(n: int, *, better_of_two: bool = False) -> float:
    """The share of n words told right that guessing exceeds in about one of 20 cases; the better of two labelings exceeds it either way."""
    return float(0.5 + (1.96 if better_of_two else 1.645) * 0.5 / np.sqrt(n))


def _change(before: Value, after: Value) -> Change:
    return Change(before=before, after=after)


def _share(value: float, n: int) -> Value:
    right = np.arange(n) < round(value * n)
    return Value(value=value, interval=share_interval(right, np.arange(n)[:, None], level=_LEVEL))


def _correlation(value: float | None, n: int) -> Value:
    if value is None:
        return Value(value=None, reason="too few professions are in the vectors, or their neighbours do not differ")
    return Value(value=value, interval=fisher(value, n, _LEVEL))
