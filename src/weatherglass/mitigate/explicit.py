"""What a test shows before and after: differences, effect sizes, coherence, neighbourhoods; and a verdict by stated rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Floats, Indices
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.geometry import unit
from weatherglass.measure.association import NO_VARIATION, association
from weatherglass.measure.base import get
from weatherglass.measure.result import Outcome, Result
from weatherglass.measure.run import run
from weatherglass.measure.scrutiny import Scrutiny
from weatherglass.stats.intervals import Interval, drawn_weights, percentile
from weatherglass.stats.permutation import Test
from weatherglass.words.lookup import Lookup, Match, Vectors, lookup
from weatherglass.words.query import Query

Verdict = Literal["reduced", "hidden", "unchanged", "reversed"]
Why = Literal[
    "none-before",
    "turned",
    "turned-unclearly",
    "as-before",
    "grown",
    "within-chance",
    "neighbours-unseen",
    "neighbours-stay",
    "neighbours-changed",
]  # what a verdict, or that there is none, rests on; the messages of reports say it in words
MEASURES = ("weat", "ect", "bat")
NEIGHBOURS = 100  # at most, and at most a tenth of the words that may be neighbours
LEAST_CANDIDATES = 100  # words that may be neighbours, without which nothing is said of neighbourhoods
CHANGED = 0.25  # share of the difference that must be gone for a test to count as changed at all
HIDDEN = 0.5  # of that share must be gone from the neighbourhoods too, or it is only hidden
REVERSED = 0.5  # share of the difference that must be there with the other sign
_RESAMPLES = 2000
_LEVEL = 0.95


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A number with its interval; where there is none, why."""

    value: float | None
    interval: Interval | None = None
    reason: str = ""

    @property
    def clear(self) -> bool:
        """Whether the interval leaves zero out."""
        return self.interval is not None and (self.interval.low > 0 or self.interval.high < 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """The same number before and after."""

    before: Value
    after: Value

    @property
    def left(self) -> float | None:
        """What is left, as a share of what was there; negative where the sign has turned."""
        if self.before.value is None or self.after.value is None or abs(self.before.value) < NO_VARIATION:
            return None
        return self.after.value / self.before.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Tested:
    """One test before and after.

    `missing`: words of the test that the vectors do not have. `fitted_on`: those of its words that the method was fitted on. `difference`: of mean
    associations, as they are. `d`: each with its own deviation; `d_before`: the difference after, related to the deviation before. `fall`: by how
    much the difference has fallen, as a difference of cosines; negative where it has grown. `neighbours`: the difference in the original
    associations of the words' neighbours, who are those of each space.

    Intervals of these three: target words drawn anew, the same draws for both spaces, while the attribute words are given, as for p; so they are
    narrower than that of d, for which all words are drawn. What other attribute words would show is seen by testing with others.
    """

    query: str
    title: str
    words: int
    missing: tuple[str, ...] = ()
    fitted_on: tuple[str, ...]
    difference: Change
    d: Change
    d_before: float | None
    ect: Change
    bat: Change
    fall: Value
    neighbours: Change
    verdict: Verdict | None
    reason: Why

    @property
    def undecided(self) -> bool:
        """There was a clear difference, but whether it is smaller now cannot be told."""
        return self.verdict is None and self.difference.before.clear and self.difference.left is not None


def tested(
    before: Embedding,
    after: Embedding,
    queries: Sequence[Query],
    used: frozenset[str],
    candidates: Indices,
    match: Match,
    seed: int,
) -> tuple[tuple[Tested, ...], dict[str, str]]:
    """Every test that can be measured, and why the others cannot; `candidates`: rows whose words may count as neighbours."""
    scrutiny = Scrutiny(baseline=0, resamples=_RESAMPLES)
    outcomes = [
        {
            (each.query, each.measure): each
            for each in run(
                space, queries, MEASURES, match=match, test=Test(seed=seed), scrutiny=scrutiny, with_p=False
            )
        }
        for space in (before, after)
    ]
    looked_up = {query.id: [lookup(space, query, match) for space in (before, after)] for query in queries}
    comparing = {query.id for query in queries if get("weat").fits(query)}
    able = {
        name: (one.vectors, other.vectors)
        for name, (one, other) in looked_up.items()
        if name in comparing and one.vectors and other.vectors
    }
    targets = [row for v, _ in able.values() for target in v.targets for row in target.rows]
    spare = max((sum(len(s.rows) for s in (*v.targets, *v.attributes)) for v, _ in able.values()), default=0)
    around = Around.of(before, after, candidates, targets, spare)
    found = []
    for query in queries:
        if query.id in able:
            changes = {
                name: Change(before=value_of(outcomes[0][query.id, name]), after=value_of(outcomes[1][query.id, name]))
                for name in MEASURES
            }
            found.append(_tested(query, looked_up[query.id][0], able[query.id], around, changes, used, seed))
    return tuple(found), {
        name: both[0].reason or "it does not compare two sets of target words by two sets of attribute words"
        for name, both in looked_up.items()
        if name not in able
    }


def value_of(outcome: Outcome) -> Value:
    if isinstance(outcome, Result):
        return Value(value=outcome.value, interval=outcome.interval)
    return Value(value=None, reason=outcome.reason)


def _tested(
    query: Query,
    looked_up: Lookup,
    found: tuple[Vectors, Vectors],
    around: Around,
    changes: dict[str, Change],
    used: frozenset[str],
    seed: int,
) -> Tested:
    sets = (*found[0].targets, *found[0].attributes)
    sizes = [len(each.words) for each in found[0].targets]
    scores = [np.concatenate([association(target, *v.attributes) for target in v.targets]) for v in found]
    values, draws = [_of_groups(each, sizes) for each in scores], [_redrawn(each, sizes, seed) for each in scores]
    difference = _change(values, draws)
    neighbours = _of_neighbours(around.lean(found[0]), sizes, seed)
    spread = float(scores[0].std(ddof=1))
    fall = _fall(difference, draws)
    verdict, reason = verdict_of(difference, fall, neighbours)
    own = {row: word for s in sets for word, row in zip(s.words, s.rows, strict=True)}
    return Tested(
        query=query.id,
        title=query.title,
        words=len(own),
        missing=looked_up.coverage.missing,
        fitted_on=tuple(word for row, word in own.items() if row in used),
        difference=difference,
        d=changes["weat"],
        d_before=None if spread < NO_VARIATION else values[1] / spread,
        ect=changes["ect"],
        bat=changes["bat"],
        fall=fall,
        neighbours=neighbours,
        verdict=verdict,
        reason=reason,
    )


def verdict_of(difference: Change, fall: Value, neighbours: Change) -> tuple[Verdict | None, Why]:
    """By the rules of docs/mitigation.md, from the raw differences; d is no part of it, as it has no scale of its own.

    A value is clear where its interval leaves zero out. In this order: without a clear difference before, no verdict. With half of it or
    more there with the other sign: reversed if that is clear, otherwise no verdict. With less than a quarter gone, or a fall that is not clear:
    unchanged. With less than half of that share gone from the neighbourhoods, where those clearly differed before: hidden. Else reduced.
    """
    left = difference.left
    if left is None or not difference.before.clear:
        return None, "none-before"
    if left <= -REVERSED:
        return ("reversed", "turned") if difference.after.clear else (None, "turned-unclearly")
    gone = 1 - abs(left)
    if gone < CHANGED:
        return "unchanged", "grown" if left > 1 + CHANGED and fall.clear else "as-before"
    if not fall.clear:
        return "unchanged", "within-chance"
    kept = neighbours.left
    if kept is None or not neighbours.before.clear:
        return "reduced", "neighbours-unseen"
    return ("hidden", "neighbours-stay") if 1 - kept < HIDDEN * gone else ("reduced", "neighbours-changed")


def _change(values: Sequence[float], draws: Sequence[Floats]) -> Change:
    before, after = (
        Value(value=value, interval=percentile(drawn, _LEVEL)) for value, drawn in zip(values, draws, strict=True)
    )
    return Change(before=before, after=after)


def _fall(difference: Change, draws: Sequence[Floats]) -> Value:
    """In the unit of the difference itself: a share of it would have no interval where resamples come near zero."""
    was, now = difference.before.value, difference.after.value
    if was is None or now is None or difference.left is None:
        return Value(value=None, reason="there was no difference before")
    sign = np.sign(was)
    return Value(value=float((was - now) * sign), interval=percentile((draws[0] - draws[1]) * sign, _LEVEL))


def _of_neighbours(lean: tuple[Floats, Floats] | str, sizes: Sequence[int], seed: int) -> Change:
    if isinstance(lean, str):
        return Change(before=Value(value=None, reason=lean), after=Value(value=None, reason=lean))
    return _change([_of_groups(each, sizes) for each in lean], [_redrawn(each, sizes, seed) for each in lean])


def _redrawn(scores: Floats, sizes: Sequence[int], seed: int) -> Floats:
    """The difference for target words drawn anew, the same draws for every space."""
    x, y = scores[: sizes[0]], scores[sizes[0] :]
    found = [of_x @ x / sizes[0] - of_y @ y / sizes[1] for of_x, of_y in drawn_weights(sizes, _RESAMPLES, seed)]
    return np.concatenate(found)


def _of_groups(scores: Floats, sizes: Sequence[int]) -> float:
    return float(scores[: sizes[0]].mean() - scores[sizes[0] :].mean())


@dataclass(frozen=True, slots=True, eq=False)
class Around:
    """The neighbours of words in either space among candidates, nearest first, all found at once.

    As Gonen & Goldberg (2019) look at professions: neighbours are those of the space, but which way they lean is told by the original one.
    """

    before: Embedding
    candidates: Indices  # rows
    places: Mapping[str, int]
    near: tuple[NDArray[np.int32], NDArray[np.int32]]

    @classmethod
    def of(cls, before: Embedding, after: Embedding, candidates: Indices, words: Iterable[str], spare: int) -> Around:
        """`spare`: further neighbours, for words of a test that do not count as neighbours in it."""
        from weatherglass.embedding.neighbours import nearest

        asked = tuple(dict.fromkeys(words))
        rows = [before.index[word] for word in asked]
        k = min(NEIGHBOURS + spare, len(candidates))
        near = [nearest(space.vectors[rows], space.vectors, k, among=candidates) for space in (before, after)]
        return cls(before, candidates, {word: i for i, word in enumerate(asked)}, (near[0], near[1]))

    def lean(self, v: Vectors) -> tuple[Floats, Floats] | str:
        """For each target word the mean original association of its neighbours, in either space; or why there is none."""
        own = {self.before.index[row] for each in (*v.targets, *v.attributes) for row in each.rows}
        usable = ~np.isin(self.candidates, list(own))
        if (n := int(usable.sum())) < LEAST_CANDIDATES:
            return f"{n} neutral words are too few to have neighbourhoods, for which {LEAST_CANDIDATES} are needed"
        places = [self.places[row] for target in v.targets for row in target.rows]
        a, b = (unit(each.vectors).mean(axis=0) for each in v.attributes)
        one, other = (
            np.array(list(self._middles(near, places, usable, min(NEIGHBOURS, n // 10)))) @ (a - b)
            for near in self.near
        )
        return one, other

    def _middles(
        self, near: NDArray[np.int32], places: Sequence[int], usable: NDArray[np.bool_], k: int
    ) -> Iterator[Floats]:
        """The mean of the original vectors, at length one, of each word's first k usable neighbours."""
        for place in places:
            chosen = near[place][usable[near[place]]][:k]
            yield unit(self.before.vectors[self.candidates[chosen]]).mean(axis=0)
