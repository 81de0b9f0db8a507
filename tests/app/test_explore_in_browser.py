"""Words on axes in a real browser: points reached by keys, chosen by keys and by a rectangle, and the table that follows."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page

from tests.app.served import Served, run
from tests.app.visited import fits, visited
from tests.e2e.pages import headings_in_order, no_axe_violations

pytestmark = pytest.mark.browser
PLANE = "/explore?" + urlencode({"part": "projection", "vectors": "sample", "words_list": "en/professions", "x": "he, she", "y": "good, bad"})  # fmt: skip
LINE = "/explore?" + urlencode(
    {"part": "projection", "vectors": "sample", "top": "40", "x_list": "en/base-pairs:gender"}
)
FEW = "/explore?" + urlencode({"part": "projection", "vectors": "sample", "words_list": "en/weat7", "x": "he, she", "y": "good, bad"})  # fmt: skip
AROUND = "/explore?" + urlencode({"vectors": "sample", "word": "doctor, docter", "axis": "he, she"})
ANALOGY = "/explore?" + urlencode({"part": "analogies", "vectors": "sample", "a": "man", "b": "doctor", "c": "woman"})


@pytest.fixture(scope="module")
def opened(server: Served) -> Served:
    """The server, with the sample opened and an analogy computed."""
    with server.client() as client:
        run(client, "open", vectors="sample")
        run(client, "analogies", vectors="sample", a="man", b="doctor", c="woman")
    return server


def _rows(page: Page) -> list[str]:
    """The words that the table shows."""
    return page.locator("[data-points] tbody tr:visible th").all_inner_texts()


@pytest.mark.parametrize("address", [FEW, LINE, AROUND, ANALOGY], ids=["plane", "line", "around", "analogy"])
@pytest.mark.parametrize("language", ["en", "ar"])
def test_each_part_is_whole_and_readable(browser: Browser, opened: Served, address: str, language: str) -> None:
    with visited(browser, opened, address, language=language) as page:
        page.locator("main table").first.wait_for()
        headings_in_order(page)
        no_axe_violations(page)
        page.set_viewport_size({"width": 360, "height": 800})
        fits(page, 360)


def test_points_are_chosen_by_keys_and_the_table_follows(browser: Browser, opened: Served) -> None:
    with visited(browser, opened, PLANE) as page:
        every = _rows(page)
        assert page.locator(".plane .point").count() == len(every)
        assert page.locator('.plane .point[tabindex="0"]').count() == 1
        page.locator('.plane .point[tabindex="0"]').focus()
        for key in ("ArrowLeft", "Shift+ArrowLeft", "Shift+ArrowLeft"):
            page.keyboard.press(key)
        assert _rows(page) == every[1:4]  # the table goes from the first pole to the second
        assert page.locator("[data-count]").inner_text() == f"Points chosen: 3 of {len(every)}"
        assert (page.locator(".plane .tip text").text_content() or "").startswith(every[3])
        page.keyboard.press("Space")
        assert _rows(page) == every[1:3]
        page.keyboard.press("Escape")
        assert _rows(page) == every
        page.keyboard.press("Home")
        assert str(page.evaluate("document.activeElement.getAttribute('aria-label')")).startswith(f"{every[-1]}: ")


def test_points_are_chosen_by_a_rectangle(browser: Browser, opened: Served) -> None:
    with visited(browser, opened, PLANE) as page:
        every = _rows(page)
        page.locator(".plane svg").scroll_into_view_if_needed()
        box = page.locator(".plane svg").bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 2)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] - 30, box["y"] + 100)
        page.mouse.move(box["x"] + box["width"] - 2, box["y"] + box["height"] - 60)
        page.mouse.up()
        inside = page.evaluate(
            """([x]) => [...document.querySelectorAll(".plane .point")].filter(each => Number(each.getAttribute("cx")) >= x)
            .map(each => each.getAttribute("aria-label").split(": ")[0])""",
            [box["width"] / 2],
        )
        assert 0 < len(inside) < len(every)
        assert _rows(page) == inside
        page.get_by_role("button", name="Choose none").click()
        assert _rows(page) == every


def test_numbers_run_from_left_to_right_in_arabic_too(browser: Browser, opened: Served) -> None:
    with visited(browser, opened, PLANE, language="ar") as page:
        places = page.evaluate(
            """() => [...document.querySelectorAll("[data-points] tbody tr")].map(row => Number(row.dataset.x)).map((x, i) =>
            [x, Number(document.querySelectorAll(".plane .point")[i].getAttribute("cx"))])"""
        )
        values = [x for x, _ in sorted(places, key=lambda place: place[1])]
        assert values == sorted(values)


def test_without_scripts_there_is_the_figure_and_the_whole_table(browser: Browser, opened: Served) -> None:
    with visited(browser, opened, PLANE, scripts=False) as page:
        found = page.locator("[data-points] tbody tr").count()
        page.locator("noscript img").scroll_into_view_if_needed()
        page.wait_for_load_state("networkidle")
        assert page.locator("noscript img").bounding_box()["height"] > 200  # type: ignore[index]
        assert page.locator("[data-points] tbody tr:visible").count() == found > 100
