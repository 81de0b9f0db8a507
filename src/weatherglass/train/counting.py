"""Counting which words stand near which, compiled.

A count is a whole number of parts: a pair at distance d weighs `weights[d]` parts. Whole numbers make the sums exact, so
they do not depend on how the work was divided. A pair is kept once, with the more frequent word, which has the lower
row, first. Pairs of frequent words have a place each in a table, under the hyperbola (first + 1)(second + 1) < limit;
all others go to a buffer as one number each, `first << 36 | second << 8 | distance`, to be sorted and added up.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Parts = NDArray[np.int64]
Packed = NDArray[np.uint64]
DISTANCE_BITS, WORD_BITS = 8, 28
MOST_DISTANCE = (1 << DISTANCE_BITS) - 1
MOST_WORDS = 1 << WORD_BITS
_DISTANCE, _WORD = np.uint64(DISTANCE_BITS), np.uint64(WORD_BITS)
_LOW = np.uint64(MOST_DISTANCE)


@njit(cache=True, nogil=True)
def count_block(
    tokens: NDArray[np.int32],
    lengths: NDArray[np.int64],
    row_of: NDArray[np.int32],
    window: int,
    weights: Parts,
    limit: int,
    table: Parts,
    table_starts: Parts,
    buffer: Packed,
    filled: int,
) -> int:
    """Count one block of sentences; returns how much of the buffer is filled now. Words without a row close up."""
    sentence = np.empty(lengths.max() if lengths.size else 0, np.int64)
    start = 0
    for length in lengths:
        size = 0
        for i in range(start, start + length):
            row = row_of[tokens[i]]
            if row >= 0:
                sentence[size] = row
                size += 1
        start += length
        for i in range(1, size):
            here = sentence[i]
            for j in range(max(0, i - window), i):
                there = sentence[j]
                first, second = (here, there) if here < there else (there, here)
                if (first + 1) * (second + 1) < limit:
                    table[table_starts[first] + second - first] += weights[i - j]
                else:
                    pair = np.uint64(first) << _WORD | np.uint64(second)
                    buffer[filled] = pair << _DISTANCE | np.uint64(i - j)
                    filled += 1
    return filled


@njit(cache=True, nogil=True)
def add_up(packed: Packed, weights: Parts, pairs: Packed, parts: Parts) -> int:
    """Sum the weights of equal pairs of a sorted buffer into `pairs` and `parts`; returns how many pairs there are."""
    size = 0
    for number in packed:
        pair = number >> _DISTANCE
        if size == 0 or pairs[size - 1] != pair:
            pairs[size] = pair
            parts[size] = 0
            size += 1
        parts[size - 1] += weights[number & _LOW]
    return size
