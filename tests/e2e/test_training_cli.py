"""From texts to an audit as a process: three commands, what they say, and what is left when they are stopped or fail."""

from __future__ import annotations

import json
import re
import resource
import signal
import time
from pathlib import Path

import numpy as np
import pytest

from tests.e2e.command import InProcess, Refused, printed_json, started, weatherglass
from weatherglass.corpus.store import open_corpus
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


@pytest.fixture(scope="module")
def build(texts: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The texts as a corpus, and what the command said."""
    folder = tmp_path_factory.mktemp("built") / "corpus"
    return folder, weatherglass("corpus", "build", texts, folder, "--lang", "de").stdout


@pytest.fixture(scope="module")
def corpus(build: tuple[Path, str]) -> Path:
    return build[0]


def test_texts_to_corpus_to_vectors_to_audit(build: tuple[Path, str], tmp_path: Path) -> None:
    corpus, said = build
    assert "30,000" in said  # ten words in 25 sentences of 120 documents, before
    assert "27,000" in said  # and without the numbers
    assert "90.00%" in said
    trained = weatherglass("train", corpus, "--method", "glove", "--epochs", "3", "--out", "v.bin", cwd=tmp_path)
    assert "the same bytes again" in trained.stdout
    assert re.search(r"^loss +0\.\d{4} in the first epoch, 0\.\d{4} in the last$", trained.stdout, re.MULTILINE)
    assert not (tmp_path / "v.bin.unfinished").exists()
    audited = weatherglass("audit", "v.bin", "--lang", "de", "--query", "de/weat7", "--out", "report", cwd=tmp_path)
    assert "de/weat7" in audited.stdout
    report = (tmp_path / "report" / "report.html").read_text("utf-8")
    assert "Made by" in report
    assert "glove, 3 epochs" in report
    assert "27,000 running words" in report
    described = weatherglass("info", "v.bin", cwd=tmp_path).stdout
    assert "made by      glove, 3 epochs" in described


def test_corpus_info(texts: Path, corpus: Path, tmp_path: Path, in_process: InProcess) -> None:
    said, _ = in_process(tmp_path, "corpus", "info", corpus, "--min-count", "5")
    for part in (
        "sentences per document",
        "sentences per source",
        "house0 (1,000 sentences)",
        "1990 to 1999",
        "de/weat7",
    ):
        assert part in said
    chosen = ("--from", "1995", "--to", "1996", "--where", "source=house1")
    part = json.loads(in_process(tmp_path, "corpus", "info", corpus, *chosen, "--json")[0])
    assert set(part["years"]) == {"1995", "1996"}
    assert set(part["largest_sources"]) == {"house1"}
    assert part["before"] is None
    straight = printed_json("corpus", "info", texts, "--lang", "de")
    assert straight["before"] == {"words": 30_000, "sentences": 3_000, "documents": 120}


def test_options_of_a_build(tmp_path: Path, in_process: InProcess) -> None:
    record = {"body": "Ein Satz mit 12. Noch ein Satz.", "year": 1990, "paper": "Bote", "party": "A"}
    (tmp_path / "texts.jsonl").write_text(json.dumps(record) + "\n", "utf-8")
    fields = ("--text-field", "body", "--date-field", "year", "--source-field", "paper", "--group-field", "party")
    steps = ("--with", "inclusive-forms", "--without", "numbers", "--ngrams", "2", "--no-split")
    in_process(tmp_path, "corpus", "build", "texts.jsonl", "c", "--lang", "de", *fields, *steps)
    corpus = open_corpus(tmp_path / "c")
    assert corpus.documents().select("date", "source", "group").rows() == [("1990", "Bote", "A")]
    assert (corpus.facts.ngrams, corpus.facts.split_sentences, corpus.facts.after.sentences) == (2, False, 1)
    assert "inclusive-forms" in corpus.facts.cleaning
    assert "numbers" not in corpus.facts.cleaning
    (tmp_path / "t.txt").write_bytes("Ein schöner Satz. Noch einer.\n".encode("latin-1"))
    latin = ("corpus", "build", "t.txt", "c", "--lang", "de", "--force")
    in_process(tmp_path, *latin, "--encoding", "latin-1", "--lines", "sentence")
    corpus = open_corpus(tmp_path / "c")
    assert "schoener" in corpus.words
    assert not corpus.facts.split_sentences
    said, _ = in_process(tmp_path, *latin, "--replace-bad-bytes")
    assert re.search("^note +1 line ", said, re.MULTILINE)


@pytest.mark.parametrize(
    "given",
    [
        {"method": "word2vec", "architecture": "cbow", "negative": 3, "subsample": 0.01, "window": 2, "dim": 3},
        {"method": "word2vec", "negative": 0, "hierarchical_softmax": True, "learning_rate": 0.03, "min_count": 9},
        {"method": "fasttext", "min_n": 2, "max_n": 4, "buckets": 90, "seed": 7},
        {"method": "glove", "x_max": 9.0, "alpha": 0.5, "weighting": "flat", "vectors": "word", "memory": 1.0},
    ],
)
def test_options_of_a_training(given: dict[str, object], corpus: Path, tmp_path: Path, in_process: InProcess) -> None:
    options = [f"--{name.replace('_', '-')}{'' if value is True else f'={value}'}" for name, value in given.items()]
    if given["method"] == "fasttext":
        options += ["--model-out", "model.bin"]
    out, _ = in_process(tmp_path, "train", corpus, "--out", "v.bin", "--epochs", "1", *options, "--json")
    made = json.loads(out)
    assert made.pop("method") == given["method"]
    assert {name: made["settings"][name] for name in given if name != "method"} == {
        name: value for name, value in given.items() if name != "method"
    }
    assert (tmp_path / "model.bin").exists() == (given["method"] == "fasttext")


def test_a_part_of_the_corpus_is_trained_and_said(texts: Path, tmp_path: Path) -> None:
    options = ("--epochs", "1", "--dim", "5", "--share", "0.5", "--from", "1990", "--to", "1994", "--seed", "3")
    made = printed_json("train", texts, "--lang", "de", "--out", tmp_path / "v.txt", *options)
    assert made["corpus"]["view"] == ["from 1990 to 1994", "750 of 1,500 sentences, drawn with seed 3"]
    assert made["settings"]["dim"] == 5
    assert read(tmp_path / "v.txt").made is not None


def test_several_threads_are_said_to_be_another_thing_each_time(
    corpus: Path, tmp_path: Path, in_process: InProcess, refused: Refused
) -> None:
    arguments = ("train", corpus, "--out", "v.bin", "--epochs", "1", "--threads", "2")
    assert "Not deterministic: 2 threads" in in_process(tmp_path, *arguments)[0]
    refused(tmp_path, *arguments, "--force", "--deterministic", code=2, message="threads=2")


def interrupted(folder: Path, *arguments: str | Path) -> int:
    """Run until it has learnt something, then as if Ctrl-C had been pressed; the exit code."""
    with started(*arguments, cwd=folder) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line.startswith("learning"):
                process.send_signal(signal.SIGINT)
                break
        process.stderr.read()
    return process.returncode


def test_glove_goes_on_after_an_interruption(corpus: Path, tmp_path: Path) -> None:
    train = ("train", corpus, "--method", "glove", "--dim", "60", "--out")
    assert interrupted(tmp_path, *train, "v.bin", "--epochs", "400") == 130
    assert not (tmp_path / "v.bin").exists()
    assert (tmp_path / "v.bin.unfinished" / "checkpoint.npz").exists()
    with np.load(tmp_path / "v.bin.unfinished" / "checkpoint.npz") as saved:
        epochs = str(int(saved["state"][0]) + 2)
    weatherglass(*train, "v.bin", "--epochs", epochs, "--resume", cwd=tmp_path)
    weatherglass(*train, "whole.bin", "--epochs", epochs, cwd=tmp_path)
    assert (tmp_path / "v.bin").read_bytes() == (tmp_path / "whole.bin").read_bytes()
    assert not (tmp_path / "v.bin.unfinished").exists()


def test_word2vec_leaves_nothing_when_interrupted(corpus: Path, tmp_path: Path) -> None:
    assert interrupted(tmp_path, "train", corpus, "--out", "v.bin", "--epochs", "500") == 130
    assert list(tmp_path.iterdir()) == []


def test_a_killed_build_leaves_nothing_that_looks_finished(texts: Path, tmp_path: Path, refused: Refused) -> None:
    many = tmp_path / "many.jsonl"
    many.write_text(texts.read_text("utf-8") * 60, "utf-8")
    with started("corpus", "build", many, "corpus", "--lang", "de", cwd=tmp_path) as process:
        while process.poll() is None and not list(tmp_path.glob(".corpus*/codes.tmp")):
            time.sleep(0.01)
        process.kill()
    assert process.returncode == -signal.SIGKILL, "it was under way"
    assert not (tmp_path / "corpus").exists()
    refused(tmp_path, "corpus", "info", "corpus", code=4, message="no such file")
    weatherglass("corpus", "build", texts, "corpus", "--lang", "de", cwd=tmp_path)  # what is left is in nobody's way


@pytest.mark.parametrize("command", ["build", "train"])
def test_a_full_disk_is_said_and_leaves_nothing(texts: Path, corpus: Path, tmp_path: Path, command: str) -> None:
    """A limit on the size of files stands in for the end of the disk: the same call fails in the same place."""
    arguments = {
        "build": ("corpus", "build", texts, "corpus", "--lang", "de"),
        "train": ("train", corpus, "--method", "glove", "--epochs", "2", "--out", "v.bin"),
    }[command]
    done = weatherglass(
        *arguments,
        cwd=tmp_path,
        code=4,
        environment={"NUMBA_CACHE_DIR": str(tmp_path.parent / "numba")},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000)),
    )
    assert "File too large" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("content", "code", "message"),
    [
        (b"", 4, "is empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)) * 8, 4, "does not look like text"),
        ("ein gewöhnlicher Satz\n".encode() * 9 + "ein anderer schöner\n".encode("latin-1"), 4, "latin-1"),
        (b"12 13 14\n", 2, "nothing is left"),
    ],
)
def test_bad_texts_end_with_a_sentence(
    tmp_path: Path, content: bytes, code: int, message: str, refused: Refused
) -> None:
    (tmp_path / "text.txt").write_bytes(content)
    refused(tmp_path, "corpus", "build", "text.txt", "corpus", "--lang", "de", code=code, message=message)


def test_options_that_make_no_sense(texts: Path, corpus: Path, tmp_path: Path, refused: Refused) -> None:
    refused(tmp_path, "corpus", "build", texts, "c", "--lang", "de", "--with", "x", code=2, message="umlauts")
    refused(tmp_path, "train", texts, "--out", "v.bin", code=2, message="say their language")
    for options, message in (
        (("--lang", "fr"), "not 'fr'"),
        (("--x-max", "5"), "x_max is a setting of glove"),
        (("--where", "source"), "FIELD=VALUE"),
        (("--min-count", "100000"), "fewer than two words occur at least 100,000 times"),
    ):
        refused(tmp_path, "train", corpus, "--out", "v.bin", *options, code=2, message=message)
