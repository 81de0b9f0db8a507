"""What each document adds: held against training's own counts, and against a loop that counts one pair after the other."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tracing.made import corpus_of, random_documents
from weatherglass.corpus.corpus import Corpus
from weatherglass.trace.ledger import Ledger, ledger_of, near
from weatherglass.train.cooccurrence import count_cells
from weatherglass.train.settings import GloVe, Weighting
from weatherglass.train.vocabulary import Vocabulary, vocabulary_of

TEST_WORDS = ("w1", "w2", "w5", "w7")


def ledgered(corpus: Corpus, folder: Path, **given: Any) -> tuple[Ledger, Vocabulary, GloVe]:
    chosen = GloVe(min_count=1, **given)
    vocabulary = vocabulary_of(corpus, 1)
    rows = [vocabulary.words.index(word) for word in TEST_WORDS]
    return ledger_of(corpus, vocabulary, rows, chosen, folder), vocabulary, chosen


def by_hand(corpus: Corpus, document: int, window: int, weighting: str) -> Counter[tuple[str, str]]:
    """The counts of test words in a document, as fractions of one."""
    counts: Counter[tuple[str, str]] = Counter()
    for number in range(corpus.document_starts[document], corpus.document_starts[document + 1]):
        words = corpus.sentence(number)
        for i, word in enumerate(words):
            for j in range(len(words)):
                if word in TEST_WORDS and i != j and abs(i - j) <= window:
                    counts[word, words[j]] += Fraction(1, abs(i - j)) if weighting == "harmonic" else Fraction(1)  # type: ignore[assignment]
    return counts


@pytest.mark.parametrize("weighting", get_args(Weighting))
@pytest.mark.parametrize("window", [1, 3, 10])
def test_the_sum_is_what_training_counts(tmp_path: Path, window: int, weighting: Weighting) -> None:
    corpus = corpus_of(random_documents(60), tmp_path)
    for view in (corpus, corpus.sample(0.5, seed=3), corpus.shuffled(seed=1, by="document")):
        ledger, vocabulary, chosen = ledgered(view, tmp_path, window=window, weighting=weighting)
        counted = {}
        for row, column, count in np.load(count_cells(view, vocabulary, tmp_path, chosen)).tolist():
            counted[row, column] = counted[column, row] = count
        wanted = {pair: count for pair, count in counted.items() if pair[0] in ledger.rows}
        cells = ledger.cells
        found = {
            (ledger.rows[word], column): count
            for word, column, count in zip(cells.words, cells.columns, cells.counts.tolist(), strict=True)
        }
        assert found == wanted


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 1000), window=st.integers(1, 12), weighting=st.sampled_from(get_args(Weighting)))
def test_every_document_adds_what_the_loop_counts(
    tmp_path_factory: pytest.TempPathFactory, seed: int, window: int, weighting: Weighting
) -> None:
    folder = tmp_path_factory.mktemp("ledger")
    corpus = corpus_of(random_documents(12, seed), folder)
    if not all(word in corpus.words for word in TEST_WORDS):
        return
    ledger, vocabulary, _chosen = ledgered(corpus, folder, window=window, weighting=weighting)
    assert ledger.all_documents.tolist() == list(range(12))
    seen = 0
    for document in range(12):
        wanted = by_hand(corpus, document, window, weighting)
        places = np.flatnonzero(ledger.documents == document)
        assert len(places) == bool(wanted)
        if not wanted:
            continue
        taken = ledger.taken(int(places[0]))
        found = {
            (TEST_WORDS[word], vocabulary.words[column]): count
            for word, column, count in zip(
                ledger.cells.words[taken.places], ledger.cells.columns[taken.places], taken.counts.tolist(), strict=True
            )
        }
        assert found == {pair: pytest.approx(float(count), abs=1e-12) for pair, count in wanted.items()}
        seen += 1
    assert len(ledger.documents) == seen


def test_documents_taken_together_are_the_sum_of_each(tmp_path: Path) -> None:
    corpus = corpus_of(random_documents(40), tmp_path)
    ledger, _vocabulary, _chosen = ledgered(corpus, tmp_path, window=5)
    chosen = np.random.default_rng(0).random(len(ledger.documents)) < 0.4
    sums = np.zeros(len(ledger.cells))
    for place in chosen.nonzero()[0]:
        taken = ledger.taken(int(place))
        assert (np.diff(taken.places) > 0).all()
        sums[taken.places] += taken.counts
    together = ledger.taken_by(chosen)
    whole = np.zeros(len(ledger.cells))
    whole[together.places] = together.counts
    assert whole == pytest.approx(sums)
    everything = ledger.taken_by(np.ones(len(ledger.documents), bool))
    assert everything.counts.tolist() == ledger.cells.counts.tolist()  # to the last bit: nothing is left over


def test_documents_and_contexts_of_each_word(tmp_path: Path) -> None:
    texts = ["w1 w2", "w1 w3 w4", "w5", "w1 w1", "w2 w7 w5"]
    corpus = corpus_of([{"text": text} for text in texts], tmp_path)
    ledger, _vocabulary, _chosen = ledgered(corpus, tmp_path, window=5)
    assert ledger.documents_with.tolist() == [3, 2, 1, 1]  # w5 alone in its document stands beside nothing
    assert ledger.contexts.tolist() == [4, 3, 2, 2]  # w1 beside w2, w3, w4 and itself
    assert ledger.documents.tolist() == [0, 1, 3, 4]


def test_sentences_are_units_too(tmp_path: Path) -> None:
    corpus = corpus_of(random_documents(20), tmp_path)
    ledger, vocabulary, chosen = ledgered(corpus, tmp_path, window=5)
    found = list(near(corpus, vocabulary, ledger.rows, chosen, "sentence"))
    assert [int(n) for each in found for n in each.looked_at] == list(range(corpus.counts().sentences))
    parts = sum(int(each.parts.sum()) for each in found)
    assert parts == int(ledger.parts.sum())
    numbers = np.concatenate([each.numbers for each in found])
    assert {int(np.searchsorted(corpus.document_starts, n, "right")) - 1 for n in numbers} == set(ledger.documents.tolist())  # fmt: skip
