"""Every screen in a real browser, in English and Arabic, wide and narrow: whole, readable by everybody, and asking nothing of other machines."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.app.served import Served
from tests.app.visited import fits, visited
from tests.e2e.pages import headings_in_order, no_axe_violations
from weatherglass.app.screens import MENU

pytestmark = pytest.mark.browser
SCREENS = [("/" if name == "start" else f"/{name}") for name in MENU]


@pytest.mark.parametrize("address", SCREENS)
@pytest.mark.parametrize(("language", "direction"), [("en", "ltr"), ("ar", "rtl")])
def test_a_screen_is_whole_and_readable(
    browser: Browser,
    server: Served,
    address: str,
    language: str,
    direction: str,
) -> None:
    with visited(browser, server, address, language=language) as page:
        root = page.locator("html")
        assert (root.get_attribute("lang"), root.get_attribute("dir")) == (language, direction)
        assert page.locator("h1").inner_text().strip()
        assert page.locator(".menu [aria-current=page]").count() == 1
        headings_in_order(page)
        fits(page, 1280)
        no_axe_violations(page)
        page.set_viewport_size({"width": 360, "height": 800})
        fits(page, 360)


@pytest.mark.parametrize("address", SCREENS)
@pytest.mark.parametrize("language", ["de", "fr"])
def test_a_screen_opens_in_the_other_languages(browser: Browser, server: Served, address: str, language: str) -> None:
    with visited(browser, server, address, width=360, language=language) as page:
        assert page.locator("html").get_attribute("lang") == language
        fits(page, 360)
