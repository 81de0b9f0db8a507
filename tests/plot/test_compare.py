"""Dumbbells: a mark for each space where its value is, told apart by shape, nothing outside the frame."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weatherglass.plot.compare import LANE, WIDTH, Dot, Scale, dumbbell, legend_mark, mark, numbers_above, scale_of

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
    lines = [line.attrib for line in root.findall("line") if line.attrib["x1"] == line.attrib["x2"]]
    assert [float(line["x1"]) for line in lines] == [SCALE.x(tick) for tick in SCALE.ticks]
    assert [line["stroke-width"] for line in lines] == ["0.3", "0.3", "1", "0.3", "0.3"]  # a strong one at no effect
    assert root.attrib["aria-label"] == "s0: d = −1.50, s1: d = 0.25, s2: d = 1.00"


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
