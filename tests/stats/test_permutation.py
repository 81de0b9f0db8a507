"""p-values against brute force, for all sizes, tails and tie rules."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from weatherglass.errors import SpecError
from weatherglass.stats import permutation
from weatherglass.stats.permutation import PValue, Test, difference_of_means


def brute_force(x: list[int], y: list[int], alternative: str, ties: str) -> Fraction:
    """Count partitions one by one, in integers."""
    scores, size = [*x, *y], len(x)

    def difference(chosen: tuple[int, ...]) -> Fraction:
        total = sum(scores[i] for i in chosen)
        return Fraction(total, size) - Fraction(sum(scores) - total, len(scores) - size)

    observed = difference(tuple(range(size)))
    all_of_them = [difference(chosen) for chosen in combinations(range(len(scores)), size)]
    greater = sum(d > observed or (d == observed and ties == "inclusive") for d in all_of_them)
    less = sum(d < observed or (d == observed and ties == "inclusive") for d in all_of_them)
    tail = {"greater": greater, "less": less, "two-sided": 2 * min(greater, less)}[alternative]
    return min(Fraction(1), Fraction(tail, len(all_of_them)))


def p_of(x: list[int], y: list[int], **options: object) -> PValue:
    return difference_of_means(np.array(x, float), np.array(y, float), Test(**options))  # type: ignore[arg-type]


SCORES = st.lists(st.integers(-5, 5), min_size=1, max_size=5)


@settings(max_examples=300, deadline=None)
@given(SCORES, SCORES, st.sampled_from(["greater", "less", "two-sided"]), st.sampled_from(["inclusive", "strict"]))
def test_enumeration_equals_brute_force_with_ties_and_unequal_sizes(
    x: list[int], y: list[int], alternative: str, ties: str
) -> None:
    p = p_of(x, y, alternative=alternative, ties=ties)
    assert p.estimate == pytest.approx(float(brute_force(x, y, alternative, ties)), abs=1e-12)
    assert p.method == "exact"
    assert p.low == p.estimate == p.high
    assert p.partitions == comb(len(x) + len(y), len(x))


def test_agrees_with_scipy() -> None:
    rng = np.random.default_rng(1)
    x, y = rng.normal(0.5, 1, 6), rng.normal(0, 1, 7)
    theirs = stats.permutation_test(
        (x, y), lambda a, b: np.mean(a) - np.mean(b), n_resamples=10**6, alternative="greater"
    )
    assert difference_of_means(x, y, Test()).estimate == pytest.approx(theirs.pvalue, abs=1e-12)


def test_three_against_three_reaches_exactly_one_in_twenty() -> None:
    assert p_of([7, 8, 9], [1, 2, 3]).estimate == 0.05
    assert p_of([7, 8, 9], [1, 2, 3], ties="strict").estimate == 0
    assert p_of([7, 8, 9], [1, 2, 3], alternative="two-sided").estimate == 0.1


def test_sampling_is_seeded_bounded_and_close(monkeypatch: pytest.MonkeyPatch) -> None:
    x, y = [3, 1, 4, 1, 5, 9], [2, 6, 5, 3, 5, 8]
    exact = p_of(x, y)
    monkeypatch.setattr(permutation, "ENUMERATED", 0)
    sampled = p_of(x, y, n=50_000, seed=3)
    assert sampled.method == "sampled"
    assert sampled.partitions == 50_000
    assert sampled == p_of(x, y, n=50_000, seed=3)
    assert sampled != p_of(x, y, n=50_000, seed=4)
    assert sampled.low <= exact.estimate <= sampled.high
    assert sampled.high - sampled.low < 0.02


@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
def test_sampled_bounds_hold_the_exact_value_in_99_of_100(alternative: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=6), rng.normal(size=6)
    exact = difference_of_means(x, y, Test(alternative=alternative)).estimate  # type: ignore[arg-type]
    monkeypatch.setattr(permutation, "ENUMERATED", 0)
    inside = 0
    for seed in range(300):
        p = difference_of_means(x, y, Test(alternative=alternative, n=400, seed=seed))  # type: ignore[arg-type]
        inside += p.low <= exact <= p.high
    assert (
        inside >= 294
    )  # 297 are expected; fewer than 294 has probability 0.033 at exactly 99 %, and the bounds are wider


def test_sampled_p_is_never_zero_when_inclusive_and_plain_share_when_strict() -> None:
    x, y = np.arange(100.0, 125.0), np.arange(25.0)
    inclusive = difference_of_means(x, y, Test(n=1000))
    strict = difference_of_means(x, y, Test(n=1000, ties="strict"))
    assert inclusive.estimate == pytest.approx(1 / 1001)
    assert strict.estimate == 0
    assert inclusive.low == 0 < inclusive.high < 0.01


def test_clopper_pearson_agrees_with_scipy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(permutation, "ENUMERATED", 0)
    x, y = [3, 1, 4, 1, 5, 9], [2, 6, 5, 3, 5, 8]
    p = p_of(x, y, n=1000)
    hits = round(p.estimate * 1001) - 1
    theirs = stats.binomtest(hits, 1000).proportion_ci(0.99, method="exact")
    assert (p.low, p.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"alternative": "larger"}, "alternative='larger'"),
        ({"ties": "some"}, "ties='some'"),
        ({"n": 0}, "n=0"),
        ({"seed": -1}, "seed=-1"),
    ],
)
def test_bad_options_are_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        Test(**changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(("x", "y"), [([], [1.0]), ([1.0], []), ([np.nan], [1.0]), ([1.0], [np.inf])])
def test_bad_scores_are_refused(x: list[float], y: list[float]) -> None:
    with pytest.raises(SpecError):
        difference_of_means(np.array(x), np.array(y), Test())
