"""The interval of a share of right answers: its variance by a double loop, its limits, and how often it holds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import t as student

from weatherglass.errors import SpecError
from weatherglass.stats import shares
from weatherglass.stats.shares import share_interval

Indices = NDArray[np.int64]


def all_pairs(n: int) -> Indices:
    return np.argwhere(~np.eye(n, dtype=bool))


def wilson(share: float, worth: float, t: float) -> tuple[float, float]:
    """The roots of (share − p)² = t²·p(1 − p)/worth."""
    roots = np.roots([1 + t * t / worth, -(2 * share + t * t / worth), share * share])
    return float(min(roots)), float(max(roots))


@given(st.integers(0, 10_000), st.booleans())
@settings(max_examples=30)
def test_the_variance_is_that_of_a_double_loop(seed: int, two_kinds: bool) -> None:
    rng = np.random.default_rng(seed)
    units = rng.permutation(all_pairs(6))[:20]
    units[rng.random(20) < 0.2, 1] = -1
    kinds = (np.arange(20) % 2) * int(two_kinds)
    hits = (rng.random(20) < 0.5).astype(float)
    means = [hits[kinds == kind].mean() for kind in kinds]
    residuals = hits - np.array(means)
    total = 0.0
    for i in range(20):
        for j in range(20):
            common = (set(units[i].tolist()) & set(units[j].tolist())) - {-1}
            total += residuals[i] * residuals[j] * bool(common)
    assert shares._variance(hits, kinds, units) == pytest.approx(max(total, 0.0) / 400)


def test_an_interval_by_hand() -> None:
    """Four pairs, twelve questions; those about the first pair are wrong, so the answers of a pair go together."""
    units = all_pairs(4)
    right = ~(units == 0).any(axis=1)  # 6 of 12
    # Residuals ±1/2. First pair: 6 questions, sum −3. Each other pair: 2 wrong, 4 right, sum +1. Every two pairs: two questions
    # either way round, sum ±1. So the variance is (9 + 3·1 − 6·1)/144 = 1/24, and with 4/(4 − 2) it is 1/12.
    assert shares._variance(right.astype(float), np.zeros(12, int), units) == pytest.approx(1 / 24)
    # 1/12 : 1/4 = 1/3 would be worth 3 questions; the worst case, two that share no pair, counts like one of six wrong answers.
    worth = 1 / ((6 * (1 / 3) + 1 / 2) / 7)
    found = share_interval(right, units)
    assert found is not None
    assert (found.low, found.high) == pytest.approx(wilson(0.5, worth, float(student.ppf(0.975, 3))))
    assert (found.level, found.method) == (0.95, "clustered Wilson")


@pytest.mark.parametrize("outcome", [True, False])
def test_answers_that_are_all_alike_show_no_spread_so_the_worst_case_counts(outcome: bool) -> None:
    found = share_interval(np.full(240, outcome), all_pairs(16))
    assert found is not None
    edge = 8 / (8 + float(student.ppf(0.975, 15)) ** 2)  # of eight questions without a common pair
    assert (found.low, found.high) == pytest.approx((edge, 1.0) if outcome else (0.0, 1 - edge))


@pytest.mark.parametrize("outcome", [True, False])
def test_rounding_does_not_put_the_share_outside(outcome: bool) -> None:
    """All right or all wrong: Wilson's end is 0 or 1 up to the last bit, on either side of it."""
    for n in range(4, 60):
        for level in (0.5, 0.8, 0.9, 0.95, 0.99):
            found = share_interval(np.full(n, outcome), np.arange(n)[:, np.newaxis], level=level)
            assert found is not None
            assert 0 <= found.low <= float(outcome) <= found.high <= 1


def test_one_wrong_answer_does_not_make_it_sure() -> None:
    right = np.ones(240, bool)
    perfect = share_interval(right, all_pairs(16))
    right[0] = False
    found = share_interval(right, all_pairs(16))
    assert found is not None
    assert perfect is not None
    assert perfect.low < found.low < 0.9
    assert found.high < 1


def test_questions_of_one_unit_each_and_of_their_own() -> None:
    """A unit per question: nothing goes together, so it is Wilson's interval with nearly all questions."""
    rng = np.random.default_rng(0)
    right = rng.random(400) < 0.6
    found = share_interval(right, np.arange(400)[:, np.newaxis])
    assert found is not None
    assert (found.low, found.high) == pytest.approx(wilson(right.mean(), 400, 1.96), abs=0.003)
    grouped = share_interval(right, np.repeat(np.arange(20), 20)[:, np.newaxis])
    assert grouped is not None
    same = share_interval(np.repeat(rng.random(20) < 0.6, 20), np.repeat(np.arange(20), 20)[:, np.newaxis])
    assert same is not None
    assert same.high - same.low > 3 * (found.high - found.low)


def test_units_whose_answers_are_all_alike_are_worth_a_question_each_and_no_less() -> None:
    """Six units, three always right and three never: their variance would count them as four, which no sharing can do."""
    units = np.repeat(np.arange(6), 20)
    found = share_interval(units < 3, units[:, np.newaxis])
    assert found is not None
    assert (found.low, found.high) == pytest.approx(wilson(0.5, 6, float(student.ppf(0.975, 5))))


@given(st.integers(0, 10_000), st.integers(4, 9), st.floats(0, 1))
@settings(max_examples=60)
def test_it_holds_the_share_and_stays_between_0_and_1(seed: int, n: int, p: float) -> None:
    rng = np.random.default_rng(seed)
    units = all_pairs(n)
    right = rng.random(len(units)) < p
    found = share_interval(right, units)
    assert found is not None
    assert 0 <= found.low <= right.mean() <= found.high <= 1
    narrower = share_interval(right, units, level=0.5)
    assert narrower is not None
    assert found.low <= narrower.low <= narrower.high <= found.high


def test_too_few_units_give_none() -> None:
    assert share_interval(np.ones(6, bool), all_pairs(3)) is None
    kinds = np.repeat(np.arange(4), 2)  # two pairs of each kind
    units = np.array([[2 * k, 2 * k + 1] for k in kinds])
    assert share_interval(np.ones(8, bool), units, kinds) is None
    with pytest.raises(SpecError, match="level=1"):
        share_interval(np.ones(6, bool), all_pairs(3), level=1)


def test_kinds_that_are_given_do_not_widen_it() -> None:
    """One kind is always right, the other never: which kinds there are is not left to chance."""
    units = np.concatenate([all_pairs(12), all_pairs(12) + 12])
    kinds = np.repeat([0, 1], 132)
    right = kinds == 0
    drawn, given_kinds = share_interval(right, units), share_interval(right, units, kinds)
    assert drawn is not None
    assert given_kinds is not None
    assert given_kinds.high - given_kinds.low < 0.5 * (drawn.high - drawn.low)


def test_it_holds_about_as_often_as_it_says() -> None:
    rng = np.random.default_rng(0)
    units = all_pairs(15)
    held = naive = 0
    for _ in range(400):
        ease = 1.5 * rng.standard_normal((2, 15))
        right = rng.random(len(units)) < 1 / (1 + np.exp(-ease[0, units[:, 0]] - ease[1, units[:, 1]]))
        found, alone = share_interval(right, units), share_interval(right, np.arange(420).reshape(-1, 2))
        assert found is not None
        assert alone is not None
        held += found.low <= 0.5 <= found.high
        naive += alone.low <= 0.5 <= alone.high
    assert 0.91 < held / 400 < 0.99
    assert naive / 400 < 0.75
