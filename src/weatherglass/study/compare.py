"""`compare`: the same tests in two to eight spaces, and how far each differs from the one it is set against."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from threadpoolctl import threadpool_limits

from weatherglass.corpus.corpus import Corpus
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.handed import either
from weatherglass.embedding.similarity import Similarity, similarity
from weatherglass.errors import Notice, SpecError, UnknownName
from weatherglass.measure.base import Measure, get
from weatherglass.measure.family import adjust_family
from weatherglass.measure.inputs import Given, Inputs, companions, first_rows, misfit
from weatherglass.measure.result import Outcome, Result, Skipped
from weatherglass.measure.run import run
from weatherglass.measure.scrutiny import Scrutiny
from weatherglass.progress import Progress, phase, shows_progress
from weatherglass.stats.permutation import Test
from weatherglass.study.comparison import Compared, Comparison, NoSimilarity, Space
from weatherglass.study.difference import Difference, Measured, difference_between
from weatherglass.study.shared_words import Shared, shared_words
from weatherglass.study.spoken import Spoken, spoken_by, told_of
from weatherglass.words.lookup import Match
from weatherglass.words.query import Query
from weatherglass.words.reading import read_for
from weatherglass.words.vocabulary import MOST_FREQUENT

LEAST, MOST = 2, 8  # spaces
TRANSLATED = "translated lists, not identical items; compare signs and ranks, not magnitudes"
Vectors = str | os.PathLike[str] | Embedding


@shows_progress
def compare(
    spaces: Sequence[Vectors],
    *,
    language: str | Sequence[str] | None = None,
    queries: str | Query | Sequence[str | Query] = (),
    folders: Iterable[str | os.PathLike[str]] = (),
    measures: str | Sequence[str] = ("weat",),
    common_words: bool = True,
    reference: int | str = 0,
    pairs: Sequence[tuple[int, int]] | None = None,
    match: Match | None = None,
    test: Test | None = None,
    level: float = 0.95,
    resamples: int = 9_999,
    seed: int = 0,
    params: Mapping[str, Mapping[str, Any]] | None = None,
    alike: bool = True,
    corpus: Corpus | None = None,
    allow_pickle: bool = False,
    progress: Progress | None = None,
) -> Comparison:
    """Measure the same queries in every space, on the words that all have, and set each space against the `reference`.

    `language`: one for all spaces, or one for each; guessed if left out. Spaces of different languages are measured by
    queries of the same name in each; these are translations, so there is then no difference with interval and p.
    `common_words` False: each space uses whatever words it has. `reference`: a space's number or name. `pairs` replaces
    it: which spaces stand against each other, as numbers (before, after). `alike` adds how alike the spaces
    of a pair are, weighted by the frequencies of `corpus` if it is given. `seed` is that of everything random, unless
    `test` is given with its own.
    """
    if isinstance(spaces, str | os.PathLike | Embedding) or not LEAST <= len(spaces) <= MOST:
        count = 1 if isinstance(spaces, str | os.PathLike | Embedding) else len(spaces)
        raise SpecError(f"{count} spaces were given; give {LEAST} to {MOST} of them, as a list")
    match, test = match or Match(), test or Test(seed=seed)
    cards = [get(name) for name in dict.fromkeys([measures] if isinstance(measures, str) else measures)]
    if not cards:
        raise SpecError("no measure was given; give at least one, such as 'weat'")
    own_packs = tuple(Path(folder) for folder in ([folders] if isinstance(folders, str) else folders))
    asked = [queries] if isinstance(queries, str | Query) else list(queries)
    spoken = Spoken(asked, language, len(spaces), own_packs)
    names = _names(spaces)
    against = _pairs(names, reference, pairs)
    opened = [
        _opened(each, name, spoken, cards, match, alike, allow_pickle, progress)
        for each, name in zip(spaces, names, strict=True)
    ]
    tests = spoken_by(spoken, opened, match)
    for card in cards:
        if not any(card.fits(query) for query in tests.queries[0]):
            raise SpecError("; ".join(f"{query.id}: {misfit(card, query)}" for query in tests.queries[0]))
    scrutiny = Scrutiny(level=level, resamples=resamples, baseline=0)
    common_words = common_words and tests.one_language
    shared = shared_words(opened, tests.queries, cards, match) if common_words else None
    few = (
        match if shared is None else replace(match, min_coverage=0.0, min_words=1, min_test_coverage=0.0)
    )  # `shared` has seen to it
    with threadpool_limits(1, user_api="blas"):  # sharing products of a few words out takes longer than doing them
        measured = _measured(opened, tests.queries, cards, shared, few, test, scrutiny, params or {}, progress)
        with_words = [
            _compared(card, i, measured[card.name, i], tests.queries, opened, shared, against, few, test, scrutiny, tests.one_language)
            for card in cards
            for i, query in enumerate(tests.queries[0])
            if card.fits(query)
        ]  # fmt: skip
    compared = [each for each, _ in with_words]
    similarities = _similarities(opened, against, tests.languages, corpus, test.seed, progress) if alike else ()
    return Comparison(
        spaces=tuple(
            Space(
                name=space.name,
                language=code,
                identity=space.identity(),
                file="" if isinstance(given, Embedding) else str(given),
            )
            for space, code, given in zip(opened, tests.languages, spaces, strict=True)
        ),
        reference=against[0][0],
        pairs=tuple(against),
        common_words=common_words,
        tests=_corrected(with_words),
        similarities=similarities,
        warnings=_warnings(opened, tests.notices, shared, compared, cards),
        match=match,
        test=test,
        level=level,
        resamples=resamples,
        queries=tuple(item.id if isinstance(item, Query) else str(item) for item in asked),
        folders=tuple(map(str, own_packs)),
        corpus="" if corpus is None else str(corpus.folder),
        allow_pickle=allow_pickle,
    )


def _names(spaces: Sequence[Vectors]) -> list[str]:
    """A name for each: the file's, with its folder where two files are called the same, numbered where that is not enough."""
    short = [either(each).name for each in spaces]
    longer = [
        name if isinstance(each, Embedding) or short.count(name) == 1 else f"{Path(each).resolve().parent.name}/{name}"
        for each, name in zip(spaces, short, strict=True)
    ]
    seen: dict[str, int] = defaultdict(int)
    found = []
    for name in longer:
        seen[name] += 1
        found.append(name if longer.count(name) == 1 else f"{name} ({seen[name]})")
    return found


def _pairs(names: list[str], reference: int | str, pairs: Sequence[tuple[int, int]] | None) -> list[tuple[str, str]]:
    if pairs is not None:
        for before, after in pairs:
            if before == after or not {before, after} <= set(range(len(names))):
                raise SpecError(f"pairs: {before} and {after} are no two of the spaces 0 to {len(names) - 1}")
        if not pairs:
            raise SpecError("pairs: give at least one, or leave it out")
        return [(names[before], names[after]) for before, after in dict.fromkeys(pairs)]
    if isinstance(reference, str):
        if reference not in names:
            raise UnknownName("space", reference, names)
        reference = names.index(reference)
    if not 0 <= reference < len(names):
        raise SpecError(f"reference={reference}: give the number of a space, 0 to {len(names) - 1}, or its name")
    return [(names[reference], name) for name in names if name != names[reference]]


def _opened(
    given: Vectors,
    name: str,
    spoken: Spoken,
    cards: Sequence[Measure],
    match: Match,
    alike: bool,
    allow_pickle: bool,
    progress: Progress | None,
) -> Embedding:
    """Only the rows that are needed: the tests' words, and the most frequent ones to turn one space onto another."""
    if isinstance(given, Embedding):
        return replace(given, name=name)
    wanted = (*spoken.candidates, *companions(spoken.candidates, cards, Given()))
    return read_for(
        wanted,
        given,
        match,
        first=max(MOST_FREQUENT if alike else 0, first_rows(cards, Given())),
        allow_pickle=allow_pickle,
        name=name,
        progress=phase(progress, f"reading {name}"),
    )


def _measured(
    spaces: Sequence[Embedding],
    queries: Sequence[Sequence[Query]],
    cards: Sequence[Measure],
    shared: Sequence[Shared] | None,
    match: Match,
    test: Test,
    scrutiny: Scrutiny,
    params: Mapping[str, Mapping[str, Any]],
    progress: Progress | None,
) -> dict[tuple[str, int], list[Outcome]]:
    """The outcomes of each measure and query, a list over the spaces."""
    found: dict[tuple[str, int], list[Outcome]] = defaultdict(list)
    done, total = 0, len(spaces) * len(cards)
    for space, own in zip(spaces, queries, strict=True):
        for card in cards:
            fitting = [i for i, query in enumerate(queries[0]) if card.fits(query)]
            if shared is None:
                asked = [(i, own[i]) for i in fitting]
            else:
                asked = [(i, shared[i].query_for(card)) for i in fitting if not shared[i].lacking(card)]
            outcomes = run(
                space,
                [query for _, query in asked],
                [card.name],
                match=match,
                test=test,
                scrutiny=scrutiny,
                params=params,
            )
            by_number = dict(zip((i for i, _ in asked), outcomes, strict=True))
            for i in fitting:
                found[card.name, i].append(_as_asked(space, card, own[i], by_number.get(i), shared, i))
            done += 1
            if progress is not None:
                progress("measuring", done, total)
    return found


def _as_asked(
    space: Embedding, card: Measure, query: Query, outcome: Outcome | None, shared: Sequence[Shared] | None, i: int
) -> Outcome:
    """With the coverage of the query as it was asked; Skipped where too few words are in all spaces."""
    if shared is None:
        assert outcome is not None
        return outcome
    coverage = shared[i].coverage(card, None if outcome is None else outcome.coverage)
    if outcome is not None:
        return replace(outcome, coverage=coverage)
    return Skipped(
        measure=card.name, query=query.id, embedding=space.name, reason=shared[i].lacking(card), coverage=coverage
    )


def _compared(
    card: Measure,
    i: int,
    outcomes: Sequence[Outcome],
    queries: Sequence[Sequence[Query]],
    spaces: Sequence[Embedding],
    shared: Sequence[Shared] | None,
    against: Sequence[tuple[str, str]],
    match: Match,
    test: Test,
    scrutiny: Scrutiny,
    one_language: bool,
) -> tuple[Compared, Hashable]:
    """A test in all spaces, and the words that its differences rest on."""
    names = [space.name for space in spaces]
    vectors: dict[str, Measured] = {}

    def of(name: str) -> Measured:
        if name not in vectors:
            at = names.index(name)
            outcome = outcomes[at]
            assert isinstance(outcome, Result)
            query = queries[at][i] if shared is None else shared[i].query_for(card)
            inputs = Inputs(spaces[at], match, Given())
            prepared = inputs.prepare(card, query, inputs.look_up(query))
            assert prepared.vectors is not None
            vectors[name] = Measured(result=outcome, vectors=prepared.vectors)
        return vectors[name]

    differences = []
    for before, after in against:
        skipped = [name for name in (before, after) if isinstance(outcomes[names.index(name)], Skipped)]
        if skipped:
            differences.append(_no_difference(before, after, f"not measured in {' and '.join(skipped)}"))
        elif not one_language:
            differences.append(_no_difference(before, after, TRANSLATED))
        else:
            found = difference_between(
                card, of(before), of(after), test=test, level=scrutiny.level, resamples=scrutiny.resamples
            )
            differences.append(found)
    query = queries[0][i]
    compared = Compared(
        query=query.id if one_language else query.name,
        title=query.title,
        measure=card.name,
        targets=tuple(each.name for each in query.targets),
        attributes=tuple(each.name for each in query.attributes),
        own=tuple(
            (outcome.coverage.found, outcome.coverage.asked) if shared is None else shared[i].own(card, at)
            for at, outcome in enumerate(outcomes)
        ),
        outcomes=tuple(outcomes),
        differences=tuple(differences),
        cite=query.cite,
    )
    return compared, tuple(tuple(map(frozenset, each.words)) for each in vectors.values())


def _no_difference(before: str, after: str, why: str) -> Difference:
    return Difference(before=before, after=after, value=None, no_value=why, no_interval=why, no_p=why)


def _corrected(with_words: Sequence[tuple[Compared, Hashable]]) -> tuple[Compared, ...]:
    """p of the differences corrected for how many there are, each measure a family of its own."""
    families: dict[str, list[tuple[int, int]]] = defaultdict(list)
    found = [list(each.differences) for each, _ in with_words]
    for i, (each, _) in enumerate(with_words):
        families[each.measure] += [(i, j) for j, one in enumerate(each.differences) if one.p is not None]
    for places in families.values():
        tests = []
        for i, j in places:
            one, (each, words) = found[i][j], with_words[i]
            assert one.p is not None
            tests.append((each.query, (one.before, one.after, words), one.p))
        for (i, j), adjusted in zip(places, adjust_family(tests), strict=True):
            found[i][j] = replace(found[i][j], adjusted=adjusted)
    return tuple(replace(each, differences=tuple(own)) for (each, _), own in zip(with_words, found, strict=True))


def _similarities(
    spaces: Sequence[Embedding],
    against: Sequence[tuple[str, str]],
    languages: Sequence[str],
    corpus: Corpus | None,
    seed: int,
    progress: Progress | None,
) -> tuple[Similarity | NoSimilarity, ...]:
    by_name = {space.name: (space, code) for space, code in zip(spaces, languages, strict=True)}
    frequencies = None if corpus is None else dict(zip(corpus.words, corpus.word_counts().tolist(), strict=True))
    said = "" if corpus is None else f"how often a word occurs in {corpus.name}"
    found: list[Similarity | NoSimilarity] = []
    for done, (before, after) in enumerate(against):
        (one, one_code), (other, other_code) = by_name[before], by_name[after]
        if one_code != other_code:
            why = "they are in different languages, so words spelled alike need not be the same words"
            found.append(NoSimilarity(one=before, other=after, reason=why))
        else:
            try:
                found.append(similarity(one, other, frequencies=frequencies, weights_said=said, seed=seed))
            except SpecError as error:
                found.append(NoSimilarity(one=before, other=after, reason=str(error)))
        if progress is not None:
            progress("aligning", done + 1, len(against))
    return tuple(found)


def _warnings(
    spaces: Sequence[Embedding],
    notices: Sequence[Notice],
    shared: Sequence[Shared] | None,
    compared: Sequence[Compared],
    cards: Sequence[Measure],
) -> tuple[Notice, ...]:
    found = [*notices, *(told_of(space.name, notice) for space in spaces for notice in space.notices)]
    by_print: dict[str, list[str]] = defaultdict(list)
    for space in spaces:
        by_print[space.sha256].append(space.name)
    for same in by_print.values():
        if len(same) > 1:
            found.append(Notice("same-vectors", f"{' and '.join(same)} are the same vectors, so they cannot differ."))
    for each in shared or ():
        found += each.notices()
    for card in cards:
        if card.neutral:
            text = f"{card.name}: the neutral words are each space’s own, so the spaces differ in those too."
            found.append(Notice("own-neutral-words", text))
    found += [told_of(out.embedding, notice) for each in compared for out in each.outcomes for notice in out.warnings]
    return tuple(dict.fromkeys(found))
