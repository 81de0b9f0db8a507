"""Each kind of limit: below it, at it and above it, and where the number is not known."""

from __future__ import annotations

from typing import Any

import pytest

from tests.gate.made import adjusted_between, checked, covered, interval, p_between, result, skipped
from weatherglass.gate.limits import LIMITS
from weatherglass.gate.stored import StoredBaseline
from weatherglass.measure.result import Outcome, Result

LITTLE = 1e-12


def ripa(**agreement: float) -> Result:
    return result(measure="ripa", value=None, extra={"pair_agreement": agreement})


NUMBERS: list[tuple[str, float, Any]] = [  # a limit, and an outcome with a given number
    ("effect_above", 0.5, lambda x: result(value=x)),
    ("effect_below", -0.5, lambda x: result(value=x)),
    ("effect_abs_above", 0.5, lambda x: result(value=-x)),
    ("effect_abs_above", 0.5, lambda x: result(value=x)),
    ("p_below", 0.05, lambda x: result(p=p_between(x, x))),
    ("p_adjusted_below", 0.05, lambda x: result(adjusted=adjusted_between(x, x))),
    ("interval_low_above", 0.1, lambda x: result(interval=interval(x, 2))),
    ("interval_high_below", -0.1, lambda x: result(interval=interval(-2, x))),
    ("stability_below", 0.4, lambda x: ripa(**{"she–he": 0.9, "woman–man": x})),
]


@pytest.mark.parametrize(("key", "limit", "having"), NUMBERS, ids=[key for key, *_ in NUMBERS])
def test_a_limit_is_exceeded_beyond_it_and_not_at_it(key: str, limit: float, having: Any) -> None:
    assert checked(having(limit), fail={key: limit}).verdict == "pass"
    above, below = (checked(having(limit + by), fail={key: limit}).verdict for by in (LITTLE, -LITTLE))
    assert (above, below) == (("fail", "pass") if LIMITS[key].side == "above" else ("pass", "fail"))


def test_an_effect_has_a_sign() -> None:
    assert checked(result(value=-1.5), fail={"effect_above": 0.5}).verdict == "pass"
    assert checked(result(value=-1.5), fail={"effect_below": -0.5}).verdict == "fail"


def test_the_size_of_an_effect_is_its_distance_from_no_association() -> None:
    mac = result(measure="mac", value=0.9)  # a distance of 1 is no association
    assert checked(mac, fail={"effect_abs_above": 0.2}).verdict == "pass"
    assert checked(mac, fail={"effect_abs_above": 0.05}).verdict == "fail"


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [(0.01, 0.049, "fail"), (0.04, 0.06, "inconclusive"), (0.049, 0.05, "inconclusive"), (0.05, 0.07, "pass")],
)
def test_a_limit_between_the_bounds_of_p_decides_nothing(low: float, high: float, verdict: str) -> None:
    assert checked(result(p=p_between(low, high)), fail={"p_below": 0.05}).verdict == verdict
    assert checked(result(adjusted=adjusted_between(low, high)), fail={"p_adjusted_below": 0.05}).verdict == verdict


@pytest.mark.parametrize(
    ("low", "high", "verdict"), [(0.1, 1, "fail"), (-1, -0.1, "fail"), (-0.1, 0.1, "pass"), (0, 1, "pass"), (-1, 0, "pass")]
)  # fmt: skip
def test_an_interval_excludes_zero_on_either_side(low: float, high: float, verdict: str) -> None:
    assert checked(result(interval=interval(low, high)), fail={"interval_excludes_null": True}).verdict == verdict


@pytest.mark.parametrize(("found", "verdict"), [((4, 4, 4, 4), "pass"), ((4, 3, 4, 4), "pass"), ((4, 4, 2, 4), "fail")])
def test_coverage_is_that_of_the_least_covered_set(found: tuple[int, ...], verdict: str) -> None:
    check = checked(result(coverage=covered(*found)), fail={"coverage_below": 0.75})
    assert check.verdict == verdict
    assert check.fail[0].number.of == ("a" if verdict == "fail" else "y" if 3 in found else "x")


def test_the_least_stable_pair_counts() -> None:
    check = checked(ripa(**{"she–he": 0.9, "woman–man": 0.3}), fail={"stability_below": 0.4})
    assert (check.verdict, check.fail[0].number.of) == ("fail", "woman–man")


@pytest.mark.parametrize(
    ("key", "limit", "outcome"),
    [
        ("effect_above", 1, result(value=None)),
        ("effect_abs_above", 1, result(value=None)),
        ("p_below", 0.05, result(p=None)),
        ("p_adjusted_below", 0.05, result(adjusted=None)),
        ("interval_low_above", 0, result(interval=None)),
        ("interval_excludes_null", True, result(interval=None)),
        ("stability_below", 0.4, ripa()),
        ("effect_rise_above", 0.1, result()),
    ],
)
def test_what_is_not_known_is_inconclusive_and_says_why(key: str, limit: Any, outcome: Outcome) -> None:
    check = checked(outcome, fail={key: limit})
    assert check.verdict == "inconclusive"
    assert check.fail[0].number.why


def test_limits_on_words_hold_where_the_test_could_not_be_run() -> None:
    few = skipped(coverage=covered(1, 4, 4, 4))
    assert checked(few, fail={"coverage_below": 0.5}).verdict == "fail"
    assert checked(few, fail={"coverage_below": 0.2}).verdict == "inconclusive"
    assert checked(few, warn={"coverage_below": 0.5}).verdict == "inconclusive"
    assert checked(few, fail={"coverage_below": 0.5, "effect_above": 0.1}).verdict == "inconclusive"


BEFORE = 0.4
CHANGES = {
    "effect_rise_above": (0.51, -2.0),
    "effect_fall_above": (0.29, 2.0),
    "effect_change_above": (0.29, BEFORE),
    "effect_abs_rise_above": (-0.51, 0.45),
}


@pytest.mark.parametrize("key", CHANGES)
def test_changes_since_a_baseline(key: str, baseline_of_value: Any) -> None:
    baseline: StoredBaseline = baseline_of_value(BEFORE)
    beyond, within = CHANGES[key]
    assert checked(result(value=beyond), fail={key: 0.1}, baseline=baseline).verdict == "fail"
    assert checked(result(value=within), fail={key: 0.1}, baseline=baseline).verdict == "pass"
    assert checked(result(value=BEFORE), fail={key: 0}, baseline=baseline).verdict == "pass"


def test_every_kind_of_limit_is_tested() -> None:
    assert {key for key, *_ in NUMBERS} | CHANGES.keys() | {"interval_excludes_null", "coverage_below"} == LIMITS.keys()
