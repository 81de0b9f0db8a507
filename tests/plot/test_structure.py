"""Directions and the general bias in pictures: every bar and dot where its number is."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.plot.pictures import all_texts, covering, drawn, said, titles
from tests.shaped import SENTIMENT, interval, made_bias, made_subspace
from weatherglass.plot.axes import BLUE, ORANGE
from weatherglass.plot.structure import biases, components, loadings, sentiments

EVIL = "<b onclick='x'>\"&\u202e"


def test_a_bar_for_each_component_with_the_random_range_before_it() -> None:
    found = [made_subspace(), made_subspace(list="work", random=None, no_random="no frequency", dominant=None)]
    root = drawn(components(found))
    bars = [rect for rect in root.iter("rect") if rect.attrib["fill"] == BLUE]
    assert [rect.findtext("title") for rect in bars] == ["60.5 %", "25.0 %", "14.5 %"] * 2
    heights = [float(rect.attrib["height"]) for rect in bars[:3]]
    assert np.array(heights) / heights[0] == pytest.approx(np.array([0.6049, 0.25, 0.1451]) / 0.6049, abs=0.01)
    ranges = [rect.findtext("title") for rect in root.iter("rect") if rect.attrib["fill"] == ORANGE]
    assert ranges == ["random pairs 35.0 to 45.0 %", "random pairs 25.0 to 35.0 %", "random pairs 15.0 to 25.0 %"]
    assert {"family: 3 pairs", "work: 3 pairs"} <= set(said(root))
    assert covering(all_texts(root)) == []


def test_random_pairs_above_the_first_component_stay_in_the_picture() -> None:
    base = made_subspace()
    drawn(components([made_subspace(shares=(0.36, 0.34, 0.3), random=base.random)]))


@pytest.mark.parametrize("n", [3, 24, 25, 132])
def test_a_mark_for_each_pair_and_outliers_are_named(n: int) -> None:
    cosines = np.linspace(1.0, -0.3, n)
    each = made_subspace(cosines.tolist())
    root = drawn(loadings(each))
    outliers = [loading.pair for loading in each.loadings if loading.outlier]
    assert outliers
    spoken = titles(root)[1:]
    assert len(spoken) == n
    coloured = [e for e in root.iter() if e.tag in ("rect", "circle") and e.attrib.get("fill") in (BLUE, ORANGE)]
    assert len(coloured) == n
    assert sum(e.attrib["fill"] == ORANGE for e in coloured) == len(outliers)
    assert set(said(root)) >= set(outliers[-10:])
    if n <= 24:
        assert set(said(root)) >= {loading.pair for loading in each.loadings}
    assert covering(all_texts(root)) == []


def test_bars_begin_at_zero_whatever_the_sign() -> None:
    root = drawn(loadings(made_subspace((0.8, -0.4))))
    up, down = [(float(e.attrib["x"]), float(e.attrib["width"])) for e in root.iter("rect")]
    assert down[0] + down[1] == pytest.approx(up[0], abs=0.2)
    assert up[1] == pytest.approx(2 * down[1], abs=0.3)


def test_pairs_that_all_lie_along_it_can_be_drawn() -> None:
    for cosines in ((1.0, 1.0, 1.0), (0.0, 0.0, 0.0), (0.9,) * 40):
        drawn(loadings(made_subspace(cosines)))


def test_a_row_for_each_bias_with_its_interval_shuffled_groups_and_floor() -> None:
    found = [made_bias(), made_bias(task="sentiment", groups=("gay", "straight"), interval=None)]
    root = drawn(biases(found))
    dots = list(root.iter("circle"))
    assert [dot.findtext("title") for dot in dots] == ["0.123", "0.123"]
    assert {"professions, women–men", "sentiment, gay–straight"} <= set(said(root))
    dashed = [line for line in root.iter("line") if "stroke-dasharray" in line.attrib]
    reaches = [line for line in root.iter("line") if line.attrib["stroke"] == BLUE]
    (low, high) = (float(reaches[0].attrib[end]) for end in ("x1", "x2"))
    assert len(dashed) == 2
    assert len(reaches) == 1
    grey = [(float(r.attrib["x"]), float(r.attrib["width"])) for r in root.iter("rect")]
    # The scale is linear: interval 0.10 to 0.15, shuffled 0.06 to 0.10, floor 0.0651.
    scale = (high - low) / 0.05
    assert grey[0] == pytest.approx((low - 0.04 * scale, 0.04 * scale), abs=0.3)
    assert float(dashed[0].attrib["x1"]) == pytest.approx(low - (0.1 - 0.0651) * scale, abs=0.3)
    assert float(dots[0].attrib["cx"]) == pytest.approx(low + 0.0234 * scale, abs=0.3)
    assert covering(all_texts(root)) == []


def test_sentiment_only_of_those_that_have_one() -> None:
    found = [made_bias(task="sentiment", sentiment=SENTIMENT), made_bias()]
    root = drawn(sentiments(found))
    assert [dot.findtext("title") for dot in root.iter("circle")] == ["0.173"]
    assert "professions, women–men" not in said(root)


@given(
    st.lists(st.tuples(*(st.floats(0, 2) for _ in range(4))), min_size=1, max_size=12),
    st.text(st.characters(codec="utf-8", exclude_categories=["C"]), max_size=80),
)
def test_whatever_the_numbers_and_names_nothing_leaves_the_picture(rows: list[tuple[float, float, float, float]], name: str) -> None:  # fmt: skip
    found = []
    for value, one, other, floor in rows:
        base = made_bias()
        ends = interval(min(value, one), max(value, other))
        found.append(made_bias(value=value, interval=ends, floor=floor, groups=(name, "b"), shuffled=base.shuffled))
    drawn(biases(found))


def test_names_are_escaped() -> None:
    for picture in (
        biases([made_bias(groups=(EVIL, EVIL))]),
        components([made_subspace(list=EVIL)]),
        sentiments([made_bias(task=EVIL, sentiment=SENTIMENT)]),
    ):
        root = drawn(picture)
        assert not [element for element in root.iter() if element.tag == "b"]
        assert any(EVIL in text for text in titles(root))
