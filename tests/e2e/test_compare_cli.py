"""The command `compare` as a process, and its page in a real browser."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.command import InProcess, Refused, weatherglass
from tests.e2e.pages import unfolded
from tests.study.spaces import query, space
from weatherglass.corpus.build import build_from_words
from weatherglass.embedding.formats import write
from weatherglass.report.formats import write_report
from weatherglass.study.compare import compare

QUERY = """name = "made"
language = "en"
[targets]
flowers = [{xa}]
insects = [{ya}]
[attributes]
pleasant = [{aa}]
unpleasant = [{ba}]
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("made")
    for i, (name, lean) in enumerate((("one", 0.1), ("two", 0.9), ("=three", 0.3))):
        write(space(lean, seed=i, noise=0.3, filler=100, name=name), made / f"{name}.bin")
    sides = {side: ", ".join(f'"{side}{i}"' for i in range(6)) for side in ("xa", "ya", "aa", "ba")}
    (made / "made.toml").write_text(QUERY.format(**sides), "utf-8")
    return made


def test_text_files_and_json_hold_the_same(
    folder: Path, tmp_path: Path, in_process: InProcess, refused: Refused
) -> None:
    files = [folder / "one.bin", folder / "two.bin", folder / "=three.bin"]
    asked: list[str | Path] = ["compare", *files]
    asked += ["--query", folder / "made.toml", "--measure", "weat", "--measure", "ect", "--out", "r"]
    done = weatherglass(*asked, cwd=tmp_path)
    lines = done.stdout.splitlines()
    assert lines[:3] == [
        "A: one.bin: 124 words × 20, word2vec binary, reference",
        "B: two.bin: 124 words × 20, word2vec binary",
        "C: =three.bin: 124 words × 20, word2vec binary",
    ]
    assert "1 of 1 test measured in all 3 spaces, on the words that all have, 24 of 24." in lines[3]
    header = next(line for line in lines if line.startswith("test ") and "p(A)" in line)
    assert header.split() == ["test", "d(A)", "p(A)", "d(B)", "p(B)", "d(C)", "p(C)", "common", "found"]
    assert any(re.match(r"en/made, weat: B − A: \+\d\.\d\d \(95 % interval", line) for line in lines)
    assert any(line.startswith("Moved most, one.bin to two.bin, lowest cosines after alignment: ") for line in lines)
    assert done.stdout.endswith("\nReport: r/compare.html\n")
    names = {"compare.html", "compare.json", "compare.csv", "compare-wide.csv"}
    assert {file.name for file in (tmp_path / "r").iterdir()} == names

    message = "holds compare.html already; give another folder, or --force"
    refused(tmp_path, *asked, "--json", code=2, message=message)
    printed, _ = in_process(tmp_path, *asked, "--json", "--force")
    assert (tmp_path / "r" / "compare.json").read_text("utf-8") == printed
    data = json.loads(printed)
    assert [each["name"] for each in data["spaces"]] == ["one.bin", "two.bin", "=three.bin"]
    difference = data["tests"][0]["differences"][0]
    with (tmp_path / "r" / "compare.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["space"] for row in rows] == ["one.bin", "two.bin", "'=three.bin"] * 2
    assert float(rows[1]["difference"]) == difference["value"]
    with (tmp_path / "r" / "compare-wide.csv").open(encoding="utf-8", newline="") as file:
        wide = list(csv.DictReader(file))
    assert float(wide[0]["two.bin − one.bin"]) == difference["value"]
    assert "'=three.bin" in wide[0]


def test_the_options_reach_the_comparison(folder: Path, tmp_path: Path, in_process: InProcess) -> None:
    files = (folder / "one.bin", folder / "two.bin", "--query", folder / "made.toml")
    corpus = build_from_words([["xa0", "ya0", "aa0"]], tmp_path / "texts", language="en").folder
    usual, other = (
        json.loads(in_process(tmp_path, "compare", *files, "--resamples", "300", *options, "--json")[0])
        for options in (
            ("--no-alike",),
            (
                "--own-words",
                "--level",
                "0.8",
                "--corpus",
                corpus,
                "--min-words",
                "2",
                "--min-coverage",
                "0.1",
                "--min-test-coverage",
                "0.2",
            ),
        )
    )
    assert (usual["common_words"], other["common_words"]) == (True, False)
    assert usual["similarities"] == []
    assert other["similarities"][0]["weights"].startswith("how often a word occurs in texts")
    assert other["tests"][0]["differences"][0]["interval"]["level"] == 0.8
    match = other["options"]["match"]
    assert (match["min_words"], match["min_coverage"], match["min_test_coverage"]) == (2, 0.1, 0.2)


def test_figures_and_the_page_are_written_in_the_language_of_the_report(
    folder: Path, tmp_path: Path, in_process: InProcess
) -> None:
    given = (
        "--query",
        folder / "made.toml",
        "--no-alike",
        "--resamples",
        "300",
        "--measure",
        "weat",
        "--measure",
        "ect",
    )
    written = ("--report-lang", "de", "--figure", "main.svg", "--figure", "ect=other.png", "--out", "r")
    in_process(tmp_path, "compare", folder / "one.bin", folder / "two.bin", *given, *written)
    assert '<html lang="de"' in (tmp_path / "r" / "compare.html").read_text("utf-8")
    assert "gefüllt: p &lt; 0.05" in (tmp_path / "main.svg").read_text("utf-8")
    assert (tmp_path / "other.png").read_bytes().startswith(b"\x89PNG")


def test_what_must_be_known_is_printed(folder: Path, tmp_path: Path, in_process: InProcess) -> None:
    given = ("--query", folder / "made.toml", "--no-alike", "--resamples", "300")
    out, _ = in_process(tmp_path, "compare", folder / "one.bin", folder / "one.bin", *given)
    said = "are the same vectors, so they cannot differ."
    assert [line.endswith(said) for line in out.splitlines() if line.startswith("note: ")] == [True]


def test_the_command_on_the_page_gives_the_same_page(folder: Path, tmp_path: Path, in_process: InProcess) -> None:
    given = (folder / "one.bin", folder / "two.bin", "--query", folder / "made.toml")
    in_process(tmp_path, "compare", *given, "--reference", "2", "--seed", "3", "--out", "r")
    page = (tmp_path / "r" / "compare.html").read_text("utf-8")
    command = re.search(r'<pre dir="ltr">weatherglass (.*?)</pre>', page)
    assert command is not None
    in_process(tmp_path, *command[1].split(), "--out", "again")
    assert (tmp_path / "again" / "compare.json").read_text("utf-8") == (tmp_path / "r" / "compare.json").read_text(
        "utf-8"
    )


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["one.bin"], 2, "1 spaces were given; give 2 to 8 of them"),
        (["one.bin", "two.bin", "--reference", "3"], 2, "--reference 3: there are 2 files"),
        (["one.bin", "none.bin", "--report-lang", "xx"], 2, "There is no language of reports 'xx'"),
        (["one.bin", "none.bin", "--figure", "spaces.gif"], 2, "a figure is written as .svg, .pdf or .png"),
        (["one.bin", "none.bin", "--lang", "en"], 4, "none.bin: there is no such file"),
        (["one.bin", "two.bin", "--measure", "waet"], 2, "Did you mean 'weat'?"),
        (["one.bin", "two.bin", "--query", "weat7"], 2, "'weat7' exists in several languages"),
        (["one.bin", "two.bin", "--lang", "en", "--lang", "fr", "--lang", "de"], 2, "3 languages were given for 2 spaces"),
        (["one.bin", "two.bin", "--lang", "xx"], 2, "There is no language pack 'xx'"),
        (["one.bin", "two.bin"], 4, "the language cannot be guessed"),
        (["one.bin", "two.bin", "--query", "made.toml", "--resamples", "10"], 2, "resamples=10: give at least 200"),
        (["one.bin", "two.bin", "--query", "made.toml", "--corpus", "none"], 4, "none: is no encoded corpus"),
    ],
)  # fmt: skip
def test_mistakes_end_with_a_sentence_and_a_code(
    folder: Path, tmp_path: Path, arguments: list[str], code: int, message: str, refused: Refused
) -> None:
    given = [str(folder / part) if part.endswith((".bin", ".toml")) else part for part in arguments]
    refused(tmp_path, "compare", *given, "--out", "r", code=code, message=message)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    hostile = "<img src=x onerror=alert(1)>" + "a-long-name-without-a-space" * 8
    two = [space(0.1 + 0.5 * i, seed=i, noise=0.3, filler=100, name=f"s{i}") for i in range(2)]
    eight = [space(0.1 * i, seed=i, noise=0.5, name=f"vectors-number-{i}.bin") for i in range(8)]
    return {
        "two": write_report(compare([replace(two[0], name=hostile), two[1]], queries=query(), resamples=399), folder / "two.html"),
        "eight": write_report(
            compare(eight, queries=[query(), query(5, name="short")], measures=["weat", "ect", "mac"], resamples=399, alike=False),
            folder / "eight.html",
        ),
    }  # fmt: skip


@pytest.mark.browser
@pytest.mark.parametrize("name", ["two", "eight"])
@pytest.mark.parametrize("width", [1180, 390])
def test_the_page_opens_without_trouble_and_does_not_overflow(
    browser: Browser, pages: dict[str, Path], name: str, width: int
) -> None:
    with unfolded(browser, pages[name], width) as page:
        assert page.locator("svg[role=img]").count() == {"two": 1, "eight": 6}[name]
