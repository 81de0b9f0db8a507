"""Written files come back bit by bit, appear only when complete, and never hold what they cannot give back."""

from __future__ import annotations

import errno
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import weatherglass
from tests.embedding.files import VECTORS, WORDS, assert_is_space, floats
from weatherglass.embedding import formats
from weatherglass.embedding.embedding import Embedding
from weatherglass.errors import SpecError, UnknownName, WeatherglassError

EACH = pytest.mark.parametrize("suffix", formats.WRITERS)
any_number = st.floats(width=32, allow_nan=False, allow_infinity=False).filter(lambda x: x != 0)


@EACH
def test_what_is_written_is_read_back(suffix: str, space: Embedding, tmp_path: Path) -> None:
    path = weatherglass.write(space, tmp_path / f"vectors{suffix}")
    assert path == tmp_path / f"vectors{suffix}"
    assert_is_space(weatherglass.read(path))
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


@EACH
@given(numbers=st.lists(any_number, min_size=1, max_size=30))
@settings(max_examples=40)
def test_every_float_comes_back_bit_by_bit(suffix: str, scratch: Path, numbers: list[float]) -> None:
    """Tiny, huge and subnormal ones, and minus zero beside another number."""
    vectors = np.array([[number, -0.0] for number in numbers], np.float32)
    words = [f"w{i}" for i in range(len(numbers))]
    path = weatherglass.write(Embedding.from_arrays(words, vectors), scratch / f"v{suffix}", overwrite=True)
    assert weatherglass.read(path).vectors.tobytes() == vectors.tobytes()


@EACH
def test_random_bits_come_back_bit_by_bit(suffix: str, tmp_path: Path) -> None:
    bits = np.random.default_rng(0).integers(0, 2**32, size=4000, dtype=np.uint32)
    numbers = bits.view(np.float32)
    vectors = np.where(np.isfinite(numbers), numbers, np.float32(1)).reshape(-1, 4)
    embedding = Embedding.from_arrays([f"w{i}" for i in range(1000)], vectors)
    path = weatherglass.write(embedding, tmp_path / f"vectors{suffix}")
    assert weatherglass.read(path).vectors.tobytes() == embedding.vectors.tobytes()


@EACH
@pytest.mark.parametrize(
    "options", [{"formatter": {"float": "{:.1f}".format}}, {"precision": 2}, {"suppress": True}, {"threshold": 1}]
)
def test_the_users_print_settings_change_no_number(suffix: str, options: dict[str, Any], tmp_path: Path) -> None:
    vectors = floats((0.123456789, 1e-20), (3.14159274, 1e20))
    with np.printoptions(**options):
        path = weatherglass.write(Embedding.from_arrays(["a", "b"], vectors), tmp_path / f"vectors{suffix}")
    np.testing.assert_array_equal(weatherglass.read(path).vectors, vectors)


def test_the_binary_is_what_word2vec_writes(space: Embedding, tmp_path: Path) -> None:
    data = weatherglass.write(space, tmp_path / "vectors.bin").read_bytes()
    first = b"the " + struct.pack("<4f", *VECTORS[0]) + b"\n"
    assert data.startswith(b"6 4\n" + first + b"Frau ")


def test_other_libraries_read_what_is_written(space: Embedding, tmp_path: Path) -> None:
    from gensim.models import KeyedVectors

    for suffix in (".txt", ".vec", ".bin"):
        path = weatherglass.write(space, tmp_path / f"vectors{suffix}")
        vectors = KeyedVectors.load_word2vec_format(str(path), binary=suffix == ".bin")
        assert tuple(vectors.index_to_key) == WORDS
        np.testing.assert_array_equal(vectors.vectors, VECTORS)
    with np.load(weatherglass.write(space, tmp_path / "vectors.npz")) as arrays:
        np.testing.assert_array_equal(arrays["vectors"], VECTORS)
        assert arrays["words"].tobytes().decode().split("\n") == list(WORDS)


@pytest.mark.parametrize("name", ["vectors.csv", "vectors", "vectors.txt.gz", ".npz.tmp", "vectors.kv"])
def test_an_unknown_suffix_lists_the_known_ones(name: str, space: Embedding, tmp_path: Path) -> None:
    with pytest.raises(UnknownName) as unknown:
        weatherglass.write(space, tmp_path / name)
    assert set(unknown.value.choices) == set(formats.WRITERS)
    assert list(tmp_path.iterdir()) == []


@EACH
def test_an_existing_file_is_kept_unless_told_otherwise(suffix: str, space: Embedding, tmp_path: Path) -> None:
    path = tmp_path / f"vectors{suffix}"
    path.write_text("precious")
    with pytest.raises(SpecError, match="exists"):
        weatherglass.write(space, path)
    assert path.read_text() == "precious"
    weatherglass.write(space, path, overwrite=True)
    assert_is_space(weatherglass.read(path))


@EACH
@pytest.mark.parametrize(
    "word",
    ["New York", "a\nb", "", "a\0b", "x" * 3000, "a\rb", "a\r", "a\tb", "\ufeffa", "a\ud800", "\n", " "],
    ids=lambda word: ascii(word)[:10],
)
@pytest.mark.parametrize("place", [0, 1])
def test_a_word_comes_back_or_is_refused(suffix: str, word: str, place: int, tmp_path: Path) -> None:
    """A file that cannot be read again, or that loses a word, must not be written."""
    words = ["the", "of", "in"]
    words[place] = word
    try:  # an embedding may leave the word out by itself
        embedding = Embedding.from_arrays(words, VECTORS[:3])
    except WeatherglassError:
        return
    path = tmp_path / f"vectors{suffix}"
    try:
        weatherglass.write(embedding, path)
    except SpecError:
        assert list(tmp_path.iterdir()) == []
        return
    back = weatherglass.read(path)
    assert back.words == embedding.words
    np.testing.assert_array_equal(back.vectors, embedding.vectors)


@pytest.mark.parametrize("suffix", [".txt", ".vec", ".bin"])
def test_words_with_spaces_are_refused_where_spaces_separate(suffix: str, tmp_path: Path) -> None:
    embedding = Embedding.from_arrays(["the", "New York"], VECTORS[:2])
    with pytest.raises(SpecError, match=r"'New York'.*\.npz"):
        weatherglass.write(embedding, tmp_path / f"vectors{suffix}")
    path = weatherglass.write(embedding, tmp_path / "vectors.npz")
    assert weatherglass.read(path).words == ("the", "New York")


@EACH
def test_no_words_at_all_are_refused(suffix: str, space: Embedding, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="no words to write"):
        weatherglass.write(space.subset([]), tmp_path / f"vectors{suffix}")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_named(space: Embedding, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"there is no folder .*absent; make it first"):
        weatherglass.write(space, tmp_path / "absent" / "vectors.txt")


@EACH
@pytest.mark.parametrize("existed", [True, False])
def test_nothing_is_left_behind_when_the_disk_is_full(
    suffix: str, existed: bool, space: Embedding, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / f"vectors{suffix}"
    if existed:
        path.write_text("precious")
    writer, refused = formats.WRITERS[suffix]

    def full(part: Path, *arguments: Any) -> None:
        writer(part, *arguments)
        part.write_bytes(part.read_bytes()[:10])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setitem(formats.WRITERS, suffix, (full, refused))
    with pytest.raises(OSError, match="No space left"):
        weatherglass.write(space, path, overwrite=True)
    assert [file.name for file in tmp_path.iterdir()] == ([path.name] if existed else [])
    assert not existed or path.read_text() == "precious"


def test_a_write_that_is_interrupted_leaves_nothing_behind(
    space: Embedding, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setitem(formats.WRITERS, ".txt", (interrupted, formats.WRITERS[".txt"][1]))
    with pytest.raises(KeyboardInterrupt):
        weatherglass.write(space, tmp_path / "vectors.txt")
    assert list(tmp_path.iterdir()) == []
