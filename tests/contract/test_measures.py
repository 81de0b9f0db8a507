"""What must hold for every registered measure, by what its card says."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import replace
from string import Formatter

import numpy as np
import pytest

from tests.contract.measures import (
    DIM,
    GIVEN,
    NEUTRAL,
    QUICK,
    SIZES,
    Floats,
    changed,
    measured,
    outcome_of,
    params_of,
    prepared,
    query_for,
    same_numbers,
    scores_of,
    space_of,
    those,
    usual,
)
from tests.measure.measuring import BARE
from weatherglass.measure.base import ANY, MEASURES, Measure
from weatherglass.measure.result import Result, Skipped
from weatherglass.measure.scrutiny import Resampled, measure_kept
from weatherglass.report.readings import reading
from weatherglass.stats.permutation import Test
from weatherglass.words.lookup import Match, lookup
from weatherglass.words.query import PairSet
from weatherglass.words.references import entries


@pytest.fixture(params=sorted(MEASURES))
def each(request: pytest.FixtureRequest) -> Measure:
    return MEASURES[request.param]


def test_the_card_is_complete(each: Measure) -> None:
    for text in (each.title, each.symbol, each.what, each.sign, each.range, each.good, each.published, each.limits):
        assert text.strip()
        assert text == text.strip()
    assert each.inputs()
    assert each.cite
    assert set(each.cite) <= set(entries())
    assert each.function.__doc__
    if each.bounds is not None:
        assert each.bounds[0] < each.bounds[1]


def test_a_measure_with_a_value_reads_it_out_and_every_figure_in_the_sentence_is_there(each: Measure) -> None:
    result = usual(each.name)
    assert (result.value is None) == (not each.reading)
    if not each.reading:
        return
    fields = {name for _, name, _, _ in Formatter().parse(each.reading) if name is not None}
    sets = {"t1", "t2", "a1", "a2", "T1", "near", "far"}
    query = query_for(each)
    for name in fields - sets - {"value"}:
        assert result.extra.get(name, result.params.get(name)) is not None, name
    text = reading(result, query)
    assert text[0] == text[0].upper()
    assert text.endswith(".")
    assert not {"{", "}", "None", "nan"} & set(text.replace("(", " ").replace(")", " ").split())
    for i, word_set in enumerate(query.targets, 1):
        if f"t{i}" in fields:
            assert word_set.name in text
    least = dict(zip(("t1", "t2", "a1", "a2"), [0, 1, 0, 1], strict=True))
    for name in fields & set(least):
        arity = each.targets if name[0] == "t" else each.attributes
        assert least[name] < arity.least, f"{name} is not there for every query that fits"


def test_exchanging_the_target_sets_does_what_the_card_says(each: Measure) -> None:
    for seed in range(3):
        space = space_of(seed, 0.3)
        query = query_for(each)
        if len(query.targets) < 2 or each.swapped == "other":
            return
        turned = replace(query, targets=query.targets[::-1])
        one, other = (measured(each, space, asked, scrutiny=BARE) for asked in (query, turned))
        assert one.value is not None
        assert other.value == pytest.approx(-one.value if each.swapped == "sign" else one.value, abs=1e-9)


def test_a_measure_that_claims_nothing_for_exchanged_targets_has_no_claim_to_make(each: Measure) -> None:
    """Otherwise the card should say so."""
    query = query_for(each)
    if each.swapped != "other" or len(query.targets) < 2 or usual(each.name).value is None:
        return
    value = usual(each.name).value
    assert value is not None
    other = measured(each, space_of(), replace(query, targets=query.targets[::-1])).value
    assert other is not None
    assert abs(other) != pytest.approx(abs(value), abs=1e-9)


def test_rotating_the_space_changes_nothing(each: Measure) -> None:
    rotation, _ = np.linalg.qr(np.random.default_rng(5).normal(size=(DIM, DIM)))
    turned = measured(each, changed(space_of(), lambda vectors: vectors @ rotation))
    same_numbers(usual(each.name), turned, 2e-4 if each.unit == "divergence" else 2e-5)


def test_vectors_two_and_a_half_times_as_long_change_nothing_unless_lengths_matter(each: Measure) -> None:
    longer = measured(each, changed(space_of(), lambda vectors: 2.5 * vectors))
    if not each.lengths_matter:
        same_numbers(usual(each.name), longer, 1e-5)
    elif each.unit == "length":
        one, other = usual(each.name), longer
        assert scores_of(other) == pytest.approx([2.5 * score for score in scores_of(one)], rel=1e-5, abs=1e-6)


def test_a_length_of_its_own_for_each_word_matters_where_the_card_says_so(each: Measure) -> None:
    lengths = np.exp(np.random.default_rng(3).normal(0, 1.2, size=(len(space_of()), 1)))
    other = measured(each, changed(space_of(), lambda vectors: vectors * lengths))
    one = usual(each.name)
    if not each.lengths_matter:
        same_numbers(one, other, 2e-5)
    else:
        assert (one.value, *scores_of(one)) != pytest.approx((other.value, *scores_of(other)), abs=1e-3)


def test_same_input_same_bytes(each: Measure) -> None:
    again = measured(each, space_of())
    assert json.dumps(usual(each.name).to_dict()) == json.dumps(again.to_dict())


@those(lambda each: "seed" in each.params)
def test_the_seed_is_that_of_the_test_unless_it_is_given(each: Measure) -> None:
    test = Test(seed=7)
    assert measured(each, space_of(), scrutiny=BARE, test=test).params["seed"] == 7
    own = {each.name: {**params_of(each)[each.name], "seed": 3}}
    assert measured(each, space_of(), scrutiny=BARE, test=test, params=own).params["seed"] == 3


def test_the_order_of_the_words_of_a_set_is_of_no_account(each: Measure) -> None:
    query = query_for(each)
    turned = replace(
        query,
        targets=tuple(replace(s, words=s.words[::-1]) for s in query.targets),
        attributes=tuple(replace(s, words=s.words[::-1]) for s in query.attributes),
    )
    one, other = usual(each.name), measured(each, space_of(), turned)
    assert other.value == (None if one.value is None else pytest.approx(one.value, abs=1e-9))
    assert {w.word: w.score for w in other.words} == pytest.approx({w.word: w.score for w in one.words}, abs=1e-9)
    assert (one.p and one.p.estimate) == pytest.approx(other.p and other.p.estimate, abs=1e-12)


def test_json_round_trip(each: Measure) -> None:
    result = usual(each.name)
    data = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert Result.from_dict(data) == result
    assert json.dumps(Result.from_dict(data).to_dict()) == json.dumps(data)


def test_every_scored_word_is_a_word_of_the_sets_that_the_card_names(each: Measure) -> None:
    query = query_for(each)
    sets = query.targets if each.scores == "targets" else query.attributes
    assert [(w.word, w.set) for w in usual(each.name).words] == [(w[0], s.name) for s in sets for w in s.words]


def test_missing_words_are_skipped_with_their_names(each: Measure) -> None:
    query = query_for(each)
    lost = {word[0] for word in query.targets[0].words[1:]}
    smaller = space_of().subset(word for word in space_of().words if word not in lost)
    outcome = outcome_of(each, smaller)
    assert isinstance(outcome, Skipped)
    assert "too few words" in outcome.reason
    assert f"{query.targets[0].name}: 1 of {SIZES[0]} words found" in outcome.reason
    assert set(outcome.coverage.missing) == lost
    assert Skipped.from_dict(json.loads(json.dumps(outcome.to_dict()))) == outcome


def test_a_word_that_is_missing_is_as_one_that_was_not_asked_for(each: Measure) -> None:
    """No score, label or rate moves to another word."""
    query = query_for(each)
    smaller = space_of().subset(word for word in space_of().words if word not in ("x1", "y2", "a0"))
    gone = (("x1",), ("y2",), ("a0",))
    asked = replace(
        query,
        targets=tuple(replace(s, words=tuple(w for w in s.words if w not in gone)) for s in query.targets),
        attributes=tuple(replace(s, words=tuple(w for w in s.words if w not in gone)) for s in query.attributes),
    )
    match = Match(min_words=2, min_coverage=0.3)
    one, other = measured(each, smaller, match=match), measured(each, smaller, asked, match=match)
    assert (one.value, one.words, one.p, one.interval) == (other.value, other.words, other.p, other.interval)
    assert set(one.coverage.missing) <= {"x1", "y2", "a0"}


def test_a_query_of_another_shape_is_skipped_with_what_is_needed(each: Measure) -> None:
    query = query_for(each)
    if each.attributes != ANY:
        query = replace(query, attributes=())
    elif each.targets.least > 1:
        query = replace(query, targets=query.targets[:1])
    else:
        query = replace(query, targets=())
    outcome = outcome_of(each, space_of(), query)
    assert isinstance(outcome, Skipped)
    assert each.name in outcome.reason
    assert "needs" in outcome.reason


def test_without_base_pairs_rates_or_neutral_words_the_reason_is_said(each: Measure) -> None:
    if each.pairs:
        outcome = outcome_of(each, space_of(), given=replace(GIVEN, pairs=PairSet("gone", ((("q",), ("r",)),))))
        assert isinstance(outcome, Skipped)
        assert "q–r" in outcome.reason
    if each.rates:
        outcome = outcome_of(each, space_of(), replace(query_for(each), rates={}))
        assert isinstance(outcome, Skipped)
        assert "rate" in outcome.reason
    if each.neutral:
        outcome = outcome_of(each, space_of(), given=replace(GIVEN, neutral=NEUTRAL[:3]))
        assert isinstance(outcome, Skipped)
        assert "neutral words" in outcome.reason


@those(lambda each: each.attributes == ANY)
def test_attribute_sets_a_measure_does_not_take_change_nothing(each: Measure) -> None:
    one, other = usual(each.name), measured(each, space_of(), replace(query_for(each), attributes=()))
    assert (one.value, one.words, one.p, one.interval) == (other.value, other.words, other.p, other.interval)


def test_input_is_not_changed(each: Measure) -> None:
    space = changed(space_of(), lambda vectors: vectors)
    before = space.vectors.copy()
    found = prepared(each, space)
    parts = [s.vectors for s in (*found.targets, *found.attributes)]
    copies = [part.copy() for part in parts]
    params = {**each.params, **params_of(each)[each.name]}
    scores = each.function(found, **params)
    if each.p is not None:
        each.p(found, scores, Test(), **params)
    assert all(np.array_equal(one, other) for one, other in zip(parts, copies, strict=True))
    measured(each, space)
    assert np.array_equal(space.vectors, before)


@those(lambda each: each.group_effect is not None)
def test_a_group_effect_is_the_same_measure(each: Measure) -> None:
    """Equal weights give the value, and leaving a word out gives what measuring without it gives."""
    found = lookup(space_of(), query_for(each)).vectors
    assert found is not None
    resampled = Resampled(each, found, each.params)
    everything = resampled.values([np.ones((1, n)) for n in resampled.sizes])
    assert everything[0] == pytest.approx(usual(each.name).value, abs=1e-9)
    for which, values in enumerate(resampled.left_out()):
        for i, value in enumerate(values):
            kept = [np.ones(n, bool) for n in resampled.sizes]
            kept[which][i] = False
            scores = measure_kept(each, found, kept, each.params)
            assert scores is not None
            assert value == pytest.approx(scores.value, abs=1e-9)


@those(lambda each: each.left_out is not None)
@pytest.mark.parametrize("sizes", [SIZES, (4, 3, 3, 2), (3, 2, 2, 3), (2, 2, 2, 2), (2, 5, 2, 1)])
def test_leaving_out_words_at_once_is_measuring_without_each(each: Measure, sizes: tuple[int, ...]) -> None:
    found = prepared(each, space_of(2, 0.6, sizes), sizes)
    resampled = Resampled(each, found, each.params)
    if measure_kept(each, found, [np.ones(n, bool) for n in resampled.sizes], each.params) is None:
        return  # not measurable to begin with, so never asked for
    for which, values in enumerate(resampled.left_out()):
        assert len(values) == resampled.sizes[which]
        for i, value in enumerate(values):
            kept = [np.ones(n, bool) for n in resampled.sizes]
            kept[which][i] = False
            scores = None if resampled.sizes[which] == 1 else measure_kept(each, found, kept, each.params)
            expected = math.nan if scores is None or scores.value is None else scores.value
            assert value == pytest.approx(expected, abs=1e-9, nan_ok=True), (which, i)


@those(lambda each: each.of_some is not None)
def test_the_values_of_some_words_are_those_of_measuring_them(each: Measure) -> None:
    found = prepared(each, space_of())
    params = {**each.params, **params_of(each, runs=1)[each.name]}
    sizes = [len(s.words) for s in (*found.targets, *found.attributes)]
    rng = np.random.default_rng(1)
    kept = [rng.random((30, n)) < 0.6 for n in sizes]
    for mask in kept:
        mask[0] = True
    assert each.of_some is not None
    values = each.of_some(found, kept, **params)
    whole = each.function(found, **params).value
    assert values[0] == whole
    for i, value in enumerate(values):
        rows = [mask[i] for mask in kept]
        scores = measure_kept(each, found, rows, params) if all(row.any() for row in rows) else None
        expected = math.nan if scores is None or scores.value is None else scores.value
        assert value == pytest.approx(expected, nan_ok=True), (i, rows)


def test_how_sure_is_told(each: Measure) -> None:
    """An interval around the value and within the bounds, and what each word does to it, where words are resampled."""
    result = usual(each.name)
    if result.value is None or not each.resampled:
        assert (result.interval, result.influence, result.effects) == (None, None, None)
        return
    assert result.interval is not None
    assert result.interval.low < result.interval.high
    assert result.interval.level == QUICK.level
    if each.bounds is not None:
        assert each.bounds[0] <= result.interval.low <= result.interval.high <= each.bounds[1]
        assert each.bounds[0] <= result.value <= each.bounds[1]
    if each.group_effect is None:
        assert result.interval.low <= result.value <= result.interval.high
        assert result.interval.method == ("jackknife" if each.of_some is None else "subsampling")
    if each.of_some is not None:
        assert result.influence is None
        return
    assert result.influence is not None
    found = prepared(each, space_of())
    assert {(w.word, w.set) for w in result.influence.words} == {
        (word, s.name) for s in (*found.targets, *found.attributes) for word in s.words
    }
    moved = [abs(w.value - result.value) for w in result.influence.words]
    assert moved == sorted(moved, reverse=True)


def test_a_p_value_is_corrected_where_a_small_one_speaks_for_bias(each: Measure) -> None:
    result = usual(each.name)
    assert (result.p is None) == (each.p is None)
    assert (result.adjusted is not None) == (each.p is not None and each.small_p == "separation")
    if result.p is not None:
        assert 0 <= result.p.low <= result.p.estimate <= result.p.high <= 1
        assert result.p.floor <= result.p.estimate


@those(lambda each: each.p is not None)
@pytest.mark.parametrize("ties", ["inclusive", "strict"])
def test_p_of_both_tails_and_both_directions_fit_together(each: Measure, ties: str) -> None:
    p, methods = {}, set()
    for alternative in ("greater", "less", "two-sided"):
        test = Test(alternative=alternative, ties=ties)  # type: ignore[arg-type]
        result = measured(each, space_of(1, 0.2), test=test, scrutiny=BARE)
        assert result.p is not None
        assert (result.p.alternative, result.p.ties) == (alternative, ties)
        p[alternative] = result.p.estimate
        methods.add(result.p.method)
    assert p["two-sided"] == pytest.approx(min(1.0, 2 * min(p["greater"], p["less"])), abs=1e-9)
    if methods != {"t"}:
        whole = p["greater"] + p["less"]
        assert whole >= 1 - 1e-9 if ties == "inclusive" else whole <= 1 + 1e-9


def test_a_smallest_effect_is_asked_about_only_where_no_effect_is_zero(each: Measure) -> None:
    scrutiny = replace(QUICK, smallest_effect=0.5)
    result = measured(each, space_of(), scrutiny=scrutiny)
    assert (result.equivalence is not None) == (result.interval is not None and each.null == 0)


ODD: dict[str, tuple[tuple[int, ...], Callable[[Floats], Floats]]] = {
    "one word a set": ((1, 1, 1, 1), lambda vectors: vectors),
    "one target word against five": ((1, 5, 2, 2), lambda vectors: vectors),
    "two words a set": ((2, 2, 2, 2), lambda vectors: vectors),
    "many against few": ((12, 2, 2, 9), lambda vectors: vectors),
    "one attribute word against three": ((4, 3, 1, 3), lambda vectors: vectors),
    "all vectors the same": (SIZES, np.ones_like),
    "all vectors in one direction": (SIZES, lambda vectors: np.outer(np.arange(1, len(vectors) + 1), vectors[0])),
    "all vectors nearly the same": (SIZES, lambda vectors: 1 + 1e-9 * vectors),
    "two places only": (SIZES, lambda vectors: np.eye(DIM)[np.arange(len(vectors)) % 2]),
    "opposite vectors": (
        (2, 2, 2, 2),
        lambda vectors: vectors[0] * np.where(np.arange(len(vectors)) % 2, 1, -1)[:, None],
    ),
    "target sets that cancel out": (
        (2, 4, 3, 3),
        lambda vectors: np.concatenate([vectors[:1], -vectors[:1], vectors[2:4], -vectors[2:4], vectors[6:]]),
    ),
    "very short vectors": (SIZES, lambda vectors: 1e-12 * vectors),
    "very long vectors": (SIZES, lambda vectors: 1e12 * vectors),
    "one dimension": (SIZES, lambda vectors: vectors[:, :1]),
}


@pytest.mark.parametrize("odd", ODD)
def test_odd_input_gives_numbers_or_a_reason_and_never_nan(each: Measure, odd: str) -> None:
    sizes, change = ODD[odd]
    space = changed(space_of(4, 0.4, sizes), change)
    outcome = outcome_of(each, space, query_for(each, sizes), match=Match(min_words=1))
    json.dumps(outcome.to_dict(), allow_nan=False)
    if isinstance(outcome, Skipped):
        assert outcome.reason.strip()
        return
    if each.bounds is not None and outcome.value is not None:
        assert each.bounds[0] <= outcome.value <= each.bounds[1]
    if outcome.interval is not None:
        assert outcome.interval.low <= outcome.interval.high
    if 1 in sizes[:1]:
        assert outcome.interval is None


def test_very_short_or_long_vectors_are_measured_as_others_are(each: Measure) -> None:
    """Only their scale differs; what depends on the scale may be another number."""
    one = usual(each.name)
    for scale in (2.0**-40, 2.0**40):
        other = measured(each, changed(space_of(), lambda vectors, by=scale: by * vectors))  # type: ignore[misc]
        if each.unit == "length":
            assert scores_of(other) == pytest.approx([scale * score for score in scores_of(one)], rel=1e-6)
        elif each.unit != "divergence":
            same_numbers(one, other, 1e-6)
        assert (one.p and one.p.estimate) == pytest.approx(other.p and other.p.estimate)
