"""Looking at pages in a browser, opened from file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page

BOXES = """svg => {
  const box = each => { const b = each.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
  return [box(svg), [...svg.querySelectorAll('text')].map(each => [each.textContent, box(each)])];
}"""
WIDER = """() => [...document.querySelectorAll('main *, header *')].filter(each =>
  !each.closest('.scroll') && each.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5
).map(each => each.outerHTML.slice(0, 80))"""

CUT = """([width, height]) => [...document.body.querySelectorAll('*')].filter(each => {
  const box = each.getBoundingClientRect(), style = getComputedStyle(each);
  if (box.width === 0 || each.closest('script, style')) return false;
  const within = each.closest('svg');
  if (within && within !== each) return false;
  const beyond = box.left < -0.5 || box.right > width + 0.5 || (within && box.height > height);
  const hides = style.overflowX !== 'visible' && each.scrollWidth > each.clientWidth + 1;
  return beyond || hides || style.visibility === 'hidden';
}).map(each => each.outerHTML.slice(0, 120))"""
FOLDED = """() => [...document.querySelectorAll('details > :not(summary)')].filter(each =>
  !each.checkVisibility({contentVisibilityAuto: true}) || each.getBoundingClientRect().height === 0
).map(each => each.outerHTML.slice(0, 120))"""
PAPER = (688, 1001)  # what is left of A4 within its margins (16 and 14 mm), in pixels of 1/96 inch


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
        page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
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


def no_axe_violations(page: Page) -> None:
    """None of axe's rules is broken; colours are looked at in light and in dark."""
    page.evaluate((resources.files("axe_playwright_python") / "axe.min.js").read_text("utf-8"))
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    looks: tuple[tuple[Literal["light", "dark"], dict[str, Any]], ...] = (
        ("light", {}),
        ("dark", {"runOnly": ["color-contrast"]}),
    )
    for scheme, options in looks:
        page.emulate_media(color_scheme=scheme)
        # Of what is in order one node a rule is enough: finding a name for each of thousands takes longer than all the rules.
        found = page.evaluate("options => axe.run({resultTypes: ['violations'], ...options})", options)
        broken = [
            f"{rule['id']} ({scheme}): {node['html'][:160]} {node['failureSummary']}"
            for rule in found["violations"]
            for node in rule["nodes"]
        ]
        assert not broken, "\n".join(broken)
        assert "color-contrast" in [rule["id"] for rule in found["passes"]]


def prints_whole(browser: Browser, file: Path) -> bytes:
    """The PDF of the page. On A4 nothing is wider than the paper, no picture is taller, nothing is hidden or still folded."""
    with opened(browser, file, PAPER[0]) as page:
        page.emulate_media(media="print")
        for look in (CUT, FOLDED):
            cut = page.evaluate(look, PAPER)
            assert cut == [], cut
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        return page.pdf(format="A4", prefer_css_page_size=True)
