"""Which rows of a file are wanted, and the rows as they are gathered."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Bools, Singles
from weatherglass.embedding.blocks import Passed, Taker, rows_at_once
from weatherglass.errors import FormatError, Notice

Ranks = NDArray[np.int64]

MOST_DIMENSIONS = 100_000
_OCTAVES = 40
_EXAMPLES = 5
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
    """What to keep: every row, or the rows of some words (and a sample), among the first `limit`.

    `into` takes the rows block by block, and none is kept; `any_bytes`: also words that are not UTF-8, where a format
    can hold them.
    """

    words: frozenset[str] | None = None
    limit: int | None = None
    key: Callable[[str], str] | None = None
    sampled: Ranks = field(default_factory=lambda: np.empty(0, np.int64))
    into: Taker | None = None
    any_bytes: bool = False
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
    """Gathers rows; leaves out, and counts, those that no number may rest on.

    With `into`, rows are handed on instead of kept: also those of words that came before, whose number only memory
    limits, and those without direction, marked as not usable.
    """

    def __init__(self, file: Path, dim: int, into: Taker | None = None, *, any_bytes: bool = False):
        if not 0 < dim <= MOST_DIMENSIONS:
            raise FormatError(f"{dim:,} dimensions; between 1 and {MOST_DIMENSIONS:,} can be read", file=file)
        self.file, self.dim = file, dim
        self.total = 0  # rows seen, kept or not
        self.passed = 0  # rows handed on
        self._into, self._any_bytes = into, any_bytes
        self._at_most = 0
        self._words: list[str] = []
        self._ranks: list[int] = []
        self._seen: set[str] = set()
        self._pending: list[tuple[int, str, Any]] = []
        self._blocks: list[Singles] = []
        self._reserved: Singles | None = None
        self._left_out: Counter[str] = Counter()
        self._examples: dict[str, list[str]] = {}

    def expect(self, at_most: int, *, reserve: bool = False) -> None:
        """How many rows there may be; `reserve`: room for all of them at once, if the file is surely large enough."""
        self._at_most = at_most
        if reserve and self._into is None:
            self._reserved = np.empty((at_most, self.dim), np.float32)

    def decode(self, word: bytes) -> str | None:
        """The word as text; a row whose word is not UTF-8 is left out, unless any bytes will do."""
        try:
            return word.decode("utf-8")
        except UnicodeDecodeError:
            if self._any_bytes:
                return word.decode("utf-8", "surrogateescape")
            self.leave_out("invalid-utf8", word.decode("utf-8", "backslashreplace"))
            return None

    def leave_out(self, code: str, word: str) -> None:
        self._left_out[code] += 1
        shown = self._examples.setdefault(code, [])
        if word and len(shown) < _EXAMPLES:
            shown.append(str(word))

    def add(self, rank: int, word: str, vector: Any) -> None:
        """Keep a row; the first row of a word counts, as files are sorted by frequency."""
        if not self._any_bytes and _HALF_CHARACTER.search(word):
            self.leave_out("invalid-utf8", ascii(word))
        elif self._fits(word):
            self._pending.append((rank, str(word), vector))  # those of numpy are a kind of their own, which shows
            if len(self._pending) >= rows_at_once(self.dim):
                self._flush()

    def add_block(self, rank: int, words: list[str], block: Singles, largest: Singles | None = None) -> None:
        """Keep rows that follow each other; the words were decoded, and the block is nobody else's.

        `largest`: the largest size of a number in each row, if it is known.
        """
        self._flush()
        if self._into is not None and "" not in words:
            self._hand_on(words, block, largest)
            return
        fit = [i for i, word in enumerate(words) if self._fits(word)]
        if len(fit) < len(words):
            words, block = [words[i] for i in fit], block[fit]
        self._keep([rank + i for i in fit], words, block)

    def _fits(self, word: str) -> bool:
        if not word:
            self.leave_out("empty-word", "")
            return False
        if self._into is None:
            if word in self._seen:
                self.leave_out("duplicate-words", word)
                return False
            self._seen.add(word)
        return True

    def _flush(self) -> None:
        if self._pending:
            ranks, words, vectors = zip(*self._pending, strict=True)
            self._pending = []
            # What overflows becomes infinite and is left out; a signalling NaN is a NaN like others.
            with np.errstate(over="ignore", invalid="ignore"):
                block = np.array(vectors, dtype=np.float32)
            self._keep(list(ranks), list(words), block)

    def _keep(self, ranks: list[int], words: list[str], block: Singles) -> None:
        if self._into is not None:
            self._hand_on(words, block)
            return
        usable = self._usable(words, block)
        if not usable.all():
            keep = np.flatnonzero(usable).tolist()
            ranks, words, block = [ranks[i] for i in keep], [words[i] for i in keep], block[keep]
        start = len(self._words)
        self._words += words
        self._ranks += ranks
        if self._reserved is not None and len(self._words) > len(self._reserved):  # more than was promised
            self._blocks, self._reserved = [self._reserved[:start]], None
        if self._reserved is not None:
            self._reserved[start : len(self._words)] = block
        else:
            self._blocks.append(block)

    def _hand_on(self, words: list[str], block: Singles, largest: Singles | None = None) -> None:
        assert self._into is not None
        if words:
            self.passed += len(words)
            self._into(Passed(words, block, self._usable(words, block, largest), self._at_most))

    def _usable(self, words: list[str], block: Singles, largest: Singles | None = None) -> Bools:
        """Which rows have a direction; the others are counted."""
        if largest is None:
            with np.errstate(invalid="ignore"):  # NaN is larger and smaller than every number
                largest = np.maximum(block.max(axis=1), -block.min(axis=1))
        finite = np.isfinite(largest)
        usable: Bools = finite & (largest != 0)
        for i in np.flatnonzero(~usable):
            self.leave_out("zero-vectors" if finite[i] else "not-finite", words[i])
        return usable

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

    @property
    def left_out(self) -> dict[str, int]:
        """How many rows were left out for each reason, by the codes of the notices; none where they are handed on."""
        return dict(sorted(self._left_out.items())) if self._into is None else {}

    def notices(self) -> tuple[Notice, ...]:
        """What was left out, or handed on as it is, counted, with examples."""
        texts = _LEFT_OUT if self._into is None else _LEFT_OUT | _NOT_USABLE
        return tuple(
            Notice(code, texts[code].format(n=n, **_NUMBER[n == 1]) + examples(self._examples[code], n))
            for code, n in sorted(self._left_out.items())
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
    "keys-without-words": "{n:,} {rows} left out: the vocabulary has no word for the key",
    "word-pieces": "{n:,} {rows} left out: the token is a piece of a word, or a mark, and no whole word",
}


_NUMBER = {True: {"rows": "row", "they_are": "it is"}, False: {"rows": "rows", "they_are": "they are"}}
_NOT_USABLE = {
    "zero-vectors": "{n:,} {rows} kept as {they_are}: the vector is all zeros, so it has no direction",
    "not-finite": "{n:,} {rows} kept as {they_are}: the vector holds NaN or an infinite number",
}


def examples(words: list[str], count: int | None = None) -> str:
    """The first of them in brackets, and a full stop; `count`: how many there are, if more than these."""
    shown = [repr(word) for word in words if word][:_EXAMPLES]
    more = (len(words) if count is None else count) > len(shown)
    return f" ({', '.join(shown)}{', …' if more else ''})." if shown else "."
