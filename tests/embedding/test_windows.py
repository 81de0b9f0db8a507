"""Files larger than the window that a reader looks through: rows that lie across its border are read right."""

from __future__ import annotations

import mmap
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import weatherglass
from tests.embedding.files import assert_is_space, binary, binary_gensim, fasttext, glove, put, text, vec
from weatherglass.embedding import fasttext as fasttext_reader
from weatherglass.embedding import stream
from weatherglass.embedding import text as text_reader
from weatherglass.errors import FormatError
from weatherglass.files import compressed

# Rows of different lengths, so that borders fall on every part of a row.
COUNT, DIM = 1300, 5
MANY = [f"{'wörter'[: i % 7]}{i}" for i in range(COUNT)]
RNG = np.random.default_rng(5)
MANY_VECTORS = (RNG.normal(size=(COUNT, DIM)) * 10.0 ** RNG.integers(-3, 4, size=(COUNT, 1))).astype(np.float32)
FILES: dict[str, Callable[[], bytes]] = {
    "text": lambda: text(MANY, MANY_VECTORS),
    "glove": lambda: glove(MANY, MANY_VECTORS),
    "vec": lambda: vec(MANY, MANY_VECTORS),
    "binary": lambda: binary(MANY, MANY_VECTORS),
    "gensim-binary": lambda: binary_gensim(MANY, MANY_VECTORS),
    "fasttext": lambda: fasttext(MANY, MANY_VECTORS, buckets=0, longest=0),
}


@pytest.fixture(params=[(1000, 1997), (mmap.ALLOCATIONGRANULARITY, 800)])
def small_windows(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A window (plain files) and a chunk (compressed ones) of a few rows; a chunk always holds more than one row."""
    window, chunk = request.param
    monkeypatch.setattr(stream, "WINDOW", window)
    monkeypatch.setattr(compressed, "CHUNK", chunk)
    monkeypatch.setattr(fasttext_reader, "CHUNK", chunk)
    monkeypatch.setattr(text_reader, "_BULK", window)


@pytest.mark.usefixtures("small_windows")
@pytest.mark.parametrize("kind", [None, "gz", "zip"])
@pytest.mark.parametrize("name", FILES)
def test_small_windows_change_nothing(name: str, kind: str | None, tmp_path: Path) -> None:
    data = FILES[name]()
    assert len(data) > 8 * mmap.ALLOCATIONGRANULARITY
    path = put(tmp_path, "vectors", data, kind)
    assert_is_space(weatherglass.read(path), MANY, MANY_VECTORS)


@pytest.mark.usefixtures("small_windows")
@pytest.mark.parametrize("kind", [None, "gz"])
@pytest.mark.parametrize("name", FILES)
def test_small_windows_change_nothing_in_parts_either(name: str, kind: str | None, tmp_path: Path) -> None:
    data = FILES[name]()
    path = put(tmp_path, "vectors", data, kind)
    part = weatherglass.read(path, words=MANY[3::97], sample=3)
    assert set(MANY[3::97]) <= set(part.words)
    assert part.words == tuple(MANY[rank] for rank in part.ranks)
    np.testing.assert_array_equal(part.vectors, MANY_VECTORS[part.ranks])
    assert part.rows == COUNT
    limited = weatherglass.read(path, limit=777)
    assert_is_space(limited, MANY[:777], MANY_VECTORS[:777])


@pytest.mark.usefixtures("small_windows")
@pytest.mark.parametrize("kind", [None, "gz"])
@pytest.mark.parametrize("line", [2, 1301])
def test_the_line_of_an_error_is_right_in_every_window(line: int, kind: str | None, tmp_path: Path) -> None:
    lines = text(MANY, MANY_VECTORS).splitlines(keepends=True)
    lines[line - 1] = MANY[line - 2].encode() + b" 1 2 oops 4 5\n"
    data = b"".join(lines)
    path = put(tmp_path, "vectors.txt", data, kind)
    with pytest.raises(FormatError, match="'oops'") as caught:
        weatherglass.read(path)
    assert caught.value.line == line


@pytest.mark.usefixtures("small_windows")
@pytest.mark.parametrize("cut", [1, 5000])
@pytest.mark.parametrize("name", ["text", "vec", "binary", "gensim-binary", "fasttext"])
def test_a_cut_is_noticed_in_every_window(name: str, cut: int, tmp_path: Path) -> None:
    data = FILES[name]()
    if name == "fasttext":
        data = data[: -(17 + 4 * COUNT * DIM)]  # without the output matrix, which is not read
    cut += name == "binary"  # its last byte is a line break, which the last row can do without
    path = put(tmp_path, "vectors", data[:-cut])
    if name in ("text", "vec") and cut < 20:  # all numbers are there, but the last may lack digits
        assert weatherglass.read(path).words == tuple(MANY[:-1])
        return
    with pytest.raises(FormatError, match="vectors"):
        weatherglass.read(path)


@pytest.mark.parametrize("name", ["text", "glove"])
@pytest.mark.parametrize("kind", [None, "gz"])
def test_a_row_longer_than_the_window_makes_it_grow(
    name: str, kind: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "WINDOW", 2000)
    monkeypatch.setattr(compressed, "CHUNK", 2000)
    monkeypatch.setattr(text_reader, "_BULK", 2000)
    words = [*(f"w{i}" for i in range(30)), "x" * 30_000, *(f"v{i}" for i in range(30))]
    vectors = RNG.normal(size=(61, 3)).astype(np.float32)
    data = text(words, vectors, header=name == "text")
    path = put(tmp_path, "vectors.txt", data, kind)
    assert_is_space(weatherglass.read(path), words, vectors)
    assert weatherglass.read(path, words=["v29", words[30]]).ranks.tolist() == [30, 60]
