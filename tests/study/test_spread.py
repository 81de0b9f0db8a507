"""Spread over models of one kind, against numpy and scipy."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy import stats

from tests.study.made import frame, row, seeds
from weatherglass.study.rules import LEAST_MODELS, chance_value, least_share
from weatherglass.study.spread import spreads
from weatherglass.study.table import SCHEMA


def test_the_schema_makes_a_frame_and_every_column_is_explained() -> None:
    from weatherglass.study import table

    assert pl.DataFrame(schema=SCHEMA).width == len(SCHEMA)
    assert [name for name in SCHEMA if f"`{name}`" not in (table.__doc__ or "")] == []


def test_moments_and_quartiles_are_those_of_numpy() -> None:
    values = [0.3, 0.9, -0.2, 0.5, 0.4, 1.1, 0.7]
    ps = [0.2, 0.01, 0.8, 0.04, 0.05, 0.001, 0.03]
    (s,) = spreads(seeds(values, ps))
    assert (s.models, s.measured, s.with_p) == (7, 7, 7)
    assert s.mean == pytest.approx(np.mean(values))
    assert s.sd == pytest.approx(np.std(values, ddof=1))
    assert (s.least, s.low_quartile, s.median, s.high_quartile, s.most) == pytest.approx(
        np.quantile(values, [0, 0.25, 0.5, 0.75, 1]).tolist()
    )
    assert (s.above, s.below) == (6, 1)
    assert s.agreement == pytest.approx(6 / 7)
    assert (s.clear, s.unclear) == (4, 3)  # 0.05 itself is not below 0.05
    assert s.share_clear == pytest.approx(4 / 7)
    assert s.median_p == 0.04
    assert s.values == tuple(values)
    assert s.ps == tuple(ps)
    expected = stats.t.interval(0.95, 6, loc=np.mean(values), scale=stats.sem(values))
    assert s.interval == pytest.approx(expected)


def test_bounds_of_p_decide_and_not_its_estimate() -> None:
    rows = [row(p=0.04, p_low=0.03, p_high=0.06), row(p=0.06, p_low=0.04, p_high=0.08), row(p=0.01), row(p=0.5)]
    (s,) = spreads(frame({**each, "seed": i} for i, each in enumerate(rows)))
    assert (s.clear, s.unclear, s.with_p) == (1, 1, 4)


def test_models_that_share_a_sample_count_once_for_the_interval() -> None:
    rng = np.random.default_rng(0)
    values = rng.standard_normal((6, 3))
    table = frame(
        row(value=float(values[i, j]), draw=i, seed=j, sample="subsample", rate=0.1) for i in range(6) for j in range(3)
    )
    (s,) = spreads(table)
    means = values.mean(axis=1)
    assert s.interval == pytest.approx(stats.t.interval(0.95, 5, loc=means.mean(), scale=stats.sem(means)))
    (few,) = spreads(table.filter(pl.col("draw") < LEAST_MODELS - 1))
    assert few.measured == 12
    assert few.interval is None


def test_skipped_models_are_counted_with_their_reasons() -> None:
    table = frame(
        [
            *(row(value=None, p=None, skipped="too few words: a: 1 of 8", found=12, seed=i) for i in range(3)),
            row(value=None, p=None, skipped="no variation", seed=3),
            *(row(value=0.5, found=30, seed=i) for i in range(4, 6)),
        ]
    )
    (s,) = spreads(table)
    assert s.skipped == (("too few words: a: 1 of 8", 3), ("no variation", 1))
    assert (s.models, s.measured, s.lacking, s.with_p) == (6, 2, 3, 2)
    assert s.coverage_least == 12 / 32
    assert s.coverage_median == pytest.approx(21 / 32)
    assert s.interval is None


def test_coverage_below_the_standard_is_lacking_even_where_a_value_was_made() -> None:
    (s,) = spreads(seeds([0.1, 0.2], found=15))
    assert s.lacking == 2
    (s,) = spreads(seeds([0.1, 0.2], found=16))
    assert s.lacking == 0
    (s,) = spreads(seeds([0.1, 0.2], found=0, asked=0))
    assert (s.lacking, s.coverage_least) == (0, None)


def test_groups_run_from_small_samples_to_the_whole() -> None:
    table = frame(
        row(sample=sample, rate=rate, query=query)
        for query in ("b", "a")
        for sample, rate in (("whole", 1.0), ("permutation", 1.0), ("subsample", 0.5), ("subsample", 0.05))
    )
    found = spreads(table)
    assert [(s.query, s.group.sample, s.group.rate) for s in found[:5]] == [
        ("b", "subsample", 0.05),
        ("b", "subsample", 0.5),
        ("b", "permutation", 1.0),
        ("b", "whole", 1.0),
        ("a", "subsample", 0.05),
    ]


def test_quality_is_kept_apart_by_category() -> None:
    table = frame(
        row(kind="quality", measure="analogies", category=category, value=value, p=None)
        for category, value in (("all", 0.5), ("semantic", 0.6))
    )
    assert spreads(table) == ()
    assert [(s.category, s.mean, s.above) for s in spreads(table, "quality")] == [
        ("all", 0.5, None),
        ("semantic", 0.6, None),
    ]


@pytest.mark.parametrize(
    ("measure", "chance"),
    [("weat", 0.0), ("mac", 1.0), ("wefat", 0.0), ("ect", None), ("km", None), ("bat", None), ("rnsb", None), ("other", None)],
)  # fmt: skip
def test_the_chance_value_comes_from_the_card_and_only_where_it_has_two_sides(
    measure: str, chance: float | None
) -> None:
    assert chance_value(measure) == chance


def test_sides_are_those_of_the_chance_value() -> None:
    (s,) = spreads(seeds([0.9, 1.1, 1.0, 0.8], [None] * 4, measure="mac"))
    assert (s.above, s.below, s.agreement) == (1, 2, 0.5)
    (s,) = spreads(seeds([0.9, 0.6], measure="km"))
    assert (s.above, s.below, s.agreement) == (None, None, None)


def test_what_agreement_of_all_shows() -> None:
    """The exact lower limit of Clopper & Pearson for n out of n; five is the least n that shows a majority."""
    for n in (4, 5, 10):
        assert least_share(n) == pytest.approx(stats.beta.ppf(0.05, n, 1))
    assert least_share(LEAST_MODELS - 1) < 0.5 < least_share(LEAST_MODELS)


def test_intervals_do_not_leave_the_values_that_there_can_be() -> None:
    table = seeds([0.0, 0.0, 0.01, 0.02, 0.1], kind="quality", measure="analogies", category="all")
    (found,) = spreads(table, "quality")
    assert found.interval is not None
    assert found.interval[0] == 0.0
    assert 0.02 < found.interval[1] < 0.2
