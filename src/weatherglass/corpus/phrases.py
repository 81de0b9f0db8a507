"""Phrases: words that stand side by side much more often than chance are joined to one, as new_york.

By Mikolov et al. (2013): a pair is joined where (n(ab) − δ) N / (n(a) n(b)) exceeds a threshold, n being counts, N the
number of running words, and δ the least count, which keeps rare pairs out. A pass joins two; further passes join phrases
with words, so that n passes would reach n + 1 words and more.
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import numpy as np
from numba import njit
from numpy.typing import NDArray

from weatherglass.corpus.corpus import Corpus, Numbers, Tokens
from weatherglass.corpus.store import Writer, open_corpus

LEAST, THRESHOLD = 5, 100.0  # the defaults of the authors' program
_SHIFT = np.int64(32)


def join_phrases(corpus: Corpus, folder: Path, *, longest: int) -> Corpus:
    """Write the corpus anew to `folder`, with the phrases of two words joined that are at most `longest` words long."""
    pairs = _phrases(corpus, longest)
    first, second = pairs >> _SHIFT, pairs & 0xFFFFFFFF
    joined = [f"{corpus.words[a]}_{corpus.words[b]}" for a, b in zip(first, second, strict=True)]
    number_of = {word: number for number, word in enumerate(corpus.words)}
    # Known already may be a phrase as well: a_b and c, and a and b_c, are the same.
    codes = np.array([number_of.setdefault(word, len(number_of)) for word in joined], np.int32)
    with Writer(folder) as writer:
        for tokens, lengths in corpus.blocks():
            writer.add(*_joined(np.asarray(tokens), lengths, pairs, codes))
        sizes = np.diff(corpus.document_starts).tolist()
        for size, row in zip(sizes, corpus.documents().iter_rows(named=True), strict=True):
            fields = {key: value for key, value in row.items() if key != "name" and value is not None}
            writer.end_document(size, row["name"], fields)
        facts = asdict(corpus.facts)
        writer.finish(list(number_of), **{key: value for key, value in facts.items() if key not in ("after", "sha256")})
    return open_corpus(folder)


def _phrases(corpus: Corpus, longest: int) -> Numbers:
    """The pairs to join, as first << 32 | second, in order."""
    counts = corpus.word_counts()
    total = int(counts.sum())
    parts = np.array([word.count("_") + 1 for word in corpus.words])
    pairs, times = np.empty(0, np.int64), np.empty(0, np.int64)
    for tokens, lengths in corpus.blocks():
        inside = np.ones(len(tokens), bool)
        inside[np.cumsum(lengths) - 1] = False  # the last word of a sentence has no next one
        here = np.flatnonzero(inside)
        first, second = tokens[here].astype(np.int64), tokens[here + 1].astype(np.int64)
        enough = (counts[first] >= LEAST) & (counts[second] >= LEAST)
        new, new_times = np.unique(first[enough] << _SHIFT | second[enough], return_counts=True)
        pairs, places = np.unique(np.concatenate([pairs, new]), return_inverse=True)
        times = np.bincount(places, np.concatenate([times, new_times])).astype(np.int64)
    first, second = pairs >> _SHIFT, pairs & 0xFFFFFFFF
    score = (times - LEAST) / counts[first] / counts[second] * total
    chosen: Numbers = pairs[(score > THRESHOLD) & (parts[first] + parts[second] <= longest)]
    return chosen


@njit(cache=True, nogil=True)
def _joined(
    tokens: Tokens, lengths: Numbers, pairs: Numbers, codes: Tokens
) -> tuple[NDArray[np.uint32], NDArray[np.int32]]:
    """The sentences with their pairs joined, from left to right, and their new lengths."""
    out = np.empty(tokens.size, np.uint32)
    new_lengths = np.empty(lengths.size, np.int32)
    size = start = 0
    for number, length in enumerate(lengths):
        before, i, end = size, start, start + length
        while i < end:
            out[size] = tokens[i]
            if i + 1 < end:
                pair = np.int64(tokens[i]) << _SHIFT | np.int64(tokens[i + 1])
                place = np.searchsorted(pairs, pair)
                if place < pairs.size and pairs[place] == pair:
                    out[size] = codes[place]
                    i += 1
            size += 1
            i += 1
        new_lengths[number] = size - before
        start = end
    return out[:size], new_lengths
