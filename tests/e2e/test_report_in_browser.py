"""The report in a real browser, opened from file: no request, no error, nothing cut, Arabic from right to left."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.measure.test_audit import pack_space
from tests.report.test_report import hostile_audit
from weatherglass.measure.audit import audit
from weatherglass.report.write import write_report

pytestmark = pytest.mark.browser
CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        message = "no Chromium on this machine: the browser tests did not run (Debian: apt-get install chromium)"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("reports")
    made = {"en": write_report(audit(language="en"), folder / "en.html")}
    for language in ("de", "fr", "ar"):
        made[language] = write_report(
            audit(pack_space(language, folder, f"{language}.bin")), folder / f"{language}.html"
        )
    made["hostile"] = write_report(hostile_audit(), folder / "hostile.html")
    return made


def opened(browser: Browser, report: Path, width: int = 1100, *, scripts: bool = True) -> tuple[Page, list[str]]:
    """The page, and everything that went wrong or left the file."""
    page = browser.new_page(viewport={"width": width, "height": 900}, java_script_enabled=scripts)
    trouble: list[str] = []
    page.on("console", lambda message: trouble.append(message.text))
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("dialog", lambda dialog: trouble.append(dialog.message))
    page.on("request", lambda request: None if request.url == report.as_uri() else trouble.append(request.url))
    page.goto(report.as_uri())
    return page, trouble


@pytest.mark.parametrize("name", ["en", "de", "fr", "ar", "hostile"])
def test_opens_without_error_or_request(browser: Browser, reports: dict[str, Path], name: str) -> None:
    page, trouble = opened(browser, reports[name])
    assert page.locator("h1").inner_text()
    assert page.locator("svg.words").count() >= 1
    assert trouble == []
    page.close()


@pytest.mark.parametrize("name", ["en", "ar"])
@pytest.mark.parametrize("width", [1100, 360])
def test_nothing_overflows_the_page(browser: Browser, reports: dict[str, Path], name: str, width: int) -> None:
    page, _ = opened(browser, reports[name], width)
    for details in page.locator("details").all():
        details.evaluate("element => element.open = true")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()


def test_it_works_without_scripts(browser: Browser, reports: dict[str, Path]) -> None:
    page, _ = opened(browser, reports["en"], scripts=False)
    assert page.locator("#findings").is_visible()
    page.locator("summary").first.click()
    assert page.locator("table.sets").first.is_visible()
    page.close()


def test_arabic_words_run_from_right_to_left(browser: Browser, reports: dict[str, Path]) -> None:
    page, _ = opened(browser, reports["ar"])
    page.locator("#test-3 summary").click()
    words = page.locator("#test-3 table.sets td bdi")
    assert words.first.evaluate("element => getComputedStyle(element).unicodeBidi") == "isolate"
    first, second = (words.nth(i).bounding_box() for i in range(2))
    assert first is not None
    assert second is not None
    assert first["x"] > second["x"]
    page.close()


def test_it_prints(browser: Browser, reports: dict[str, Path], tmp_path: Path) -> None:
    page, _ = opened(browser, reports["en"])
    pdf = page.pdf(path=tmp_path / "report.pdf", format="A4")
    assert pdf.startswith(b"%PDF")
    assert pdf.count(b"/Type /Page") >= 5
    page.close()
