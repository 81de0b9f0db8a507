"""One embedding read through one language's lists: what every examination of its structure starts from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from weatherglass import language as languages
from weatherglass.arrays import Bools, Floats
from weatherglass.embedding.embedding import Embedding
from weatherglass.measure.baseline import Pool, log_ranks, pool_of, words_like
from weatherglass.measure.result import Lacking
from weatherglass.words import packs
from weatherglass.words.lookup import Finder, FoundSet, Match, SetCoverage, find_set
from weatherglass.words.query import Query, WordSet
from weatherglass.words.vocabulary import gendered_by_definition

TERMS = "terms"  # the list of words by which others are judged female or male
FORMS = "forms"  # the list of occupations, feminine and masculine, singular and plural
COMPOSED = "the words are composed from subwords, so that their frequency is not known"
LEVEL = 0.95
RESAMPLES = 2000
_RESAMPLED_AT_ONCE = 3e7  # numbers


@dataclass(frozen=True)
class Space:
    """`draws`: how many lists of other words each finding is compared with."""

    embedding: Embedding
    language: str
    match: Match
    seed: int = 0
    draws: int = 500

    @cached_property
    def finder(self) -> Finder:
        return Finder(self.embedding, languages.get(self.language), self.match)

    @cached_property
    def pool(self) -> Pool | str:
        """Words of all frequencies to draw from, or the reason why there are none."""
        return pool_of(self.embedding, self.draws, self.seed)

    def list(self, name: str) -> Query | None:
        return packs.word_list(self.language, name)

    def lacks(self, name: str) -> Lacking:
        """What to say where the language has no such list."""
        return Lacking(
            skipped=f"there is no list “{name}” for {languages.get(self.language).name} ({self.language}/{name})"
        )

    def terms(self) -> tuple[FoundSet, FoundSet] | Lacking:
        """The words by which others are judged: female ones and male ones."""
        query = self.list(TERMS)
        if query is None:
            return self.lacks(TERMS)
        (female, covered), (male, also) = (self.found(each) for each in query.targets)
        if min(len(female.words), len(male.words)) < self.match.min_words:
            return Lacking(
                skipped=f"{covered.found} of {covered.asked} female and {also.found} of {also.asked} male terms were found; at least "
                f"{self.match.min_words} of either are needed"
            )
        return female, male

    def found(self, words: WordSet) -> tuple[FoundSet, SetCoverage]:
        return find_set(self.finder, words)

    def free(self, pool: Pool, *taken: FoundSet) -> Bools:
        """Which of the pool's words are none of these."""
        own = {self.embedding.index[row] for each in taken for row in each.rows}
        free: Bools = np.isin(pool.rows, list(own), invert=True)
        return free

    def gendered(self, words: Iterable[str]) -> Bools:
        """Which words are so by definition; none where the language has no list of them."""
        by_definition = gendered_by_definition(self.language)
        return np.array([by_definition is not None and by_definition(word) for word in words], bool)

    def neutral_like(self, sides: Sequence[FoundSet], taken: Sequence[FoundSet]) -> tuple[Floats, Floats] | str:
        """Vectors of neutral words as frequent as those of the sides, and for each side how often they count; or why there are none."""
        if isinstance(self.pool, str):
            return self.pool
        if any((side.ranks < 0).all() for side in sides):
            return COMPOSED
        named = self.gendered(self.embedding.words[row] for row in self.pool.rows)
        neutral = self.free(self.pool, *sides, *taken) & ~named
        counted = []
        for side in sides:
            near = words_like(self.pool, log_ranks(side), neutral)
            if near is None:
                return "the file holds too few neutral words to match these in frequency"
            usable, first, length = near
            counted.append(np.bincount((first[:, None] + np.arange(length)).ravel(), minlength=len(usable)))
        times = np.array(counted, np.float64)
        used = times.sum(axis=0) > 0
        return self.pool.units[usable[used]].astype(np.float64), times[:, used]


def lists_named(language: str, names: Iterable[str]) -> tuple[Query, ...]:
    """Those of these lists that a language has."""
    found = (packs.word_list(language, name) for name in names)
    return tuple(query for query in found if query is not None)


def resamples_of(words: int) -> int:
    """As many as fit into memory: fewer of a lexicon with thousands of words."""
    return int(max(200, min(RESAMPLES, _RESAMPLED_AT_ONCE // words)))
