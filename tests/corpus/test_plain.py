"""Plain text: what a line is, what ends a document, encodings, and what is no text."""

from __future__ import annotations

import gzip
import random
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.corpus.files import documents, put, read_with_notices, texts
from weatherglass.corpus import source
from weatherglass.corpus.documents import Reading, read
from weatherglass.corpus.parts import LONGEST, PART
from weatherglass.errors import FormatError, SpecError, UnknownName


def test_a_file_is_a_document_and_says_its_name(tmp_path: Path) -> None:
    path = put(tmp_path, "a.txt", "  One. \n\n\t\nTwo!\r\nThree\x0bstill three\u2028still\x85\n")
    (document,) = documents(read(path))
    assert document == ("a.txt", {"source": "a.txt"}, ["One.", "Two!", "Three\x0bstill three\u2028still"])


def test_each_line_a_document(tmp_path: Path) -> None:
    path = put(tmp_path, "a.txt", "One.\n\nTwo!\nThree")
    assert documents(read(path, Reading(lines="document"))) == [
        ("a.txt, line 1", {"source": "a.txt"}, ["One."]),
        ("a.txt, line 3", {"source": "a.txt"}, ["Two!"]),
        ("a.txt, line 4", {"source": "a.txt"}, ["Three"]),
    ]


def test_empty_lines_end_documents_only_when_asked(tmp_path: Path) -> None:
    path = put(tmp_path, "a.txt", "\n\none\ntwo\n \n\nthree\n")
    assert texts(path) == [["one", "two", "three"]]
    assert documents(read(path, Reading(lines="sentence", blocks=True))) == [
        ("a.txt, line 3", {"source": "a.txt"}, ["one", "two"]),
        ("a.txt, line 7", {"source": "a.txt"}, ["three"]),
    ]


def test_options_that_contradict_or_do_not_exist() -> None:
    with pytest.raises(SpecError, match="not both"):
        Reading(lines="document", blocks=True)
    with pytest.raises(UnknownName, match="sentence"):
        Reading(lines="sentences")  # type: ignore[arg-type]
    with pytest.raises(UnknownName, match="replace"):
        Reading(errors="ignore")  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="'utf-9' is no encoding"):
        Reading(encoding="utf-9")
    with pytest.raises(SpecError, match="'rot13' is no encoding"):
        Reading(encoding="rot13")


# Encodings


def test_a_wrong_byte_is_named_with_line_and_offset(tmp_path: Path) -> None:
    data = b"eins\nzwei\nM\xe4nner\n"
    with pytest.raises(FormatError, match=r"0xE4 at offset 11 .*encoding='latin-1'.*errors='replace'") as caught:
        texts(put(tmp_path, "a.txt", data))
    assert caught.value.line == 3
    assert texts(tmp_path / "a.txt", Reading(encoding="latin-1")) == [["eins", "zwei", "Männer"]]


@pytest.mark.parametrize("packed", [False, True])
def test_a_wrong_byte_far_into_the_file(packed: bool, tmp_path: Path) -> None:
    line = "Ein Satz für das Maß.\n".encode()
    data = line * 100_000 + b"M\xe4nner\n" + line * 5
    path = put(tmp_path, "a.txt", gzip.compress(data, 1) if packed else data)
    with pytest.raises(FormatError, match=f"offset {100_000 * len(line) + 1:,} ") as caught:
        texts(path)
    assert caught.value.line == 100_001


def test_wrong_bytes_replaced_and_counted(tmp_path: Path) -> None:
    data = b"M\xe4nner und \xff\xfe\ngut\nFrau\xe9n\r\n" + "schön �\n".encode()
    found, notices = read_with_notices(put(tmp_path, "a.txt", data), Reading(errors="replace"))
    assert found[0][2] == ["M�nner und ��", "gut", "Frau�n", "schön �"]
    assert notices["replaced-bytes"].startswith("2 lines ")


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16", "gbk"])
@pytest.mark.parametrize("block", [1, 7, 1 << 19])
def test_wrong_bytes_of_other_encodings(encoding: str, block: int, tmp_path: Path) -> None:
    wrong = {"cp1252": b"\x81", "utf-16": b"\x00\xd8", "gbk": b"\xff"}[encoding]
    start = "one\ntwo ".encode(encoding)
    data = start + wrong + "x\nfour\n".encode("utf-16-le" if encoding == "utf-16" else encoding)
    path = put(tmp_path, "a.txt", data)
    with patch.object(source, "BLOCK", block):
        with pytest.raises(FormatError, match=rf"offset {len(start)} is not {encoding}.*encoding='utf-8'") as caught:
            texts(path, Reading(encoding=encoding))
        assert caught.value.line == 2
        found, notices = read_with_notices(path, Reading(encoding=encoding, errors="replace"))
    assert (found[0][2][0], found[0][2][-1]) == ("one", "four")
    assert found[0][2][1].startswith("two �")
    assert notices["replaced-bytes"].startswith("1 line ")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_byte_order_marks_are_understood(encoding: str, tmp_path: Path) -> None:
    assert texts(put(tmp_path, "a.txt", "Männer\nFrauen\n".encode(encoding))) == [["Männer", "Frauen"]]


def test_the_offset_counts_the_mark(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="offset 4 "):
        texts(put(tmp_path, "a.txt", b"\xef\xbb\xbfa\xff"))


def test_utf16_without_a_mark_is_guessed_at(tmp_path: Path) -> None:
    path = put(tmp_path, "a.txt", "Männer und Frauen\n".encode("utf-16-le"))
    with pytest.raises(FormatError, match=r"NUL bytes; .*encoding='utf-16-le'"):
        texts(path)
    assert texts(path, Reading(encoding="utf-16-le")) == [["Männer und Frauen"]]


@pytest.mark.parametrize("block", [1, 2, 5, 1 << 19])
def test_a_line_with_several_wrong_bytes_counts_once(block: int, tmp_path: Path) -> None:
    path = put(tmp_path, "a.txt", b"a \x81 b \x8d c\nd\n\x90 e \x9d")
    with patch.object(source, "BLOCK", block):
        _, notices = read_with_notices(path, Reading(encoding="cp1252", errors="replace"))
    assert notices["replaced-bytes"].startswith("2 lines ")


# No text


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "does not look like text: it begins like a PNG"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "a PDF document; extract its text first"),
        (b"plain\0text\n", "does not look like text: it has NUL bytes"),
        (bytes(range(1, 9)) * 50, "does not look like text: it is full of control characters"),
        (b"a.txt".ljust(257, b"\0") + b"ustar\x0000", "a tar archive; unpack it first"),
    ],
)
@pytest.mark.parametrize("errors", ["refuse", "replace"])
def test_what_is_no_text(data: bytes, problem: str, errors: str, tmp_path: Path) -> None:
    for packed in (data, gzip.compress(data)):
        with pytest.raises(FormatError, match=problem):
            texts(put(tmp_path, "a.txt", packed), Reading(errors=errors))  # type: ignore[arg-type]


def test_random_bytes(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="does not look like text"):
        texts(put(tmp_path, "a", random.Random(1).randbytes(100_000)))


def test_a_nul_byte_far_into_the_file(tmp_path: Path) -> None:
    path = put(tmp_path, "a.txt", b"line\n" * 2000 + b"o\0ps\nend\n")
    with pytest.raises(FormatError, match="NUL byte at offset 10,001") as caught:
        texts(path)
    assert caught.value.line == 2001
    found, notices = read_with_notices(path, Reading(errors="replace"))
    assert found[0][2][-2:] == ["o�ps", "end"]
    assert notices["replaced-bytes"].startswith("1 line ")


@pytest.mark.parametrize("data", [b"", gzip.compress(b"", mtime=0)])
def test_an_empty_file(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"a\.txt: is empty"):
        texts(put(tmp_path, "a.txt", data))


@pytest.mark.parametrize("data", [b"\n \r\n\t\n", b"\xef\xbb\xbf", "\n".encode("utf-16")])
def test_nothing_but_white_space(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="holds no text"):
        texts(put(tmp_path, "a.txt", data))


# Length


def test_a_long_document_comes_in_parts_that_share_their_document(tmp_path: Path) -> None:
    lines = [f"Satz {i} über etwas." for i in range(150_000)]
    parts = list(read(put(tmp_path, "a.txt", "\n".join(lines))))
    assert len(parts) > 2
    assert all(part.about is parts[0].about for part in parts)
    assert max(sum(map(len, part.paragraphs)) for part in parts) <= PART
    assert [line for part in parts for line in part.paragraphs] == lines


@pytest.mark.parametrize("suffix", ["", ".gz"])
@pytest.mark.parametrize("lines", ["paragraph", "document"])
@pytest.mark.parametrize("word", ["Männer und Frauen ", "日本語", "a\t"])
def test_a_line_without_end_is_cut_at_white_space(word: str, lines: str, suffix: str, tmp_path: Path) -> None:
    long = word * (3_000_000 // len(word.encode()))
    data = f"short\n{long}\nlast {long}\n".encode()
    path = put(tmp_path, f"a.txt{suffix}", gzip.compress(data, 1) if suffix else data)
    reading = Reading(lines=lines)  # type: ignore[arg-type]
    notices_wanted = "2 paragraphs "
    parts = list(read(path, reading))
    assert max(sum(map(len, part.paragraphs)) for part in parts) <= PART
    assert max(len(paragraph.encode()) for part in parts for paragraph in part.paragraphs) <= LONGEST
    found, notices = read_with_notices(path, reading)
    assert notices["long-paragraphs"].startswith(notices_wanted)
    assert "a.txt" in notices["long-paragraphs"]
    assert [d[0] for d in found] == (
        [path.name] if lines == "paragraph" else [f"{path.name}, line {i}" for i in (1, 2, 3)]
    )
    pieces = [paragraph for _, _, paragraphs in found for paragraph in paragraphs]
    if word == "日本語":  # no white space: cut between two characters, and nothing is lost
        assert "".join(pieces) == "short" + long + "last" + long
    else:
        assert " ".join(pieces).split() == data.decode().split()


def test_where_a_long_line_is_cut_does_not_depend_on_blocks(tmp_path: Path) -> None:
    long = " ".join(str(i) for i in range(300_000))
    path = put(tmp_path, "a.txt", f"{long}\nb\n{long}")
    expected = texts(path)
    with patch.object(source, "BLOCK", 100_003):
        assert texts(path) == expected
    assert texts(put(tmp_path, "b.txt", gzip.compress(path.read_bytes(), 1))) == expected
