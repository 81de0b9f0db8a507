"""How good vectors are at what vectors are examined in: analogies, odd one out, similarity of words and of sentences."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from weatherglass import language as languages
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import read
from weatherglass.errors import CoverageError, Notice, SpecError
from weatherglass.files.plain import fields_of, from_plain
from weatherglass.progress import Progress, phase, shows_progress
from weatherglass.quality import questions
from weatherglass.quality.accuracy import Accuracy, Rows
from weatherglass.quality.analogy_accuracy import AnalogyAccuracy, analogy_accuracy
from weatherglass.quality.odd_one_out import OddOneOut, odd_one_out
from weatherglass.quality.questions import AnalogySet, OddSet, ScoredPairs
from weatherglass.quality.sentence_similarity import SentenceSimilarity, sentence_similarity
from weatherglass.quality.word_similarity import WordSimilarity, word_similarity
from weatherglass.shown import Shown
from weatherglass.stats.intervals import check_level
from weatherglass.words import packs
from weatherglass.words.lookup import Finder, Match
from weatherglass.words.reading import guess_language

if TYPE_CHECKING:
    import polars as pl

SCHEMA_VERSION = 1
WORDS = 300_000  # as in gensim: more candidates make every analogy harder, so a common number makes vectors comparable
HALF = 0.5  # covered below this is said aloud
UNCOVERED = "uncovered-questions"
File = str | os.PathLike[str]
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality(Shown):
    """A result for each set of questions; `words`: how many rows were looked at, from the first on."""

    embedding: Mapping[str, str | int]
    language: str
    words: int
    ignore_case: bool
    analogies: tuple[AnalogyAccuracy, ...] = ()
    odd_one_out: tuple[OddOneOut, ...] = ()
    word_similarity: tuple[WordSimilarity, ...] = ()
    sentence_similarity: tuple[SentenceSimilarity, ...] = ()
    warnings: tuple[Notice, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The stable JSON shape; it grows only by new keys."""
        return {"schema_version": SCHEMA_VERSION, "kind": "quality", **fields_of(self)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Quality:
        """The inverse of `to_dict`."""
        return from_plain(cls, data)

    @property
    def hardly_covered(self) -> tuple[tuple[str, int, int], ...]:
        """Sets of questions of which less than half is covered: name, covered, asked."""
        examined = [(each.name, each.overall.covered, each.overall.asked) for each in self.analogies]
        examined += [(each.name, each.overall.covered, each.overall.asked) for each in self.odd_one_out]
        examined += [(each.name, each.covered, each.asked) for each in self.word_similarity]
        examined += [(each.name, each.covered, each.asked) for each in self.sentence_similarity]
        return tuple(each for each in examined if each[1] < HALF * each[2])

    def table(self) -> pl.DataFrame:
        """One row per category, group, total and list of pairs."""
        import polars as pl

        rows = [
            _row(test, each.name, part.name, "accuracy", part.accuracy, part) | {"right": part.right}
            for test, results in (("analogies", self.analogies), ("odd one out", self.odd_one_out))
            for each in results
            for part in each.parts
        ]
        rows += [
            _row("word similarity", each.name, "all", "spearman", each.spearman, each) for each in self.word_similarity
        ]
        rows += [
            _row("sentence similarity", each.name, "all", "pearson", each.pearson, each)
            for each in self.sentence_similarity
        ]
        name = self.embedding["name"]
        return pl.DataFrame([{"embedding": name, **row} for row in rows], schema=_schema())


def _row(
    test: str,
    name: str,
    part: str,
    statistic: str,
    value: float | None,
    result: Accuracy | WordSimilarity | SentenceSimilarity,
) -> dict[str, Any]:
    interval = result.interval
    return {
        "test": test,
        "set": name,
        "part": part,
        "statistic": statistic,
        "value": value,
        "low": None if interval is None else interval.low,
        "high": None if interval is None else interval.high,
        "asked": result.asked,
        "covered": result.covered,
        "reason": result.reason or None,
    }


def _schema() -> Any:
    import polars as pl

    texts = dict.fromkeys(("embedding", "test", "set", "part", "statistic"), pl.String)
    numbers = dict.fromkeys(("value", "low", "high"), pl.Float64)
    counts = dict.fromkeys(("asked", "covered", "right"), pl.Int64)
    return {**texts, **numbers, **counts, "reason": pl.String}


@shows_progress
def quality_of(
    vectors: File | Embedding,
    *,
    language: str | None = None,
    analogies: Sequence[File | AnalogySet] = (),
    odd: Sequence[File | OddSet] = (),
    similarity: Sequence[File | ScoredPairs] = (),
    sentences: Sequence[File | tuple[File, File] | ScoredPairs] = (),
    words: int = WORDS,
    ignore_case: bool = False,
    match: Match | None = None,
    level: float = 0.95,
    allow_pickle: bool = False,
    progress: Progress | None = None,
) -> Quality:
    """Examine the first (most frequent) `words` rows by question sets, which are files or sets that were read before.

    Where no analogies, or no odd ones out, are given, the list that ships for the language is used. `sentences` may be pairs of files,
    the second one with the scores. Without `language` it is guessed from the words found. `ignore_case` counts words
    that differ in case only as one in analogies, as gensim does. What each number is: `docs/quality.md`.
    """
    check_level(level)
    if words < 1:
        raise SpecError(f"words={words}: give at least 1")
    given = _given(analogies, odd, similarity, sentences)
    if isinstance(vectors, Embedding):
        embedding = _first(vectors, words)
    else:
        embedding = read(vectors, limit=words, allow_pickle=allow_pickle, progress=phase(progress, "reading"))
    if not len(embedding):
        raise CoverageError(f"{embedding.name} holds no words")
    match = match or Match()
    guessed = []
    if language is None:
        language, notice = guess_language(embedding, packs.of_tests(None), match)
        guessed.append(notice)
    rows = Rows(Finder(embedding, languages.get(language), match))
    sets = given.with_shipped(language)
    outcome = Quality(
        embedding=embedding.identity(),
        language=language,
        words=len(embedding),
        ignore_case=ignore_case,
        analogies=tuple(
            analogy_accuracy(rows, each, ignore_case=ignore_case, level=level, progress=phase(progress, "answering"))
            for each in sets.analogies
        ),
        odd_one_out=tuple(odd_one_out(rows, each, level=level) for each in sets.odd),
        word_similarity=tuple(word_similarity(rows, each, level=level) for each in sets.similarity),
        sentence_similarity=tuple(sentence_similarity(rows, each, level=level) for each in sets.sentences),
        warnings=(*guessed, *embedding.notices),
    )
    return _with_warnings(outcome)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionSets:
    """Everything that is asked, by kind."""

    analogies: tuple[AnalogySet, ...]
    odd: tuple[OddSet, ...]
    similarity: tuple[ScoredPairs, ...]
    sentences: tuple[ScoredPairs, ...]

    def with_shipped(self, language: str) -> QuestionSets:
        """The lists of the language where none of the kind are given."""
        analogies = self.analogies or _if_any(questions.shipped_analogies(language))
        odd = self.odd or _if_any(questions.shipped_odd(language))
        if not (analogies or odd or self.similarity or self.sentences):
            raise SpecError(
                f"no questions ship for the language '{language}'; give files of them (analogies, odd, similarity or sentences)"
            )
        return QuestionSets(analogies=analogies, odd=odd, similarity=self.similarity, sentences=self.sentences)


def _if_any(listed: T | None) -> tuple[T, ...]:
    return () if listed is None else (listed,)


def question_sets(
    language: str,
    *,
    analogies: Sequence[File | AnalogySet] = (),
    odd: Sequence[File | OddSet] = (),
    similarity: Sequence[File | ScoredPairs] = (),
    sentences: Sequence[File | tuple[File, File] | ScoredPairs] = (),
) -> QuestionSets:
    """What an examination would ask: the files given, read and checked, and the language's own lists for the rest."""
    return _given(analogies, odd, similarity, sentences).with_shipped(language)


def _given(
    analogies: Sequence[File | AnalogySet],
    odd: Sequence[File | OddSet],
    similarity: Sequence[File | ScoredPairs],
    sentences: Sequence[File | tuple[File, File] | ScoredPairs],
) -> QuestionSets:
    """Read before the vectors are, so that a mistake in a small file does not cost the reading of a large one."""
    for option, given in (("analogies", analogies), ("odd", odd), ("similarity", similarity), ("sentences", sentences)):
        if isinstance(given, str | os.PathLike):
            raise SpecError(f"{option}={str(given)!r}: give a list of files, even for one")
    return QuestionSets(
        analogies=tuple(e if isinstance(e, AnalogySet) else questions.read_analogies(e) for e in analogies),
        odd=tuple(e if isinstance(e, OddSet) else questions.read_odd(e) for e in odd),
        similarity=tuple(e if isinstance(e, ScoredPairs) else questions.read_similarity(e) for e in similarity),
        sentences=tuple(
            e
            if isinstance(e, ScoredPairs)
            else questions.read_sentences(*e)
            if isinstance(e, tuple)
            else questions.read_sentences(e)
            for e in sentences
        ),
    )


def _first(embedding: Embedding, words: int) -> Embedding:
    """The first rows; those composed from subwords are no words of the vectors."""
    keep = np.flatnonzero(embedding.ranks >= 0)[:words]
    if len(keep) == len(embedding):
        return embedding
    return embedding.subset(embedding.words[row] for row in keep)


def _with_warnings(outcome: Quality) -> Quality:
    """Say aloud where less than half is covered."""
    low = tuple(
        Notice(UNCOVERED, f"{name}: only {covered:,} of {asked:,} questions are covered by the vectors.")
        for name, covered, asked in outcome.hardly_covered
    )
    return replace(outcome, warnings=(*outcome.warnings, *low))
