"""Reports of real vectors in the four languages, in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.conftest import browser  # noqa: F401  (a fixture)
from tests.e2e.pages import headings_in_order, no_axe_violations, opened, prints_whole, unfolded
from tests.reference.conftest import Trained
from weatherglass.auditing import audit
from weatherglass.files.plain import json_text
from weatherglass.report.bundle import extract
from weatherglass.report.formats import write_report

pytestmark = [pytest.mark.real, pytest.mark.browser]
SHIPPED = {"en": "en-glove6b-100d-50k.bin", "fr": "fr-spacy-20k.bin"}
CORPORA = {"de": "germaparl", "ar": "arabic-news"}


@pytest.mark.parametrize("language", ["en", "fr", "de", "ar"])
def test_a_real_audit_can_be_read_by_everybody(
    language: str,
    browser: Browser,  # noqa: F811
    real_vectors: Path,
    trained: Trained,
    tmp_path: Path,
) -> None:
    vectors = real_vectors / SHIPPED[language] if language in SHIPPED else trained(CORPORA[language], language)
    found = audit(vectors, language=language)
    page = write_report(found, tmp_path / "report.html", language=language)
    assert page.stat().st_size < (500_000 if found.structure is None else 1_000_000)
    assert extract(page) == {"result.json": json_text(found.to_dict())}
    with opened(browser, page) as shown:
        assert shown.locator("html").get_attribute("lang") == language
        headings_in_order(shown)
        no_axe_violations(shown)
    for width in (360, 1100):
        with unfolded(browser, page, width):
            pass
    assert prints_whole(browser, page).startswith(b"%PDF")
