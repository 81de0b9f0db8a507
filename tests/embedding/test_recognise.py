"""What holds vectors is recognised as reading names it; what does not is nothing, and nothing raises."""

from __future__ import annotations

import gzip
import json
import os
import pickle
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import weatherglass
from tests.embedding.files import (
    COMPRESS,
    STREAMED,
    VOCABULARY,
    binary,
    fasttext,
    glove,
    npz,
    npz_space,
    put,
    safetensors,
    safetensors_space,
    text,
    vec,
    zipped,
)
from weatherglass.embedding.recognise import recognised
from weatherglass.embedding.sample import sample_path

RANDOM = np.random.default_rng(1).normal(size=(3000, 40)).astype(np.float32)
LARGE = [f"w{i}" for i in range(3000)]


@pytest.mark.parametrize("kind", [None, *COMPRESS])
@pytest.mark.parametrize("name", [*STREAMED, "npz", "safetensors"])
def test_each_format_is_called_what_reading_calls_it(name: str, kind: str | None, tmp_path: Path) -> None:
    make = {**STREAMED, "npz": npz_space, "safetensors": safetensors_space}[name]
    path = put(tmp_path, "vectors", make(), kind)
    put(tmp_path, "vocab.txt", VOCABULARY)
    source = weatherglass.read(path).source
    assert source is not None
    assert recognised(path) == source.format


@pytest.mark.parametrize("kind", [None, *COMPRESS])
@pytest.mark.parametrize("make", [text, glove, vec, binary, npz_space])
def test_files_larger_than_what_is_looked_at(make: object, kind: str | None, tmp_path: Path) -> None:
    assert callable(make)
    path = put(tmp_path, "vectors", make(LARGE, RANDOM), kind)
    source = weatherglass.read(path, limit=2).source
    assert source is not None
    assert recognised(path) == source.format


@pytest.mark.parametrize("dim", [1, 2, 50_000])
@pytest.mark.parametrize("make", [text, binary])
def test_few_and_many_dimensions(make: object, dim: int, tmp_path: Path) -> None:
    assert callable(make)
    path = put(tmp_path, "vectors", make(["a", "b"], np.random.default_rng(1).normal(size=(2, dim)).astype(np.float32)))
    assert recognised(path).startswith("word2vec")


def test_rows_of_many_dimensions_without_a_header(tmp_path: Path) -> None:
    wide = np.random.default_rng(1).normal(size=(2, 50_000)).astype(np.float32)
    assert recognised(put(tmp_path, "vectors", glove(["a", "b"], wide))) == "GloVe text"


def test_a_damaged_row_does_not_hide_that_they_are_vectors(tmp_path: Path) -> None:
    lines = glove(LARGE, RANDOM).split(b"\n")
    lines[5] = b"word 1 2 x"
    assert recognised(put(tmp_path, "vectors", b"\n".join(lines))) == "GloVe text"


def test_words_with_spaces_and_numbers_among_them(tmp_path: Path) -> None:
    words = ["New York", ",", "2010", "1", "the", ". . ."]
    assert recognised(put(tmp_path, "vectors", glove(words))) == "GloVe text"


def test_the_vectors_that_ship() -> None:
    assert recognised(sample_path()) == "npz"


def test_a_member_of_an_archive(tmp_path: Path) -> None:
    path = put(tmp_path, "glove.zip", zipped({"a.txt": glove(), "b.txt": text(), "README": b"Read me"}))
    assert recognised(path) == ""
    assert recognised(path / "a.txt") == "GloVe text in zip"
    assert recognised(path / "b.txt") == "word2vec text in zip"
    assert recognised(path / "README") == ""
    assert recognised(path / "absent") == ""


def test_a_spacy_folder_and_another(tmp_path: Path) -> None:
    assert recognised(tmp_path) == ""
    (tmp_path / "vocab").mkdir()
    (tmp_path / "vocab" / "vectors").write_bytes(b"")
    assert recognised(tmp_path) == "spaCy"


def test_a_pickle_of_gensim_is_told_from_others_and_never_opened(tmp_path: Path) -> None:
    from gensim.models import KeyedVectors

    vectors = KeyedVectors(3)
    vectors.add_vectors(["a", "b"], np.ones((2, 3), np.float32))
    vectors.save(str(tmp_path / "vectors.kv"))
    assert recognised(tmp_path / "vectors.kv") == "gensim"
    assert recognised(put(tmp_path, "other.pkl", pickle.dumps({"a": 1}))) == ""


OTHERS: dict[str, bytes] = {
    "nothing": b"",
    "text": b"It was a bright cold day in April, and the clocks were striking thirteen.\n" * 50,
    "a title with a number": b"Chapter 1\n\nIt was a bright cold day in April.\nAnd so on.\n",
    "a version": b"Version 2\n",
    "readme": b"# Weatherglass 3\n\nMeasures bias.\n",
    "json": json.dumps({"a": [1, 2, 3]}, indent=1).encode(),
    "json lines": b'{"a": 1}\n{"a": 2}\n',
    "csv": b"word,one,two\nthe,1,2\nof,3,4\n",
    "csv with spaces": b"word, one, two\nthe, 1, 2\nof, 3, 4\n",
    "python": b"x = 1\ny = 2\nz = 3\nprint(x + y)\n",
    "counts of words": b"the 23135851162\nof 13151942776\nand 12997637966\n",
    "pairs with a score": b"tiger cat 7.35\ntiger tiger 10.00\nbook paper 7.46\n",
    "pairs with tabs": b"tiger\tcat\t7.35\ntiger\ttiger\t10.00\n",
    "numbers only": b"0.1 0.2 0.3\n0.4 0.5 0.6\n0.7 0.8 0.9\n",
    "measurements": b"".join(b"setosa 5.%d 3.5 1.4 0.2\n" % i for i in range(50)),
    "two numbers, then text": b"12 4\nthere were twelve of them, and four came along that day\nin spring\n",
    "two numbers, then umlauts": "12 4\nEs waren zwölf, und vier kamen mit über die große Brücke\n".encode() * 20,
    "two numbers only": b"100 300\n",
    "a grid": b"3 3\n1 0 0\n0 1 0\n0 0 1\n"[4:],
    "png": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20,
    "elf": b"\x7fELF\x02\x01\x01" + bytes(500),
    "pdf": b"%PDF-1.7\n" + bytes(range(128, 256)) * 9,
    "a header that lies": b"1000000 300\nthe " + np.ones(300, np.float32).tobytes(),
    "binary without words": b"40 2\n" + bytes(4000),
    "zip of texts": zipped({"a": b"Read me", "b": b"And me"}),
    "arrays without words": npz({"vectors": RANDOM}),
    "a model of many tensors": safetensors({n: {"dtype": "F32", "shape": [1, 1], "data_offsets": [0, 4]} for n in "ab"}, bytes(4)),
    "half a header of safetensors": safetensors_space()[:20],
    "fastText of another version": fasttext(version=9),
    "quantised fastText": fasttext(pruned=3),
    "cut gz": gzip.compress(glove())[:12],
    "only the mark of zip": b"PK\x03\x04",
}  # fmt: skip


# Told by how long the data is or by its end, which are not known before all of it is unpacked.
ONLY_PLAIN = {"a header that lies", "half a header of safetensors", "arrays without words"}


@pytest.mark.parametrize("name", OTHERS)
def test_other_files_are_none(name: str, tmp_path: Path) -> None:
    assert recognised(put(tmp_path, "file", OTHERS[name])) == ""


@pytest.mark.parametrize("kind", COMPRESS)
@pytest.mark.parametrize("name", sorted(OTHERS.keys() - ONLY_PLAIN))
def test_other_files_are_none_when_compressed(name: str, kind: str, tmp_path: Path) -> None:
    assert recognised(put(tmp_path, "file", OTHERS[name], kind)) == ""


def test_what_cannot_be_opened_is_none(tmp_path: Path) -> None:
    assert recognised(tmp_path / "absent") == ""
    assert recognised(tmp_path / "absent" / "deeper") == ""
    assert recognised(tmp_path / ("x" * 3000)) == ""
    assert recognised(Path("/dev/null")) == ""
    assert recognised(Path("a\0b")) == ""
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert recognised(tmp_path / "loop") == ""
    os.mkfifo(tmp_path / "pipe")
    assert recognised(tmp_path / "pipe") == ""


STARTS = st.sampled_from(
    [b"", b"2 3\n", b"PK\x03\x04", b"\x80\x04", b"\xba\x16\x4f\x2f\x0c\0\0\0", b"\x1f\x8b", b"BZh9", b"\xfd7zXZ\0",
     b"\x28\xb5\x2f\xfd", b"\x10\0\0\0\0\0\0\0{", b"\xef\xbb\xbf", *[make()[:60] for make in STREAMED.values()], npz_space()]
)  # fmt: skip


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(start=STARTS, rest=st.binary(max_size=300), kind=st.sampled_from([None, *COMPRESS]))
def test_any_bytes_are_a_format_or_none(start: bytes, rest: bytes, kind: str | None, tmp_path: Path) -> None:
    assert isinstance(recognised(put(tmp_path, "file", start + rest, kind)), str)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(st.text(st.characters(codec="utf-8"), max_size=40), max_size=8))
def test_words_without_numbers_are_none(lines: list[str], tmp_path: Path) -> None:
    """With no digit in it, no text is taken for vectors, but for what reads as not a number or as infinite."""
    data = "\n".join(lines)
    if not any(c.isdigit() for c in data) and "inf" not in data.lower() and "nan" not in data.lower():
        assert recognised(put(tmp_path, "file", data.encode())) == ""
