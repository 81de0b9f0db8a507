"""The words of a query that all spaces have, so that a difference between spaces is none between words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from weatherglass import language as languages
from weatherglass.embedding.embedding import Embedding
from weatherglass.errors import Notice
from weatherglass.measure.base import ANY, Measure
from weatherglass.measure.inputs import base_pairs_of
from weatherglass.words.lookup import LOW_COVERAGE, Coverage, Finder, Match, SetCoverage, find_pairs, find_set
from weatherglass.words.query import PairSet, Query


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """A query, the same with the words that all spaces have, and what each space has by itself.

    A word counts as the same in all spaces whatever spelling stands for it there.
    """

    asked: Query
    common: Query
    by_space: tuple[tuple[str, tuple[SetCoverage, ...]], ...]
    match: Match
    pairs: bool

    def query_for(self, card: Measure) -> Query:
        """The common words; without attribute sets for a measure that does not look at them."""
        return replace(self.common, attributes=()) if card.attributes == ANY else self.common

    def _used(self, card: Measure) -> int:
        return len(self.asked.targets) if card.attributes == ANY else len(self.asked.sets)

    def lacking(self, card: Measure) -> str:
        """Why too few words are in all spaces; empty if they are enough."""
        short = []
        for i in range(self._used(card)):
            name, found, asked = self._counts(i)
            if found < self.match.min_words or found < self.match.min_coverage * asked:
                each = ", ".join(f"{space} {sets[i].found}" for space, sets in self.by_space)
                short.append(f"{name}: {found} of {asked} words are in all spaces ({each})")
        if short:
            rule = (
                f"each set needs at least {self.match.min_words} words and {self.match.min_coverage:.0%} of its words"
            )
            return f"too few common words: {'; '.join(short)}; {rule}"
        if of_test := self._lacking_of_test(card):
            return of_test
        if card.pairs and self.pairs and not self.common.pairs:
            return "no base pair has both its words in all spaces"
        return ""

    def _lacking_of_test(self, card: Measure) -> str:
        counts = [self._counts(i) for i in range(self._used(card))]
        found, asked = sum(found for _, found, _ in counts), sum(asked for _, _, asked in counts)
        if found >= self.match.min_test_coverage * asked:
            return ""
        rule = f"a test needs at least {self.match.min_test_coverage:.0%} of its words"
        return f"too few common words: {found} of {asked} words of all sets are in all spaces; {rule}"

    def _counts(self, i: int) -> tuple[str, int, int]:
        """Of a set: its name, words in all spaces, and words asked for, each once."""
        return self.asked.sets[i].name, len(self.common.sets[i].words), len(set(self.asked.sets[i].words))

    def own(self, card: Measure, space: int) -> tuple[int, int]:
        """Words found and asked for in a space by itself."""
        sets = self.by_space[space][1][: self._used(card)]
        return sum(each.found for each in sets), sum(each.asked for each in sets)

    def coverage(self, card: Measure, measured: Coverage | None) -> Coverage:
        """Of the query as asked, by the words that all spaces have; base pairs as they were found when measured."""
        sets = []
        for i in range(self._used(card)):
            name, found, asked = self._counts(i)
            kept = set(self.common.sets[i].words)
            gone = [word[0] for word in dict.fromkeys(self.asked.sets[i].words) if word not in kept]
            substituted = () if measured is None else measured.sets[i].substituted
            sets.append(SetCoverage(name=name, found=found, asked=asked, missing=tuple(gone), substituted=substituted))
        more = () if measured is None else measured.sets[len(sets) :]
        return Coverage(sets=(*sets, *more))

    def notices(self) -> list[Notice]:
        found = []
        for i in range(len(self.asked.sets)):
            name, common, asked = self._counts(i)
            if 0 < common < LOW_COVERAGE * asked:
                text = f"{self.asked.id}: only {common} of {asked} words of '{name}' are in all spaces."
                found.append(Notice("low-coverage", text))
        return found


def shared_words(
    spaces: Sequence[Embedding], queries: Sequence[Sequence[Query]], cards: Sequence[Measure], match: Match
) -> tuple[Shared, ...]:
    """For each query, the same for all spaces, what they have in common."""
    finders: dict[tuple[int, str], Finder] = {}

    def finder(at: int, code: str) -> Finder:
        if (at, code) not in finders:
            finders[at, code] = Finder(spaces[at], languages.get(code), match)
        return finders[at, code]

    with_pairs = any(card.pairs for card in cards)
    found = []
    for query in queries[0]:
        own = [finder(at, query.language) for at in range(len(spaces))]
        by_space = [[find_set(each, word_set) for word_set in query.sets] for each in own]
        sets = []
        for i, word_set in enumerate(query.sets):
            everywhere = set.intersection(*(set(looked[i][0].words) for looked in by_space))
            kept = tuple(word for word in dict.fromkeys(word_set.words) if word[0] in everywhere)
            sets.append(replace(word_set, words=kept))
        pairs = base_pairs_of(query) if with_pairs else None
        n = len(query.targets)
        common = replace(query, targets=tuple(sets[:n]), attributes=tuple(sets[n:]))
        if pairs is not None:
            common = replace(common, pairs=_common_pairs(own, pairs))
        found.append(
            Shared(
                asked=query,
                common=common,
                by_space=tuple(
                    (space.name, tuple(covered for _, covered in looked))
                    for space, looked in zip(spaces, by_space, strict=True)
                ),
                match=match,
                pairs=pairs is not None,
            )
        )
    return tuple(found)


def _common_pairs(finders: Sequence[Finder], pairs: PairSet) -> tuple[PairSet, ...]:
    """The pairs of which all spaces have both words; none if there are none."""
    labels = [set() if (hits := find_pairs(each, pairs)[0]) is None else set(hits.labels) for each in finders]
    everywhere = set.intersection(*labels)
    kept = tuple(pair for pair in pairs.pairs if f"{pair[0][0]}–{pair[1][0]}" in everywhere)
    return (replace(pairs, pairs=kept),) if kept else ()
