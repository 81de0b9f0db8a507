"""What measures need beyond the sets of a query: base pairs, neutral words, and how far the pairs can be trusted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from weatherglass import language as languages
from weatherglass.embedding.embedding import Embedding
from weatherglass.errors import Notice, SpecError
from weatherglass.measure.base import ANY, Measure
from weatherglass.measure.pair_agreement import UNSTABLE, agreement_with_others
from weatherglass.stats.agreement import landis_koch
from weatherglass.words import packs
from weatherglass.words.lookup import (
    Coverage,
    Finder,
    FoundPairs,
    FoundSet,
    Lookup,
    Match,
    SetCoverage,
    Vectors,
    find_pairs,
    find_set,
    lookup,
)
from weatherglass.words.query import PairSet, Query, WordSet
from weatherglass.words.vocabulary import MOST_FREQUENT, neutral_words

PAIRS, PROFESSIONS = "base-pairs", "professions"  # lists of a language's pack
_NAMED = 20  # missing words of a long list that a notice names


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What was given beside the queries: base pairs, and the words that count as neutral; None: the language's own."""

    pairs: PairSet | None = None
    neutral: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """What one measure gets of one query: the vectors, or the reason why there are none."""

    vectors: Vectors | None
    reason: str
    coverage: Coverage
    notices: tuple[Notice, ...]
    agreement: dict[str, float] | None = None


@dataclass(slots=True)
class Inputs:
    """Looks things up in one embedding, each once.

    `whole_tests`: a measure is not run where a set is lacking that only other measures of the same test use.
    """

    embedding: Embedding
    match: Match
    given: Given
    whole_tests: bool = False
    _finders: dict[str, Finder] = field(default_factory=dict)
    _neutral: dict[str, tuple[FoundSet, tuple[str, ...]] | str] = field(default_factory=dict)
    _agreement: dict[tuple[str, tuple[str, ...]], dict[str, float] | None] = field(default_factory=dict)

    def look_up(self, query: Query) -> Lookup:
        return lookup(self.embedding, query, self.match, finder=self._finder(query.language))

    def prepare(self, each: Measure, query: Query, found: Lookup) -> Prepared:
        """The part of what was found that this measure uses, with base pairs and neutral words if it needs them."""
        if not each.fits(query):
            return Prepared(vectors=None, reason=misfit(each, query), coverage=found.coverage, notices=found.notices)
        if each.attributes == ANY and query.attributes:
            found = self._without_attributes(query, found)
        if found.vectors is None:
            return Prepared(vectors=None, reason=found.reason, coverage=found.coverage, notices=found.notices)
        v, coverage, notices = found.vectors, found.coverage, list(found.notices)
        agreement = None
        if each.pairs:
            pairs, covered = self.pairs(query)
            if covered is not None:
                coverage = Coverage(sets=(*coverage.sets, covered))
            if pairs is None:
                reason = _no_pairs(query, covered)
                return Prepared(vectors=None, reason=reason, coverage=coverage, notices=tuple(notices))
            v = replace(v, pairs=pairs)
            agreement = self.pair_agreement(query.language, pairs)
            notices += [*_coverage_of_pairs(query, covered), *_stability_notices(query.id, agreement)]
        if each.neutral:
            neutral = self._neutral_words(query.language)
            if isinstance(neutral, str):
                return Prepared(vectors=None, reason=neutral, coverage=coverage, notices=tuple(notices))
            v = replace(v, neutral=neutral[0])
            notices += _missing_neutral(neutral[1])
        return Prepared(vectors=v, reason="", coverage=coverage, notices=tuple(notices), agreement=agreement)

    def _without_attributes(self, query: Query, found: Lookup) -> Lookup:
        if not self.whole_tests:
            return self.look_up(replace(query, attributes=()))
        return found if found.vectors is None else replace(found, vectors=replace(found.vectors, attributes=()))

    def _finder(self, language: str) -> Finder:
        if language not in self._finders:
            self._finders[language] = Finder(self.embedding, languages.get(language), self.match)
        return self._finders[language]

    def pairs(self, query: Query) -> tuple[FoundPairs | None, SetCoverage | None]:
        chosen = self.given.pairs or base_pairs_of(query)
        return (None, None) if chosen is None else find_pairs(self._finder(query.language), chosen)

    def _neutral_words(self, language: str) -> tuple[FoundSet, tuple[str, ...]] | str:
        if language not in self._neutral:
            try:
                self._neutral[language] = neutral_words(self.embedding, language, self.match, self.given.neutral)
            except SpecError as error:
                self._neutral[language] = str(error)
        return self._neutral[language]

    def pair_agreement(self, language: str, pairs: FoundPairs) -> dict[str, float] | None:
        key = (language, pairs.labels)
        if key not in self._agreement:
            own, professions = (packs.word_list(language, name) for name in (PAIRS, PROFESSIONS))
            if own is None or professions is None:
                self._agreement[key] = None
            else:
                finder = self._finder(language)
                others, _ = find_pairs(finder, own.pairs[0])
                words, _ = find_set(finder, professions.targets[0])
                self._agreement[key] = agreement_with_others(pairs, others, words.vectors)
        return self._agreement[key]


def pair_notices(embedding: Embedding, language: str, pair: tuple[str, str], match: Match) -> tuple[Notice, ...]:
    """Whether a single pair is stable in this embedding."""
    inputs = Inputs(embedding, match, Given(pairs=PairSet("pair", (((pair[0],), (pair[1],)),))))
    query = Query(name=f"{pair[0]}–{pair[1]}", language=language)
    found, _ = inputs.pairs(query)
    if found is None:
        return ()
    return tuple(_stability_notices(query.name, inputs.pair_agreement(language, found)))


def base_pairs_of(query: Query) -> PairSet | None:
    """The query's own pairs, or those of its language."""
    if query.pairs:
        return query.pairs[0]
    own = packs.word_list(query.language, PAIRS)
    return None if own is None else own.pairs[0]


def companions(queries: Iterable[Query], measures: Iterable[Measure], given: Given) -> tuple[Query, ...]:
    """Further lists whose words must be read for these measures, as queries."""
    needed = list(measures)
    found = []
    for language in dict.fromkeys(query.language for query in queries):
        if any(each.pairs for each in needed):
            found += [known for name in (PAIRS, PROFESSIONS) if (known := packs.word_list(language, name)) is not None]
            if given.pairs is not None:
                found.append(Query(name="given pairs", language=language, pairs=(given.pairs,)))
        if given.neutral is not None and any(each.neutral for each in needed):
            words = WordSet("neutral words", tuple((word,) for word in given.neutral))
            found.append(Query(name="neutral words", language=language, targets=(words,)))
    return tuple(found)


def first_rows(measures: Iterable[Measure], given: Given) -> int:
    """How many of the file's first rows must be read whatever their words are."""
    return MOST_FREQUENT if any(each.neutral for each in measures) and given.neutral is None else 0


def misfit(each: Measure, query: Query) -> str:
    has = f"{len(query.targets)} target and {len(query.attributes)} attribute sets"
    if each.rates and not query.rates and len(query.targets) in each.targets:
        return f"{each.name} needs a rate for each target word; give them under [rates] or with --rates"
    return f"{each.name} needs {each.inputs()}; the query has {has}"


def _no_pairs(query: Query, covered: SetCoverage | None) -> str:
    if covered is None:
        return f"there are no base pairs for '{query.language}'; give some with --pair"
    return f"no base pair has both its words in the vectors: {', '.join(covered.missing)}"


def _coverage_of_pairs(query: Query, covered: SetCoverage | None) -> list[Notice]:
    notices = []
    if covered is not None and covered.missing:
        text = f"{query.id}: left out, as a word of them is not in the vectors: {', '.join(covered.missing)}."
        notices.append(Notice("missing-pair", text))
    if covered is not None and covered.substituted:
        listed = ", ".join(f"{s.word} as {s.used} ({s.how})" for s in covered.substituted)
        notices.append(Notice("substituted", f"{query.id}: words of base pairs: {listed}."))
    return notices


def _missing_neutral(missing: tuple[str, ...]) -> list[Notice]:
    if not missing:
        return []
    text = f"Neutral words that were given, but are not in the vectors: {', '.join(missing[:_NAMED])}"
    more = f" and {len(missing) - _NAMED:,} more." if len(missing) > _NAMED else "."
    return [Notice("missing-neutral", text + more)]


def _stability_notices(name: str, agreement: dict[str, float] | None) -> list[Notice]:
    if agreement is None:
        text = f"{name}: whether the base pairs are stable cannot be told, as the vectors hold too few of the language’s pairs and professions."
        return [Notice("pair-not-assessed", text)]
    unstable = [f"{label} ({landis_koch(kappa)})" for label, kappa in agreement.items() if kappa <= UNSTABLE]
    if not unstable:
        return []
    text = (
        f"{name}: unstable base pairs: {', '.join(unstable)}. About which way professions lean, each agrees no more than that with "
        "the language’s pairs of gender on average, so another pair may give other signs. Of a pair that is not about gender this says nothing."
    )
    return [Notice("unstable-pair", text)]
