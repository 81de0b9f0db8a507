"""Which settings are best, how values go with the length of the text, and the reading as a whole."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from tests.study.made import TESTS, frame, robustness_study, row, settings_study
from weatherglass.study.reading import read_study
from weatherglass.study.settings import comparisons
from weatherglass.study.size import curves
from weatherglass.study.spread import spreads
from weatherglass.study.studied import Studied
from weatherglass.study.variance import variations


def test_settings_are_compared_on_the_same_questions_best_first() -> None:
    found = comparisons(settings_study().table)
    assert [each.category for each in found] == ["all", "semantic", "syntactic"]
    everything = found[0]
    assert len(everything.settings) == 30
    means = [each.mean for each in everything.settings]
    assert means == sorted(means, reverse=True)
    assert everything.best.architecture == "skip-gram"
    assert everything.by == "models"
    assert all(each.architecture == "skip-gram" for each in everything.alike)
    rows = settings_study().table.filter(category="all")
    groups = [g["value"].to_numpy() for _, g in rows.group_by("model", maintain_order=True)]
    pooled = np.sqrt(np.mean([np.var(g, ddof=1) for g in groups]))
    reach = stats.t.ppf(1 - 0.05 / 29, 60) * pooled * np.sqrt(2 / 3)
    assert len(everything.alike) == sum(m >= means[0] - reach for m in means) - 1
    best = next(g for g in groups if g.mean() == pytest.approx(means[0]))
    assert everything.best.interval == pytest.approx(stats.t.interval(0.95, 2, best.mean(), stats.sem(best)))


def test_the_best_setting_is_among_those_marked() -> None:
    """With 95 % confidence or more, as Hsu's comparison promises."""
    rng = np.random.default_rng(0)
    hit = 0
    for _ in range(300):
        rows = [row(kind="quality", measure="analogies", category="all", dim=dim, model=f"dim {dim}", seed=s, p=None, value=0.5 + 0.001 * (dim == 300) + 0.01 * rng.standard_normal()) for dim in (100, 200, 300, 400) for s in range(3)]  # fmt: skip
        (found,) = comparisons(frame(rows))
        hit += any(each.dim == 300 and each.maybe_best for each in found.settings)
    assert hit / 300 > 0.94


def test_with_one_model_each_the_interval_over_questions_decides() -> None:
    found = comparisons(settings_study(models=1).table)[0]
    assert found.by == "questions"
    assert found.best.interval == pytest.approx((found.best.mean - 0.03, found.best.mean + 0.03))
    assert all(each.mean >= found.best.mean - 0.03 for each in found.alike)
    assert any(not each.maybe_best for each in found.settings)


def test_one_setting_is_no_comparison() -> None:
    assert comparisons(robustness_study(draws=2).table) == ()


def test_without_an_interval_no_setting_is_told_from_the_best() -> None:
    quality = {"kind": "quality", "query": "q", "measure": "odd one out", "category": "all", "p": None}
    (found,) = comparisons(frame([row(model=f"m{value}", value=value, **quality) for value in (0.5, 0.6)]))
    assert [setting.maybe_best for setting in found.settings] == [True, True]


def test_curves_run_from_short_texts_to_long_ones() -> None:
    table = robustness_study(draws=5).table
    found = curves(table, spreads(table), variations(table))
    assert {(c.query, c.measure) for c in found} == {(t, m) for t in TESTS for m in ("weat", "km")}
    curve = found[0]
    assert [p.running_words for p in curve.points] == pytest.approx([1.2e6, 6e6, 1.2e7, 6e7, 1.2e8])
    half = curve.points[3]
    assert half.spread.sd is not None
    assert half.fresh_sd == pytest.approx(half.spread.sd / np.sqrt(0.5))
    assert half.fresh_at_most
    assert curve.points[-1].spread.group.sample == "permutation"  # there is no other model of the whole
    with_whole = frame([*table.to_dicts(), row(corpus="wmt13", query=TESTS[0], running_words=120_000_000)])
    found = curves(with_whole, spreads(with_whole), variations(with_whole))
    assert found[0].points[-1].spread.group.sample == "whole"
    assert len(found[0].points) == 5


def test_lost_words_are_counted_by_models_and_not_by_rows() -> None:
    reading = read_study(robustness_study(draws=2))
    lost = {query: (models, dict(words)) for query, models, words in reading.lost}
    assert lost["de/gerard-competence"][0] == 10
    assert max(lost["de/gerard-competence"][1].values()) <= 10
    assert lost["de/gerard-competence"][1]["wort25"] == 2


def test_an_empty_table_can_be_read() -> None:
    reading = read_study(Studied("empty", "en", "", frame([]), 10))
    assert (reading.models, reading.judged, reading.trends) == (0, (), ())
    assert reading.constant == ()


def test_ten_thousand_rows_are_read() -> None:
    studied = robustness_study(seeds_=12)
    assert studied.table.height > 10_000
    reading = read_study(studied)
    assert reading.models == 600
    assert all(v.sample is not None for v in reading.variations)
