"""A language's lists in one embedding, and the scores of all their words by every base pair."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weatherglass import language as languages
from weatherglass.arrays import Floats
from weatherglass.embedding.embedding import Embedding
from weatherglass.errors import CoverageError, SpecError, UnknownName
from weatherglass.measure import base_pairs
from weatherglass.words import packs
from weatherglass.words.lookup import Finder, FoundPairs, FoundSet, Match, Substitution, find_pairs, found_set
from weatherglass.words.query import PairSet, Query, Word
from weatherglass.words.vocabulary import neutral_words, ordinary_rows

NEEDED = ("base-pairs", "professions", "plurals", "animals", "traits")
OPTIONAL = ("forms",)
_USUAL = ("professor", "Professor", "professeur")  # the paper's example
AS_WRITTEN = Match(case=False, spelling=False, normalise=False, underscore=False)
_PLAIN = 2  # the pair (woman, man) among the base pairs of every pack


@dataclass(frozen=True, slots=True, kw_only=True)
class Lists:
    """The words of a language's lists as rows of an embedding.

    `forms`: for each kind of form, profession → its row. `gendered`: rows of female and of male words, and how many
    words were asked for. `capitalised`: each base pair's rows when capitalised, None where a word is missing.
    """

    pairs: FoundPairs
    missing_pairs: tuple[str, ...]
    substituted: tuple[Substitution, ...]
    capitalised: tuple[tuple[int, int] | None, ...]
    monarchs: FoundPairs | None
    plain_pair: int | None
    professions: list[int]
    missing_professions: tuple[str, ...]
    names: dict[str, int]
    forms: dict[str, dict[int, int]]
    gendered: dict[str, tuple[list[int], list[int], int]]
    neutral: FoundSet
    missing_neutral: tuple[str, ...]
    population: list[int]

    @property
    def professions_asked(self) -> int:
        return len(self.professions) + len(self.missing_professions)

    @property
    def with_every_form(self) -> set[int]:
        return set.intersection(*(set(form) for form in self.forms.values()))

    def example(self, word: str | None) -> int:
        """The row of a profession: the one asked for, or one that has most forms, the paper's if it is among them."""
        if word is not None:
            if word not in self.names:
                raise UnknownName("profession in the vectors", word, self.names)
            return self.names[word]
        usual = next((self.names[name] for name in _USUAL if name in self.names), None)
        return max(self.professions, key=lambda row: (sum(row in form for form in self.forms.values()), row == usual))


def known_lists(language: str) -> tuple[Query, ...]:
    """Those of the study's lists that a language has."""
    found = (packs.word_list(language, name) for name in (*NEEDED, *OPTIONAL))
    return tuple(query for query in found if query is not None)


def lists_of(language: str) -> tuple[Query, ...]:
    """The lists of a language that the study of its base pairs needs."""
    found = known_lists(language)
    lacking = [name for name in NEEDED if name not in {query.name for query in found}]
    if lacking:
        known = [code for code in packs.languages() if {*NEEDED} <= {query.name for query in known_lists(code)}]
        raise SpecError(f"there is no list of {', '.join(lacking)} for '{language}'; there are for {', '.join(known)}")
    return found


def read_lists(embedding: Embedding, language: str, match: Match, neutral: Sequence[str] | None) -> Lists:
    """Look the language's lists up; forms are compared as written, since case is what they differ in."""
    queries = {query.name: query for query in lists_of(language)}
    finder = Finder(embedding, languages.get(language), match)
    pairs, covered = find_pairs(finder, queries["base-pairs"].pairs[0])
    if pairs is None:
        raise CoverageError(
            f"{embedding.name}: none of the base pairs of '{language}' has both its words in the vectors. "
            f"Is '{language}' the language of the vectors?"
        )
    names = _rows(finder, queries["professions"].targets[0].words)
    professions = list(dict.fromkeys(names.values()))
    monarchs, _ = find_pairs(finder, queries["base-pairs"].pairs[1])
    plain = "–".join(word[0] for word in queries["base-pairs"].pairs[0].pairs[_PLAIN])
    gendered = {
        name: tuple(_rows(finder, target.words).values() for target in queries[name].targets)
        for name in ("animals", "traits")
    }
    asked = {name: sum(len(target.words) for target in queries[name].targets) for name in gendered}
    if "forms" in queries:
        both = queries["forms"].pairs[0].pairs
        gendered["forms"] = tuple(_rows(finder, [pair[i] for pair in both]).values() for i in (0, 1))
        asked["forms"] = 2 * len(both)
    ordinary, missing_neutral = neutral_words(embedding, language, match, neutral)
    exact = Finder(embedding, languages.get(language), AS_WRITTEN)
    return Lists(
        pairs=pairs,
        missing_pairs=covered.missing,
        substituted=covered.substituted,
        capitalised=tuple(
            _other_rows(exact, (one, other)) for one, other in zip(pairs.one.rows, pairs.other.rows, strict=True)
        ),
        monarchs=monarchs,
        plain_pair=pairs.labels.index(plain) if plain in pairs.labels else None,
        professions=professions,
        missing_professions=tuple(word[0] for word in queries["professions"].targets[0].words if word[0] not in names),
        names=names,
        forms={
            "plural": _plurals(finder, queries["plurals"].pairs[0], set(professions)),
            "Capitalised": _spelled(exact, professions, capital),
            "UPPERCASE": _spelled(exact, professions, str.upper),
        },
        gendered={name: (list(female), list(male), asked[name]) for name, (female, male) in gendered.items()},
        neutral=ordinary,
        missing_neutral=missing_neutral,
        population=ordinary_rows(embedding),
    )


def _rows(finder: Finder, words: Sequence[Word]) -> dict[str, int]:
    """Rows by the words as listed; of two words with one row the first."""
    found: dict[str, int] = {}
    taken: set[int] = set()
    for word in words:
        hit = finder.find(word)
        if hit is not None and hit[0] not in taken:
            found[word[0]] = hit[0]
            taken.add(hit[0])
    return found


def _plurals(finder: Finder, plurals: PairSet, professions: set[int]) -> dict[int, int]:
    hits = ((finder.find(one), finder.find(other)) for one, other in plurals.pairs)
    rows = {one[0]: other[0] for one, other in hits if one is not None and other is not None}
    words = finder.embedding.words
    return {
        one: other
        for one, other in rows.items()
        if one in professions and one != other and words[one][:1].isupper() == words[other][:1].isupper()
    }


def capital(word: str) -> str:
    return word[:1].upper() + word[1:]


def _spelled(exact: Finder, rows: list[int], spell: Callable[[str], str]) -> dict[int, int]:
    """The rows of another spelling, where it is another one and is there."""
    hits = {row: exact.find((spell(exact.embedding.words[row]),)) for row in rows}
    return {row: hit[0] for row, hit in hits.items() if hit is not None and hit[0] != row}


def _other_rows(exact: Finder, pair: tuple[str, str]) -> tuple[int, int] | None:
    """Rows of a pair's capitalised words; None where one is missing or no other word than it was."""
    one, other = (exact.find((capital(word),)) for word in pair)
    if one is None or other is None or any(capital(word) == word for word in pair):
        return None
    return one[0], other[0]


class ScoredRows:
    """Scores of all rows that the study looks at; their neighbours are found once and serve every base pair."""

    def __init__(self, embedding: Embedding, lists: Lists, k: int):
        from weatherglass.embedding.neighbours import nearest

        self.embedding, self.lists = embedding, lists
        wanted = [lists.population, lists.professions]
        wanted += [list(form.values()) for form in lists.forms.values()]
        wanted += [[*female, *male] for female, male, _ in lists.gendered.values()]
        self.rows = np.array(sorted({row for rows in wanted for row in rows}), np.int64)
        self._place = {int(row): i for i, row in enumerate(self.rows)}
        neutral = {word: i for i, word in enumerate(lists.neutral.rows)}
        if k >= len(neutral):
            raise SpecError(
                f"k={k} neighbours were asked for, but there are {len(neutral):,} neutral words; give a smaller k, or more words"
            )
        own = np.array([neutral.get(embedding.words[row], -1) for row in self.rows], np.int64)
        self.near = nearest(embedding.vectors[self.rows], lists.neutral.vectors, k, own)

    def places(self, rows: Sequence[int]) -> NDArray[np.intp]:
        """Columns of these rows in the scores."""
        return np.array([self._place[row] for row in rows], np.intp)

    def scores(self, pairs: FoundPairs) -> dict[str, Floats]:
        """Scores by measure: a row for each pair, a column for each of `rows`."""
        words = self.embedding.vectors[self.rows].astype(np.float64)
        side = base_pairs.sides(base_pairs.direct_bias(self.lists.neutral.vectors, pairs))
        return {
            "direct-bias": base_pairs.direct_bias(words, pairs),
            "ripa": base_pairs.ripa(words, pairs),
            "nbm": np.stack([row[self.near].mean(axis=1, dtype=np.float64) for row in side]),
        }

    def pairs_of_rows(self, rows: Sequence[tuple[int, int]]) -> FoundPairs:
        return FoundPairs(*(found_set(self.embedding, "base pairs", [pair[i] for pair in rows]) for i in (0, 1)))
