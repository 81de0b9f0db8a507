"""Looking at pages in a browser, opened from file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page


@contextmanager
def opened(browser: Browser, file: Path, width: int = 1100, *, scripts: bool = True) -> Iterator[Page]:
    """The page, on which nothing may go wrong and which may ask for nothing beyond its file."""
    page = browser.new_page(viewport={"width": width, "height": 900}, java_script_enabled=scripts)
    trouble: list[str] = []
    page.on("console", lambda message: trouble.append(message.text))
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("dialog", lambda dialog: trouble.append(dialog.message))
    page.on("request", lambda request: None if request.url == file.as_uri() else trouble.append(request.url))
    page.goto(file.as_uri())
    try:
        yield page
        assert trouble == []
    finally:
        page.close()


@contextmanager
def unfolded(browser: Browser, file: Path, width: int) -> Iterator[Page]:
    """The page with everything that can be opened open, and nothing wider than the window."""
    with opened(browser, file, width) as page:
        for details in page.locator("details").all():
            details.evaluate("element => element.open = true")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        yield page
