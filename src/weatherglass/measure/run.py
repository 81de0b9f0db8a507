"""The only caller of measures: looks the words up, measures, tests, and says what could not be done."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import comb
from typing import Any

import numpy as np

from weatherglass import language as languages
from weatherglass.embedding.embedding import Embedding
from weatherglass.errors import Notice, UnknownName
from weatherglass.measure.base import Measure, NotMeasurable, Scores, get
from weatherglass.measure.baseline import KINDS, Pool, baselines, frequency_known, pool_of
from weatherglass.measure.family import adjust_family
from weatherglass.measure.result import Outcome, Result, Results, Skipped, WordScore
from weatherglass.measure.scrutiny import SIGNIFICANT, Resampled, Scrutiny, effects, influence, intervals
from weatherglass.stats.permutation import PValue, Test, difference_of_means, smallest_p
from weatherglass.words.lookup import Finder, Lookup, Match, Vectors, lookup
from weatherglass.words.query import Query


def run(
    embedding: Embedding,
    queries: Query | Iterable[Query],
    measures: Sequence[str] = ("weat",),
    *,
    match: Match | None = None,
    test: Test | None = None,
    scrutiny: Scrutiny | None = None,
    params: Mapping[str, Mapping[str, Any]] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Results:
    """Measure every query with every measure that fits its sets; `params` are given by measure name."""
    match, test, scrutiny = match or Match(), test or Test(), scrutiny or Scrutiny()
    chosen = [get(name) for name in measures]
    _check_params(params or {})
    asked = [queries] if isinstance(queries, Query) else list(queries)
    finders: dict[str, Finder] = {}
    ordered = frequency_known(embedding)
    pool = pool_of(embedding, scrutiny.baseline, test.seed) if scrutiny.baseline else ""
    outcomes: list[Outcome] = []
    words: list[Hashable] = []
    for done, query in enumerate(asked):
        if query.language not in finders:
            finders[query.language] = Finder(embedding, languages.get(query.language), match)
        found = lookup(embedding, query, match, finder=finders[query.language])
        for each in chosen:
            own = {**each.params, **(params or {}).get(each.name, {})}
            outcome = _measure(embedding, query, each, found, own, test)
            if isinstance(outcome, Result) and found.vectors is not None:
                outcome = _look_closely(outcome, embedding, found.vectors, each, test, scrutiny, pool, ordered)
            outcomes.append(outcome)
            words.append(_words_of(found.vectors))
        if progress is not None:
            progress(done + 1, len(asked))
    return Results(_adjusted(outcomes, words))


def _words_of(v: Vectors | None) -> Hashable:
    """The words of a test whatever the order they are listed in; exchanging both pairs of sets gives the same test."""
    if v is None:
        return None
    sets = [frozenset(s.rows) for s in (*v.targets, *v.attributes)]
    return frozenset({(sets[0], sets[2]), (sets[1], sets[3])}) if len(sets) == 4 else tuple(sets)


def _adjusted(outcomes: list[Outcome], words: list[Hashable]) -> tuple[Outcome, ...]:
    """p-values corrected for the number of tests, each measure a family of its own."""
    families: dict[str, list[int]] = defaultdict(list)
    for i, outcome in enumerate(outcomes):
        if isinstance(outcome, Result) and outcome.p is not None:
            families[outcome.measure].append(i)
    for members in families.values():
        tests = [(r.query, words[i], r.p) for i in members if isinstance(r := outcomes[i], Result) and r.p is not None]
        for i, adjusted in zip(members, adjust_family(tests), strict=True):
            if isinstance(result := outcomes[i], Result):
                outcomes[i] = replace(result, adjusted=adjusted)
    return tuple(outcomes)


def _check_params(params: Mapping[str, Mapping[str, Any]]) -> None:
    for name, own in params.items():
        known = get(name).params
        for key in own:
            if key not in known:
                raise UnknownName(f"parameter of {name}", key, known)


def _measure(
    embedding: Embedding, query: Query, each: Measure, found: Lookup, params: Mapping[str, Any], test: Test
) -> Outcome:
    names: dict[str, Any] = {
        "measure": each.name,
        "query": query.id,
        "embedding": embedding.name,
        "coverage": found.coverage,
        "notices": found.notices,
    }
    if not each.fits(query):
        return Skipped(
            **names,
            reason=f"{each.name} needs {each.targets} target and {each.attributes} attribute sets, the query has "
            f"{len(query.targets)} and {len(query.attributes)}",
        )
    if found.vectors is None:
        return Skipped(**names, reason=found.reason)
    try:
        scores = each.function(found.vectors, **params)
    except NotMeasurable as error:
        return Skipped(**names, reason=str(error))
    return Result(
        **names,
        value=scores.value,
        p=_p_value(each, scores, test),
        words=_word_scores(found.vectors, scores),
        params=dict(params),
        extra=dict(scores.extra),
        seed=test.seed,
    )


def _look_closely(
    result: Result,
    embedding: Embedding,
    v: Vectors,
    each: Measure,
    test: Test,
    scrutiny: Scrutiny,
    pool: Pool | str,
    ordered: bool,
) -> Result:
    """The same result with its interval, influence, other effects and baselines."""
    if result.value is None:
        return result
    resampled = Resampled(each, v, result.params)
    left_out = resampled.left_out()
    found, smaller, why_not = intervals(resampled, result.value, left_out, scrutiny, test.seed)
    notices = [*result.notices, *_floor_notices(result, test)]
    if why_not:
        notices.append(Notice("no-interval", f"{result.query}: no interval for the value, as {why_not}."))
    compared = (
        ()
        if isinstance(pool, str) or each.group_effect is None
        else baselines(pool, embedding, v, each.group_effect, result.params, result.value, test)
    )
    if each.group_effect is not None:
        notices += _baseline_notices(result.query, pool, {baseline.kind for baseline in compared})
    groups = [np.array([word.score for word in result.group(target.name)]) for target in v.targets]
    return replace(
        result,
        interval=found,
        equivalence=smaller,
        influence=influence(resampled, result.value, result.p, left_out, test, scrutiny),
        effects=effects(groups, v, frequency_known=ordered) if len(groups) == 2 else None,
        baseline=compared,
        notices=tuple(notices),
    )


def _baseline_notices(query: str, pool: Pool | str, kinds: set[str]) -> list[Notice]:
    """Which comparisons with other words could not be made; one notice for all tests where the file is the reason."""
    if isinstance(pool, str):
        return [Notice("no-baseline", f"No comparison with other words, as {pool}.")] if pool else []
    lacking = [what for kind, what in KINDS.items() if kind not in kinds]
    if not lacking:
        return []
    why = "the file has too few words like those of the test, or their frequency is not known"
    return [Notice("no-baseline", f"{query}: no comparison with {' or '.join(lacking)}, as {why}.")]


def _floor_notices(result: Result, test: Test) -> list[Notice]:
    """A test that cannot reach 0.05, whatever its words do."""
    one, other = (s.found for s in result.coverage.sets[:2])
    if result.p is None or smallest_p(one, other, test) < SIGNIFICANT:
        return []
    tails = 2 if test.alternative == "two-sided" else 1
    text = f"{result.query}: {one} + {other} words are too few for any p below 0.05; the smallest is {tails} in {comb(one + other, one)}."
    return [Notice("floor", text)]


def _p_value(each: Measure, scores: Scores, test: Test) -> PValue | None:
    if not each.permutes:
        return None
    one, other = scores.groups
    return difference_of_means(one, other, test)


def _word_scores(v: Vectors, scores: Scores) -> tuple[WordScore, ...]:
    return tuple(
        WordScore(word, target.name, float(score))
        for target, group in zip(v.targets, scores.groups, strict=True)
        for word, score in zip(target.words, np.asarray(group), strict=True)
    )
