"""Association tests on one space: d and p of WEAT, ECT, BAT and KM, by query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from weatherglass.auditing import Audit, audit
from weatherglass.measure.result import Result
from weatherglass.measure.scrutiny import Scrutiny
from weatherglass.replication.experiments.found import Found
from weatherglass.replication.paper import Experiment
from weatherglass.replication.workshop import Space, Workshop
from weatherglass.stats.permutation import Test
from weatherglass.words.lookup import Match

_COLUMNS = {"weat": "d", "ect": "ECT", "bat": "BAT", "km": "KM"}  # what papers call a measure's value


def carry_out(shop: Workshop, experiment: Experiment, space: Space) -> Found:
    """Every query of the rows, by the measures that the settings name."""
    queries = tuple(dict.fromkeys(row.of for row in experiment.rows))
    wished = experiment.wished(quick=shop.quick)
    measured = audited(shop, space, queries, wished)
    found = Found(results=[measured], embedding=measured.embedding, notices=list(measured.warnings))
    tell(found, measured, absolute=bool(wished.get("absolute")))
    return found


def audited(shop: Workshop, space: Space, queries: Sequence[str], wished: Mapping[str, Any]) -> Audit:
    """The tests as the paper makes them: its tail, its measures, and how much of a set it wants to find."""
    usual = Match()
    return audit(
        space.path,
        language=space.language,
        queries=queries,
        measures=wished.get("measures", ["weat"]),
        match=Match(
            min_coverage=wished.get("min_coverage", usual.min_coverage),
            min_words=wished.get("min_words", usual.min_words),
            min_test_coverage=wished.get("min_test_coverage", usual.min_test_coverage),
        ),
        test=Test(alternative=wished.get("alternative", "greater"), seed=shop.seed),
        scrutiny=Scrutiny(baseline=wished.get("baseline", 0)),
        structure=False,
        progress=shop.progress,
    )


def tell(found: Found, measured: Audit, *, absolute: bool = False, before: str = "") -> None:
    """The figures of an audit; `absolute`: as in papers that print effect sizes without their sign."""
    for outcome in measured.results:
        column = _COLUMNS[outcome.measure]
        key = f"{before}{outcome.query}"
        if (
            outcome.coverage.asked and f"{key}/found" not in found.figures
        ):  # of the first measure, as some look at the target words alone
            found.put(f"{key}/found", outcome.coverage.found / outcome.coverage.asked)
        if not isinstance(outcome, Result):
            found.lacking[f"{key}/{column}"] = outcome.reason
            if outcome.measure == "weat":
                found.lacking[f"{key}/p"] = outcome.reason
            continue
        turned = absolute and outcome.value is not None and outcome.value < 0
        found.put(
            f"{key}/{column}", None if outcome.value is None else abs(outcome.value) if absolute else outcome.value
        )
        if outcome.interval is not None and f"{key}/{column}" in found.figures:
            ends = (outcome.interval.low, outcome.interval.high)
            low, high = (-ends[1], -ends[0]) if turned else ends
            found.figures[f"{key}/{column}"] = type(found.figures[f"{key}/{column}"])(
                value=found.figures[f"{key}/{column}"].value, low=low, high=high
            )
        if outcome.measure == "weat" and outcome.p is not None:
            found.put(f"{key}/p", outcome.p.estimate)
