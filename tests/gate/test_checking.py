"""Verdicts: of one test by one rule, and of the gate as a whole."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.gate.made import QUICK, checked, covered, gated, interval, p_between, result, skipped, toy_audit
from tests.spaces import toy_query, toy_space
from weatherglass.auditing import audit
from weatherglass.gate.checking import check_gate
from weatherglass.gate.rules import make_gate
from weatherglass.measure.result import Results
from weatherglass.report.gate import sentence


@pytest.mark.parametrize(
    ("value", "p", "verdict"),
    [(1.0, 0.01, "fail"), (1.0, 0.2, "warn"), (0.6, 0.01, "warn"), (0.4, 0.01, "pass"), (-2.0, 0.01, "pass")],
)
def test_all_limits_of_a_table_must_be_exceeded(value: float, p: float, verdict: str) -> None:
    limits: dict[str, Any] = {"fail": {"effect_above": 0.8, "p_below": 0.05}, "warn": {"effect_above": 0.5}}
    assert checked(result(value=value, p=p_between(p, p)), **limits).verdict == verdict


def test_a_limit_that_is_surely_not_exceeded_decides() -> None:
    """Whatever the others are, also where they are not known."""
    undecided = p_between(0.01, 0.2)
    limits: dict[str, Any] = {"fail": {"effect_above": 0.8, "p_below": 0.05}}
    assert checked(result(value=0.5, p=undecided), **limits).verdict == "pass"
    assert checked(result(value=1.0, p=undecided), **limits).verdict == "inconclusive"


def test_what_cannot_be_told_is_neither_passed_nor_warned_of() -> None:
    undecided = result(value=1.0, p=p_between(0.01, 0.2))
    assert checked(undecided, fail={"p_below": 0.05}, warn={"effect_above": 0.5}).verdict == "inconclusive"
    assert checked(undecided, fail={"effect_above": 2}, warn={"p_below": 0.05}).verdict == "inconclusive"
    assert checked(undecided, fail={"effect_above": 0.5}, warn={"p_below": 0.05}).verdict == "fail"


def test_too_few_words_are_inconclusive() -> None:
    few = result(value=2.0, coverage=covered(4, 3, 4, 4))
    assert checked(few, fail={"effect_above": 1}, min_coverage=0.75).verdict == "fail"
    check = checked(few, fail={"effect_above": 1}, min_coverage=0.8)
    assert (check.verdict, check.value) == ("inconclusive", 2.0)
    assert "3 of 4 words of “y” were found, less than min_coverage = 0.8 asks for" in sentence(check)


def test_a_test_that_was_not_run_is_inconclusive_with_its_reason() -> None:
    check = checked(skipped(reason="there is nothing"), fail={"effect_above": 9})
    assert check.verdict == "inconclusive"
    assert sentence(check) == "en/toy, weat: inconclusive: the test could not be run: there is nothing."


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ({"query": "en/tay"}, "en/tay, weat: inconclusive: this audit has no test en/tay; the nearest is en/toy."),
        ({"query": "de/*"}, "this audit has no test de/*; it has en/toy."),
        ({"query": "*", "measure": "mac"}, "this audit does not measure mac"),
        ({"query": "*", "measure": ["weat", "wefat"]}, "*, wefat: inconclusive: wefat fits no test *."),
        ({"query": ["*", "en/weat6"]}, "this audit has no test en/weat6"),
    ],
)
def test_a_rule_about_nothing_is_inconclusive(rule: dict[str, Any], told: str) -> None:
    found = check_gate(toy_audit(), make_gate({"fail": {"coverage_below": 0.1}, **rule}))
    assert found.verdict == "inconclusive"
    (check,) = found.having("inconclusive")
    assert told in sentence(check)


def test_a_pattern_is_about_the_tests_that_a_measure_fits() -> None:
    """A test named by its id is meant, whether or not the measure fits it."""
    three = replace(toy_query(targets={"x": ["x1"], "y": ["y1"], "z": ["z1"]}), name="three")
    found = audit(toy_space(), queries=[toy_query(), three], measures=["weat"], **QUICK)

    def verdicts(*queries: str) -> list[tuple[str, str]]:
        gate = make_gate({"query": list(queries), "fail": {"effect_above": 9}})
        return [(check.query, check.verdict) for check in check_gate(found, gate).checks]

    assert verdicts("*") == [("en/toy", "pass")]
    assert verdicts("*", "three") == [("en/toy", "pass"), ("en/three", "inconclusive")]
    assert verdicts("*ee") == [("*ee", "inconclusive")]


def test_a_test_is_checked_once_by_a_rule_and_by_every_rule() -> None:
    once = make_gate({"query": ["*", "en/toy", "toy"], "fail": {"effect_above": 9}})
    assert len(check_gate(toy_audit(), once).checks) == 1
    assert [check.rule for check in gated(result(), *[{"warn": {"effect_above": 9}}] * 2).checks] == [
        "rule 1",
        "rule 2",
    ]


def test_the_verdict_of_all() -> None:
    passing, failing, unknown = ({"fail": {key: 0.5}} for key in ("effect_above", "effect_below", "interval_low_above"))
    few = result(value=0.1)
    assert gated(few, passing).verdict == "passed"
    assert gated(few, passing, {"warn": {"effect_below": 0.5}}).verdict == "passed"
    assert gated(few, passing, unknown).verdict == "inconclusive"
    assert gated(few, unknown, failing, passing).verdict == "failed"
    assert gated(few, unknown | {"on_inconclusive": "warn"}).verdict == "passed"
    assert gated(few, unknown | {"on_inconclusive": "pass"}, unknown).verdict == "inconclusive"


@pytest.mark.parametrize(
    ("how", "verdict", "warns"), [("fail", "inconclusive", 0), ("warn", "passed", 1), ("pass", "passed", 0)]
)
def test_what_is_asked_for_comes_before_what_the_rules_say(how: Any, verdict: str, warns: int) -> None:
    gate = make_gate({"query": "*", "fail": {"interval_low_above": 0}, "on_inconclusive": "pass"})
    found = check_gate(toy_audit(), gate, on_inconclusive=how)
    assert (found.verdict, sum(check.warns for check in found.checks)) == (verdict, warns)
    assert found.checks[0].verdict == "inconclusive"


LIMITS = st.fixed_dictionaries(
    {},
    optional={
        "effect_above": st.floats(-1, 1),
        "effect_abs_above": st.floats(0, 1),
        "p_below": st.floats(0.01, 1),
        "interval_low_above": st.floats(-1, 1),
        "coverage_below": st.floats(0.1, 1),
        "effect_rise_above": st.floats(-1, 1),
    },
)
RULES = st.fixed_dictionaries(
    {"query": st.sampled_from(["*", "en/toy", "en/other"])},
    optional={"fail": LIMITS.filter(bool), "warn": LIMITS.filter(bool), "min_coverage": st.floats(0, 1)},
).filter(lambda rule: "fail" in rule or "warn" in rule)
OUTCOMES = st.one_of(
    st.builds(lambda found: skipped(coverage=covered(found, 4, 4, 4)), st.integers(0, 4)),
    st.builds(
        lambda value, p, more, found: result(
            value=value,
            p=p_between(p, min(1, p + more)),
            interval=None if value is None else interval(value - 0.3, value + 0.3),
            coverage=covered(found, 4, 4, 4),
        ),
        st.one_of(st.none(), st.floats(-1.5, 1.5)),
        st.floats(0.001, 0.2),
        st.sampled_from([0.0, 0.1]),
        st.integers(1, 4),
    ),
)


@given(outcome=OUTCOMES, rules=st.lists(RULES, min_size=1, max_size=3), more=RULES)
def test_another_rule_never_lets_a_failed_gate_pass(
    outcome: Any, rules: list[dict[str, Any]], more: dict[str, Any]
) -> None:
    found = replace(toy_audit(), results=Results((outcome,)))
    order = ["passed", "inconclusive", "failed"]
    fewer, all_of_them = (
        order.index(check_gate(found, make_gate({"rule": some})).verdict) for some in (rules, [*rules, more])
    )
    assert all_of_them >= fewer


@given(others=st.lists(OUTCOMES, max_size=2), rules=st.lists(RULES, min_size=1, max_size=3), found=st.integers(0, 4))
def test_no_gate_is_passed_where_a_test_of_it_was_not_run(
    others: list[Any], rules: list[dict[str, Any]], found: int
) -> None:
    lost = skipped(coverage=covered(found, 4, 4, 4))
    queries = [toy_query(), *(replace(toy_query(), name=f"o{i}") for i, _ in enumerate(others))]
    outcomes = [lost, *(replace(each, query=f"en/o{i}") for i, each in enumerate(others))]
    whole = replace(toy_audit(), results=Results(tuple(outcomes)), queries=tuple(queries))
    seen = check_gate(whole, make_gate({"rule": rules}))
    for check in seen.checks:
        if check.query == "en/toy":
            assert check.verdict in ("fail", "inconclusive")
    if any(check.query == "en/toy" for check in seen.checks):
        assert seen.verdict != "passed"
