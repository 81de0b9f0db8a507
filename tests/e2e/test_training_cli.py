"""From texts to an audit as a process: three commands, what they say, and what is left when they are stopped or fail."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from tests.e2e.test_cli import weatherglass
from weatherglass.embedding.formats import read

pytest.importorskip("gensim")


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """German-looking debates over some years, with the words of one test in them."""
    random = np.random.default_rng(0)
    groups = (
        ["er", "mann", "junge", "bruder", "vater", "onkel", "sohn", "sein"],
        ["sie", "frau", "mädchen", "schwester", "mutter", "tante", "tochter", "ihr"],
        ["Mathematik", "Algebra", "Geometrie", "Kalkül", "Gleichungen", "Berechnung", "Zahlen", "Addition"],
        ["Poesie", "Kunst", "Tanz", "Literatur", "Roman", "Symphonie", "Drama", "Skulptur"],
    )
    rest = [f"wort{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(200)]
    file = tmp_path_factory.mktemp("texts") / "debates.jsonl"
    with file.open("w", encoding="utf-8") as out:
        for number in range(120):
            sentences = []
            for _ in range(25):
                words = random.permutation([*random.choice(groups[random.integers(4)], 3), *random.choice(rest, 6)])
                sentences.append(" ".join([*words[:4], str(number), *words[4:]]).capitalize() + ".")
            record = {
                "date": f"{1990 + number % 10}-05-01",
                "source": f"house{number % 3}",
                "text": " ".join(sentences),
            }
            out.write(json.dumps(record, ensure_ascii=False) + "\n")
    return file


def test_texts_to_corpus_to_vectors_to_audit(texts: Path, tmp_path: Path) -> None:
    said = weatherglass("corpus", "build", texts, "corpus", "--lang", "de", cwd=tmp_path).stdout
    assert "30,000" in said  # ten words in 25 sentences of 120 documents, before
    assert "27,000" in said  # and without the numbers
    assert "90.00%" in said
    trained = weatherglass("train", "corpus", "--method", "glove", "--epochs", "3", "--out", "v.bin", cwd=tmp_path)
    assert "the same bytes again" in trained.stdout
    assert not (tmp_path / "v.bin.unfinished").exists()
    audited = weatherglass("audit", "v.bin", "--lang", "de", "--query", "de/weat7", "--out", "report", cwd=tmp_path)
    assert "de/weat7" in audited.stdout
    report = (tmp_path / "report" / "report.html").read_text("utf-8")
    assert "Made by" in report
    assert "glove, 3 epochs" in report
    assert "27,000 running words" in report
    described = weatherglass("info", "v.bin", cwd=tmp_path).stdout
    assert "made by      glove, 3 epochs" in described


def test_corpus_info(texts: Path, tmp_path: Path) -> None:
    weatherglass("corpus", "build", texts, "corpus", "--lang", "de", cwd=tmp_path)
    said = weatherglass("corpus", "info", "corpus", "--min-count", "5", cwd=tmp_path).stdout
    for part in (
        "sentences per document",
        "sentences per source",
        "house0 (1,000 sentences)",
        "1990 to 1999",
        "de/weat7",
    ):
        assert part in said
    part = json.loads(
        weatherglass(
            "corpus",
            "info",
            "corpus",
            "--from",
            "1995",
            "--to",
            "1996",
            "--where",
            "source=house1",
            "--json",
            cwd=tmp_path,
        ).stdout
    )
    assert set(part["years"]) == {"1995", "1996"}
    assert set(part["largest_sources"]) == {"house1"}
    assert part["before"] is None
    straight = json.loads(weatherglass("corpus", "info", texts, "--lang", "de", "--json").stdout)
    assert straight["before"] == {"words": 30_000, "sentences": 3_000, "documents": 120}


def test_a_part_of_the_corpus_is_trained_and_said(texts: Path, tmp_path: Path) -> None:
    options = ("--epochs", "1", "--dim", "5", "--share", "0.5", "--from", "1990", "--to", "1994", "--json")
    made = json.loads(weatherglass("train", texts, "--lang", "de", "--out", tmp_path / "v.txt", *options).stdout)
    assert made["corpus"]["view"] == ["from 1990 to 1994", "750 of 1,500 sentences, drawn with seed 0"]
    assert made["settings"]["dim"] == 5
    assert read(tmp_path / "v.txt").made is not None


def test_several_threads_are_said_to_be_another_thing_each_time(texts: Path, tmp_path: Path) -> None:
    arguments = ("train", texts, "--lang", "de", "--out", tmp_path / "v.bin", "--epochs", "1", "--threads", "2")
    assert "Not deterministic: 2 threads" in weatherglass(*arguments).stdout
    assert "threads=2" in weatherglass(*arguments, "--force", "--deterministic", code=2).stderr


def interrupted(folder: Path, *arguments: str | Path) -> int:
    """Run until it has learnt something, then as if Ctrl-C had been pressed; the exit code."""
    process = subprocess.Popen(
        [sys.executable, "-m", "weatherglass", *map(str, arguments)],
        cwd=folder,
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )
    with process:
        assert process.stderr is not None
        for line in process.stderr:
            if line.startswith("learning"):
                process.send_signal(signal.SIGINT)
                break
        process.stderr.read()
    return process.returncode


def test_glove_goes_on_after_an_interruption(texts: Path, tmp_path: Path) -> None:
    weatherglass("corpus", "build", texts, "corpus", "--lang", "de", cwd=tmp_path)
    train = ("train", "corpus", "--method", "glove", "--dim", "60", "--out")
    assert interrupted(tmp_path, *train, "v.bin", "--epochs", "400") == 130
    assert not (tmp_path / "v.bin").exists()
    assert (tmp_path / "v.bin.unfinished" / "checkpoint.npz").exists()
    with np.load(tmp_path / "v.bin.unfinished" / "checkpoint.npz") as saved:
        epochs = str(int(saved["state"][0]) + 2)
    weatherglass(*train, "v.bin", "--epochs", epochs, "--resume", cwd=tmp_path)
    weatherglass(*train, "whole.bin", "--epochs", epochs, cwd=tmp_path)
    assert (tmp_path / "v.bin").read_bytes() == (tmp_path / "whole.bin").read_bytes()
    assert not (tmp_path / "v.bin.unfinished").exists()


def test_word2vec_leaves_nothing_when_interrupted(texts: Path, tmp_path: Path) -> None:
    weatherglass("corpus", "build", texts, "corpus", "--lang", "de", cwd=tmp_path)
    before = set(tmp_path.iterdir())
    assert interrupted(tmp_path, "train", "corpus", "--out", "v.bin", "--epochs", "500") == 130
    assert set(tmp_path.iterdir()) == before


def test_a_killed_build_leaves_nothing_that_looks_finished(texts: Path, tmp_path: Path) -> None:
    many = tmp_path / "many.jsonl"
    many.write_text(texts.read_text("utf-8") * 60, "utf-8")
    command = [sys.executable, "-m", "weatherglass", "corpus", "build", str(many), "corpus", "--lang", "de"]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None and not list(tmp_path.glob(".corpus*/codes.tmp")):
        time.sleep(0.01)
    process.kill()
    process.wait()
    assert not (tmp_path / "corpus").exists()
    assert "no such file" in weatherglass("corpus", "info", "corpus", cwd=tmp_path, code=4).stderr
    weatherglass("corpus", "build", many, "corpus", "--lang", "de", cwd=tmp_path)  # what is left is in nobody's way


@pytest.mark.parametrize("command", ["build", "train"])
def test_a_full_disk_is_said_and_leaves_nothing(texts: Path, tmp_path: Path, command: str) -> None:
    """A limit on the size of files stands in for the end of the disk: the same call fails in the same place."""
    weatherglass("corpus", "build", texts, "whole", "--lang", "de", cwd=tmp_path)
    arguments = {
        "build": ("corpus", "build", str(texts), "corpus", "--lang", "de"),
        "train": ("train", "whole", "--method", "glove", "--epochs", "2", "--out", "v.bin"),
    }[command]
    before = set(tmp_path.iterdir())
    done = subprocess.run(
        [sys.executable, "-m", "weatherglass", *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path.parent / "numba")},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000)),
    )
    assert done.returncode == 4, done.stderr
    assert "Traceback" not in done.stderr
    assert set(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)) * 8, "text"),
        ("ein gewöhnlicher Satz\n".encode() * 9 + "ein anderer schöner\n".encode("latin-1"), "latin-1"),
        (b"12 13 14\n", "nothing is left"),
    ],
)
def test_bad_texts_end_with_a_sentence(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "text.txt"
    file.write_bytes(content)
    done = subprocess.run(
        [sys.executable, "-m", "weatherglass", "corpus", "build", str(file), str(tmp_path / "corpus"), "--lang", "de"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode in (2, 4)
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"text.txt"}


def test_a_minimum_count_that_leaves_no_words(texts: Path, tmp_path: Path) -> None:
    done = weatherglass("train", texts, "--lang", "de", "--out", tmp_path / "v.bin", "--min-count", "100000", code=2)
    assert "fewer than two words occur at least 100,000 times" in done.stderr


def test_options_that_make_no_sense(texts: Path, tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    assert "umlauts" in weatherglass("corpus", "build", texts, corpus, "--lang", "de", "--with", "x", code=2).stderr
    weatherglass("corpus", "build", texts, corpus, "--lang", "de")
    out = ("--out", tmp_path / "v.bin")
    assert "say their language" in weatherglass("train", texts, *out, code=2).stderr
    assert "not 'fr'" in weatherglass("train", corpus, *out, "--lang", "fr", code=2).stderr
    assert "x_max is a setting of glove" in weatherglass("train", corpus, *out, "--x-max", "5", code=2).stderr
    assert "FIELD=VALUE" in weatherglass("train", corpus, *out, "--where", "source", code=2).stderr
