"""Spaces beside each other: a mark for each where its value is, told apart by shape, nothing outside the frame; in rows and as a figure."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.colors import same_color

from tests.plot.seen import unreadable, written
from tests.study.spaces import query, space
from weatherglass.measure.result import Result
from weatherglass.plot.compare import (
    LANE,
    WIDTH,
    Dot,
    Scale,
    dumbbell,
    figures,
    legend_mark,
    mark,
    numbers_above,
    scale_of,
    values_of_spaces,
)
from weatherglass.plot.figure import drawn, picture
from weatherglass.study.compare import compare
from weatherglass.study.comparison import Comparison
from weatherglass.wording.messages import speaking

SCALE = Scale(-2.0, 2.0, (-2.0, -1.0, 0.0, 1.0, 2.0), 0.0)


def marks(root: ET.Element) -> list[ET.Element]:
    return [element for element in root if element.tag in ("circle", "polygon")]


def place(element: ET.Element) -> tuple[float, float]:
    if element.tag == "circle":
        return float(element.attrib["cx"]), float(element.attrib["cy"])
    x, y = element.attrib["transform"].removeprefix("translate(").removesuffix(")").split(",")
    return float(x), float(y)


def test_each_space_has_a_lane_and_a_mark_where_its_value_is() -> None:
    values = (-1.5, 0.25, 1.0)
    root = ET.fromstring(dumbbell([Dot(f"s{i}", value) for i, value in enumerate(values)], SCALE, "d"))
    places = [place(element) for element in marks(root)]
    assert [x for x, _ in places] == [SCALE.x(value) for value in values]
    assert [second - first for (_, first), (_, second) in pairwise(places)] == [LANE, LANE]
    assert SCALE.x(0) == WIDTH / 2
    (faint,) = (path.attrib["d"] for path in root.findall("path") if path.attrib.get("stroke-width") == "0.3")
    assert re.findall(r"M(\S+) 0v", faint) == [f"{SCALE.x(tick):g}" for tick in SCALE.ticks if tick]
    (strong,) = (line.attrib for line in root.findall("line") if line.attrib["x1"] == line.attrib["x2"])
    assert (float(strong["x1"]), strong["stroke-width"]) == (SCALE.x(0), "1")  # at no effect
    assert root.attrib["aria-label"] == "s0: d = −1.50; s1: d = 0.25; s2: d = 1.00"


def test_filled_says_clear_and_hollow_not() -> None:
    root = ET.fromstring(dumbbell([Dot("a", 0.5, clear=True), Dot("b", 0.5)], SCALE, "d"))
    assert [element.attrib["fill"] == "none" for element in marks(root)] == [False, True]


def test_eight_spaces_are_told_apart_by_shape_alone() -> None:
    shapes = set()
    for i in range(8):
        element = ET.fromstring(mark(i, 0, 0))
        shapes.add((element.tag, element.attrib.get("points", "")))
    assert len(shapes) == 8
    assert ET.fromstring(legend_mark(2)).tag == "svg"


def test_a_space_without_a_value_leaves_its_lane_empty() -> None:
    root = ET.fromstring(dumbbell([Dot("a", 0.5), Dot("b", None), Dot("c", 1.0)], SCALE, "d"))
    first, last = (place(element)[1] for element in marks(root))
    assert last - first == 2 * LANE
    assert "b: not measured" in root.attrib["aria-label"]


def test_names_are_escaped() -> None:
    picture = dumbbell([Dot("<img src=x onerror=alert(1)>\"'", 0.5)], SCALE, "d")
    assert "<img" not in picture
    ET.fromstring(picture)


@given(
    st.lists(st.integers(-50_000, 50_000).map(lambda i: i / 1000), min_size=1, max_size=8),
    st.one_of(st.none(), st.just(0.0), st.just(1.0)),
)
def test_scales_hold_everything_and_have_few_round_numbers(values: list[float], middle: float | None) -> None:
    scale = scale_of(values, middle)
    assert scale.low <= min(values) + 1e-6 * abs(min(values))
    assert scale.high >= max(values) - 1e-6 * abs(max(values))
    assert 2 <= len(scale.ticks) <= 7
    for value in values:
        assert 0 < scale.x(value) < WIDTH
    texts = [element.text or "" for element in ET.fromstring(numbers_above(scale))]
    assert all(len(text) <= 9 for text in texts)
    assert len(texts) == len(set(texts))


def test_effect_sizes_get_a_scale_to_both_sides() -> None:
    scale = scale_of([1.2, 1.9, 0.3], 0.0)
    assert (scale.low, scale.high, scale.ticks) == (-2.0, 2.0, (-2.0, -1.0, 0.0, 1.0, 2.0))


@pytest.mark.parametrize("ends", [(-0.5, 1.5), (-9.0, 9.0)])
def test_intervals_are_drawn_within_the_frame(ends: tuple[float, float]) -> None:
    root = ET.fromstring(dumbbell([Dot("a", 0.5, ends)], SCALE, "d"))
    bars = [line for line in root.findall("line") if line.attrib["stroke-width"] == "1.2"]
    assert [float(bars[0].attrib["x1"]), float(bars[1].attrib["x2"])] == [SCALE.x(end) for end in ends]
    assert all(0 <= float(bar.attrib[name]) <= WIDTH for bar in bars for name in ("x1", "x2"))


@pytest.fixture(scope="module")
def pair() -> Comparison:
    spaces = [space(lean, n=8, seed=i, noise=0.3, name=f"s{i}") for i, lean in enumerate((0.0, 0.9))]
    queries = [query(8, name="first"), query(5, name="second")]
    return compare(spaces, queries=queries, measures=["weat", "ect", "word-association"], resamples=399, alike=False)


def marks_of(ax: Axes) -> list[PathCollection]:
    return [each for each in ax.collections if isinstance(each, PathCollection)]


def test_the_figure_has_a_mark_and_an_interval_for_each_space_of_each_test(pair: Comparison) -> None:
    (ax,) = drawn(values_of_spaces, pair, "weat").axes
    tests = pair.of_measure("weat")
    lanes = []
    for space_marks, name in zip(marks_of(ax), ("s0", "s1"), strict=True):
        offsets = np.asarray(space_marks.get_offsets())
        assert offsets[:, 0].tolist() == [each.values[name] for each in tests]
        lanes.append(offsets[:, 1])
    assert (lanes[0] < lanes[1]).all()  # the first space above the second, within a row of its own
    assert np.abs(np.array(lanes) - [0, 1]).max() < 0.5
    ends = {tuple(np.asarray(each)[:, 0].tolist()) for lines in ax.collections if isinstance(lines, LineCollection) for each in lines.get_segments()}  # fmt: skip
    results = [outcome for each in tests for outcome in each.outcomes if isinstance(outcome, Result)]
    assert ends == {(each.interval.low, each.interval.high) for each in results if each.interval is not None}
    assert [label.get_text() for label in ax.get_yticklabels()] == ["en/first", "en/second"]
    said = written(drawn(values_of_spaces, pair, "weat"))
    assert [" ".join(each.split()) for each in said[-5:]] == [
        "2 of 2 differences between the spaces are clear (Word embedding association test, Holm)", "s0", "s1", "filled: p < 0.05", "hollow: not, or no p",
    ]  # fmt: skip
    assert "d; positive: target set 1 is nearer to attribute set 1, and target set 2 to attribute set 2" in said


def test_what_is_not_clear_is_hollow_in_the_figure_too(pair: Comparison) -> None:
    (ax,) = drawn(values_of_spaces, pair, "weat").axes
    hollow = [[same_color(tuple(face), "white") for face in np.asarray(each.get_facecolor()).tolist()] for each in marks_of(ax)]  # fmt: skip
    assert hollow == [[True, True], [False, False]]
    assert "in 2 spaces, 2 tests" in drawn(values_of_spaces, pair, "ect").axes[0].get_title("left")


def test_each_measure_with_values_has_a_figure_and_the_first_is_the_main_one(pair: Comparison) -> None:
    assert list(figures(pair)) == ["weat", "ect"]
    ax = pair.plot("ect", drawn(values_of_spaces, pair, "weat").axes[0])
    assert isinstance(ax, Axes)
    assert "ρ" in ax.get_xlabel()


@pytest.mark.parametrize("language", ["en", "ar"])
def test_texts_of_many_spaces_with_long_names_lie_apart_and_within(language: str) -> None:
    spaces = [space(0.1 * i, seed=i, noise=0.5, name=f"{'long-name-' * 6}{i}") for i in range(8)]
    found = compare(spaces, queries=[query(), query(5, name="x" * 60)], resamples=200, alike=False)
    with speaking(language):
        (draw,) = figures(found).values()
        assert unreadable(drawn(draw)) == []
        assert len(picture("values", draw)) < 40_000
