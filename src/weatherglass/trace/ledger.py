"""What each document adds to the counts of the test's words: exact bookkeeping, in one pass over the corpus.

The counts are those that training counts: taken from the ledger's cells, what a document added leaves what would be counted without
it. Entries stay on disk, so that memory does not grow with the corpus.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Bools, Floats, Indices
from weatherglass.corpus.corpus import Corpus, Numbers, Unit
from weatherglass.progress import HowFar
from weatherglass.trace.compiled import near_test_words, summed_by_unit
from weatherglass.train.cooccurrence import weights_of
from weatherglass.train.counting import MOST_WORDS, WORD_BITS, Packed, Parts
from weatherglass.train.runs import Counted, merge
from weatherglass.train.settings import GloVe
from weatherglass.train.vocabulary import Vocabulary

_LOW_WORD = np.uint64(MOST_WORDS - 1)
_AT_ONCE = 1 << 22  # entries that are looked up together


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """Counts of test words with their contexts, word by word, each word's contexts by their rows.

    `words`: the test words by their numbers; `columns`: the contexts' rows in the vocabulary; `one`: how many parts of a count are one.
    `keys` are those of `compiled`, in order.
    """

    keys: Packed
    words: Indices
    columns: Indices
    counts: Floats
    one: int

    def __len__(self) -> int:
        return len(self.keys)

    def places(self, keys: Packed) -> Indices:
        """Where these keys stand among the cells."""
        return np.searchsorted(self.keys, keys)


@dataclass(frozen=True, slots=True, eq=False)
class Taken:
    """Cells by their places, in order, and how much of their counts is taken away."""

    places: Indices
    counts: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Ledger:
    """The documents in which test words stand beside others, what each adds to which cells, and the sum.

    `rows`: the test words' rows in the vocabulary, whose order numbers them. `documents`: their numbers in the corpus, `ends` where
    each one's entries end. `documents_with`: for each test word, in how many documents it has an entry. `all_documents`: the numbers
    of those with or without.
    """

    rows: tuple[int, ...]
    cells: Cells
    documents: Numbers
    ends: Indices
    places: Indices
    parts: Parts
    documents_with: Indices
    all_documents: Numbers

    def taken(self, place: int) -> Taken:
        """What the document at this place of `documents` added."""
        begin = self.ends[place - 1] if place else 0
        end = self.ends[place]
        return Taken(np.asarray(self.places[begin:end]), self.parts[begin:end] / self.cells.one)

    def taken_by(self, chosen: Bools) -> Taken:
        """What the chosen ones of `documents` added together."""
        sums = np.zeros(len(self.cells))
        of_chosen = np.repeat(chosen, np.diff(self.ends, prepend=0))
        for at in range(0, len(of_chosen), _AT_ONCE):
            some = of_chosen[at : at + _AT_ONCE]
            places, parts = self.places[at : at + _AT_ONCE][some], self.parts[at : at + _AT_ONCE][some]
            sums += np.bincount(places, parts, minlength=len(sums))
        places = sums.nonzero()[0]
        return Taken(places, sums[places] / self.cells.one)

    def among(self, numbers: Numbers) -> Bools:
        """Which of `documents` these are, by their numbers in the corpus."""
        return np.isin(self.documents, numbers)

    @property
    def contexts(self) -> Indices:
        """With how many different words each of the test's words stands."""
        return np.bincount(self.cells.words, minlength=len(self.rows))


@dataclass(frozen=True, slots=True, eq=False)
class Near:
    """Units of text with what stands near the test's words in each, as keys and parts; `ends`: where each one's end.

    `numbers`: of the units in the corpus, without those that have nothing; `looked_at`: with them.
    """

    numbers: Numbers
    ends: Indices
    keys: Packed
    parts: Parts
    looked_at: Numbers


def ledger_of(
    corpus: Corpus,
    vocabulary: Vocabulary,
    rows: Sequence[int],
    settings: GloVe,
    folder: Path,
    progress: HowFar | None = None,
) -> Ledger:
    """Go over the corpus once; the entries are written to `folder`, which must last as long as the ledger."""
    numbers, looked_at, ends = ([np.empty(0, np.int64)] for _ in range(3))
    with_word = np.zeros(len(rows), np.int64)
    total: Counted = merge([])
    size = 0
    keys_file, parts_file, places_file = (folder / f"{name}.bin" for name in ("keys", "parts", "places"))
    with keys_file.open("wb") as keys_out, parts_file.open("wb") as parts_out:
        for found in near(corpus, vocabulary, rows, settings, "document", progress):
            keys_out.write(found.keys.data)
            parts_out.write(found.parts.data)
            numbers.append(found.numbers)
            looked_at.append(found.looked_at)
            ends.append(found.ends + size)
            size += len(found.keys)
            with_word += _units_with(found, len(rows))
            total = merge([total, _added_up(found)])
    cells = _cells(total, weights_of(settings.window, settings.weighting)[1])
    _look_up(keys_file, places_file, cells)
    keys_file.unlink()
    mapped = _mapped(places_file, np.int64, size), _mapped(parts_file, np.int64, size)
    documents, every, ended = map(np.concatenate, (numbers, looked_at, ends))
    return Ledger(tuple(rows), cells, documents, ended, *mapped, with_word, every)


def _cells(total: Counted, one: int) -> Cells:
    keys, parts = total
    return Cells(keys, _words(keys), (keys & _LOW_WORD).astype(np.int64), parts / one, one)


def _words(keys: Packed) -> Indices:
    """Test words by their numbers."""
    return (keys >> np.uint64(WORD_BITS)).astype(np.int64)


def _look_up(keys: Path, places: Path, cells: Cells) -> None:
    with keys.open("rb") as given, places.open("wb") as out:
        while len(some := np.fromfile(given, np.uint64, _AT_ONCE)):
            out.write(cells.places(some).data)


def _mapped(file: Path, kind: type, size: int) -> NDArray[Any]:
    return np.memmap(file, kind, "r", shape=size) if size else np.empty(0, kind)


def _units_with(found: Near, words: int) -> Indices:
    """In how many units each test word has an entry."""
    unit = np.repeat(np.arange(len(found.ends)), np.diff(found.ends, prepend=0))
    return np.bincount(np.unique(unit * words + _words(found.keys)) % words, minlength=words)


def _added_up(found: Near) -> Counted:
    """The sum over all units."""
    order = np.argsort(found.keys, kind="stable")
    keys = found.keys[order]
    first = np.flatnonzero(np.diff(keys, prepend=keys[:1] + np.uint64(1)))
    return keys[first], np.add.reduceat(found.parts[order], first) if len(first) else found.parts[:0]


def near(
    corpus: Corpus,
    vocabulary: Vocabulary,
    rows: Sequence[int],
    settings: GloVe,
    unit: Unit,
    progress: HowFar | None = None,
) -> Iterator[Near]:
    """What stands near test words in each document or sentence, some documents at a time."""
    test_of = np.full(len(vocabulary.words), -1, np.int32)
    test_of[list(rows)] = np.arange(len(rows))
    known = vocabulary.row_of >= 0
    is_test = np.zeros(len(known), bool)
    is_test[known] = test_of[vocabulary.row_of[known]] >= 0
    weights, _one = weights_of(settings.window, settings.weighting)
    by_document = unit == "document"
    done, total = 0, corpus.counts().words
    for block in corpus.whole_documents():
        sizes = block.sizes if by_document else np.ones(len(block.lengths), np.int64)
        packed = np.empty(2 * settings.window * int(is_test[block.tokens].sum()), np.uint64)
        ends = near_test_words(block.tokens, block.lengths, sizes, vocabulary.row_of, test_of, settings.window, packed)
        keys, parts = np.empty(int(ends[-1]), np.uint64), np.empty(int(ends[-1]), np.int64)
        ends = summed_by_unit(packed, ends, weights, keys, parts)
        size, has = int(ends[-1]), np.diff(ends, prepend=0) > 0
        numbers = block.documents if by_document else block.sentences
        yield Near(numbers[has], ends[has], keys[:size], parts[:size], numbers)
        done += len(block.tokens)
        if progress is not None:
            progress(done, total)
