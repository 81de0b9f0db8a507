"""What a reader of an audit must mind, in the language spoken: told from its results, so that every case has its figures."""

from __future__ import annotations

from collections.abc import Iterator

from weatherglass.auditing import Audit
from weatherglass.errors import Notice
from weatherglass.measure.result import Result
from weatherglass.measure.scrutiny import SIGNIFICANT
from weatherglass.stats.permutation import Test, smallest_p
from weatherglass.structure.structure import is_gendered
from weatherglass.wording.messages import say
from weatherglass.wording.numbers import listed, probability
from weatherglass.words.lookup import LOW_COVERAGE, Coverage

FEW = 8  # words of a target set: with fewer, single words weigh much
_TOLD_HERE = ("low-coverage", "counted-once", "substituted", "floor")


def warnings_of(audit: Audit) -> tuple[Notice, ...]:
    """Those that follow from the results, and what was noticed on the way."""
    noticed = [notice for notice in audit.warnings if notice.code not in _TOLD_HERE]
    return (*dict.fromkeys((*_told(audit), *noticed)),)


def _told(audit: Audit) -> Iterator[Notice]:
    measured = {result.query: result for result in reversed(audit.results.measured)}
    queries = [measured[query.id] for query in audit.queries if query.id in measured]
    for result in queries:
        yield from _coverage(result.query, result.coverage)
    for result in audit.results.association_tests:
        yield from _sizes(result, audit.test)
        yield from _single_words(result)
    families = {r.measure: r.adjusted.family for r in audit.results.measured if r.adjusted is not None}
    for measure, family in families.items():
        if family > 1:
            yield _case("several-tests", n=family, measure=measure.upper())
    for language in dict.fromkeys(query.language for query in audit.queries):
        if is_gendered(language):
            yield _case("grammatical-gender", language=say(f"language.{language}"))


def _case(code: str, /, **values: object) -> Notice:
    return Notice(code, say(f"warning.{code}.case", **values))


def _coverage(query: str, coverage: Coverage) -> Iterator[Notice]:
    for s in coverage.sets:
        if s.share < LOW_COVERAGE:
            lost = listed(s.missing)
            yield _case("low-coverage", query=query, found=s.found, asked=s.asked, set=s.name, missing=lost)
        if s.duplicates:
            yield _case("counted-once", query=query, words=listed(s.duplicates), set=s.name)
        cased = [f"{sub.word} → {sub.used}" for sub in s.substituted if sub.how == "case"]
        if cased:
            yield _case("mixed-casing", query=query, words=listed(cased))
        others = [f"{sub.word} → {sub.used}" for sub in s.substituted if sub.how != "case"]
        if others:
            yield _case("substituted", query=query, words=listed(others))


def _sizes(result: Result, test: Test) -> Iterator[Notice]:
    one, other = (s.found for s in result.coverage.sets[:2])
    least = smallest_p(one, other, test)
    if least >= SIGNIFICANT:
        yield _case("floor", query=result.query, one=one, other=other, p=probability(least))
    elif min(one, other) < FEW or one != other:
        yield _case("small-sets", query=result.query, one=one, other=other)


def _single_words(result: Result) -> Iterator[Notice]:
    influence = result.influence
    if influence is not None and influence.sign_flips:
        yield _case("sign-flips", query=result.query, words=listed(influence.sign_flips))
