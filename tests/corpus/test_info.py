"""What is said of a corpus."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from weatherglass.corpus.build import build_corpus
from weatherglass.corpus.corpus import Corpus
from weatherglass.corpus.info import describe_corpus, spread
from weatherglass.words.query import Query, WordSet


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    documents = [
        {"date": "1998-03-01", "source": "a", "text": "Mann und Frau. Mann und Kind. Mann."},
        {"date": "1998-11-30", "source": "b", "text": "Frau und Kind."},
        {"date": "2001", "source": "a", "text": "Mann und Frau."},
        {"text": "Haus."},
    ]
    file = tmp_path / "texts.jsonl"
    file.write_text("".join(json.dumps(d) + "\n" for d in documents), "utf-8")
    return build_corpus(file, tmp_path / "corpus", language="de")


def test_sources_dates_and_spreads(corpus: Corpus) -> None:
    info = describe_corpus(corpus)
    assert info.after.documents == 4
    assert info.document_sentences.bins == ((1, 1, 3), (2, 3, 1))
    assert info.source_sentences is not None
    assert info.source_documents is not None
    assert info.largest_sources == {"a": 4, "b": 1, "texts.jsonl": 1}  # without a source of its own, the file is it
    assert (info.source_documents.least, info.source_documents.most) == (1, 2)
    assert info.years == {"1998": 4, "2001": 1}
    assert info.vocabulary == {1: 5, 5: 0, 20: 0, 100: 0}
    assert info.most_frequent[:2] == ("mann", "und")
    assert json.loads(json.dumps(info.to_dict()))["before"]["words"] == 14


def test_a_part_says_nothing_of_what_was_cleaned_away(corpus: Corpus) -> None:
    info = describe_corpus(corpus.where(source="a"))
    assert info.before is None
    assert info.after.sentences == 4
    assert info.view == ("source = a",)
    assert info.sentence_words.bins == ((1, 1, 1), (2, 3, 3))


def test_words_of_the_tests(corpus: Corpus) -> None:
    query = Query(
        name="own",
        language="de",
        targets=(WordSet("x", (("Mann",), ("Haus",))), WordSet("y", (("Frau",), ("Löwe",)))),
        attributes=(WordSet("a", (("Kind",),)), WordSet("b", (("und",),))),
    )
    (tested,) = describe_corpus(corpus, [query], min_count=2).tests
    assert (tested.asked, tested.found, tested.often_enough) == (6, 5, 4)
    assert tested.missing == ("Löwe",)
    assert tested.rare == ("Haus",)


def test_spread() -> None:
    found = spread(np.array([1, 1, 2, 3, 4, 7, 8, 100]))
    assert found.bins == ((1, 1, 2), (2, 3, 2), (4, 7, 2), (8, 15, 1), (16, 31, 0), (32, 63, 0), (64, 127, 1))
    assert (found.things, found.least, found.median, found.mean, found.most) == (8, 1, 3.5, 15.75, 100)
