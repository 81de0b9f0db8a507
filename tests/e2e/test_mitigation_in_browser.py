"""The page about a mitigation in a real browser: no request, no error, nothing cut, headings in order, texts apart."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.pages import (
    WIDER,
    headings_in_order,
    links_lead_to_their_sections,
    opened,
    texts_lie_within_pictures_and_apart,
    unfolded,
)
from tests.mitigated import made_account, planted_account, sample_account
from weatherglass.report.formats import write_report
from weatherglass.report.mitigation import model_card

pytestmark = pytest.mark.browser
NAMES = ["made", "sample", "ar"]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("mitigation")
    accounts = {"made": made_account(), "sample": sample_account(), "ar": planted_account("ar")}
    return {
        name: write_report(account, folder / f"{name}.html", language="ar" if name == "ar" else "en")
        for name, account in accounts.items()
    }


@pytest.mark.parametrize("name", NAMES)
def test_opens_without_error_or_request_and_headings_are_in_order(browser: Browser, pages: dict[str, Path], name: str) -> None:  # fmt: skip
    with opened(browser, pages[name]) as page:
        headings_in_order(page)
        assert page.locator("figure svg").count() == 4


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [1100, 360])
def test_nothing_overflows_but_what_scrolls_by_itself(browser: Browser, pages: dict[str, Path], name: str, width: int) -> None:  # fmt: skip
    with unfolded(browser, pages[name], width) as page:
        assert page.evaluate(WIDER) == []
        assert page.locator("details[open]").count() == page.locator("details").count() > 4


@pytest.mark.parametrize("name", NAMES)
def test_links_lead_to_their_sections(browser: Browser, pages: dict[str, Path], name: str) -> None:
    with opened(browser, pages[name]) as page:
        assert links_lead_to_their_sections(page) == 10


@pytest.mark.parametrize("name", NAMES)
def test_texts_of_pictures_lie_within_them_and_apart(browser: Browser, pages: dict[str, Path], name: str) -> None:
    with opened(browser, pages[name]) as page:
        assert texts_lie_within_pictures_and_apart(page)


def test_what_is_hidden_is_seen_without_scrolling(browser: Browser, pages: dict[str, Path]) -> None:
    with opened(browser, pages["sample"]) as page:
        note = page.locator("#findings li").first
        assert note.inner_text().startswith("Bias is hidden, not removed: ")
        box = note.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] < 900


def test_the_model_card_can_be_copied_without_scripts_and_the_page_prints(browser: Browser, pages: dict[str, Path]) -> None:  # fmt: skip
    with opened(browser, pages["made"], scripts=False) as page:
        text = page.locator("#model-card pre")
        assert not text.is_visible()
        page.locator("#model-card summary").click()
        assert text.is_visible()
        assert text.inner_text() == model_card(made_account())
        assert page.pdf(format="A4").startswith(b"%PDF")
