"""Holding an audit against the rules of a gate: a verdict for each test of each rule, and one for all."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, Literal

from weatherglass.auditing import Audit
from weatherglass.files.plain import from_plain, to_plain
from weatherglass.gate.limits import Facts, Reading, Value, least_covered, read
from weatherglass.gate.rules import Gate, OnInconclusive, Rule, is_pattern, matches
from weatherglass.gate.stored import Stored, StoredBaseline, words_used
from weatherglass.measure.base import get
from weatherglass.measure.result import Outcome, Result, Skipped
from weatherglass.stats.intervals import Interval
from weatherglass.stats.permutation import PValue

SCHEMA_VERSION = 1
Verdict = Literal["pass", "warn", "fail", "inconclusive"]
Whole = Literal["passed", "failed", "inconclusive"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """A test held against the limits of a rule. `obstacle`: why its value could not be, or must not be, relied on."""

    rule: str
    query: str
    measure: str
    verdict: Verdict
    on_inconclusive: OnInconclusive
    value: float | None = None
    interval: Interval | None = None
    p: PValue | None = None
    fail: tuple[Reading, ...] = ()
    warn: tuple[Reading, ...] = ()
    obstacle: str = ""

    @property
    def stops(self) -> bool:
        """Whether the gate cannot be passed with it."""
        return self.verdict == "fail" or (self.verdict == "inconclusive" and self.on_inconclusive == "fail")

    @property
    def warns(self) -> bool:
        return self.verdict == "warn" or (self.verdict == "inconclusive" and self.on_inconclusive == "warn")


@dataclass(frozen=True, slots=True, kw_only=True)
class Gated:
    """What became of a gate: its checks in the order of the rules, and what to know about the baseline."""

    gate: str
    embedding: Mapping[str, Any]
    checks: tuple[Check, ...]
    notes: tuple[str, ...] = ()

    def having(self, verdict: Verdict) -> tuple[Check, ...]:
        return tuple(check for check in self.checks if check.verdict == verdict)

    @property
    def verdict(self) -> Whole:
        """A limit that is exceeded weighs more than one of which that cannot be told."""
        if self.having("fail"):
            return "failed"
        return "inconclusive" if any(check.stops for check in self.checks) else "passed"

    def to_dict(self) -> dict[str, Any]:
        """The stable JSON shape; it grows only by new keys."""
        return {
            "schema_version": SCHEMA_VERSION,
            "kind": "gate",
            "gate": self.gate,
            "embedding": dict(self.embedding),
            "verdict": self.verdict,
            "checks": to_plain(self.checks),
            "notes": list(self.notes),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Gated:
        """The inverse of `to_dict`."""
        return from_plain(cls, data)


def check_gate(
    audit: Audit,
    gate: Gate,
    baseline: StoredBaseline | None = None,
    *,
    on_inconclusive: OnInconclusive | None = None,
) -> Gated:
    """Hold every test that a rule names against its limits; `on_inconclusive` takes the place of what the rules say of it."""
    checks: list[Check] = []
    for rule in gate.rules:
        how = on_inconclusive or rule.on_inconclusive
        for (query, measure), outcome in _matched(audit, rule).items():
            if isinstance(outcome, str):
                check = Check(
                    rule=rule.name,
                    query=query,
                    measure=measure,
                    verdict="inconclusive",
                    on_inconclusive=how,
                    obstacle=outcome,
                )
            else:
                check = _checked(audit, rule, outcome, baseline, how)
            checks.append(check)
    return Gated(gate=gate.name, embedding=audit.embedding, checks=tuple(checks), notes=tuple(_notes(audit, baseline)))


def _matched(audit: Audit, rule: Rule) -> dict[tuple[str, str], Outcome | str]:
    """The outcomes a rule is about, each once; and for each of its names that no test has, with a measure, why not.

    A pattern is about the tests that the measure fits; a test named by its id is meant, whether or not it fits.
    """
    fitting = {query.id: {name for name in rule.measures if get(name).fits(query)} for query in audit.queries}
    found: dict[tuple[str, str], Outcome | str] = {}
    for asked in rule.queries:
        for measure in rule.measures:
            some = [
                outcome
                for outcome in audit.results
                if outcome.measure == measure
                and matches(outcome.query, asked)
                and (measure in fitting[outcome.query] or not is_pattern(asked))
            ]
            found.update({(outcome.query, measure): outcome for outcome in some})
            if not some:
                found[asked, measure] = _no_match(audit, asked, measure)
    return found


def _no_match(audit: Audit, asked: str, measure: str) -> str:
    named = [query for query in audit.queries if matches(query.id, asked)]
    if not named:
        known = [query.id for query in audit.queries]
        near = difflib.get_close_matches(asked, known, n=1)
        hint = f"the nearest is {near[0]}" if near else f"it has {', '.join(known[:8])}{' …' if len(known) > 8 else ''}"
        return f"this audit has no test {asked}; {hint}"
    if any(get(measure).fits(query) for query in named):
        return f"this audit does not measure {measure}"
    return f"{measure} fits no test {asked}"


def _checked(
    audit: Audit, rule: Rule, outcome: Outcome, baseline: StoredBaseline | None, on_inconclusive: OnInconclusive
) -> Check:
    obstacle = _obstacle(outcome, rule.min_coverage)
    query = next(query for query in audit.queries if query.id == outcome.query)
    facts = Facts(
        outcome=outcome,
        card=get(outcome.measure),
        words=words_used(outcome, query) if isinstance(outcome, Result) else (),
        before=_before(outcome, baseline),
    )
    fail, warn = (_readings(limits, facts, obstacle) for limits in (rule.fail, rule.warn))
    names: dict[str, Any] = {"rule": rule.name, "query": outcome.query, "measure": outcome.measure}
    if isinstance(outcome, Result):
        names |= {"value": outcome.value, "interval": outcome.interval, "p": outcome.p}
    return Check(
        **names,
        verdict=verdict_of(fail, warn, obstacle),
        on_inconclusive=on_inconclusive,
        fail=fail,
        warn=warn,
        obstacle=obstacle,
    )


def _obstacle(outcome: Outcome, min_coverage: float) -> str:
    if isinstance(outcome, Skipped):
        return f"the test could not be run: {outcome.reason}"
    least = least_covered(outcome)
    if least is None or least.share >= min_coverage:
        return ""
    return f"{least.found} of {least.asked} words of “{least.name}” were found, less than min_coverage = {min_coverage:g} asks for"


def _before(outcome: Outcome, baseline: StoredBaseline | None) -> Stored | str:
    if baseline is None:
        return "no baseline was given (`--save-baseline` writes one, `--baseline` takes it)"
    return baseline.of(outcome.query, outcome.measure) or "the baseline does not have this test; save a new one"


def _readings(limits: Mapping[str, Value], facts: Facts, obstacle: str) -> tuple[Reading, ...]:
    return tuple(read(key, limit, facts, obstacle) for key, limit in limits.items())


def verdict_of(fail: tuple[Reading, ...], warn: tuple[Reading, ...], obstacle: str) -> Verdict:
    """A table is exceeded when all its limits are; what cannot be told passes nothing."""
    failed, warned = all_exceeded(fail), all_exceeded(warn)
    if failed:
        return "fail"
    if obstacle or failed is None or warned is None:
        return "inconclusive"
    return "warn" if warned else "pass"


def all_exceeded(readings: tuple[Reading, ...]) -> bool | None:
    """No, as soon as one limit is surely not exceeded; None where that cannot be told."""
    exceeded = [reading.exceeded for reading in readings]
    if not exceeded or False in exceeded:
        return False
    return None if None in exceeded else True


def _notes(audit: Audit, baseline: StoredBaseline | None) -> Iterable[str]:
    if baseline is None:
        return
    if baseline.weatherglass != (own := version("weatherglass")):
        yield f"The baseline was saved by Weatherglass {baseline.weatherglass}, this is {own}: a change may come from there."
    if baseline.embedding.get("sha256") == audit.embedding["sha256"]:
        yield "The baseline was taken from these same vectors."
