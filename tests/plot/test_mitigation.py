"""Mitigations in pictures: every mark where its number is, verdicts told by shape as by colour, words as arrows."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.mitigated import (
    EXAMINED,
    GONE,
    HIDDEN,
    REDUCED,
    change,
    made_account,
    made_tested,
    made_traced,
    made_utility,
    planted_account,
    sample_account,
    value,
)
from tests.plot.pictures import all_texts, covering, drawn, said, titles
from weatherglass.measure.result import Lacking
from weatherglass.mitigate.explicit import Change
from weatherglass.mitigate.other_words import WITH_OTHERS
from weatherglass.mitigate.utility import Movement
from weatherglass.plot.axes import BLUE, GREEN, GREY, ORANGE, PURPLE
from weatherglass.plot.mitigation import costs, dumbbells, movements, shown_examinations, sides_of, traces

EVIL = "<b onclick='x'>\"&\u202e"


def marks(root: ET.Element, when: str) -> list[tuple[str, str, str]]:
    """Of the values: what is said, the tag, and the colour that it is filled with."""
    spoken = [(element, element.findtext("title") or "") for element in root.iter() if element.tag != "svg"]
    return [(text, element.tag, element.attrib["fill"]) for element, text in spoken if f", {when}: " in text and "fill" in element.attrib]  # fmt: skip


def middle(element: ET.Element) -> float:
    """Where a mark is, from left to right."""
    if element.tag == "circle":
        return float(element.attrib["cx"])
    if element.tag == "rect":
        return float(element.attrib["x"]) + float(element.attrib["width"]) / 2
    places = [float(point.split(",")[0]) for point in element.attrib["points"].split()]
    return (min(places) + max(places)) / 2


def test_a_row_for_each_test_hollow_before_and_filled_after() -> None:
    root = drawn(dumbbells(made_account()))
    assert [fill for _, _, fill in marks(root, "before")] == ["none"] * 6
    assert marks(root, "after") == [
        ("shrunk, after: 0.050", "circle", GREEN),
        ("covered, after: −0.020", "rect", ORANGE),
        ("same, after: 0.190", "polygon", BLUE),
        ("larger, after: 0.300", "polygon", BLUE),
        ("turned, after: −0.150", "polygon", PURPLE),
        ("nothing, after: 0.010", "circle", GREY),
    ]
    told = said(root)
    assert [text for text in told if text in ("reduced", "hidden", "unchanged", "reversed", "no clear difference before")] == [
        "reduced", "hidden", "unchanged", "unchanged", "reversed", "no clear difference before",
    ]  # fmt: skip
    assert covering(all_texts(root)) == []


def test_a_clear_difference_that_may_have_turned_is_undecided() -> None:
    root = drawn(dumbbells(made_account(tests=(replace(REDUCED, verdict=None),))))
    assert "undecided" in said(root)
    assert "no clear difference before" not in said(root)


def test_shapes_alone_tell_verdicts_apart() -> None:
    root = drawn(dumbbells(made_account()))
    corners = {
        name.split(",")[0]: len(element.attrib.get("points", "").split())
        for element in root.iter()
        if ", after: " in (name := element.findtext("title") or "") and "fill" in element.attrib
    }
    assert (corners["same"], corners["turned"]) == (4, 3)  # a diamond and a triangle, both polygons


def test_tests_with_words_that_were_fitted_on_say_so() -> None:
    root = drawn(dumbbells(made_account(tests=(REDUCED, HIDDEN))))
    assert [text for text in said(root) if "fitted on" in text] == ["2 of 32 words fitted on"]


def test_marks_and_intervals_lie_where_the_numbers_are() -> None:
    root = drawn(dumbbells(made_account()))
    found = {
        text: middle(element)
        for element in root.iter()
        if ": " in (text := element.findtext("title") or "") and "fill" in element.attrib
    }
    one, other = found["shrunk, before: 0.200"], found["turned, after: −0.150"]
    pixels = (one - other) / 0.35
    zero = one - 0.2 * pixels
    for text, x in found.items():
        assert x == pytest.approx(zero + float(text.split(": ")[1].replace("−", "-")) * pixels, abs=0.6), text
    lines = [each for each in root.iter("line") if each.attrib["stroke"] == GREEN]
    ends = [float(each.attrib[end]) for each in lines for end in ("x1", "x2")]
    assert min(ends) == pytest.approx(zero + 0.02 * pixels, abs=0.6)  # 0.05 less 0.03
    strong = next(each for each in root.iter("line") if each.attrib["stroke-width"] == "1.2" and each.attrib["x1"] == each.attrib["x2"])  # fmt: skip
    assert float(strong.attrib["x1"]) == pytest.approx(zero, abs=0.6)


def test_the_name_of_a_test_with_other_words_stands_in_two_lines() -> None:
    root = drawn(dumbbells(made_account(tests=(replace(REDUCED, query=f"en/weat7{WITH_OTHERS}"),))))
    assert {"weat7", WITH_OTHERS.strip()} <= set(said(root))


def test_traces_are_drawn_with_the_level_of_chance() -> None:
    account = made_account(traces=(made_traced(), Lacking(skipped="too few"), replace(GONE, by="others")))
    root = drawn(traces(account))
    assert [text for text, _, _ in marks(root, "after")] == [
        "clusters, after: 0.900", "classifier, after: 0.970", "clusters, after: 0.520", "classifier, after: 0.600",
    ]  # fmt: skip
    assert {"sides by she–he", "sides by others", "50 %"} <= set(said(root))
    dashed = [each for each in root.iter("line") if "stroke-dasharray" in each.attrib]
    assert len(dashed) == 3  # guessing, and what clusters reach by chance in either look
    guessing, reached = sorted({float(each.attrib["x1"]) for each in dashed})
    found = next(e for e in root.iter() if e.findtext("title") == "clusters, after: 0.900" and "fill" in e.attrib)
    assert (reached - guessing) / (middle(found) - guessing) == pytest.approx(0.031 / 0.4, abs=0.01)
    assert covering(all_texts(root)) == []


def test_costs_show_sets_as_a_whole_and_gender_and_what_neighbours_are_kept() -> None:
    root = drawn(costs(made_account()))
    assert [text for text, _, _ in marks(root, "after")] == [
        "analogies, after: 0.700",
        "analogies: man-woman, after: 0.600",
        "odd one out, after: 0.910",
        "word similarity, after: −0.050",
        "nearest neighbours kept, after: 0.930",
    ]
    assert covering(all_texts(root)) == []
    assert [each.part for each in shown_examinations(EXAMINED)] == ["all", "semantic: man-woman", "all", "all"]


def test_what_was_not_measured_leaves_its_place_empty() -> None:
    none = replace(EXAMINED[2], change=change(None, None, reason="too few questions"))
    root = drawn(costs(made_account(utility=made_utility(examined=(none,), overlap=value(None, reason="few words")))))
    assert marks(root, "after") == []
    assert [text for text, _, _ in marks(root, "before")] == ["nearest neighbours kept, before: 1.000"]
    half = replace(EXAMINED[2], change=Change(before=value(0.7), after=value(None, reason="no")))
    drawn(costs(made_account(utility=made_utility(examined=(half,)))))


def test_words_are_arrows_from_before_to_after_and_those_that_stayed_are_squares() -> None:
    root = drawn(movements(made_account()))
    words = ["nurse", "actor", "boss"]
    assert [text for text in said(root) if text in words] == words  # from the first side to the second
    assert {"← he", "she →"} <= set(said(root))
    tips = list(root.iter("polygon"))
    assert [each.attrib["fill"] for each in tips] == [ORANGE, BLUE]
    (square,) = root.iter("rect")
    assert square.findtext("title") == "actor: −0.300 → −0.300"
    circles = {(each.findtext("title") or "").split(":")[0]: middle(each) for each in root.iter("circle")}
    pixels = (circles["nurse"] - circles["boss"]) / 0.65
    points = [[float(point.split(",")[0]) for point in each.attrib["points"].split()] for each in tips]
    assert points[0][0] == pytest.approx(circles["nurse"] - 0.2 * pixels, abs=0.3)
    assert points[0][0] < points[0][1]  # to the left
    assert points[1][0] == pytest.approx(circles["boss"] + 0.4 * pixels, abs=0.3)
    assert points[1][0] > points[1][1]
    assert covering(all_texts(root)) == []


def test_without_pairs_no_side_has_a_name() -> None:
    account = made_account(facts={"sets": ["jew–christian–muslim"]})
    assert sides_of(account) is None
    assert not [text for text in said(drawn(movements(account))) if "→" in text or "←" in text]


def test_real_words_lie_on_the_side_that_is_named() -> None:
    account = sample_account()
    assert sides_of(account) == ("she", "he")
    lean = {each.word: each.before for each in account.movements}
    assert lean["nurse"] > 0 > lean["captain"]


def test_arabic_words_keep_to_themselves() -> None:
    account = planted_account("ar")
    root = drawn(movements(account))
    words = {each.word for each in account.movements}
    texts = [each for each in all_texts(root) if each.text in words]
    assert len(texts) == len(words) == 30
    assert {each.attrib["unicode-bidi"] for each in texts} == {"isolate"}
    for picture in (dumbbells(account), traces(account), costs(account)):
        assert covering(all_texts(drawn(picture))) == []


@given(
    st.lists(st.tuples(st.floats(-2, 2), st.floats(-2, 2), st.floats(0, 1)), min_size=1, max_size=12),
    st.text(st.characters(codec="utf-8", exclude_categories=["C"]), min_size=1, max_size=80),
)
def test_whatever_the_numbers_and_names_nothing_leaves_the_picture(rows: list[tuple[float, float, float]], name: str) -> None:  # fmt: skip
    base = made_tested(name, 0.2, 0.1, (0.1, 0.1), fitted_on=(name,))
    tests = tuple(replace(base, difference=change(before, after, reach)) for before, after, reach in rows)
    moved = tuple(Movement(word=name, cosine=0.5, before=before / 2, after=after / 2) for before, after, _ in rows)
    account = made_account(tests=tests, movements=moved, facts={"pairs": [f"{name}–{name}"]})
    drawn(dumbbells(account))
    drawn(movements(account))


def test_names_are_escaped() -> None:
    account = made_account(
        tests=(replace(REDUCED, query=EVIL),),
        movements=(Movement(word=EVIL, cosine=0.5, before=0.5, after=0.0),),
        facts={"pairs": [f"{EVIL}–{EVIL}"]},
        traces=(made_traced(by=EVIL),),
        utility=made_utility(examined=(replace(EXAMINED[2], test=EVIL),)),
    )
    for picture in (dumbbells(account), movements(account), traces(account), costs(account)):
        root = drawn(picture)
        assert not [element for element in root.iter() if element.tag == "b"]
        assert any(EVIL in text for text in titles(root))
