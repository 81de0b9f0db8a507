"""Where a value stands among the same measure on other words: random ones, and sets about other topics.

Both kinds of sets are matched to the test's own target words in frequency, and topical ones in cohesion too: a small p
comes easily to any two sets that are each about something.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Floats, Indices, Singles
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.geometry import unit
from weatherglass.embedding.order import frequency_known
from weatherglass.embedding.selection import sampled_ranks
from weatherglass.measure.base import GroupEffect
from weatherglass.measure.scrutiny import SIGNIFICANT
from weatherglass.stats.many import p_of_pairs
from weatherglass.stats.permutation import Test
from weatherglass.words.lookup import FoundSet, Vectors

Kind = Literal["random", "topical"]

KINDS: dict[Kind, str] = {"random": "random words", "topical": "words about other topics"}
PER_OCTAVE = 2000  # words kept of each doubling of the rank, to draw sets from
LEAST_WORDS = 1000
_SHORTEST_LIST = 50  # of words of like frequency, one of which stands for a target word
_WIDENING = (1, 2, 4, 8, 16, 32)  # how many times a set's size the neighbourhood is from which it is picked
_ENOUGH = 0.8  # of the pairs asked for; with fewer there is no baseline
_SPARE = 1.25  # pairs drawn for each pair wanted, as some share words
_SAME = 1e-9  # values nearer to each other than this are equal up to rounding
_BEYOND = 63.0  # above the log2 rank of any row


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """The measure on `sets` pairs of other sets, with the test's own attributes.

    `share`: of pairs whose value is at least as extreme as the observed one, itself counted. `rejected`: of pairs with
    p < 0.05 by the test's own rules, `rejected_two_sided` in either direction. `low`, `median`, `high`: 5, 50 and 95 %
    points of the values. `cohesion`: mean cosine between words of a set, beside that of the test's own sets. `octaves`:
    mean distance of a word's log2 rank from the word it stands for.
    """

    kind: Kind
    sets: int
    share: float
    rejected: float
    rejected_two_sided: float
    low: float
    median: float
    high: float
    cohesion: float
    own_cohesion: float
    octaves: float

    @property
    def as_extreme(self) -> int:
        """How many of the pairs have a value at least as extreme as the observed one."""
        return round(self.share * (self.sets + 1)) - 1


@dataclass(frozen=True)
class Pool:
    """Words to draw sets from, by frequency; `rows` are their places in the embedding."""

    rows: Indices
    log_ranks: Floats
    units: Singles
    seed: int
    pairs: int
    _neighbours: dict[int, Indices] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.rows)

    @cached_property
    def seeds(self) -> Indices:
        """Words around which topical sets are made."""
        return np.random.default_rng([self.seed, 1]).integers(len(self), size=2 * int(self.pairs * _SPARE))

    def neighbours(self, most: int) -> Indices:
        """The pool's words around each seed, nearest first."""
        most = min(most, len(self))
        longest = max(self._neighbours, default=0)
        if longest < most:
            parts = np.array_split(self.seeds, max(1, len(self.seeds) // 64))  # a few at a time, for memory
            nearest = np.concatenate([self._nearest(seeds, most) for seeds in parts])
            self._neighbours.clear()
            self._neighbours[most] = nearest
            longest = most
        return self._neighbours[longest][:, :most]

    def _nearest(self, seeds: Indices, most: int) -> Indices:
        near = self.units[seeds] @ self.units.T
        picked = np.argpartition(-near, most - 1, axis=1)[:, :most]
        order = np.argsort(-np.take_along_axis(near, picked, axis=1), axis=1, kind="stable")
        return np.take_along_axis(picked, order, axis=1)


def pool_of(embedding: Embedding, pairs: int, seed: int) -> Pool | str:
    """The words to draw from, spread evenly over log frequency; or the reason why there are none."""
    if not frequency_known(embedding):
        return "the file's rows are in alphabetical order, so words cannot be matched for frequency"
    wanted = np.isin(embedding.ranks, sampled_ranks(PER_OCTAVE, seed=0))
    rows = np.array([i for i in np.flatnonzero(wanted) if embedding.words[i].isalpha()], np.int64)
    if len(rows) < LEAST_WORDS:
        return f"{len(rows):,} words that could stand for others were found in the file, {LEAST_WORDS:,} are needed"
    rows = rows[np.argsort(embedding.ranks[rows], kind="stable")]
    return Pool(
        rows=rows,
        log_ranks=np.log2(embedding.ranks[rows] + 1.0),
        units=embedding.vectors[rows] / np.linalg.norm(embedding.vectors[rows], axis=1, keepdims=True),
        seed=seed,
        pairs=pairs,
    )


def baselines(
    pool: Pool,
    embedding: Embedding,
    v: Vectors,
    effect: GroupEffect,
    params: Mapping[str, Any],
    value: float,
    test: Test,
) -> tuple[Baseline, ...]:
    """The value among random and among topical sets; a kind for which no sets can be made is left out."""
    if any((target.ranks < 0).all() for target in v.targets):
        return ()  # composed from subwords, so their frequency is not known
    own = {embedding.index[row] for s in (*v.targets, *v.attributes) for row in s.rows}
    free = ~np.isin(pool.rows, list(own))
    towards_a, towards_b = (pool.units @ unit(a.vectors).T.astype(np.float32) for a in v.attributes)
    scores = (towards_a.mean(axis=1) - towards_b.mean(axis=1)).astype(np.float64)
    ranks = [np.sort(log_ranks(target)) for target in v.targets]
    cohesions = [_cohesion(unit(target.vectors)[None])[0] for target in v.targets]
    drawn: dict[Kind, tuple[Indices, Indices]] = {
        "random": _random_pairs(pool, ranks, free),
        "topical": _topical_pairs(pool, ranks, cohesions, free),
    }
    found = []
    for kind, pairs in drawn.items():
        x, y = (chosen[: pool.pairs] for chosen in pairs)
        values = effect(scores[x], scores[y], np.ones(x.shape), np.ones(y.shape), **params)
        usable = np.isfinite(values)
        if np.count_nonzero(usable) < pool.pairs * _ENOUGH:
            continue
        x, y, values = x[usable], y[usable], values[usable]
        low, median, high = np.quantile(values, [0.05, 0.5, 0.95])
        p_values = p_of_pairs(scores[x], scores[y], test)
        found.append(
            Baseline(
                kind=kind,
                sets=len(values),
                share=(1 + int(np.count_nonzero(_at_least(values, value, test)))) / (1 + len(values)),
                rejected=float((p_values[test.alternative] < SIGNIFICANT).mean()),
                rejected_two_sided=float((p_values["two-sided"] < SIGNIFICANT).mean()),
                low=float(low),
                median=float(median),
                high=float(high),
                cohesion=float(np.mean([_cohesion(pool.units[chosen]).mean() for chosen in (x, y)])),
                own_cohesion=float(np.mean(cohesions)),
                octaves=float(
                    np.mean([np.abs(pool.log_ranks[c] - r).mean() for c, r in zip((x, y), ranks, strict=True)])
                ),
            )
        )
    return tuple(found)


def log_ranks(words: FoundSet) -> Floats:
    """Base 2; a word composed from subwords has no rank and takes the middle of the others, of which there must be some."""
    known = words.ranks >= 0
    ranks: Floats = np.log2(np.where(known, words.ranks, np.median(words.ranks[known])) + 1.0)
    return ranks


def _cohesion(units: NDArray[np.floating]) -> Floats:
    """Mean cosine between different words of each set; 0 for a set of one word."""
    n = units.shape[1]
    if n < 2:
        return np.zeros(len(units))
    total = units.sum(axis=1, dtype=np.float64)
    found: Floats = ((total**2).sum(axis=1) - n) / (n * (n - 1))
    return found


def _random_pairs(pool: Pool, ranks: list[Floats], free: NDArray[np.bool_]) -> tuple[Indices, Indices]:
    """Each word replaced by one of the pool's words nearest to it in log rank, no word twice in a pair."""
    picked = drawn_like(pool, np.concatenate(ranks), free)
    if picked is None:
        return _no_pairs(ranks)
    return picked[:, : len(ranks[0])], picked[:, len(ranks[0]) :]


def drawn_like(pool: Pool, wanted: Floats, free: NDArray[np.bool_]) -> Indices | None:
    """For each of these log ranks one of the pool's free words nearest to it in log rank, none twice in a row; a row a draw.

    None where the pool has too few words to draw from.
    """
    rng = np.random.default_rng([pool.seed, 0])
    near = words_like(pool, wanted, free, max(_SHORTEST_LIST, 4 * len(wanted)))
    if near is None:
        return None
    usable, first, length = near
    chosen = first + rng.integers(length, size=(pool.pairs, len(wanted)))
    while True:
        ordered = np.sort(chosen, axis=1)
        twice = (ordered[:, 1:] == ordered[:, :-1]).any(axis=1)
        if not twice.any():
            break
        for row in np.flatnonzero(twice):
            _, firsts = np.unique(chosen[row], return_index=True)
            repeated = np.setdiff1d(np.arange(len(wanted)), firsts)
            chosen[row, repeated] = first[repeated] + rng.integers(length, size=len(repeated))
    drawn: Indices = usable[chosen]
    return drawn


def words_like(
    pool: Pool, wanted: Floats, free: NDArray[np.bool_], length: int = _SHORTEST_LIST
) -> tuple[Indices, Indices, int] | None:
    """The pool's free words by frequency, and for each log rank where among them the `length` words nearest to it begin."""
    usable = np.flatnonzero(free)
    if len(usable) < 2 * length:
        return None
    place = np.searchsorted(pool.log_ranks[usable], wanted)
    return usable, np.clip(place - length // 2, 0, len(usable) - length), length


def _no_pairs(ranks: list[Floats]) -> tuple[Indices, Indices]:
    return np.empty((0, len(ranks[0])), np.int64), np.empty((0, len(ranks[1])), np.int64)


def _topical_pairs(
    pool: Pool, ranks: list[Floats], cohesions: list[float], free: NDArray[np.bool_]
) -> tuple[Indices, Indices]:
    """Sets picked around two random seeds each, as frequent and as cohesive as the test's own; no word twice."""
    half = len(pool.seeds) // 2
    sets = []
    for which, (own_ranks, cohesion) in enumerate(zip(ranks, cohesions, strict=True)):
        around = slice(which * half, (which + 1) * half)
        sets.append(_around_seeds(pool, around, own_ranks, cohesion, free))
    x, y = sets
    both = np.sort(np.concatenate([x, y], axis=1), axis=1)
    apart = (both[:, 1:] != both[:, :-1]).all(axis=1) & (both[:, 0] >= 0)
    return x[apart], y[apart]


def _around_seeds(pool: Pool, around: slice, ranks: Floats, cohesion: float, free: NDArray[np.bool_]) -> Indices:
    """For each seed the set whose cohesion is nearest, among those picked from narrow to wide neighbourhoods.

    −1 where a seed has too few neighbours.
    """
    n = len(ranks)
    best = np.full((around.stop - around.start, n), -1, np.int64)
    distance = np.full(len(best), np.inf)
    near = pool.neighbours(max(_WIDENING) * n)[around]
    for times in _WIDENING:
        picked, enough = _like_ranks(pool, near[:, : times * n], ranks, free)
        off = np.where(enough, np.abs(_cohesion(pool.units[picked]) - cohesion), np.inf)
        better = off < distance
        best[better], distance[better] = picked[better], off[better]
    return best


def _like_ranks(pool: Pool, near: Indices, ranks: Floats, free: NDArray[np.bool_]) -> tuple[Indices, NDArray[np.bool_]]:
    """From each row of candidates one word for each rank, nearest in log rank, none twice; and whether there were enough.

    Ranks are sorted, and so are the candidates; each takes the nearest one after those already taken.
    """
    rows, width = near.shape
    heights = np.where(free[near], pool.log_ranks[near], _BEYOND)
    order = np.argsort(heights, axis=1, kind="stable")
    heights = np.take_along_axis(heights, order, axis=1)
    usable = (heights < _BEYOND).sum(axis=1)
    # All rows searched at once: each is lifted above the one before.
    lift = (_BEYOND + 1) * np.arange(rows)[:, None]
    above = np.searchsorted((heights + lift).ravel(), ranks + lift) - width * np.arange(rows)[:, None]
    above = np.minimum(above, width - 1)
    below = np.maximum(above - 1, 0)
    to_above, to_below = (np.abs(np.take_along_axis(heights, at, axis=1) - ranks) for at in (above, below))
    nearest = np.where(to_below < to_above, below, above)
    taken = np.full(rows, -1, np.int64)
    places = np.empty((rows, len(ranks)), np.int64)
    for j in range(len(ranks)):
        last = usable - (len(ranks) - j)  # leaves one for each rank to come
        taken = np.minimum(np.maximum(np.minimum(nearest[:, j], last), taken + 1), width - 1)
        places[:, j] = taken
    chosen = np.take_along_axis(order, places, axis=1)
    return np.take_along_axis(near, chosen, axis=1), usable >= len(ranks)


def _at_least(values: Floats, value: float, test: Test) -> NDArray[np.bool_]:
    if test.alternative == "two-sided":
        return np.abs(values) >= abs(value) - _SAME
    return values >= value - _SAME if test.alternative == "greater" else values <= value + _SAME
