"""The command `report`: results once more in any format, several in one, and the data back from a page."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from tests.documented import Documented, DocumentedKind
from tests.e2e.command import InProcess, Refused, written
from weatherglass.files.plain import json_text
from weatherglass.report.write import KINDS

ONE, TWO = (json_text(Documented(name).to_dict()) for name in ("one ممرضة", "two"))


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setitem(KINDS, "documented", DocumentedKind())
    return written(tmp_path, {"one.json": ONE, "two.json": TWO, "other.txt": "no"})


def test_several_results_become_one_page_and_come_back_byte_for_byte(folder: Path, in_process: InProcess) -> None:
    out, _ = in_process(folder, "report", "one.json", "two.json", "--out", "r.html", "--title", "Both of them")
    assert out == "Report: r.html\n"
    page = (folder / "r.html").read_text("utf-8")
    assert "<h1>Both of them</h1>" in page
    assert 'id="chapter-2"' in page
    in_process(folder, "report", "--extract", "r.html", "--out", "back")
    assert (folder / "back" / "documented.json").read_bytes() == ONE.encode()
    assert (folder / "back" / "documented-2.json").read_bytes() == TWO.encode()


def test_one_result_inside_is_printed(folder: Path, in_process: InProcess) -> None:
    in_process(folder, "report", "one.json", "--out", "r.html")
    out, err = in_process(folder, "report", "--extract", "r.html")
    assert (out, err) == (ONE, "")


@pytest.mark.parametrize("format", ["md", "brief", "latex", "json"])
def test_texts_are_printed_or_written(folder: Path, in_process: InProcess, format: str) -> None:
    printed, _ = in_process(folder, "report", "one.json", "--format", format)
    ending = {"latex": "tex", "brief": "md"}.get(format, format)
    in_process(folder, "report", "one.json", "--format", format, "--out", f"r.{ending}")
    assert (folder / f"r.{ending}").read_text("utf-8") == printed
    assert "ممرضة" in printed


def test_the_format_is_that_of_the_ending(folder: Path, in_process: InProcess) -> None:
    in_process(folder, "report", "one.json", "two.json", "--out", "r.zip")
    assert zipfile.ZipFile(folder / "r.zip").namelist() == [
        "1-audit-results.csv",
        "2-audit-results.csv",
    ]
    in_process(folder, "report", "one.json", "two.json", "--out", "r.JSON")
    assert len(json.loads((folder / "r.JSON").read_text("utf-8"))["results"]) == 2
    in_process(folder, "report", "r.JSON", "--out", "r.md")
    assert (folder / "r.md").read_text("utf-8").startswith("# ")


def test_nothing_is_overwritten_unasked(folder: Path, in_process: InProcess, refused: Refused) -> None:
    in_process(folder, "report", "one.json", "--out", "r.html")
    refused(folder, "report", "two.json", "--out", "r.html", code=2, message="r.html exists already")
    in_process(folder, "report", "two.json", "--out", "r.html", "--force")
    assert in_process(folder, "report", "--extract", "r.html")[0] == TWO
    in_process(folder, "report", "--extract", "r.html", "--out", "back")
    refused(folder, "report", "--extract", "r.html", "--out", "back", code=2, message="holds documented.json already")
    in_process(folder, "report", "--extract", "r.html", "--out", "back", "--force")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["one.json"], 2, "give a file with --out (.html, .md, .tex, .zip, .json, .pdf)"),
        (["one.json", "--format", "pdf"], 2, "give a file with --out"),
        (["one.json", "--out", "r.docx"], 2, "r.docx: a report is written as .html"),
        (["one.json", "--format", "csv", "--out", "r.csv"], 2, "--format csv is written as .zip"),
        (["one.json", "--out", "r.html", "--report-lang", "xx"], 2, "no language of reports 'xx'"),
        (["one.json", "--out", "none/r.html"], 2, "there is no folder none"),
        (["none.json", "--out", "r.html"], 2, "there is no such file"),
        (["other.txt", "--out", "r.html"], 4, "other.txt: is not JSON"),
        (["--extract", "one.json"], 4, "one.json: holds no data of Weatherglass"),
        (["--extract", "one.json", "two.json"], 2, "--extract takes one report at a time"),
    ],
)
def test_mistakes_are_told(folder: Path, refused: Refused, arguments: list[str], code: int, message: str) -> None:
    refused(folder, "report", *arguments, code=code, message=message)


def test_several_files_inside_need_a_folder(folder: Path, in_process: InProcess, refused: Refused) -> None:
    in_process(folder, "report", "one.json", "two.json", "--out", "r.html")
    refused(folder, "report", "--extract", "r.html", code=2, message="holds documented.json, documented-2.json; give --out DIR")  # fmt: skip
