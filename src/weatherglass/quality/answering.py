"""Answers to many analogies at once: for each the word nearest to b − a + c, the words of the question left out.

The same words stand in many questions, and cos(d, b − a + c) is, up to a factor, cos(d, b) − cos(d, a) + cos(d, c). So the cosines of
the questions' words with a block of the vocabulary are computed once, and every question only adds up three rows of
them. These are 32-bit numbers; they decide only what is certain, and a question whose two best answers are too near to
each other to tell is answered again in double precision. So the outcome is that of a plain loop.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from weatherglass.arrays import Floats, Indices, Singles
from weatherglass.embedding.geometry import unit
from weatherglass.progress import HowFar
from weatherglass.quality.parallel import SAME
from weatherglass.quality.ranking import best_rows

Bits = NDArray[np.int32]
_AT_ONCE = 8_000_000  # cosines in memory at a time
_WIDEST = 8192  # words of the vocabulary at a time, at most
_NARROWEST = 64
_GOALS = 4096  # questions at a time where their points are computed
_TILE = 1024  # cosines of a question that are added up in one go, so that they stay in the processor's cache
_SLACK = 1e-5  # by which a sum of three cosines of 32-bit numbers may be off, generously
_UP = 4.0  # added to every sum, which is at least −3: positive numbers have the order of their bits


def answers(
    vectors: NDArray[np.floating],
    questions: Indices,
    *,
    alike: Indices | None = None,
    progress: HowFar | None = None,
) -> Indices:
    """The row that answers each question (rows a, b, c): of highest cosine with b − a + c on unit vectors.

    Rows that are `alike` one of the question's are left out: those of the same number, or without numbers a, b and c
    themselves. Of equal cosines the first row counts. −1 where b − a + c is no direction, or no row is left.
    """
    if not len(questions):
        return np.empty(0, np.int64)
    like = np.arange(len(vectors)) if alike is None else alike
    asked, back = np.unique(questions, axis=0, return_inverse=True)
    left_out = like[asked]
    rows, gaps = _by_single_precision(vectors, asked, like, left_out, progress)
    clear = gaps > _SLACK
    for start in range(0, len(asked), _GOALS):
        part = np.arange(start, min(start + _GOALS, len(asked)))
        goals = _goals(vectors, asked[part])
        pointless = np.linalg.norm(goals, axis=1) < SAME
        rows[part[pointless]] = -1
        again = part[~pointless & ~clear[part]]
        rows[again] = _exactly(vectors, goals[again - start], like, left_out[again])
    return rows[back.reshape(-1)]


def _goals(vectors: NDArray[np.floating], questions: Indices) -> Floats:
    a, b, c = (unit(vectors[questions[:, i]]) for i in range(3))
    goals: Floats = b - a + c
    return goals


def _by_single_precision(
    vectors: NDArray[np.floating], asked: Indices, like: Indices, left_out: Indices, progress: HowFar | None
) -> tuple[Indices, Floats]:
    """The best row of each question, and by how much it is better than the second best."""
    basis, terms = _basis(vectors, asked)
    best, second = np.zeros(len(asked), np.int32), np.zeros(len(asked), np.int32)
    rows = np.full(len(asked), -1)
    step = min(max(_AT_ONCE // len(basis), _NARROWEST), _WIDEST)
    for start in range(0, len(vectors), step):
        block = vectors[start : start + step].astype(np.float32)
        block /= np.sqrt(np.einsum("ij,ij->i", block, block))[:, np.newaxis]
        _two_best(basis @ block.T, terms, start, like, left_out, best, second, rows)
        if progress is not None:
            progress(min(start + step, len(vectors)), len(vectors))
    return rows, best.view(np.float32).astype(np.float64) - second.view(np.float32)


def _basis(vectors: NDArray[np.floating], asked: Indices) -> tuple[Singles, Indices]:
    """Directions to compare with the vocabulary, and for each question which to take off (a), and add (b, c); −1 for none.

    The questions' words; or, where these are more than the questions, the points b − a + c themselves.
    """
    words, places = np.unique(asked, return_inverse=True)
    if len(words) <= len(asked):
        return unit(vectors[words]).astype(np.float32), places.reshape(asked.shape)
    parts = [
        _goals(vectors, asked[start : start + _GOALS]).astype(np.float32) for start in range(0, len(asked), _GOALS)
    ]
    terms = np.full(asked.shape, -1)
    terms[:, 1] = np.arange(len(asked))
    return np.concatenate(parts), terms


@njit(cache=True, nogil=True)
def _add_up(scores: Singles, terms: Indices, left: int, sums: Singles) -> None:
    """A question's cosines from column `left` on, moved up."""
    up = np.float32(_UP)
    plus = scores[terms[1], left : left + len(sums)]
    if terms[0] < 0:
        for j in range(len(sums)):
            sums[j] = plus[j] + up
        return
    minus = scores[terms[0], left : left + len(sums)]
    other = scores[terms[2], left : left + len(sums)]
    for j in range(len(sums)):
        sums[j] = (plus[j] - minus[j]) + (other[j] + up)


@njit(cache=True, nogil=True)
def _two_best(
    scores: Singles,
    terms: Indices,
    start: int,
    like: Indices,
    left_out: Indices,
    best: Bits,
    second: Bits,
    rows: Indices,
) -> None:
    """Look for each question's two highest sums in a block of the vocabulary that begins at row `start`."""
    sums = np.empty(_TILE, np.float32)
    bits = sums.view(np.int32)
    for left in range(0, scores.shape[1], _TILE):
        width = min(_TILE, scores.shape[1] - left)
        for i in range(terms.shape[0]):
            _add_up(scores, terms[i], left, sums[:width])
            highest = np.int32(0)
            for j in range(width):  # whole numbers, as the compiler does these many at a time
                highest = max(highest, bits[j])
            if highest <= second[i]:
                continue
            for j in range(width):
                if bits[j] <= second[i]:
                    continue
                word = like[start + left + j]
                if word == left_out[i, 0] or word == left_out[i, 1] or word == left_out[i, 2]:
                    continue
                if bits[j] > best[i]:
                    second[i] = best[i]
                    best[i] = bits[j]
                    rows[i] = start + left + j
                else:
                    second[i] = bits[j]


def _exactly(vectors: NDArray[np.floating], goals: Floats, like: Indices, left_out: Indices) -> Indices:
    """The same in double precision."""
    if not len(goals):
        return np.empty(0, np.int64)
    most_left_out = int(np.bincount(like)[left_out].sum(axis=1).max())
    ranked, _ = best_rows(vectors, goals, most_left_out + 1)
    free = (like[ranked][:, :, np.newaxis] != left_out[:, np.newaxis, :]).all(axis=2)
    first = free.argmax(axis=1)
    found = np.where(free.any(axis=1), ranked[np.arange(len(ranked)), first], -1)
    return found.astype(np.int64)
