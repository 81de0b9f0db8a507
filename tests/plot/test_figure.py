"""Figures of any kind as files and in pages: the same bytes twice, text as text, and nothing that reaches beyond them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.axes import Axes

from tests.documented import HOSTILE
from weatherglass.errors import SpecError
from weatherglass.plot.figure import axes_for, drawn, figure, panels, picture, save

WORDS = ("$x^2$", "ممرضة", *HOSTILE, "漢字", "a_b^c", "−0.5 %", "👩", "\\alpha", "50 $ and 60 $")
STARTS = {"svg": b"<?xml", "pdf": b"%PDF-", "png": b"\x89PNG"}


def _words(*words: str, ax: Axes | None = None) -> Axes:
    """A figure with marks, a clipped line in black and these words, the last one as its title."""
    ax = axes_for(ax, 4, 3)
    ax.scatter([0, 1, 2], [0, 1, 4])
    ax.plot([0, 2], [4, 0], "--", color="black")
    for i, word in enumerate(words):
        ax.text(1, i, word, clip_on=True)
    ax.set_title(words[-1])
    return ax


words_figure = figure(_words)


def read(svg: str) -> tuple[ET.Element, list[str]]:
    root = ET.fromstring(svg)
    return root, ["".join(each.itertext()) for each in root.iter() if each.tag.split("}")[-1] == "text"]


def test_words_stay_words_in_a_page() -> None:
    """Nothing is a formula, right-to-left words are in their logical order, and a missing letter is no warning."""
    root, texts = read(picture("what it <says> & shows", words_figure, *WORDS))
    assert [word for word in WORDS if word not in texts] == []
    assert root.findtext("title") == "what it <says> & shows"
    assert {each.tag for each in root.iter()} <= {
        "svg",
        "title",
        "defs",
        "path",
        "g",
        "use",
        "text",
        "clipPath",
        "rect",
    }
    assert not [
        each for each in root.iter() if "style" in each.attrib or any(name.startswith("on") for name in each.attrib)
    ]


def test_a_page_shows_figures_in_its_own_colours_and_at_their_size() -> None:
    root, _ = read(picture("x", words_figure, "a"))
    assert (root.get("role"), root.get("fill"), root.get("direction")) == ("img", "currentColor", "ltr")
    assert (root.get("width"), root.get("height")) == ("384", "288")  # 4 × 3 inches
    colours = {each.get(name) for each in root.iter() for name in ("fill", "stroke")}
    assert not colours & {"#000000", "black", "#ffffff"}


def test_names_within_a_figure_are_its_own() -> None:
    one, other = (picture("x", words_figure, word) for word in "ab")
    ids = [re.findall(r' id="([^"]+)"', svg) for svg in (one, other)]
    assert len(ids[0]) >= 2
    assert not set(ids[0]) & set(ids[1])
    for svg, own in zip((one, other), ids, strict=True):
        assert len(own) == len(set(own))
        assert set(re.findall(r'(?:url\(|href=")#([^)"]+)', svg)) == set(own)


def test_the_same_figure_is_the_same_bytes(tmp_path: Path) -> None:
    assert picture("x", words_figure, *WORDS) == picture("x", words_figure, *WORDS)
    for kind in STARTS:
        once, again = (save(drawn(words_figure, "a"), tmp_path / f"{i}.{kind}").read_bytes() for i in range(2))
        assert once == again


@pytest.mark.parametrize("kind", STARTS)
def test_a_figure_is_written_by_the_ending_of_its_name(tmp_path: Path, kind: str) -> None:
    made = drawn(words_figure, *WORDS)
    for each, name in ((made, f"whole.{kind}"), (made.axes[0], f"by its axes.{kind.upper()}")):
        assert save(each, tmp_path / name).read_bytes().startswith(STARTS[kind])
    assert len(list(tmp_path.iterdir())) == 2


def test_a_file_of_svg_has_its_text_as_text(tmp_path: Path) -> None:
    _, texts = read(save(drawn(words_figure, *WORDS), tmp_path / "a.svg").read_text("utf-8"))
    assert [word for word in WORDS if word not in texts] == []


def test_another_ending_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"written as \.svg, \.pdf or \.png"):
        save(drawn(words_figure, "a"), tmp_path / "a.gif")
    assert list(tmp_path.iterdir()) == []


@settings(max_examples=10, deadline=None)
@given(st.text(min_size=1, max_size=8))
def test_any_word_can_stand_in_a_figure(word: str) -> None:
    """Also one with characters that XML has no place for."""
    read(picture(word, words_figure, "before", word, "after"))


@pytest.mark.parametrize("word", ["\x01", "a\x0bb", "\ufffe", "\x00"])
def test_what_xml_has_no_place_for_is_shown_as_such(tmp_path: Path, word: str) -> None:
    shown = re.sub("[^ab]", "\ufffd", word)
    assert shown in read(picture(word, words_figure, word))[1]
    assert shown in read(save(drawn(words_figure, word), tmp_path / "a.svg").read_text("utf-8"))[1]


def test_figures_for_pages_and_files_leave_nothing_open() -> None:
    before = plt.get_fignums()
    settings_before = dict(mpl.rcParams)
    drawn(words_figure, "a")
    picture("x", words_figure, "a")
    assert plt.get_fignums() == before
    assert dict(mpl.rcParams) == settings_before


def test_a_notebook_gets_its_figure_from_pyplot() -> None:
    ax = words_figure("a")
    try:
        assert plt.gcf() is ax.get_figure()
    finally:
        plt.close(ax.get_figure(root=True))


def test_a_figure_is_drawn_on_the_axes_given() -> None:
    (left, right) = drawn(lambda: panels(2, 3, 2, columns=2)).axes
    assert words_figure("a", ax=right) is right
    assert not left.texts


@pytest.mark.parametrize(("number", "columns", "size"), [(1, 3, (3, 2)), (3, 2, (6, 4)), (4, 1, (3, 8))])
def test_panels_have_one_size_each(number: int, columns: int, size: tuple[float, float]) -> None:
    made = drawn(lambda: panels(number, 3, 2, columns=columns))
    assert len(made.axes) == number
    assert tuple(made.get_size_inches()) == size
