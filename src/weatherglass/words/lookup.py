"""Turning words into rows: how a word is matched, what was found, what was not.

This is the only place where it is decided which row stands for a word. Every departure from the word as written is
reported, and every word that was not found is named.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from weatherglass import language as languages
from weatherglass.embedding.embedding import Embedding
from weatherglass.errors import Notice, SpecError
from weatherglass.files.plain import fields_of
from weatherglass.language import Language
from weatherglass.words.query import PairSet, Query, Word, WordSet

How = Literal["as written", "case", "spelling", "underscore", "unicode", "normalised", "alternative", "subwords"]
LOW_COVERAGE = 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """How words are matched, and how many must be found: of each set, and as a share of all words of a test. Each step can be switched off."""

    case: bool = True
    spelling: bool = True
    normalise: bool = True
    underscore: bool = True
    min_coverage: float = 0.5
    min_words: int = 3
    min_test_coverage: float = 0.0

    def __post_init__(self) -> None:
        for name in ("min_coverage", "min_test_coverage"):
            if not 0 <= getattr(self, name) <= 1:
                raise SpecError(f"{name}={getattr(self, name)}: give a share between 0 and 1")
        if self.min_words < 1:
            raise SpecError(f"min_words={self.min_words}: give at least 1")


@dataclass(frozen=True, slots=True)
class Substitution:
    """A row that stands for a word without being spelled like it."""

    word: str
    used: str
    how: How


@dataclass(frozen=True, slots=True, kw_only=True)
class SetCoverage:
    """What became of one set; `found` + missing = `asked`, duplicates left out on both sides."""

    name: str
    found: int
    asked: int
    missing: tuple[str, ...] = ()
    substituted: tuple[Substitution, ...] = ()
    duplicates: tuple[str, ...] = ()

    @property
    def share(self) -> float:
        return self.found / self.asked


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """What became of a query's sets, targets first."""

    sets: tuple[SetCoverage, ...]

    def of(self, name: str) -> SetCoverage:
        return next(s for s in self.sets if s.name == name)

    @property
    def found(self) -> int:
        return sum(s.found for s in self.sets)

    @property
    def asked(self) -> int:
        return sum(s.asked for s in self.sets)

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(word for s in self.sets for word in s.missing)

    def to_dict(self) -> dict[str, Any]:
        return {"found": self.found, "asked": self.asked, "missing": list(self.missing), **fields_of(self)}


@dataclass(frozen=True, slots=True)
class Entry:
    """A single word or a pair of a set, and what became of it; `hits` has a row, and how it was reached, for each word found."""

    words: tuple[Word, ...]
    hits: tuple[tuple[int, How] | None, ...]
    state: Literal["found", "missing", "duplicate"]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(word[0] for word in self.words)

    @property
    def label(self) -> str:
        return "–".join(self.names)

    @property
    def rows(self) -> tuple[int, ...]:
        return tuple(hit[0] for hit in self.hits if hit is not None)


@dataclass(frozen=True, slots=True)
class FoundSet:
    """A set's words and vectors, row by row; `words` as the query writes them, `rows` as the vectors do."""

    name: str
    words: tuple[str, ...]
    rows: tuple[str, ...]
    vectors: NDArray[np.float64]
    ranks: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class FoundPairs:
    """Pairs of which both words were found, row by row: `one.words[i]` with `other.words[i]`."""

    one: FoundSet
    other: FoundSet

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(f"{x}–{y}" for x, y in zip(self.one.words, self.other.words, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Vectors:
    """What a measure is given; base pairs, rates by word and neutral words only if it needs them."""

    targets: tuple[FoundSet, ...]
    attributes: tuple[FoundSet, ...] = ()
    pairs: FoundPairs | None = None
    rates: Mapping[str, float] = field(default_factory=dict)
    neutral: FoundSet | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lookup:
    """The outcome of looking a query up: `vectors`, or the `reason` why there are none."""

    vectors: Vectors | None
    reason: str
    coverage: Coverage
    notices: tuple[Notice, ...]


def forms(word: str, language: Language, match: Match) -> Iterator[tuple[str, How]]:
    """The spellings under which a word is looked for, best first; most are found as written, so the others are made when they are asked for."""
    yield word, "as written"
    tried = {word}
    spelled = language.spellings(word) if match.spelling else ()
    bases: list[tuple[str, How]] = [(word, "as written"), *((form, "spelling") for form in spelled)]
    if match.underscore and " " in word:
        bases += [(base.replace(" ", "_"), "underscore") for base, _ in list(bases)]
    bases.append((unicodedata.normalize("NFD", word), "unicode"))
    for base, how in bases:
        cased: list[tuple[str, How]] = [(base, how)]
        if match.case:
            other_how: How = "case" if how == "as written" else how
            cased += [(base.lower(), other_how), (_capitalised(base), other_how)]
        for form in cased:
            if form[0] not in tried:
                tried.add(form[0])
                yield form


def _capitalised(word: str) -> str:
    return re.sub(r"[^ _]+", lambda part: part[0][:1].upper() + part[0][1:].lower(), word)


class Finder:
    """Finds words in one embedding by one language's rules."""

    def __init__(self, embedding: Embedding, language: Language, match: Match):
        self.embedding, self.language, self.match = embedding, language, match
        self._by_key: dict[str, int] = {}
        if language.key is not None and match.normalise:
            for row, (word, rank) in enumerate(zip(embedding.words, embedding.ranks, strict=True)):
                if rank >= 0:
                    self._by_key.setdefault(language.key(word), row)

    def find(self, word: Word) -> tuple[int, How] | None:
        """The row for a word, and how it was reached."""
        for i, alternative in enumerate(word):
            found = self._find_one(alternative)
            if found is not None:
                return (found[0], "alternative") if i and found[1] == "as written" else found
        row = self.embedding.index.get(word[0])  # composed from subwords, on request
        return None if row is None else (row, "subwords")

    def _find_one(self, word: str) -> tuple[int, How] | None:
        index, ranks = self.embedding.index, self.embedding.ranks
        for form, how in forms(word, self.language, self.match):
            row = index.get(form)
            if row is not None and ranks[row] >= 0:
                return row, how
        if self._by_key and self.language.key is not None:
            row = self._by_key.get(self.language.key(word))
            if row is not None:
                return row, "normalised"
        return None


def lookup(embedding: Embedding, query: Query, match: Match | None = None, *, finder: Finder | None = None) -> Lookup:
    """Find a query's words; too little coverage or one row on both sides makes it unusable, with the reason."""
    match = match or Match()
    finder = finder or Finder(embedding, languages.get(query.language), match)
    looked_up = [find_set(finder, word_set) for word_set in query.sets]
    found = tuple(f for f, _ in looked_up)
    coverage = Coverage(sets=tuple(c for _, c in looked_up))
    targets, attributes = found[: len(query.targets)], found[len(query.targets) :]
    reason = _too_little(coverage, match) or _same_row("target", targets) or _same_row("attribute", attributes)
    return Lookup(
        vectors=None if reason else Vectors(targets=targets, attributes=attributes, rates=_rates(query)),
        reason=reason,
        coverage=coverage,
        notices=_notices(query, coverage, targets, attributes, usable=not reason),
    )


def coverage_of(embedding: Embedding, query: Query, match: Match) -> Coverage:
    """What is found of a query's sets, pairs and groups, whatever may be done with them."""
    finder = Finder(embedding, languages.get(query.language), match)
    sets = lookup(embedding, query, match, finder=finder).coverage.sets
    paired = (find_pairs(finder, pair_set)[1] for pair_set in query.pairs)
    grouped = (find_set(finder, group.words)[1] for group in query.groups)
    return Coverage(sets=(*sets, *paired, *grouped))


def _rates(query: Query) -> dict[str, float]:
    """The figure of each word under the name that results use for it."""
    words = (word for target in query.targets for word in target.words)
    return {word[0]: query.rates[form] for word in words for form in reversed(word) if form in query.rates}


def found_set(embedding: Embedding, name: str, rows: Sequence[int], words: Sequence[str] | None = None) -> FoundSet:
    """These rows as a set; `words`: how they are called, if not as the vectors have them."""
    spelled = tuple(embedding.words[row] for row in rows)
    return FoundSet(
        name,
        spelled if words is None else tuple(words),
        spelled,
        embedding.vectors[rows].astype(np.float64),
        embedding.ranks[rows],
    )


def find_pairs(finder: Finder, pair_set: PairSet) -> tuple[FoundPairs | None, SetCoverage]:
    """The pairs of which both words are found, in different rows; pairs that are not are named as missing."""
    hits, coverage = _find_all(finder, pair_set.name, pair_set.pairs)
    if not hits:
        return None, coverage
    sides = (
        found_set(finder.embedding, pair_set.name, [rows[i] for rows in hits], [words[i] for words in hits.values()])
        for i in (0, 1)
    )
    return FoundPairs(*sides), coverage


def find_set(finder: Finder, word_set: WordSet) -> tuple[FoundSet, SetCoverage]:
    """The words that are found, each row once."""
    hits, coverage = _find_all(finder, word_set.name, [(word,) for word in word_set.words])
    rows, words = [row for (row,) in hits], [word for (word,) in hits.values()]
    return found_set(finder.embedding, word_set.name, rows, words), coverage


def find_entries(finder: Finder, entries: Iterable[tuple[Word, ...]]) -> Iterator[Entry]:
    """What becomes of single words or pairs of a set, one after the other.

    An entry is missing where a word of it is not found, or where two words of it share a row.
    """
    asked: set[tuple[Word, ...]] = set()
    taken: set[tuple[int, ...]] = set()
    for words in entries:
        hits = tuple(finder.find(word) for word in words)
        rows = tuple(hit[0] for hit in hits if hit is not None)
        if words in asked or rows in taken:
            yield Entry(words, hits, "duplicate")
        elif len(set(rows)) < len(words):
            yield Entry(words, hits, "missing")
        else:
            taken.add(rows)
            yield Entry(words, hits, "found")
        asked.add(words)


def _find_all(
    finder: Finder, name: str, entries: Iterable[tuple[Word, ...]]
) -> tuple[dict[tuple[int, ...], tuple[str, ...]], SetCoverage]:
    """What is found of single words or pairs: their rows, with the words that these stand for."""
    looked_up = list(find_entries(finder, entries))
    found = [entry for entry in looked_up if entry.state == "found"]
    missing = tuple(entry.label for entry in looked_up if entry.state == "missing")
    return {entry.rows: entry.names for entry in found}, SetCoverage(
        name=name,
        found=len(found),
        asked=len(found) + len(missing),
        missing=missing,
        substituted=tuple(
            Substitution(word, finder.embedding.words[hit[0]], hit[1])
            for entry in found
            for word, hit in zip(entry.names, entry.hits, strict=True)
            if hit is not None and hit[1] != "as written"
        ),
        duplicates=tuple(entry.label for entry in looked_up if entry.state == "duplicate"),
    )


def _too_little(coverage: Coverage, match: Match) -> str:
    short = [
        f"{s.name}: {s.found} of {s.asked} words found"
        for s in coverage.sets
        if s.found < match.min_words or s.share < match.min_coverage
    ]
    if short:
        rule = f"each set needs at least {match.min_words} words and {match.min_coverage:.0%} of its words"
        return f"too few words: {'; '.join(short)} ({rule})"
    if coverage.found < match.min_test_coverage * coverage.asked:
        rule = f"a test needs at least {match.min_test_coverage:.0%} of its words"
        return f"too few words: {coverage.found} of {coverage.asked} words of all sets found ({rule})"
    return ""


def _same_row(role: str, sets: tuple[FoundSet, ...]) -> str:
    for one, other in combinations(sets, 2):
        shared = set(one.rows) & set(other.rows)
        if shared:
            row = sorted(shared)[0]
            a, b = one.words[one.rows.index(row)], other.words[other.rows.index(row)]
            return (
                f"'{a}' ({one.name}) and '{b}' ({other.name}) match the same row '{row}', and a word cannot stand on "
                f"both {role} sides"
            )
    return ""


def _notices(
    query: Query,
    coverage: Coverage,
    targets: tuple[FoundSet, ...],
    attributes: tuple[FoundSet, ...],
    *,
    usable: bool,
) -> tuple[Notice, ...]:
    notices = []
    for s in coverage.sets if usable else ():
        if s.share < LOW_COVERAGE:
            notices.append(
                Notice("low-coverage", f"{query.id}: only {s.found} of {s.asked} words of '{s.name}' were found.")
            )
    for s in coverage.sets:
        if s.duplicates:
            notices.append(Notice("counted-once", f"{query.id}: {', '.join(s.duplicates)} counted once in '{s.name}'."))
    substituted = [substitution for s in coverage.sets for substitution in s.substituted]
    if substituted and usable:
        examples = ", ".join(f"{s.word} as {s.used} ({s.how})" for s in substituted[:3])
        more = ", …" if len(substituted) > 3 else "."
        words = "word" if len(substituted) == 1 else "words"
        notices.append(Notice("substituted", f"{query.id}: {len(substituted)} {words}: {examples}{more}"))
    for target in targets:
        for attribute in attributes:
            shared = sorted(set(target.rows) & set(attribute.rows))
            if shared:
                notices.append(
                    Notice(
                        "shared-word",
                        f"{query.id}: {', '.join(shared)} stands in the target set '{target.name}' and in the attribute "
                        f"set '{attribute.name}', so it is compared with itself.",
                    )
                )
    return tuple(notices)
