"""The command `study show` as a process, and its page in a real browser."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.command import InProcess, Refused, weatherglass
from tests.e2e.pages import opened, unfolded
from tests.report.test_study_report import hostile_study
from tests.study.made import diachronic_study, on_disk, robustness_study, settings_study
from weatherglass.errors import Notice
from weatherglass.report.formats import write_report
from weatherglass.report.write import read_results
from weatherglass.study.reading import Reading, read_study
from weatherglass.study.studied import Failure

LONG = "wmt13, subsample 1 %, draw 10, word2vec, skip-gram, dim 300"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    failures = (Failure("abc", LONG, "the process ended: out of memory"),)
    studied = replace(robustness_study(), failures=failures, notices=(Notice("small-part", "A part is small."),))
    return on_disk(studied, tmp_path_factory.mktemp("studies") / "german")


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
    assert "note: A part is small." in lines
    assert any(line.startswith(f"{LONG[:47]}… ") for line in lines)
    assert out.endswith("\nReport: r/study.html\n")
    assert {file.name for file in (tmp_path / "r").iterdir()} == {"reading.json", "study.html", "tables"}
    assert (tmp_path / "r" / "tables" / "verdicts.tex").exists()


def test_formats(folder: Path, tmp_path: Path, in_process: InProcess) -> None:
    def shown(*options: str) -> str:
        return in_process(tmp_path, "study", "show", folder, *options)[0]

    rows = list(csv.DictReader(io.StringIO(shown("--format", "csv"))))
    assert len(rows) == 70
    assert {r["verdict"] for r in rows} <= {"stable", "unstable", "too few words"}
    data = json.loads(shown("--format", "json", "--table", "verdicts"))
    assert list(data["tables"]) == ["verdicts"]
    assert len(data["tables"]["verdicts"]) == 14
    latex = shown("--format", "latex", "--table", "verdicts")
    assert r"\toprule" in latex
    assert latex.count(r"\begin{table}") == 1
    failed = shown("--table", "failures").splitlines()
    assert failed[0] == "Models that failed"
    assert failed[2].startswith(LONG)
    assert list(tmp_path.iterdir()) == []


def test_mistakes_end_with_a_sentence_and_a_code(
    folder: Path, tmp_path: Path, refused: Refused, in_process: InProcess
) -> None:
    show = ("study", "show", folder, "--out", "r")
    refused(tmp_path, *show, "--table", "spred", code=2, message="Did you mean 'spread'?")
    page = tmp_path / "r" / "study.html"
    page.parent.mkdir()
    page.write_text("mine", "utf-8")
    refused(tmp_path, *show, code=2, message="holds study.html already")
    assert page.read_text("utf-8") == "mine"
    in_process(tmp_path, *show, "--force")
    assert page.read_text("utf-8").startswith("<!doctype html>")
    refused(tmp_path, "study", "show", "none", code=4, message="none: is no study")
    refused(tmp_path, "study", "show", "none", "--report-lang", "xx", code=2, message="no language of reports 'xx'")
    refused(tmp_path, "study", "show", "none", "--figure", "a.gif", code=2, message="written as .svg, .pdf or .png")
    refused(tmp_path, "study", "show", folder, "--figure", "box=a.svg", code=2, message="Known: boxes-km, boxes-weat")


def test_the_page_and_the_figures_in_another_language(folder: Path, tmp_path: Path, in_process: InProcess) -> None:
    options = ("--out", "r", "--report-lang", "fr", "--figure", "main.svg", "--figure", "sizes-km=sizes.png")
    out, _ = in_process(tmp_path, "study", "show", folder, *options)
    assert "What this study does not say" in out.splitlines()
    assert '<html lang="fr"' in (tmp_path / "r" / "study.html").read_text("utf-8")
    assert "Selon weat" in (tmp_path / "main.svg").read_text("utf-8")
    assert (tmp_path / "sizes.png").read_bytes().startswith(b"\x89PNG")
    data = json.loads((tmp_path / "r" / "reading.json").read_text("utf-8"))
    assert (data["kind"], data["name"]) == ("study", "german-robustness")
    assert "rules" not in data  # what is said about it is made of it
    assert read_results(tmp_path / "r") == [Reading.from_dict(data)]
    assert (tmp_path / "r" / "tables" / "verdicts.csv").read_text("utf-8").startswith("query,measure,where,1 %,")


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
    return {name: write_report(read_study(study), made / f"{name}.html") for name, study in studies.items()}


@pytest.mark.browser
@pytest.mark.parametrize("name", ["robust", "crossed", "diachronic", "settings", "hostile"])
@pytest.mark.parametrize("width", [1180, 390])
def test_the_page_opens_without_trouble_and_does_not_overflow(
    browser: Browser, pages: dict[str, Path], name: str, width: int
) -> None:
    with unfolded(browser, pages[name], width) as page:
        assert page.locator("h1").count() == 1
        assert page.locator("svg").count() >= 1


@pytest.mark.browser
def test_no_label_of_a_box_plot_covers_another(browser: Browser, pages: dict[str, Path]) -> None:
    with opened(browser, pages["robust"]) as page:
        overlaps = page.evaluate(_OVERLAPS)
    assert overlaps == []


_OVERLAPS = """() => [...document.querySelectorAll('#spread svg')].flatMap(svg => {
    const boxes = [...svg.querySelectorAll('text')].map(t => [t.textContent, t.getBoundingClientRect()]);
    return boxes.flatMap(([a, r], i) => boxes.slice(i + 1).filter(([b, s]) =>
        r.left + 1 < s.right && s.left + 1 < r.right && r.top + 3 < s.bottom && s.top + 3 < r.bottom).map(([b]) => a + '|' + b));
})"""
