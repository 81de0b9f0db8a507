"""p-values against brute force, for all sizes, tails, tie rules and methods."""

from __future__ import annotations

import math
import subprocess
import sys
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from weatherglass.errors import SpecError
from weatherglass.stats import counting, lattice, sampling
from weatherglass.stats.design import Design, Tail, design_of
from weatherglass.stats.permutation import PValue, Test, difference_of_means, smallest_p

ALTERNATIVES = ["greater", "less", "two-sided"]
TIES = ["inclusive", "strict"]


def brute_force(x: list[float], y: list[float], alternative: str, ties: str) -> Fraction:
    """Count partitions one by one; fractions hold floating-point numbers exactly."""
    scores, size = [Fraction(s) for s in [*x, *y]], len(x)

    def difference(chosen: tuple[int, ...]) -> Fraction:
        total = sum((scores[i] for i in chosen), Fraction(0))
        return total / size - (sum(scores) - total) / (len(scores) - size)

    observed = difference(tuple(range(size)))
    all_of_them = [difference(chosen) for chosen in combinations(range(len(scores)), size)]
    greater = sum(d > observed or (d == observed and ties == "inclusive") for d in all_of_them)
    less = sum(d < observed or (d == observed and ties == "inclusive") for d in all_of_them)
    tail = {"greater": greater, "less": less, "two-sided": 2 * min(greater, less)}[alternative]
    return min(Fraction(1), Fraction(tail, len(all_of_them)))


def p_of(x: list[float], y: list[float], **options: object) -> PValue:
    return difference_of_means(np.array(x, float), np.array(y, float), Test(**options))  # type: ignore[arg-type]


def grid_count(design: Design) -> tuple[int, int]:
    """Groups above the observed sum by more than the band, and not below it by more: one by one, on the integers."""
    sums = [
        sum(int(design.values[i]) for i in chosen) for chosen in combinations(range(len(design.values)), design.size)
    ]
    return (
        sum(s > design.observed + design.band for s in sums),
        sum(s >= design.observed - design.band for s in sums),
    )


MANY_TIES = st.lists(st.integers(-5, 5).map(float), min_size=1, max_size=6)
ANY = st.lists(st.floats(-1, 1, width=32) | st.floats(-1e-3, 1e-3), min_size=1, max_size=6)


@settings(max_examples=300)
@given(MANY_TIES, MANY_TIES, st.sampled_from(ALTERNATIVES), st.sampled_from(TIES))
def test_counting_equals_brute_force_with_many_ties(
    x: list[float], y: list[float], alternative: str, ties: str
) -> None:
    p = p_of(x, y, alternative=alternative, ties=ties)
    assert p.method == "exact"
    assert p.low == p.estimate == p.high == float(brute_force(x, y, alternative, ties))
    assert p.partitions == comb(len(x) + len(y), len(x))


@settings(max_examples=300)
@given(ANY, ANY, st.sampled_from(ALTERNATIVES), st.sampled_from(TIES))
def test_any_scores_are_exact_or_bounded(x: list[float], y: list[float], alternative: str, ties: str) -> None:
    true = float(brute_force(x, y, alternative, ties))
    p = p_of(x, y, alternative=alternative, ties=ties)
    assert p.low <= p.estimate <= p.high
    assert p.low <= true <= p.high
    if p.method == "exact":
        assert p.estimate == true


@pytest.mark.parametrize(("n", "m"), list(product(range(1, 7), repeat=2)))
def test_every_size_up_to_six(n: int, m: int) -> None:
    rng = np.random.default_rng(10 * n + m)
    for scores in (rng.normal(size=n + m), rng.integers(-2, 3, n + m) / 4):
        x, y = list(scores[:n]), list(scores[n:])
        for alternative, ties in product(ALTERNATIVES, TIES):
            exact = p_of(x, y, alternative=alternative, ties=ties)
            assert exact.method == "exact"
            assert exact.estimate == float(brute_force(x, y, alternative, ties))
            bounded = p_of(x, y, alternative=alternative, ties=ties, method="certified")
            assert bounded.method == "certified"
            assert bounded.low <= exact.estimate <= bounded.high


@settings(max_examples=60)
@given(st.integers(1, 8), st.integers(1, 8), st.integers(0, 2**32 - 1), st.booleans())
def test_compiled_and_numpy_and_enumeration_agree_on_the_same_integers(n: int, m: int, seed: int, ties: bool) -> None:
    rng = np.random.default_rng(seed)
    scores = (rng.integers(-3, 4, n + m) * 0.1 if ties else rng.normal(size=n + m)).astype(np.float64)
    design = design_of(scores[:n], scores[n:])
    by_hand = grid_count(design)
    assert counting._beyond(design, compiled=False) == by_hand
    assert counting._beyond(design, compiled=True) == by_hand


@settings(max_examples=60)
@given(st.integers(1, 8), st.integers(1, 8), st.integers(0, 2**32 - 1))
def test_counting_by_score_agrees_with_enumeration(n: int, m: int, seed: int) -> None:
    scores = (np.random.default_rng(seed).integers(-1, 3, n + m) * 0.1).astype(np.float64)
    design = design_of(scores[:n], scores[n:])
    assert counting._beyond_by_score(design) == grid_count(design)


@pytest.mark.parametrize(("ups", "n", "downs", "m"), [(40, 80, 35, 79), (3, 4, 77, 155), (200, 500, 150, 600)])
def test_two_scores_are_counted_whatever_the_number_of_words(ups: int, n: int, downs: int, m: int) -> None:
    from scipy.stats import hypergeom

    x = [1.0] * ups + [-1.0] * (n - ups)
    y = [1.0] * downs + [-1.0] * (m - downs)
    p = p_of(x, y, alternative="greater")
    assert p.method == "exact"
    assert p.estimate == pytest.approx(hypergeom(n + m, ups + downs, n).sf(ups - 1), rel=1e-9)


@pytest.mark.parametrize(("n", "m"), [(14, 14), (13, 16), (4, 60), (1, 300), (2, 100)])
def test_numpy_and_compiled_agree_on_larger_designs(n: int, m: int) -> None:
    rng = np.random.default_rng(n)
    design = design_of(rng.normal(0.3, 1, n), rng.normal(size=m))
    assert counting._beyond(design, compiled=False) == counting._beyond(design, compiled=True)


def tails(design: Design, tail: Tail) -> list[tuple[float, float]]:
    shares = (tail.above, tail.upwards, tail.below, tail.downwards)
    return [(low / tail.total, high / tail.total) for low, high in shares]


@settings(max_examples=40)
@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 2**32 - 1), st.sampled_from([1e-9, 1e-5, 2.0]))
def test_lattice_bounds_hold_the_exact_share_whatever_the_cells(n: int, m: int, seed: int, seconds: float) -> None:
    """Few seconds give coarse cells, so the bounds are wide; they must hold all the same."""
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=n + m) if seed % 2 else rng.integers(-4, 5, n + m) / 8
    design = design_of(scores[:n], scores[n:])
    exact, bounds = counting.count(design), lattice.bound(design, seconds)
    for (low, high), (true, same) in zip(tails(design, bounds), tails(design, exact), strict=True):
        assert true == same
        assert low <= true * (1 + 1e-12)
        assert true <= high * (1 + 1e-12)


@pytest.mark.parametrize("seconds", [1e-4, 0.01, 1.0])
@pytest.mark.parametrize(("n", "m"), [(23, 23), (24, 21), (20, 25), (10, 40), (5, 90)])
def test_lattice_with_several_stages_holds_the_exact_share(n: int, m: int, seconds: float) -> None:
    """Halves of more than twenty words need the stages that add four words at once."""
    rng = np.random.default_rng(n * m)
    for shift in (-0.8, 0.0, 0.4, 1.5):
        design = design_of(rng.normal(shift, 1, n), rng.standard_t(3, m))
        exact, bounds = counting.count(design), lattice.bound(design, seconds)
        for (low, high), (true, _) in zip(tails(design, bounds), tails(design, exact), strict=True):
            assert low <= true <= high


def test_finer_cells_give_narrower_bounds() -> None:
    rng = np.random.default_rng(5)
    design = design_of(rng.normal(0.4, 1, 32), rng.normal(size=32))
    widths = [
        high / low - 1 for seconds in (0.001, 0.01, 2.0) for low, high in [lattice.bound(design, seconds).upwards]
    ]
    assert widths[0] > widths[1] > widths[2]
    assert widths[2] < 1e-3


@pytest.mark.parametrize(("n", "most"), [(32, 1e-3), (100, 2e-2)])
def test_widths_promised_for_large_designs(n: int, most: float) -> None:
    """For p near 1e-6, where relative widths are largest of those promised."""
    rng = np.random.default_rng(n)
    noise = rng.normal(size=2 * n)
    noise = (noise - noise.mean()) / noise.std()
    x, y = noise[:n] - noise[:n].mean() + 4.9 / math.sqrt(2 * n), noise[n:] - noise[n:].mean() - 4.9 / math.sqrt(2 * n)
    p = difference_of_means(x, y)
    assert p.method == "certified"
    assert 1e-7 < p.estimate < 1e-4
    assert (p.high - p.low) / p.estimate <= most


def test_scores_of_very_different_size_give_an_interval_where_the_grid_cannot_tell() -> None:
    x, y = [1e6, 1e-12], [1e6, 3e-12]
    p = p_of(x, y)
    assert p.method == "certified"
    assert p.low < p.high
    assert p.low <= float(brute_force(x, y, "greater", "inclusive")) <= p.high
    assert p.estimate == (p.low + p.high) / 2


def test_equal_scores_tie_for_certain_where_the_grid_cannot_tell() -> None:
    """Of six splits four have a word of each kind, as the observed one has; one lies above."""
    p = p_of([1e6, 1e-12], [1e6, 1e-12])
    assert (p.method, p.estimate) == ("exact", float(Fraction(5, 6)))
    assert p_of([1e6, 1e-12], [1e6, 1e-12], ties="strict").estimate == float(Fraction(1, 6))


@pytest.mark.parametrize(
    ("x", "y"),
    [
        ([2.0**1000, 1e-300], [2.0**1000, 0.0]),  # the small score vanishes when scaled
        ([2.0**60, 2.0**-1060], [2.0**60, 0.0]),
        ([2.0**43 + 0.25, 0.25 + 2.0**-54], [0.25, 0.25]),  # errors that nearly cancel
        ([2.0**43 + 0.25, 0.25], [0.25 + 2.0**-54, 0.25]),
        ([9007199254740996.0, 9007199254740992.0], [9007199254740998.0, 9007199254740996.0, 9007199254740996.0]),
        ([5e-324, 0.0], [-5e-324, 0.0, 1.7e308]),
        ([-0.0, 1.0], [0.0, 1.0]),
    ],
)
@pytest.mark.parametrize("method", ["exact", "certified"])
def test_scores_made_to_break_the_rounding(x: list[float], y: list[float], method: str) -> None:
    for alternative, ties in product(ALTERNATIVES, TIES):
        true = float(brute_force(x, y, alternative, ties))
        p = p_of(x, y, alternative=alternative, ties=ties, method=method)
        assert p.low <= true <= p.high
        if p.method == "exact":
            assert p.estimate == true


def test_decimal_scores_that_tie_only_on_paper() -> None:
    """0.1 + 0.2 and 0.3 + 0.0 differ as floating-point numbers by less than can be told: an interval, not a guess."""
    p = p_of([0.1, 0.2], [0.3, 0.0])
    assert (p.method, p.low, p.high) == ("certified", 3 / 6, 4 / 6)
    assert p_of([0.125, 0.25], [0.375, 0.0]).estimate == 4 / 6


def test_all_scores_equal() -> None:
    for method in ("exact", "certified"):
        assert p_of([0.3] * 4, [0.3] * 5, method=method).high == 1
        assert p_of([0.3] * 4, [0.3] * 5, method=method, ties="strict").low == 0
    assert p_of([0.3] * 4, [0.3] * 5).estimate == 1
    assert p_of([0.0], [0.0]).estimate == 1


def test_separated_sets_of_25_reach_the_floor_exactly() -> None:
    x, y = list(np.arange(100.0, 125.0)), list(np.arange(25.0))
    p = p_of(x, y)
    assert (p.method, p.partitions) == ("exact", comb(50, 25))
    assert p.estimate == p.floor == 1 / comb(50, 25)
    assert p_of(x, y, ties="strict").estimate == 0
    assert p_of(y, x).estimate == 1
    assert p_of(x, y, alternative="two-sided").estimate == 2 / comb(50, 25)


def test_a_known_count_for_25_and_25() -> None:
    """0 … 49 split: how many 25-subsets have a sum of at least s is a coefficient of a Gaussian binomial."""
    x, y = list(range(20, 45)), [*range(20), *range(45, 50)]
    counts = [1] + [0] * 1300  # of subsets by (size, sum), one number after the other
    table = [counts.copy() if k == 0 else [0] * 1301 for k in range(26)]
    for value in range(50):
        for k in range(25, 0, -1):
            for s in range(1300, value - 1, -1):
                table[k][s] += table[k - 1][s - value]
    expected = sum(table[25][sum(x) :])
    p = p_of([float(v) for v in x], [float(v) for v in y])
    assert p.method == "exact"
    assert p.estimate == expected / comb(50, 25)


def test_one_word_against_very_many_is_its_rank() -> None:
    y = list(np.random.default_rng(4).normal(size=1500))
    p = p_of([1.0], y)
    assert (p.method, p.partitions) == ("exact", 1501)
    assert p.estimate == (1 + sum(v >= 1.0 for v in y)) / 1501


def test_turning_the_scores_round_turns_the_tails_round() -> None:
    rng = np.random.default_rng(3)
    x, y = list(rng.normal(size=7)), list(rng.normal(size=11))
    for ties in TIES:
        assert p_of(x, y, ties=ties).estimate == p_of(y, x, ties=ties, alternative="less").estimate
        turned = p_of([-v for v in x], [-v for v in y], ties=ties, alternative="less")
        assert p_of(x, y, ties=ties).estimate == turned.estimate


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


@pytest.mark.parametrize(
    ("n", "m", "options", "floor"),
    [
        (3, 3, {}, 1 / 20),
        (3, 3, {"alternative": "two-sided"}, 1 / 10),
        (3, 3, {"ties": "strict"}, 0.0),
        (8, 8, {"alternative": "less"}, 1 / 12870),
        (1, 1, {"alternative": "two-sided"}, 1.0),
    ],
)
def test_floor(n: int, m: int, options: dict[str, str], floor: float) -> None:
    assert smallest_p(n, m, Test(**options)) == floor  # type: ignore[arg-type]
    best, other = list(np.arange(n) + 100.0), list(np.arange(m) * 1.0)
    if options.get("alternative") == "less":
        best, other = other, best
    assert p_of(best, other, **options).estimate == floor


@pytest.mark.parametrize("seconds", [1e-9, 2.0])
def test_certified_bounds_do_not_fall_below_the_floor(seconds: float) -> None:
    """The observed partition is one of them for certain, even where no cell is."""
    p = p_of(list(np.arange(100.0, 108.0)), list(np.arange(8.0)), method="certified", seconds=seconds)
    assert p.low == p.floor == 1 / comb(16, 8)
    assert p.high == pytest.approx(p.low)


def test_sampling_is_seeded_bounded_and_close() -> None:
    x, y = [3.0, 1, 4, 1, 5, 9], [2.0, 6, 5, 3, 5, 8]
    exact = p_of(x, y)
    sampled = p_of(x, y, method="sampled", n=50_000, seed=3)
    assert sampled.method == "sampled"
    assert sampled.partitions == 50_000
    assert sampled == p_of(x, y, method="sampled", n=50_000, seed=3)
    assert sampled != p_of(x, y, method="sampled", n=50_000, seed=4)
    assert sampled.low <= exact.estimate <= sampled.high
    assert sampled.high - sampled.low < 0.02


@pytest.mark.parametrize(("alternative", "ties"), list(product(ALTERNATIVES, TIES)))
def test_sampling_converges_to_the_exact_value(alternative: str, ties: str) -> None:
    x, y = [3.0, 1, 4, 1, 5, 9, 2], [2.0, 6, 5, 3]
    options = {"alternative": alternative, "ties": ties}
    exact = p_of(x, y, **options).estimate
    for n, most in ((10_000, 0.03), (1_000_000, 0.003), (20_000_000, 0.0006)):
        sampled = p_of(x, y, method="sampled", n=n, seed=1, **options)
        assert sampled.estimate == pytest.approx(exact, abs=most)  # over five standard errors
        assert sampled.low <= exact <= sampled.high


def test_every_group_is_drawn_equally_often() -> None:
    """Powers of two make each group's sum its name: 4 of 8 words, 70 groups, the same draws under 70 thresholds."""
    values = 2 ** np.arange(8)
    sums = sorted(int(values[list(chosen)].sum()) for chosen in combinations(range(8), 4))
    n = 700_000
    above = [sampling.draw(Design(values, 4, s, band=0, same=1, flipped=False), n, seed=7).above for s in sums]
    drawn = [n - above[0], *(more - fewer for more, fewer in pairwise(above))]
    assert sum(drawn) == n
    assert stats.chisquare(drawn).pvalue > 0.001


def test_sampled_bounds_hold_the_exact_value_in_99_of_100() -> None:
    rng = np.random.default_rng(0)
    x, y = list(rng.normal(size=6)), list(rng.normal(size=6))
    for alternative in ALTERNATIVES:
        exact = p_of(x, y, alternative=alternative).estimate
        inside = sum(
            p.low <= exact <= p.high
            for seed in range(300)
            for p in [p_of(x, y, alternative=alternative, method="sampled", n=400, seed=seed)]
        )
        # 297 are expected; fewer than 294 has probability 0.033 at exactly 99 %, and the bounds are wider
        assert inside >= 294


def test_sampled_p_is_never_zero_when_inclusive_and_plain_share_when_strict() -> None:
    x, y = list(np.arange(100.0, 125.0)), list(np.arange(25.0))
    inclusive = p_of(x, y, method="sampled", n=1000)
    strict = p_of(x, y, method="sampled", n=1000, ties="strict")
    assert inclusive.estimate == inclusive.floor == 1 / 1001
    assert strict.estimate == 0
    assert inclusive.low == 0 < inclusive.high < 0.01


def test_clopper_pearson_agrees_with_scipy() -> None:
    p = p_of([3, 1, 4, 1, 5, 9], [2, 6, 5, 3, 5, 8], method="sampled", n=1000)
    hits = round(p.estimate * 1001) - 1
    theirs = stats.binomtest(hits, 1000).proportion_ci(0.99, method="exact")
    assert (p.low, p.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)
    both = p_of([3, 1, 4, 1, 5, 9], [2, 6, 5, 3, 5, 8], method="sampled", n=1000, alternative="less")
    two = p_of([3, 1, 4, 1, 5, 9], [2, 6, 5, 3, 5, 8], method="sampled", n=1000, alternative="two-sided")
    fewer = round(min(p.estimate, both.estimate) * 1001) - 1
    theirs = stats.binomtest(fewer, 1000).proportion_ci(0.995, method="exact")  # half of the error for each tail
    assert (two.low, two.high) == pytest.approx((2 * theirs.low, 2 * theirs.high), abs=1e-12)


def test_the_method_follows_size_and_time() -> None:
    rng = np.random.default_rng(2)

    def method(words: int, **options: object) -> str:
        return p_of(list(rng.normal(size=words)), list(rng.normal(size=words)), **options).method

    assert method(25) == "exact"
    assert method(25, seconds=0.05) == "certified"
    assert method(32) == "certified"
    assert method(32, seconds=1e-4, n=1000) == "sampled"  # the bounds would be wide
    assert method(600, n=1000) == "sampled"  # more words than a lattice can hold


def test_methods_that_cannot_be_had_are_refused_with_a_way_out() -> None:
    with pytest.raises(SpecError, match=r"30 \+ 40 words are too many to count; give 'certified'"):
        p_of(list(map(float, range(40))), list(map(float, range(30))), method="exact")
    with pytest.raises(SpecError, match="more than 1000; give 'sampled'"):
        p_of([1.0] * 600, [2.0] * 600, method="certified")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"alternative": "larger"}, "alternative='larger': give 'greater', 'less' or 'two-sided'"),
        ({"ties": "some"}, "ties='some'"),
        ({"method": "quick"}, "method='quick'"),
        ({"n": 0}, "n=0"),
        ({"seed": -1}, "seed=-1"),
        ({"n": 10.5}, "n=10.5: give a whole number"),
        ({"seed": 1.5}, "seed=1.5: give a whole number"),
        ({"seconds": 0.0}, "seconds=0"),
        ({"seconds": math.nan}, "seconds=nan"),
    ],
)
def test_bad_options_are_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        Test(**changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("x", "y", "message"),
    [
        ([], [1.0], "the first group has none"),
        ([1.0], [], "the second group has none"),
        ([np.nan, 1.0], [1.0], "1 of 2 in the first group are not"),
        ([1.0], [np.inf], "1 of 1 in the second group are not"),
    ],
)
def test_bad_scores_are_refused(x: list[float], y: list[float], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        p_of(x, y)


def test_tables_of_scores_are_refused() -> None:
    with pytest.raises(SpecError, match=r"the first has shape \(2, 3\)"):
        difference_of_means(np.zeros((2, 3)), np.zeros(3))


def test_small_designs_do_not_load_the_compiler() -> None:
    code = (
        "import sys, numpy as np; from weatherglass.stats.permutation import difference_of_means as p\n"
        "p(np.arange(12.), np.arange(12.) ** 2); assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
