"""Weighted words and other effects against values worked out anew, and options that make no sense."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from math import isnan, nan, sqrt
from typing import Any

import numpy as np
import pytest

from tests.measure.scrutinised import (
    SIZES,
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
from weatherglass.embedding.embedding import Embedding
from weatherglass.errors import SpecError
from weatherglass.measure.base import get
from weatherglass.measure.published.weat import weat
from weatherglass.measure.scrutiny import Effects, Resampled, Scrutiny, effects
from weatherglass.words.lookup import FoundSet, Vectors
from weatherglass.words.query import Query


@pytest.mark.parametrize("ddof", [0, 1])
def test_whole_weights_are_words_repeated(ddof: int) -> None:
    v = vectors_of(*random_space())
    weights = all_drawn(SIZES, 50, seed=3)
    values = Resampled(get("weat"), v, {"ddof": ddof}).values(weights)
    assert np.isfinite(values).all()
    for row, value in enumerate(values):
        sets = [repeated(s, w[row]) for s, w in zip((*v.targets, *v.attributes), weights, strict=True)]
        again = Vectors(targets=tuple(sets[:2]), attributes=tuple(sets[2:]))
        assert value == pytest.approx(weat(again, ddof=ddof).value, abs=1e-9)
        assert value == pytest.approx(d_by_hand(*scores_by_hand(again), ddof=ddof), abs=1e-9)


@pytest.mark.parametrize("ddof", [0, 1])
@pytest.mark.parametrize("by_weights", [True, False])
def test_a_word_left_out_is_a_query_without_it(ddof: int, by_weights: bool) -> None:
    """Also for measures whose words cannot be weighted and are measured anew."""
    space, query = random_space()
    each = get("weat") if by_weights else replace(get("weat"), group_effect=None)
    left_out = Resampled(each, vectors_of(space, query), {"ddof": ddof}).left_out()
    assert [len(values) for values in left_out] == list(SIZES)
    for _, which, i in each_word(query):
        reduced = measured(space, without(query, which, i), params={"weat": {"ddof": ddof}})
        assert left_out[which][i] == pytest.approx(reduced.value, abs=1e-9)


def test_the_only_word_of_a_set_cannot_be_left_out() -> None:
    space, query = random_space((3, 1, 2, 1))
    left_out = Resampled(get("weat"), vectors_of(space, query), {}).left_out()
    assert [np.isnan(values).tolist() for values in left_out] == [[False] * 3, [True], [False] * 2, [True]]
    assert left_out[0][1] == pytest.approx(measured(space, without(query, 0, 1)).value, abs=1e-9)


def test_four_sets_of_one_word_have_a_value() -> None:
    space, query = random_space((1, 1, 1, 1))
    result = measured(space, query)
    assert result.value is not None
    assert abs(result.value) == pytest.approx(sqrt(2), rel=1e-6)  # the difference of two numbers, by their deviation
    assert result.influence is not None
    assert result.influence.words == ()


def test_rows_without_variation_have_no_value() -> None:
    """x0 and y0 have the same score: where only they are drawn, there is nothing to relate d to."""
    v = vectors_of(*scored_space([0.5, 0.1], [0.5, -0.3]))
    only, all_words = [2.0, 0.0], [1.0, 1.0]
    rows = [np.array([targets, all_words]) for targets in (only, only)] + [np.array([all_words, all_words])] * 2
    values = Resampled(get("weat"), v, {}).values(rows)
    assert isnan(values[0])
    assert values[1] == pytest.approx(d_by_hand(np.array([0.5, 0.1]), np.array([0.5, -0.3])), abs=1e-6)


def test_leaving_out_the_word_that_varies_leaves_no_value() -> None:
    space, query = scored_space([0.5, 0.5, 0.9], [0.5, 0.5])
    for group_effect in (get("weat").group_effect, None):
        each = replace(get("weat"), group_effect=group_effect)
        x, y, _, _ = Resampled(each, vectors_of(space, query), {}).left_out()
        assert np.isnan(x).tolist() == [False, False, True]
        assert np.isfinite(y).all()
    result = measured(space, query)
    assert result.influence is not None
    assert "x2" not in {one.word for one in result.influence.words}


# Effects


def effects_of(space: Embedding, query: Query) -> Effects:
    found = measured(space, query).effects
    assert found is not None
    return found


def test_the_difference_and_the_common_language_effect_by_two_loops() -> None:
    space, query = random_space((7, 5, 3, 3), lean=0.1)
    x, y = scores_by_hand(vectors_of(space, query))
    wins = [1.0 if one > other else 0.5 if one == other else 0.0 for one, other in product(x, y)]
    found = effects_of(space, query)
    assert found.common_language == pytest.approx(sum(wins) / 35)
    assert found.difference == pytest.approx(x.mean() - y.mean(), abs=1e-9)


def test_ties_count_half() -> None:
    # of six pairs two tie and one is won
    assert effects_of(*scored_space([0.5, 0.25], [0.5, 0.25, 0.75])).common_language == pytest.approx(2 / 6)


def test_the_correlation_with_frequency() -> None:
    space, query = random_space((6, 5, 3, 3), seed=2)
    order = np.random.default_rng(0).permutation(len(space))
    shuffled = Embedding.from_arrays([space.words[i] for i in order], space.vectors[order])
    scores = np.concatenate(scores_by_hand(vectors_of(shuffled, query)))
    ranks = np.array([shuffled.words.index(w[0]) for s in query.targets for w in s.words])
    expected = np.corrcoef(scores, -np.log(ranks + 1))[0, 1]
    assert effects_of(shuffled, query).frequency_correlation == pytest.approx(expected, abs=1e-9)


def two_sets(ranks: Sequence[int]) -> Vectors:
    """Two targets of three words each with these ranks."""

    def words(name: str, ranks: Sequence[int]) -> FoundSet:
        names = tuple(f"{name}{i}" for i in range(len(ranks)))
        return FoundSet(name, names, names, np.ones((len(ranks), 2)), np.array(ranks, np.int64))

    return Vectors(targets=(words("x", ranks[:3]), words("y", ranks[3:])), attributes=())


def correlation_of(scores: Sequence[float], ranks: Sequence[int], *, known: bool = True) -> float | None:
    x, y = np.array(scores[:3]), np.array(scores[3:])
    return effects((x, y), two_sets(ranks), frequency_known=known).frequency_correlation


def test_frequent_words_that_score_high_correlate_positively() -> None:
    assert correlation_of([6, 5, 4, 3, 2, 1], [0, 1, 3, 7, 15, 31]) == pytest.approx(1.0)
    assert correlation_of([1, 2, 3, 4, 5, 6], [0, 1, 3, 7, 15, 31]) == pytest.approx(-1.0)


def test_composed_words_have_no_rank_and_do_not_count() -> None:
    with_composed = correlation_of([6, nan, 4, 3, 2, 1], [0, -1, 3, 7, 15, 31])
    expected = np.corrcoef([6, 4, 3, 2, 1], -np.log(np.array([0, 3, 7, 15, 31]) + 1))[0, 1]
    assert with_composed == pytest.approx(expected)


def test_no_correlation_without_variation_or_ranks() -> None:
    assert correlation_of([2, 2, 2, 2, 2, 2], [0, 1, 2, 3, 4, 5]) is None
    assert correlation_of([1, 2, 3, 4, 5, 6], [4, 4, 4, 4, 4, 4]) is None
    assert correlation_of([1, 2, 3, 4, 5, 6], [-1, -1, -1, -1, 4, 5]) is None
    assert correlation_of([1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5], known=False) is None


@pytest.mark.parametrize("alphabetical", [True, False])
def test_an_alphabetical_file_says_nothing_about_frequency(alphabetical: bool) -> None:
    space, query = random_space()
    words = [*space.words, *(f"z{i:03}" for i in range(100))]
    vectors = np.concatenate([space.vectors, np.ones((100, 8), np.float32)])
    order = np.argsort(words)
    if not alphabetical:
        order = np.random.default_rng(0).permutation(order)
    file = Embedding.from_arrays([words[i] for i in order], vectors[order])
    assert (effects_of(file, query).frequency_correlation is None) == alphabetical


# Options


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"interval": "normal"}, "interval='normal'"),
        ({"level": 0.0}, "level=0"),
        ({"level": 1.0}, "level=1"),
        ({"level": 95.0}, "level=95"),
        ({"level": nan}, "level=nan"),
        ({"resamples": 199}, "resamples=199"),
        ({"resamples": -1}, "resamples=-1"),
        ({"resamples": 998, "level": 0.99}, "resamples=998: give at least 999"),  # ten beyond the ends
        ({"baseline": -1}, "baseline=-1"),
        ({"baseline": 19}, "baseline=19"),
        ({"smallest_effect": 0.0}, "smallest_effect=0"),
        ({"smallest_effect": -0.3}, "smallest_effect=-0.3"),
        ({"smallest_effect": nan}, "smallest_effect=nan"),
    ],
)
def test_options_that_make_no_sense_are_refused_by_name(options: dict[str, Any], named: str) -> None:
    with pytest.raises(SpecError, match=named):
        Scrutiny(**options)


def test_the_ends_of_what_is_allowed() -> None:
    assert Scrutiny(resamples=200, baseline=0).baseline == 0
    assert Scrutiny(resamples=999, level=0.99).resamples == 999
    assert Scrutiny(baseline=20).baseline == 20
