"""Looking at pages in a browser, opened from file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations, pairwise
from pathlib import Path

from playwright.sync_api import Browser, Page

BOXES = """svg => {
  const box = each => { const b = each.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
  return [box(svg), [...svg.querySelectorAll('text')].map(each => [each.textContent, box(each)])];
}"""
WIDER = """() => [...document.querySelectorAll('main *, header *')].filter(each =>
  !each.closest('.scroll') && each.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5
).map(each => each.outerHTML.slice(0, 80))"""


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


def headings_in_order(page: Page) -> None:
    levels = page.locator("h1, h2, h3, h4, h5, h6").evaluate_all("all => all.map(each => +each.tagName[1])")
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def links_lead_to_their_sections(page: Page) -> int:
    """How many there are, each of which names the section that it leads to."""
    links = page.locator("nav a")
    for i in range(links.count()):
        target = links.nth(i).get_attribute("href")
        assert target is not None
        assert page.locator(f"section{target} h2").inner_text() == links.nth(i).inner_text()
    return links.count()


def texts_lie_within_pictures_and_apart(page: Page) -> int:
    """How many pictures there are, in which no text is cut or covers another."""
    pictures = page.locator("figure svg").all()
    for picture in pictures:
        (left, top, right, bottom), texts = picture.evaluate(BOXES)
        for said, box in texts:
            assert left - 1 <= box[0] <= box[2] <= right + 1, said
            assert top - 1 <= box[1] <= box[3] <= bottom + 1, said
        for (one, a), (other, b) in combinations(texts, 2):
            beside = a[2] <= b[0] + 1 or b[2] <= a[0] + 1
            above = a[3] <= b[1] + 3 or b[3] <= a[1] + 3  # lines have some room above and below their letters
            assert beside or above, (one, other)
    return len(pictures)
