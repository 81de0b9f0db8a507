"""Texts to words: the steps of a language carried out on many texts at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from threading import Lock

import numpy as np
import polars as pl
from numba import njit
from numpy.typing import NDArray

from weatherglass.errors import SpecError, UnknownName
from weatherglass.language.base import Language
from weatherglass.language.steps import (
    ANY_KEPT,
    KEPT,
    NO_END,
    Action,
    DropWords,
    Lower,
    Normalise,
    Replace,
    Step,
    Substitute,
)

_MOST_PIECES = 20_000_000  # to remember at once


def chosen(language: Language, *, add: Iterable[str] = (), leave_out: Iterable[str] = ()) -> tuple[Step, ...]:
    """The language's default steps, with some of its others added and some left out, in the language's order."""
    added, left_out = set(add), set(leave_out)
    known = {step.name for step in language.cleaning}
    for name in sorted(added | left_out):
        if name not in known:
            raise UnknownName(f"step of cleaning for '{language.code}'", name, sorted(known))
    if both := added & left_out:
        raise SpecError(f"the step '{min(both)}' is both added and left out; give one of the two")
    return tuple(
        step for step in language.cleaning if (step.default or step.name in added) and step.name not in left_out
    )


def split_sentences(paragraphs: pl.Series, language: Language) -> pl.Series:
    """Every paragraph's sentences, as a list each."""
    for action in language.sentences:
        paragraphs = _applied(paragraphs, action)
    return paragraphs.str.replace_all(NO_END, "", literal=True).str.split("\n")


def clean(texts: pl.Series, steps: Sequence[Step]) -> tuple[list[str], NDArray[np.int64]]:
    """All words of all texts in one row, and how many of them each text has."""
    cleaner = Cleaner(steps)
    numbers, counts, _before = cleaner.numbers(texts)
    words = cleaner.words
    return [words[number] for number in numbers], counts


def words_of(text: str, language: Language) -> list[str]:
    """One text's words by the language's default steps."""
    return clean(pl.Series([text], dtype=pl.String), chosen(language))[0]


class Cleaner:
    """Texts to numbers of words. Steps act on what stands between white space, so each different piece is cleaned once.

    `words` are the words met so far, by their numbers. May be used from several threads; the numbers then depend on who
    comes first.
    """

    def __init__(self, steps: Sequence[Step]):
        self._actions = [action for step in steps for action in step.actions]
        self._lock = Lock()
        self._number: dict[str, int] = {}
        self._pieces = _Pieces()

    @property
    def words(self) -> list[str]:
        return list(self._number)

    def numbers(self, texts: pl.Series) -> tuple[NDArray[np.uint32], NDArray[np.int64], int]:
        """The numbers of all words of all texts in one row, how many each text has, and how many there were before."""
        pieces, per_text = _split(texts)
        with self._lock:
            if self._pieces.count > _MOST_PIECES:
                self._pieces = _Pieces()  # what was remembered is found again
            known = self._pieces
        codes = known.codes_of(pieces)
        with self._lock:
            self._learn(known, pieces, codes)
            starts, lengths, flat = known.starts, known.lengths, known.flat
        numbers, counts = _put_in(codes, per_text, starts, lengths, flat)
        return numbers, counts, len(pieces)

    def _learn(self, known: _Pieces, pieces: pl.Series, codes: NDArray[np.uint32]) -> None:
        """Clean the pieces that were not met before."""
        known.make_room(int(codes.max()) + 1 if len(codes) else 0)
        places = np.flatnonzero(known.starts[codes] < 0)
        if not len(places):
            return
        where = np.full(len(known.starts), -1, np.int64)
        where[codes[places]] = places  # any of the places where a piece stands
        new = np.flatnonzero(where >= 0)
        where = where[new]
        words, counts = _cleaned(pieces.gather(where), self._actions)
        numbers = [self._number.setdefault(word, len(self._number)) for word in words]
        known.add(new, counts, np.array(numbers, np.uint32))


class _Pieces:
    """What stood between white space, with a code each, and the words that it becomes: `lengths` of them from `starts`."""

    def __init__(self) -> None:
        categories = pl.Categories.random()
        self._used = pl.Series([], dtype=pl.Categorical(categories))  # polars keeps the codes while something uses them
        self.starts = np.full(1 << 16, -1, np.int64)
        self.lengths = np.zeros(1 << 16, np.int64)
        self.flat = np.empty(0, np.uint32)
        self.count = 0

    def codes_of(self, pieces: pl.Series) -> NDArray[np.uint32]:
        codes: NDArray[np.uint32] = pieces.cast(self._used.dtype).to_physical().to_numpy()
        return codes

    def make_room(self, size: int) -> None:
        if size > len(self.starts):
            more = 2 * size - len(self.starts)
            self.starts = np.pad(self.starts, (0, more), constant_values=-1)
            self.lengths = np.pad(self.lengths, (0, more))

    def add(self, codes: NDArray[np.intp], counts: NDArray[np.int64], numbers: NDArray[np.uint32]) -> None:
        self.starts[codes] = len(self.flat) + np.cumsum(counts) - counts
        self.lengths[codes] = counts
        self.flat = np.concatenate([self.flat, numbers])
        self.count += len(codes)


@njit(cache=True, nogil=True)
def _put_in(
    codes: NDArray[np.uint32],
    per_text: NDArray[np.int64],
    starts: NDArray[np.int64],
    lengths: NDArray[np.int64],
    flat: NDArray[np.uint32],
) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    """Each piece replaced by the numbers of its words, and how many each text has then."""
    total = 0
    for code in codes:
        total += lengths[code]
    numbers, counts = np.empty(total, np.uint32), np.empty(per_text.size, np.int64)
    at = filled = 0
    for text in range(per_text.size):
        before = filled
        for _ in range(per_text[text]):
            code = codes[at]
            at += 1
            for place in range(starts[code], starts[code] + lengths[code]):
                numbers[filled] = flat[place]
                filled += 1
        counts[text] = filled - before
    return numbers, counts


def _split(texts: pl.Series) -> tuple[pl.Series, NDArray[np.int64]]:
    """What stands between white space in all texts, in one row, and how many of them each text has."""
    lists = texts.fill_null("").str.replace_all(r"[\s&&[^ ]]", " ").str.split(" ")
    pieces, counts = lists.explode(), lists.list.len().to_numpy().astype(np.int64)
    empty = (pieces == "").to_numpy()  # beside two spaces in a row, and at the ends
    if empty.any():
        texts_of_empty = np.repeat(np.arange(len(counts)), counts)[empty]
        counts -= np.bincount(texts_of_empty, minlength=len(counts))
        pieces = pieces.filter(~empty)
    return pieces, counts


def _cleaned(pieces: pl.Series, actions: Sequence[Action]) -> tuple[list[str], NDArray[np.int64]]:
    """The words that become of each piece, in one row, and how many they are."""
    pieces = pieces.str.replace_all(f"[{ANY_KEPT}]", "")  # what stands for a kept sign is written by steps alone
    for action in actions:
        pieces = _applied(pieces, action)
    pieces = _applied(pieces, Replace(tuple((mark, sign) for sign, mark in KEPT.items())))
    words = pieces.to_frame("word").with_row_index("piece").with_columns(pl.col("word").str.split(" ")).explode("word")
    keep = pl.col("word") != ""
    for action in actions:
        if isinstance(action, DropWords):
            keep &= ~pl.col("word").str.contains(f"^(?:{action.pattern})$")
    words = words.filter(keep)
    return words["word"].to_list(), np.bincount(words["piece"].to_numpy(), minlength=len(pieces))


def _applied(texts: pl.Series, action: Action) -> pl.Series:
    if isinstance(action, Lower):
        return texts.str.to_lowercase()
    if isinstance(action, Replace):
        old, new = zip(*action.pairs, strict=True)
        return texts.str.replace_many(list(old), list(new))
    if isinstance(action, Substitute):
        return texts.str.replace_all(action.pattern, action.by)
    if isinstance(action, Normalise):
        where = texts.str.contains(action.where)
        some = texts.filter(where).str.normalize(action.form)
        return texts.clone().scatter(where.arg_true(), some) if len(some) else texts
    return texts  # words are dropped once there are words
