"""What a mitigation costs: analogies, similarities, neighbours, and how far words moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from weatherglass.arrays import Floats, Indices
from weatherglass.embedding.embedding import Embedding
from weatherglass.mitigate.explicit import Change, Value
from weatherglass.quality.accuracy import Accuracy
from weatherglass.quality.quality import File, Quality, quality_of, question_sets
from weatherglass.quality.questions import ScoredPairs, shipped_analogies, shipped_odd
from weatherglass.stats.intervals import Interval, percentile
from weatherglass.words.lookup import Match

SAMPLED = 1000  # words whose neighbours are compared
NEIGHBOURS = 10
MOVED = 25  # words that are named
_LEVEL = 0.95
_AT_ONCE = 1024
_STILL = 1e-6  # 1 − cosine below which a word has not moved


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """One examination of the vectors, before and after, on the same questions; `part`: of a set, or the whole."""

    test: str
    set: str
    part: str
    change: Change
    covered: int
    asked: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """A word, the cosine of its vector before with that after, and its cosines with the first direction before and after."""

    word: str
    cosine: float
    before: float
    after: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Utility:
    """`overlap`: mean share of a word's nearest neighbours that it keeps, over a sample of words. `still`: how many words did not move at all;
    `quantiles`: of the cosine between before and after, at 1, 5, 25, 50 % of all words. `moved`: those that moved most."""

    examined: tuple[Examined, ...]
    overlap: Value
    sampled: int
    still: int
    words: int
    quantiles: tuple[float, ...]
    moved: tuple[Movement, ...]


def utility(
    before: Embedding,
    after: Embedding,
    language: str,
    direction: Floats,
    similarity: Sequence[File | ScoredPairs],
    match: Match,
    seed: int,
) -> Utility:
    """On the words of both, which are the same."""
    cosines = _cosines(before, after)
    order = np.argsort(cosines, kind="stable")[:MOVED]
    overlap, sampled = _overlap(before, after, seed)
    return Utility(
        examined=_examined(before, after, language, similarity, match),
        overlap=overlap,
        sampled=sampled,
        still=int((cosines > 1 - _STILL).sum()),
        words=len(before),
        quantiles=tuple(np.quantile(cosines, [0.01, 0.05, 0.25, 0.5]).tolist()),
        moved=movements(before, after, order.tolist(), direction),
    )


def movements(before: Embedding, after: Embedding, rows: Sequence[int], direction: Floats) -> tuple[Movement, ...]:
    """How these words moved."""
    one, other = (_unit(space.vectors[list(rows)]) for space in (before, after))
    return tuple(
        Movement(word=before.words[row], cosine=float(both), before=float(was), after=float(now))
        for row, both, was, now in zip(rows, _each(one, other), one @ direction, other @ direction, strict=True)
    )


def cosines_with(vectors: np.ndarray, rows: Indices, direction: Floats) -> Floats:
    """Of many rows of a matrix with one direction of length one, some at a time."""
    found = np.empty(len(rows))
    for start in range(0, len(rows), _AT_ONCE):
        some = slice(start, start + _AT_ONCE)
        found[some] = _unit(vectors[rows[some]]) @ direction
    return found


def _unit(vectors: np.ndarray) -> Floats:
    wide = vectors.astype(np.float64)
    lengths = np.linalg.norm(wide, axis=1, keepdims=True)
    scaled: Floats = np.divide(wide, lengths, out=np.zeros_like(wide), where=lengths > 0)
    return scaled


def _each(one: Floats, other: Floats) -> Floats:
    """Cosines of rows of length one, row by row; rounding takes none beyond one."""
    found: Floats = np.clip(np.einsum("ij,ij->i", one, other), -1.0, 1.0)
    return found


def _cosines(before: Embedding, after: Embedding) -> Floats:
    parts = []
    for start in range(0, len(before), _AT_ONCE):
        some = slice(start, start + _AT_ONCE)
        parts.append(_each(_unit(before.vectors[some]), _unit(after.vectors[some])))
    return np.concatenate(parts)


def _overlap(before: Embedding, after: Embedding, seed: int) -> tuple[Value, int]:
    """Of the nearest neighbours, among all words, of a sample of words."""
    from weatherglass.embedding.neighbours import nearest

    if len(before) <= NEIGHBOURS + 1:
        return Value(value=None, reason=f"{len(before)} words are too few to have {NEIGHBOURS} neighbours each"), 0
    rng = np.random.default_rng(seed)
    rows = np.sort(rng.choice(len(before), min(SAMPLED, len(before)), replace=False))
    was, now = (nearest(space.vectors[rows], space.vectors, NEIGHBOURS, rows) for space in (before, after))
    kept = np.array([len(np.intersect1d(a, b)) / NEIGHBOURS for a, b in zip(was, now, strict=True)])
    return Value(value=float(kept.mean()), interval=_of_mean(kept, seed)), len(rows)


def _of_mean(values: Floats, seed: int) -> Interval | None:
    """Words drawn anew, some of the resamples at a time, as there are many words."""
    rng = np.random.default_rng(seed)
    draws = [values[rng.integers(len(values), size=(100, len(values)))].mean(axis=1) for _ in range(20)]
    return percentile(np.concatenate(draws), _LEVEL)


def _examined(
    before: Embedding, after: Embedding, language: str, similarity: Sequence[File | ScoredPairs], match: Match
) -> tuple[Examined, ...]:
    if not similarity and shipped_analogies(language) is None and shipped_odd(language) is None:
        return ()  # the language has no questions of its own, and none were given
    scored = question_sets(language, similarity=similarity).similarity  # files are read once
    was, now = (quality_of(space, language=language, similarity=scored, match=match) for space in (before, after))
    return tuple(_both(was, now))


def _both(was: Quality, now: Quality) -> list[Examined]:
    """Analogies by category, the others as a whole."""
    found = []
    for one, other in zip(was.analogies, now.analogies, strict=True):
        for part, then in zip(one.parts, other.parts, strict=True):
            found.append(_examined_part("analogies", one.name, part, then))
    for odd, later in zip(was.odd_one_out, now.odd_one_out, strict=True):
        found.append(_examined_part("odd one out", odd.name, odd.overall, later.overall))
    for pairs, after in zip(was.word_similarity, now.word_similarity, strict=True):
        change = Change(
            before=Value(value=pairs.spearman, interval=pairs.interval, reason=pairs.reason),
            after=Value(value=after.spearman, interval=after.interval, reason=after.reason),
        )
        found.append(
            Examined(
                test="word similarity",
                set=pairs.name,
                part="all",
                change=change,
                covered=pairs.covered,
                asked=pairs.asked,
            )
        )
    return found


def _examined_part(test: str, name: str, was: Accuracy, now: Accuracy) -> Examined:
    change = Change(
        before=Value(value=was.accuracy, interval=was.interval, reason=was.reason),
        after=Value(value=now.accuracy, interval=now.interval, reason=now.reason),
    )
    return Examined(test=test, set=name, part=was.name, change=change, covered=was.covered, asked=was.asked)
