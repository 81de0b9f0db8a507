"""The general bias B_g of concepts between two groups (Papakyriakopoulos et al. 2020, sections 3.3 and 4.1).

B_g is the mean of |cos(w₁, P₁) − cos(w₂, P₂)| over concepts P and pairs of group words w. It is made of absolute values, so that it
is never zero: unrelated vectors of d dimensions give √(4/(πd)) on average. What speaks is what the pairs of group words agree on: the leans that
are left once the differences are averaged over these.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from weatherglass.arrays import Floats
from weatherglass.embedding.geometry import unit
from weatherglass.measure.association import without_noise
from weatherglass.measure.result import Lacking
from weatherglass.measure.scrutiny import SIGNIFICANT
from weatherglass.stats.exchanges import MOST_DRAWN, p_of_mean_difference
from weatherglass.stats.intervals import Interval, bca, drawn_weights
from weatherglass.stats.permutation import PValue, Test, p_from_counts, smallest_share
from weatherglass.structure.concepts import Concepts, Forms, Missing, missing_forms
from weatherglass.structure.sentiment import SentimentDifference, sentiment_difference
from weatherglass.structure.space import LEVEL, Space, resamples_of
from weatherglass.words.lookup import Substitution, find_pairs
from weatherglass.words.query import PairSet

SEX = "sex"
GROUPS = (SEX, "origin", "religion", "orientation")
LEAST_CONCEPTS = 5
LEAST_PAIRS = 2
_ONE = 1 - 1e-6  # a cosine of 32-bit vectors that is as good as 1
_MOST_COUNTED = 12  # group pairs whose exchanges are all looked at
_SAME = 1e-12
_MANY = 1_000  # concepts; a lexicon has more, and fewer exchanges of them are drawn


@dataclass(frozen=True, slots=True, kw_only=True)
class Lean:
    """A concept's mean difference, positive towards the first group; and the share of group pairs that have its sign."""

    concept: str
    value: float
    agree: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffled:
    """B_g where the group words were dealt at random to the two sides: mean, 5 and 95 % points.

    `as_large`: share of the draws, the groups themselves counted, with at least the B_g that was found.
    """

    draws: int
    mean: float
    low: float
    high: float
    as_large: float


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneralBias:
    """B_g of one list of concepts between two groups.

    `forms`: whether pairs of forms were compared each with their group, or one form with both. `floor`: of unrelated vectors.
    `lean`: the mean absolute difference of a concept once it is averaged over the group pairs, so that only what these agree on is left; its `lean_p` among
    all ways to exchange the two words of group pairs. `signed`: the mean of the differences, positive towards the first group; its `p` (two-sided) among all ways to exchange a concept's two sides, which says
    that the concepts lean together by these very words, and `p_by_pairs` among all ways to exchange the two words of group pairs, which says that the groups do it.
    `leans`: every concept, from the first group to the second. `itself`: concepts that were left out, as they are group words too.
    """

    task: str
    groups: tuple[str, str]
    forms: Forms
    concepts: int
    paired: int
    asked: int
    group_pairs: tuple[str, ...]
    value: float
    interval: Interval | None
    floor: float
    shuffled: Shuffled
    lean: float
    lean_p: PValue
    signed: float
    signed_interval: Interval | None
    p: PValue
    p_by_pairs: PValue
    leans: tuple[Lean, ...]
    sentiment: SentimentDifference | None
    missing: tuple[Missing, ...]
    missing_pairs: tuple[Missing, ...]
    substituted: tuple[Substitution, ...]
    itself: tuple[str, ...]

    @property
    def beyond_shuffled(self) -> bool:
        """Whether B_g is larger than that of nearly all shuffled groups."""
        return self.shuffled.as_large < SIGNIFICANT

    def extremes(self, most: int) -> tuple[tuple[Lean, ...], tuple[Lean, ...]]:
        """The concepts that lean most to the first group, and those that lean most to the second."""
        first = tuple(lean for lean in self.leans[:most] if lean.value > 0)
        second = tuple(lean for lean in reversed(self.leans[-most:]) if lean.value < 0)
        return first, second


def sides_of(pair_set: PairSet) -> tuple[str, str]:
    """The two groups by the list's name, such as women–men; by its first pair where it has no such name."""
    first, dash, second = pair_set.name.partition("–")
    if dash:
        return first.strip(), second.strip()
    return pair_set.pairs[0][0][0], pair_set.pairs[0][1][0]


def noise_floor(dim: int) -> float:
    """E|cos(a, b) − cos(c, d)| of unrelated vectors."""
    return math.sqrt(4 / (math.pi * dim))


def general_bias(
    space: Space,
    concepts: Concepts,
    groups: PairSet,
    forms: Forms,
    polarity: Mapping[str, float] | None = None,
) -> GeneralBias | Lacking:
    """B_g with everything that says how sure it is; `polarity`: of each concept, for the sentiment difference.

    A concept that is a group word too is left out, as its cosine with itself says nothing.
    """
    pairs, covered = find_pairs(space.finder, groups)
    first, second = sides_of(groups)
    itself: tuple[str, ...] = ()
    if pairs is not None:
        words = unit(np.concatenate([pairs.one.vectors, pairs.other.vectors]))
        same = np.maximum((concepts.one @ words.T).max(axis=1), (concepts.other @ words.T).max(axis=1)) > _ONE
        itself = tuple(label for label, found in zip(concepts.labels, same, strict=True) if found)
        concepts = concepts.only(~same)
    if len(concepts) < LEAST_CONCEPTS or pairs is None or covered.found < LEAST_PAIRS:
        return Lacking(
            skipped=f"{concepts.name}, {first}–{second}: {len(concepts)} of {concepts.asked} concepts and {covered.found} of {covered.asked} "
            f"pairs of group words were found; at least {LEAST_CONCEPTS} and {LEAST_PAIRS} are needed"
        )
    to_one, to_other = (without_noise(side @ words.T) for side in (concepts.one, concepts.other))
    k = len(pairs.labels)
    table = to_one[:, :k] - to_other[:, k:]
    lean = without_noise(table.mean(axis=1))
    value, signed = float(np.abs(table).mean()), float(lean.mean())
    drawn = MOST_DRAWN if len(concepts) <= _MANY else MOST_DRAWN // 5
    either = Test(alternative="two-sided", n=drawn, seed=space.seed)
    order = np.argsort(-lean, kind="stable")
    agree = (np.sign(table) == np.sign(lean)[:, None]).mean(axis=1)
    return GeneralBias(
        task=concepts.name,
        groups=(first, second),
        forms=forms,
        concepts=len(concepts),
        paired=concepts.paired,
        asked=concepts.asked,
        group_pairs=pairs.labels,
        value=value,
        interval=_interval(np.abs(table), space.seed),
        floor=noise_floor(space.embedding.dim),
        shuffled=_shuffled(to_one, to_other, value, space),
        lean=float(np.abs(lean).mean()),
        lean_p=_among_swaps(
            to_one,
            to_other,
            lambda leans: float(np.abs(leans).mean()),
            Test(seed=space.seed),
            alike=not concepts.paired,
        ),
        signed=signed,
        signed_interval=_interval(table, space.seed),
        p=p_of_mean_difference(
            without_noise(to_one[:, :k].mean(axis=1)),
            without_noise(to_other[:, k:].mean(axis=1)),
            either,
        ),
        p_by_pairs=_among_swaps(to_one, to_other, lambda leans: float(leans.mean()), either, alike=False),
        leans=tuple(
            Lean(concept=concepts.labels[i], value=float(lean[i]), agree=float(agree[i])) for i in order.tolist()
        ),
        sentiment=None
        if polarity is None
        else sentiment_difference(table, np.array([polarity[label] for label in concepts.labels]), space.seed),
        missing=concepts.missing,
        missing_pairs=missing_forms(space, groups, covered.missing),
        substituted=concepts.substituted + covered.substituted,
        itself=itself,
    )


def _interval(table: Floats, seed: int) -> Interval | None:
    """Of the mean over concepts (rows) and group pairs (columns), both drawn again."""
    n, k = table.shape
    replicates = []
    for rows, columns in drawn_weights((n, k), resamples_of(n), seed):
        replicates.append(((rows / n) @ table * (columns / k)).sum(axis=1))
    total = table.sum()
    left_out = [(total - table.sum(axis=1)) / ((n - 1) * k), (total - table.sum(axis=0)) / (n * (k - 1))]
    return bca(float(table.mean()), np.concatenate(replicates), left_out, LEVEL)


def _shuffled(to_one: Floats, to_other: Floats, value: float, space: Space) -> Shuffled:
    rng = np.random.default_rng([space.seed, 2])
    k = to_one.shape[1] // 2
    values = np.empty(space.draws)
    for i in range(space.draws):
        order = rng.permutation(2 * k)
        values[i] = np.abs(to_one[:, order[:k]] - to_other[:, order[k:]]).mean()
    low, high = np.quantile(values, [0.05, 0.95])
    return Shuffled(
        draws=space.draws,
        mean=float(values.mean()),
        low=float(low),
        high=float(high),
        as_large=float((1 + np.count_nonzero(values >= value - 1e-12)) / (1 + space.draws)),
    )


def _among_swaps(
    to_one: Floats, to_other: Floats, statistic: Callable[[Floats], float], test: Test, *, alike: bool
) -> PValue:
    """p of a statistic of the concepts' leans when it is left to chance which word of a pair belongs to which group.

    All ways where the pairs are few, some drawn otherwise. `alike`: exchanging the words of all pairs gives the same value again, as the
    mean lean of single words does, so that the smallest p is two in 2ᵏ.
    """
    k = to_one.shape[1] // 2
    as_is, swapped = to_one[:, :k] - to_other[:, k:], to_one[:, k:] - to_other[:, :k]
    counted = k <= _MOST_COUNTED
    ways = (
        (np.arange(2**k)[:, None] >> np.arange(k)) & 1
        if counted
        else np.random.default_rng([test.seed, 3]).integers(0, 2, size=(2**_MOST_COUNTED, k))
    )
    values = np.array([statistic((as_is @ (1.0 - way) + swapped @ way) / k) for way in ways])
    here = statistic(as_is.mean(axis=1))
    return p_from_counts(
        int(np.count_nonzero(values > here + _SAME)),
        int(np.count_nonzero(values < here - _SAME)),
        len(values),
        test,
        sampled=not counted,
        floor=smallest_share(2 ** (k - 1) if alike else 2**k, test),
    )
