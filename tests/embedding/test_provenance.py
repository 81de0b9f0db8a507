"""The file beside vectors that tells how they were made: written with them, read with them, and never for others."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

import weatherglass
from tests.embedding.files import VECTORS, WORDS, assert_is_space, codes, fasttext, put, text
from weatherglass.embedding.describe import describe
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.provenance import read_sidecar, sidecar, write_sidecar
from weatherglass.errors import FormatError

MADE = {"method": "glove", "vocabulary": 6, "corpus": "Männer"}
COUNTS = np.array([60, 50, 40, 30, 20, 10])


@pytest.fixture
def trained() -> Embedding:
    return Embedding.from_arrays(WORDS, VECTORS, provenance=MADE, counts=COUNTS)


@pytest.fixture
def path(trained: Embedding, tmp_path: Path) -> Path:
    return weatherglass.write(trained, tmp_path / "vectors.txt")


def test_it_is_written_and_read_with_the_vectors(path: Path) -> None:
    read = weatherglass.read(path)
    assert_is_space(read)
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    assert read.made == {**MADE, "vectors_sha256": sha256}
    assert read.identity()["provenance"] == read.made
    assert describe(read).provenance == read.made
    assert read.counts is not None
    assert read.counts.tolist() == COUNTS.tolist()


def test_the_file_is_json_that_people_can_read(path: Path) -> None:
    written = sidecar(path).read_text("utf-8")
    assert json.loads(written) == {**(weatherglass.read(path).made or {}), "counts": COUNTS.tolist()}
    assert "Männer" in written
    write_sidecar(path, MADE)
    assert list(json.loads(sidecar(path).read_text("utf-8"))) == [*MADE, "vectors_sha256"]


def test_a_part_keeps_its_own_counts_and_says_how_many_rows_it_kept(path: Path, tmp_path: Path) -> None:
    part = weatherglass.read(path, words=["of", "Frau"])
    assert part.counts is not None
    assert part.counts.tolist() == [50, 30]
    smaller = weatherglass.read(path).subset(["of", "🙂"])
    assert smaller.counts is not None
    assert smaller.counts.tolist() == [30, 10]
    again = weatherglass.read(weatherglass.write(smaller, tmp_path / "part.bin"))
    assert again.made is not None
    assert again.made["rows_kept"] == 2
    assert again.counts is not None
    assert again.counts.tolist() == [30, 10]
    assert "rows_kept" not in (weatherglass.read(path).made or {})


def test_composed_words_were_never_counted(tmp_path: Path) -> None:
    path = put(tmp_path, "model.bin", fasttext())
    write_sidecar(path, MADE, COUNTS)
    counts = weatherglass.read(path, words=["Frau"], compose=["xyzzy"]).counts
    assert counts is not None
    assert counts.tolist() == [50, 0]


def test_counts_that_do_not_fit_the_rows_are_not_taken(path: Path) -> None:
    write_sidecar(path, MADE, COUNTS[:5])
    assert weatherglass.read(path).counts is None


def test_of_other_vectors_it_is_not_shown_and_that_is_said(path: Path) -> None:
    path.write_bytes(text(vectors=VECTORS * 2))
    read = weatherglass.read(path)
    assert read.made is None
    assert "provenance" not in read.identity()
    facts = describe(read)
    assert facts.provenance is None
    assert codes(facts.notices) == ["other-provenance"]


def test_vectors_of_unknown_origin_take_the_place_of_known_ones_with_their_file(
    path: Path, space: Embedding, tmp_path: Path
) -> None:
    weatherglass.write(space, path, overwrite=True)
    assert [file.name for file in tmp_path.iterdir()] == ["vectors.txt"]
    read = weatherglass.read(path)
    assert (read.provenance, read.made, read.counts) == (None, None, None)
    assert describe(read).notices == ()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "is not readable as JSON"),
        ("[1]", "does not hold a JSON object"),
        ('{"counts": ["a"]}', "its counts are no whole numbers"),
        ('{"counts": [1e400]}', "its counts are no whole numbers"),
    ],
)
def test_a_damaged_one_is_an_error_that_names_it(content: str, message: str, path: Path) -> None:
    sidecar(path).write_text(content, "utf-8")
    with pytest.raises(FormatError, match=rf"vectors\.txt\.provenance\.json: {message}.*delete it or restore it"):
        weatherglass.read(path)


def test_it_stands_beside_the_vectors_however_these_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "model" / "vocab").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "model" / "vocab")
    expected = (tmp_path / "model.provenance.json").resolve()
    for name in (tmp_path / "model", Path("..")):
        assert sidecar(name).resolve() == expected
    assert read_sidecar(Path("..")) == (None, None)
