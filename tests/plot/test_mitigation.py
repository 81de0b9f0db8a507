"""Mitigations in figures: every mark where its number is, verdicts told by shape as by colour, words as arrows."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.colors import same_color

from tests.mitigated import (
    EACH,
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
from tests.plot.seen import unreadable, written
from weatherglass.errors import UnknownName
from weatherglass.measure.result import Lacking
from weatherglass.mitigate.account import Account
from weatherglass.mitigate.explicit import Change
from weatherglass.mitigate.other_words import NAME, WITH_OTHERS
from weatherglass.mitigate.utility import Movement
from weatherglass.plot.figure import Drawn, drawn, picture
from weatherglass.plot.mitigation import cost, dumbbells, figures, movement, shown_examinations, sides_of, traces
from weatherglass.plot.pieces import BLUE, GREEN, GREY, ORANGE, PURPLE
from weatherglass.wording.messages import speaking

EVIL = "<b onclick='x'>\"&$x$"


def axes(draw: Callable[..., Drawn], account: Account) -> Axes:
    (only,) = drawn(draw, account).axes
    return only


def marks(ax: Axes) -> list[PathCollection]:
    return [each for each in ax.collections if isinstance(each, PathCollection)]


def places(ax: Axes) -> dict[tuple[float, float], Any]:
    """The colour that each mark is filled with, by where it is."""
    found = {}
    for each in marks(ax):
        faces = np.asarray(each.get_facecolor())
        for i, (x, y) in enumerate(np.asarray(each.get_offsets()).tolist()):
            found[round(x, 6), round(y, 2)] = tuple(faces[i % len(faces)])
    return found


def filled(ax: Axes) -> list[tuple[float, str]]:
    """The values after, from the top down, each with the colour of its mark."""
    colours = {"green": GREEN, "orange": ORANGE, "blue": BLUE, "purple": PURPLE, "grey": GREY}
    found = sorted((y, x, face) for (x, y), face in places(ax).items() if not same_color(face, "white"))
    return [(x, next(name for name, each in colours.items() if same_color(face, each))) for _, x, face in found]


def hollow(ax: Axes) -> list[float]:
    return [x for (x, y), face in sorted(places(ax).items(), key=lambda each: each[0][1]) if same_color(face, "white")]


def title(ax: Axes) -> str:
    """In one line."""
    return " ".join(ax.get_title("left").split())


def segments(ax: Axes) -> set[tuple[float, float]]:
    """The ends of the lines from left to right."""
    found = (np.asarray(each) for lines in ax.collections if isinstance(lines, LineCollection) for each in lines.get_segments())  # fmt: skip
    return {(round(float(each[0, 0]), 6), round(float(each[1, 0]), 6)) for each in found}


def test_a_row_for_each_test_hollow_before_and_filled_after_in_the_colour_of_the_verdict() -> None:
    ax = axes(dumbbells, made_account())
    assert hollow(ax) == [0.2, 0.2, 0.2, 0.2, 0.2, 0.02]
    assert filled(ax) == [(0.05, "green"), (-0.02, "orange"), (0.19, "blue"), (0.3, "blue"), (-0.15, "purple"), (0.01, "grey")]  # fmt: skip
    assert written(drawn(dumbbells, made_account())) == [
        "reduced", "hidden\n2 of 32 words fitted on", "unchanged", "unchanged", "reversed", "no clear difference before",
        "difference of mean associations (cosines); → target set 1 nearer to attribute set 1",
        "−0.2", "−0.1", "0.0", "0.1", "0.2", "0.3",
        "shrunk", "covered", "same", "larger", "turned", "nothing",
        "Reduced: 1, hidden: 1, unchanged: 2, reversed: 1 (of 6 tests)", "before", "after",
    ]  # fmt: skip


def test_intervals_lie_where_the_numbers_are() -> None:
    found = segments(axes(dumbbells, made_account()))
    for test in EACH:
        for each in (test.difference.before, test.difference.after):
            assert each.interval is not None
            assert (round(each.interval.low, 6), round(each.interval.high, 6)) in found


def test_shapes_alone_tell_verdicts_apart() -> None:
    shapes = {
        round(x, 6): np.asarray(each.get_paths()[0].vertices).round(2).tolist()
        for each in marks(axes(dumbbells, made_account()))
        for x, _ in np.asarray(each.get_offsets()).tolist()
    }
    told = [str(shapes[after]) for after in (0.05, -0.02, 0.19, -0.15)]  # reduced, hidden, unchanged, reversed
    assert len(set(told)) == 4


def test_a_clear_difference_that_may_have_turned_is_undecided() -> None:
    said = written(drawn(dumbbells, made_account(tests=(replace(REDUCED, verdict=None),))))
    assert "undecided" in said
    assert "no clear difference before" not in said


def test_the_name_of_a_test_with_other_words_stands_in_two_lines() -> None:
    account = made_account(tests=(replace(REDUCED, query=f"en/weat7{WITH_OTHERS}"),))
    assert "weat7\nwith other gendered words" in written(drawn(dumbbells, account))


def test_traces_are_drawn_with_the_level_of_chance() -> None:
    looks = (made_traced(), Lacking(skipped="too few"), replace(GONE, by=f"30 {NAME}"))
    ax = axes(traces, made_account(traces=looks))
    assert filled(ax) == [(0.9, "blue"), (0.97, "orange"), (0.52, "blue"), (0.6, "orange")]
    assert hollow(ax) == [0.95, 0.98, 0.95, 0.98]
    assert [label.get_text() for label in ax.get_yticklabels()][1:3] == [
        "classifier\nsides by she–he",
        "clusters\nsides by 30 pairs it was not fitted on",
    ]
    dashed = [line for line in ax.lines if line.get_linestyle() == "--"]
    assert [np.asarray(line.get_xdata()).tolist() for line in dashed] == [[0.5, 0.5]]
    assert (0.531, 0.531) in segments(ax)
    assert title(ax) == "The sides that words had are still seen: clusters 95.0 % → 90.0 %, classifier 98.0 % → 97.0 %"
    gone = axes(traces, made_account(traces=(GONE,)))
    assert title(gone).startswith(
        "Less than 50 % of what was seen of the former sides is left: clusters 95.0 % → 52.0 %"
    )


def test_costs_show_sets_as_a_whole_and_gender_and_what_neighbours_are_kept() -> None:
    ax = axes(cost, made_account())
    assert filled(ax) == [(0.7, "blue"), (0.6, "blue"), (0.91, "blue"), (-0.05, "blue"), (0.93, "green")]
    assert [label.get_text() for label in ax.get_yticklabels()] == [
        "analogies", "analogies: man-woman", "odd one out", "word similarity", "nearest neighbours kept",
    ]  # fmt: skip
    assert title(ax) == "93.0 % of nearest neighbours are kept"
    assert {"0 %", "100 %"} <= set(written(drawn(cost, made_account())))
    assert [each.part for each in shown_examinations(EXAMINED)] == ["all", "semantic: man-woman", "all", "all"]


def test_what_was_not_measured_leaves_its_place_empty() -> None:
    half = replace(EXAMINED[2], change=Change(before=value(0.7), after=value(None, reason="no")))
    ax = axes(cost, made_account(utility=made_utility(examined=(half,), overlap=value(None, reason="few words"))))
    assert (hollow(ax), filled(ax)) == ([0.7], [])
    assert title(ax) == "Answers before and after, on the same questions"


def test_words_are_arrows_from_before_to_after_and_those_that_stayed_are_squares() -> None:
    ax = axes(movement, made_account())
    assert [label.get_text() for label in ax.get_yticklabels()] == ["nurse", "actor", "boss"]
    assert hollow(ax) == [0.25, -0.4]
    assert filled(ax) == [(0.05, "orange"), (-0.3, "grey"), (0.0, "blue")]
    assert segments(ax) == {(0.25, 0.05), (-0.4, 0.0)}
    tips = {x: np.asarray(each.get_paths()[0].vertices) for each in marks(ax) for x, _ in np.asarray(each.get_offsets()).tolist()}  # fmt: skip
    assert tips[0.05].min(axis=0)[0] == 0  # the tip is where the word lies, and its back to the right
    assert tips[0.0].max(axis=0)[0] == 0
    said = written(drawn(movement, made_account()))
    assert {"←", "closer to he", "closer to she", "→", "stayed"} <= set(said)
    assert title(ax) == "Mean |cosine| of 3 professions with the direction: 0.317 before, 0.117 after"


def test_without_pairs_no_side_has_a_name() -> None:
    account = made_account(facts={"sets": ["jew–christian–muslim"]})
    assert sides_of(account) is None
    assert not [text for text in written(drawn(movement, account)) if "→" in text or "←" in text]


def test_real_words_lie_on_the_side_that_is_named() -> None:
    account = sample_account()
    assert sides_of(account) == ("she", "he")
    lean = {each.word: each.before for each in account.movements}
    assert lean["nurse"] > 0 > lean["captain"]


@pytest.mark.parametrize("language", ["en", "ar"])
def test_texts_of_real_figures_lie_apart_and_within(language: str) -> None:
    with speaking(language):
        for account in (sample_account(), planted_account("ar")):
            for name, draw in figures(account).items():
                assert unreadable(drawn(draw)) == [], name


def many(name: str, rows: int, before: float, after: float) -> Account:
    base = made_tested(name, 0.2, 0.1, (0.1, 0.1), fitted_on=(name,))
    tests = (replace(base, difference=change(before, after, 0.1)),) * rows
    moved = (Movement(word=name, cosine=0.5, before=before / 2, after=after / 2),) * rows
    return made_account(tests=tests, movements=moved, facts={"pairs": [f"{name}–{name}"]})


@pytest.mark.parametrize(
    "account",
    [
        many("a-very-long-name-without-a-space" * 4, 1, 0.0, 0.0),
        many("ممرّضة", 60, -2.0, 1.999),
        many(EVIL, 3, 1e-9, -1e-9),
    ],
    ids=["long", "many", "odd"],
)
def test_whatever_the_numbers_and_names_nothing_leaves_the_picture(account: Account) -> None:
    for draw in (dumbbells, movement):
        assert unreadable(drawn(draw, account)) == []


def test_a_figure_for_a_page_is_small_escaped_and_speaks() -> None:
    account = many(EVIL, 30, 0.4, 0.1)
    for name, draw in figures(account).items():
        svg = picture(f"{name} {EVIL}", draw)
        root = ET.fromstring(svg)
        assert root.findtext("title") == f"{name} {EVIL}"
        assert not [each for each in root.iter() if each.tag == "b"]
        assert len(svg) < 40_000
    assert EVIL in {each.text for each in ET.fromstring(picture("", figures(account)["movement"])).iter("text")}


def test_figures_that_have_nothing_to_show_are_not_there() -> None:
    assert list(figures(made_account())) == ["tests", "movement", "traces", "cost"]
    bare = made_utility(examined=(), overlap=value(None, reason="few"))
    lacking = (Lacking(skipped="too few"),)
    assert figures(made_account(tests=(), movements=(), traces=lacking, utility=bare)) == {}


def test_an_account_draws_itself_on_given_axes() -> None:
    ax = axes(dumbbells, made_account(tests=(HIDDEN,)))
    ax.clear()
    assert made_account().plot("movement", ax) is ax
    with pytest.raises(UnknownName, match="figure of this result 'arrows'"):
        made_account().plot("arrows", ax)


def test_arabic_texts_of_a_page_run_from_right_to_left_where_they_stand() -> None:
    with speaking("ar"):
        root = ET.fromstring(picture("", figures(made_account())["movement"]))
    found = {each.text: each.attrib for each in root.iter("text")}
    assert (found["أقرب إلى he"]["direction"], found["أقرب إلى he"]["text-anchor"]) == (
        "rtl",
        "end",
    )  # begins at the left end
    assert found["أقرب إلى she"]["direction"] == "rtl"
    assert "text-anchor" not in found["أقرب إلى she"]  # begins where it stands, at the right end
    assert "direction" not in found["nurse"]
