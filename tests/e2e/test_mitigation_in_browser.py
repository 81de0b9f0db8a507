"""The page about a mitigation in a real browser: no request, no error, nothing cut, headings in order, texts apart."""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.pages import opened, unfolded
from tests.e2e.test_structure_in_browser import BOXES, WIDER
from tests.mitigated import made_account, planted_account, sample_account
from weatherglass.report.mitigation import model_card, write_mitigation

pytestmark = pytest.mark.browser
NAMES = ["made", "sample", "ar"]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("mitigation")
    accounts = {"made": made_account(), "sample": sample_account(), "ar": planted_account("ar")}
    return {name: write_mitigation(account, folder / f"{name}.html") for name, account in accounts.items()}


@pytest.mark.parametrize("name", NAMES)
def test_opens_without_error_or_request_and_headings_are_in_order(browser: Browser, pages: dict[str, Path], name: str) -> None:  # fmt: skip
    with opened(browser, pages[name]) as page:
        levels = page.locator("h1, h2, h3, h4, h5, h6").evaluate_all("all => all.map(each => +each.tagName[1])")
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(after <= before + 1 for before, after in pairwise(levels))
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
        links = page.locator("nav a")
        assert links.count() == 5
        for i in range(links.count()):
            target = links.nth(i).get_attribute("href")
            assert target is not None
            assert page.locator(f"section{target} h2").inner_text() == links.nth(i).inner_text()


@pytest.mark.parametrize("name", NAMES)
def test_texts_of_pictures_lie_within_them_and_apart(browser: Browser, pages: dict[str, Path], name: str) -> None:
    with opened(browser, pages[name]) as page:
        for picture in page.locator("figure svg").all():
            (left, top, right, bottom), texts = picture.evaluate(BOXES)
            for said, box in texts:
                assert left - 1 <= box[0] <= box[2] <= right + 1, said
                assert top - 1 <= box[1] <= box[3] <= bottom + 1, said
            for (one, a), (other, b) in combinations(texts, 2):
                beside = a[2] <= b[0] + 1 or b[2] <= a[0] + 1
                above = a[3] <= b[1] + 3 or b[3] <= a[1] + 3  # lines have some room above and below their letters
                assert beside or above, (one, other)


def test_what_is_hidden_is_seen_without_scrolling(browser: Browser, pages: dict[str, Path]) -> None:
    with opened(browser, pages["sample"]) as page:
        note = page.get_by_role("note")
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
