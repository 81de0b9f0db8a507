"""Loops over a text and over a ledger, compiled: near which words the test's words stand, and what that does to their vectors.

A unit is a document, or a sentence. What stands near a test word is kept as `word << 28 | context`, counted in whole parts as
`train.counting` does it, so that what is taken out of the counts is exactly what went in.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from weatherglass.arrays import Floats, Indices, Singles
from weatherglass.train.counting import DISTANCE_BITS, MOST_DISTANCE, WORD_BITS, Packed, Parts

_DISTANCE, _WORD = np.uint64(DISTANCE_BITS), np.uint64(WORD_BITS)
_LOW = np.uint64(MOST_DISTANCE)


@njit(cache=True, nogil=True)
def near_test_words(
    tokens: NDArray[np.int32],
    lengths: Indices,
    sentences: Indices,
    row_of: NDArray[np.int32],
    test_of: NDArray[np.int32],
    window: int,
    packed: Packed,
) -> Indices:
    """Every pair of a test word and a word within its window as `key << 8 | distance`; returns where each unit ends.

    `sentences` has how many of them each unit has, `test_of` the number of a vocabulary's row among the test's words, or -1.
    Words without a row close up, as they do in training. A pair of two test words counts for each of them.
    """
    sentence = np.empty(lengths.max() if lengths.size else 0, np.int64)
    ends = np.empty(len(sentences), np.int64)
    filled, start, number = 0, 0, 0
    for unit in range(len(sentences)):
        for _ in range(sentences[unit]):
            size = 0
            for i in range(start, start + lengths[number]):
                row = row_of[tokens[i]]
                if row >= 0:
                    sentence[size] = row
                    size += 1
            start += lengths[number]
            number += 1
            for i in range(size):
                here = test_of[sentence[i]]
                if here < 0:
                    continue
                for j in range(max(0, i - window), min(size, i + window + 1)):
                    if j != i:
                        key = np.uint64(here) << _WORD | np.uint64(sentence[j])
                        packed[filled] = key << _DISTANCE | np.uint64(abs(i - j))
                        filled += 1
        ends[unit] = filled
    return ends


@njit(cache=True, nogil=True)
def summed_by_unit(packed: Packed, ends: Indices, weights: Parts, keys: Packed, parts: Parts) -> Indices:
    """Equal keys of each unit added up, in the order of the keys; returns where each unit ends among them."""
    out = np.empty(len(ends), np.int64)
    begin, size = 0, 0
    for unit in range(len(ends)):
        first = size
        for number in np.sort(packed[begin : ends[unit]]):
            key = number >> _DISTANCE
            if size == first or keys[size - 1] != key:
                keys[size] = key
                parts[size] = 0
                size += 1
            parts[size - 1] += weights[number & _LOW]
        begin = ends[unit]
        out[unit] = size
    return out


@njit(cache=True, nogil=True)
def pulls(
    places: Indices, removed: Floats, counts: Floats, fitted: Floats, x_max: float, alpha: float, least: float
) -> tuple[Floats, Floats]:
    """For cells that lose some of their count: the change of the cell's pull on the vector, and of its weight.

    A cell pulls by its weight times its error. One that loses all of its count has neither any more: there is no log of 0.
    """
    pull, weight = np.empty(len(places)), np.empty(len(places))
    for k in range(len(places)):
        x, p = counts[places[k]], fitted[places[k]]
        left = x - removed[k]
        f = min(x / x_max, 1.0) ** alpha
        f_left, pulling = 0.0, 0.0
        if left > least:
            f_left = min(left / x_max, 1.0) ** alpha
            pulling = f_left * (p - np.log(left))
        pull[k] = pulling - f * (p - np.log(x))
        weight[k] = f_left - f
    return pull, weight


@njit(cache=True, nogil=True)
def gradient_changes(words: Indices, columns: Indices, pull: Floats, contexts: Singles, out: Floats) -> None:
    """Add each cell's change of pull times its context to the row of its word; the last column is that of the bias."""
    dim = contexts.shape[1]
    for k in range(len(words)):
        row = out[words[k]]
        for i in range(dim):
            row[i] += pull[k] * contexts[columns[k], i]
        row[dim] += pull[k]
