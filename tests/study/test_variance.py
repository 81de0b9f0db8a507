"""Variance components: against statsmodels, and recovered from simulation with known ones."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest
import statsmodels.api as sm
from scipy import stats

from tests.study.made import crossed, frame, row, seeds
from weatherglass.study.reading import read_study
from weatherglass.study.studied import Studied
from weatherglass.study.variance import (
    CONFOUNDED,
    NOT_CROSSED,
    ONE_MODEL,
    ONE_SAMPLE,
    ONE_SEED,
    ORDER_CONFOUNDED,
    SAME_COUNTS,
    TOO_LARGE,
    components,
    variations,
)


@pytest.mark.parametrize("repeats", [1, 3])
def test_components_come_from_the_mean_squares_of_the_analysis_of_variance(repeats: int) -> None:
    rng = np.random.default_rng(4)
    a, b = 6, 4
    block = rng.standard_normal((a, 1, 1)) + 0.5 * rng.standard_normal((1, b, 1)) + rng.standard_normal((a, b, repeats))
    y = block.ravel()
    rows, columns = (index.ravel() for index in np.indices(block.shape)[:2])
    of_a, of_b, of_cell = (np.eye(n)[i][:, 1:] for n, i in ((a, rows), (b, columns), (a * b, b * rows + columns)))

    def left(*parts: np.ndarray) -> float:
        return float(sm.OLS(y, np.column_stack([np.ones(len(y)), *parts])).fit().ssr)

    nothing, with_a, with_both, with_cells = left(), left(of_a), left(of_a, of_b), left(of_cell)
    ms_a, ms_b = (nothing - with_a) / (a - 1), (with_a - with_both) / (b - 1)
    ms_ab = (with_both - with_cells) / ((a - 1) * (b - 1))
    ms_e = with_cells / (a * b * (repeats - 1)) if repeats > 1 else 0.0
    sample, seed, rest, training, p = components(block)
    assert sample.variance == pytest.approx(max(0.0, (ms_a - ms_ab) / (b * repeats)))
    assert seed.variance == pytest.approx(max(0.0, (ms_b - ms_ab) / (a * repeats)))
    assert rest.variance == pytest.approx(ms_ab / repeats + (1 - 1 / repeats) * ms_e)
    unclipped = (ms_b - ms_ab) / (a * repeats)
    assert training.variance == pytest.approx(unclipped + rest.variance)
    assert p == pytest.approx(stats.f.sf(ms_a / ms_ab, a - 1, (a - 1) * (b - 1)))


def test_known_components_are_recovered_and_intervals_hold() -> None:
    """2,000 studies of ten samples and five seeds: unbiased, and 95 % intervals that hold in about 95 %."""
    rng = np.random.default_rng(0)
    a, b, true = 10, 5, (0.04, 0.01, 0.0225)
    found = np.empty((2000, 4))
    held = np.zeros((2000, 4), bool)
    for i in range(len(found)):
        block = (
            math.sqrt(true[0]) * rng.standard_normal((a, 1, 1))
            + math.sqrt(true[1]) * rng.standard_normal((1, b, 1))
            + math.sqrt(true[2]) * rng.standard_normal((a, b, 1))
        )
        parts = components(block)[:4]
        for j, (part, truth) in enumerate(zip(parts, (*true, true[1] + true[2]), strict=True)):
            found[i, j] = part.variance
            assert part.interval is not None
            held[i, j] = part.interval[0] <= truth <= part.interval[1]
    assert found[:, [0, 2, 3]].mean(axis=0) == pytest.approx([0.04, 0.0225, 0.0325], rel=0.03)
    assert found[:, 1].mean() == pytest.approx(0.01, rel=0.1)  # cut at 0, so a little too large
    share = held.mean(axis=0)
    assert (share > 0.93).all(), share
    assert (share < 0.975).all(), share


def test_the_f_test_keeps_its_level_and_negative_components_are_set_to_zero() -> None:
    rng = np.random.default_rng(1)
    results = [components(rng.standard_normal((8, 3, 1))) for _ in range(1000)]
    assert np.mean([p < 0.05 for *_, p in results if p is not None]) == pytest.approx(0.05, abs=0.02)
    negative = [sample for sample, *_ in results if sample.negative]
    assert 300 < len(negative) < 700
    for sample in negative:
        assert sample.variance == 0
        assert sample.interval is not None
        assert sample.interval[0] == 0


def test_one_seed_says_that_sample_and_seed_are_confounded() -> None:
    (v,) = variations(crossed(10, 1, (0.2, 0.0, 0.1), np.random.default_rng(0)))
    assert v.reason == CONFOUNDED
    assert v.sample is v.seed is v.rest is v.training is None
    assert v.raw_sd is not None
    assert v.fresh_sd == pytest.approx(v.raw_sd / math.sqrt(0.9))
    assert v.fresh_at_most
    (v,) = variations(crossed(10, 1, (0.2, 0.0, 0.1), np.random.default_rng(0), sample="permutation", rate=1.0))
    assert v.reason == ORDER_CONFOUNDED
    assert v.fresh_sd is None


def test_only_the_part_of_the_sample_is_corrected_for_overlap() -> None:
    (v,) = variations(crossed(8, 4, (0.2, 0.05, 0.1), np.random.default_rng(0), rate=0.5))
    assert v.sample is not None
    assert v.training is not None
    assert v.fresh_sd == pytest.approx(math.sqrt(v.sample.variance / 0.5 + v.training.variance))
    assert not v.fresh_at_most
    (v,) = variations(crossed(8, 4, (0.2, 0.05, 0.1), np.random.default_rng(0), rate=0.95))
    assert v.fresh_sd is None
    assert v.fresh_reason == TOO_LARGE
    (v,) = variations(crossed(8, 1, (0.2, 0.05, 0.1), np.random.default_rng(0), rate=0.6))
    assert v.fresh_sd is None
    assert v.fresh_reason == ONE_SEED


@pytest.mark.parametrize("rate", [0.1, 0.5, 0.8])
def test_the_correction_finds_the_spread_of_fresh_texts(rate: float) -> None:
    """Real subsets of one corpus, and real fresh ones: a correlation over their sentences as the statistic."""
    rng = np.random.default_rng(7)
    size = 3000

    def texts(n: int) -> np.ndarray:
        x = rng.standard_normal(n)
        return np.column_stack([x, 0.5 * x + rng.standard_normal(n)])

    def statistic(rows: np.ndarray) -> float:
        return float(np.corrcoef(rows.T)[0, 1])

    n = int(rate * size)
    fresh = np.std([statistic(texts(n)) for _ in range(2000)], ddof=1)
    corrected = []
    for _ in range(40):  # a corpus each, and a study of 40 subsamples of it
        corpus = texts(size)
        values = [statistic(corpus[rng.permutation(size)[:n]]) for _ in range(40)]
        corrected.append(np.var(values, ddof=1) / (1 - rate))
    assert math.sqrt(np.mean(corrected)) == pytest.approx(fresh, rel=0.06)


def test_seeds_of_one_sample_are_training_with_the_interval_of_chi_square() -> None:
    values = [0.5, 0.6, 0.4, 0.55, 0.45, 0.52]
    (v,) = variations(seeds(values))
    assert v.training is not None
    assert v.training.variance == pytest.approx(np.var(values, ddof=1))
    low, high = (5 * float(np.var(values, ddof=1)) / stats.chi2.ppf(tail, 5) for tail in (0.975, 0.025))
    assert v.training.interval == pytest.approx((low, high))
    assert v.training.sd_interval == pytest.approx((math.sqrt(low), math.sqrt(high)))
    assert v.sample is None
    assert v.reason == ""


def test_seeds_of_one_subsample_tell_nothing_of_fresh_texts() -> None:
    (v,) = variations(seeds([0.5, 0.6, 0.4, 0.55, 0.45], sample="subsample", rate=0.1))
    assert v.training is not None
    assert v.fresh_sd is None
    assert v.fresh_reason == ONE_SAMPLE


def test_a_gap_costs_as_little_as_it_can() -> None:
    rng = np.random.default_rng(2)
    table = crossed(10, 3, (0.2, 0.05, 0.1), rng)
    (v,) = variations(table.filter(~((pl.col("draw") == 4) & (pl.col("seed") == 1))))
    assert (v.draws, v.seeds, v.left_out) == (9, 3, 2)
    assert v.sample is not None
    kept = table.filter(pl.col("draw") != 4).sort("draw", "seed")["value"].to_numpy().reshape(9, 3, 1)
    assert v.sample.variance == pytest.approx(components(kept)[0].variance)
    (v,) = variations(table.filter((pl.col("seed") < 2) | (pl.col("draw") == 0)))  # the third seed was tried once
    assert (v.draws, v.seeds, v.left_out) == (10, 2, 1)


def test_what_is_not_crossed_is_not_decomposed() -> None:
    (v,) = variations(frame(row(value=i / 10, draw=i, seed=i, sample="subsample", rate=0.1) for i in range(6)))
    assert v.reason == NOT_CROSSED
    (v,) = variations(frame([row()]))
    assert (v.reason, v.raw_sd) == (ONE_MODEL, None)


def test_equal_values_have_no_spread_and_no_p() -> None:
    (v,) = variations(crossed(3, 3, (0.0, 0.0, 0.0), np.random.default_rng(0)))
    assert v.p is None
    assert v.sample is not None
    assert v.sample.interval == (0.0, 0.0)


def test_orders_that_are_one_model_to_glove_are_counted_once() -> None:
    same = [
        row(method="glove", model="glove", sample="permutation", draw=draw, seed=seed, value=0.5, task=f"seed {seed}")
        for draw in range(5)
        for seed in range(2)
    ]
    reading = read_study(Studied("s", "de", "", frame(same), 2))
    assert reading.judged[0].verdict == "too few models"
    assert (reading.models, reading.spreads[0].models, reading.variations[0].draws) == (2, 2, 1)


def test_shuffling_sentences_for_glove_gets_its_note() -> None:
    rng = np.random.default_rng(0)
    (v,) = variations(crossed(3, 3, (0.1, 0.1, 0.1), rng, sample="permutation", rate=1.0, method="glove"))
    assert v.notes == (SAME_COUNTS,)
    (v,) = variations(crossed(3, 3, (0.1, 0.1, 0.1), np.random.default_rng(0), method="glove"))
    assert v.notes == ()
