"""The only caller of measures: looks the words up, measures, tests, and says what could not be done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from weatherglass import language as languages
from weatherglass.embedding.embedding import Embedding
from weatherglass.errors import UnknownName
from weatherglass.measure.base import Measure, NotMeasurable, Scores, get
from weatherglass.measure.result import Outcome, Result, Results, Skipped, WordScore
from weatherglass.stats.permutation import PValue, Test, difference_of_means
from weatherglass.words.lookup import Finder, Lookup, Match, Vectors, lookup
from weatherglass.words.query import Query


def run(
    embedding: Embedding,
    queries: Query | Iterable[Query],
    measures: Sequence[str] = ("weat",),
    *,
    match: Match | None = None,
    test: Test | None = None,
    params: Mapping[str, Mapping[str, Any]] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Results:
    """Measure every query with every measure that fits its sets; `params` are given by measure name."""
    match, test = match or Match(), test or Test()
    chosen = [get(name) for name in measures]
    _check_params(params or {})
    asked = [queries] if isinstance(queries, Query) else list(queries)
    finders: dict[str, Finder] = {}
    outcomes: list[Outcome] = []
    for done, query in enumerate(asked):
        if query.language not in finders:
            finders[query.language] = Finder(embedding, languages.get(query.language), match)
        found = lookup(embedding, query, match, finder=finders[query.language])
        for each in chosen:
            own = {**each.params, **(params or {}).get(each.name, {})}
            outcomes.append(_measure(embedding, query, each, found, own, test))
        if progress is not None:
            progress(done + 1, len(asked))
    return Results(tuple(outcomes))


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
