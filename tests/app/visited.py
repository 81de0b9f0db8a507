"""Screens visited in a real browser: nothing may go wrong there, and nothing may be asked of another machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page

from tests.app.served import Served

WIDER = """() => [...document.querySelectorAll('body *')].filter(each =>
  !each.closest('.scroll, pre, svg, .skip') && each.getBoundingClientRect().width > 0 &&
  (each.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5 || each.getBoundingClientRect().left < -0.5)
).map(each => each.outerHTML.slice(0, 120))"""
OPEN_ALL = "document.querySelectorAll('details').forEach(each => { each.open = true; })"


@contextmanager
def visited(
    browser: Browser,
    server: Served,
    address: str = "/",
    *,
    width: int = 1280,
    scripts: bool = True,
    language: str = "en",
    refused: int = 0,
) -> Iterator[Page]:
    """The page at an address, by somebody who has the token. `refused`: how often the server is to say that something sent cannot be used."""
    context = browser.new_context(
        viewport={"width": width, "height": 900}, java_script_enabled=scripts, locale=language, accept_downloads=True
    )
    page = context.new_page()
    trouble: list[str] = []
    page.on("console", lambda message: trouble.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("dialog", lambda dialog: trouble.append(dialog.message))
    page.on("request", lambda request: None if _is_ours(request.url, server) else trouble.append(request.url))
    page.goto(server.address)
    if address != "/":
        page.goto(server.base + address)
    try:
        yield page
        refusals = [each for each in trouble if "status of 422" in each]  # as browsers tell of them in the console
        assert [each for each in trouble if each not in refusals] == []
        assert len(refusals) == refused
    finally:
        context.close()


def _is_ours(address: str, server: Served) -> bool:
    parts = urlsplit(address)
    return parts.scheme in ("data", "blob") or f"{parts.scheme}://{parts.netloc}" == server.base


def fits(page: Page, width: int) -> None:
    """With everything open, nothing is wider than the window."""
    page.evaluate(OPEN_ALL)
    assert page.evaluate(WIDER) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
