"""The commands `mitigate` and `mitigations`: what they print and write, and how they tell mistakes."""

from __future__ import annotations

import csv
import gzip
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.e2e.command import InProcess, Refused, printed_json, weatherglass, written
from weatherglass.embedding.formats import read, write
from weatherglass.embedding.sample import sample_path
from weatherglass.mitigate.account import Account
from weatherglass.mitigate.base import METHODS, mitigation

QUICK = ("--lang", "en", "--query", "en/weat8")
FILES = {
    "words.txt": "doctor\nteacher\njudge\n",
    "own-words.txt": "doctor\nshe\n",
    "sets.txt": "mother,father\n\nqueen,king\n",
    "no-sets.txt": "mother\n",
    "not-there.txt": "xxxx,yyyy\n",
    "poem.bin": "a b c\nd e f\n",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = written(tmp_path_factory.mktemp("mitigate"), FILES)
    first = read(sample_path(), limit=6000)
    write(first, made / "vectors.bin")
    write(replace(first, words=("New York", *first.words[1:]), source=None), made / "spaced.npz")
    lines = [
        f"{word} {' '.join(map(str, vector.tolist()))}" for word, vector in zip(first.words, first.vectors, strict=True)
    ]
    (made / "glove.txt.gz").write_bytes(gzip.compress("\n".join([*lines, ""]).encode(), 1))
    return made


def test_a_file_is_mitigated_and_accounted_for(folder: Path) -> None:
    written = ("--out", "account", "--report-lang", "fr", "--figure", "tests.svg", "--figure", "movement=words.pdf")
    done = weatherglass("mitigate", "vectors.bin", "less.bin", *QUICK, *written, cwd=folder)
    assert "en/weat8" in done.stdout
    assert done.stdout.endswith("Vectors: less.bin\nAccount: account/mitigation.html\n")
    made, expected = read(folder / "less.bin"), mitigation("hard").fit(read(folder / "vectors.bin"), "en")
    np.testing.assert_allclose(made.vectors, expected.transform(read(folder / "vectors.bin")).vectors, atol=1e-7)
    assert made.made is not None
    assert made.made["mitigation"] == "hard"
    assert made.made["fitted_on"] == 6000
    assert "hard mitigation" in weatherglass("info", "less.bin", cwd=folder).stdout
    account = Account.from_dict(json.loads((folder / "account" / "mitigation.json").read_text("utf-8")))
    assert [test.query for test in account.tests][:1] == ["en/weat8"]
    rows = list(csv.DictReader((folder / "account" / "mitigation.csv").read_text("utf-8").splitlines()))
    assert {row["kind"] for row in rows} >= {"test", "traces", "analogies", "neighbours kept"}
    moved = list(csv.DictReader((folder / "account" / "moved-words.csv").read_text("utf-8").splitlines()))
    assert {"word", "cosine", "before", "after"} == set(moved[0])
    assert '<html lang="fr"' in (folder / "account" / "mitigation.html").read_text("utf-8")
    assert "avant" in (folder / "tests.svg").read_text("utf-8")
    assert (folder / "words.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("name", ["less.vec", "less.npz"])
def test_text_without_a_header_in_gzip_to_every_format(folder: Path, name: str, in_process: InProcess) -> None:
    in_process(folder, "mitigate", "glove.txt.gz", name, "--method", "linear-projection", *QUICK)
    made = read(folder / name)
    before = read(folder / "vectors.bin")
    assert made.words == before.words
    direction = mitigation("linear-projection").fit(before, "en").fitted().directions[0]
    assert np.abs(made.vectors @ direction).max() < 1e-5 * np.linalg.norm(made.vectors, axis=1).max()
    if name != "less.npz":
        assert (folder / name).read_bytes().startswith(b"6000 100\n")


def test_own_words_take_the_place_of_the_lists(folder: Path, in_process: InProcess) -> None:
    out, _ = in_process(
        folder, "mitigate", "vectors.bin", "own.bin", *QUICK, "--neutral", "words.txt", "--pair", "she,he", "--pair", "woman,man",
        "--equalise", "sets.txt", "--set", "components=2", "--json",
    )  # fmt: skip
    account = Account.from_dict(json.loads(out))
    assert (account.treated, account.settings["components"]) == (3, 2)
    assert set(account.equalised) >= {("mother", "father"), ("queen", "king")}
    before, after = read(folder / "vectors.bin"), read(folder / "own.bin")
    changed = {
        word
        for word in before.words
        if not np.allclose(before[word] / np.linalg.norm(before[word]), after[word], atol=1e-6)
    }
    assert changed == {"doctor", "teacher", "judge", "mother", "father", "queen", "king"}


def test_json_is_all_that_is_printed(folder: Path) -> None:
    found = printed_json(
        "mitigate", "vectors.bin", "for-json.bin", *QUICK, "--method", "soft", "--set", "lam=1", cwd=folder
    )
    assert (found["schema_version"], found["method"], found["settings"]["lam"]) == (1, "soft", 1.0)


def test_the_language_is_guessed_and_said(folder: Path, in_process: InProcess) -> None:
    _, err = in_process(folder, "mitigate", "vectors.bin", "guessed.bin", "--query", "en/weat8")
    assert "The language was guessed" in err


def test_methods_and_their_cards(folder: Path, in_process: InProcess) -> None:
    out, _ = in_process(folder, "mitigations")
    assert [line.split()[0] for line in out.splitlines()[1:]] == sorted(METHODS)
    out, _ = in_process(folder, "mitigations", "soft")
    assert out.startswith("soft: Soft mitigation\n")
    assert "lam = 0.2" in out
    out, _ = in_process(folder, "mitigations", "--json")
    assert {card["name"] for card in json.loads(out)["mitigations"]} == set(METHODS)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("vectors.bin", "x.bin", "--method", "hrad"), 2, "There is no method of mitigation 'hrad'. Did you mean 'hard'?"),
        (("missing.bin", "x.bin", "--report-lang", "xx"), 2, "There is no language of reports 'xx'"),
        (("missing.bin", "x.bin", "--figure", "words.gif"), 2, "a figure is written as .svg, .pdf or .png"),
        (("vectors.bin", "x.bin", "--set", "k=2"), 2, "There is no setting of hard 'k'"),
        (("vectors.bin", "x.bin", "--set", "components=many"), 2, "give a whole number"),
        (("vectors.bin", "x.bin", "--set", "components=0"), 2, "components=0: give how many directions to remove, at least 1"),
        (("vectors.bin", "x.bin", "--set", "components=99"), 2, "give fewer components or more pairs"),
        (("vectors.bin", "x.bin", "--set", "inflected=kill"), 2, "inflected='kill': give 'protect', 'equalise', 'neutralise'"),
        (("vectors.bin", "x.bin", "--neutral", "own-words.txt"), 2, "she: a word that defines the direction, or is made equal, cannot be neutral too"),
        (("vectors.bin", "x.bin", "--pair", "she"), 2, "give two different words with a comma"),
        (("vectors.bin", "x.bin", "--pair", "xxxx,yyyy"), 4, "none of the 1 pairs that define the direction is in vectors.bin"),
        (("vectors.bin", "x.bin", "--equalise", "no-sets.txt"), 2, "line 1: 'mother': give two or more different words"),
        (("vectors.bin", "x.bin", "--equalise", "not-there.txt"), 4, "none of the 1 equality sets is whole in vectors.bin"),
        (("vectors.bin", "vectors.bin", "--force"), 2, "is read and cannot be written at the same time"),
        (("vectors.bin", "words.txt"), 2, "exists already"),
        (("vectors.bin", "x.csv"), 2, "There is no format to write '.csv'"),
        (("spaced.npz", "x.vec"), 2, "1 words cannot be held by .vec (such as 'New York'"),
        (("poem.bin", "x.bin"), 4, "poem.bin"),
        (("missing.bin", "x.bin"), 4, "there is no such file"),
        (("vectors.bin", "x.bin", "--lang", "xx"), 2, "xx"),
        (("vectors.bin", "x.bin", "--query", "de/weat6"), 2, "de/weat6"),
        (("vectors.bin", "x.bin", "--method", "null-space", "--set", "most=10"), 2, "give at least 1 round and 50 words of each side"),
    ],
)  # fmt: skip
def test_mistakes_are_told_and_leave_nothing_behind(
    folder: Path, refused: Refused, arguments: tuple[str, ...], code: int, message: str
) -> None:
    language = () if "--lang" in arguments else ("--lang", "en")
    refused(folder, "mitigate", *arguments, *language, code=code, message=message)
