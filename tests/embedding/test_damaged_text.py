"""Damaged text files: an error that names the file and the line, or rows left out and counted. Never a wrong number."""

from __future__ import annotations

import itertools
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import weatherglass
from tests.embedding.files import (
    COMPRESS,
    STREAMED,
    TEXTS,
    VECTORS,
    WORDS,
    assert_is_space,
    assert_nothing_is_wrong,
    codes,
    digits,
    glove,
    notice_of,
    put,
    read_or_refuse,
    text,
    vec,
)
from weatherglass.errors import FormatError

# With words= most rows are not parsed; damage must not depend on what is asked for.
ASKED = pytest.mark.parametrize("wanted", [None, ["🙂"], ["absent"]], ids=["all words", "one word", "an absent word"])
MADE = pytest.mark.parametrize("make", [text, glove, vec])


def with_row(make: Callable[[], bytes], rank: int, row: str | bytes) -> tuple[bytes, int]:
    """A file with one row exchanged, and the line number of that row."""
    lines = make().split(b"\n")
    index = rank + (0 if make is glove else 1)
    lines[index] = row.encode() if isinstance(row, str) else row
    return b"\n".join(lines), index + 1


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("words", [None, WORDS[:2]])
def test_every_cut_is_an_error_or_leaves_the_unfinished_row_out(
    name: str, words: tuple[str, ...] | None, tmp_path: Path
) -> None:
    data = STREAMED[name]()
    for size in range(len(data)):
        part = data[:size]
        embedding = read_or_refuse(put(tmp_path, "vectors.txt", part), words)
        if embedding is None:
            continue
        assert_nothing_is_wrong(embedding)
        if part.endswith(b"\n"):  # without a header nobody can know that rows are missing
            assert name == "glove"
            assert codes(embedding.notices) == []
        else:
            assert codes(embedding.notices) == ["unfinished-row"]


@MADE
def test_the_last_row_without_a_line_break_is_left_out(make: Callable[[], bytes], tmp_path: Path) -> None:
    """Its last number could have had more digits: 3.0 may be the beginning of 3.01."""
    embedding = weatherglass.read(put(tmp_path, "vectors.txt", make().removesuffix(b"\n")))
    assert embedding.words == WORDS[:-1]
    assert embedding.rows == 6
    assert codes(embedding.notices) == ["unfinished-row"]
    assert "'🙂'" in notice_of(embedding, "unfinished-row")


@ASKED
@pytest.mark.parametrize("promised", [1, 5, 7, 1000])
def test_a_header_that_lies_about_the_rows(promised: int, wanted: list[str] | None, tmp_path: Path) -> None:
    data = text().replace(b"6 4\n", f"{promised} 4\n".encode(), 1)
    for packed in (data, COMPRESS["gz"](data)):
        with pytest.raises(FormatError, match=rf"vectors\.txt.*header promises {promised:,} rows"):
            weatherglass.read(put(tmp_path, "vectors.txt", packed), wanted)


def test_many_more_rows_than_promised(tmp_path: Path) -> None:
    """Room is made for as many rows as are promised; the others must not spoil the error."""
    words = [f"w{i}" for i in range(5000)]
    data = text(words, np.ones((5000, 2))).replace(b"5000 2\n", b"10 2\n", 1)
    with pytest.raises(FormatError, match="header promises 10 rows, the file has 5,000"):
        weatherglass.read(put(tmp_path, "vectors.txt", data))


@ASKED
@pytest.mark.parametrize("promised", [1, 3, 5, 40])
def test_a_header_that_lies_about_the_dimensions(promised: int, wanted: list[str] | None, tmp_path: Path) -> None:
    data = text().replace(b"6 4\n", f"6 {promised}\n".encode(), 1)
    for packed in (data, COMPRESS["gz"](data)):
        with pytest.raises(FormatError, match=rf"vectors\.txt.*header promises.* {promised}( dimensions| numbers)"):
            weatherglass.read(put(tmp_path, "vectors.txt", packed), wanted)


@pytest.mark.parametrize("header", ["1000000000000 4", "6 1000000000000", "999999999999999999 999999999999999999"])
@pytest.mark.parametrize("kind", [None, "gz"])
def test_a_huge_header_is_refused_without_room_being_made_for_it(header: str, kind: str | None, tmp_path: Path) -> None:
    data = text().replace(b"6 4", header.encode(), 1)
    path = put(tmp_path, "vectors.txt", data, kind)
    tracemalloc.start()
    try:
        with pytest.raises(FormatError, match="header promises"):
            weatherglass.read(path)
        assert tracemalloc.get_traced_memory()[1] < 30 << 20
    finally:
        tracemalloc.stop()


@ASKED
@MADE
@pytest.mark.parametrize("row", ["Männer 1.0 2.0 3.0", "Männer 1.0", "Männer", "Männer ", "Männer 1.0 2.0 3.0 "])
def test_a_row_with_too_few_numbers(
    row: str, make: Callable[[], bytes], wanted: list[str] | None, tmp_path: Path
) -> None:
    """Also where the row is not asked for: the file is damaged, and nobody knows what else is."""
    data, line = with_row(make, 2, row)
    with pytest.raises(FormatError, match=r"vectors\.txt") as caught:
        weatherglass.read(put(tmp_path, "vectors.txt", data), wanted)
    assert caught.value.line == line


@ASKED
@MADE
def test_a_row_with_too_few_numbers_is_not_made_good_by_a_word_with_a_space(
    make: Callable[[], bytes], wanted: list[str] | None, tmp_path: Path
) -> None:
    """One number too few here and one separator too many there: the sum is as expected."""
    lines = make().split(b"\n")
    short, spaced = (1, 3) if make is glove else (2, 4)
    end = b" " if make is vec else b""
    lines[short] = b"Frau 1.0 2.0 3.0" + end
    lines[spaced] = b"of course 1.0 2.0 3.0 4.0" + end
    with pytest.raises(FormatError, match=r"vectors\.txt") as caught:
        weatherglass.read(put(tmp_path, "vectors.txt", b"\n".join(lines)), wanted)
    assert caught.value.line == short + 1


@MADE
def test_a_row_with_too_many_numbers_is_left_out_and_counted(make: Callable[[], bytes], tmp_path: Path) -> None:
    data, _ = with_row(make, 2, "Männer 1.0 2.0 3.0 4.0 5.0")
    embedding = weatherglass.read(put(tmp_path, "vectors.txt", data))
    assert embedding.words == (*WORDS[:2], *WORDS[3:])
    assert_nothing_is_wrong(embedding)
    assert codes(embedding.notices) == ["too-many-numbers"]
    assert "1 row " in notice_of(embedding, "too-many-numbers")


@MADE
def test_a_wanted_row_with_too_many_numbers_is_counted_too(make: Callable[[], bytes], tmp_path: Path) -> None:
    """Otherwise the word would seem to be absent from the file."""
    data, _ = with_row(make, 2, "Männer 1.0 2.0 3.0 4.0 5.0")
    embedding = weatherglass.read(put(tmp_path, "vectors.txt", data), words=["Männer", "the"])
    assert embedding.words == ("the",)
    assert codes(embedding.notices) == ["too-many-numbers"]


@MADE
@pytest.mark.parametrize("wrong", ["abc", "1_000", "", "0x10", "1,5", "1.0.0", "--1", "1e", "١", "1\0", "\u00a01"])
@pytest.mark.parametrize("place", [1, 2, 4])
def test_what_is_not_a_number(wrong: str, place: int, make: Callable[[], bytes], tmp_path: Path) -> None:
    fields = ["Männer", "1.0", "2.0", "3.0", "4.0"]
    fields[place] = wrong
    data, line = with_row(make, 2, " ".join(fields) + (" " if make is vec else ""))
    for wanted in (None, ["Männer"]):
        with pytest.raises(FormatError, match=r"vectors\.txt") as caught:
            weatherglass.read(put(tmp_path, "vectors.txt", data), wanted)
        assert caught.value.line == line


@pytest.mark.parametrize("wrong", ["abc", "1_000", "0x10", "1.0x", "?"])
def test_what_is_not_a_number_in_the_first_row(wrong: str, tmp_path: Path) -> None:
    """The first row also tells text from binary: it must not be taken for binary because of this."""
    data, line = with_row(text, 0, f"the 1.0 2.0 {wrong} 4.0")
    with pytest.raises(FormatError, match=r"vectors\.txt.*is not a number") as caught:
        weatherglass.read(put(tmp_path, "vectors.txt", data))
    assert caught.value.line == line


# Numbers, almost numbers, and what some parser somewhere takes for a number.
NUMBERLIKE = [
    "1", "-1", "+1", "1.", ".5", "-.5", "1e5", "1E-5", "1e+5", "1e400", "-1e400", "1e-400", "1e0005", "1e99999999999",
    "nan", "NaN", "-nan", "inf", "-inf", "Infinity", "infinity", "+inf", "INF", "0x1", "1_0", "1,5", "1e", "e5", ".",
    "-", "+", "1d5", "1f", "true", "null", "None", "NA", "0.1234567890123456789", "16777217", "3.4028236e38",
    "1.17549429e-38", "1e-46", "123456789012345678901234567890", "000000000001", "00", "-0", "--1", "+-1", "'1'",
    "\"1\"", "#1", "1;", "1/2", "1%", "1e5.5", "∞", "½", "١",
]  # fmt: skip


@pytest.mark.parametrize(
    "number",
    [*NUMBERLIKE, "", "1\u00a0", "\u00a01", "1\x0b", "\x0b1", "1\x0c", "1\t", "\t1", "1\0", "1\x1f"],
    ids=ascii,
)
def test_a_number_is_read_the_same_way_whether_all_rows_are_wanted_or_some(number: str, tmp_path: Path) -> None:
    """Whole files are read by other code than single rows."""
    for place, end in itertools.product((1, 2, 3), ("", " ")):
        fields = ["x", "1", "2", "3"]
        fields[place] = number
        rows = ["a 1 2 3", "b 4 5 6", " ".join(fields), "c 7 8 9"]
        path = put(tmp_path, "vectors.txt", ("4 3\n" + "".join(f"{row}{end}\n" for row in rows)).encode())
        whole, part = read_or_refuse(path), read_or_refuse(path, ["a", "b", "c", "x"])
        assert (whole is None) == (part is None)
        if whole is not None and part is not None:
            assert part.words == whole.words
            assert codes(part.notices) == codes(whole.notices)
            np.testing.assert_array_equal(part.vectors, whole.vectors)


@pytest.mark.parametrize("data", [b"1 1\nfoo 0.5x\n", b"1 2\nfoo 0.5 0.5?\n", b"2 1\nfoo 0.5x\nbar 0.25\n"])
def test_damaged_text_is_never_read_as_binary(data: bytes, tmp_path: Path) -> None:
    """Four characters are also the four bytes of some number."""
    with pytest.raises(FormatError, match=r"vectors\.txt"):
        weatherglass.read(put(tmp_path, "vectors.txt", data))


def test_the_line_of_an_error_counts_blank_lines(tmp_path: Path) -> None:
    data = b"2 2\na 1 2\n\n\r\n\nb 1 oops\n"
    with pytest.raises(FormatError, match="oops") as caught:
        weatherglass.read(put(tmp_path, "vectors.txt", data))
    assert caught.value.line == 6


def test_blank_lines_between_rows_are_passed_over(tmp_path: Path) -> None:
    lines = text().splitlines(keepends=True)
    data = b"".join([*lines[:2], b"\n", *lines[2:4], b"\r\n\n", *lines[4:], b"\n\n"])
    path = put(tmp_path, "vectors.txt", data)
    assert_is_space(weatherglass.read(path))
    assert weatherglass.read(path, words=["🙂"]).ranks.tolist() == [5]


@MADE
@pytest.mark.parametrize("number", ["nan", "NaN", "inf", "-inf", "Infinity", "1e999", "-1e999", "1e39", "3.5e38"])
def test_what_is_not_finite_is_left_out_and_counted(number: str, make: Callable[[], bytes], tmp_path: Path) -> None:
    data, _ = with_row(make, 2, f"Männer 1.0 {number} 2.0 3.0" + (" " if make is vec else ""))
    for wanted in (None, list(WORDS)):
        embedding = weatherglass.read(put(tmp_path, "vectors.txt", data), wanted)
        assert embedding.words == (*WORDS[:2], *WORDS[3:])
        assert_nothing_is_wrong(embedding)
        assert codes(embedding.notices) == ["not-finite"]
        assert "'Männer'" in notice_of(embedding, "not-finite")


@MADE
@pytest.mark.parametrize("numbers", ["0 0 0 0", "0.0 -0.0 0e5 0", "1e-60 0 0 -1e-60"])
def test_a_vector_of_zeros_is_left_out_and_counted(numbers: str, make: Callable[[], bytes], tmp_path: Path) -> None:
    data, _ = with_row(make, 2, f"Männer {numbers}" + (" " if make is vec else ""))
    embedding = weatherglass.read(put(tmp_path, "vectors.txt", data))
    assert embedding.words == (*WORDS[:2], *WORDS[3:])
    assert embedding.rows == 6
    assert codes(embedding.notices) == ["zero-vectors"]


@MADE
@pytest.mark.parametrize("word", [b"M\xe4nner", b"\xff", b"a\xed\xa0\x80b", b"\xc0\xaf"])
def test_a_word_that_is_not_utf8_is_left_out_and_counted(
    word: bytes, make: Callable[[], bytes], tmp_path: Path
) -> None:
    data, _ = with_row(make, 2, word + b" 1.0 2.0 3.0 4.0" + (b" " if make is vec else b""))
    embedding = weatherglass.read(put(tmp_path, "vectors.txt", data))
    assert embedding.words == (*WORDS[:2], *WORDS[3:])
    assert_nothing_is_wrong(embedding)
    assert codes(embedding.notices) == ["invalid-utf8"]


@MADE
def test_of_a_doubled_word_the_first_row_counts(make: Callable[[], bytes], tmp_path: Path) -> None:
    data, _ = with_row(make, 2, f"the {digits(VECTORS[5])}" + (" " if make is vec else ""))
    for wanted in (None, ["the"]):
        embedding = weatherglass.read(put(tmp_path, "vectors.txt", data), wanted)
        np.testing.assert_array_equal(embedding["the"], VECTORS[0])
        assert codes(embedding.notices) == ["duplicate-words"]
        assert "'the'" in notice_of(embedding, "duplicate-words")


@MADE
def test_a_row_without_a_word_is_left_out_and_counted(make: Callable[[], bytes], tmp_path: Path) -> None:
    data, _ = with_row(make, 2, " 1.0 2.0 3.0 4.0" + (" " if make is vec else ""))
    embedding = weatherglass.read(put(tmp_path, "vectors.txt", data))
    assert embedding.words == (*WORDS[:2], *WORDS[3:])
    assert codes(embedding.notices) == ["empty-word"]


def test_many_rows_left_out_are_counted_and_a_few_are_named(tmp_path: Path) -> None:
    rows = "".join(f"w{i} 0 0\n" for i in range(5000))
    embedding = weatherglass.read(put(tmp_path, "vectors.txt", f"the 1 2\n{rows}".encode()))
    assert embedding.words == ("the",)
    assert "5,000 rows " in notice_of(embedding, "zero-vectors")
    assert notice_of(embedding, "zero-vectors").count("'") == 10
    assert "…" in notice_of(embedding, "zero-vectors")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"\n\n\r\n\n",
        b"   \n  \n",
        b"6 4",
        b"6 4\n",
        b"6 4\n\n\n",
        b"word\n",
        b"a text of many words, but no numbers\nat all\n",
        b"<html><body>404 not found</body></html>\n",
        b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n",
        b"\xff\xfe6\x004\x00\n\x00",
    ],
)
def test_what_holds_no_vectors_is_refused(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"vectors\.txt"):
        weatherglass.read(put(tmp_path, "vectors.txt", data))


def test_an_empty_file_is_called_empty(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="is empty"):
        weatherglass.read(put(tmp_path, "vectors.txt", b""))


def test_lines_of_different_lengths_without_a_header(tmp_path: Path) -> None:
    data = b"a 1 2\nb 1 2 3\nc 1\nd 1 2 3 4\n"
    with pytest.raises(FormatError, match=r"vectors\.txt, line 1: .*not words followed by equally many numbers"):
        weatherglass.read(put(tmp_path, "vectors.txt", data))


@pytest.mark.parametrize("start", [b"the 0.1 ", b"2 4\nthe 0.1 0.2 0.3 0.4\nof ", b"the 0.1 0.2\nof 0.1 0.2\n"])
@pytest.mark.parametrize(("filler", "kind"), [(b"1", None), (b"x", None), (b"0.5 ", None), (b"1", "gz")])
def test_an_endless_line_is_refused(start: bytes, filler: bytes, kind: str | None, tmp_path: Path) -> None:
    """20 MB without a line break; a row of the most dimensions that are allowed is shorter."""
    data = start + filler * ((20 << 20) // len(filler))
    path = put(tmp_path, "vectors.txt", data, kind)
    with pytest.raises(FormatError, match=r"vectors\.txt"):
        weatherglass.read(path)
