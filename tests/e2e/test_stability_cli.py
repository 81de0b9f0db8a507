"""The command `stability` as a process, and its page in a real browser."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.command import InProcess, Refused, weatherglass
from tests.e2e.pages import headings_in_order, links_lead_to_their_sections, unfolded
from tests.spaces import cased_space
from weatherglass.cli.stability import FILES
from weatherglass.embedding.formats import read, write
from weatherglass.embedding.sample import sample_path
from weatherglass.measure.stability import stability
from weatherglass.report.formats import write_report
from weatherglass.report.write import read_results


@pytest.fixture(scope="module")
def vectors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(cased_space(filler=200), tmp_path_factory.mktemp("made") / "made.bin")


def test_text_has_every_table_and_the_files_have_the_warnings(tmp_path: Path) -> None:
    out = weatherglass("stability", sample_path(), "--k", "20", "--out", "r", cwd=tmp_path).stdout
    lines = out.splitlines()
    assert lines[0].endswith("14,563 words × 100, npz")
    for title in ("Table 1", "Table 2", "Table 3", "Table 4", "Table 5", "Table 6", "Figure 2 in numbers"):
        assert any(line.startswith(title) for line in lines)
    assert "Not in the vectors, and left out: gal–guy." in lines
    assert "NBM: 20 neighbours among" in out
    assert "note: The language was guessed" in out
    second = next(i for i, line in enumerate(lines) if line.startswith("Table 2"))
    header, *rows = lines[second + 1 : second + 5]
    for row in rows:
        assert len(row) == len(header)  # every column is aligned to the right
    assert out.endswith("\nReport: r/stability.html\n")
    data = json.loads((tmp_path / "r" / "stability.json").read_text("utf-8"))
    assert [warning["code"] for warning in data["warnings"]] == ["language-guessed"]
    assert data["missing_pairs"] == ["gal–guy"]
    assert len(data["missing_professions"]) == data["professions"][1] - data["professions"][0] == 151
    assert "The language was guessed" in (tmp_path / "r" / "stability.html").read_text("utf-8")


def test_files_and_json_hold_the_same(vectors: Path, tmp_path: Path, in_process: InProcess, refused: Refused) -> None:
    neutral = [word for word in read(vectors).words if word.startswith("q")][:40]
    (tmp_path / "neutral.txt").write_text("\n".join([*neutral, "zzzz"]), "utf-8")
    options = ("--k", "10", "--word", "nurse", "--neutral", "neutral.txt", "--out", "r", "--json")
    asked = ("stability", vectors, "--lang", "en", *options)
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / "stability.json").write_text("mine", "utf-8")
    message = "holds stability.json already; give another folder, or --force to overwrite it"
    refused(tmp_path, *asked, code=2, message=message)
    assert (tmp_path / "r" / "stability.json").read_text("utf-8") == "mine"
    printed, _ = in_process(tmp_path, *asked, "--force")
    assert {file.name for file in (tmp_path / "r").iterdir()} == set(FILES)
    assert (tmp_path / "r" / "stability.json").read_text("utf-8") == printed
    for name, rows in (("stability-pairs.csv", 45), ("stability-words.csv", 3200)):
        assert len((tmp_path / "r" / name).read_text("utf-8").splitlines()) == 1 + rows
    data = json.loads(printed)
    assert data["schema_version"] == 1
    assert data["warnings"] == []
    assert data["example"]["word"] == "nurse"
    assert set(data["example"]["scores"]["nbm"]) == {"nurse", "nurses", "Nurse", "NURSE"}
    assert data["professions"] == [320, 320]
    assert data["missing_neutral"] == ["zzzz"]
    assert {file.name for file in tmp_path.iterdir()} == {"neutral.txt", "r"}


def test_a_report_in_another_language_and_figures(vectors: Path, tmp_path: Path, in_process: InProcess) -> None:
    asked = ("stability", vectors, "--lang", "en", "--k", "10", "--out", "r", "--report-lang", "ar")
    in_process(tmp_path, *asked, "--figure", "main.svg", "--figure", "cosines=cosines.png")
    page = tmp_path / "r" / "stability.html"
    assert '<html lang="ar" dir="rtl">' in page.read_text("utf-8")
    assert read_results(page) == read_results(tmp_path / "r" / "stability.json")
    assert "الزوج الأساسي، الأكثر اتفاقًا أولًا" in (tmp_path / "main.svg").read_text("utf-8")
    assert (tmp_path / "cosines.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--report-lang", "xx"], 2, "There is no language of reports 'xx'"),
        (["--figure", "made.gif"], 2, "--figure made.gif: a figure is written as .svg, .pdf or .png"),
        (["--lang", "ar"], 2, "there is no list of professions, plurals, animals, traits for 'ar'; there are for de, en, fr"),
        (["--lang", "xx"], 2, "There is no language pack 'xx'"),
        (["--lang", "en", "--word", "nurze"], 2, "Did you mean 'nurse'?"),
        (["--lang", "en", "--k", "100000"], 2, "k=100000 neighbours were asked for, but there are"),
        (["--lang", "en", "--k", "0"], 2, "--k"),
        (["--lang", "en", "--neutral", "none.txt"], 2, "none.txt: there is no such file"),
        (["--lang", "de"], 4, "Is 'de' the language of the vectors?"),
    ],
)  # fmt: skip
def test_mistakes_end_with_a_sentence_and_a_code(
    vectors: Path, tmp_path: Path, arguments: list[str], code: int, message: str, refused: Refused
) -> None:
    refused(tmp_path, "stability", vectors, *arguments, "--out", "r", code=code, message=message)


def test_missing_vectors_and_no_vectors(tmp_path: Path, refused: Refused) -> None:
    refused(tmp_path, "stability", "none.bin", code=4, message="none.bin: there is no such file")
    refused(tmp_path, "stability", code=2, message="VECTORS")


_REPORTED = {"en": "en", "fr": "ar", "lower": "de"}  # the language of each page


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    hostile = "<img src=x onerror=alert(1)>" + "a-long-name-without-a-space" * 8
    spaces = {
        "en": cased_space(filler=200),
        "fr": cased_space("fr", filler=200),
        "lower": cased_space(cased=False, steady=True, odd="gal–guy", filler=200, name=hostile),
    }
    return {
        name: write_report(
            stability(space, "fr" if name == "fr" else "en", k=10), folder / f"{name}.html", language=_REPORTED[name]
        )
        for name, space in spaces.items()
    }


@pytest.mark.browser
@pytest.mark.parametrize("name", ["en", "fr", "lower"])
@pytest.mark.parametrize("width", [1180, 390])
def test_the_page_opens_without_trouble_and_does_not_overflow(
    browser: Browser,
    pages: dict[str, Path],
    name: str,
    width: int,
) -> None:
    with unfolded(browser, pages[name], width) as page:
        headings_in_order(page)
        assert (
            links_lead_to_their_sections(page) == 12
        )  # findings, warnings, seven sections, limits, methods, reproduce
        assert page.locator("svg").count() == 4
