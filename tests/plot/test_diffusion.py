"""Diffusion in pictures: every name and every mean where its number is, sexes told by shape as by colour, grey near chance."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.diffused import ZERO, compared, few_groups, made_diffusion, near_chance
from tests.plot.pictures import all_texts, covering, drawn, said, titles
from weatherglass.downstream.diffused import Diffusion, Name
from weatherglass.plot.axes import BLUE, GREY, PURPLE
from weatherglass.plot.diffusion import MOST_DOTS, names, sexes_of, stages

EVIL = "<b onclick='x'>\"&\u202e"


def middle(element: ET.Element) -> float:
    if element.tag == "circle":
        return float(element.attrib["cx"])
    return float(element.attrib["x"]) + float(element.attrib["width"]) / 2


def marks(root: ET.Element) -> dict[str, ET.Element]:
    """By what is said of them."""
    return {
        text: element
        for element in root.iter()
        if (text := element.findtext("title")) and "stroke-width" in element.attrib
    }


def test_populations_from_the_highest_mean_to_the_lowest() -> None:
    found = made_diffusion()
    each = found.classified[0]
    compared_ = each.stages[0].populations
    assert compared_ is not None
    order = [group.name for group in sorted(compared_.groups, key=lambda group: -group.mean)]
    root = drawn(names(found, each))
    assert [text for text in said(root) if text in order] == order
    assert covering(all_texts(root)) == []


def test_a_mark_for_each_name_where_its_score_is_told_apart_by_shape_and_colour() -> None:
    found = made_diffusion()
    each = found.classified[0]
    root = drawn(names(found, each))
    marked = marks(root)
    assert (
        len([mark for mark in root.iter() if mark.attrib.get("fill") == "none"]) == len(found.names) + 2
    )  # and the key
    scores = dict(zip((name.word for name in found.names), each.stages[0].scores, strict=True))
    spoken = {f"{word}: {score:+.2f}".replace("-", "−"): (word, score) for word, score in scores.items()}
    one, other = min(spoken, key=lambda key: spoken[key][1]), max(spoken, key=lambda key: spoken[key][1])
    pixels = (middle(marked[other]) - middle(marked[one])) / (spoken[other][1] - spoken[one][1])
    for text, (_, score) in spoken.items():
        expected = middle(marked[one]) + pixels * (score - spoken[one][1])
        assert middle(marked[text]) == pytest.approx(expected, abs=0.3), text
    sexes = {name.word: name.sex for name in found.names}
    looks = {(sexes[word], marked[text].tag, marked[text].attrib["stroke"]) for text, (word, _) in spoken.items()}
    assert looks == {("female", "circle", PURPLE), ("male", "rect", BLUE)}
    dashed = next(each for each in root.iter("line") if "stroke-dasharray" in each.attrib)
    assert float(dashed.attrib["x1"]) == pytest.approx(middle(marked[one]) + pixels * (ZERO - spoken[one][1]), abs=0.3)


def test_means_and_their_intervals_are_said_when_pointed_at() -> None:
    found = few_groups("German", "Polish")
    group = found.classified[0].stages[0].populations.groups[0]  # type: ignore[union-attr]
    assert group.interval is not None
    expected = f"German: mean {group.mean:+.2f} of 40 names, interval {group.interval.low:+.2f} to {group.interval.high:+.2f}".replace("-", "−")  # fmt: skip
    assert expected in titles(drawn(names(found, found.classified[0])))


def test_near_chance_all_is_grey() -> None:
    found = near_chance()
    for picture in (names(found, found.classified[0]), stages(found.classified[0], "population")):
        root = drawn(picture)
        painted = {each.attrib[kind] for each in root.iter() for kind in ("fill", "stroke") if kind in each.attrib}
        assert painted <= {GREY, "none", "currentColor"}
    assert BLUE in {each.attrib.get("stroke") for each in drawn(names(found, found.classified[1])).iter()}


def test_without_sexes_there_is_one_lane_and_no_key_of_them() -> None:
    found = made_diffusion(sexes=False)
    assert sexes_of(found) == []
    root = drawn(names(found, found.classified[0]))
    assert "female" not in said(root)
    assert len(list(root.iter("circle"))) == len(found.names)
    assert stages(found.classified[0], "sex") == ""


def many_names(n: int) -> Diffusion:
    """Two populations, one sex each, with so many names."""
    found = made_diffusion()
    listed = tuple(Name(word=f"{population}{i}", population=population, sex="female", rank=i) for population in "XY" for i in range(n))  # fmt: skip
    groups = {population: [0.001 * i for i in range(n)] for population in "XY"}
    stage = replace(found.classified[0].stages[0], scores=tuple(groups["X"] + groups["Y"]), populations=compared("population", groups), sexes=None, within=())  # fmt: skip
    return replace(found, names=listed, classified=(replace(found.classified[0], stages=(stage,)),))


def test_many_names_are_a_box() -> None:
    few, many = (many_names(n) for n in (MOST_DOTS, MOST_DOTS + 1))
    assert len(list(drawn(names(few, few.classified[0])).iter("circle"))) == 2 * MOST_DOTS + 1
    root = drawn(names(many, many.classified[0]))
    assert len(list(root.iter("circle"))) == 3  # two middles, and the key
    assert f"female: {MOST_DOTS + 1} names, median +0.04, half of them +0.02 to +0.06, nine in ten +0.00 to +0.08" in titles(root)  # fmt: skip


@pytest.mark.parametrize("by", ["population", "sex"])
def test_a_panel_for_each_stage_hollow_before_and_filled_after(by: str) -> None:
    each = made_diffusion().classified[0]
    root = drawn(stages(each, by))
    groups = 9 if by == "population" else 2
    assert len(marks(root)) == groups * len(each.stages)
    hollow = {text for text, mark in marks(root).items() if mark.attrib["fill"] == "none"}
    assert len(hollow) == groups
    assert all(", before: " in text for text in hollow)
    assert said(root).count("classifier level") == 3
    assert covering(all_texts(root)) == []
    level = [middle(mark) for text, mark in marks(root).items() if ", classifier level: " in text]
    assert len(level) == groups
    assert max(level) - min(level) < 0.2  # by construction


def test_arabic_names_and_names_of_any_length() -> None:
    found = made_diffusion("ar")
    root = drawn(names(found, found.classified[0]))
    assert any("هايكه" in text or "محمد" in text for text in titles(root))
    groups = {"x" * 80: [0.1, 0.2], EVIL: [0.3, 0.5], "عَرَب": [0.0, 0.1]}
    stage = replace(found.classified[0].stages[0], populations=compared("population", groups))
    each = replace(found.classified[0], stages=(stage, replace(stage, level="embedding")))
    for picture in (names(found, each), stages(each, "population")):
        root = drawn(picture)
        assert not [element for element in root.iter() if element.tag == "b"]
        assert any(EVIL in text for text in titles(root))
        assert covering(all_texts(root)) == []
        arabic = next(text for text in all_texts(root) if text.text == "عَرَب")
        assert arabic.attrib["unicode-bidi"] == "isolate"


@settings(max_examples=30)
@given(st.lists(st.lists(st.floats(-5, 5), min_size=2, max_size=5), min_size=2, max_size=10))
def test_whatever_the_scores_nothing_leaves_the_picture(scores: list[list[float]]) -> None:
    found = made_diffusion(sexes=False)
    groups = {f"group {i}": each for i, each in enumerate(scores)}
    listed = tuple(Name(word=f"{name} {i}", population=name, sex="", rank=None) for name, each in groups.items() for i in range(len(each)))  # fmt: skip
    stage = replace(found.classified[0].stages[0], scores=tuple(x for each in scores for x in each), populations=compared("population", groups))  # fmt: skip
    each = replace(found.classified[0], stages=(stage, replace(stage, level="classifier")))
    drawn(names(replace(found, names=listed), each))
    root = drawn(stages(each, "population"))
    assert covering(all_texts(root)) == []
