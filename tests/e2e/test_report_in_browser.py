"""The report in a real browser, opened from file: no request, no error, nothing cut, Arabic from right to left."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.pages import no_axe_violations, opened, prints_whole, unfolded
from tests.report.test_report import QUICK, hostile_audit
from tests.test_auditing import pack_space
from weatherglass.auditing import audit
from weatherglass.report.formats import write_report

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("reports")
    made = {"en": write_report(audit(language="en", scrutiny=QUICK), folder / "en.html")}
    for language in ("de", "fr", "ar"):
        found = audit(pack_space(language, folder, f"{language}.bin"), scrutiny=QUICK)
        made[language] = write_report(found, folder / f"{language}.html")
    made["hostile"] = write_report(hostile_audit(), folder / "hostile.html")
    return made


@pytest.mark.parametrize("name", ["en", "de", "fr", "ar", "hostile"])
def test_opens_without_error_or_request(browser: Browser, reports: dict[str, Path], name: str) -> None:
    with opened(browser, reports[name]) as page:
        assert page.locator("h1").inner_text()
        assert page.locator("svg.words").count() >= 1


@pytest.mark.parametrize("name", ["en", "ar"])
@pytest.mark.parametrize("width", [1100, 360])
def test_nothing_overflows_the_page(browser: Browser, reports: dict[str, Path], name: str, width: int) -> None:
    with unfolded(browser, reports[name], width) as page:
        assert page.locator("details[open]").count() > 1


def test_it_works_without_scripts(browser: Browser, reports: dict[str, Path]) -> None:
    with opened(browser, reports["en"], scripts=False) as page:
        assert page.locator("#findings").is_visible()
        page.locator("#words summary").first.click()
        assert page.locator("table.sets").first.is_visible()


def test_arabic_words_run_from_right_to_left(browser: Browser, reports: dict[str, Path]) -> None:
    with opened(browser, reports["ar"]) as page:
        page.locator("#test-3 .note a").click()  # opens the list that it leads to
        listed = page.locator(page.locator("#test-3 .note a").get_attribute("href") or "")
        assert listed.is_visible()
        words = listed.locator("td[dir=rtl] bdi")
        assert words.first.evaluate("element => getComputedStyle(element).unicodeBidi") == "isolate"
        first, second = (words.nth(i).bounding_box() for i in range(2))
        assert first is not None
        assert second is not None
        assert first["x"] > second["x"]


@pytest.mark.parametrize("name", ["en", "ar"])
def test_it_prints_whole(browser: Browser, reports: dict[str, Path], name: str) -> None:
    pdf = prints_whole(browser, reports[name])
    assert pdf.startswith(b"%PDF")
    assert pdf.count(b"/Type /Page\n") >= 5


@pytest.mark.parametrize("name", ["en", "ar"])
def test_everybody_can_read_it(browser: Browser, reports: dict[str, Path], name: str) -> None:
    with opened(browser, reports[name]) as page:
        no_axe_violations(page)
