"""The nearest neighbours of many words among many others, in blocks, so that memory stays small."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from weatherglass.arrays import Indices, Singles

_WORDS_AT_ONCE = 1024
_CANDIDATES_AT_ONCE = 1024  # whose cosines with these words are held at a time
_SCALED_AT_ONCE = 512


def nearest(
    words: NDArray[np.floating],
    candidates: NDArray[np.floating],
    k: int,
    own: Indices | None = None,
    among: Indices | None = None,
) -> NDArray[np.int32]:
    """For each word the k candidates of largest cosine, nearest first; of equals the earlier candidate.

    `own`: the candidate that is the word itself and is left out, −1 for none. `among`: rows that are candidates, all others are
    not; what is found, and `own`, then are places in it. So a part of a large matrix need not be copied.
    """
    left_out = np.full(len(words), -1, np.int64) if own is None else own
    total = len(candidates) if among is None else len(among)
    units = _unit32(words)
    heights = np.empty((len(words), k), np.float32)
    places = np.full((len(words), k), -1, np.int32)
    sizes = np.zeros(len(words), np.int64)
    for start in range(0, total if k else 0, _CANDIDATES_AT_ONCE):
        some = slice(start, start + _CANDIDATES_AT_ONCE)
        others = _unit32(candidates[some] if among is None else candidates[among[some]]).T
        for first in range(0, len(words), _WORDS_AT_ONCE):
            block = slice(first, first + _WORDS_AT_ONCE)
            similar = units[block] @ others
            _keep_largest(similar, start, left_out[block], heights[block], places[block], sizes[block])
    _sort(heights, places, sizes)
    return places


def _unit32(vectors: NDArray[np.floating]) -> Singles:
    """Rows of length one in single precision, which halves the time and the memory of the product."""
    scaled = np.empty(vectors.shape, np.float32)
    for start in range(0, len(vectors), _SCALED_AT_ONCE):
        some = slice(start, start + _SCALED_AT_ONCE)
        wide = vectors[some].astype(np.float64)
        scaled[some] = wide / np.linalg.norm(wide, axis=1, keepdims=True)
    return scaled


@njit(cache=True, nogil=True)
def _keep_largest(
    similar: Singles,
    first: int,
    left_out: Indices,
    heights: Singles,
    places: NDArray[np.int32],
    sizes: Indices,
) -> None:
    """Go on with a heap of the k largest so far for each row, whose root is the least; `first`: the place of the first column."""
    k = places.shape[1]
    for i in range(similar.shape[0]):
        high, where, size = heights[i], places[i], sizes[i]
        for j in range(similar.shape[1]):
            place = first + j
            if place == left_out[i]:
                continue
            value = similar[i, j]
            if size < k:
                at = size
                size += 1
                while at > 0:  # move up
                    parent = (at - 1) // 2
                    if high[parent] < value or (high[parent] == value and where[parent] > place):
                        break
                    high[at] = high[parent]
                    where[at] = where[parent]
                    at = parent
                high[at] = value
                where[at] = place
            elif value > high[0]:
                _sink(high, where, k, value, place)
        sizes[i] = size


@njit(cache=True, nogil=True)
def _sort(heights: Singles, places: NDArray[np.int32], sizes: Indices) -> None:
    """Take the least off each heap, again and again, so that the largest comes first."""
    for i in range(places.shape[0]):
        for last in range(sizes[i] - 1, -1, -1):
            height, place = heights[i, 0], places[i, 0]
            _sink(heights[i], places[i], last, heights[i, last], places[i, last])
            heights[i, last], places[i, last] = height, place


@njit(cache=True, nogil=True)
def _sink(heights: Singles, places: NDArray[np.int32], size: int, value: np.float32, place: int) -> None:
    """Put a value in the root's place; of equal values the later place counts as less."""
    at = 0
    while True:
        child = 2 * at + 1
        if child >= size:
            break
        other = child + 1
        if other < size and (
            heights[other] < heights[child] or (heights[other] == heights[child] and places[other] > places[child])
        ):
            child = other
        if value < heights[child] or (value == heights[child] and place > places[child]):
            break
        heights[at] = heights[child]
        places[at] = places[child]
        at = child
    heights[at] = value
    places[at] = place
