"""Tests that are one test under two names are counted once, and only those."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.measure.measuring import BARE
from tests.spaces import random_space
from weatherglass.embedding.embedding import Embedding
from weatherglass.measure.base import MEASURES, Measure
from weatherglass.measure.result import Result
from weatherglass.measure.run import run
from weatherglass.stats.permutation import Test
from weatherglass.words.query import Query, make_query

SETS = {name: [f"{name}{i}" for i in range(4)] for name in "xyabcd"}
QUERY = make_query(
    {
        "name": "one",
        "language": "en",
        "targets": {name: SETS[name] for name in "xy"},
        "attributes": {name: SETS[name] for name in "ab"},
    }
)


def space() -> Embedding:
    return random_space(*(word for some in SETS.values() for word in some), dim=6)


def both(name: str, other: Query) -> tuple[Result, Result]:
    params = {"svm": {"permutations": 19}}
    one, two = run(space(), [QUERY, replace(other, name="other")], [name], scrutiny=BARE, params=params).measured
    return one, two


def test_a_query_given_twice_is_measured_twice() -> None:
    one, other = run(space(), [QUERY, QUERY], ["weat"], scrutiny=BARE).measured
    assert replace(one, adjusted=None) == replace(other, adjusted=None)


@pytest.mark.parametrize("name", ["weat", "bat"])
def test_exchanging_both_pairs_of_sets_is_the_same_test_where_they_go_together(name: str) -> None:
    one, two = both(name, replace(QUERY, targets=QUERY.targets[::-1], attributes=QUERY.attributes[::-1]))
    assert one.adjusted is not None
    assert two.adjusted is not None
    assert one.p == two.p
    assert (two.adjusted.counted_with, two.adjusted.family) == ("en/one", 1)
    assert one.adjusted.corrections == two.adjusted.corrections


def test_where_exchanging_the_target_sets_turns_the_sign_it_is_another_one_sided_test() -> None:
    """Its p is that of the other tail, so it must not get the first one's corrected p."""
    one, two = both("rnd", replace(QUERY, targets=QUERY.targets[::-1], attributes=QUERY.attributes[::-1]))
    assert one.p is not None
    assert two.p is not None
    assert one.p.estimate != pytest.approx(two.p.estimate)
    assert two.adjusted is not None
    assert (two.adjusted.counted_with, two.adjusted.family) == (None, 2)
    assert two.adjusted.by("holm").estimate >= two.p.estimate


@pytest.mark.parametrize("name", ["km", "svm"])
def test_other_attributes_are_the_same_test_for_a_measure_without_them(name: str) -> None:
    others = make_query(
        {"name": "o", "language": "en", "targets": {"x": SETS["x"]}, "attributes": {n: SETS[n] for n in "cd"}}
    ).attributes
    one, two = both(name, replace(QUERY, attributes=others))
    assert one.p == two.p
    assert two.adjusted is not None
    assert (two.adjusted.counted_with, two.adjusted.family) == ("en/one", 1)


def with_two_target_sets(each: Measure) -> bool:
    return each.p is not None and each.small_p == "separation" and 2 in each.targets


@pytest.mark.parametrize("name", sorted(name for name, each in MEASURES.items() if with_two_target_sets(each)))
def test_other_target_words_are_another_test(name: str) -> None:
    other = replace(QUERY, targets=(replace(QUERY.targets[0], words=QUERY.targets[0].words[:3]), QUERY.targets[1]))
    one, two = both(name, other)
    assert one.adjusted is not None
    assert two.adjusted is not None
    assert (one.adjusted.family, two.adjusted.counted_with) == (2, None)


def test_a_test_too_small_for_any_small_p_is_noted_where_p_is_by_splits_and_a_small_one_speaks_for_bias() -> None:
    small = replace(QUERY, targets=tuple(replace(s, words=s.words[:3]) for s in QUERY.targets))
    names = ["weat", "bat", "km", "rnd", "svm", "ect"]
    params = {"svm": {"permutations": 19}}
    found = run(space(), small, names, test=Test(alternative="two-sided"), scrutiny=BARE, params=params).measured
    noted = {result.measure: any(notice.code == "floor" for notice in result.warnings) for result in found}
    assert noted == {**dict.fromkeys(names, True), "ect": False}
