"""Counting which words stand near which, compiled.

A count is a whole number of parts: a pair at distance d weighs `weights[d]` parts. Whole numbers make the sums exact, so
they do not depend on how the work was divided. A pair is kept once, with the more frequent word, which has the lower
row, first. Pairs of frequent words have a place each in a table, under the hyperbola (first + 1)(second + 1) < limit;
all others go to a buffer as one number each, `key << 8 | distance`, to be sorted and added up.

A pair's key is its number `first << 28 | second` scrambled one to one, so that pairs in the order of their keys are in
random order. The order is a matter of the pair and the seed alone: whoever sorts by key, whatever part of the work,
shuffles. Equal ranges of keys hold about as many pairs each.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

Parts = NDArray[np.int64]
Packed = NDArray[np.uint64]
DISTANCE_BITS, WORD_BITS = 8, 28
MOST_DISTANCE = (1 << DISTANCE_BITS) - 1
MOST_WORDS = 1 << WORD_BITS
KEY_BITS = 2 * WORD_BITS
_DISTANCE, _WORD = np.uint64(DISTANCE_BITS), np.uint64(WORD_BITS)
_LOW = np.uint64(MOST_DISTANCE)
_LOW_WORD = np.uint64(MOST_WORDS - 1)
_KEY = np.uint64((1 << KEY_BITS) - 1)
# The multipliers of the finaliser of SplitMix64 (Steele, Lea and Flood, 2014), cut to the width of a key.
_FACTORS = 0xBF58476D1CE4E5B9 % (1 << KEY_BITS), 0x94D049BB133111EB % (1 << KEY_BITS)
_FIRST, _SECOND = (np.uint64(factor) for factor in _FACTORS)
_FIRST_BACK, _SECOND_BACK = (np.uint64(pow(factor, -1, 1 << KEY_BITS)) for factor in _FACTORS)


def salt_of(seed: int) -> Packed:
    """What makes another seed another order."""
    return np.random.SeedSequence(seed).generate_state(3, np.uint64) & _KEY


@njit(cache=True, nogil=True, inline="always")
def _scrambled(pair: Any, salt: Packed) -> Any:
    """Each line can be undone: a shift by half the width or more, and a product with an odd number modulo 2⁵⁶."""
    key = pair ^ salt[0]
    key ^= key >> _WORD
    key = (key * _FIRST & _KEY) ^ salt[1]
    key ^= key >> _WORD
    key = (key * _SECOND & _KEY) ^ salt[2]
    return key ^ key >> _WORD


@njit(cache=True, nogil=True)
def keys_of(rows: Parts, columns: Parts, salt: Packed) -> Packed:
    keys = np.empty(len(rows), np.uint64)
    for i in range(len(rows)):
        keys[i] = _scrambled(np.uint64(rows[i]) << _WORD | np.uint64(columns[i]), salt)
    return keys


@njit(cache=True, nogil=True)
def pairs_of(keys: Packed, salt: Packed) -> tuple[Parts, Parts]:
    """Rows and columns from keys: the steps of scrambling undone, the last first."""
    rows, columns = np.empty(len(keys), np.int64), np.empty(len(keys), np.int64)
    for i in range(len(keys)):
        pair = keys[i]
        pair = (pair ^ pair >> _WORD) ^ salt[2]
        pair = pair * _SECOND_BACK & _KEY
        pair = (pair ^ pair >> _WORD) ^ salt[1]
        pair = pair * _FIRST_BACK & _KEY
        pair = (pair ^ pair >> _WORD) ^ salt[0]
        rows[i], columns[i] = pair >> _WORD, pair & _LOW_WORD
    return rows, columns


@njit(cache=True, nogil=True)
def count_block(
    tokens: NDArray[np.int32],
    lengths: NDArray[np.int64],
    row_of: NDArray[np.int32],
    window: int,
    weights: Parts,
    salt: Packed,
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
                    key = _scrambled(np.uint64(first) << _WORD | np.uint64(second), salt)
                    buffer[filled] = key << _DISTANCE | np.uint64(i - j)
                    filled += 1
    return filled


@njit(cache=True, nogil=True)
def add_up(packed: Packed, weights: Parts, keys: Packed, parts: Parts) -> int:
    """Sum the weights of equal keys of a sorted buffer into `keys` and `parts`; returns how many keys there are."""
    size = 0
    for number in packed:
        key = number >> _DISTANCE
        if size == 0 or keys[size - 1] != key:
            keys[size] = key
            parts[size] = 0
            size += 1
        parts[size - 1] += weights[number & _LOW]
    return size


@njit(cache=True, nogil=True)
def merge_two(some: Packed, some_parts: Parts, others: Packed, other_parts: Parts, keys: Packed, parts: Parts) -> int:
    """Merge sorted keys into `keys` and `parts`, adding up the parts of equal ones; returns how many there are.

    Which key comes next is a matter of chance, so it is computed with instead of branched on: a third of the time.
    """
    i, j, size = 0, 0, 0
    while i < len(some) and j < len(others):
        one, other = some[i], others[j]
        keys[size] = one if one <= other else other
        parts[size] = (some_parts[i] if one <= other else 0) + (other_parts[j] if other <= one else 0)
        i += one <= other
        j += other <= one
        size += 1
    while i < len(some):
        keys[size], parts[size] = some[i], some_parts[i]
        i, size = i + 1, size + 1
    while j < len(others):
        keys[size], parts[size] = others[j], other_parts[j]
        j, size = j + 1, size + 1
    return size
