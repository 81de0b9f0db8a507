"""The nearest neighbours of many words among many others, in blocks, so that memory stays small."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from weatherglass.arrays import Indices, Singles

_AT_ONCE = 1024  # words whose cosines with all candidates are held at a time


def nearest(
    words: NDArray[np.floating], candidates: NDArray[np.floating], k: int, own: Indices | None = None
) -> NDArray[np.int32]:
    """For each word the k candidates of largest cosine, nearest first; of equals the earlier candidate.

    `own`: the candidate that is the word itself and is left out, −1 for none.
    """
    left_out = np.full(len(words), -1, np.int64) if own is None else own
    units = _unit32(candidates)
    found = np.empty((len(words), k), np.int32)
    for start in range(0, len(words), _AT_ONCE):
        block = slice(start, start + _AT_ONCE)
        similar = _unit32(words[block]) @ units.T
        _largest(similar, left_out[block], found[block])
    return found


def _unit32(vectors: NDArray[np.floating]) -> Singles:
    """Rows of length one in single precision, which halves the time and the memory of the product."""
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    scaled: Singles = (vectors / lengths).astype(np.float32)
    return scaled


@njit(cache=True, nogil=True)
def _largest(similar: Singles, left_out: Indices, found: NDArray[np.int32]) -> None:
    """Places of the k largest of each row, largest first: a heap of the k largest so far, whose root is the least."""
    k = found.shape[1]
    heights = np.empty(k, np.float32)
    places = np.empty(k, np.int32)
    for i in range(similar.shape[0]):
        size = 0
        for j in range(similar.shape[1]):
            if j == left_out[i]:
                continue
            value = similar[i, j]
            if size < k:
                at = size
                size += 1
                while at > 0:  # move up
                    parent = (at - 1) // 2
                    if heights[parent] < value or (heights[parent] == value and places[parent] > j):
                        break
                    heights[at] = heights[parent]
                    places[at] = places[parent]
                    at = parent
                heights[at] = value
                places[at] = j
            elif value > heights[0]:
                _sink(heights, places, k, value, j)
        for last in range(k - 1, -1, -1):  # take the least off the heap, again and again
            found[i, last] = places[0]
            _sink(heights, places, last, heights[last], places[last])


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
