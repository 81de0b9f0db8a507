"""Outcomes of a run: found by name, told as a table, and what was not run said once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.measure.measuring import BARE
from tests.spaces import random_space, toy_query
from weatherglass.measure.result import Results
from weatherglass.measure.run import run
from weatherglass.measure.scrutiny import Scrutiny

SETS = {name: [f"{name}{i}" for i in range(6)] for name in "xyab"}
WHOLE = toy_query(targets={n: SETS[n] for n in "xy"}, attributes={n: SETS[n] for n in "ab"})
LISTED = replace(WHOLE, name="listed", attributes=())  # no test of association
ABSENT = replace(WHOLE, name="absent", targets=toy_query(targets={"p": ["one"], "q": ["two"]}).targets)


@pytest.fixture(scope="module")
def results() -> Results:
    space = random_space(*(word for some in SETS.values() for word in some), dim=6)
    return run(space, [WHOLE, LISTED, ABSENT], ["weat", "km"], scrutiny=BARE)


def test_an_outcome_is_found_by_its_query_and_its_measure(results: Results) -> None:
    assert [(outcome.query, outcome.measure) for outcome in results] == [
        (query, measure) for query in ("en/toy", "en/listed", "en/absent") for measure in ("weat", "km")
    ]
    assert results["en/toy"] is results["en/toy", "weat"] is results.outcomes[0]
    assert results["en/toy", "km"] is results.outcomes[1]
    for wrong in ("en/other", ("en/toy", "ect")):
        with pytest.raises(KeyError):
            _ = results[wrong]


@pytest.mark.parametrize("which", [0, -1, slice(2), None, ("en/toy",), ("en/toy", "weat", "km"), ("en/toy", 0)])
def test_what_is_no_name_says_how_outcomes_are_looked_up(results: Results, which: Any) -> None:
    with pytest.raises(TypeError, match=r"give the id of a query, \['en/weat6'\].*\.outcomes has all in their order"):
        _ = results[which]


def test_what_was_not_run_is_said_once_and_measures_are_named_where_others_ran(results: Results) -> None:
    listed, absent = results.not_run
    assert (listed.query, listed.measures) == ("en/listed", ("weat",))
    assert listed.reason.startswith("weat needs")
    assert (absent.query, absent.measures) == ("en/absent", ())
    assert absent.reason.startswith("too few words")
    assert absent.coverage.missing == ("one", "two")


def test_the_table_has_a_row_for_each_outcome_and_what_was_not_computed_is_null() -> None:
    space = random_space(*(word for some in SETS.values() for word in some), dim=6)
    queries = [WHOLE, replace(WHOLE, name="other", targets=WHOLE.targets[::-1]), ABSENT]
    found = run(space, queries, ["weat", "mac"], scrutiny=Scrutiny(resamples=200, baseline=0))
    rows = found.table().to_dicts()
    assert [(row["query"], row["measure"]) for row in rows] == [(each.query, each.measure) for each in found]
    for row, result in zip(rows, found.measured, strict=False):
        assert (row["value"], row["skipped"]) == (result.value, None)
        assert result.interval is not None
        assert (row["low"], row["high"]) == (result.interval.low, result.interval.high)
        assert (row["found"], row["asked"]) == (24, 24)
    for row, result in zip(rows[::2], found.association_tests, strict=False):
        assert result.p is not None
        assert result.adjusted is not None
        assert result.effects is not None
        assert (row["p"], row["p_low"], row["p_high"]) == (result.p.estimate, result.p.low, result.p.high)
        assert (row["p_method"], row["alternative"], row["partitions"]) == ("exact", "greater", 924)
        assert row["p_floor"] == result.p.floor
        assert row["p_holm"] == result.adjusted.by("holm").estimate
        assert row["common_language"] == result.effects.common_language
    smaller, larger = sorted(row["p"] for row in rows[:4:2])
    assert smaller < larger < 2 * smaller  # so Holm's p of both is twice the smaller one, and others' is not
    assert [row["p_holm"] for row in rows[:4:2]] == pytest.approx([2 * smaller] * 2)
    assert [row["p"] for row in rows[1::2]] == [None, None, None]
    assert [row["skipped"] is not None for row in rows] == [False] * 4 + [True] * 2
