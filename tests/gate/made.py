"""Audits of a toy space, with the numbers that a test needs."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from tests.spaces import toy_query, toy_space
from weatherglass.auditing import Audit, audit
from weatherglass.gate.checking import Check, Gated, check_gate
from weatherglass.gate.rules import make_gate
from weatherglass.gate.stored import StoredBaseline
from weatherglass.measure.family import Adjusted, Correction
from weatherglass.measure.result import Outcome, Result, Results, Skipped
from weatherglass.measure.scrutiny import Scrutiny
from weatherglass.stats.intervals import Interval
from weatherglass.stats.permutation import PValue
from weatherglass.words.lookup import Coverage, Match, SetCoverage

QUICK: dict[str, Any] = {"match": Match(min_words=1), "scrutiny": Scrutiny(interval="none", baseline=0)}


@cache
def toy_audit(*measures: str) -> Audit:
    """The toy query by weat, or by other measures; two target and two attribute sets of two words."""
    return audit(toy_space(), queries=toy_query(), measures=measures or ("weat",), **QUICK)


def with_outcomes(*outcomes: Outcome) -> Audit:
    """The audit as if these had come out."""
    return replace(toy_audit(), results=Results(outcomes))


def result(**changes: Any) -> Result:
    """The toy query's result by weat, with other numbers."""
    (found,) = toy_audit().results.measured
    return replace(found, **changes)


def skipped(**changes: Any) -> Skipped:
    """The same test, had it not been run."""
    found = result()
    made = Skipped(
        measure="weat", query=found.query, embedding=found.embedding, reason="no such words", coverage=found.coverage
    )
    return replace(made, **changes)


def p_between(low: float, high: float) -> PValue:
    return PValue(
        estimate=(low + high) / 2,
        low=low,
        high=high,
        method="exact" if low == high else "certified",
        alternative="greater",
        ties="inclusive",
        partitions=6,
    )


def adjusted_between(low: float, high: float) -> Adjusted:
    holm = Correction(procedure="holm", estimate=(low + high) / 2, low=low, high=high, verdict="inconclusive")
    return Adjusted(family=3, corrections=(holm,))


def interval(low: float, high: float) -> Interval:
    return Interval(low=low, high=high, level=0.95, method="jackknife", resamples=0)


def covered(*found: int, asked: int = 4) -> Coverage:
    """Sets of so many words, of which so many were found."""
    sets = zip(("x", "y", "a", "b"), found, strict=False)
    return Coverage(sets=tuple(SetCoverage(name=name, found=each, asked=asked) for name, each in sets))


def gated(outcome: Outcome, *rules: dict[str, Any], baseline: StoredBaseline | None = None) -> Gated:
    """One outcome held against rules about everything."""
    written = [{"query": "*", "measure": outcome.measure, **rule} for rule in rules]
    return check_gate(with_outcomes(outcome), make_gate({"rule": written}), baseline)


def checked(outcome: Outcome, *, baseline: StoredBaseline | None = None, **rule: Any) -> Check:
    """And against one of them."""
    (check,) = gated(outcome, rule, baseline=baseline).checks
    return check
