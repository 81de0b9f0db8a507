"""The documentation as a site: built without a word, and read without a network, from a folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.documents.blocks import PAGES, ROOT
from tests.e2e.conftest import browser  # noqa: F401

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytest.importorskip("mkdocs")
_LOADED = re.compile(
    r"<(?:script|link|img|iframe|source|object|embed)\b[^>]*?\b(?:src|href|data)=[\"'](?:https?:)?//[^>]*"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    return folder


def test_every_page_is_built(site: Path) -> None:
    for page in PAGES:
        if page.is_relative_to(ROOT / "docs"):
            assert (site / page.relative_to(ROOT / "docs").with_suffix(".html")).is_file(), page


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        assert _LOADED.findall(page.read_text("utf-8")) == [], page


def test_no_escape_is_shown(site: Path) -> None:
    for page in site.rglob("*.html"):
        assert "\\|" not in page.read_text("utf-8"), page


@pytest.mark.browser
@pytest.mark.parametrize("name", ["index.html", "measures/weat.html"])
def test_search_works_from_a_folder(site: Path, browser: Browser, name: str) -> None:  # noqa: F811
    page = browser.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("request", lambda request: problems.extend([] if request.url.startswith("file:") else [request.url]))
    page.goto((site / name).as_uri())
    page.locator("input.md-search__input").click()
    page.locator(".md-search-result__meta", has_text="Type to start searching").wait_for(state="attached")
    page.locator("input.md-search__input").press_sequentially("coherence")
    page.locator(".md-search-result__item a[href*='measures/ect.html']").first.wait_for(state="attached")
    assert problems == []
    page.close()
