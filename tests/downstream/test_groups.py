"""Groups of names compared: each number by another way to it."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

from tests.spaces import Floats
from weatherglass.downstream.diffused import Balanced, Compared, Pair
from weatherglass.downstream.groups import balanced, compare_groups, compare_two, with_holm
from weatherglass.stats.intervals import Interval

SIZES = (9, 14, 6)


def scored(sizes: tuple[int, ...] = SIZES, *, apart: float = 0.8, seed: int = 0) -> dict[str, Floats]:
    rng = np.random.default_rng(seed)
    return {name: rng.normal(apart * i, 1.0, size=n) for i, (name, n) in enumerate(zip("abcdef", sizes, strict=False))}


def compared(groups: dict[str, Floats], seed: int = 0) -> Compared:
    names = np.repeat(list(groups), [len(values) for values in groups.values()])
    return compare_groups(np.concatenate(list(groups.values())), {g: names == g for g in groups}, "population", seed)


def test_means_differences_and_their_overall_value() -> None:
    groups = scored()
    found = compared(groups)
    means = {name: values.mean() for name, values in groups.items()}
    assert [(group.name, group.names) for group in found.groups] == [("a", 9), ("b", 14), ("c", 6)]
    np.testing.assert_allclose([group.mean for group in found.groups], list(means.values()), atol=1e-11)
    for pair, (one, other) in zip(found.pairs, combinations(groups, 2), strict=True):
        assert (pair.one, pair.other) == (one, other)
        assert pair.difference == pytest.approx(means[one] - means[other], abs=1e-11)
        assert pair.bias == abs(pair.difference)
    assert found.bias == pytest.approx(
        np.mean([abs(means[x] - means[y]) for x, y in combinations("abc", 2)]), abs=1e-11
    )


def test_of_two_groups_the_overall_value_is_that_of_the_pair() -> None:
    found = compared(scored((5, 8)))
    assert found.bias == found.pairs[0].bias


def test_rank_tests_and_effects() -> None:
    groups = scored()
    found = compared(groups)
    h = stats.kruskal(*groups.values())
    n = sum(SIZES)
    assert found.h == pytest.approx(h.statistic)
    assert found.p == pytest.approx(h.pvalue)
    # Epsilon squared as Tomczak & Tomczak (2014) print it.
    assert found.explained == pytest.approx(h.statistic * (n + 1) / (n**2 - 1))
    for pair in found.pairs:
        one, other = groups[pair.one], groups[pair.other]
        u = stats.mannwhitneyu(one, other, alternative="two-sided", method="exact")
        assert pair.u == u.statistic
        assert pair.p == pytest.approx(u.pvalue)
        assert pair.p_method == "exact"
        assert pair.above == pytest.approx(np.mean(one[:, None] > other))
        assert pair.u == pytest.approx(pair.above * len(one) * len(other))
    _, holm, _, _ = multipletests([pair.p for pair in found.pairs], method="holm")
    assert [pair.p_holm for pair in found.pairs] == pytest.approx(holm.tolist())
    assert [pair.clear for pair in found.pairs] == [bool(p < 0.05) for p in holm]
    assert found.clear_pairs == tuple(pair for pair in found.pairs if pair.clear)


def test_u_counted_by_hand_over_all_ways_to_deal_the_ranks() -> None:
    groups = {"a": np.array([3.0, 7.0, 8.0]), "b": np.array([1.0, 2.0, 4.0, 5.0])}
    pair = compared(groups).pairs[0]
    values = np.concatenate([groups["a"], groups["b"]])

    def u_of(chosen: tuple[int, ...]) -> float:
        rest = np.delete(values, chosen)
        return float(sum((values[i] > rest).sum() for i in chosen))

    all_of_them = np.array([u_of(chosen) for chosen in combinations(range(7), 3)])
    u = u_of((0, 1, 2))
    assert pair.u == u == 10
    assert pair.p == pytest.approx(min(1, 2 * min(np.mean(all_of_them >= u), np.mean(all_of_them <= u))))


def test_ties_and_many_names_go_by_the_normal_approximation() -> None:
    tied = {"a": np.array([1.0, 2.0, 2.0, 3.0]), "b": np.array([2.0, 2.0, 5.0])}
    pair = compared(tied).pairs[0]
    assert pair.p_method == "normal approximation"
    assert pair.u == stats.mannwhitneyu(tied["a"], tied["b"]).statistic
    assert pair.above == pytest.approx((0 + 2 * (2 * 0.5) + 2) / 12)
    assert compared(tied).h == pytest.approx(stats.kruskal(*tied.values()).statistic)
    assert compared(scored((60, 60))).pairs[0].p_method == "normal approximation"


def test_noise_of_arithmetic_breaks_no_ties() -> None:
    rng = np.random.default_rng(0)
    pair = compared({name: 0.25 + 1e-15 * rng.normal(size=5) for name in "ab"}).pairs[0]
    assert pair.p is None


def test_where_all_scores_are_equal_nothing_is_ranked() -> None:
    found = compared({name: np.full(4, 0.25) for name in "abc"})
    assert (found.h, found.p, found.explained) == (None, None, None)
    assert found.bias == found.floor == 0
    for pair in found.pairs:
        assert (pair.u, pair.p, pair.p_holm, pair.p_method, pair.interval) == (None, None, None, "none", None)
        assert pair.above == 0.5
        assert not pair.clear
    assert all(group.interval is None for group in found.groups)


def test_a_group_without_variation_has_no_interval_but_a_test() -> None:
    found = compared({"a": np.full(4, 0.5), "b": np.array([1.0, 2.0, 3.0])})
    assert found.groups[0].interval is None
    assert found.groups[1].interval is not None
    assert found.pairs[0].interval is None
    assert found.pairs[0].p is not None


def test_pairs_without_p_do_not_count_among_the_others() -> None:
    def pair(p: float | None) -> Pair:
        return Pair(
            one="a", other="b", difference=0.0, interval=None, u=None, p=p, p_holm=None, p_method="none", above=0.5
        )

    assert [each.p_holm for each in with_holm([pair(0.04), pair(None), pair(0.01)])] == [0.04, None, 0.02]
    assert with_holm([]) == ()


def test_the_floor_is_what_names_dealt_at_random_give() -> None:
    """2,000 deals here against 20,000 in a loop; the mean of either is good to about 2 per cent."""
    groups = scored((4, 7, 5), apart=2.0)
    values, rng = np.concatenate(list(groups.values())), np.random.default_rng(1)
    total = 0.0
    for _ in range(20_000):
        rng.shuffle(values)
        means = values[:4].mean(), values[4:11].mean(), values[11:].mean()
        total += np.mean([abs(x - y) for x, y in combinations(means, 2)])
    assert compared(groups).floor == pytest.approx(total / 20_000, rel=0.05)


def test_without_a_difference_the_bias_is_about_the_floor() -> None:
    found = [compared(scored((10, 10, 10), apart=0.0, seed=seed), seed) for seed in range(40)]
    assert np.mean([each.bias for each in found]) == pytest.approx(np.mean([each.floor for each in found]), rel=0.2)
    assert np.mean([each.p is not None and each.p < 0.05 for each in found]) < 0.15


def with_intervals(found: Compared) -> list[tuple[float, Interval | None]]:
    means = [(group.mean, group.interval) for group in found.groups]
    return [*means, *((pair.difference, pair.interval) for pair in found.pairs)]


def test_intervals_hold_their_value_and_grow_with_the_scores() -> None:
    groups = scored()
    found, larger = compared(groups), compared({name: 10 * values for name, values in groups.items()})
    for (value, one), (_, ten) in zip(with_intervals(found), with_intervals(larger), strict=True):
        assert one is not None
        assert ten is not None
        assert one.low < value < one.high
        assert ten.low == pytest.approx(10 * one.low, abs=1e-9)
        assert ten.high == pytest.approx(10 * one.high, abs=1e-9)
    assert larger.floor == pytest.approx(10 * found.floor)
    assert larger.h == pytest.approx(found.h)


def test_intervals_agree_with_another_bootstrap() -> None:
    """Of scipy, with draws of its own: a tenth of the width."""
    groups = scored((25, 30))
    pair = compared(groups).pairs[0]
    other = stats.bootstrap(
        (groups["a"], groups["b"]),
        lambda x, y, axis: x.mean(axis=axis) - y.mean(axis=axis),
        n_resamples=4000,
        method="BCa",
        rng=np.random.default_rng(0),
    ).confidence_interval
    assert pair.interval is not None
    assert pair.interval.low == pytest.approx(other.low, abs=(other.high - other.low) / 10)
    assert pair.interval.high == pytest.approx(other.high, abs=(other.high - other.low) / 10)


def test_the_order_of_names_changes_nothing() -> None:
    groups = scored()
    rng = np.random.default_rng(5)
    assert compared({name: rng.permutation(values) for name, values in groups.items()}) == compared(groups)


def test_two_groups_by_themselves() -> None:
    groups = scored((5, 8))
    scores = np.concatenate(list(groups.values()))
    first = np.arange(13) < 5
    pair = compare_two(scores, ("a", first), ("b", ~first), 0)
    assert pair.p_holm is None
    assert with_holm([pair]) == compared(groups).pairs
    other = compare_two(scores, ("b", ~first), ("a", first), 0)
    assert other.difference == -pair.difference
    assert other.p == pytest.approx(pair.p)
    assert other.above == pytest.approx(1 - pair.above)


def stratified(sides: list[tuple[Floats, Floats]], seed: int = 0) -> Balanced:
    parts = [part for both in sides for part in both]
    numbers = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
    strata = [(numbers == 2 * i, numbers == 2 * i + 1) for i in range(len(sides))]
    return balanced(np.concatenate(parts), strata, seed)


def two_strata(seed: int = 0) -> list[tuple[Floats, Floats]]:
    rng = np.random.default_rng(seed)
    return [(rng.normal(0.8, size=3), rng.normal(size=4)), (rng.normal(5.8, size=4), rng.normal(5.0, size=3))]


def test_strata_count_the_same_and_p_is_that_of_all_ways_to_deal_within_them() -> None:
    """9,999 deals of the 35 × 35 that there are: good to 0.015."""
    sides = two_strata()
    found = stratified(sides)

    def difference_of(chosen: list[tuple[int, ...]]) -> float:
        total = 0.0
        for (one, other), indices in zip(sides, chosen, strict=True):
            both = np.concatenate([one, other])
            total += both[list(indices)].mean() - np.delete(both, indices).mean()
        return total / 2

    seen = np.mean([one.mean() - other.mean() for one, other in sides])
    ways = [
        difference_of([first, second]) for first in combinations(range(7), 3) for second in combinations(range(7), 4)
    ]
    assert (found.populations, found.names) == (2, 14)
    assert found.difference == pytest.approx(seen, abs=1e-11)
    assert found.p == pytest.approx(np.mean(np.abs(ways) >= abs(seen) - 1e-12), abs=0.015)
    assert found.interval is not None
    assert found.interval.low < seen < found.interval.high


def test_more_names_of_a_sex_in_one_population_are_no_difference_of_the_sexes() -> None:
    """Of 40 draws without a difference of the sexes, some two differ at 0.05; over all names, nearly every one does."""
    over_all, within, differences = 0, 0, []
    for seed in range(40):
        rng = np.random.default_rng(seed)
        sides = [(rng.normal(3, size=20), rng.normal(3, size=4)), (rng.normal(size=4), rng.normal(size=20))]
        one, other = (np.concatenate(side) for side in zip(*sides, strict=True))
        over_all += compared({"a": one, "b": other}).pairs[0].clear
        found = stratified(sides, seed)
        within += found.p is not None and found.p < 0.05
        differences.append(found.difference)
    assert over_all > 35
    assert within <= 5
    assert np.mean(differences) == pytest.approx(0, abs=0.2)


def test_strata_of_ten_times_the_scores_and_in_another_order() -> None:
    sides, rng = two_strata(), np.random.default_rng(2)
    found = stratified(sides)
    assert stratified([(rng.permutation(one), rng.permutation(other)) for one, other in sides]) == found
    larger = stratified([(10 * one, 10 * other) for one, other in sides])
    assert found.interval is not None
    assert larger.interval is not None
    assert larger.interval.low == pytest.approx(10 * found.interval.low, abs=1e-9)
    assert larger.p == found.p
    equal = stratified([(np.full(3, 0.25), np.full(4, 0.25))] * 2)
    assert (equal.difference, equal.interval, equal.p) == (0, None, None)
