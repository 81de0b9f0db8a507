"""A report with every kind of block in a real browser: nothing runs, leaves, overflows or is cut, and everybody can read it."""

from __future__ import annotations

from pathlib import Path

import pytest
from matplotlib.axes import Axes
from playwright.sync_api import Browser

from tests.documented import ARABIC, document
from tests.e2e.pages import (
    WIDER,
    headings_in_order,
    links_lead_to_their_sections,
    no_axe_violations,
    opened,
    prints_whole,
    unfolded,
)
from weatherglass.files import write_whole
from weatherglass.plot.figure import axes_for, picture
from weatherglass.report.document import Document, Figure, Section, Table
from weatherglass.report.page import html
from weatherglass.wording.messages import speaking

pytestmark = pytest.mark.browser


def wide(ax: Axes | None = None) -> Axes:
    """A figure wider than paper, with hatches and hollow marks."""
    ax = axes_for(ax, 9, 4)
    ax.bar(["one", ARABIC], [1, 2], hatch="//", facecolor="white", edgecolor="black")
    ax.scatter([0, 1], [3, 3], facecolors="white", edgecolors="black")
    ax.set_title("A finding that needs the whole width of the page to be said in one line")
    return ax


def large() -> Document:
    """With a figure and tables that need much room."""
    header = ("word", *(f"column {i}" for i in range(11)))
    rows = tuple((f"a_rather_long_word_{i}", *(f"−{i}.{j:03}" for j in range(11))) for i in range(25))
    figure = Figure("Wide", picture("wide", wide), "A caption.")
    return document(sections=(Section("large", "Large", figures=(figure,), tables=(Table("Wide", header, rows),)),))


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("documents")
    made = {}
    for language in ("en", "ar"):
        with speaking(language):
            made[language] = write_whole(folder / f"{language}.html", html([large()], {"a.json": "{}"}))
            several = [document(), document(name="second")]
            made[f"{language} several"] = write_whole(folder / f"{language}2.html", html(several, title="Two results"))
    return made


@pytest.mark.parametrize("name", ["en", "ar several"])
def test_everybody_can_read_it(browser: Browser, pages: dict[str, Path], name: str) -> None:
    with opened(browser, pages[name]) as page:
        headings_in_order(page)
        assert links_lead_to_their_sections(page) >= 6
        no_axe_violations(page)


@pytest.mark.parametrize("name", ["en several", "ar"])
def test_a_narrow_window_holds_it(browser: Browser, pages: dict[str, Path], name: str) -> None:
    with unfolded(browser, pages[name], 360) as page:
        wider = page.evaluate(WIDER)
        assert wider == []


@pytest.mark.parametrize("name", ["en", "ar"])
def test_paper_holds_it(browser: Browser, pages: dict[str, Path], name: str) -> None:
    assert prints_whole(browser, pages[name]).startswith(b"%PDF")
