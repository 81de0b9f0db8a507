from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from tests.structure.biases import bias_of, counted_out, drawn_cosines, forms_of, sentiment_of, singles, true_cosines
from tests.structure.group_spaces import GROUPS, groups_of, pairs_named, space_of, with_cosines, words_query
from weatherglass.arrays import Floats
from weatherglass.embedding.embedding import Embedding
from weatherglass.files.plain import from_plain, to_plain
from weatherglass.measure.result import Lacking
from weatherglass.stats.intervals import bca
from weatherglass.stats.permutation import PValue
from weatherglass.structure.concepts import Missing, concepts
from weatherglass.structure.general_bias import GeneralBias, general_bias, noise_floor, sides_of
from weatherglass.words.query import PairSet, Query

# Cosines with she, woman, he and man; the pairs are she–he and woman–man.
BY_HAND = {
    "actress": (0.5, 0.4, 0.2, 0.1),
    "actor": (0.1, 0.2, 0.3, 0.1),  # actress–actor: 0.5 − 0.3 = 0.2 and 0.4 − 0.1 = 0.3
    "nurse": (0.5, 0.3, 0.1, 0.1),  # 0.4 and 0.2
    "pilot": (0.1, 0.2, 0.3, 0.4),  # −0.2 and −0.2
    "judge": (0.3, 0.1, 0.1, 0.3),  # 0.2 and −0.2
    "clerk": (0.4, 0.4, 0.4, 0.4),  # 0 and 0
}
JOBS = replace(words_query("nurse", "pilot", "judge", "clerk", name="jobs"), pairs=(pairs_named("", "actress actor"),))


def doubled(values: Sequence[float] | Floats, here: float) -> float:
    """The two-sided p of a value among all."""
    rounded = np.round(values, 9)
    return min(1.0, 2 * min(float((rounded >= round(here, 9)).mean()), float((rounded <= round(here, 9)).mean())))


# By hand


def test_value_signed_mean_lean_and_floor_are_those_worked_out_by_hand() -> None:
    found = bias_of(with_cosines(BY_HAND), JOBS)
    # Absolute values: (0.2 + 0.3) + (0.4 + 0.2) + (0.2 + 0.2) + (0.2 + 0.2) + 0 = 1.9, over 5 × 2.
    assert found.value == pytest.approx(0.19)
    # With signs: 0.5 + 0.6 − 0.4 + 0 + 0 = 0.7 over 10.
    assert found.signed == pytest.approx(0.07)
    # Each concept's mean: 0.25, 0.3, −0.2, 0, 0. Their absolute values: 0.75 over 5.
    assert found.lean == pytest.approx(0.15)
    assert found.floor == pytest.approx(math.sqrt(4 / (math.pi * 5)))
    assert (found.concepts, found.paired, found.asked) == (5, 1, 5)
    assert found.groups == ("women", "men")
    assert found.group_pairs == ("she–he", "woman–man")
    assert (found.task, found.forms) == ("jobs", "paired")
    assert (found.sentiment, found.missing, found.missing_pairs, found.itself) == (None, (), (), ())


def test_leans_are_ordered_from_the_first_group_to_the_second_with_the_share_of_pairs_that_agree() -> None:
    found = bias_of(with_cosines(BY_HAND), JOBS)
    assert [lean.concept for lean in found.leans] == ["nurse", "actress–actor", "judge", "clerk", "pilot"]
    assert [lean.value for lean in found.leans] == pytest.approx([0.3, 0.25, 0, 0, -0.2])
    # Both pairs have the sign of nurse, actress–actor and pilot. Judge has 0 where its pairs have + and −; clerk has 0 in both.
    assert [lean.agree for lean in found.leans] == [1, 1, 0, 1, 1]
    first, second = found.extremes(3)
    assert [lean.concept for lean in first] == ["nurse", "actress–actor"]  # the third leans to neither
    assert [lean.concept for lean in second] == ["pilot"]
    assert [lean.concept for lean in found.extremes(1)[0]] == ["nurse"]


def test_p_values_of_five_concepts_and_two_pairs_are_those_worked_out_by_hand() -> None:
    found = bias_of(with_cosines(BY_HAND), JOBS)
    # Signs of 0.25, 0.3 and −0.2 (two are 0): the sums ±0.25 ± 0.3 ± 0.2 are at least 0.35 in 2 of 8 cases (0.75 and 0.35). Twice 0.25.
    assert found.p.estimate == found.p.low == found.p.high == pytest.approx(0.5)
    assert (found.p.method, found.p.alternative, found.p.partitions) == ("exact", "two-sided", 32)
    # Of four exchanges the one as it is gives 0.75 (sum of the leans' absolute values). With woman and man exchanged: actress–actor
    # (0.2 + 0.1 − 0.2)/2 = 0.05, nurse 0.1, pilot 0, judge 0.2: 0.35. With she and he: actress–actor (0.2 − 0.1 + 0.3)/2 = 0.2, then 0.1, 0, 0.2:
    # 0.5. With both: actress–actor (0.1 − 0.1)/2 + … = (0.2 − 0.1 + 0.1 − 0.2)/2 = 0, then 0.3, 0.2, 0: 0.5. So one of four.
    assert found.lean_p.estimate == pytest.approx(0.25)
    assert (found.lean_p.method, found.lean_p.partitions, found.lean_p.floor) == ("exact", 4, 0.25)


def test_sides_are_named_by_the_list_or_by_its_first_pair() -> None:
    assert sides_of(PairSet("women – men", GROUPS.pairs)) == ("women", "men")
    assert sides_of(PairSet("own", GROUPS.pairs)) == ("she", "he")


# Paired and single concepts


def test_one_form_alone_is_compared_with_both_groups() -> None:
    embedding = with_cosines(BY_HAND)
    feminine = bias_of(embedding, JOBS, forms="feminine")
    masculine = bias_of(embedding, JOBS, forms="masculine")
    # actress: 0.5 − 0.2 and 0.4 − 0.1, so 0.3; actor: 0.1 − 0.3 and 0.2 − 0.1, so −0.05.
    assert {lean.concept: lean.value for lean in feminine.leans}["actress"] == pytest.approx(0.3)
    assert {lean.concept: lean.value for lean in masculine.leans}["actor"] == pytest.approx(-0.05)
    assert feminine.value == pytest.approx((0.6 + 1.4) / 10)
    assert masculine.value == pytest.approx((0.3 + 1.4) / 10)
    assert feminine.paired == masculine.paired == 0


def test_a_pair_with_one_missing_form_is_reported_and_counts_nowhere() -> None:
    jobs = replace(JOBS, pairs=(pairs_named("", "actress actor", "waitress waiter"),))
    waiting = (0.9, 0.1, -0.1, 0.1)
    found = bias_of(with_cosines({**BY_HAND, "waitress": waiting}), jobs)
    assert found.missing == (Missing(concept="waitress–waiter", forms=("waiter",)),)
    assert (found.concepts, found.paired, found.asked) == (5, 1, 6)
    assert replace(found, asked=5, missing=()) == bias_of(with_cosines(BY_HAND), JOBS)


def test_pairs_of_group_words_with_a_missing_word_or_one_row_are_reported_and_left_out() -> None:
    groups = replace(GROUPS, pairs=(*GROUPS.pairs, (("her",), ("him",)), (("she",), ("She",)), (("girl",), ("man",))))
    found = bias_of(with_cosines({**BY_HAND, "her": (0.1, 0, 0, 0)}), JOBS, groups)
    assert found.missing_pairs == (
        Missing(concept="her–him", forms=("him",)),
        Missing(concept="she–She", forms=()),
        Missing(concept="girl–man", forms=("girl",)),
    )
    assert found.group_pairs == ("she–he", "woman–man")
    assert found.value == pytest.approx(0.19)


def test_a_concept_that_is_a_group_word_too_is_left_out_and_named() -> None:
    without = bias_of(with_cosines(BY_HAND), JOBS)
    jobs = replace(JOBS, targets=(replace(JOBS.targets[0], words=(*JOBS.targets[0].words, ("man",))),))
    found = bias_of(with_cosines(BY_HAND), jobs)
    assert found.itself == ("man",)
    assert (found.concepts, found.asked) == (5, 6)
    assert (found.value, found.signed, found.leans) == (without.value, without.signed, without.leans)


def test_too_few_concepts_or_group_pairs_say_so() -> None:
    space = space_of(with_cosines(BY_HAND))
    few = concepts(space, words_query("nurse", "pilot", "judge", "clerk", "cook", name="jobs"), "paired")
    assert general_bias(space, few, GROUPS, "paired") == Lacking(
        skipped="jobs, women–men: 4 of 5 concepts and 2 of 2 pairs of group words were found; at least 5 and 2 are needed"
    )
    one = PairSet("women–men", (GROUPS.pairs[0], (("girl",), ("boy",))))
    enough = concepts(space, JOBS, "paired")
    assert general_bias(space, enough, one, "paired") == Lacking(
        skipped="jobs, women–men: 5 of 5 concepts and 1 of 2 pairs of group words were found; at least 5 and 2 are needed"
    )
    none = pairs_named("rich–poor", "rich poor")
    assert isinstance(general_bias(space, enough, none, "paired"), Lacking)


# The floor


@pytest.mark.parametrize("dim", [50, 300])
@pytest.mark.parametrize("paired", [False, True])
def test_unrelated_vectors_reach_the_floor(dim: int, paired: bool) -> None:
    rng = np.random.default_rng(dim)
    groups = groups_of(12)
    named = [word[0] for pair in groups.pairs for word in pair]
    own = [f"{kind}{i}" for i in range(100) for kind in ("o", "p")]
    embedding = Embedding.from_arrays([*named, *own], rng.normal(size=(24 + 200, dim)))
    query = (
        Query(name="forms", language="en", pairs=(pairs_named("", *(f"o{i} p{i}" for i in range(100))),))
        if paired
        else words_query(*own)
    )
    found = bias_of(embedding, query, groups, draws=10)
    assert found.floor == noise_floor(dim)
    assert found.value == pytest.approx(found.floor, rel=0.06)
    # Pairs do not agree: the mean over twelve of them is smaller by √12, and shuffled groups are like these.
    assert found.lean == pytest.approx(found.floor / math.sqrt(12), rel=0.25)
    assert found.shuffled.mean == pytest.approx(found.floor, rel=0.06)


def test_the_floor_at_300_dimensions_is_0_065() -> None:
    assert noise_floor(300) == pytest.approx(0.0651, abs=1e-4)


# Against brute force


def brute_leans(one: Floats, other: Floats, swaps: Sequence[int]) -> float:
    """Mean absolute lean when the words of some group pairs are exchanged, as loops."""
    k = len(swaps)
    total = 0.0
    for row, also in zip(one, other, strict=True):
        lean = 0.0
        for j, swapped in enumerate(swaps):
            woman, man = (j + k, j) if swapped else (j, j + k)
            lean += row[woman] - also[man]
        total += abs(lean / k)
    return total / len(one)


@settings(max_examples=15)
@given(seed=st.integers(0, 1000), k=st.integers(2, 6), paired=st.booleans(), push=st.sampled_from([0.0, 0.08]))
def test_the_p_of_leaning_is_that_of_all_exchanges_within_group_pairs(
    seed: int, k: int, paired: bool, push: float
) -> None:
    one, other = drawn_cosines(6, k, seed), drawn_cosines(6, k, seed + 1)
    one[:3, :k] += push
    one[3:, k:] += push
    if paired:
        embedding, query, groups = forms_of(one, other)
        kinds = ("o", "p")
    else:
        embedding, query, groups = singles(one)
        kinds = ("c", "c")
    one, other = (true_cosines(embedding, [f"{kind}{i}" for i in range(6)], groups) for kind in kinds)
    found = bias_of(embedding, query, groups, draws=5)
    values = [brute_leans(one, other, swaps) for swaps in product((0, 1), repeat=k)]
    here = brute_leans(one, other, [0] * k)
    assert found.lean == pytest.approx(here, abs=1e-7)
    assert found.lean_p.estimate == pytest.approx(np.mean(np.array(values) >= here - 1e-9))
    assert found.lean_p.partitions == 2**k
    # Exchanging all pairs is the same for single words and something else for two forms.
    assert found.lean_p.floor == (1 if paired else 2) / 2**k
    assert found.lean_p.estimate >= found.lean_p.floor
    # The mean lean with its sign, in the same way and in both directions.
    leans = [
        float(
            np.mean(
                [
                    (row[j + k] - also[j] if swap else row[j] - also[j + k])
                    for row, also in zip(one, other, strict=True)
                    for j, swap in enumerate(swaps)
                ]
            )
        )
        for swaps in product((0, 1), repeat=k)
    ]
    assert found.p_by_pairs.estimate == pytest.approx(doubled(leans, leans[0]))
    assert found.p_by_pairs.floor == 2 / 2**k


def test_the_p_of_leaning_reaches_its_floor_where_all_pairs_agree() -> None:
    k = 5
    one = drawn_cosines(6, k, 1, 0.01)
    one[:3, :k] += 0.2
    one[3:, k:] += 0.2
    found = bias_of(*singles(one), draws=5)
    assert found.lean_p.estimate == found.lean_p.floor == 2 / 2**k
    # Two forms: the first three lean by the feminine form, the others by the masculine one; each exchange leaves less of it.
    other = drawn_cosines(6, k, 2, 0.01)
    one[3:, k:] -= 0.2
    other[3:, k:] += 0.2
    found = bias_of(*forms_of(one, other), draws=5)
    assert found.lean_p.estimate == found.lean_p.floor == 1 / 2**k


def test_more_than_twelve_group_pairs_are_exchanged_at_random_and_give_about_the_same() -> None:
    k = 13
    one = drawn_cosines(5, k, 3)
    one[:, :k] += np.array([0.03, 0.03, -0.03, -0.03, 0.03])[:, None]
    embedding, query, groups = singles(one)
    found = bias_of(embedding, query, groups, draws=5)
    difference = one[:, :k] - one[:, k:]
    signs = np.array(list(product((1, -1), repeat=k)))
    exact = float((np.abs(difference @ signs.T).mean(axis=0) >= np.abs(difference.sum(axis=1)).mean() - 1e-9).mean())
    assert 0.01 < exact < 0.9
    assert found.lean_p.method == "sampled"
    assert found.lean_p.low <= exact <= found.lean_p.high
    assert found.lean_p.estimate == pytest.approx(exact, abs=0.03)


@settings(max_examples=15)
@given(seed=st.integers(0, 1000), n=st.integers(5, 9), push=st.sampled_from([0.0, 0.03, -0.1]))
def test_the_p_of_the_signed_mean_is_that_of_all_flips_of_sign(seed: int, n: int, push: float) -> None:
    cosines = drawn_cosines(n, 2, seed)
    cosines[:, :2] += push
    embedding, query, groups = singles(cosines)
    table = true_cosines(embedding, [f"c{i}" for i in range(n)], groups)
    leans = (table[:, :2] - table[:, 2:]).mean(axis=1)
    found = bias_of(embedding, query, groups, draws=5)
    flipped = [float(np.mean(signs * leans)) for signs in np.array(list(product((1, -1), repeat=n)))]
    assert found.signed == pytest.approx(leans.mean(), abs=1e-7)
    assert found.p.estimate == pytest.approx(doubled(flipped, leans.mean()))
    assert found.p.floor == 2 / 2**n


def test_many_concepts_have_a_sampled_p_near_that_of_scipy() -> None:
    cosines = drawn_cosines(30, 2, 5)
    cosines[:, :2] += 0.01
    embedding, query, groups = singles(cosines)
    found = bias_of(embedding, query, groups, draws=5)
    leans = (cosines[:, :2] - cosines[:, 2:]).mean(axis=1)
    expected = stats.permutation_test(
        (leans,), np.mean, permutation_type="samples", n_resamples=20_000, rng=np.random.default_rng(0)
    ).pvalue
    assert found.p.method == "sampled"
    assert 0.001 < expected < 0.3
    assert found.p.estimate == pytest.approx(expected, rel=0.15)
    assert found.p.low <= found.p.estimate <= found.p.high


def test_shuffled_groups_are_all_ways_to_deal_the_group_words() -> None:
    cosines = drawn_cosines(5, 2, 7)
    embedding, query, groups = singles(cosines)
    found = bias_of(embedding, query, groups, draws=4000)
    values = []
    for order in permutations(range(4)):
        values.append(np.mean([abs(row[order[j]] - row[order[j + 2]]) for row in cosines for j in (0, 1)]))
    assert len({round(value, 9) for value in values}) == 3  # which of three is she's partner
    assert found.shuffled.draws == 4000
    assert found.shuffled.mean == pytest.approx(np.mean(values), rel=0.02)
    assert (found.shuffled.low, found.shuffled.high) == pytest.approx((min(values), max(values)), abs=1e-6)
    share = np.mean(np.array(values) >= found.value - 1e-6)
    assert found.shuffled.as_large == pytest.approx(share, abs=0.03)


def test_shuffled_groups_of_two_forms_move_words_to_the_other_form() -> None:
    one, other = drawn_cosines(5, 2, 8), drawn_cosines(5, 2, 9)
    embedding, query, groups = forms_of(one, other)
    found = bias_of(embedding, query, groups, draws=4000)
    values = [
        np.mean([abs(one[i, order[j]] - other[i, order[j + 2]]) for i in range(5) for j in (0, 1)])
        for order in permutations(range(4))
    ]
    assert found.shuffled.mean == pytest.approx(np.mean(values), rel=0.02)
    assert found.shuffled.as_large == pytest.approx(np.mean(np.array(values) >= found.value - 1e-6), abs=0.03)


# Intervals


def test_intervals_hold_the_true_mean_about_as_often_as_they_say() -> None:
    # Differences = 0.05 + a part of the concept + a part of the group pair + noise; the mean over all concepts and pairs is 0.05.
    n, k, times = 10, 8, 40
    rng = np.random.default_rng(1)
    held = 0
    for i in range(times):
        difference = 0.05 + 0.04 * rng.normal(size=(n, 1)) + 0.04 * rng.normal(size=k) + 0.04 * rng.normal(size=(n, k))
        cosines = np.concatenate([difference / 2, -difference / 2], axis=1)
        found = bias_of(*singles(cosines), draws=1, seed=i)
        interval = found.signed_interval
        assert interval is not None
        assert interval.method == "BCa bootstrap"
        assert interval.low < found.signed < interval.high
        held += interval.low <= 0.05 <= interval.high
    assert 0.8 * times <= held


def test_intervals_take_in_that_there_are_few_group_pairs_not_only_few_concepts() -> None:
    # Every concept has the same differences, so that only the group pairs vary: 0.3, −0.1, 0.2, 0.4.
    difference = np.tile([0.3, -0.1, 0.2, 0.4], (8, 1))
    cosines = np.concatenate([difference / 2, -difference / 2], axis=1)
    found = bias_of(*singles(cosines), draws=5)
    assert found.signed_interval is not None
    assert found.signed_interval.low < 0.1
    assert found.signed_interval.high > 0.28
    # Means of four of these with replacement go from −0.1 to 0.4.
    assert -0.1 - 1e-6 <= found.signed_interval.low < found.signed_interval.high <= 0.4 + 1e-6


def test_intervals_are_those_of_a_loop_over_resamples_and_over_what_is_left_out() -> None:
    n, k = 9, 5  # so many that hardly a resample has each of them once, which would tie with the value
    embedding, query, groups = singles(drawn_cosines(n, k, 21) ** 2 * 10)  # skewed
    found = bias_of(embedding, query, groups, polarity={f"c{i}": float(i % 3) for i in range(n)}, draws=1, seed=3)
    cosines = true_cosines(embedding, [f"c{i}" for i in range(n)], groups)
    table = cosines[:, :k] - cosines[:, k:]
    drawn = counted_out(n, k, 2000, 3)
    for made, interval in ((table, found.signed_interval), (np.abs(table), found.interval)):
        values = np.array([np.mean([[made[i, j] for j in pairs] for i in words]) for words, pairs in drawn])
        left_out = [
            np.array([np.delete(made, i, axis=axis).mean() for i in range(made.shape[axis])]) for axis in (0, 1)
        ]
        expected = bca(float(made.mean()), values, left_out, 0.95)
        assert expected is not None
        assert interval is not None
        assert (interval.low, interval.high) == pytest.approx((expected.low, expected.high), abs=1e-5)


def test_intervals_without_any_variation_are_a_point() -> None:
    cosines = np.tile([0.2, 0.2, 0.1, 0.1], (6, 1))
    found = bias_of(*singles(cosines), draws=5)
    assert found.interval is not None
    assert found.value == found.signed == pytest.approx(0.1)
    assert (found.interval.low, found.interval.high) == pytest.approx((0.1, 0.1))
    assert found.p.estimate == 2 / 2**6


def test_groups_that_are_alike_give_zero_and_nothing_is_shown() -> None:
    vectors = np.random.default_rng(0).normal(size=(9, 4))
    vectors[1:4] = vectors[0]
    embedding = Embedding.from_arrays(["she", "he", "woman", "man", "c0", "c1", "c2", "c3", "c4"], vectors)
    found = bias_of(embedding, words_query("c0", "c1", "c2", "c3", "c4"), polarity={f"c{i}": 1.0 for i in range(5)})
    assert (found.value, found.signed, found.lean) == (0, 0, 0)
    assert found.p.estimate == found.lean_p.estimate == found.shuffled.as_large == 1
    assert found.sentiment is None
    assert found.extremes(3) == ((), ())


# Properties


@settings(max_examples=25)
@given(seed=st.integers(0, 10_000), n=st.integers(5, 8), k=st.integers(2, 4))
def test_exchanging_groups_and_forms_turns_the_signs_and_nothing_else(seed: int, n: int, k: int) -> None:
    one, other = drawn_cosines(n, k, seed), drawn_cosines(n, k, seed + 1)
    embedding, query, groups = forms_of(one, other)
    found = bias_of(embedding, query, groups, draws=5)
    turned = bias_of(
        embedding,
        replace(query, pairs=(PairSet("", tuple((y, x) for x, y in query.pairs[0].pairs)),)),
        PairSet("men–women", tuple((y, x) for x, y in groups.pairs)),
        draws=5,
    )
    assert turned.value == pytest.approx(found.value)
    assert turned.lean == pytest.approx(found.lean)
    assert turned.signed == pytest.approx(-found.signed, abs=1e-9)
    assert turned.p.estimate == found.p.estimate
    assert turned.lean_p.estimate == found.lean_p.estimate
    assert found.lean <= found.value + 1e-12
    assert abs(found.signed) <= found.lean + 1e-12
    assert sum(lean.value for lean in found.leans) / n == pytest.approx(found.signed, abs=1e-9)


@settings(max_examples=15)
@given(seed=st.integers(0, 10_000), scale=st.floats(0.01, 100))
def test_lengths_of_vectors_do_not_matter(seed: int, scale: float) -> None:
    rng = np.random.default_rng(seed)
    words = ["she", "he", "woman", "man", *(f"c{i}" for i in range(6))]
    vectors = rng.normal(size=(10, 6))
    query = words_query(*words[4:])
    found = bias_of(Embedding.from_arrays(words, vectors), query, draws=5)
    scaled = bias_of(Embedding.from_arrays(words, vectors * scale * rng.uniform(0.5, 2, size=(10, 1))), query, draws=5)
    assert scaled.value == pytest.approx(found.value, rel=1e-5)
    assert [lean.concept for lean in scaled.leans] == [lean.concept for lean in found.leans]


def test_the_same_seed_gives_the_same_and_another_seed_only_other_draws() -> None:
    embedding, query, groups = singles(drawn_cosines(7, 3, 4))
    polarity = {f"c{i}": (-1.0) ** i for i in range(7)}
    first, again, other = (bias_of(embedding, query, groups, polarity=polarity, seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert other.shuffled != first.shuffled
    assert other.interval != first.interval
    assert (other.value, other.p, other.lean_p) == (first.value, first.p, first.lean_p)


def test_a_general_bias_survives_json() -> None:
    embedding, query, groups = singles(drawn_cosines(7, 3, 4))
    found = bias_of(embedding, query, groups, polarity={f"c{i}": (-1.0) ** i for i in range(7)})
    assert from_plain(GeneralBias, json.loads(json.dumps(to_plain(found), allow_nan=False))) == found


def test_p_values_are_bounded_by_their_floor() -> None:
    embedding, query, groups = singles(drawn_cosines(8, 4, 12))
    found = bias_of(embedding, query, groups, polarity={f"c{i}": (-1.0) ** i for i in range(8)})
    for p in (found.p, found.p_by_pairs, found.lean_p, sentiment_of(found).p, sentiment_of(found).halved_p):
        assert isinstance(p, PValue)
        assert p.floor <= p.low <= p.estimate <= p.high <= 1
