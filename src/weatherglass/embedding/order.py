"""What the order of a file's rows tells: frequency, unless it is the alphabet's."""

from __future__ import annotations

from itertools import islice, pairwise

from weatherglass.embedding.embedding import Embedding

_SORTED = 0.9  # of neighbouring rows in alphabetical order; by frequency it is about half
_LEAST_ROWS = 100
# Rows that show the order; further down, words that occur equally often often stand in the alphabet's order.
_FIRST_ROWS = 1_000


def frequency_known(embedding: Embedding) -> bool:
    """Whether the row number can stand for frequency: not in a file sorted by the alphabet."""
    known = (word.casefold() for word, rank in zip(embedding.words, embedding.ranks, strict=True) if rank >= 0)
    words = list(islice(known, _FIRST_ROWS))
    in_order = sum(one <= other for one, other in pairwise(words))
    return len(words) < _LEAST_ROWS or in_order < _SORTED * len(words)
