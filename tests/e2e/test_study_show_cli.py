"""The command `study show` as a process, and its page in a real browser."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.test_cli import weatherglass
from tests.e2e.test_report_in_browser import browser, opened
from tests.report.test_study_report import hostile_study
from tests.study.made import diachronic_study, on_disk, robustness_study, settings_study
from weatherglass.report.study import write_study
from weatherglass.study.reading import read_study

__all__ = ["browser"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return on_disk(robustness_study(), tmp_path_factory.mktemp("studies") / "german")


def test_text_has_findings_tables_rules_and_limits(folder: Path, tmp_path: Path) -> None:
    out = weatherglass("study", "show", folder, "--out", "r", cwd=tmp_path).stdout
    lines = out.splitlines()
    assert lines[0] == "german-robustness: 50 of 52 models, tests in de"
    assert lines[1].startswith("- By weat, 7 tests over 5 kinds of models.")
    for title in (
        "Verdicts (verdicts)",
        "Spread over models (spread)",
        "Models that failed (failures)",
        "What this study does not say",
    ):
        assert title in lines
    assert any(line.startswith("- too few words: In more than 50 %") for line in lines)
    assert "… 10 more rows: --table spread" in lines
    assert out.endswith("\nReport: r/study.html\n")
    assert {file.name for file in (tmp_path / "r").iterdir()} == {"study.html", "tables"}
    assert (tmp_path / "r" / "tables" / "verdicts.tex").exists()


def test_formats(folder: Path, tmp_path: Path) -> None:
    rows = list(
        csv.DictReader(io.StringIO(weatherglass("study", "show", folder, "--format", "csv", cwd=tmp_path).stdout))
    )
    assert len(rows) == 70
    assert {r["verdict"] for r in rows} <= {"stable", "unstable", "too few words"}
    data = json.loads(weatherglass("study", "show", folder, "--format", "json", "--table", "verdicts").stdout)
    assert list(data["tables"]) == ["verdicts"]
    assert len(data["tables"]["verdicts"]) == 14
    latex = weatherglass("study", "show", folder, "--format", "latex", "--table", "verdicts").stdout
    assert r"\toprule" in latex
    assert latex.count(r"\begin{table}") == 1
    text = weatherglass("study", "show", folder, "--table", "failures").stdout
    assert text.splitlines()[0] == "Models that failed"
    assert list(tmp_path.iterdir()) == []


def test_mistakes_end_with_a_sentence_and_a_code(folder: Path, tmp_path: Path) -> None:
    error = weatherglass("study", "show", folder, "--table", "spred", "--out", "r", cwd=tmp_path, code=2).stderr
    assert "Did you mean 'spread'?" in error
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / "study.html").write_text("mine", "utf-8")
    error = weatherglass("study", "show", folder, "--out", "r", cwd=tmp_path, code=2).stderr
    assert "holds study.html already" in error
    assert (tmp_path / "r" / "study.html").read_text("utf-8") == "mine"
    weatherglass("study", "show", folder, "--out", "r", "--force", cwd=tmp_path)
    assert weatherglass("study", "show", tmp_path / "none", code=4).stderr.startswith("weatherglass: ")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    made = tmp_path_factory.mktemp("pages")
    studies = {
        "robust": robustness_study(),
        "crossed": robustness_study(seeds_=3, draws=5),
        "diachronic": diachronic_study(),
        "settings": settings_study(),
        "hostile": hostile_study(),
    }
    return {name: write_study(read_study(study), made / f"{name}.html") for name, study in studies.items()}


@pytest.mark.browser
@pytest.mark.parametrize("name", ["robust", "crossed", "diachronic", "settings", "hostile"])
@pytest.mark.parametrize("width", [1180, 390])
def test_the_page_opens_without_trouble_and_does_not_overflow(
    browser: Browser, pages: dict[str, Path], name: str, width: int
) -> None:
    page, trouble = opened(browser, pages[name], width)
    for details in page.locator("details").all():
        details.evaluate("element => element.open = true")
    assert page.locator("h1").count() == 1
    assert page.locator("svg").count() >= 1
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert trouble == []
    page.close()


@pytest.mark.browser
def test_no_label_of_a_box_plot_covers_another(browser: Browser, pages: dict[str, Path]) -> None:
    page, _ = opened(browser, pages["robust"])
    overlaps = page.evaluate(
        """() => [...document.querySelectorAll('#spread svg')].flatMap(svg => {
            const boxes = [...svg.querySelectorAll('text')].map(t => [t.textContent, t.getBoundingClientRect()]);
            return boxes.flatMap(([a, r], i) => boxes.slice(i + 1).filter(([b, s]) =>
                r.left + 1 < s.right && s.left + 1 < r.right && r.top + 3 < s.bottom && s.top + 3 < r.bottom).map(([b]) => a + '|' + b));
        })"""
    )
    assert overlaps == []
    page.close()
