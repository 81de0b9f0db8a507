"""Pairs of rows whose difference is most nearly parallel to a direction, among all pairs that lie close enough.

All pairs are looked at, a block of similarities at a time in 32-bit numbers. These decide only what is certainly not
among the best; what may be is computed again in double precision, so that the outcome is that of a plain double loop.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Floats
from weatherglass.measure.association import without_noise
from weatherglass.progress import HowFar

SAME = 0.005  # unit vectors closer than this are the same up to rounding: their difference has no direction
LEAST_SCORE = 0.001  # as in the code of Bolukbasi et al. (2016)
_AT_ONCE = 4_000_000  # similarities in memory at a time
_POOL = 100_000  # candidates kept from one scan
_CHUNK = 20_000  # candidates computed in double precision at a time
_SLACK = 4e-6  # by which a squared distance, or a projection, may be off in 32-bit numbers
_ROUNDING = 1e-6  # a distance of exactly delta counts, whatever the rounding of the vectors given


@dataclass(frozen=True, slots=True)
class ScoredPair:
    """Row numbers, the cosine of their difference with the direction, and their own cosine."""

    x: int
    y: int
    score: float
    cosine: float


@dataclass(frozen=True, slots=True, eq=False)
class _Space:
    """Unit vectors sorted by their projection, highest first, so that x always stands before y."""

    vectors: Floats
    single: NDArray[np.float32]
    along: Floats
    order: NDArray[np.int64]  # the original number of each row
    free_x: NDArray[np.bool_]
    free_y: NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class _Pool:
    """Candidates of one scan; every pair left out has a score of at most `cut`, which is None where none was."""

    x: NDArray[np.int64]
    y: NDArray[np.int64]
    cut: float | None


def parallel_pairs(
    vectors: Floats,
    direction: Floats,
    n: int,
    delta: float,
    *,
    taken: tuple[int | None, int | None] = (None, None),
    progress: HowFar | None = None,
) -> tuple[ScoredPair, ...]:
    """The n best pairs (x, y) of unit vectors by cos(x − y, direction) with ‖x − y‖ ≤ delta, best first.

    Chosen from the top; a row stands at most once as x and at most once as y. Equal scores go by row order. `taken` are
    rows that may not stand as x, and as y.
    """
    space = _sorted_space(vectors, direction, taken)
    found: list[ScoredPair] = []
    size = max(_POOL, 100 * n)
    while len(found) < n:
        pool = _scan(space, delta, size, progress)
        chosen = _choose(space, pool, delta, direction, n - len(found))
        found += chosen
        if pool.cut is None:
            break
        if not chosen:
            size *= 8
    return tuple(found)


def _sorted_space(vectors: Floats, direction: Floats, taken: tuple[int | None, int | None]) -> _Space:
    along = vectors @ direction
    order = np.argsort(-along, kind="stable")
    free_x, free_y = (order != -1 if row is None else order != row for row in taken)
    ordered = vectors[order]
    return _Space(ordered, ordered.astype(np.float32), along[order], order, free_x, free_y)


def _scan(space: _Space, delta: float, size: int, progress: HowFar | None) -> _Pool:
    """The candidates that may have the highest scores: at least `size` of them, at most twice and a block more."""
    total = len(space.order)
    step = max(1, _AT_ONCE // max(1, total))
    x, y, bound = np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0)
    cut = None
    for start in range(0, total, step):
        new_x, new_y, new_bound = _candidates(space, start, min(start + step, total), delta)
        kept = new_bound > (LEAST_SCORE if cut is None else cut)
        x, y = np.concatenate([x, new_x[kept]]), np.concatenate([y, new_y[kept]])
        bound = np.concatenate([bound, new_bound[kept]])
        if len(bound) > 2 * size:
            best = np.argpartition(-bound, size - 1)[:size]
            x, y, bound = x[best], y[best], bound[best]
            cut = float(bound.min())
        if progress is not None:
            progress(min(start + step, total), total)
    return _Pool(x, y, cut)


def _candidates(
    space: _Space, start: int, stop: int, delta: float
) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats]:
    """Pairs close enough, x in a block of rows, y behind it, with a score that theirs does not exceed."""
    squares = space.single[start:stop] @ space.single[start:].T
    squares *= -2
    squares += 2  # ‖x − y‖² of unit vectors
    close = squares <= (delta + _ROUNDING) ** 2 + _SLACK
    close &= squares >= SAME**2 - _SLACK
    close &= space.free_x[start:stop, np.newaxis]
    close &= space.free_y[start:]
    rows, columns = np.nonzero(close)
    x, y = rows + start, columns + start
    gap = np.sqrt(np.maximum(squares[rows, columns].astype(np.float64) - _SLACK, _SLACK))
    return x, y, (space.along[x] - space.along[y] + _SLACK) / gap


def _choose(space: _Space, pool: _Pool, delta: float, direction: Floats, n: int) -> list[ScoredPair]:
    """Take pairs from the top, as long as nothing outside the pool can come before them; mark their rows as taken."""
    x, y, scores, cosines = _exactly(space, pool, delta, direction)
    chosen: list[ScoredPair] = []
    for i in np.lexsort((space.order[y], space.order[x], -scores)):
        if len(chosen) == n or (pool.cut is not None and scores[i] <= pool.cut):
            break
        if space.free_x[x[i]] and space.free_y[y[i]]:
            space.free_x[x[i]] = space.free_y[y[i]] = False
            rows = int(space.order[x[i]]), int(space.order[y[i]])
            chosen.append(ScoredPair(*rows, float(scores[i]), float(cosines[i])))
    return chosen


def _exactly(
    space: _Space, pool: _Pool, delta: float, direction: Floats
) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats, Floats]:
    """The pool's pairs that qualify, with scores and cosines in double precision."""
    scores, gaps = np.empty(len(pool.x)), np.empty(len(pool.x))
    for start in range(0, len(pool.x), _CHUNK):
        part = slice(start, start + _CHUNK)
        difference = space.vectors[pool.x[part]] - space.vectors[pool.y[part]]
        gaps[part] = np.sqrt(np.einsum("ij,ij->i", difference, difference))
        scores[part] = difference @ direction / np.maximum(gaps[part], SAME)
    scores = without_noise(scores)
    kept = (gaps <= delta + _ROUNDING) & (gaps >= SAME) & (scores >= LEAST_SCORE)
    return pool.x[kept], pool.y[kept], scores[kept], without_noise(1 - gaps[kept] ** 2 / 2)
