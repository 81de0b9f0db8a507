"""The pages about models downstream in a real browser: no request, no error, nothing cut, headings in order, texts apart."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.detected import made_detection, without_own
from tests.diffused import made_diffusion
from tests.e2e.pages import (
    WIDER,
    headings_in_order,
    links_lead_to_their_sections,
    opened,
    texts_lie_within_pictures_and_apart,
    unfolded,
)
from weatherglass.report.formats import write_report

pytestmark = pytest.mark.browser
NAMES = ["ar", "detection", "few"]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("downstream")
    return {
        "ar": write_report(made_diffusion("ar"), folder / "ar.html", language="ar"),
        "detection": write_report(made_detection(), folder / "detection.html"),
        "few": write_report(without_own(), folder / "few.html", language="de"),
    }


@pytest.mark.parametrize("name", NAMES)
def test_opens_without_error_or_request_with_headings_in_order_and_links_that_lead(browser: Browser, pages: dict[str, Path], name: str) -> None:  # fmt: skip
    with opened(browser, pages[name]) as page:
        headings_in_order(page)
        assert links_lead_to_their_sections(page) >= 7


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [1100, 360])
def test_nothing_overflows_but_what_scrolls_by_itself(browser: Browser, pages: dict[str, Path], name: str, width: int) -> None:  # fmt: skip
    with unfolded(browser, pages[name], width) as page:
        assert page.evaluate(WIDER) == []
        assert page.locator("details[open]").count() == page.locator("details").count() > 2


@pytest.mark.parametrize("name", NAMES)
def test_texts_of_pictures_lie_within_them_and_apart(browser: Browser, pages: dict[str, Path], name: str) -> None:
    with opened(browser, pages[name]) as page:
        assert texts_lie_within_pictures_and_apart(page)


def test_the_verdict_is_seen_without_scrolling_and_pages_print(browser: Browser, pages: dict[str, Path]) -> None:
    for name in ("ar", "detection"):
        with opened(browser, pages[name], scripts=False) as page:
            box = page.locator(".findings li").first.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] < 900
            assert page.pdf(format="A4").startswith(b"%PDF")
