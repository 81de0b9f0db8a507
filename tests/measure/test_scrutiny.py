"""Intervals, influence and effects against values worked out anew: words physically repeated or left out, scores by
NumPy's own mean and standard deviation, p by listing every split."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, pairwise, product
from math import isnan, nan, sqrt
from typing import Any

import numpy as np
import pytest
import scipy.stats
from numpy.typing import NDArray

from tests.spaces import planted_space, toy_query
from weatherglass.embedding.embedding import Embedding
from weatherglass.errors import SpecError
from weatherglass.measure.base import Measure, get
from weatherglass.measure.published.weat import weat
from weatherglass.measure.result import Result
from weatherglass.measure.run import run
from weatherglass.measure.scrutiny import Effects, Resampled, Scrutiny, effects, influence, intervals
from weatherglass.stats.intervals import bca, drawn_weights
from weatherglass.stats.permutation import Test, difference_of_means
from weatherglass.words.lookup import FoundSet, Match, Vectors, lookup
from weatherglass.words.query import Query, WordSet

Floats = NDArray[np.float64]
SMALL = Match(min_words=1)
QUICK = Scrutiny(resamples=999, baseline=0)
SIZES = (4, 3, 3, 2)


def random_space(sizes: Sequence[int] = SIZES, seed: int = 0, lean: float = 0.0) -> tuple[Embedding, Query]:
    """Random vectors; the targets lean towards the two attribute sets, the first two axes."""
    rng = np.random.default_rng(seed)
    names = [[f"{name}{i}" for i in range(n)] for name, n in zip("xyab", sizes, strict=True)]
    poles = np.eye(8)[:2]
    shifts = (lean * (poles[0] - poles[1]), lean * (poles[1] - poles[0]), 2 * poles[0], 2 * poles[1])
    vectors = np.concatenate([rng.normal(size=(n, 8)) + by for n, by in zip(sizes, shifts, strict=True)])
    query = toy_query(
        targets=dict(zip("xy", names[:2], strict=True)), attributes=dict(zip("ab", names[2:], strict=True))
    )
    return Embedding.from_arrays([word for some in names for word in some], vectors.astype(np.float32)), query


def scored_space(x: Sequence[float], y: Sequence[float]) -> tuple[Embedding, Query]:
    """Words with these scores: a and b are axes, and (s, 0, √(1−s²)) has the cosines s and 0 with them."""
    scores = {f"x{i}": s for i, s in enumerate(x)} | {f"y{i}": s for i, s in enumerate(y)}
    axes = {"a0": (1.0, 0.0, 0.0), "a1": (2.0, 0.0, 0.0), "b0": (0.0, 1.0, 0.0), "b1": (0.0, 3.0, 0.0)}
    rows = {**{word: (s, 0.0, sqrt(1 - s * s)) for word, s in scores.items()}, **axes}
    query = toy_query(
        targets={"x": [w for w in scores if w[0] == "x"], "y": [w for w in scores if w[0] == "y"]},
        attributes={"a": ["a0", "a1"], "b": ["b0", "b1"]},
    )
    return Embedding.from_arrays(list(rows), np.array(list(rows.values()), np.float32)), query


def vectors_of(space: Embedding, query: Query) -> Vectors:
    found = lookup(space, query, SMALL).vectors
    assert found is not None
    return found


def measured(space: Embedding, query: Query, scrutiny: Scrutiny = QUICK, **options: Any) -> Result:
    outcome = run(space, query, match=SMALL, scrutiny=scrutiny, **options).outcomes[0]
    assert isinstance(outcome, Result), outcome
    return outcome


def repeated(found: FoundSet, times: Floats) -> FoundSet:
    return replace(found, vectors=np.repeat(found.vectors, times.astype(int), axis=0))


def scores_by_hand(v: Vectors) -> tuple[Floats, Floats]:
    def mean_cosine(word: Floats, others: FoundSet) -> float:
        return float(np.mean([word @ o / sqrt((word @ word) * (o @ o)) for o in others.vectors]))

    a, b = v.attributes
    x, y = (np.array([mean_cosine(word, a) - mean_cosine(word, b) for word in t.vectors]) for t in v.targets)
    return x, y


def d_by_hand(x: Floats, y: Floats, *, ddof: int = 1) -> float:
    return float((x.mean() - y.mean()) / np.concatenate([x, y]).std(ddof=ddof))


def p_by_hand(x: Floats, y: Floats) -> float:
    both = np.concatenate([x, y])
    sums = [sum(both[list(chosen)]) for chosen in combinations(range(len(both)), len(x))]
    return float(np.mean([s >= x.sum() - 1e-9 for s in sums]))


def without(query: Query, which: int, i: int) -> Query:
    """The query without one word; sets are counted through targets and attributes."""
    sets = [replace(s, words=s.words[:i] + s.words[i + 1 :]) if k == which else s for k, s in enumerate(query.sets)]
    return replace(query, targets=tuple(sets[:2]), attributes=tuple(sets[2:]))


def each_word(query: Query) -> list[tuple[str, int, int]]:
    return [(w[0], which, i) for which, s in enumerate(query.sets) for i, w in enumerate(s.words)]


def all_drawn(sizes: Sequence[int], resamples: int, seed: int) -> list[NDArray[np.float64]]:
    return [np.concatenate(parts) for parts in zip(*drawn_weights(sizes, resamples, seed), strict=True)]


# Resampled


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


# Intervals


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


def test_bca_agrees_with_scipy_on_one_stratum() -> None:
    """A skewed sample and its variance: bias correction and acceleration both move the ends."""
    sample = np.random.default_rng(0).exponential(size=30)
    theirs = scipy.stats.bootstrap((sample,), np.var, n_resamples=2_000, method="BCa", rng=np.random.default_rng(1))
    left_out = np.array([np.delete(sample, i).var() for i in range(30)])
    ours = bca(float(sample.var()), np.asarray(theirs.bootstrap_distribution), [left_out], 0.95)
    percentile = np.quantile(theirs.bootstrap_distribution, [0.025, 0.975])
    assert ours is not None
    assert (ours.low, ours.high) == pytest.approx(tuple(theirs.confidence_interval), rel=1e-9)
    assert ours.high > 1.1 * percentile[1]


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
def test_a_value_is_shown_to_be_small_if_its_90_per_cent_interval_is(kind: Any) -> None:
    """Whatever the level of the interval that is reported."""
    space, query = random_space((20, 20, 6, 6), seed=1)
    low, high = interval_of(measured(space, query, replace(QUICK, interval=kind, level=0.9)))
    furthest = max(-low, high)
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


# Influence


@pytest.mark.parametrize("seed", range(3))
def test_influence_is_that_of_the_reduced_queries(seed: int) -> None:
    space, query = random_space((4, 4, 3, 2), seed, lean=0.4)
    result = measured(space, query)
    value, p = (f(*scores_by_hand(vectors_of(space, query))) for f in (d_by_hand, p_by_hand))
    expected = {}
    for word, which, i in each_word(query):
        groups = scores_by_hand(vectors_of(space, without(query, which, i)))
        expected[word] = (query.sets[which].name, d_by_hand(*groups), p_by_hand(*groups))
    found = result.influence
    assert found is not None
    assert len(found.words) == len(expected)
    for one in found.words:
        name, d, without_it = expected[one.word]
        assert one.set == name
        assert one.value == pytest.approx(d, abs=1e-9)
        assert one.p == pytest.approx(without_it, abs=1e-12)
    changes = [abs(expected[one.word][1] - value) for one in found.words]
    assert changes == pytest.approx(sorted(changes, reverse=True), abs=1e-9)
    assert set(found.sign_flips) == {word for word, (_, d, _) in expected.items() if d * value < 0}
    assert found.with_p
    assert set(found.significance_flips) == {w for w, (_, _, q) in expected.items() if (q < 0.05) != (p < 0.05)}


@pytest.mark.parametrize("sign", [1, -1])
def test_a_word_that_makes_the_sign(sign: int) -> None:
    """Without x3, x lies on the other side of y; no other word matters as much."""
    x, y = sign * np.array([-0.1, -0.12, -0.08, 0.9]), sign * np.array([0.0, 0.02, -0.02, 0.01])
    result = measured(*scored_space(x.tolist(), y.tolist()))
    assert result.value is not None
    assert sign * result.value > 0
    assert result.influence is not None
    assert result.influence.sign_flips == ("x3",)
    assert result.influence.words[0].word == "x3"
    assert result.influence.words[0].value == pytest.approx(d_by_hand(x[:3], y), abs=1e-5)


def test_a_word_that_hides_significance() -> None:
    """y4 lies far above x; without it every word of x is above every word of y, and p is 1 in 126."""
    x, y = [0.3, 0.32, 0.34, 0.36, 0.38], [0.1, 0.2, 0.25, 0.28, 0.95]
    result = measured(*scored_space(x, y))
    assert result.p is not None
    assert result.p.estimate == pytest.approx(p_by_hand(np.array(x), np.array(y)))
    assert result.p.estimate > 0.05
    assert result.influence is not None
    assert result.influence.significance_flips == ("y4",)
    assert {one.word: one.p for one in result.influence.words}["y4"] == pytest.approx(1 / 126)


def test_a_word_that_makes_significance_in_either_direction() -> None:
    """p is that of the test's own alternative."""
    x, y = [0.3, 0.32, 0.34, 0.36, 0.38], [0.1, 0.2, 0.25, 0.28, 0.95]
    less = measured(*scored_space(y, x), test=Test(alternative="less"))
    assert less.influence is not None
    assert less.influence.significance_flips == ("x4",)
    greater = measured(*scored_space(y, x), test=Test(alternative="greater"))
    assert greater.influence is not None
    assert greater.influence.significance_flips == ()


def test_p_without_each_word_up_to_24_target_words() -> None:
    small, large = (measured(*random_space((12, n, 2, 2), lean=0.2), QUICK).influence for n in (12, 13))
    assert small is not None
    assert large is not None
    assert small.with_p
    assert all(one.p is not None for one in small.words)
    assert not large.with_p
    assert all(one.p is None for one in large.words)


def test_full_computes_p_for_large_sets_too() -> None:
    space, query = random_space((13, 13, 2, 2), seed=1, lean=0.25)
    found = measured(space, query, replace(QUICK, full=True)).influence
    assert found is not None
    assert found.with_p
    for one in found.words:
        which, i = next((which, i) for word, which, i in each_word(query) if word == one.word)
        x, y = scores_by_hand(vectors_of(space, without(query, which, i)))
        assert one.p == pytest.approx(difference_of_means(x, y).estimate, rel=1e-6)
    assert {len(found.words)} == {30}


def test_without_p_there_are_no_significance_flips() -> None:
    v = vectors_of(*random_space())
    resampled = Resampled(get("weat"), v, {})
    found = influence(resampled, 0.5, None, resampled.left_out(), Test(), Scrutiny())
    assert not found.with_p
    assert found.significance_flips == ()
    assert {one.p for one in found.words} == {None}
    assert len(found.words) == sum(SIZES)


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
    assert Scrutiny(baseline=20).baseline == 20


def test_a_word_in_a_target_and_an_attribute_set_is_told_apart() -> None:
    space, query = random_space((5, 5, 4, 4), seed=2, lean=0.8)
    shared = replace(
        query, attributes=(WordSet("a", (*query.attributes[0].words, query.targets[0].words[0])), query.attributes[1])
    )
    (result,) = run(space, shared, match=SMALL, scrutiny=QUICK).measured
    assert result.influence is not None
    assert sorted(w.set for w in result.influence.words if w.word == "x0") == ["a", "x"]
    assert result.value is not None
    assert result.p is not None
    for which, name in ((0, "x"), (2, "a")):  # the same word, left out of one set and then of the other
        (without,) = [w for w in result.influence.words if (w.word, w.set) == ("x0", name)]
        sets = list(shared.sets)
        sets[which] = WordSet(name, tuple(word for word in sets[which].words if word != ("x0",)))
        reduced = replace(shared, targets=tuple(sets[:2]), attributes=tuple(sets[2:]))
        (alone,) = run(space, reduced, match=SMALL, scrutiny=QUICK).measured
        assert alone.value is not None
        assert alone.p is not None
        assert without.value == pytest.approx(alone.value, abs=1e-9)
        assert without.p == alone.p.estimate
        assert without.flips_sign == (alone.value * result.value < 0)
        assert without.flips_significance == ((alone.p.high < 0.05) != (result.p.high < 0.05))


def test_a_design_too_small_without_a_word_does_not_hang_on_it() -> None:
    """4 + 4 words, wholly apart, two-sided: p is 2/70; with 3 + 4 it cannot be below 2/35, whichever word is left out."""
    query = toy_query(
        targets={"x": [f"x{i}" for i in range(4)], "y": [f"y{i}" for i in range(4)]},
        attributes={"a": ["a1", "a2", "a3"], "b": ["b1", "b2", "b3"]},
    )
    (result,) = run(planted_space(query, 0.8), query, test=Test(alternative="two-sided"), scrutiny=QUICK).measured
    assert result.p is not None
    assert result.p.estimate == 2 / 70
    assert result.influence is not None
    assert max(word.p or 0.0 for word in result.influence.words if word.set in ("x", "y")) > 0.05
    assert result.influence.significance_flips == ()
