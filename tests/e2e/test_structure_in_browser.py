"""The page about a space's structure in a real browser: no request, no error, nothing cut, headings in order, texts apart."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.pages import WIDER, links_lead_to_their_sections, opened, texts_lie_within_pictures_and_apart, unfolded
from tests.gendered import gendered_space, gendered_structure
from tests.report.test_structure import HOSTILE, hostile_structure
from weatherglass.auditing import audit
from weatherglass.measure.scrutiny import Scrutiny
from weatherglass.report.formats import write_report
from weatherglass.stats.permutation import Test

pytestmark = pytest.mark.browser
NAMES = ["de", "ar", "hostile"]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("structure")
    made = {
        name: write_report(gendered_structure(name), folder / f"{name}.html", language=name) for name in ("de", "ar")
    }
    made["hostile"] = write_report(hostile_structure(), folder / "hostile.html")
    found = audit(
        gendered_space("ar", most=16), language="ar", structure=True, scrutiny=Scrutiny(interval="none", baseline=0), test=Test(method="sampled", n=100)
    )  # fmt: skip
    made["audit"] = write_report(found, folder / "audit.html")
    return made


@pytest.mark.parametrize("name", [*NAMES, "audit"])
def test_opens_without_error_or_request_and_headings_are_in_order(browser: Browser, pages: dict[str, Path], name: str) -> None:  # fmt: skip
    with opened(browser, pages[name]) as page:
        levels = page.locator("h1, h2, h3, h4, h5, h6").evaluate_all("all => all.map(each => +each.tagName[1])")
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert max(levels) <= 4
        assert all(after <= before + 1 for before, after in pairwise(levels))
        assert page.locator("section#subspace svg, article#subspace svg").count() >= 2


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [1100, 360])
def test_nothing_overflows_but_what_scrolls_by_itself(browser: Browser, pages: dict[str, Path], name: str, width: int) -> None:  # fmt: skip
    with unfolded(browser, pages[name], width) as page:
        assert page.evaluate(WIDER) == []
        assert page.locator("details[open]").count() == page.locator("details").count() > 1


def test_links_lead_to_their_sections(browser: Browser, pages: dict[str, Path]) -> None:
    with opened(browser, pages["de"]) as page:
        assert links_lead_to_their_sections(page) == 11


@pytest.mark.parametrize("name", ["de", "ar"])
def test_texts_of_pictures_lie_within_them_and_apart(browser: Browser, pages: dict[str, Path], name: str) -> None:
    with opened(browser, pages[name]) as page:
        assert texts_lie_within_pictures_and_apart(page) >= 8


def test_a_sign_stands_before_its_number_also_beside_arabic_words(browser: Browser, pages: dict[str, Path]) -> None:
    places = """cell => {
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), found = [];
      for (let node; (node = walker.nextNode());) {
        const at = node.data.search(/[+−]0[.]/);
        if (at < 0) continue;
        const place = i => { const range = document.createRange(); range.setStart(node, i); range.setEnd(node, i + 1); return range.getBoundingClientRect().left; };
        found.push([place(at), place(at + 1)]);
      }
      return found;
    }"""
    with opened(browser, pages["ar"]) as page:
        cells = page.locator("#vocabulary table").first.locator("tbody td:nth-child(2)")
        found = [pair for i in range(cells.count()) for pair in cells.nth(i).evaluate(places)]
        assert len(found) >= 10
        assert all(sign < digit for sign, digit in found)


def test_hostile_words_are_shown_as_they_are(browser: Browser, pages: dict[str, Path]) -> None:
    with opened(browser, pages["hostile"]) as page:
        shown = page.locator("#vocabulary").inner_text()
        assert all(word in shown for word in HOSTILE)
        assert page.locator("img, script:not([type='application/json'])").count() == 0


def test_it_works_without_scripts_and_prints(browser: Browser, pages: dict[str, Path]) -> None:
    with opened(browser, pages["de"], scripts=False) as page:
        summary = page.locator("#subspace summary").first
        summary.click()
        assert page.locator("#subspace details table").first.is_visible()
        assert page.pdf(format="A4").startswith(b"%PDF")
