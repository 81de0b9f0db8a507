"""Detectors in pictures: accuracies and their intervals where the numbers are, kinds of vectors told by shape as by colour."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.detected import GIVEN, made_detection, made_scores, without_own
from tests.plot.pictures import all_texts, covering, drawn, said, titles
from weatherglass.plot.axes import BLUE, GREEN, GREY, ORANGE
from weatherglass.plot.detection import accuracies, chance, similarities

EVIL = "<b onclick='x'>\"&\u202e"


def marks(root: ET.Element) -> list[tuple[str, ET.Element]]:
    """What is said of them, and they, from top to bottom."""
    return [(text, each) for each in root.iter() if (text := each.findtext("title")) and "stroke-width" in each.attrib]


def middle(element: ET.Element) -> float:
    if element.tag == "circle":
        return float(element.attrib["cx"])
    if element.tag == "rect":
        return float(element.attrib["x"]) + float(element.attrib["width"]) / 2
    places = [float(point.split(",")[0]) for point in element.attrib["points"].split()]
    return (min(places) + max(places)) / 2


def test_a_row_for_each_detector_in_the_shape_and_colour_of_its_vectors() -> None:
    found = made_detection()
    root = drawn(accuracies(found))
    first, *looks = [(text.split(":")[0], each.tag, each.attrib["fill"]) for text, each in marks(root)]
    assert first == ("counted words, without vectors", "polygon", ORANGE)
    assert looks == [("random", "circle", GREY), (GIVEN, "rect", BLUE), ("own", "polygon", GREEN)] * 3
    assert [text for text in said(root) if "words" in text] == [
        "counted words", "Bag of vectors, vectors frozen, common words", "LSTM, vectors frozen, common words", "Attention, vectors trained further, all words",
    ]  # fmt: skip
    assert [text for text in said(root) if "best" in text] == ["80.0 %, best by validation"]
    assert covering(all_texts(root)) == []


def test_marks_intervals_and_guessing_lie_where_the_numbers_are() -> None:
    found = made_detection()
    root = drawn(accuracies(found))
    values = [found.counting.test.accuracy.value, *(each.test.accuracy.value for each in found.detectors)]
    places = [middle(each) for _, each in marks(root)]
    low, high = min(range(10), key=values.__getitem__), max(range(10), key=values.__getitem__)
    pixels = (places[high] - places[low]) / (values[high] - values[low])
    for value, place in zip(values, places, strict=True):
        assert place == pytest.approx(places[low] + pixels * (value - values[low]), abs=0.3)
    dashed = {each.attrib["stroke"]: float(each.attrib["x1"]) for each in root.iter("line") if "stroke-dasharray" in each.attrib}  # fmt: skip
    assert dashed["currentColor"] == pytest.approx(places[low] + pixels * (chance(found) - values[low]), abs=0.3)
    assert dashed[ORANGE] == places[0]
    thick = [each for each in root.iter("line") if each.attrib["stroke-width"] == "4.0"]
    assert len(thick) == 10
    spread = float(thick[0].attrib["x2"]) - float(thick[0].attrib["x1"])
    assert spread == pytest.approx(0.02 * pixels, abs=0.3)


def test_one_seed_has_no_interval() -> None:
    root = drawn(accuracies(without_own()))
    assert [text for text, _ in marks(root)][1:3] == ["random: 61.0 %", f"{GIVEN}: 70.0 %"]
    assert not [each for each in root.iter("line") if each.attrib["stroke-width"] in ("4.0", "1.4")]


def test_similarity_beside_chance() -> None:
    root = drawn(similarities([("wiki", 0.39, 0.03, 0.01, 0.05), ("عَرَب", 0.49, 0.03, -0.01, 0.05)]))
    assert [text for text, _ in marks(root)] == ["wiki: 0.39", "عَرَب: 0.49"]
    assert "by chance 0.03, range −0.01 to 0.05" in titles(root)
    assert covering(all_texts(root)) == []


@settings(max_examples=30)
@given(
    st.lists(st.tuples(st.floats(0, 1), st.floats(0, 0.5)), min_size=9, max_size=9),
    st.text(st.characters(codec="utf-8", exclude_categories=["C"]), min_size=1, max_size=80),
)
def test_whatever_the_numbers_and_names_nothing_leaves_the_picture(
    given_: list[tuple[float, float]], name: str
) -> None:
    found = made_detection()
    spaces = tuple(replace(each, name=name if each.kind == "given" else each.name) for each in found.spaces)
    detectors = tuple(
        replace(each, space=name if each.space == GIVEN else each.space, test=made_scores(value, reach=reach))
        for each, (value, reach) in zip(found.detectors, given_, strict=True)
    )
    drawn(accuracies(replace(found, spaces=spaces, detectors=detectors)))
    drawn(similarities([(name, value, reach, reach / 2, reach) for value, reach in given_]))


def test_names_are_escaped() -> None:
    found = made_detection()
    spaces = tuple(replace(each, name=EVIL, kind="given") for each in found.spaces)
    detectors = tuple(replace(each, space=EVIL) for each in found.detectors)
    for picture in (
        accuracies(replace(found, spaces=spaces, detectors=detectors)),
        similarities([(EVIL, 0.4, 0.1, 0.0, 0.2)]),
    ):
        root = drawn(picture)
        assert not [each for each in root.iter() if each.tag == "b"]
        assert any(EVIL in text for text in titles(root))
