"""Comparison with other words, in spaces made for it: one without any structure, one of topics."""

from __future__ import annotations

from dataclasses import replace
from math import log2
from typing import Any

import numpy as np
import pytest
import scipy.optimize
import scipy.stats

from tests.measure.topics import (
    SIZES,
    TOPICS,
    TWO_SIDED,
    Indices,
    Space,
    cohesion_by_hand,
    compare,
    d_by_hand,
    drawn,
    free_of,
    make_space,
    pool_from,
    random_words,
    scores_by_hand,
    value_of,
)
from tests.spaces import composed_space
from weatherglass.embedding.embedding import Embedding
from weatherglass.measure.base import get
from weatherglass.measure.baseline import (
    LEAST_WORDS,
    Pool,
    _like_ranks,
    _random_pairs,
    pool_of,
)
from weatherglass.measure.published.weat import weat
from weatherglass.measure.result import Result
from weatherglass.measure.run import run
from weatherglass.measure.scrutiny import Scrutiny
from weatherglass.stats.permutation import Test, difference_of_means
from weatherglass.words.lookup import Match


@pytest.fixture(scope="module")
def topical() -> Space:
    return make_space(6_000, TOPICS)


@pytest.fixture(scope="module")
def plain() -> Space:
    return make_space(2_500, 0)


# The pairs


@pytest.mark.parametrize("seed", range(3))
def test_no_word_twice_in_a_pair_and_none_of_the_test(topical: Space, seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = topical.four_topics(rng) if seed else np.arange(sum(SIZES))  # also the most frequent words of all
    pool, v = pool_from(topical, seed=seed), topical.vectors(rows)
    for x, y in drawn(topical, pool, v).values():
        assert len(x) == len(y) > 80
        for pair in np.concatenate([x, y], axis=1):
            assert len(set(pair)) == 14
            assert not set(pair) & set(rows)
            assert all(topical.embedding.words[i].isalpha() for i in pair)


@pytest.mark.parametrize("seed", range(3))
def test_the_words_are_as_frequent_as_those_of_the_test(topical: Space, seed: int) -> None:
    pool, v = pool_from(topical), topical.vectors(topical.four_topics(np.random.default_rng(seed)))
    pairs = drawn(topical, pool, v)
    for each, most in zip(compare(topical, pool, v), (0.15, 1.0), strict=True):
        off = [
            abs(log2(row + 1) - log2(rank + 1))
            for target, chosen in zip(v.targets, pairs[each.kind], strict=True)
            for some in chosen
            for row, rank in zip(some, sorted(target.ranks), strict=True)
        ]
        of_sets = np.split(np.array(off), [800])
        assert each.octaves == pytest.approx(np.mean([part.mean() for part in of_sets]), rel=1e-9)
        assert each.octaves < most
    # What no matching would give:
    any_rows = np.log2(np.random.default_rng(0).integers(6_000, size=10_000) + 1.0)
    assert np.abs(any_rows - np.log2(np.median(v.targets[0].ranks) + 1)).mean() > 0.6


def test_random_words_come_from_a_short_list_around_each_word(topical: Space) -> None:
    """56 words of like rank for each of the 14: four times as many as there are words."""
    pool, v = pool_from(topical, pairs=2_000), topical.vectors(topical.any_words(np.random.default_rng(4)))
    ranks = [np.sort(np.log2(target.ranks + 1.0)) for target in v.targets]
    x = pool.rows[_random_pairs(pool, ranks, free_of(topical, pool, v))[0]]
    for column, rank in zip(x.T, sorted(v.targets[0].ranks), strict=True):
        assert len(set(column)) == 56
        assert np.abs(np.searchsorted(pool.rows, column) - np.searchsorted(pool.rows, rank)).max() <= 28 + sum(SIZES)


def test_topical_sets_are_as_cohesive_as_the_test(topical: Space) -> None:
    pool = pool_from(topical)
    owns, theirs = [], []
    for seed in range(8):
        v = topical.vectors(topical.four_topics(np.random.default_rng(seed)))
        random, topic = compare(topical, pool, v)
        own = np.mean([cohesion_by_hand(target.vectors) for target in v.targets])
        for each in (random, topic):
            assert each.own_cohesion == pytest.approx(own, abs=1e-6)
            chosen = drawn(topical, pool, v)[each.kind]
            by_hand = [np.mean([cohesion_by_hand(topical.embedding.vectors[s]) for s in some]) for some in chosen]
            assert each.cohesion == pytest.approx(np.mean(by_hand), abs=1e-5)
        assert abs(random.cohesion) < 0.03
        owns.append(topic.own_cohesion)
        theirs.append(topic.cohesion)
    assert np.corrcoef(owns, theirs)[0, 1] > 0.9
    assert np.abs(np.array(owns) - theirs).mean() < 0.1
    assert np.ptp(owns) > 0.2  # the tests do differ in cohesion


def test_a_set_of_like_ranks_is_picked_from_the_candidates(topical: Space) -> None:
    pool, rng = pool_from(topical), np.random.default_rng(0)
    near = np.array([rng.choice(len(pool), 20, replace=False) for _ in range(200)])
    ranks = np.sort(np.log2(rng.integers(6_000, size=6) + 1.0))
    free = rng.random(len(pool)) < 0.4
    picked, enough = _like_ranks(pool, near, ranks, free)
    assert enough.tolist() == [free[some].sum() >= 6 for some in near]
    assert 50 < enough.sum() < 200
    ours, best = [], []
    for some, chosen in zip(near[enough], picked[enough], strict=True):
        assert len(set(chosen)) == 6
        assert set(chosen) <= set(some[free[some]])
        cost = np.abs(pool.log_ranks[some[free[some]]][None] - ranks[:, None])
        best.append(cost[scipy.optimize.linear_sum_assignment(cost)].mean())
        ours.append(np.abs(pool.log_ranks[chosen] - ranks).mean())
        assert ours[-1] >= best[-1] - 1e-9
    assert np.mean(ours) < 1.15 * np.mean(best)


# What is said about them


@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
def test_the_share_and_the_quantiles_recounted(topical: Space, alternative: Any) -> None:
    pool, v = pool_from(topical), topical.vectors(topical.four_topics(np.random.default_rng(3)))
    value = value_of(v)
    for each in compare(topical, pool, v, Test(alternative=alternative)):
        x, y = drawn(topical, pool, v)[each.kind]
        values = [
            d_by_hand(scores_by_hand(topical, v, one), scores_by_hand(topical, v, other))
            for one, other in zip(x, y, strict=True)
        ]
        extreme = {
            "greater": sum(d >= value for d in values),
            "less": sum(d <= value for d in values),
            "two-sided": sum(abs(d) >= abs(value) for d in values),
        }[alternative]
        assert (each.sets, each.as_extreme) == (100, extreme)
        assert each.share == pytest.approx((1 + extreme) / 101)
        assert (each.low, each.median, each.high) == pytest.approx(
            tuple(np.quantile(values, [0.05, 0.5, 0.95])), abs=1e-5
        )


@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
def test_the_rejected_against_exact_p_values(topical: Space, alternative: Any) -> None:
    """Counted from 999 splits, so near 0.05 a few may fall on the other side."""
    pool, v = pool_from(topical), topical.vectors(topical.four_topics(np.random.default_rng(5)))
    for each in compare(topical, pool, v, Test(alternative=alternative)):
        both = [[scores_by_hand(topical, v, some) for some in chosen] for chosen in drawn(topical, pool, v)[each.kind]]
        for test, ours in ((Test(alternative=alternative), each.rejected), (TWO_SIDED, each.rejected_two_sided)):
            p = [difference_of_means(x, y, test).estimate for x, y in zip(*both, strict=True)]
            assert ours == pytest.approx(np.mean(np.array(p) < 0.05), abs=0.04)


def test_the_seed_decides(topical: Space) -> None:
    v = topical.vectors(topical.four_topics(np.random.default_rng(0)))
    once, again = (compare(topical, pool_from(topical, seed=1), v) for _ in range(2))
    other = compare(topical, pool_from(topical, seed=2), v)
    assert once == again
    for one, two in zip(once, other, strict=True):
        assert one.median != two.median
        assert one.cohesion == pytest.approx(two.cohesion, abs=0.05)


def test_other_tests_on_the_same_pool_change_nothing(topical: Space) -> None:
    """The neighbours found for a large test serve a small one."""
    rng = np.random.default_rng(0)
    large, small = (
        topical.vectors(topical.any_words(rng, 60), (20, 20, 10, 10)),
        topical.vectors(topical.four_topics(rng)),
    )
    pool = pool_from(topical)
    compare(topical, pool, large)
    assert compare(topical, pool, small) == compare(topical, pool_from(topical), small)


# What they are for


def test_in_a_space_without_structure_random_words_reject_5_per_cent_and_the_share_is_uniform(plain: Space) -> None:
    shares, rejected = [], []
    for seed in range(30):
        v = plain.vectors(plain.any_words(np.random.default_rng(100 + seed)))
        random, _ = compare(plain, pool_from(plain, pairs=60, seed=seed), v)
        shares.append(random.share)
        rejected.append((random.rejected, random.rejected_two_sided))
    assert np.mean(rejected, axis=0) == pytest.approx([0.05, 0.05], abs=0.02)
    assert scipy.stats.kstest(shares, "uniform").pvalue > 0.01


def test_among_topics_a_small_p_is_common_and_only_topical_sets_show_it(topical: Space) -> None:
    """Two sets of two topics differ significantly about every second time. Among random words each of these findings
    looks rare; among sets of other topics it is what one finds."""
    rng = np.random.default_rng(7)
    p, random_shares, topical_shares, rejected = [], [], [], []
    for seed in range(25):
        v = topical.vectors(topical.four_topics(rng))
        random, topic = compare(topical, pool_from(topical, pairs=60, seed=seed), v, TWO_SIDED)
        x, y = weat(v).groups
        p.append(difference_of_means(x, y, TWO_SIDED).estimate)
        rejected.append((random.rejected, topic.rejected))
        random_shares.append(random.share)
        topical_shares.append(topic.share)
    assert np.mean(rejected, axis=0) == pytest.approx([0.05, 0.45], abs=0.1)
    assert all(among_topics > among_random for among_random, among_topics in rejected)
    assert np.mean(np.array(p) < 0.05) > 0.3
    assert np.mean(np.array(random_shares) < 0.05) > 0.3
    assert np.mean(np.array(topical_shares) < 0.05) < 0.15
    assert scipy.stats.kstest(random_shares, "uniform").pvalue < 1e-3
    assert scipy.stats.kstest(topical_shares, "uniform").pvalue > 0.01


# Where there is no comparison


def test_a_small_file_has_no_pool_and_says_how_many_words_it_needs() -> None:
    rng = np.random.default_rng(0)
    words = random_words(2_000, rng)
    for usable, enough in ((LEAST_WORDS - 1, False), (LEAST_WORDS, True)):
        some = [*words[:usable], *(f"{word}-1" for word in words[usable:])]  # names and numbers stand for no word
        reason = pool_of(Embedding.from_arrays(some, rng.normal(size=(2_000, 4))), 20, 0)
        assert isinstance(reason, Pool) == enough
        assert enough or "999 words" in str(reason)


def test_an_alphabetical_file_has_no_pool(plain: Space) -> None:
    order = np.argsort(plain.embedding.words)
    file = Embedding.from_arrays([plain.embedding.words[i] for i in order], plain.embedding.vectors[order])
    reason = pool_of(file, 20, 0)
    assert isinstance(reason, str)
    assert "alphabetical" in reason


def test_the_pool_is_in_order_of_rank_and_keeps_all_of_a_small_file(plain: Space) -> None:
    pool = pool_from(plain)
    assert (np.diff(pool.rows) > 0).all()
    assert (pool.rows[:2_048] == np.arange(2_048)).all()
    assert pool.log_ranks == pytest.approx(np.log2(pool.rows + 1.0))
    assert np.linalg.norm(pool.units, axis=1) == pytest.approx(1, abs=1e-6)


def notices(outcome: Any, code: str = "no-baseline") -> list[str]:
    return [notice.text for notice in outcome.warnings if notice.code == code]


QUICK = Scrutiny(interval="none", baseline=20)


def test_a_run_says_the_reason_in_the_same_words_for_all_tests() -> None:
    space = make_space(300, 0)
    rng = np.random.default_rng(0)
    queries = [space.query(space.any_words(rng), name=f"q{i}") for i in range(3)]
    results = run(space.embedding, queries, scrutiny=QUICK)
    assert [len(notices(outcome)) for outcome in results] == [1, 1, 1]
    (text,) = {text for outcome in results for text in notices(outcome)}
    assert "300 words" in text
    assert all(result.baseline == () for result in results.measured)


def test_a_run_compares_and_has_nothing_to_say(plain: Space) -> None:
    rows = plain.any_words(np.random.default_rng(0))
    results = run(plain.embedding, plain.query(rows), scrutiny=QUICK, test=Test(seed=3))
    (result,) = results.measured
    assert result.baseline == compare(plain, pool_from(plain, 20, seed=3), plain.vectors(rows), Test(seed=3))
    assert notices(result) == []


def test_no_comparison_asked_for_none_made_nothing_said(plain: Space) -> None:
    for space in (plain, make_space(300, 0)):
        query = space.query(space.any_words(np.random.default_rng(0)))
        (result,) = run(space.embedding, query, scrutiny=replace(QUICK, baseline=0)).measured
        assert result.baseline == ()
        assert notices(result) == []


def test_sets_too_large_for_topics_are_compared_with_random_words_only(plain: Space) -> None:
    """Two topical sets of 45 among 2,500 words share one every second time, so not enough pairs are left."""
    rows, sizes = plain.any_words(np.random.default_rng(0), 100), (45, 45, 5, 5)
    left, _ = drawn(plain, pool_from(plain, 20), plain.vectors(rows, sizes))["topical"]
    assert 5 < len(left) < 16
    (result,) = run(plain.embedding, plain.query(rows, sizes), scrutiny=QUICK, test=Test(seconds=0.05)).measured
    assert [each.kind for each in result.baseline] == ["random"]
    assert len(notices(result)) == 1


def test_sets_too_large_for_any_comparison(plain: Space) -> None:
    query = plain.query(plain.any_words(np.random.default_rng(0), 410), (200, 200, 5, 5))
    (result,) = run(plain.embedding, query, scrutiny=QUICK, test=Test(seconds=0.05)).measured
    assert result.baseline == ()
    assert len(notices(result)) == 1


def test_words_that_have_nothing_to_do_with_the_attributes() -> None:
    """Only the test's own words have a score that is not 0: there is nothing to compare with, and that is no failure."""
    rng = np.random.default_rng(0)
    vectors = np.zeros((1_500, 6))
    vectors[:, 2:] = rng.normal(size=(1_500, 4))
    vectors[:20, :2] = rng.normal(size=(20, 2))
    vectors[14:20, 2:] = 0
    space = Space(Embedding.from_arrays(random_words(1_500, rng), vectors), np.empty(0, np.int64))
    (result,) = run(space.embedding, space.query(range(20), (8, 6, 3, 3)), scrutiny=QUICK).measured
    assert result.baseline == ()


# Words without a rank, and sets of one word


def composed(space: Space, rows: Indices) -> Space:
    return Space(composed_space(space.embedding, [space.embedding.words[i] for i in rows]), space.topics)


@pytest.mark.parametrize("n", [3, 14, 24])
def test_composed_words_are_measured_and_compared_and_never_drawn(plain: Space, n: int) -> None:
    """Three of the first target set, all targets, all words of the test."""
    rows = plain.any_words(np.random.default_rng(1))
    query, space = plain.query(rows), composed(plain, rows[:n])
    (before,) = run(plain.embedding, query, scrutiny=QUICK).measured
    (result,) = run(space.embedding, query, scrutiny=QUICK).measured
    assert result.value == before.value
    known = n == 3  # where a whole set is composed, nothing tells how frequent its words are
    assert ("random" in [each.kind for each in result.baseline]) == known
    assert ("no-baseline" in [notice.code for notice in result.warnings]) != known
    assert all(np.isfinite([each.share, each.rejected, each.octaves, each.cohesion]).all() for each in result.baseline)
    drawable = {space.embedding.words[i] for i in pool_from(space).rows}
    assert not drawable & {plain.embedding.words[i] for i in rows[:n]}


def test_composed_words_take_the_middle_rank_of_the_others_in_their_set(plain: Space) -> None:
    rows = plain.any_words(np.random.default_rng(1))
    space = composed(plain, rows[:3])
    v, pool = space.vectors([space.embedding.index[plain.embedding.words[i]] for i in rows]), pool_from(space)
    as_if = [np.array([*[np.median(rows[3:8])] * 3, *rows[3:8]]), rows[8:14]]
    ranks = [np.sort(np.log2(some + 1.0)) for some in as_if]
    x, y = _random_pairs(pool, ranks, free_of(space, pool, v))
    off = [np.abs(pool.log_ranks[chosen] - some).mean() for chosen, some in zip((x, y), ranks, strict=True)]
    assert compare(space, pool, v)[0].octaves == pytest.approx(np.mean(off), rel=1e-9)


def test_sets_of_one_word_have_no_cohesion(plain: Space) -> None:
    query = plain.query(plain.any_words(np.random.default_rng(2), 9), (1, 4, 2, 2))
    (result,) = run(plain.embedding, query, match=Match(min_words=1), scrutiny=QUICK).measured
    assert [each.kind for each in result.baseline] == ["random", "topical"]
    y = plain.embedding.vectors[[plain.embedding.index[word[0]] for word in query.targets[1].words]]
    assert result.baseline[0].own_cohesion == pytest.approx(cohesion_by_hand(y) / 2, abs=1e-6)


def test_a_measure_without_group_effect_is_not_compared(plain: Space, monkeypatch: pytest.MonkeyPatch) -> None:
    from weatherglass.measure.base import MEASURES

    monkeypatch.setitem(MEASURES, "weat", replace(get("weat"), group_effect=None))
    query = plain.query(plain.any_words(np.random.default_rng(0)))
    (result,) = run(plain.embedding, query, scrutiny=QUICK).measured
    assert isinstance(result, Result)
    assert result.baseline == ()
    assert notices(result) == []
