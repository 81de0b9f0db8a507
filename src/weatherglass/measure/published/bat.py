"""The bias analogy test (Lauscher et al. 2020), over all pairs of target words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Floats
from weatherglass.embedding.geometry import unit
from weatherglass.measure.base import NotMeasurable, Scores, measure, target_sizes, vectors_of
from weatherglass.stats.partitions import p_among_partitions
from weatherglass.stats.permutation import PValue, Test
from weatherglass.words.lookup import Vectors

Counts = NDArray[np.int64]
_AT_ONCE = 500_000  # comparisons


class Cases:
    """Distances among a test's own words, and what follows from them.

    With q = t1 − t2 + a2, a1 is nearer to q than a2' is if ‖a1‖² − 2 q·a1 < ‖a2'‖² − 2 q·a2'. So all that is needed is
    how the differences t1 − t2, and the attribute words themselves, relate to the attribute words.
    """

    def __init__(self, targets: Floats, one: Floats, other: Floats):
        self.sizes = len(one), len(other)
        self.leaning = 2 * targets @ np.concatenate([one, other]).T  # each target word's part of 2 q·a
        self.own = np.concatenate([(one**2).sum(axis=1), (other**2).sum(axis=1)])
        self.from_one, self.from_other = (2 * each @ np.concatenate([one, other]).T for each in (one, other))

    @property
    def per_pair(self) -> int:
        """Cases of one pair of target words: both kinds together."""
        return _per_pair(*self.sizes)

    def nearer(self, first: NDArray[np.intp], second: NDArray[np.intp]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """For pairs of target words, which cases count.

        The first kind by (pair, a2, a1, a2'), the second by (pair, a1, a2, a1').
        """
        n, m = self.sizes
        shift = self.leaning[first] - self.leaning[second]
        towards_one = (self.own - shift)[:, None, :] - self.from_other  # q1 = t1 − t2 + a2
        towards_other = (self.own + shift)[:, None, :] - self.from_one  # q2 = a1 − t1 + t2
        kind_one = towards_one[:, :, :n, None] < towards_one[:, :, None, n:]
        kind_other = towards_other[:, :, n:, None] < towards_other[:, :, None, :n]
        kind_one[:, np.arange(m), :, np.arange(m)] = False  # a2' is another word than a2
        kind_other[:, np.arange(n), :, np.arange(n)] = False
        return kind_one, kind_other

    def blocks(self, first: NDArray[np.intp], second: NDArray[np.intp]) -> Sequence[slice]:
        step = max(1, _AT_ONCE // max(1, self.per_pair))
        return [slice(start, start + step) for start in range(0, len(first), step)]

    def counts(self, first: NDArray[np.intp], second: NDArray[np.intp]) -> Counts:
        """How many cases count, for each pair of target words."""
        found = np.zeros(len(first), np.int64)
        for block in self.blocks(first, second):
            found[block] = _per_pair_counts(self.nearer(first[block], second[block]))
        return found


def _per_pair_counts(kinds: Sequence[NDArray[np.bool_]]) -> list[int]:
    """Pair by pair, as numpy counts a whole array many times faster than along axes."""
    return [sum(map(np.count_nonzero, pair)) for pair in zip(*kinds, strict=True)]


def _cases(v: Vectors, normalise: bool) -> tuple[Cases, int]:
    one, other = v.attributes
    for attribute in v.attributes:
        if len(attribute.words) < 2:
            raise NotMeasurable(f"'{attribute.name}' has one word, so there is no other to compare it with")
    target_vectors = vectors_of(v.targets)
    shaped = unit if normalise else np.asarray
    return Cases(shaped(target_vectors), shaped(one.vectors), shaped(other.vectors)), len(v.targets[0].words)


def p_value(v: Vectors, scores: Scores, test: Test, /, **params: Any) -> PValue:
    """Among random partitions of the target words: a partition's count is a sum over its pairs of words."""
    table = scores.working["table"].astype(np.float64)
    sizes = target_sizes(v)
    observed = float(table[: sizes[0], sizes[0] :].sum())
    return p_among_partitions(lambda x: ((x @ table) * (1 - x)).sum(axis=1), sizes, observed, test)


def left_out(v: Vectors, *, normalise: bool) -> list[Floats]:
    """The value without each word of the four sets, from how many cases each word takes part in."""
    cases, n_one = _cases(v, normalise)
    n, m = cases.sizes
    n_other = len(v.targets[1].words)
    first, second = _pairs(n_one, n_other)
    pairs = np.zeros(len(first), np.int64)
    with_one, with_other = np.zeros(n, np.int64), np.zeros(m, np.int64)
    for block in cases.blocks(first, second):
        kind_one, kind_other = cases.nearer(first[block], second[block])
        pairs[block] = _per_pair_counts((kind_one, kind_other))
        of_one, of_other = (kind.sum(axis=0, dtype=np.int32) for kind in (kind_one, kind_other))
        with_other += of_one.sum(axis=(1, 2)) + of_one.sum(axis=(0, 1)) + of_other.sum(axis=(0, 2))
        with_one += of_other.sum(axis=(1, 2)) + of_other.sum(axis=(0, 1)) + of_one.sum(axis=(0, 2))
    table = pairs.reshape(n_one, n_other)
    total = int(table.sum())
    return [
        _share(total - table.sum(axis=1), (n_one - 1) * n_other * cases.per_pair),
        _share(total - table.sum(axis=0), n_one * (n_other - 1) * cases.per_pair),
        _share(total - with_one, n_one * n_other * _per_pair(n - 1, m) if n > 2 else 0),
        _share(total - with_other, n_one * n_other * _per_pair(n, m - 1) if m > 2 else 0),
    ]


def _per_pair(n: int, m: int) -> int:
    return n * m * (m - 1) + m * n * (n - 1)


def _share(hits: Counts, cases: int) -> Floats:
    return hits / cases if cases else np.full(len(hits), np.nan)


def _pairs(n_one: int, n_other: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Every word of the first target set with every one of the second, as places in both sets together."""
    return np.repeat(np.arange(n_one), n_other), n_one + np.tile(np.arange(n_other), n_one)


@measure(
    name="bat",
    title="Bias analogy test",
    targets=2,
    attributes=2,
    symbol="share",
    unit="share",
    null=None,
    what="The share of analogies “t1 is to t2 as a1 is to a2” that land nearer to the stereotyped attribute word than to another "
    "word of the opposite set, over all words of the four sets.",
    formula="share of (x ∈ X, y ∈ Y, a ∈ A, b ∈ B, b′ ≠ b) with ‖x − y + b − a‖ < ‖x − y + b − b′‖, and of (x, y, a, b, a′ ≠ a) with ‖a − x + y − b‖ < ‖a − x + y − a′‖",
    sign="above the mean of random partitions: target set 1 goes with attribute set 1, and 2 with 2; a target word's score is its "
    "own share",
    range="0 to 1; the neutral value is not 0.5 but the mean over random partitions of the target words, usually below it",
    bounds=(0.0, 1.0),
    good="nearer to the mean over random partitions",
    published="Arabic fastText: 0.47, 0.43, 0.50, 0.44 for tests 1, 2, 7, 8 (Lauscher et al. 2020, table 3); their code keeps the last "
    "pair of target words only, so the numbers are not comparable",
    limits="Analogies return similar words whatever the relation is, so the share says little by itself; only its distance from "
    "random partitions does. It needs two words in each attribute set. Lengths of vectors matter unless they are normalised.",
    reading="{value} of the analogies between {t1} and {t2} land on the side that pairs {t1} with {a1}; random partitions of these "
    "words give {chance} on average",
    cite=("lauscher2020",),
    swapped="other",
    lengths_matter=True,
    p=p_value,
    p_from="the share of partitions of the target words into sets of the same sizes that give as large a share of analogies",
    left_out=left_out,
)
def bat(v: Vectors, *, normalise: bool = False) -> Scores:
    """Share of cases of both kinds, over all (t1, t2, a1, a2), with the mean over random partitions."""
    cases, n_one = _cases(v, normalise)
    words = len(cases.leaning)
    first, second = np.nonzero(~np.eye(words, dtype=bool))
    table = np.zeros((words, words), np.int64)
    table[first, second] = cases.counts(first, second)
    observed = table[:n_one, n_one:]
    return Scores(
        value=float(observed.sum() / (observed.size * cases.per_pair)),
        groups=(
            observed.sum(axis=1) / (observed.shape[1] * cases.per_pair),
            observed.sum(axis=0) / (observed.shape[0] * cases.per_pair),
        ),
        extra={
            "chance": float(table.sum() / (words * (words - 1) * cases.per_pair)),
            "cases": int(observed.size * cases.per_pair),
        },
        working={"table": table},
    )
