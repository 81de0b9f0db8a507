"""Damaged word2vec binaries: there are no line breaks to hold on to, so every doubt is an error."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import weatherglass
from tests.embedding.files import (
    BINARIES,
    STREAMED,
    WORDS,
    assert_is_space,
    assert_nothing_is_wrong,
    binary,
    binary_gensim,
    codes,
    floats,
    notice_of,
    put,
)
from weatherglass.errors import FormatError

ASKED = pytest.mark.parametrize("wanted", [None, ["🙂"], ["the"], ["absent"]])
BROKEN = pytest.mark.parametrize("breaks", [True, False], ids=["line breaks", "no line breaks"])
PACKED = pytest.mark.parametrize("kind", [None, "gz"])


def save(folder: Path, data: bytes, kind: str | None = None) -> Path:
    return put(folder, "vectors.bin", data, kind)


@pytest.mark.parametrize("name", BINARIES)
@pytest.mark.parametrize(("words", "kind"), [(None, None), (WORDS[:1], None), (None, "gz")])
def test_every_cut_is_an_error(name: str, words: tuple[str, ...] | None, kind: str | None, tmp_path: Path) -> None:
    data = STREAMED[name]()
    for size in range(len(data)):
        if data[size:] == b"\n":  # all rows are there
            assert_is_space(weatherglass.read(save(tmp_path, data[:size], kind)))
            continue
        with pytest.raises(FormatError, match=r"vectors\.bin"):
            weatherglass.read(save(tmp_path, data[:size], kind), words)


@ASKED
@BROKEN
@PACKED
@pytest.mark.parametrize("header", [(5, 4), (7, 4), (1, 4), (0, 4), (6, 3), (6, 5), (6, 1), (6, 40), (12, 2), (3, 8)])
def test_a_header_that_lies_is_an_error(
    header: tuple[int, int], breaks: bool, wanted: list[str] | None, kind: str | None, tmp_path: Path
) -> None:
    data = binary(breaks=breaks, header=header)
    with pytest.raises(FormatError, match=r"vectors\.bin"):
        weatherglass.read(save(tmp_path, data, kind), wanted)


@pytest.mark.parametrize("header", [(10**12, 4), (6, 10**12), (10**17, 10**17), (6, 100_001), (6, 0)])
@PACKED
def test_a_huge_header_is_refused_without_room_being_made_for_it(
    header: tuple[int, int], kind: str | None, tmp_path: Path
) -> None:
    path = save(tmp_path, binary(header=header), kind)
    tracemalloc.start()
    try:
        with pytest.raises(FormatError, match=r"vectors\.bin"):
            weatherglass.read(path)
        assert tracemalloc.get_traced_memory()[1] < 30 << 20
    finally:
        tracemalloc.stop()


@ASKED
@BROKEN
@PACKED
@pytest.mark.parametrize("rest", [b"x", b"\n\n\n.", b"\0", bytes(5000), b"\n" * 3_000_000 + b"more"])
def test_data_after_the_last_row_is_an_error(
    rest: bytes, breaks: bool, wanted: list[str] | None, kind: str | None, tmp_path: Path
) -> None:
    with pytest.raises(FormatError, match="goes on after"):
        weatherglass.read(save(tmp_path, binary(breaks=breaks) + rest, kind), wanted)


@BROKEN
def test_white_space_after_the_last_row_is_not_data(breaks: bool, tmp_path: Path) -> None:
    assert_is_space(weatherglass.read(save(tmp_path, binary(breaks=breaks) + b"\n \n")))


@BROKEN
def test_words_that_are_not_utf8_are_left_out_and_counted(breaks: bool, tmp_path: Path) -> None:
    words: list[str | bytes] = [*WORDS[:2], b"M\xe4nner", *WORDS[3:]]
    embedding = weatherglass.read(save(tmp_path, binary(words, breaks=breaks)))
    assert embedding.words == (*WORDS[:2], *WORDS[3:])
    assert_nothing_is_wrong(embedding)
    assert codes(embedding.notices) == ["invalid-utf8"]
    assert r"M\\xe4nner" in notice_of(embedding, "invalid-utf8")


@BROKEN
def test_doubled_empty_zero_and_infinite_rows_are_left_out_and_counted(breaks: bool, tmp_path: Path) -> None:
    words = ["the", "the", "", "zero", "nan", "inf", "of"]
    vectors = floats((1, 2), (3, 4), (5, 6), (0, -0.0), (np.nan, 1), (1, -np.inf), (7, 8))
    path = save(tmp_path, binary(words, vectors, breaks=breaks))
    for wanted in (None, words):
        embedding = weatherglass.read(path, wanted)
        assert embedding.words == ("the", "of")
        assert embedding.ranks.tolist() == [0, 6]
        np.testing.assert_array_equal(embedding.vectors, [[1, 2], [7, 8]])
        assert embedding.rows == 7
        assert codes(embedding.notices) == ["duplicate-words", "empty-word", "not-finite", "zero-vectors"]
        assert "2 rows " in notice_of(embedding, "not-finite")


@BROKEN
def test_a_signalling_nan_is_a_nan_like_others(breaks: bool, tmp_path: Path) -> None:
    """Damaged bytes often make one, and computing with it would raise a warning."""
    data = binary(breaks=breaks)
    place = data.index(b"of ") + 3
    data = data[:place] + b"\x01\x00\x80\x7f" + data[place + 4 :]
    embedding = weatherglass.read(save(tmp_path, data))
    assert embedding.words == (*WORDS[:3], *WORDS[4:])
    assert codes(embedding.notices) == ["not-finite"]


def test_a_word_without_end_is_an_error(tmp_path: Path) -> None:
    data = b"2 2\n" + b"x" * 5000 + b" " + bytes(8) + b"y " + bytes(8)
    with pytest.raises(FormatError, match="no word in front of the numbers of row 1"):
        weatherglass.read(save(tmp_path, data))


@pytest.mark.parametrize("make", [binary, binary_gensim])
def test_numbers_that_look_like_spaces_and_line_breaks(make: Callable[..., bytes], tmp_path: Path) -> None:
    """The bytes of a number may be anything, also what separates words and rows."""
    raw = [b"\n\n\n\n", b"    ", b" \n \n", b"0.5 ", b"1 2\n", b"\n0.5", b"the ", b"\x0a\x20\x0d\x09"]
    vectors = np.frombuffer(b"".join(raw), "<f4").reshape(4, 2)
    words = ("a", "b", "c", "d")
    path = save(tmp_path, make(words, vectors))
    assert_is_space(weatherglass.read(path), words, vectors)
    assert weatherglass.read(path, words=["c"]).ranks.tolist() == [2]
