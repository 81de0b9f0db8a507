"""Nearest spellings: which words of a vocabulary may be meant by one that is not in it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise, takewhile
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from weatherglass import language as languages
from weatherglass.embedding.embedding import Embedding
from weatherglass.words.lookup import How, Match, forms
from weatherglass.words.query import LONGEST_WORD

_BLOCK = 1 << 15  # words compared at once: what is worked on stays in the processor's cache
_KEPT_VOCABULARIES = 2
_BOUNDS = (1, 2, 4, 8, 16, 32, 64)  # of distance: nearer words are looked for before farther ones
_ROWS_BETWEEN_CHECKS, _WORTH_LEAVING = 3, 0.7  # how often words are left out, and if at most this share stays
_SAME_SIGN = {"_": " ", "-": " ", "‐": " ", "‑": " ", "’": "'", "ʼ": "'"}


@dataclass(frozen=True, slots=True)
class Near:
    """A word of the vocabulary; `distance` counts edits, and is 0 for another spelling of the same word."""

    word: str
    how: How | Literal["similar"]
    distance: int
    rank: int


@dataclass(frozen=True, slots=True)
class _Folded:
    """The words of a vocabulary as they are compared: code points one after the other, and for each word where its own begin.

    `letters` has a bit for each letter of a word, several letters sharing one.
    """

    codes: NDArray[np.uint32]
    starts: NDArray[np.int64]
    lengths: NDArray[np.int64]
    letters: NDArray[np.uint64]


def near(embedding: Embedding, word: str, n: int = 5, *, language: str = "") -> tuple[Near, ...]:
    """The words of the vocabulary that are spelled most like this one, best first.

    First come other spellings of the same word: those that looking it up tries by the rules of the language (of every
    language, if none is given), then those that differ in case, diacritics, hyphens and the like only. Then come words at
    a distance of at most two edits, or one for every three characters: a character left out, added or replaced, or two
    neighbours exchanged, nothing being edited twice. Among equals the more frequent word is first.
    """
    known = {row: Near(embedding.words[row], how, 0, rank) for row, how, rank in _looked_for(embedding, word, language)}
    similar = _similar(embedding, word, n + len(known))
    others = [each for row, each in similar if row not in known]
    return (*known.values(), *others)[: max(n, 0)]


def _looked_for(embedding: Embedding, word: str, language: str) -> Iterator[tuple[int, How, int]]:
    codes = (language,) if language else languages.codes()
    for code in codes:
        for form, how in forms(word, languages.get(code), Match()):
            row = embedding.index.get(form)
            if row is not None and form != word and embedding.ranks[row] >= 0:
                yield row, how, int(embedding.ranks[row])


def most_edits(length: int) -> int:
    """How many edits a word may be away; never as many as it has characters."""
    return min(max(2, length // 3), length - 1)


def _similar(embedding: Embedding, word: str, wanted: int) -> list[tuple[int, Near]]:
    """At least the `wanted` nearest rows by distance and rank, if there are as many."""
    asked = _fold([word])
    length = int(asked.lengths[0])
    if not 0 < length <= LONGEST_WORD:
        return []
    letters = asked.codes[:length]
    most = most_edits(length)
    vocabulary = _folded(embedding.words)
    at_least = _at_least(vocabulary, asked)
    at_least[(embedding.ranks < 0) | (at_least > most)] = most + 1
    if (itself := embedding.index.get(word)) is not None:
        at_least[itself] = most + 1
    found: list[tuple[int, int, int]] = []  # distance, rank, row
    # Most words can be left alone: their letters say that they are farther away than enough others are.
    for nearer, bound in pairwise((-1, *takewhile(lambda bound: bound < most, _BOUNDS), most)):
        rows = np.flatnonzero((at_least > nearer) & (at_least <= bound))
        distances = _distances(vocabulary, rows, letters, most)
        close = distances <= most
        ranks = embedding.ranks[rows[close]]
        found += zip(distances[close].tolist(), ranks.tolist(), rows[close].tolist(), strict=True)
        if sum(distance <= bound for distance, _, _ in found) >= wanted:
            break
    return [
        (row, Near(embedding.words[row], _how(word, embedding.words[row], distance), distance, rank))
        for distance, rank, row in sorted(found)[:wanted]
    ]


def _how(word: str, other: str, distance: int) -> How | Literal["similar"]:
    if distance:
        return "similar"
    return "case" if word.casefold() == other.casefold() else "normalised"


@lru_cache(maxsize=_KEPT_VOCABULARIES)
def _folded(words: tuple[str, ...]) -> _Folded:
    """Made once for a vocabulary, in parts that stay in the cache; its vectors are not held on to."""
    parts = [_fold(words[start : start + _BLOCK]) for start in range(0, len(words), _BLOCK)] or [_fold(())]
    begins = np.cumsum([0, *(len(part.codes) for part in parts[:-1])])
    return _Folded(
        np.concatenate([part.codes for part in parts]),
        np.concatenate([part.starts + begin for part, begin in zip(parts, begins, strict=True)]),
        np.concatenate([part.lengths for part in parts]),
        np.concatenate([part.letters for part in parts]),
    )


def _fold(words: Sequence[str]) -> _Folded:
    """Words without case, diacritics and the like, all at once, as there may be many."""
    if not words:
        none = np.empty(0, np.int64)
        return _Folded(none.astype(np.uint32), none, none, none.astype(np.uint64))
    joined = "\n".join(words) + "\n"
    if joined.count("\n") > len(words):
        joined = "\n".join(word.replace("\n", "") for word in words) + "\n"
    plain = joined.lower() if joined.isascii() else unicodedata.normalize("NFKD", joined).casefold()
    written = np.frombuffer(plain.encode("utf-32-le", "surrogatepass"), np.uint32)
    table = np.zeros(int(written.max()) + 1, np.uint32)
    for character in set(plain):
        table[ord(character)] = _same(character)
    codes = table[written]
    codes = codes[codes > 0]
    ends = np.flatnonzero(codes == ord("\n"))
    starts = np.concatenate(([0], ends[:-1] + 1))
    bits = np.left_shift(np.uint64(1), (codes & np.uint32(63)).astype(np.uint64))
    letters = np.bitwise_or.reduceat(bits, starts)  # with the end of the line, so that no word is empty
    return _Folded(codes, starts, ends - starts, letters)


@cache
def _same(character: str) -> int:
    """The code point that stands for all that count as this character, or 0 for one that does not count."""
    if character == "\n":
        return ord(character)
    if unicodedata.category(character) in ("Mn", "Me", "Cf", "Cc", "Cs"):
        return 0
    for code in languages.codes():
        key = languages.get(code).key
        if key is not None and len(mapped := key(character)) <= 1:
            character = mapped
        if not character:
            return 0
    return ord(_SAME_SIGN.get(character, character))


def _at_least(vocabulary: _Folded, asked: _Folded) -> NDArray[np.int64]:
    """How far each word is away at least: each edit changes the length by one at most, and brings one new letter at most."""
    mine, theirs = asked.letters[0], vocabulary.letters
    new = np.maximum(np.bitwise_count(theirs & ~mine), np.bitwise_count(mine & ~theirs))
    least: NDArray[np.int64] = np.maximum(np.abs(vocabulary.lengths - asked.lengths[0]), new.astype(np.int64))
    return least


def _distances(
    vocabulary: _Folded, rows: NDArray[np.int64], letters: NDArray[np.uint32], most: int
) -> NDArray[np.int16]:
    """The distance of each row, exactly if it is at most `most`, else anything above that."""
    distances = np.empty(len(rows), np.int16)
    by_length = np.argsort(vocabulary.lengths[rows], kind="stable")
    for start in range(0, len(rows), _BLOCK):
        block = by_length[start : start + _BLOCK]
        lengths = vocabulary.lengths[rows[block]]
        places = np.arange(lengths[-1])[:, None]
        inside = places < lengths
        others = np.where(inside, vocabulary.codes[np.where(inside, vocabulary.starts[rows[block]] + places, 0)], 0)
        distances[block] = _edits(letters, others, lengths.astype(np.int16), most)
    return distances


def _edits(
    word: NDArray[np.uint32], others: NDArray[np.uint32], lengths: NDArray[np.int16], most: int
) -> NDArray[np.int16]:
    """Edits from a word to many others, a column each, by the table of Wagner and Fischer.

    Only the cells no farther than `most` from the diagonal are worked out: a way through another one is longer. Words that
    every way has become too long for are left out on the way.
    """
    longest, count = others.shape
    far = np.int16(most + 1)
    result = np.full(count, far, np.int16)
    columns = np.arange(count)
    before = np.full((longest + 1, count), far, np.int16)
    before[: most + 1] = np.arange(min(most, longest) + 1, dtype=np.int16)[:, None]
    two_before, now = np.full_like(before, far), np.full_like(before, far)
    matches_before = np.zeros(others.shape, np.bool_)
    for i, letter in enumerate(word, 1):
        matches = others == letter
        first, last = max(1, i - most), min(longest, i + most)
        now[first - 1] = i  # in the first column; in another one it says that there is no way from there, as i > most
        for j in range(first, last + 1):
            cell = now[j]
            np.minimum(before[j], now[j - 1], out=cell)
            cell += 1
            np.minimum(cell, before[j - 1] + ~matches[j - 1], out=cell)
            if i > 1 and j > 1:
                exchanged = matches[j - 2] & matches_before[j - 1]
                np.minimum(cell, two_before[j - 2] + 1, out=cell, where=exchanged)
        two_before, before, now = before, now, two_before
        matches_before = matches
        if i % _ROWS_BETWEEN_CHECKS == 0:
            kept = np.flatnonzero(_least(before, i, len(word), lengths, most) <= most)
            if len(kept) < _WORTH_LEAVING * len(columns):
                columns, lengths = columns[kept], lengths[kept]
                others, matches_before = others[:, kept], matches_before[:, kept]
                before, two_before, now = before[:, kept], two_before[:, kept], now[:, kept]
    result[columns] = before[lengths, np.arange(len(columns))]
    return result


def _least(
    row: NDArray[np.int16], i: int, word_length: int, lengths: NDArray[np.int16], most: int
) -> NDArray[np.int16]:
    """The shortest that a way through row `i` can be: what is still to come adds the difference in length at least.

    An exchange leaps over a row, but the cell that it leaps over is no farther than where it leads to.
    """
    first, last = max(0, i - most), min(len(row) - 1, i + most)
    ends = np.arange(first, last + 1, dtype=np.int16)[:, None] + np.int16(word_length - i)
    least: NDArray[np.int16] = (row[first : last + 1] + np.abs(ends - lengths)).min(axis=0)
    return least
