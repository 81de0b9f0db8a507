"""The command `quality` as a process."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser

from tests.e2e.command import InProcess, Refused, weatherglass, written
from tests.e2e.pages import (
    headings_in_order,
    links_lead_to_their_sections,
    opened,
    texts_lie_within_pictures_and_apart,
    unfolded,
)
from tests.plot.test_quality import ODD, RESULT, SENTENCES
from tests.report.test_quality_report import outcome
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import write
from weatherglass.embedding.sample import sample_path
from weatherglass.quality.quality import Quality, quality_of
from weatherglass.report.formats import write_report
from weatherglass.report.write import read_results

FILES = {
    "google.txt": ": family\nman woman king queen\nboy girl man woman\n: gram8-plural\ndog dogs cat cats\ndog dogs qqq qqqs\n",
    "odd.txt": "monday tuesday friday house-car\n",
    "pairs.csv": "word1,word2,score\nking,queen,9\nking,house,2\nman,woman,8\ncar,house,3\ncat,dog,8\n",
    "sts.txt": "A man runs.\tA boy walks.\nThe king speaks.\tA dog barks.\nThe cat sleeps.\tA dog sleeps.\nqqq\tzzz\n",
    "gold.txt": "3\n0.5\n3.5\n1\n",
    "bad.txt": "man woman king\n",
    "bad.csv": "king,queen,9\nking,house,two\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return written(tmp_path, FILES)


GIVEN = ("--analogies", "google.txt", "--odd", "odd.txt", "--similarity", "pairs.csv", "--sentences", "sts.txt", "--gold", "gold.txt")  # fmt: skip


def test_what_ships_is_asked_and_the_limits_are_told() -> None:
    out = weatherglass("quality", sample_path(), "--words", "9000").stdout
    lines = out.splitlines()
    assert lines[0].endswith("9,000 words × 100, npz, questions in English")
    at = lines.index("Analogies: en/analogy-pairs")
    assert "of the" in lines[at + 1]
    assert "were answered right (95 % interval" in lines[at + 1]
    header = next(
        i for i, line in enumerate(lines) if line.split() == ["category", "right", "interval", "covered", "pairs"]
    )
    assert lines[header + 1].startswith("semantic: capital-country")
    assert len({len(line) for line in lines[header : header + 5]}) == 1
    assert any(line.startswith("all grammar") for line in lines)
    assert any(line.startswith("Odd one out: en/odd-one-out") for line in lines)
    assert "Guessing would reach" in out
    assert "None of this measures bias" in out
    assert "note: The language was guessed" in out
    assert "note: Only the first 9,000 rows were looked at; more with --words." in out


def test_own_files_of_every_kind(folder: Path, in_process: InProcess) -> None:
    out = in_process(folder, "quality", sample_path(), "--lang", "en", *GIVEN)[0]
    titles = [
        "Analogies: google.txt",
        "Odd one out: odd.txt",
        "Word similarity: pairs.csv",
        "Sentence similarity: sts.txt",
    ]
    assert [line for line in out.splitlines() if line in titles] == titles
    assert "of the 3 questions covered (of 4)" in out
    assert "Not in the vectors, 2 words: qqq, qqqs" in out
    assert "Spearman’s ρ between cosines and people’s scores is" in out
    assert "over 3 of 4 pairs" in out
    assert "Only the first" not in out


def test_json_is_the_library_s_result_and_the_same_every_time(folder: Path, in_process: InProcess) -> None:
    asked = ("quality", sample_path(), "--lang", "en", *GIVEN, "--ignore-case", "--json")
    first, second = weatherglass(*asked, cwd=folder).stdout, in_process(folder, *asked)[0]
    assert first == second
    found = Quality.from_dict(json.loads(first))
    expected = quality_of(
        sample_path(),
        language="en",
        analogies=[folder / "google.txt"],
        odd=[folder / "odd.txt"],
        similarity=[folder / "pairs.csv"],
        sentences=[(folder / "sts.txt", folder / "gold.txt")],
        ignore_case=True,
    )
    assert found == expected
    assert found.sentence_similarity[0].covered == 3


def test_a_folder_with_page_data_and_table_and_figures(folder: Path, in_process: InProcess, refused: Refused) -> None:
    asked = ("quality", sample_path(), "--lang", "en", *GIVEN, "--out", "r")
    printed = in_process(folder, *asked, "--report-lang", "de", "--figure", "f.svg", "--figure", "correlations=c.pdf")[
        0
    ]
    assert printed.endswith("\nReport: r/quality.html\n")
    assert {file.name for file in (folder / "r").iterdir()} == {"quality.html", "quality.json", "quality.csv"}
    page = (folder / "r" / "quality.html").read_text("utf-8")
    assert '<html lang="de"' in page
    assert "Nichts davon misst Verzerrung" in page
    assert read_results(folder / "r" / "quality.html") == read_results(folder / "r" / "quality.json")
    header, *rows = (folder / "r" / "quality.csv").read_text("utf-8").splitlines()
    assert header.startswith("embedding,test,set,part,statistic,value")
    assert len(rows) == 8  # two categories, three totals, a group, words, sentences
    assert "richtig beantwortet" in (folder / "f.svg").read_text("utf-8")
    assert (folder / "c.pdf").read_bytes().startswith(b"%PDF")
    refused(folder, *asked, code=2, message="holds quality.html already")


def test_words_cannot_steer_the_terminal(folder: Path, in_process: InProcess) -> None:
    (folder / "odd.txt").write_text("monday\x1b[2J \u202etuesday house-car\n", "utf-8")
    out = in_process(folder, "quality", sample_path(), "--lang", "en", "--odd", "odd.txt")[0]
    assert "\\x1b[2J" in out
    assert "\x1b" not in out
    assert "\u202e" not in out


def test_low_coverage_is_said_aloud(folder: Path, in_process: InProcess) -> None:
    e = Embedding.from_arrays(["king", "queen", "house"], np.random.default_rng(0).normal(size=(3, 4)), name="few")
    file = write(e, folder / "few.bin")
    out = in_process(folder, "quality", file, "--lang", "en", *GIVEN)[0]
    assert "No accuracy: none of the 4 questions has all its words in the vectors" in out
    assert "note: google.txt: only 0 of 4 questions are covered by the vectors." in out
    assert "No correlation: only two pairs have words that are in the vectors, and a correlation needs three." in out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--analogies", "none.txt"], 2, "none.txt: there is no such file"),
        (["--analogies", "bad.txt"], 4, "bad.txt, line 1: an analogy has four words"),
        (["--similarity", "bad.csv"], 4, "bad.csv, line 2: needs a number in column 3, got 'two'"),
        (["--sentences", "sts.txt"], 4, "sts.txt, line 1: needs at least 3 columns"),
        (["--gold", "gold.txt"], 2, "--gold was given 1 times and --sentences 0 times; give as many"),
        (["--words", "0"], 2, "--words"),
        (["--report-lang", "xx"], 2, "There is no language of reports 'xx'"),
        (["--lang", "xx"], 2, "no questions ship for the language 'xx'"),
        (["--lang", "nonsense"], 2, "is not a language code"),
    ],
)
def test_mistakes_end_with_a_sentence_and_a_code(
    folder: Path, arguments: list[str], code: int, message: str, refused: Refused
) -> None:
    refused(folder, "quality", sample_path(), *arguments, code=code, message=message)


@pytest.mark.browser
@pytest.mark.parametrize("language", ["en", "ar"])
def test_the_page_opens_without_trouble_and_does_not_overflow(browser: Browser, tmp_path: Path, language: str) -> None:
    found = outcome(analogies=(RESULT,), odd_one_out=(ODD,), sentence_similarity=(SENTENCES,))
    file = write_report(found, tmp_path / "quality.html", language=language)
    with unfolded(browser, file, 390) as page:
        headings_in_order(page)
        assert texts_lie_within_pictures_and_apart(page) == 3
    with opened(browser, file, 1100) as page:
        assert links_lead_to_their_sections(page) == 9  # findings, warnings, four sections, limits, methods, reproduce


def test_missing_vectors_and_no_vectors(tmp_path: Path, refused: Refused) -> None:
    refused(tmp_path, "quality", "none.bin", code=4, message="none.bin: there is no such file")
    refused(tmp_path, "quality", code=2, message="VECTORS")
