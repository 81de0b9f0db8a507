"""The encoded corpus: sentences of numbers on disk, and views of it that copy nothing."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
import polars as pl
from numpy.typing import NDArray

from weatherglass.errors import Notice, SpecError, UnknownName

Tokens = NDArray[np.int32]
Numbers = NDArray[np.int64]
Unit = Literal["sentence", "document"]
BLOCK = 1 << 20  # words handed on at once
DATE = r"^\s*(\d{4}(?:-\d\d(?:-\d\d)?)?)(?:\D|$)"
LONGEST_SENTENCE = 10_000  # words; gensim would leave out the rest of a longer one


@dataclass(frozen=True, slots=True)
class Counts:
    """How much text: running words, sentences, documents."""

    words: int
    sentences: int
    documents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """How the corpus was made. `cleaning` names the steps in order; `sha256` is that of words, sentences and documents."""

    language: str
    cleaning: tuple[str, ...]
    split_sentences: bool
    ngrams: int
    before: Counts
    after: Counts
    sha256: str
    weatherglass: str
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class WholeDocuments:
    """Some documents as they stand in a view: their words in a row, and the numbers of sentences and documents.

    `lengths` has how many words each sentence has, `sizes` how many sentences each document has.
    """

    tokens: Tokens
    lengths: Numbers
    sentences: Numbers
    documents: Numbers
    sizes: Numbers


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Corpus:
    """Words, most frequent first, and sentences as their numbers; everything large stays on disk until it is used.

    `starts` says where each sentence begins among the `tokens`, `document_starts` where each document begins among the
    sentences. `chosen` are the numbers of the sentences of a view, in its order, and `view` says in words how they were
    chosen; None and () stand for the whole corpus. `origin` is the URL that the folder is a copy of, where it is one.
    """

    name: str
    folder: Path
    facts: Facts
    words: tuple[str, ...]
    tokens: Tokens
    starts: Numbers
    document_starts: Numbers
    chosen: Numbers | None = None
    view: tuple[str, ...] = ()
    origin: str | None = None

    def documents(self) -> pl.DataFrame:
        """A row for each document of the whole corpus: its name and every field the input had."""
        return pl.read_ipc(self.folder / "documents.arrow")

    def sentence_numbers(self) -> Numbers:
        """The numbers of the sentences in the view, in its order."""
        return np.arange(len(self.starts) - 1) if self.chosen is None else self.chosen

    def document_numbers(self) -> Numbers:
        """For each sentence of the view, the number of its document."""
        return np.searchsorted(self.document_starts, self.sentence_numbers(), side="right") - 1

    def lengths_of(self, numbers: Numbers) -> Numbers:
        """How many words each of these sentences has."""
        return self.starts[numbers + 1] - self.starts[numbers]

    def counts(self) -> Counts:
        """How much the view holds."""
        if self.chosen is None:
            return Counts(len(self.tokens), len(self.starts) - 1, len(self.document_starts) - 1)
        words = int(self.lengths_of(self.chosen).sum())
        return Counts(words, len(self.chosen), len(np.unique(self.document_numbers())))

    def blocks(self, most: int = BLOCK) -> Iterator[tuple[Tokens, Numbers]]:
        """The view's sentences in its order, some at a time: their words in a row, and how many each sentence has."""
        if self.chosen is None:
            yield from self._whole_blocks(most)
            return
        numbers = self.chosen
        lengths = self.lengths_of(numbers)
        ends = np.cumsum(lengths)
        first = 0
        while first < len(numbers):
            before = ends[first - 1] if first else 0
            last = max(first + 1, int(np.searchsorted(ends, before + most, side="right")))
            yield self._tokens_of(numbers[first:last], lengths[first:last]), lengths[first:last]
            first = last

    def _whole_blocks(self, most: int) -> Iterator[tuple[Tokens, Numbers]]:
        """Without a number for each sentence in memory: a large corpus has billions."""
        first, sentences = 0, len(self.starts) - 1
        while first < sentences:
            last = int(np.searchsorted(self.starts, self.starts[first] + most, side="right")) - 1
            last = max(first + 1, last)
            yield self.tokens[self.starts[first] : self.starts[last]], np.diff(self.starts[first : last + 1])
            first = last

    def whole_documents(self, most: int = BLOCK) -> Iterator[WholeDocuments]:
        """The view's documents in the order of the corpus, some at a time: about so many words, but no document in pieces."""
        chosen = None if self.chosen is None else np.sort(self.chosen)
        bounds = self.document_starts if chosen is None else np.searchsorted(chosen, self.document_starts)
        if chosen is None:
            ends = self.starts[self.document_starts[1:]]
        else:
            ends = np.concatenate([[0], np.cumsum(self.lengths_of(chosen))])[bounds[1:]]
        first = 0
        while first < len(ends):
            before = int(ends[first - 1]) if first else 0
            last = max(first + 1, int(np.searchsorted(ends, before + most, side="right")))
            numbers = np.arange(bounds[first], bounds[last]) if chosen is None else chosen[bounds[first] : bounds[last]]
            sizes = np.diff(bounds[first : last + 1])
            there = sizes.nonzero()[0]
            if len(there):
                lengths = self.lengths_of(numbers)
                tokens = self._tokens_of(numbers, lengths)
                yield WholeDocuments(tokens=tokens, lengths=lengths, sentences=numbers, documents=first + there, sizes=sizes[there])  # fmt: skip
            first = last

    def _tokens_of(self, numbers: Numbers, lengths: Numbers) -> Tokens:
        if numbers[-1] - numbers[0] == len(numbers) - 1 and (np.diff(numbers) == 1).all():
            return self.tokens[self.starts[numbers[0]] : self.starts[numbers[-1] + 1]]
        shift = self.starts[numbers] - (np.cumsum(lengths) - lengths)
        return self.tokens[np.repeat(shift, lengths) + np.arange(int(lengths.sum()))]

    def word_counts(self) -> Numbers:
        """How often each word of the whole corpus stands in the view."""
        total = np.zeros(len(self.words), np.int64)
        for tokens, _lengths in self.blocks():
            counted = np.bincount(tokens)
            total[: len(counted)] += counted
        return total

    def sentence(self, number: int) -> list[str]:
        """The words of one sentence of the whole corpus."""
        return [self.words[i] for i in self.tokens[self.starts[number] : self.starts[number + 1]]]

    def sample(self, share: float, *, seed: int = 0, by: Unit = "sentence") -> Corpus:
        """A share of the view's sentences (or documents), drawn without replacement, in their old order."""
        if not 0 < share <= 1:
            raise SpecError(f"share={share}: give a number above 0 and at most 1")
        groups = self._groups(by)
        total = int(groups.max()) + 1
        take = max(1, round(share * total))
        kept = np.zeros(total, bool)
        kept[np.random.default_rng(seed).choice(total, take, replace=False)] = True
        return self._chosen(kept[groups].nonzero()[0], f"{take:,} of {total:,} {by}s, drawn with seed {seed}")

    def shuffled(self, *, seed: int = 0, by: Unit = "sentence") -> Corpus:
        """The view's sentences in another order; by document, each document's sentences stay together and in order."""
        groups = self._groups(by)
        order = np.random.default_rng(seed).permutation(int(groups.max()) + 1)
        return self._chosen(np.argsort(order[groups], kind="stable"), f"{by}s in another order, drawn with seed {seed}")

    def where(self, **fields: str) -> Corpus:
        """Sentences of the documents whose fields have these values."""
        table = self.documents()
        for name in fields:
            if name not in table.columns:
                raise UnknownName("field of the documents", name, table.columns)
        keep = table.select(pl.all_horizontal([pl.col(name) == value for name, value in fields.items()])).to_series()
        said = ", ".join(f"{name} = {value}" for name, value in fields.items())
        return self.of_documents(keep.fill_null(False).to_numpy(), said)

    def between(self, first: str | None = None, last: str | None = None) -> Corpus:
        """Sentences of the documents dated from `first` to `last`, both included; "1998" or "1998-10" are whole periods.

        Dates are read year first, as 1998, 1998-10 or 1998-10-03, whatever follows; documents with others are left out,
        and how many they are is said.
        """
        table = self.documents()
        if "date" not in table.columns:
            raise SpecError(f"{self.name}: its documents have no dates; name the field with the dates when building it")
        low, high = _bound(first, "0000"), _bound(last, "9999")
        if low[: len(high)] > high:
            raise SpecError(f"from {first} to {last}: the first date is later than the last")
        dates = table["date"].str.extract(DATE)
        unread = dates[np.unique(self.document_numbers())].null_count()
        keep = (dates >= low) & (dates.str.slice(0, len(high)) <= high)
        said = " ".join(f"{word} {date}" for word, date in (("from", first), ("to", last)) if date)
        if unread:
            said += f" ({unread:,} documents have no date that is read)"
        return self.of_documents(keep.fill_null(False).to_numpy(), said)

    def identity(self) -> dict[str, Any]:
        """What was trained on, for provenance: the corpus, how it was cleaned, and which part of it."""
        chosen = None
        if self.chosen is not None:
            chosen = hashlib.sha256(self.chosen.astype("<i8").tobytes()).hexdigest()
        facts = self.facts
        return {
            "name": self.name,
            "sha256": facts.sha256,
            "language": facts.language,
            "cleaning": list(facts.cleaning),
            "view": list(self.view),
            "view_sha256": chosen,
            **asdict(self.counts()),
        }

    def _groups(self, by: Unit) -> Numbers:
        """For each sentence of the view, the number of the unit it belongs to, counted from 0 within the view."""
        if by == "sentence":
            return np.arange(len(self.sentence_numbers()))
        if by == "document":
            return np.unique(self.document_numbers(), return_inverse=True)[1]
        raise UnknownName("unit of a corpus", by, ("sentence", "document"))

    def of_documents(self, keep: NDArray[np.bool_], said: str) -> Corpus:
        """Sentences of the documents to keep, a truth for each document of the whole corpus; `said` says which they are."""
        places = keep[self.document_numbers()].nonzero()[0]
        if not len(places):
            raise SpecError(f"{self.name}: no document has {said}")
        return self._chosen(places, said)

    def _chosen(self, places: Numbers, said: str) -> Corpus:
        return replace(self, chosen=self.sentence_numbers()[places], view=(*self.view, said))


def _bound(date: str | None, otherwise: str) -> str:
    if not date:
        return otherwise
    if not re.fullmatch(r"\d{4}(-\d\d(-\d\d)?)?", date):
        raise SpecError(f"'{date}' is no date to choose by; give a year, 1998-10 or 1998-10-03")
    return date
