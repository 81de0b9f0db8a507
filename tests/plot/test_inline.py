"""Small pictures: well-formed, and every mark where its number is."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weatherglass.plot.inline import baseline_strip, effect_limit, effect_mark, effect_scale, word_scores

SVG_ATTRIBUTES = {
    "aria-hidden", "aria-label", "class", "cx", "cy", "d", "direction", "fill", "fill-opacity", "font-family", "font-size", "font-weight", "height", "r",
    "role", "stroke", "stroke-dasharray", "stroke-opacity", "stroke-width", "text-anchor", "unicode-bidi", "viewBox",
    "width", "x", "x1", "x2", "y", "y1", "y2",
}  # fmt: skip


def parsed(markup: str) -> ET.Element:
    """XML has no way to say most control characters, and no report shows them; the rest must parse."""
    root = ET.fromstring(markup)
    for element in root.iter():
        assert set(element.attrib) <= SVG_ATTRIBUTES, element.attrib
    return root


def circle_x(value: float, limit: int = 2) -> float:
    circle = parsed(effect_mark(value, None, limit, filled=True)).find("circle")
    assert circle is not None
    return float(circle.attrib["cx"])


def test_the_dot_stands_under_its_number() -> None:
    ticks = {text.text: float(text.attrib["x"]) for text in parsed(effect_scale(2)).iter("text")}
    assert ticks == {"−2": circle_x(-2), "−1": circle_x(-1), "0": circle_x(0), "+1": circle_x(1), "+2": circle_x(2)}


def test_an_interval_reaches_from_end_to_end() -> None:
    root = parsed(effect_mark(0.5, (-0.25, 1.5), 2, filled=True))
    ends = [line.attrib for line in root.iter("line") if (line.attrib["y1"], line.attrib["y2"]) == ("6", "14")]
    assert [(float(end["x1"]), float(end["x2"])) for end in ends] == [(circle_x(x), circle_x(x)) for x in (-0.25, 1.5)]
    bars = [line.attrib for line in root.iter("line") if line.attrib["y1"] == line.attrib["y2"] == "10"]
    assert [float(bars[0]["x1"]), float(bars[1]["x2"])] == [circle_x(-0.25), circle_x(1.5)]
    assert "interval -0.25 to 1.50" in root.attrib["aria-label"]


def test_a_value_stands_among_those_of_other_words() -> None:
    root = parsed(baseline_strip(1.25, -0.5, 0.25, 0.75, 2))
    bar = root.find("rect")
    assert bar is not None
    assert float(bar.attrib["x"]) == circle_x(-0.5)
    assert float(bar.attrib["width"]) == pytest.approx(circle_x(0.75) - circle_x(-0.5))
    middle, value = (line.attrib for line in root.iter("line") if float(line.attrib["stroke-width"]) > 1)
    assert (float(middle["x1"]), float(value["x1"])) == (circle_x(0.25), circle_x(1.25))


def test_the_scale_holds_every_value() -> None:
    assert effect_limit([]) == effect_limit([1.9, -2.0]) == 2
    assert effect_limit([0.3, -2.16]) == 3
    assert circle_x(-2.16, 3) > 0


def test_hollow_when_not_clear() -> None:
    assert 'fill="none"' in effect_mark(1, (0.5, 1.5), 2, filled=False)
    assert 'fill="none"' not in effect_mark(1, (0.5, 1.5), 2, filled=True)


def test_words_are_sorted_and_marked_with_their_shape() -> None:
    root = parsed(word_scores([("x", [("low", -0.1), ("high", 0.2)]), ("y", [("mid", 0.0)])], ("a", "b"), title="t"))
    texts = [text.text for text in root.iter("text")]
    assert texts.index("high") < texts.index("low")
    assert len(list(root.iter("circle"))) == 2
    assert len(list(root.iter("rect"))) == 1
    assert "← b" in texts
    assert "a →" in texts
    zero, mean = (float(line.attrib["x1"]) for line in list(root.iter("line"))[:2])
    high, low = (float(circle.attrib["cx"]) - zero for circle in root.iter("circle"))
    assert high > 0 > low  # positive is towards a, at the right
    assert high == pytest.approx(-2 * low, abs=0.2)
    assert mean - zero == pytest.approx((high + low) / 2, abs=0.2)


@given(
    st.text(st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="\ufffe\uffff"), min_size=1, max_size=30),
    st.floats(-1, 1),
)
def test_any_word_survives(word: str, score: float) -> None:
    root = parsed(word_scores([(word, [(word, score)]), ("y", [("z", 0.0)])], (word, "b"), title=word))
    shown = word if len(word) <= 20 else word[:19] + "…"
    assert shown in [text.text for text in root.iter("text")]


@pytest.mark.parametrize("score", [0.0, 1e-12])
def test_scores_without_extent(score: float) -> None:
    parsed(word_scores([("x", [("w", score)]), ("y", [("z", score)])], ("a", "b"), title="t"))
