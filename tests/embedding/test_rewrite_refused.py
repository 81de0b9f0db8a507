"""What cannot be rewritten says so and leaves nothing behind: damaged files, unfit words, a file onto itself."""

from __future__ import annotations

import errno
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

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
    codes,
    npz_space,
    put,
    safetensors_space,
    text,
)
from weatherglass.arrays import Singles
from weatherglass.embedding import blocks, formats, stream, word2vec
from weatherglass.embedding.provenance import read_sidecar, sidecar, write_sidecar
from weatherglass.embedding.rewrite import rewrite
from weatherglass.errors import FormatError, SpecError, UnknownName

EACH = pytest.mark.parametrize("suffix", formats.WRITERS)
SMALL = pytest.mark.parametrize("small", [False, True], ids=["one block", "many blocks"])


def same(_words: Sequence[str], rows: Singles) -> Singles:
    return rows


@pytest.fixture
def in_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row at a time, through windows of a few."""
    monkeypatch.setattr(blocks, "BLOCK", 1)
    monkeypatch.setattr(stream, "WINDOW", 100)


@pytest.fixture(autouse=True)
def no_thread_stays() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    assert set(threading.enumerate()) <= before


def left_in(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir() if not path.name.startswith("source"))


def test_the_file_itself_is_refused_also_through_links(tmp_path: Path) -> None:
    source = put(tmp_path, "source.bin", binary())
    (tmp_path / "soft.bin").symlink_to(source)
    (tmp_path / "hard.bin").hardlink_to(source)
    for target in ("source.bin", "soft.bin", "hard.bin", "../" + tmp_path.name + "/source.bin"):
        with pytest.raises(SpecError, match="is read and cannot be written"):
            rewrite(source, tmp_path / target, same, overwrite=True)
    assert source.read_bytes() == binary()
    assert left_in(tmp_path) == ["hard.bin", "soft.bin"]


@pytest.mark.parametrize("given", [True, False])
def test_the_vocabulary_that_is_read_is_not_written_over(given: bool, tmp_path: Path) -> None:
    source = put(tmp_path, "source.safetensors", safetensors_space())
    words = put(tmp_path, "source.txt", VOCABULARY)
    with pytest.raises(SpecError, match="is read and cannot be written"):
        rewrite(source, words, same, overwrite=True, vocabulary=words if given else None)
    assert words.read_bytes() == VOCABULARY
    rewrite(source, tmp_path / "target.txt", same, vocabulary=words)
    assert_is_space(weatherglass.read(tmp_path / "target.txt"))


def test_targets_that_cannot_be_written(tmp_path: Path) -> None:
    source = put(tmp_path, "source.bin", binary())
    (tmp_path / "target.txt").write_text("precious")
    with pytest.raises(SpecError, match="exists"):
        rewrite(source, tmp_path / "target.txt", same)
    with pytest.raises(UnknownName):
        rewrite(source, tmp_path / "target.csv", same)
    with pytest.raises(SpecError, match="make it first"):
        rewrite(source, tmp_path / "absent" / "target.txt", same)
    with pytest.raises(FormatError, match="no such file"):
        rewrite(tmp_path / "absent.bin", tmp_path / "other.txt", same)
    assert left_in(tmp_path) == ["target.txt"]
    assert (tmp_path / "target.txt").read_text() == "precious"


@pytest.mark.parametrize(("suffix", "fits"), [(".txt", False), (".vec", False), (".bin", False), (".npz", True)])
def test_words_that_the_target_cannot_hold(suffix: str, fits: bool, in_rows: None, tmp_path: Path) -> None:
    source = put(tmp_path, "source.npz", npz_space(("the", "of", "New York", "in", "on", "at")))
    if fits:
        assert rewrite(source, tmp_path / f"target{suffix}", same).rows == 6
        return
    with pytest.raises(SpecError, match=r"'New York'.*\.npz"):
        rewrite(source, tmp_path / f"target{suffix}", same)
    assert left_in(tmp_path) == []


@EACH
@pytest.mark.parametrize("name", ["word2vec-text", "word2vec-binary", "fasttext"])
@pytest.mark.parametrize("kind", [None, *COMPRESS])
@SMALL
def test_a_cut_file_fails_as_in_reading(
    suffix: str, name: str, kind: str | None, small: bool, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if small:
        request.getfixturevalue("in_rows")
    data = STREAMED[name]()
    source = put(tmp_path, "source", data[: 3 * len(data) // 5 if name == "fasttext" else -30], kind)
    with pytest.raises(FormatError) as in_reading:
        weatherglass.read(source)
    with pytest.raises(FormatError) as in_rewriting:
        rewrite(source, tmp_path / f"target{suffix}", same)
    if kind is None:
        assert str(in_rewriting.value) == str(in_reading.value)
    assert left_in(tmp_path) == []


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize(
    "data",
    [
        binary()[:-20],
        binary() + b"more",
        binary(header=(7, 4)),
        binary(header=(6, 3)),
        binary(["the", b"a\0b", *WORDS[2:]]),
        binary(["the", b"a\nb", *WORDS[2:]]),
        binary(["the", b"a" * 2100, *WORDS[2:]]),
        binary(["the", b"a" * 1999, *WORDS[2:]])[:500],
    ],
    ids=range(8),
)
def test_a_damaged_binary_says_the_same_when_compiled(
    data: bytes, compiled: bool, in_rows: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = put(tmp_path, "source.bin", data)
    with pytest.raises(FormatError) as plain:
        weatherglass.read(source)
    monkeypatch.setattr(word2vec, "COMPILED_FROM", 0 if compiled else 1 << 40)
    with pytest.raises(FormatError) as of_all:
        weatherglass.read(source)
    with pytest.raises(FormatError) as of_rewriting:
        rewrite(source, tmp_path / "target.bin", same)
    assert str(plain.value) == str(of_all.value) == str(of_rewriting.value)
    assert left_in(tmp_path) == []


@EACH
def test_rows_that_no_reader_keeps_are_left_out_and_told(suffix: str, in_rows: None, tmp_path: Path) -> None:
    lines = text().split(b"\n")
    lines[2] = b"Frau 1 2 3 4 5"
    lines[3] = b"caf\xe9 1 2 3 4"
    source = put(tmp_path, "source.txt", b"\n".join(lines).rstrip(b"\n"))
    whole = weatherglass.read(source)
    written = rewrite(source, tmp_path / f"target{suffix}", same)
    assert codes(written.notices) == codes(whole.notices) == ["invalid-utf8", "too-many-numbers", "unfinished-row"]
    assert written.rows == 3
    assert_is_space(weatherglass.read(tmp_path / f"target{suffix}"), ("the", "of", "امرأة"), VECTORS[[0, 3, 4]])


@pytest.mark.parametrize("compiled", [False, True])
def test_rows_without_a_word_or_utf8_are_left_out_of_text(
    compiled: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(word2vec, "COMPILED_FROM", 0 if compiled else 1 << 40)
    source = put(tmp_path, "source.bin", binary(["the", b"caf\xe9", "", "of", "in", "on"]))
    written = rewrite(source, tmp_path / "target.txt", same)
    assert codes(written.notices) == codes(weatherglass.read(source).notices) == ["empty-word", "invalid-utf8"]
    assert weatherglass.read(tmp_path / "target.txt").words == ("the", "of", "in", "on")


def test_a_file_without_any_word(tmp_path: Path) -> None:
    source = put(tmp_path, "source.bin", binary([b"caf\xe9"], VECTORS[:1]))
    with pytest.raises(SpecError, match="no words to write"):
        rewrite(source, tmp_path / "target.txt", same)
    assert left_in(tmp_path) == []


@EACH
@SMALL
def test_a_change_that_fails(suffix: str, small: bool, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    if small:
        request.getfixturevalue("in_rows")
    source = put(tmp_path, "source.bin", binary())

    def interrupted(words: Sequence[str], rows: Singles) -> Singles:
        if "of" in words:
            raise KeyboardInterrupt
        return rows

    with pytest.raises(KeyboardInterrupt):
        rewrite(source, tmp_path / f"target{suffix}", interrupted)
    for wrong in (lambda _, rows: rows[:-1], lambda _, rows: rows[:, :2]):
        with pytest.raises(SpecError, match="one row per word"):
            rewrite(source, tmp_path / f"target{suffix}", wrong)
    assert left_in(tmp_path) == []


@EACH
@SMALL
def test_a_full_disk(
    suffix: str, small: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    if small:
        request.getfixturevalue("in_rows")
    source = put(tmp_path, "source.bin", binary())
    writer, refused = formats.WRITERS[suffix]

    def full(part: Path, size: Any, taken: Iterator[Any]) -> None:
        writer(part, size, [next(taken)])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setitem(formats.WRITERS, suffix, (full, refused))
    with pytest.raises(OSError, match="No space left"):
        rewrite(source, tmp_path / f"target{suffix}", same)
    assert left_in(tmp_path) == []


def test_how_the_vectors_were_made_is_written_beside_them(tmp_path: Path) -> None:
    source = put(tmp_path, "source.txt", text())
    write_sidecar(source, {"method": "glove"}, np.arange(6))
    target = tmp_path / "target.bin"
    rewrite(source, target, same, provenance={"method": "doubled"})
    facts, counts = read_sidecar(target)
    assert facts == {"method": "doubled", "vectors_sha256": weatherglass.read(target).sha256}
    assert counts is not None
    assert counts.tolist() == [0, 1, 2, 3, 4, 5]
    rewrite(source, target, same, overwrite=True)
    assert not sidecar(target).exists()


def test_counts_of_other_rows_are_not_kept(tmp_path: Path) -> None:
    source = put(tmp_path, "source.bin", binary(["the", b"caf\xe9", *WORDS[2:]]))
    write_sidecar(source, {}, np.arange(6))
    rewrite(source, tmp_path / "target.txt", same, provenance={})
    assert "counts" not in json.loads(sidecar(tmp_path / "target.txt").read_text())


def test_progress_is_told_by_who_asked(in_rows: None, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    own = threading.current_thread()

    def progress(done: int, total: int) -> None:
        assert threading.current_thread() is own
        told.append((done, total))

    source = put(tmp_path, "source.bin", binary())
    rewrite(source, tmp_path / "target.bin", same, progress=progress)
    assert told == sorted(told)
    assert {total for _, total in told} == {len(binary())}


def test_a_small_binary_needs_no_compiler(tmp_path: Path) -> None:
    source = put(tmp_path, "source.bin", binary())
    code = (
        "import sys; from weatherglass.embedding.rewrite import rewrite\n"
        "rewrite(sys.argv[1], sys.argv[2], lambda _, rows: rows)\nprint('numba' in sys.modules)"
    )
    run: Callable[..., Any] = subprocess.run
    done = run([sys.executable, "-c", code, str(source), str(tmp_path / "target.bin")], capture_output=True, text=True)
    assert done.stdout == "False\n", done.stderr
