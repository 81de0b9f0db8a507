"""Sentences that carry an effect, and the words in them that do; and their text, which is looked up in the corpus to be shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from weatherglass.arrays import Floats, Indices
from weatherglass.corpus.corpus import Corpus, Numbers
from weatherglass.errors import SpecError
from weatherglass.progress import HowFar
from weatherglass.trace.ledger import Taken, near
from weatherglass.trace.prediction import Predictor
from weatherglass.trace.traced import Mark, Passage, Trace
from weatherglass.train.cooccurrence import weights_of
from weatherglass.train.counting import WORD_BITS
from weatherglass.train.settings import GloVe
from weatherglass.train.vocabulary import Vocabulary

_MOST_MARKED = 6  # words of a sentence beside the test's
_WORTH_MARKING = 0.15  # of what the strongest of them does
_AROUND = 25  # words that are shown before the first marked word and after the last


@dataclass(frozen=True, slots=True, eq=False)
class Sentences:
    """All sentences in which test words stand beside others: their numbers, and the change without each, to first order."""

    numbers: Numbers
    changes: Floats

    def strongest(self, sign: int, most: int) -> Numbers:
        """The numbers of those whose removal changes the effect most in the direction of `sign`; those that do nothing are left out."""
        order = np.argsort(-sign * self.changes, kind="stable")[:most]
        return self.numbers[order[sign * self.changes[order] > 0]]

    def between(self, first: int, last: int) -> Sentences:
        """Those with numbers from the first to before the last."""
        low, high = np.searchsorted(self.numbers, [first, last])
        return Sentences(self.numbers[low:high], self.changes[low:high])


def sentences_of(
    corpus: Corpus,
    vocabulary: Vocabulary,
    rows: Sequence[int],
    settings: GloVe,
    models: Sequence[Predictor],
    progress: HowFar | None = None,
) -> Sentences:
    """Go over the corpus once more, sentence by sentence."""
    numbers: list[Numbers] = [np.empty(0, np.int64)]
    changes: list[Floats] = [np.empty(0)]
    for found in near(corpus, vocabulary, rows, settings, "sentence", progress):
        numbers.append(found.numbers)
        changes.append(np.mean([each.first_order(found) for each in models], axis=0))
    return Sentences(np.concatenate(numbers), np.concatenate(changes))


def passage(
    corpus: Corpus, vocabulary: Vocabulary, rows: Sequence[int], models: Sequence[Predictor], sentence: int, sign: int
) -> Passage:
    """A sentence with its words marked; `sign` is that of the effect."""
    tokens = corpus.tokens[corpus.starts[sentence] : corpus.starts[sentence + 1]]
    row_at = vocabulary.row_of[tokens]
    own = row_at >= 0
    at = own.nonzero()[0]
    by_place, total = _by_place(row_at[own].astype(np.int64), rows, models)
    marks = {int(place): Mark(int(place), "test") for place in at[np.isin(row_at[own], rows)]}
    strongest = np.abs(by_place).max(initial=0.0)
    for k in np.argsort(-np.abs(by_place), kind="stable")[: _MOST_MARKED + len(marks)]:
        place = int(at[k])
        if place not in marks and strongest and abs(by_place[k]) >= _WORTH_MARKING * strongest:
            marks[place] = Mark(place, "for" if sign * by_place[k] < 0 else "against")
    document = int(np.searchsorted(corpus.document_starts, sentence, side="right")) - 1
    return Passage(sentence=sentence, document=document, change=total, marks=tuple(marks[p] for p in sorted(marks)))


def _by_place(sentence: Indices, rows: Sequence[int], models: Sequence[Predictor]) -> tuple[Floats, float]:
    """What each word of a sentence has to do with the change, standing beside test words; and the sum."""
    squares = models[0].squares
    weights, one = weights_of(squares.settings.window, squares.settings.weighting)
    keys, parts, places = [], [], []
    for i, here in enumerate(sentence):
        if here not in rows:
            continue
        for j in range(max(0, i - squares.settings.window), min(len(sentence), i + squares.settings.window + 1)):
            if j != i:
                keys.append(rows.index(int(here)) << WORD_BITS | int(sentence[j]))
                parts.append(int(weights[abs(i - j)]))
                places.append(j)
    by_place = np.zeros(len(sentence))
    if not keys:
        return by_place, 0.0
    cells, cell_of = np.unique(np.array(keys, np.uint64), return_inverse=True)
    sums = np.bincount(cell_of, parts)
    taken = Taken(squares.cells.places(cells), sums / one)
    by_cell = np.mean([each.by_cell(taken) for each in models], axis=0)
    np.add.at(by_place, places, by_cell[cell_of] * np.array(parts) / sums[cell_of])
    return by_place, float(by_cell.sum())


@dataclass(frozen=True, slots=True)
class Piece:
    """A word of a passage as the corpus has it, and how it is marked: "test", "for", "against", or not at all."""

    text: str
    kind: str


def text_of(passage: Passage, corpus: Corpus) -> Iterator[Piece]:
    """The words of a passage; of a long sentence those around what is marked, with an ellipsis where it was cut."""
    words = corpus.sentence(passage.sentence)
    kinds = {mark.place: mark.kind for mark in passage.marks}
    first = max(0, min(kinds, default=0) - _AROUND)
    last = min(len(words), max(kinds, default=0) + _AROUND + 1)
    if first > 0:
        yield Piece("…", "")
    for place in range(first, last):
        yield Piece(words[place], kinds.get(place, ""))
    if last < len(words):
        yield Piece("…", "")


def refuse_other_corpus(trace: Trace, corpus: Corpus) -> None:
    """Whether the trace is of this corpus, as numbers of sentences mean nothing in another."""
    if corpus.facts.sha256 != trace.corpus["sha256"]:
        raise SpecError(
            f"{corpus.name}: is not the corpus that was traced ({trace.corpus['name']}); its passages cannot be shown from it"
        )
