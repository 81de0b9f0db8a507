"""The command `diffuse`: what it prints and writes, and how it tells mistakes."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tests.downstream.made import planted
from tests.e2e.command import InProcess, Refused, weatherglass, written
from weatherglass.downstream.diffused import Diffusion
from weatherglass.embedding.formats import write

GROUPS = {"Northern female": (0.6,), "Northern male": (0.4,), "Southern female": (-0.4,), "Southern male": (-0.6,)}
OWN = (
    "--lang", "en", "--lexicon", "positive.txt", "--lexicon", "negative.txt", "--groups", "groups.csv",
    "--pair", "bright,gloomy", "--pair", "sunny,rainy", "--refits", "2",
)  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = planted(GROUPS)
    signed = {sign: [e.word for e in made.lexicon.entries if e.polarity == sign] for sign in (1, -1)}
    rows = [f"{word[0]},{','.join(t.name.split())}" for t in made.groups.targets for word in t.words]
    files = {
        "positive.txt": "\n".join(signed[1]),
        "negative.txt": "\n".join(signed[-1]),
        "groups.csv": "\n".join(["name,group,sex", *rows]),
        "no-groups.csv": "name,age\nKemal,30\n",
    }
    there = written(tmp_path_factory.mktemp("diffuse"), files)
    write(made.space, there / "vectors.bin")
    return there


def test_a_report_with_its_tables(folder: Path) -> None:
    figures = ("--figure", "main.svg", "--figure", "population-logistic=after.png", "--report-lang", "de")
    done = weatherglass("diffuse", "vectors.bin", *OWN, "--out", "report", *figures, cwd=folder)
    assert done.stdout.endswith("Report: report/diffusion.html\n")
    assert "Northern" in done.stdout
    there = folder / "report"
    found = Diffusion.from_dict(json.loads((there / "diffusion.json").read_text("utf-8")))
    assert found.lexicon.name == "positive+negative"
    assert found.settings["refits"] == 2
    assert found.pairs == ("bright–gloomy", "sunny–rainy")
    compared = found.classified[0].stages[0].populations
    assert compared is not None
    assert compared.pairs[0].clear
    rows = list(csv.DictReader((there / "diffusion.csv").read_text("utf-8-sig").splitlines()))
    assert len(rows) == len(found.table())
    names = list(csv.DictReader((there / "names.csv").read_text("utf-8-sig").splitlines()))
    assert [row["word"] for row in names] == [name.word for name in found.names]
    page = (there / "diffusion.html").read_text("utf-8")
    assert '<html lang="de" dir="ltr">' in page
    assert "Erreicht die Verzerrung die logistische Regression?" in page
    assert "Does it reach the logistic regression?" in done.stdout
    assert "klar höhere Scores als" in (folder / "main.svg").read_text("utf-8")
    assert (folder / "after.png").read_bytes().startswith(b"\x89PNG")


def test_json_is_all_that_is_printed_and_the_same_every_time(folder: Path, in_process: InProcess) -> None:
    one, err = in_process(folder, "diffuse", "vectors.bin", *OWN, "--json")
    other, _ = in_process(folder, "diffuse", "vectors.bin", *OWN, "--json")
    assert one == other
    assert Diffusion.from_dict(json.loads(one)).language == "en"
    assert "note" not in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--lexicon", "positive.txt"), "the lexicon positive has no negative words"),
        (("--lexicon", "none.txt"), "none.txt: there is no such file"),
        (("--groups", "no-groups.csv"), "the first line must name the columns name, group and, if wanted, sex"),
        (("--pair", "bright"), "give two different words with a comma between them"),
        (("--report-lang", "it"), "no language of reports 'it'"),
        (("--figure", "names.gif"), "--figure names.gif: a figure is written as .svg, .pdf or .png"),
        (("--lang", "xx"), "no list of positive and negative words for 'xx'; give a lexicon"),
    ],
)
def test_mistakes_are_told(folder: Path, arguments: tuple[str, ...], message: str, refused: Refused) -> None:
    language = () if "--lang" in arguments else ("--lang", "en")
    given = ("--groups", "groups.csv") if "--groups" not in arguments else ()
    refused(folder, "diffuse", "vectors.bin", *language, *given, *arguments, code=2, message=message)


def test_too_few_words_end_with_a_code_of_their_own(folder: Path, refused: Refused) -> None:
    message = "words of en/polarity, 0 positive and 0 negative lemmas are in vectors.bin"
    refused(folder, "diffuse", "vectors.bin", "--lang", "en", "--groups", "groups.csv", code=4, message=message)


def test_numbers_and_choices_out_of_range_are_refused(folder: Path, refused: Refused) -> None:
    for option, value in (("--refits", "-1"), ("--lengths", "long"), ("--seed", "-1")):
        refused(folder, "diffuse", "vectors.bin", *OWN, option, value, code=2, message="Invalid value for")
