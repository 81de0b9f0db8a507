"""Results in every format: what each holds, the same bytes twice, and a PDF only where there is a Chromium."""

from __future__ import annotations

import io
import json
import os
import shutil
import zipfile
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.documented import HOSTILE, Documented, DocumentedKind, document
from weatherglass.errors import FormatError, SpecError, UnknownName
from weatherglass.files import write_whole
from weatherglass.report import pdf
from weatherglass.report.archive import archive
from weatherglass.report.bundle import extract
from weatherglass.report.formats import FORMATS, format_of, reported, write_report
from weatherglass.report.write import KINDS, json_of, read_results

ONE, TWO = Documented("one"), Documented("two")


@pytest.fixture(autouse=True)
def kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "documented", DocumentedKind())


@pytest.mark.parametrize("format", [name for name in FORMATS if name != "pdf"])
def test_every_format_holds_every_result_and_gives_the_same_bytes_twice(format: str) -> None:
    made = reported([ONE, TWO], format)
    assert made == reported([ONE, TWO], format)
    assert made != reported([ONE], format)
    if isinstance(made, str):
        assert "one" in made
        assert "two" in made


def test_a_format_that_is_not_there_is_named() -> None:
    with pytest.raises(UnknownName, match="no format of reports 'docx'"):
        reported([ONE], "docx")


def test_the_archive_has_every_table_exactly() -> None:
    frame = pl.DataFrame({"word": ["=a", "ب"], "d": [0.1 + 0.2, -1e-300]})
    made = archive([document(tables={"per word": frame, "../Up": frame}), document(tables={"per word": frame})])
    with zipfile.ZipFile(io.BytesIO(made)) as files:
        assert files.namelist() == ["1-audit-per-word.csv", "1-audit-up.csv", "2-audit-per-word.csv"]
        assert files.testzip() is None
        assert files.read("1-audit-per-word.csv").decode() == "word,d\n'=a,0.30000000000000004\nب,-1e-300\n"
        assert {entry.date_time for entry in files.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_one_result_is_its_own_json_and_several_can_be_read_again(tmp_path: Path) -> None:
    assert json.loads(json_of([ONE])) == ONE.to_dict()
    assert read_results(write_whole(tmp_path / "one.json", json_of([ONE]))) == [ONE]
    assert read_results(write_whole(tmp_path / "two.json", json_of([ONE, TWO]))) == [ONE, TWO]


def test_results_are_read_from_a_page_and_from_a_folder(tmp_path: Path) -> None:
    page = reported([ONE, TWO], "html")
    file = write_whole(tmp_path / "report.html", page)
    assert read_results(file) == [ONE, TWO]
    assert reported(read_results(file), "html") == page
    assert list(extract(file)) == ["documented.json", "documented-2.json"]
    write_whole(tmp_path / "documented.json", json_of([TWO]))
    assert read_results(tmp_path) == [TWO]
    write_whole(tmp_path / "documented-10.json", json_of([TWO]))
    write_whole(tmp_path / "documented-2.json", json_of([ONE]))
    write_whole(tmp_path / "documented-of-mine.json", "no result")
    assert read_results(tmp_path) == [TWO, ONE, TWO]


@pytest.mark.parametrize(
    ("given", "said"), [([], "no result to report"), ([3], "no report of a int; give one of Audit")]
)
def test_what_cannot_be_reported_is_told(given: list[Any], said: str) -> None:
    with pytest.raises(SpecError, match=said):
        reported(given)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("[]", "no result of Weatherglass"),
        ('{"kind": "nothing"}', "no result of Weatherglass"),
        ('{"kind": ["audit"]}', "no result of Weatherglass"),
        ('{"results": [3]}', "no result of Weatherglass"),
        ('{"results": []}', "no result of Weatherglass"),
        ('{"kind": "documented", "name": NaN}', "is not JSON .NaN"),
        ('{"kind": "documented", "name": "x", "schema_version": 2}', "has the schema_version 2, .* reads 1 only"),
        ('{"kind": "documented"}', "not a whole result of the kind documented"),
    ],
)
def test_what_is_no_result_is_told(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(FormatError, match=said):
        read_results(write_whole(tmp_path / "x.json", text))


def test_without_a_browser_there_is_no_pdf(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SpecError, match=r"none is installed .* open it in a browser and print it"):
        pdf.printed("<p>x</p>")


@pytest.mark.skipif(os.name != "posix", reason="a script stands for the browser")
@pytest.mark.parametrize(("script", "said"), [("echo no display >&2; exit 1", "no display"), ("exit 3", "code 3")])
def test_a_browser_that_fails_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str, said: str) -> None:
    program = tmp_path / "chromium"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SpecError, match=f"made no PDF \\({said}\\)"):
        pdf.printed("<p>x</p>")


@pytest.mark.browser
@pytest.mark.skipif(shutil.which("chromium") is None, reason="no Chromium")
def test_a_pdf_is_printed() -> None:
    made = reported([ONE], "pdf")
    assert isinstance(made, bytes)
    assert made.startswith(b"%PDF")
    assert made.count(b"/Type /Page\n") >= 2
    assert HOSTILE[0].encode() not in made


@pytest.mark.parametrize("name", ["r.html", "R.HTM", "r.md", "r.tex", "r.zip", "r.json"])
def test_a_report_is_written_in_the_format_of_its_ending(name: str, tmp_path: Path) -> None:
    made = reported([ONE, TWO], format_of(Path(name)), language="de")
    written = write_report([ONE, TWO], tmp_path / name, language="de").read_bytes()
    assert written == (made.encode() if isinstance(made, str) else made)


@pytest.mark.parametrize("name", ["r.docx", "report"])
def test_an_ending_that_is_no_format_is_refused_before_anything_is_written(name: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"written as \.html, \.md"):
        write_report(ONE, tmp_path / name)
    assert not list(tmp_path.iterdir())
