"""Intervals of a measure's value, and what they show, against words physically repeated or left out."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import sqrt
from typing import Any

import numpy as np
import pytest
import scipy.stats

from tests.measure.scrutinised import (
    QUICK,
    SIZES,
    Floats,
    all_drawn,
    d_by_hand,
    each_word,
    measured,
    random_space,
    repeated,
    scored_space,
    scores_by_hand,
    vectors_of,
    without,
)
from weatherglass.measure.base import Measure, get
from weatherglass.measure.result import Result
from weatherglass.measure.scrutiny import Resampled, Scrutiny, intervals
from weatherglass.stats.intervals import bca
from weatherglass.stats.permutation import Test
from weatherglass.words.lookup import Vectors


def interval_of(result: Result) -> tuple[float, float]:
    assert result.interval is not None
    return result.interval.low, result.interval.high


def test_the_interval_is_seeded() -> None:
    space, query = random_space((6, 6, 5, 5))
    once, again, other = (interval_of(measured(space, query, test=Test(seed=seed))) for seed in (1, 1, 2))
    assert once == again
    assert once != other
    assert once == pytest.approx(other, abs=0.2)


@pytest.mark.parametrize("seed", range(4))
def test_the_value_lies_within_and_a_higher_level_reaches_further(seed: int) -> None:
    space, query = random_space((8, 7, 6, 5), seed, lean=0.4)
    value = measured(space, query).value
    assert value is not None
    ends = [interval_of(measured(space, query, replace(QUICK, level=level))) for level in (0.5, 0.8, 0.95, 0.99)]
    for (low, high), (lower, higher) in pairwise(ends):
        assert lower < low < high < higher
    assert ends[2][0] < value < ends[2][1]


def test_more_words_make_the_interval_narrower() -> None:
    widths = []
    for n in (6, 24, 96):
        low, high = interval_of(measured(*random_space((n, n, n, n), lean=0.3), QUICK, test=Test(seconds=0.1)))
        widths.append(high - low)
    assert widths[0] > 1.5 * widths[1] > 1.5**2 * widths[2]


def test_the_resamples_are_those_of_the_four_sets() -> None:
    """The ends, from BCa on words repeated as the seed says; the attributes are drawn too."""
    space, query = random_space((5, 6, 4, 3), lean=0.5)
    v, found = vectors_of(space, query), measured(space, query, Scrutiny(resamples=300, baseline=0), test=Test(seed=5))
    replicates = []
    for rows in zip(*all_drawn((5, 6, 4, 3), 300, seed=5), strict=True):
        sets = [repeated(s, row) for s, row in zip((*v.targets, *v.attributes), rows, strict=True)]
        replicates.append(d_by_hand(*scores_by_hand(Vectors(targets=tuple(sets[:2]), attributes=tuple(sets[2:])))))
    left_out: list[list[float]] = [[], [], [], []]
    for _, which, i in each_word(query):
        left_out[which].append(d_by_hand(*scores_by_hand(vectors_of(space, without(query, which, i)))))
    assert found.value is not None
    expected = bca(found.value, np.array(replicates), [np.array(values) for values in left_out], 0.95)
    assert expected is not None
    assert interval_of(found) == pytest.approx((expected.low, expected.high), abs=1e-8)
    assert found.interval is not None
    assert (found.interval.method, found.interval.resamples, found.interval.without_value) == ("BCa bootstrap", 300, 0)


def d_along(x: Floats, y: Floats, axis: int = -1) -> Floats:
    both = np.concatenate([x, y], axis=axis)
    found: Floats = (x.mean(axis=axis) - y.mean(axis=axis)) / both.std(axis=axis, ddof=1)
    return found


@pytest.mark.parametrize("level", [0.8, 0.95])
def test_bca_agrees_with_scipy_where_only_the_targets_matter(level: float) -> None:
    """The words of an attribute set are parallel: drawing them anew changes nothing, leaving one out neither."""
    x, y = [0.9, 0.3, 0.35, 0.2, 0.5, 0.15, 0.32], [0.1, 0.4, -0.2, 0.0, 0.05]
    space, query = scored_space(x, y)
    resampled = Resampled(get("weat"), vectors_of(space, query), {})
    left_out = resampled.left_out()
    assert np.ptp(left_out[2]) == pytest.approx(0, abs=1e-12)
    theirs = scipy.stats.bootstrap(
        (np.array(x), np.array(y)),
        d_along,
        n_resamples=20_000,
        confidence_level=level,
        method="BCa",
        rng=np.random.default_rng(0),
    )
    ours = bca(d_by_hand(np.array(x), np.array(y)), np.asarray(theirs.bootstrap_distribution), left_out, level)
    assert ours is not None
    ends = (theirs.confidence_interval.low, theirs.confidence_interval.high)
    assert (ours.low, ours.high) == pytest.approx(ends, abs=1e-5)
    own, _, _ = intervals(resampled, d_by_hand(np.array(x), np.array(y)), left_out, Scrutiny(level=level), seed=0)
    assert own is not None
    assert (own.low, own.high) == pytest.approx(ends, abs=0.1)  # other draws


@pytest.mark.parametrize("sizes", [(1, 4, 3, 3), (4, 4, 3, 1)])
def test_a_set_of_one_word_has_no_interval_and_says_so(sizes: tuple[int, ...]) -> None:
    result = measured(*random_space(sizes))
    assert result.interval is None
    said = [notice.text for notice in result.warnings if notice.code == "no-interval"]
    assert len(said) == 1
    assert "one word only" in said[0]


def test_too_many_resamples_without_variation_give_no_interval() -> None:
    """In one of four resamples both words of y are y0, whose score is that of x."""
    result = measured(*scored_space([0.5, 0.5], [0.5, 0.1]))
    assert result.interval is None
    assert ["no variation" in notice.text for notice in result.warnings if notice.code == "no-interval"] == [True]


def test_no_interval_asked_for_none_given_nothing_said() -> None:
    for sizes in (SIZES, (1, 4, 3, 3)):
        result = measured(*random_space(sizes), replace(QUICK, interval="none"))
        assert result.interval is None
        assert "no-interval" not in {notice.code for notice in result.warnings}


@pytest.mark.parametrize("asked", [True, False])
def test_the_jackknife_by_hand(asked: bool) -> None:
    """Asked for, or because the measure's words cannot be weighted."""
    space, query = random_space((5, 4, 3, 3), lean=0.5)
    value = d_by_hand(*scores_by_hand(vectors_of(space, query)))
    variance = 0.0
    for which, word_set in enumerate(query.sets):
        n = len(word_set.words)
        values = np.array([d_by_hand(*scores_by_hand(vectors_of(space, without(query, which, i)))) for i in range(n)])
        variance += (n - 1) / n * ((values - values.mean()) ** 2).sum()
    each: Measure = get("weat") if asked else replace(get("weat"), group_effect=None)
    resampled = Resampled(each, vectors_of(space, query), {})
    scrutiny = Scrutiny(interval="jackknife" if asked else "bootstrap", level=0.9)
    found, _, why_not = intervals(resampled, value, resampled.left_out(), scrutiny, seed=0)
    assert found is not None
    assert (found.method, found.resamples, why_not) == ("jackknife", 15, "")
    reach = float(scipy.stats.norm.ppf(0.95)) * sqrt(variance)
    assert (found.low, found.high) == pytest.approx((value - reach, value + reach), abs=1e-8)
    if asked:
        assert interval_of(measured(space, query, scrutiny)) == pytest.approx((found.low, found.high), abs=1e-9)


def test_no_jackknife_where_a_word_left_out_leaves_no_value() -> None:
    result = measured(*scored_space([0.5, 0.5, 0.9], [0.5, 0.5]), replace(QUICK, interval="jackknife"))
    assert result.interval is None
    assert [n.code for n in result.warnings if n.code == "no-interval"] == ["no-interval"]


@pytest.mark.parametrize("kind", ["bootstrap", "jackknife"])
@pytest.mark.parametrize("turned", [False, True])
def test_a_value_is_shown_to_be_small_if_its_90_per_cent_interval_is(kind: Any, turned: bool) -> None:
    """Whatever the level of the interval that is reported, and at either end of it."""
    space, query = random_space((20, 20, 6, 6), seed=1)
    query = replace(query, targets=query.targets[:: -1 if turned else 1])
    low, high = interval_of(measured(space, query, replace(QUICK, interval=kind, level=0.9)))
    furthest = max(-low, high)
    assert furthest == (-low if turned else high)
    for smallest, shown in ((furthest + 1e-6, True), (furthest - 1e-6, False)):
        found = measured(space, query, replace(QUICK, interval=kind, smallest_effect=smallest)).equivalence
        assert found is not None
        assert (found.smallest, found.shown) == (smallest, shown)
        assert (found.low, found.high, found.level) == pytest.approx((low, high, 0.9))


def test_nothing_is_shown_without_an_interval_or_a_smallest_effect() -> None:
    space, query = random_space()
    assert measured(space, query).equivalence is None
    assert measured(space, query, replace(QUICK, interval="none", smallest_effect=0.5)).equivalence is None
    assert measured(*random_space((1, 4, 3, 3)), replace(QUICK, smallest_effect=0.5)).equivalence is None
