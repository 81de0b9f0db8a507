"""The pages about models downstream in a real browser: no request, no error, nothing cut, headings in order, texts apart."""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.detected import made_detection, without_own
from tests.diffused import made_diffusion
from tests.e2e.pages import opened, unfolded
from tests.e2e.test_structure_in_browser import BOXES, WIDER
from weatherglass.report.detection import write_detection
from weatherglass.report.diffusion import write_diffusion

pytestmark = pytest.mark.browser
NAMES = ["ar", "detection", "few"]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("downstream")
    return {
        "ar": write_diffusion(made_diffusion("ar"), folder / "ar.html"),
        "detection": write_detection(made_detection(), folder / "detection.html"),
        "few": write_detection(without_own(), folder / "few.html"),
    }


@pytest.mark.parametrize("name", NAMES)
def test_opens_without_error_or_request_with_headings_in_order_and_links_that_lead(browser: Browser, pages: dict[str, Path], name: str) -> None:  # fmt: skip
    with opened(browser, pages[name]) as page:
        levels = page.locator("h1, h2, h3, h4, h5, h6").evaluate_all("all => all.map(each => +each.tagName[1])")
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(after <= before + 1 for before, after in pairwise(levels))
        links = page.locator("nav a")
        assert links.count() >= 7
        for i in range(links.count()):
            target = links.nth(i).get_attribute("href")
            assert page.locator(f"section{target} h2").inner_text() == links.nth(i).inner_text()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [1100, 360])
def test_nothing_overflows_but_what_scrolls_by_itself(browser: Browser, pages: dict[str, Path], name: str, width: int) -> None:  # fmt: skip
    with unfolded(browser, pages[name], width) as page:
        assert page.evaluate(WIDER) == []
        assert page.locator("details[open]").count() == page.locator("details").count() > 2


@pytest.mark.parametrize("name", NAMES)
def test_texts_of_pictures_lie_within_them_and_apart(browser: Browser, pages: dict[str, Path], name: str) -> None:
    with opened(browser, pages[name]) as page:
        pictures = page.locator("figure svg").all()
        assert pictures
        for picture in pictures:
            (left, top, right, bottom), texts = picture.evaluate(BOXES)
            for said, box in texts:
                assert left - 1 <= box[0] <= box[2] <= right + 1, said
                assert top - 1 <= box[1] <= box[3] <= bottom + 1, said
            for (one, a), (other, b) in combinations(texts, 2):
                beside = a[2] <= b[0] + 1 or b[2] <= a[0] + 1
                above = a[3] <= b[1] + 3 or b[3] <= a[1] + 3  # lines have some room above and below their letters
                assert beside or above, (one, other)


def test_the_verdict_is_seen_without_scrolling_and_pages_print(browser: Browser, pages: dict[str, Path]) -> None:
    for name in ("ar", "detection"):
        with opened(browser, pages[name], scripts=False) as page:
            box = page.locator(".findings li").first.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] < 900
            assert page.pdf(format="A4").startswith(b"%PDF")
