"""Every format is read right, and recognised by what is in the file rather than by its name."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np
import pytest

import weatherglass
from tests.embedding.files import (
    COMPRESS,
    STREAMED,
    VECTORS,
    VOCABULARY,
    WORDS,
    assert_is_space,
    binary,
    fasttext_plain,
    floats,
    notice_of,
    npz,
    npz_space,
    put,
    safetensors_space,
    text,
)
from weatherglass.errors import FormatError


@pytest.mark.parametrize("name", STREAMED)
def test_each_streamed_format_gives_words_numbers_and_ranks(name: str, tmp_path: Path) -> None:
    assert_is_space(weatherglass.read(put(tmp_path, "vectors", STREAMED[name]())))


@pytest.mark.parametrize("suffix", [".txt", ".bin", ".npz", ".gz", ".zip", ".kv", ".safetensors", ""])
@pytest.mark.parametrize("name", STREAMED)
def test_a_misleading_suffix_changes_nothing(name: str, suffix: str, tmp_path: Path) -> None:
    assert_is_space(weatherglass.read(put(tmp_path, f"vectors{suffix}", STREAMED[name]())))


@pytest.mark.parametrize(
    ("data", "format"),
    [
        (text(), "word2vec text"),
        (text(header=False), "GloVe text"),
        (binary(), "word2vec binary"),
        (fasttext_plain(), "fastText binary"),
        (npz_space(), "npz"),
        (COMPRESS["gz"](text()), "word2vec text in gz"),
        (COMPRESS["zip"](npz_space()), "npz in zip"),
    ],
)
def test_the_source_names_the_format(data: bytes, format: str, tmp_path: Path) -> None:
    source = weatherglass.read(put(tmp_path, "vectors", data)).source
    assert source is not None
    assert source.format == format


@pytest.mark.parametrize("line_break", ["\n", "\r\n"])
@pytest.mark.parametrize("header", [True, False])
@pytest.mark.parametrize("separator", [" ", "\t"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_text_from_any_editor(line_break: str, header: bool, separator: str, bom: bytes, tmp_path: Path) -> None:
    data = bom + text(header=header, separator=separator, line_break=line_break)
    assert_is_space(weatherglass.read(put(tmp_path, "vectors.txt", data)))


def test_text_with_words_that_contain_spaces(tmp_path: Path) -> None:
    words = ("the", "New York", "of", ". . .", "a", "b")
    assert_is_space(weatherglass.read(put(tmp_path, "vectors.txt", text(words))), words)


def test_text_whose_first_word_contains_a_space(tmp_path: Path) -> None:
    words = ("New York", "the", "of", "in", "a", "b")
    assert_is_space(weatherglass.read(put(tmp_path, "vectors.txt", text(words))), words)


@pytest.mark.parametrize("space", ["\t", "\x0b", "\x0c", "\u00a0", "\u3000", "\u2028", "\u0085", "\u200b"])
def test_text_whose_words_contain_exotic_white_space(space: str, tmp_path: Path) -> None:
    words = (f"a{space}b", "the", f"c{space}d", "of", f"{space}e", f"f{space}")
    assert_is_space(weatherglass.read(put(tmp_path, "vectors.txt", text(words))), words)


@pytest.mark.parametrize(("header", "kind"), [(True, None), (False, None), (True, "gz")])
def test_text_with_rows_longer_than_a_megabyte(header: bool, kind: str | None, tmp_path: Path) -> None:
    """100,000 dimensions are allowed, so one row may be longer than the window the reader looks through."""
    vectors = np.arange(1, 32_001, dtype=np.float32).reshape(2, 16_000) / 8
    rows = [" ".join(f"{number:.60f}" for number in vector) for vector in vectors]
    head = "2 16000\n" if header else ""
    data = f"{head}a {rows[0]}\nb {rows[1]}\n".encode()
    assert len(data) > 2 << 20
    path = put(tmp_path, "vectors.txt", data, kind)
    assert_is_space(weatherglass.read(path), ("a", "b"), vectors)


def test_text_with_more_digits_than_a_float_holds(tmp_path: Path) -> None:
    path = put(tmp_path, "vectors.txt", b"a 0.123456789012345678901234567890 1e-3\nb -1.5E+2 .5\n")
    embedding = weatherglass.read(path)
    np.testing.assert_array_equal(embedding.vectors, floats((0.12345678901234568, 1e-3), (-150, 0.5)))


def test_words_that_are_numbers(tmp_path: Path) -> None:
    words = ("1", "2.5", "-", "1e5", "nan", "inf")
    for data in (text(words), text(words, header=False), binary(words)):
        assert_is_space(weatherglass.read(put(tmp_path, "vectors", data)), words)


@pytest.mark.parametrize("dtype", ["<f4", ">f4", "<f8", "<f2"])
@pytest.mark.parametrize("compressed", [True, False])
def test_npz_of_any_float(dtype: str, compressed: bool, tmp_path: Path) -> None:
    """A unicode array as numpy users write it, under names we have never heard of."""
    data = npz({"vocabulaire": np.array(WORDS), "E": VECTORS.astype(dtype)}, compressed=compressed)
    assert_is_space(weatherglass.read(put(tmp_path, "vectors.npz", data)))


@pytest.mark.parametrize(
    "words",
    [
        np.array(WORDS),
        np.array(WORDS).astype(">U8"),
        np.array([word.encode() for word in WORDS]),
        np.frombuffer(VOCABULARY, np.uint8),
    ],
    ids=["unicode", "unicode, other byte order", "bytes", "our own"],
)
def test_npz_with_any_list_of_words(words: np.ndarray, tmp_path: Path) -> None:
    assert_is_space(weatherglass.read(put(tmp_path, "vectors.npz", npz({"w": words, "v": VECTORS}))))


def test_npz_of_another_shape_beside_the_words_is_ignored(tmp_path: Path) -> None:
    data = npz({"words": np.array(WORDS), "vectors": VECTORS, "counts": np.arange(6), "seed": np.array(3.5)})
    assert_is_space(weatherglass.read(put(tmp_path, "vectors.npz", data)))


@pytest.mark.parametrize("kind", ["F32", "F16", "BF16", "F64"])
def test_safetensors_of_each_float(kind: str, tmp_path: Path) -> None:
    path = put(tmp_path, "model.safetensors", safetensors_space(kind=kind))
    put(tmp_path, "vocab.txt", VOCABULARY + b"\n")
    embedding = weatherglass.read(path)
    assert_is_space(embedding)
    assert "vocab.txt" in notice_of(embedding, "vocabulary-file")


TOKENIZER = {"version": "1.0", "model": {"type": "WordPiece", "vocab": {word: i for i, word in enumerate(WORDS)}}}
UNIGRAM = {"model": {"type": "Unigram", "vocab": [[word, -1.5] for word in WORDS]}}
# Row numbers decide, not the order in the file.
SHUFFLED = {word: i for i, word in reversed(list(enumerate(WORDS)))}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("vocab.txt", "\n".join(WORDS)),
        ("vocab.txt", "".join(f"{word}\n" for word in WORDS)),
        ("vocab.txt", "".join(f"{word}\r\n" for word in WORDS)),
        ("model.vocab.txt", "\n".join(WORDS)),
        ("model.txt", "\n".join(WORDS)),
        ("model.vocab.json", json.dumps(WORDS)),
        ("vocab.json", json.dumps(SHUFFLED)),
        ("vocab.json", json.dumps(WORDS)),
        ("tokenizer.json", json.dumps(TOKENIZER)),
        ("tokenizer.json", json.dumps(UNIGRAM)),
    ],
)
def test_safetensors_with_each_kind_of_vocabulary(name: str, content: str, tmp_path: Path) -> None:
    path = put(tmp_path, "model.safetensors", safetensors_space())
    put(tmp_path, name, content.encode("utf-8"))
    assert_is_space(weatherglass.read(path))


def test_a_vocabulary_that_holds_the_word_model(tmp_path: Path) -> None:
    """A tokenizer.json has a key `model`, and so has the vocabulary of any English model."""
    words = ("the", "model", "version", "of", "a", "b")
    path = put(tmp_path, "model.safetensors", safetensors_space())
    put(tmp_path, "vocab.json", json.dumps({word: i for i, word in enumerate(words)}).encode())
    assert_is_space(weatherglass.read(path), words)


def test_a_vocabulary_that_begins_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = put(tmp_path, "model.safetensors", safetensors_space())
    put(tmp_path, "vocab.txt", b"\xef\xbb\xbf" + VOCABULARY)
    assert_is_space(weatherglass.read(path))


def test_a_vocabulary_from_elsewhere(tmp_path: Path) -> None:
    path = put(tmp_path, "model.safetensors", safetensors_space())
    put(tmp_path, "vocab.txt", b"not\nthis\none\n")
    vocabulary = put(tmp_path, "my-words.txt", VOCABULARY)
    assert_is_space(weatherglass.read(path, vocabulary=vocabulary))


def test_the_vocabulary_that_bears_the_files_name_comes_first(tmp_path: Path) -> None:
    path = put(tmp_path, "model.safetensors", safetensors_space())
    put(tmp_path, "vocab.txt", b"not\nthis\none\n")
    put(tmp_path, "model.vocab.txt", VOCABULARY)
    assert_is_space(weatherglass.read(path))


def test_safetensors_with_metadata_and_other_tensors(tmp_path: Path) -> None:
    """A model file may hold a bias and a note beside the one matrix."""
    numbers = VECTORS.astype("<f4").tobytes()
    header = {
        "__metadata__": {"format": "pt"},
        "bias": {"dtype": "F32", "shape": [4], "data_offsets": [0, 16]},
        "embeddings": {"dtype": "F32", "shape": [6, 4], "data_offsets": [16, 16 + len(numbers)]},
    }
    raw = json.dumps(header).encode()
    path = put(tmp_path, "model.safetensors", struct.pack("<Q", len(raw)) + raw + bytes(16) + numbers)
    put(tmp_path, "vocab.txt", VOCABULARY)
    assert_is_space(weatherglass.read(path))


def test_the_name_is_that_of_the_file_unless_given(tmp_path: Path) -> None:
    path = put(tmp_path, "vectors.txt", text())
    assert weatherglass.read(path).name == "vectors.txt"
    assert weatherglass.read(str(path), name="mine").name == "mine"


def test_progress_runs_up_to_the_size_of_the_file(tmp_path: Path) -> None:
    words = [f"w{i}" for i in range(60_000)]
    vectors = np.ones((60_000, 8), np.float32)
    for data in (text(words, vectors), COMPRESS["gz"](text(words, vectors))):
        path = put(tmp_path, "vectors", data)
        seen: list[tuple[int, int]] = []
        weatherglass.read(path, words=["w1"], progress=lambda done, total, seen=seen: seen.append((done, total)))  # type: ignore[misc]
        assert [done for done, _ in seen] == sorted(done for done, _ in seen)
        assert {total for _, total in seen} == {len(data)}
        assert len(data) / 2 < seen[-1][0] <= len(data)


def test_a_member_of_what_is_no_archive_is_an_error(tmp_path: Path) -> None:
    """A mistyped path must not quietly read something else."""
    path = put(tmp_path, "vectors.txt", text())
    with pytest.raises(FormatError, match=r"vectors\.txt"):
        weatherglass.read(path / "other.txt")
