"""The only caller of measures: looks the words up, measures, tests, and says what could not be done."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from math import comb
from typing import Any

import numpy as np

from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.handed import embedding_of
from weatherglass.embedding.order import frequency_known
from weatherglass.errors import Notice, UnknownName
from weatherglass.measure.base import BATTERY, WITH_RATES, Arity, Measure, NotMeasurable, Scores, get
from weatherglass.measure.baseline import KINDS, Pool, baselines, pool_of
from weatherglass.measure.family import adjust_family
from weatherglass.measure.inputs import Given, Inputs, Prepared
from weatherglass.measure.result import Outcome, Result, Results, Skipped, WordScore
from weatherglass.measure.scrutiny import SIGNIFICANT, Resampled, Scrutiny, effects, influence, intervals
from weatherglass.progress import HowFar
from weatherglass.stats.permutation import Test, smallest_p
from weatherglass.words import packs
from weatherglass.words.lookup import Match, Vectors
from weatherglass.words.query import Query


def run(
    embedding: Embedding,
    queries: str | Query | Iterable[str | Query],
    measures: Sequence[str] | None = ("weat",),
    *,
    match: Match | None = None,
    test: Test | None = None,
    scrutiny: Scrutiny | None = None,
    params: Mapping[str, Mapping[str, Any]] | None = None,
    given: Given | None = None,
    with_p: bool = True,
    progress: HowFar | None = None,
) -> Results:
    """Measure every query with every measure; one that does not fit its sets is Skipped.

    `queries` are Query objects, or names, patterns and files as in an audit. `measures` None: those of the standard
    battery that fit a query. `params` are given by measure name, base pairs and neutral words by `given`. `with_p`:
    p-values take most of the time and the memory, and not everyone asks for them.
    """
    embedding = embedding_of(embedding)
    match, test, scrutiny = match or Match(), test or Test(), scrutiny or Scrutiny()
    _check_params(params or {})
    asked = packs.every_given(queries)
    inputs = Inputs(embedding, match, given or Given(), whole_tests=measures is None)
    closely = _Closely(embedding, test, scrutiny, with_p)
    outcomes: list[Outcome] = []
    words: list[Hashable] = []
    with _one_thread(measures):
        for done, query in enumerate(asked):
            found = inputs.look_up(query)
            for each in _chosen(measures, query):
                prepared = inputs.prepare(each, query, found)
                own = {**each.params, **_seeded(each, test), **(params or {}).get(each.name, {})}
                outcomes.append(_measure(embedding, query, each, prepared, own, closely))
                words.append(_words_of(each, prepared.vectors))
            if progress is not None:
                progress(done + 1, len(asked))
    return Results(_adjusted(outcomes, words))


def _one_thread(measures: Sequence[str] | None) -> AbstractContextManager[object]:
    """Matrix products of a few words in one thread: sharing them out takes longer than doing them.

    Measures that look at the whole vocabulary keep all threads.
    """
    if any(get(name).neutral for name in measures or ()):
        return nullcontext()
    from threadpoolctl import threadpool_limits

    limited: AbstractContextManager[object] = threadpool_limits(1, user_api="blas")
    return limited


def _chosen(measures: Sequence[str] | None, query: Query) -> list[Measure]:
    if measures is not None:
        return [get(name) for name in measures]
    fitting = [each for name in (*BATTERY, *WITH_RATES) if (each := get(name)).fits(query)]
    return fitting or [get(BATTERY[0])]


def _seeded(each: Measure, test: Test) -> dict[str, int]:
    return {"seed": test.seed} if "seed" in each.params else {}


def _words_of(each: Measure, v: Vectors | None) -> Hashable:
    """The words a test uses, whatever the order they are listed in.

    Where target set 1 goes with attribute set 1, exchanging both pairs of sets gives the same test.
    """
    if v is None:
        return None
    targets, attributes = ([frozenset(s.rows) for s in sets] for sets in (v.targets, v.attributes))
    if each.targets == each.attributes == Arity(2, 2):
        return frozenset(zip(targets, attributes, strict=True))
    return (frozenset(targets) if each.swapped == "same" else tuple(targets), frozenset(attributes))


def _adjusted(outcomes: list[Outcome], words: list[Hashable]) -> tuple[Outcome, ...]:
    """p-values corrected for the number of tests, each measure a family of its own.

    Where a small p speaks for coherence there is nothing to correct: it is no claim of bias.
    """
    families: dict[str, list[int]] = defaultdict(list)
    for i, outcome in enumerate(outcomes):
        if isinstance(outcome, Result) and outcome.p is not None and get(outcome.measure).small_p == "separation":
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
    embedding: Embedding, query: Query, each: Measure, prepared: Prepared, params: Mapping[str, Any], closely: _Closely
) -> Outcome:
    names: dict[str, Any] = {
        "measure": each.name,
        "query": query.id,
        "embedding": embedding.name,
        "coverage": prepared.coverage,
        "warnings": prepared.notices,
    }
    if prepared.vectors is None:
        return Skipped(**names, reason=prepared.reason)
    try:
        scores = each.function(prepared.vectors, **params)
        p = None if each.p is None or not closely.with_p else each.p(prepared.vectors, scores, closely.test, **params)
    except NotMeasurable as error:
        return Skipped(**names, reason=str(error))
    extra = dict(scores.extra)
    if prepared.agreement is not None:
        extra["pair_agreement"] = prepared.agreement
    result = Result(
        **names,
        value=scores.value,
        p=p,
        words=_word_scores(each, prepared.vectors, scores),
        params=dict(params),
        extra=extra,
        seed=closely.test.seed,
    )
    return closely.look(result, prepared.vectors, each, scores)


class _Closely:
    """Adds to results how sure they are; what all of them share is made once."""

    def __init__(self, embedding: Embedding, test: Test, scrutiny: Scrutiny, with_p: bool):
        self.embedding, self.test, self.scrutiny, self.with_p = embedding, test, scrutiny, with_p
        self.ordered = frequency_known(embedding)
        self.pool = pool_of(embedding, scrutiny.baseline, test.seed) if scrutiny.baseline else ""

    def look(self, result: Result, v: Vectors, each: Measure, scores: Scores) -> Result:
        """The same result with its interval, influence, other effects and baselines."""
        notices = [*result.warnings, *_floor_notices(result, each, self.test)]
        if result.value is None or not each.resampled:
            return replace(result, warnings=tuple(notices))
        resampled = Resampled(each, v, result.params)
        left_out = resampled.left_out() if each.of_some is None else []
        found, smaller, why_not = intervals(resampled, result.value, left_out, self.scrutiny, self.test.seed)
        if why_not:
            text = f"{result.query}: no interval for the value of {each.name}, as {why_not}."
            notices.append(Notice("no-interval", text))
        looked = replace(
            result,
            interval=found,
            equivalence=smaller,
            influence=influence(resampled, result.value, result.p, left_out, self.test, self.scrutiny)
            if left_out
            else None,
        )
        if each.group_effect is None:
            return replace(looked, warnings=tuple(notices))
        compared = (
            ()
            if isinstance(self.pool, str)
            else baselines(self.pool, self.embedding, v, each.group_effect, result.params, result.value, self.test)
        )
        notices += _baseline_notices(result.query, self.pool, {baseline.kind for baseline in compared})
        return replace(
            looked,
            effects=effects(scores.groups, v, frequency_known=self.ordered),
            baseline=compared,
            warnings=tuple(notices),
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


def _floor_notices(result: Result, each: Measure, test: Test) -> list[Notice]:
    """A test that cannot reach 0.05, whatever its words do."""
    if result.p is None or result.p.method == "t" or each.small_p == "coherence":
        return []
    one, other = (s.found for s in result.coverage.sets[:2])
    alike = each.swapped == "same"
    if smallest_p(one, other, test, alike=alike) < SIGNIFICANT:
        return []
    fewest = (2 if test.alternative == "two-sided" else 1) * (2 if alike and one == other else 1)
    text = f"{result.query}: {one} + {other} words are too few for any p below 0.05; the smallest is {fewest} in {comb(one + other, one)}."
    return [Notice("floor", text)]


def _word_scores(each: Measure, v: Vectors, scores: Scores) -> tuple[WordScore, ...]:
    sets = v.targets if each.scores == "targets" else v.attributes
    return tuple(
        WordScore(word, one.name, float(score))
        for one, group in zip(sets, scores.groups, strict=bool(scores.groups))
        for word, score in zip(one.words, np.asarray(group), strict=True)
    )
