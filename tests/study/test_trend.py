"""Trends over periods: against scipy and statsmodels, found where planted, and not where there is none."""

from __future__ import annotations

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats

from tests.study.made import diachronic_study, frame, row
from weatherglass.stats.multiplicity import adjust
from weatherglass.study.trend import Trend, fitted, line_band, mann_kendall, periods_of, time_of, trends


@pytest.mark.parametrize(
    ("part", "time"),
    [
        ("2007", 2007.5),
        ("1990s", 1995.0),
        ("2007-01", 2007 + 0.5 / 12),
        ("2007-Q2", 2007.375),
        ("1998–2005", 2002.0),
        ("1998-2005", 2002.0),
        ("1998..2005", 2002.0),
        ("1998 to 2005", 2002.0),
        ("2007-01–2007-06", 2007.25),
        ("2007-07-01", 2007.5 + 0.5 / 372),
        ("spiegel", None),
        ("1995s", None),
        ("2005-1998", None),
        ("2007-13", None),
        ("20071", None),
        ("", None),
    ],
)
def test_names_of_periods(part: str, time: float | None) -> None:
    assert time_of(part) == (None if time is None else pytest.approx(time))


def test_periods_are_in_order_of_time_and_other_parts_are_none() -> None:
    named = [(name, None) for name in ("2010", "1998–2005", "taz", "", "1990s")]
    assert list(periods_of(named)) == ["1990s", "1998–2005", "2010"]
    assert periods_of([("Weimar", 1926.0), ("Empire", 1895.0), ("", None)]) == {"Empire": 1895.0, "Weimar": 1926.0}


@pytest.mark.parametrize("n", range(3, 13))
def test_kendall_is_exact(n: int) -> None:
    rng = np.random.default_rng(n)
    for _ in range(20):
        means = rng.standard_normal(n) + 0.2 * np.arange(n)
        expected = stats.kendalltau(np.arange(n), means, method="exact")
        tau, p = mann_kendall(means)
        assert tau == pytest.approx(expected.statistic)
        assert p == pytest.approx(expected.pvalue)


def test_kendall_with_equal_means_counts_all_orders() -> None:
    means = np.array([0.5, 0.6, 0.6, 0.7, 0.8])
    tau, p = mann_kendall(means)
    assert tau == pytest.approx(stats.kendalltau(np.arange(5), means).statistic)
    assert p == pytest.approx(2 * 2 / 120)  # two orders rise all the way, two fall
    assert mann_kendall(np.full(5, 0.5)) == (0.0, 1.0)
    long = np.array([0.5, 0.6, 0.6, 0.7, 0.8, 0.9, 0.9, 1.0, 1.1, 1.2])
    tau, p = mann_kendall(long)
    assert tau == pytest.approx(stats.kendalltau(np.arange(10), long).statistic)
    assert p == pytest.approx(1 / 10_000, abs=2e-4)
    assert mann_kendall(long) == (tau, p)


def test_the_slope_is_that_of_least_squares_over_period_means() -> None:
    found = trends(diachronic_study().table)
    assert len(found) == 8
    for trend in found:
        x = np.array([period.time for period in trend.periods]) / trend.step
        y = np.array([period.mean for period in trend.periods])
        fit = sm.OLS(y, sm.add_constant(x)).fit()
        assert trend.slope == pytest.approx(fit.params[1])
        assert trend.interval == pytest.approx(tuple(fit.conf_int()[1]))
        times = [period.time for period in trend.periods for _ in period.values]
        values = [value for period in trend.periods for value in period.values]
        assert trend.slope == pytest.approx(np.polyfit(times, values, 1)[0])  # as over models
        assert trend.at(2010.0) == pytest.approx(fit.predict([[1, 2010.0]])[0])
        band = fit.get_prediction([[1, 2010.0]]).conf_int(alpha=0.05)[0]
        assert line_band(trend, 2010.0 * trend.step) == pytest.approx(tuple(band))
        within = np.mean([np.var(period.values, ddof=1) for period in trend.periods])  # three models in each period
        reach = stats.t.ppf(0.975, 2 * len(x)) * np.sqrt(within / 3 / ((x - x.mean()) ** 2).sum())
        assert trend.training_interval == pytest.approx((trend.slope - reach, trend.slope + reach))


def test_the_planted_trend_is_found_and_the_others_are_not() -> None:
    found = {(trend.query, trend.measure): trend for trend in trends(diachronic_study().table)}
    assert found["ar/weat7", "weat"].direction == "rises"
    assert found["ar/weat7", "km"].direction == "rises"
    assert [key for key, trend in found.items() if trend.direction != "no trend shown"] == [("ar/weat7", "weat"), ("ar/weat7", "km")]  # fmt: skip
    trend = found["ar/weat7", "weat"]
    assert trend.step == 1.0
    assert trend.interval is not None
    assert trend.interval[0] < 0.05 < trend.interval[1]
    assert trend.training_interval is not None
    assert trend.least_p == pytest.approx(2 / 40320)
    series = list(found.values())
    assert [each.adjusted for each in series] == pytest.approx(list(adjust([each.p for each in series], "holm")))
    assert trend.adjusted > trend.p
    assert trend.whole is not None


def table_of(means: np.ndarray, rng: np.random.Generator, models: int = 2, noise: float = 0.05) -> list[Trend]:
    rows = [
        row(part=str(2000 + i), value=float(mean + noise * rng.standard_normal()), seed=s)
        for i, mean in enumerate(means)
        for s in range(models)
    ]
    return list(trends(frame(rows)))


def test_without_a_trend_few_are_found_and_with_one_most_are() -> None:
    """Eight periods that wander by themselves beyond what training does: models of one period are not independent."""
    rng = np.random.default_rng(0)
    null = [table_of(0.3 * rng.standard_normal(8), rng)[0].direction for _ in range(400)]
    assert np.mean([direction in ("rises", "falls") for direction in null]) < 0.06
    real = [table_of(0.3 * rng.standard_normal(8) + 0.25 * np.arange(8), rng)[0].direction for _ in range(100)]
    assert real.count("rises") > 85
    assert "falls" not in real


def test_training_alone_is_no_evidence_beyond_these_texts() -> None:
    rng = np.random.default_rng(1)
    beyond = 0
    for _ in range(100):
        (trend,) = table_of(0.3 * rng.standard_normal(6), rng, models=5, noise=0.02)
        assert trend.training_interval is not None
        beyond += trend.training_interval[0] * trend.training_interval[1] > 0
    assert beyond > 80  # so it must not be read as a test


@pytest.mark.parametrize(("years", "step"), [((0, 2, 5, 9), 1.0), ((0, 2, 4, 9), 2.0), ((0, 1, 2, 5, 8), 1.0)])
def test_a_slope_is_told_per_usual_step_between_periods(years: tuple[int, ...], step: float) -> None:
    """The commonest one, the shortest of those; a year where all differ."""
    (trend,) = trends(frame([row(part=str(2000 + year), value=0.1 * year) for year in years]))
    assert trend.step == step
    assert trend.slope == pytest.approx(0.1 * step)


def test_too_few_periods_say_so() -> None:
    rng = np.random.default_rng(0)
    (trend,) = table_of(np.array([0.0, 1.0, 2.0, 3.0]), rng)
    assert trend.least_p == pytest.approx(2 / 24)
    assert trend.direction == "too few periods"
    assert table_of(np.array([0.0, 1.0]), rng) == []
    assert fitted(np.array([0.0, 1.0]), np.array([0.0, 1.0])) == (1.0, 0.0, None)


def test_steps_may_be_decades_and_parts_that_are_no_periods_stay_out() -> None:
    rows = [row(part=part, value=value) for part, value in (("1970s", 0.1), ("1980s", 0.2), ("1990s", 0.3), ("2000s", 0.5), ("2010s", 0.4), ("taz", 9.0))]  # fmt: skip
    (trend,) = trends(frame(rows))
    assert trend.step == 10.0
    assert trend.slope == pytest.approx(np.polyfit(range(5), [0.1, 0.2, 0.3, 0.5, 0.4], 1)[0])
    assert [period.label for period in trend.periods] == ["1970s", "1980s", "1990s", "2000s", "2010s"]
    assert trend.training_interval is None
    assert trend.whole is None
