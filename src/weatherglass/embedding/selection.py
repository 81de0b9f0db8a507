"""Which rows of a file are wanted, and the rows as they are gathered."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Singles
from weatherglass.errors import FormatError, Notice

Ranks = NDArray[np.int64]

BLOCK = 4096
MOST_DIMENSIONS = 100_000
_OCTAVES = 40
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")  # in a Python text, but in no file


def sampled_ranks(per_octave: int, seed: int) -> Ranks:
    """Row numbers to keep so that each doubling of the rank gives the same number of rows.

    Frequency falls about as 1/rank, so this spreads a sample evenly over log frequency without knowing how many
    rows there are.
    """
    if per_octave <= 0:
        return np.empty(0, np.int64)
    rng = np.random.default_rng(seed)
    picks: list[Ranks] = [np.zeros(1, np.int64)]
    for octave in range(_OCTAVES):
        low = 2**octave
        if low <= per_octave:
            picks.append(np.arange(low, 2 * low))
        else:
            picks.append(low + rng.choice(low, size=per_octave, replace=False, shuffle=False))
    return np.unique(np.concatenate(picks))


@dataclass(frozen=True, slots=True)
class Selection:
    """What to keep: every row, or the rows of some words (and a sample), among the first `limit`."""

    words: frozenset[str] | None = None
    limit: int | None = None
    key: Callable[[str], str] | None = None
    sampled: Ranks = field(default_factory=lambda: np.empty(0, np.int64))
    keys: frozenset[str] = field(init=False, default=frozenset())

    def __post_init__(self) -> None:
        if self.key is not None and self.words is not None:
            object.__setattr__(self, "keys", frozenset(map(self.key, self.words)))

    def wants(self, word: str) -> bool:
        """Whether the word was asked for, as written or after normalisation."""
        if self.words is None or word in self.words:
            return True
        return self.key is not None and self.key(word) in self.keys

    def first_words(self, separator: str) -> frozenset[str] | None:
        """What a row that may be wanted begins with, for words that may contain the separator."""
        if self.words is None:
            return None
        return frozenset(word.split(separator, 1)[0] for word in self.words | self.keys)

    def samples_between(self, first: int, last: int) -> Ranks:
        """The sampled row numbers from `first` up to, not including, `last`."""
        low, high = np.searchsorted(self.sampled, [first, last])
        return self.sampled[low:high]

    def rows_of(self, words: Collection[str]) -> Ranks:
        """Row numbers to keep when all words are known before any vector is read."""
        total = len(words) if self.limit is None else min(self.limit, len(words))
        if self.words is None:
            return np.arange(total)
        wanted = [i for i, word in zip(range(total), words, strict=False) if self.wants(word)]
        return np.union1d(np.array(wanted, np.int64), self.samples_between(0, total))


class Rows:
    """Gathers rows; leaves out, and counts, those that no number may rest on."""

    def __init__(self, file: Path, dim: int):
        if not 0 < dim <= MOST_DIMENSIONS:
            raise FormatError(f"{dim:,} dimensions; between 1 and {MOST_DIMENSIONS:,} can be read", file=file)
        self.file, self.dim = file, dim
        self.total = 0  # rows seen, kept or not
        self._words: list[str] = []
        self._ranks: list[int] = []
        self._seen: set[str] = set()
        self._pending: list[Any] = []
        self._blocks: list[Singles] = []
        self._reserved: Singles | None = None
        self._left_out: dict[str, list[str]] = {}

    def reserve(self, rows: int) -> None:
        """Make room for this many rows at once; only where the file is known to be large enough for them."""
        self._reserved = np.empty((rows, self.dim), np.float32)

    def decode(self, word: bytes) -> str | None:
        """The word as text; a row whose word is not UTF-8 is left out."""
        try:
            text = word.decode("utf-8")
        except UnicodeDecodeError:
            self.leave_out("invalid-utf8", word.decode("utf-8", "backslashreplace"))
            return None
        return text

    def leave_out(self, code: str, word: str) -> None:
        self._left_out.setdefault(code, []).append(word)

    def add(self, rank: int, word: str, vector: Any) -> None:
        """Keep a row; the first row of a word counts, as files are sorted by frequency."""
        if not word or _HALF_CHARACTER.search(word):
            self.leave_out("invalid-utf8" if word else "empty-word", ascii(word) if word else "")
            return
        if word in self._seen:
            self.leave_out("duplicate-words", word)
            return
        self._seen.add(word)
        self._words.append(word)
        self._ranks.append(rank)
        self._pending.append(vector)
        if len(self._pending) == BLOCK:
            self._flush()

    def _flush(self) -> None:
        if not self._pending:
            return
        # What overflows becomes infinite and is left out; a signalling NaN is a NaN like others.
        with np.errstate(over="ignore", invalid="ignore"):
            block = np.array(self._pending, dtype=np.float32)
            self._pending = []
            start = len(self._words) - len(block)
            finite = np.asarray(np.isfinite(block).all(axis=1))
            usable = finite & (block != 0).any(axis=1)
        if not usable.all():
            for i in np.flatnonzero(~usable):
                self.leave_out("zero-vectors" if finite[i] else "not-finite", self._words[start + i])
            keep = np.flatnonzero(usable)
            self._words[start:] = [self._words[start + i] for i in keep]
            self._ranks[start:] = [self._ranks[start + i] for i in keep]
            block = block[keep]
        if self._reserved is not None and len(self._words) > len(self._reserved):  # more than was promised
            self._blocks, self._reserved = [self._reserved[:start]], None
        if self._reserved is not None:
            self._reserved[start : len(self._words)] = block
        else:
            self._blocks.append(block)

    def finish(self) -> tuple[tuple[str, ...], Singles, Ranks]:
        """Words, matrix and row numbers; blocks are let go one by one, so memory is not held twice."""
        self._flush()
        if self._reserved is not None:
            return tuple(self._words), self._reserved[: len(self._words)], np.array(self._ranks, np.int64)
        vectors = np.empty((len(self._words), self.dim), np.float32)
        end = len(vectors)
        while self._blocks:
            block = self._blocks.pop()
            vectors[end - len(block) : end] = block
            end -= len(block)
        return tuple(self._words), vectors, np.array(self._ranks, np.int64)

    def notices(self) -> tuple[Notice, ...]:
        """What was left out, counted, with examples."""
        return tuple(
            Notice(
                code, _LEFT_OUT[code].format(n=len(words), rows="row" if len(words) == 1 else "rows") + examples(words)
            )
            for code, words in sorted(self._left_out.items())
        )


_LEFT_OUT = {
    "duplicate-words": "{n:,} {rows} left out: the word occurred earlier in the file, and the first row counts",
    "zero-vectors": "{n:,} {rows} left out: the vector is all zeros, so it has no direction",
    "not-finite": "{n:,} {rows} left out: the vector holds NaN or an infinite number",
    "invalid-utf8": "{n:,} {rows} left out: the word is not valid UTF-8",
    "empty-word": "{n:,} {rows} left out: there is no word in front of the numbers",
    "too-many-numbers": "{n:,} {rows} left out: there are more numbers than dimensions, so it is unclear where the word ends",
    "unfinished-row": "The file ends without a line break, so its last number may be cut short; that row is left out. "
    "Add a line break if the file is whole",
    "shared-rows": "{n:,} words left out: they share the row of another word and have no vector of their own",
}


def examples(words: list[str]) -> str:
    """The first of them in brackets, and a full stop."""
    shown = [repr(word) for word in words if word][:5]
    return f" ({', '.join(shown)}{', …' if len(words) > len(shown) else ''})." if shown else "."
