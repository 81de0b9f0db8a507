"""What a corpus holds: how much, how it spreads over sources, documents and years, and the words of the tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from weatherglass.corpus.corpus import Corpus, Counts, Numbers
from weatherglass.embedding.embedding import Embedding
from weatherglass.errors import Notice
from weatherglass.files.plain import fields_of
from weatherglass.words.lookup import Match, coverage_of
from weatherglass.words.query import Query

SCHEMA_VERSION = 1
_MOST_LISTED = 20
_MIN_COUNTS = (1, 5, 20, 100)


@dataclass(frozen=True, slots=True)
class Spread:
    """How a number is spread over things, such as sentences over documents.

    `bins` are doublings: (1, 1, n), (2, 3, n), (4, 7, n) … with how many things lie in each.
    """

    things: int
    least: int
    median: float
    mean: float
    most: int
    bins: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Tested:
    """One test's words in the corpus: asked, found at all, and found often enough to be trained on."""

    query: str
    asked: int
    found: int
    often_enough: int
    missing: tuple[str, ...]
    rare: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusInfo:
    """Facts about a corpus. `before` is None for a part of a corpus: what was cleaned away is known only of the whole."""

    name: str
    language: str
    cleaning: tuple[str, ...]
    view: tuple[str, ...]
    sha256: str
    before: Counts | None
    after: Counts
    vocabulary: Mapping[int, int]  # least count → words that occur so often
    sentence_words: Spread
    document_sentences: Spread
    source_sentences: Spread | None
    source_documents: Spread | None
    largest_sources: Mapping[str, int]  # source → sentences
    years: Mapping[str, int]  # year → sentences
    min_count: int
    tests: tuple[Tested, ...]
    most_frequent: tuple[str, ...]
    notices: tuple[Notice, ...]

    def to_dict(self) -> dict[str, Any]:
        """The stable JSON shape; it grows only by new keys."""
        return {"schema_version": SCHEMA_VERSION, **fields_of(self)}


def describe_corpus(corpus: Corpus, queries: Iterable[Query] = (), *, min_count: int = 5) -> CorpusInfo:
    """Look at all of the corpus or view, and at the words of these tests."""
    counts = corpus.word_counts()
    documents, sentences = np.unique(corpus.document_numbers(), return_counts=True)
    table = corpus.documents()[documents].with_columns(sentences=pl.Series(sentences))
    by_source = _by(table, "source")
    order = np.argsort(-counts, kind="stable")[:_MOST_LISTED]
    return CorpusInfo(
        name=corpus.name,
        language=corpus.facts.language,
        cleaning=corpus.facts.cleaning,
        view=corpus.view,
        sha256=corpus.facts.sha256,
        before=None if corpus.view else corpus.facts.before,
        after=corpus.counts(),
        vocabulary={least: int((counts >= least).sum()) for least in _MIN_COUNTS},
        sentence_words=spread(corpus.lengths_of(corpus.sentence_numbers())),
        document_sentences=spread(sentences),
        source_sentences=None if by_source is None else spread(by_source["sentences"].to_numpy()),
        source_documents=None if by_source is None else spread(by_source["documents"].to_numpy()),
        largest_sources={} if by_source is None else _first(by_source.head(_MOST_LISTED), "source"),
        years=_years(table),
        min_count=min_count,
        tests=_tested(corpus, counts, queries, min_count),
        most_frequent=tuple(corpus.words[i] for i in order if counts[i]),
        notices=corpus.facts.notices,
    )


def spread(values: Numbers) -> Spread:
    """Least, median, mean, most and how many lie in each doubling; the values are at least 1."""
    doubling = np.floor(np.log2(values)).astype(np.int64)
    bins = tuple((1 << k, (2 << k) - 1, int(n)) for k, n in enumerate(np.bincount(doubling).tolist()))
    return Spread(
        len(values), int(values.min()), float(np.median(values)), float(values.mean()), int(values.max()), bins
    )


def _by(table: pl.DataFrame, field: str) -> pl.DataFrame | None:
    """Documents and sentences for each value of a field, most sentences first; None where no document has it."""
    if field not in table.columns or table[field].null_count() == len(table):
        return None
    known = table.filter(pl.col(field).is_not_null())
    counted = known.group_by(field).agg(documents=pl.len().cast(pl.Int64), sentences=pl.col("sentences").sum())
    return counted.sort(["sentences", field], descending=[True, False])


def _first(counted: pl.DataFrame, field: str) -> dict[str, int]:
    return dict(zip(counted[field], counted["sentences"], strict=True))


def _years(table: pl.DataFrame) -> dict[str, int]:
    """Sentences by the first four digits of the dates."""
    if "date" not in table.columns:
        return {}
    counted = _by(table.with_columns(year=pl.col("date").str.extract(r"(\d{4})")), "year")
    return {} if counted is None else _first(counted.sort("year"), "year")


def _tested(corpus: Corpus, counts: Numbers, queries: Iterable[Query], min_count: int) -> tuple[Tested, ...]:
    present, often = (_as_vectors(corpus, np.flatnonzero(counts >= least)) for least in (1, min_count))
    tested = []
    for query in queries:
        any_count, enough = (coverage_of(embedding, query, Match()) for embedding in (present, often))
        rare = tuple(word for word in enough.missing if word not in any_count.missing)
        tested.append(Tested(query.id, any_count.asked, any_count.found, enough.found, any_count.missing, rare))
    return tuple(tested)


def _as_vectors(corpus: Corpus, numbers: Numbers) -> Embedding:
    """The words as an embedding of no meaning, so that they are looked up by the same rules as in vectors."""
    words = tuple(corpus.words[i] for i in numbers)
    return Embedding(corpus.name, words, np.ones((len(words), 1), np.float32), np.arange(len(words)), len(words))
