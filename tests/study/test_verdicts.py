"""Each rule by a small table made for it."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from tests.study.made import frame, row, seeds
from weatherglass.study.rules import TRIED, Verdict
from weatherglass.study.spread import spreads
from weatherglass.study.verdicts import Judged, judge
from weatherglass.wording.studies import because as said
from weatherglass.wording.studies import rules


def judged(table: Any) -> Judged:
    (spread,) = spreads(table)
    return judge(spread)


def some_skipped(skipped: int, models: int, reason: str = "no variation", **fields: Any) -> Any:
    gone = [row(value=None, p=None, skipped=reason, seed=i, **fields) for i in range(skipped)]
    return frame([*gone, *(row(value=0.5, p=0.01, seed=i) for i in range(skipped, models))])


@pytest.mark.parametrize(
    ("values", "ps", "fields", "verdict", "because"),
    [
        ([0.5] * 5, [0.01] * 5, {}, "stable", "p < 0.05 in all 5; all above 0"),
        ([-0.5] * 5, [0.01] * 5, {}, "stable", "p < 0.05 in all 5; all below 0"),
        ([0.5, 0.4, 0.3, 0.2, -0.4], [0.01] * 5, {}, "unstable", "p < 0.05 in all 5; above 0 in 4 of 5"),
        ([0.1, -0.1, 0.2, -0.2, 0.3], [0.4, 0.6, 0.3, 0.7, 0.2], {}, "stable", "p ≥ 0.05 in all 5; above 0 in 3 of 5"),
        ([-1.0] * 5, [0.99] * 5, {}, "stable", "p ≥ 0.05 in all 5, against the direction tested; all below 0"),
        ([0.5] * 5, [0.01, 0.01, 0.01, 0.06, 0.01], {}, "unstable", "p < 0.05 in 4 of 5; all above 0"),
        ([0.5] * 4, [0.01] * 4, {}, "too few models", "4 with a value"),
        ([0.9] * 5, [0.01] * 5, {"measure": "km"}, "stable", "p < 0.05 in all 5"),
        ([0.9] * 5, [0.01] * 5, {"measure": "ect"}, "stable", "p < 0.05 in all 5 (for coherence)"),
        ([0.9] * 5, [0.99] * 5, {"measure": "ect"}, "stable", "p ≥ 0.05 in all 5"),
        ([0.9] * 5, [0.1, 0.01, 0.01, 0.01, 0.01], {"measure": "km"}, "unstable", "p < 0.05 in 4 of 5"),
        ([0.9, 0.8, 0.95, 0.7, 0.9], [None] * 5, {"measure": "mac"}, "stable", "all below 1"),
        ([0.9, 0.8, 1.05, 0.7, 0.9], [None] * 5, {"measure": "mac"}, "unstable", "below 1 in 4 of 5"),
        ([0.1] * 5, [None] * 5, {"measure": "rnsb"}, "no rule", "neither p nor two sides"),
        ([0.5] * 5, [0.01] * 5, {"found": 10}, "too few words", "5 of 5 models lack words"),
    ],
)  # fmt: skip
def test_every_rule(
    values: list[float], ps: list[float | None], fields: dict[str, Any], verdict: str, because: str
) -> None:
    found = judged(seeds(values, ps, **fields))
    assert (found.verdict, said(found)) == (verdict, because)


def test_one_model_in_twenty_may_differ() -> None:
    """Otherwise a study could only lose verdicts by training more models."""
    clear, other = [0.01] * 19, 0.2
    assert judged(seeds([0.5] * 19, [*clear[:18], other])).verdict == "unstable"
    found = judged(seeds([0.5] * 20, [*clear, other]))
    assert (found.verdict, found.conclusion) == ("stable", "clear")
    assert said(found) == "p < 0.05 in 19 of 20; all above 0"
    found = judged(seeds([0.5] * 20, [*[0.5] * 19, 0.01]))
    assert (found.verdict, found.conclusion, said(found)) == (
        "stable",
        "not clear",
        "p ≥ 0.05 in 19 of 20; all above 0",
    )
    assert judged(seeds([0.5] * 20, [*clear[:18], other, other])).verdict == "unstable"
    found = judged(seeds([*[0.9] * 39, 1.1, 1.2], [None] * 41, measure="mac"))
    assert (found.verdict, found.conclusion, said(found)) == ("stable", "below 1", "below 1 in 39 of 41")


def test_bounds_of_p_around_the_line_are_not_decided() -> None:
    rows = [row(p=0.04, p_low=0.02, p_high=0.07, seed=0), *(row(p=0.01, seed=i) for i in range(1, 5))]
    found = judged(frame(rows))
    assert found.verdict == "unstable"
    assert said(found) == "p < 0.05 in 4 of 5, not decided in 1; all above 0"


@pytest.mark.parametrize(
    ("skipped", "verdict"), [(2, "stable"), (3, "unstable"), (5, "unstable"), (6, "not measured"), (10, "not measured")]
)
def test_models_without_a_value(skipped: int, verdict: str) -> None:
    found = judged(some_skipped(skipped, 10))
    assert found.verdict == verdict
    if verdict == "unstable":
        assert f"{skipped} of 10 models have no value" in said(found)
    if verdict == "not measured":
        assert said(found) == f"{skipped} of 10 models have no value: no variation"


def test_skipped_for_lack_of_words_is_too_few_words() -> None:
    assert judged(some_skipped(6, 10, "too few words: x: 1 of 8 words found", found=20)).verdict == "too few words"
    assert judged(some_skipped(5, 10, "too few words: x: 1 of 8 words found", found=20)).verdict == "unstable"


def test_all_values_exactly_at_chance_are_not_on_one_side() -> None:
    found = judged(seeds([0.0] * 5, [None] * 5))
    assert (found.verdict, said(found)) == ("unstable", "above 0 in 0 of 5")


def test_every_verdict_has_its_rule_in_words() -> None:
    assert set(TRIED) == set(get_args(Verdict))
    assert [name for name, _ in rules()] == list(TRIED)
    assert dict(rules())["too few words"].startswith("In more than 50 % of the models the test was skipped")


def test_words_that_separate_the_other_way_in_all_models_are_reversed_not_merely_unclear() -> None:
    (found,) = spreads(seeds([-1.4, -1.5, -1.3, -1.6, -1.2], [0.99, 0.995, 0.97, 1.0, 0.96]))
    judged = judge(found)
    assert (judged.verdict, judged.conclusion) == ("stable", "reversed")
    (mixed,) = spreads(seeds([-1.4, -1.5, -1.3, -1.6, -0.2], [0.99, 0.995, 0.97, 1.0, 0.6]))
    assert judge(mixed).conclusion == "not clear"
    (clusters,) = spreads(seeds([0.5] * 5, [1.0] * 5, measure="km"))  # a value cannot lie on two sides of its chance
    assert judge(clusters).conclusion == "not clear"
