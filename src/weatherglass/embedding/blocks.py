"""Rows on their way from a reader to a writer, some thousand at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from weatherglass.arrays import Bools, Singles

BLOCK = 1024  # rows at most; what a change makes of them stays in the cache, and BLAS does not wake its threads
_BYTES = 16 << 20  # of numbers at most
_UNKNOWN = 10**12 - 1

Blocks = Iterable[tuple[Sequence[str], Singles]]


class Size(NamedTuple):
    """How large a file of vectors will be; `exact` is false where there may be fewer rows in the end."""

    rows: int
    dim: int
    exact: bool = True


class Passed(NamedTuple):
    """A block as it was read; `usable` marks rows of finite numbers that are not all zero."""

    words: list[str]
    vectors: Singles
    usable: Bools
    at_most: int  # rows that the file may have


Taker = Callable[[Passed], None]


def rows_at_once(dim: int) -> int:
    """Rows of a block: fewer where they are long."""
    return max(1, min(BLOCK, _BYTES // (4 * dim)))


def most_rows(size: int | None, dim: int) -> int:
    """Rows of text without a header: each has a letter, a separator and a digit for each number, and a line break."""
    return _UNKNOWN if size is None else size // (2 * dim + 2) + 1


def in_blocks(words: Sequence[str], vectors: Singles) -> Iterator[tuple[Sequence[str], Singles]]:
    """Rows that are in memory, as a writer takes them."""
    step = rows_at_once(vectors.shape[1])
    for start in range(0, len(words), step):
        yield words[start : start + step], vectors[start : start + step]
