"""The figures of a study: well-formed, every mark where its number is, readable, whatever the names."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np
import pytest
from markupsafe import Markup

from tests.plot.pictures import drawn
from tests.study.made import TESTS, crossed, diachronic_study, frame, robustness_study, row, seeds, settings_study
from weatherglass.plot.axes import Grid, mark, room_for, short
from weatherglass.plot.boxes import Box, p_boxes, value_boxes
from weatherglass.plot.study import (
    accuracy_lines,
    average_against_whole,
    p_spread_boxes,
    size_curves,
    spread_boxes,
    trend_lines,
    variance_bars,
    words,
)
from weatherglass.study.reading import Reading, read_study
from weatherglass.study.settings import comparisons
from weatherglass.study.spread import Spread, spreads
from weatherglass.study.trend import line_band
from weatherglass.study.variance import variations

EVIL = "<b onclick='x'>\"&\u202e"


@pytest.fixture(scope="module")
def robust() -> Reading:
    return read_study(robustness_study())


@pytest.fixture(scope="module")
def diachronic() -> Reading:
    return read_study(diachronic_study())


def by_test(reading: Reading, measure: str = "weat") -> list[tuple[str, list[tuple[str, Spread]]]]:
    return [(test, [(f"{100 * s.group.rate:g} %", s) for s in reading.spreads if (s.query, s.measure) == (test, measure)]) for test in TESTS]  # fmt: skip


def texts(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter("text")]


def titles(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter("title")]


def test_a_panel_for_each_test_and_a_box_for_each_kind_of_sample(robust: Reading) -> None:
    root = drawn(spread_boxes(by_test(robust), title="d"))
    said = titles(root)
    for test in TESTS:
        assert test in said
    boxes = [title for title in said if "models, median" in title]
    assert len(boxes) == 7 * 5 - 1  # competence has no words at 1 %
    none = [title for title in said if "too few words" in title]
    assert none == ["de/gerard-competence, 1 %: too few words: occupations: 2 of 16 words found"]
    assert "none" in texts(root)
    assert texts(root).count("1 %") == 7
    assert "18" in texts(root)  # 6 of 32 words


def test_whiskers_and_outliers_are_those_of_tukey() -> None:
    values = (1.0, 2.0, 2.5, 3.0, 3.5, 4.0, 9.0)
    with_chance = drawn(value_boxes([("t", [Box("a", "whole", values, "")])], title="t", chance=0.5))
    (dashed,) = [line for line in with_chance.iter("line") if line.attrib.get("stroke-dasharray") == "5 3"]
    assert float(dashed.attrib["y1"]) == pytest.approx(_y(with_chance, 0.5), abs=0.11)
    root = drawn(value_boxes([("t", [Box("a", "whole", values, "")])], title="t", chance=None))
    assert not [line for line in root.iter("line") if "stroke-dasharray" in line.attrib]
    group = next(g for g in root.iter("g") if (g.findtext("title") or "").startswith("t, a:"))
    assert group.findtext("title") == "t, a: 7 models, median 3, half of them 2.25 to 3.75, all 1 to 9"
    rect = group.find("rect")
    assert rect is not None
    height = {value: _y(root, value) for value in values}
    q1, q3 = np.quantile(values, [0.25, 0.75])
    assert float(rect.attrib["y"]) == pytest.approx(_y(root, q3), abs=0.11)
    assert float(rect.attrib["height"]) == pytest.approx(_y(root, q1) - _y(root, q3), abs=0.21)
    lines = [{name: float(element.attrib[name]) for name in ("x1", "y1", "x2", "y2")} for element in group.iter("line")]
    across = {each["y1"] for each in lines if each["y1"] == each["y2"]}
    assert {height[1.0], height[4.0], height[3.0], height[9.0]} == across  # whiskers' ends, median, and the + of 9
    upright = [each for each in lines if each["x1"] == each["x2"]]
    assert any(abs(each["y1"] - height[9.0] + 3.5) < 0.2 for each in upright)


def _y(root: ET.Element, value: float) -> float:
    """By the numbered lines of the scale."""
    labelled = [(float(t.attrib["y"]) - 4, float((t.text or "").replace("−", "-"))) for t in root.iter("text") if t.attrib["text-anchor"] == "end" and (t.text or "").replace("−", "-").replace(".", "").lstrip("-").isdigit()]  # fmt: skip
    (y1, v1), (y2, v2) = labelled[0], labelled[-1]
    return round(y1 + (value - v1) / (v2 - v1) * (y2 - y1), 1)


def test_few_models_are_dots() -> None:
    found = spreads(seeds([0.1, 0.5, 0.3, 0.2]))
    root = drawn(spread_boxes([("t", [("whole", found[0])])], title="t"))
    assert not [title for title in titles(root) if "median" in title]
    assert sorted(title for title in titles(root) if title.startswith("t, whole")) == ["t, whole: 0.1", "t, whole: 0.2", "t, whole: 0.3", "t, whole: 0.5"]  # fmt: skip


def test_p_has_its_own_scale_and_its_line(robust: Reading) -> None:
    root = drawn(p_spread_boxes(by_test(robust), title="p"))
    assert {"0", "0.01", "0.05", "0.2", "0.5", "1"} <= set(texts(root))
    at = {t.text: float(t.attrib["y"]) for t in root.iter("text")}
    assert (at["0"] - at["0.2"]) / (at["0"] - at["1"]) == pytest.approx(np.sqrt(0.2), abs=0.01)
    dashed = [element for element in root.iter("line") if element.attrib.get("stroke-dasharray") == "5 3"]
    assert len(dashed) == 7
    assert float(dashed[-1].attrib["y1"]) == pytest.approx(at["0.05"] - 4, abs=0.2)
    p_boxes([("t", [Box("a", "whole", (0.0, 1.0), "")])], title="p", limit=0.05)


def test_trends_have_means_models_a_line_and_the_whole(diachronic: Reading) -> None:
    found = [trend for trend in diachronic.trends if trend.measure == "weat"]
    root = drawn(trend_lines(found, title="d over time", remarks=["rises"] * 4))
    lines = root.findall(".//polyline")
    assert [len(each.attrib["points"].split()) for each in lines] == [8] * 4
    small = [circle for circle in root.iter("circle") if circle.attrib["r"] == "2"]
    assert len(small) == 4 * 8 * 3
    heights = [float(point.split(",")[1]) for point in lines[2].attrib["points"].split()]
    means = [period.mean for period in found[2].periods]
    assert np.corrcoef(heights, means)[0, 1] == pytest.approx(-1, abs=1e-3)
    xs = [float(point.split(",")[0]) for point in lines[2].attrib["points"].split()]
    assert (xs[5] - xs[4]) == pytest.approx(4 * (xs[1] - xs[0]), abs=0.3)  # 2011 to 2015 is four years
    assert len(root.findall(".//polygon")) == 4  # bands
    assert titles(root).count("whole corpus") == 4
    assert {"2007", "2017"} <= set(texts(root))


def test_line_band_and_whole_of_a_trend_lie_where_their_numbers_are(diachronic: Reading) -> None:
    trend = next(each for each in diachronic.trends if each.direction == "rises" and each.measure == "weat")
    root = drawn(trend_lines([trend], title="d", remarks=["rises"]))
    first, last = trend.periods[0].time, trend.periods[-1].time
    lines = {
        line.attrib["stroke-dasharray"]: line.attrib for line in root.iter("line") if "stroke-dasharray" in line.attrib
    }
    assert [float(lines["6 3"][y]) for y in ("y1", "y2")] == pytest.approx(
        [_y(root, trend.at(time)) for time in (first, last)], abs=0.11
    )
    assert trend.whole is not None
    assert float(lines["2 3"]["y1"]) == pytest.approx(_y(root, trend.whole), abs=0.11)
    polygon = root.find(".//polygon")
    assert polygon is not None
    heights = [float(point.split(",")[1]) for point in polygon.attrib["points"].split()]
    lower, upper = heights[: len(heights) // 2], heights[: len(heights) // 2 - 1 : -1]
    times = np.linspace(first, last, len(lower))
    expected = [line_band(trend, float(time)) or (0.0, 0.0) for time in times]
    for found, end in ((lower, 0), (upper, 1)):
        assert found == pytest.approx([_y(root, ends[end]) for ends in expected], abs=0.11)


def test_sizes_are_logarithmic(robust: Reading) -> None:
    found = [curve for curve in robust.curves if curve.measure == "weat"]
    root = drawn(size_curves(found, title="sizes"))
    (points, *_) = [each.attrib["points"].split() for each in root.findall(".//polyline")]
    xs = [float(point.split(",")[0]) for point in points]
    assert (xs[1] - xs[0]) / (xs[2] - xs[1]) == pytest.approx(np.log(5) / np.log(2), abs=0.05)
    assert {"1.2M", "6M", "60M"} <= set(texts(root))
    one = drawn(size_curves(found[:1], title="one"))
    reach = [
        line.attrib
        for line in one.iter("line")
        if line.attrib["stroke-width"] == "1.1" and line.attrib["x1"] == line.attrib["x2"]
    ]
    for line, point in zip(reach, found[0].points, strict=True):
        assert point.spread.mean is not None
        assert point.spread.sd is not None
        ends = [_y(one, point.spread.mean + side * point.spread.sd) for side in (-1, 1)]
        assert [float(line[y]) for y in ("y1", "y2")] == pytest.approx(ends, abs=0.11)
    assert [words(n) for n in (950, 20_000, 1.2e6, 3e9)] == ["950", "20k", "1.2M", "3G"]


def test_accuracy_by_setting_has_a_line_for_each_window() -> None:
    found = comparisons(settings_study().table)[0]
    picture = accuracy_lines(found, title="accuracy")
    assert picture is not None
    root = drawn(picture)
    assert len(root.findall(".//polyline")) == 6
    assert {"window 3", "window 5", "window 10", "100", "500"} <= set(texts(root))
    assert {"word2vec, cbow", "word2vec, skip-gram"} <= set(texts(root))
    dashes = {each.attrib.get("stroke-dasharray") for each in root.findall(".//polyline")}
    assert len(dashes) == 3  # told apart without colour


def test_accuracy_is_not_drawn_where_nothing_or_something_else_varies() -> None:
    def compared(**varies: list[object]) -> Markup | None:
        ((name, values),) = varies.items()
        rows = [row(kind="quality", measure="analogies", category="all", model=str(value), p=None, **{name: value}) for value in values]  # fmt: skip
        return accuracy_lines(comparisons(frame(rows))[0], title="t")

    assert compared(method=["word2vec", "glove"]) is None
    assert compared(dim=[100, 200]) is not None
    assert compared(window=[3, 5]) is not None
    rows = [row(kind="quality", measure="analogies", category="all", model=f"{dim} {epochs}", dim=dim, p=None) for dim in (100, 200) for epochs in (5, 10)]  # fmt: skip
    assert accuracy_lines(comparisons(frame(rows))[0], title="t") is None


def test_average_against_whole_has_equal_axes_and_names(diachronic: Reading) -> None:
    root = drawn(average_against_whole(diachronic.whole[0], title="AVG and CONC"))
    dots = list(root.iter("circle"))
    assert len(dots) == 4
    diagonal = next(each for each in root.iter("line") if each.attrib.get("stroke-dasharray"))
    (x1, y1, x2, y2) = (float(diagonal.attrib[name]) for name in ("x1", "y1", "x2", "y2"))
    assert x2 - x1 == pytest.approx(y1 - y2)
    for test in diachronic.whole[0].tests:
        dot = next(each for each in dots if (each.findtext("title") or "").startswith(test.query))
        above = float(dot.attrib["cy"]) < y1 - (float(dot.attrib["cx"]) - x1)
        assert above == (test.whole > test.average)
        assert test.query in texts(root)


def test_bars_add_up_and_name_their_shares() -> None:
    found = variations(crossed(8, 4, (0.3, 0.1, 0.2), np.random.default_rng(0)))
    root = drawn(variance_bars([("t", found[0])], title="variance", first="sample"))
    bars = [rect for rect in root.iter("rect") if "stroke" in rect.attrib]
    parts = found[0].sample, found[0].seed, found[0].rest
    variances = np.array([0.0 if part is None else part.variance for part in parts])
    assert len(set(variances)) == 3
    assert [float(bar.attrib["width"]) for bar in bars] == pytest.approx(440 * variances / variances.sum(), abs=0.1)
    names = ["sample", "seed, alike for all", "seed, this one only"]
    assert [bar.findtext("title", "").split(":")[0] for bar in bars] == [f"t, {name}" for name in names]
    assert set(names) <= set(texts(root))
    nothing = variations(crossed(3, 3, (0.0, 0.0, 0.0), np.random.default_rng(0)))
    drawn(variance_bars([("t", nothing[0])], title="variance", first="sample"))


@pytest.mark.parametrize("tests", [1, 10, 24])
def test_many_tests_wrap_onto_rows(tests: int) -> None:
    boxes = [Box(f"{rate} %", "subsample", tuple(np.linspace(0, 1, 10)), "90") for rate in (1, 5, 10, 50)]
    root = drawn(value_boxes([(f"test {i}", boxes) for i in range(tests)], title="t", chance=0.0))
    headings = [t for t in root.iter("text") if (t.text or "").startswith("test ")]
    places = {(t.attrib["x"], t.attrib["y"]) for t in headings}
    assert len(places) == tests


def test_names_are_escaped() -> None:
    (spread,) = spreads(seeds([0.1, 0.2, 0.3, 0.4, 0.5], query=EVIL))
    root = drawn(spread_boxes([(EVIL, [(EVIL, spread)])], title=EVIL))
    assert not [element for element in root.iter() if element.tag == "b"]
    assert root.findtext("title") == EVIL
    assert EVIL in texts(root)


def test_equal_values_and_single_ones_can_be_drawn() -> None:
    for values in ((0.0,) * 6, (0.7,) * 6, (0.7,)):
        drawn(value_boxes([("t", [Box("a", "whole", values, "")])], title="t", chance=0.0))
    assert room_for([0.0]) == (-0.5, 0.5)
    assert room_for([2.0, 2.0]) == (1.0, 3.0)
    assert room_for([]) == (-0.06, 1.06)


def test_small_parts() -> None:
    assert short("a" * 50, 110) == "a" * 16 + "…"
    shapes = {ET.fromstring(mark(1, 1, i, "#000")).tag for i in range(4)}
    assert shapes == {"circle", "rect", "polygon"}
    grid = Grid(5, 300, 100)
    assert (grid.columns, grid.rows) == (3, 2)
    assert grid.corner(3)[0] == grid.corner(0)[0]
    assert [grid.first(i) for i in range(4)] == [True, False, False, True]
