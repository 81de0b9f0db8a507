"""Average over parts against the whole, on the printed table 6 of Lauscher et al. 2020."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from tests.study.made import frame, row
from weatherglass.study.whole import correlated, parts_and_whole

TESTS = ("ar/weat1", "ar/weat2", "ar/weat7", "ar/weat8")
AVG = {"weat": (0.68, 1.03, 0.69, -0.47), "km": (0.91, 0.79, 0.63, 0.71)}
CONC = {"weat": (0.65, 1.28, 0.56, -0.73), "km": (0.75, 0.68, 0.72, 0.77)}


def test_the_printed_table() -> None:
    rows = []
    for measure in ("weat", "km"):
        for test, average, whole in zip(TESTS, AVG[measure], CONC[measure], strict=True):
            for part, value in (("2007", average - 0.1), ("2008", average + 0.1), ("", whole)):
                rows.append(row(query=test, measure=measure, part=part, value=value))
    weat, km = parts_and_whole(frame(rows))
    assert (weat.measure, km.measure) == ("weat", "km")
    assert weat.r == pytest.approx(0.989, abs=5e-4)
    assert km.r == pytest.approx(0.057, abs=5e-4)
    for found in (weat, km):
        averages, wholes = [t.average for t in found.tests], [t.whole for t in found.tests]
        assert averages == pytest.approx(AVG[found.measure])
        assert found.r == pytest.approx(stats.pearsonr(averages, wholes).statistic)
        expected = stats.pearsonr(averages, wholes).confidence_interval(0.95)
        assert found.interval is not None
        assert (found.interval.low, found.interval.high) == pytest.approx(tuple(expected))
        assert found.distance == pytest.approx(np.abs(np.subtract(averages, wholes)).mean())
        assert found.tests[0].parts == 2


def test_the_published_correlation_comes_from_absolute_values_and_two_measures_in_one() -> None:
    """0.66 in the paper. Signed, the same eight pairs give 0.97: most of it is that WEAT and KM have other scales."""
    published, _, _ = correlated([abs(v) for v in AVG["weat"]] + list(AVG["km"]), [abs(v) for v in CONC["weat"]] + list(CONC["km"]))  # fmt: skip
    signed, _, _ = correlated(AVG["weat"] + AVG["km"], CONC["weat"] + CONC["km"])
    assert published == pytest.approx(0.66, abs=0.005)
    assert signed == pytest.approx(0.97, abs=0.005)


def test_what_is_missing_has_its_reason() -> None:
    assert correlated([1.0, 2.0], [1.0, 2.0]) == (None, None, "too-few-tests")
    assert correlated([1.0], [1.0])[2] == "too-few-tests"
    r, interval, reason = correlated([1.0, 2.0, 4.0], [1.0, 2.5, 3.0])
    assert r == pytest.approx(stats.pearsonr([1.0, 2.0, 4.0], [1.0, 2.5, 3.0]).statistic)
    assert (interval, reason) == (None, "no-interval")
    assert correlated([1.0] * 4, [1.0, 2.0, 3.0, 4.0])[2] == "no-variation"
    assert correlated([1.0, 2.0, 3.0, 4.0], [2.0, 4.0, 6.0, 8.0])[1:] == (None, "r-is-one")


def test_one_part_is_no_average_and_parts_without_a_whole_are_not_compared() -> None:
    assert parts_and_whole(frame([row(part="2007"), row(part="")])) == ()
    assert parts_and_whole(frame([row(part="2007"), row(part="2008")])) == ()


def test_periods_with_many_models_do_not_weigh_more() -> None:
    rows = [row(part="2007", value=0.0, seed=i) for i in range(9)] + [row(part="2008", value=1.0), row(value=0.4)]
    (found,) = parts_and_whole(frame(rows))
    assert found.tests[0].average == 0.5
    assert found.difference == pytest.approx(0.1)
