"""The command `detect` as a process, with the model that needs no torch."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tests.e2e.command import printed_json, weatherglass
from tests.labelled import CLASSES, knowing, labelled
from weatherglass.embedding.formats import write


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("detect")
    made = labelled(300)
    with (folder / "texts.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["text", "label"])
        rows.writerows((text, CLASSES[not label]) for text, label in zip(made.texts, made.labels, strict=True))
    return folder / "texts.csv", write(knowing(), folder / "knowing.bin")


def test_everything_is_written_and_printed(files: tuple[Path, Path], tmp_path: Path) -> None:
    drawn = ("--figure", str(tmp_path / "main.svg"), "--report-lang", "fr")
    done = weatherglass("detect", "--lang", "en", *map(str, files), "--model", "bag", "--out", str(tmp_path / "found"), *drawn)  # fmt: skip
    assert "Meilleur en validation" in (tmp_path / "main.svg").read_text("utf-8")
    assert '<html lang="fr" dir="ltr">' in (tmp_path / "found" / "detection.html").read_text("utf-8")
    assert "told from “neutral”" in done.stdout
    assert "knowing.bin" in done.stdout
    assert sorted(path.name for path in (tmp_path / "found").iterdir()) == [
        "detection.csv",
        "detection.html",
        "detection.json",
        "predictions.csv",
    ]
    written = json.loads((tmp_path / "found" / "detection.json").read_text("utf-8"))
    lines = (tmp_path / "found" / "predictions.csv").read_text("utf-8").splitlines()
    assert len(lines) == 1 + len(written["labels"])
    again = weatherglass(
        "detect", "--lang", "en", *map(str, files), "--model", "bag", "--out", str(tmp_path / "found"), code=2
    )
    assert "--force" in again.stderr


def test_one_json_object(files: tuple[Path, Path]) -> None:
    texts, vectors = map(str, files)
    options = ("--model", "bag", "--no-own", "--words", "all", "--seeds", "2", "--class", "neutral")
    found = printed_json("detect", "--lang", "en", texts, vectors, *options)
    assert found["classes"] == ["neutral", "sexist"]
    assert [each["words"] for each in found["detectors"]] == ["all", "all"]
    assert found["settings"]["seeds"] == 2


def test_mistakes_are_told(files: tuple[Path, Path]) -> None:
    texts, vectors = map(str, files)
    all_tested = weatherglass(
        "detect", "--lang", "en", texts, vectors, "--test", texts, "--model", "bag", "--no-own", code=2
    )
    assert "too few texts are left" in all_tested.stderr
    assert (
        "no model 'bags'. Did you mean 'bag'?"
        in weatherglass("detect", "--lang", "en", texts, "--model", "bags", code=2).stderr
    )
    assert "only random" in weatherglass("detect", "--lang", "en", texts, "--model", "bag", "--no-own", code=2).stderr
    assert "no language of reports 'it'" in weatherglass("detect", texts, "--report-lang", "it", code=2).stderr
    assert "give the language of the texts" in weatherglass("detect", texts, "--model", "bag", code=2).stderr
