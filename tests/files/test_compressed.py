"""No file grows beyond what is allowed while it is unpacked, whatever packed it and whichever thread unpacks it."""

from __future__ import annotations

import bz2
import io
import lzma
import threading
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

import weatherglass
from tests.embedding.files import COMPRESS, put, text, zipped
from weatherglass.corpus.source import Source
from weatherglass.embedding.arrays import read_npz
from weatherglass.embedding.selection import Selection
from weatherglass.errors import FormatError
from weatherglass.files.compressed import Decompressed, Member, beginning, most_unpacked, unpacking_at_most

MOST = 3 << 20
GROWN = 48 << 20  # less than what is refused anyway
METHODS = {
    "stored": zipfile.ZIP_STORED,
    "deflate": zipfile.ZIP_DEFLATED,
    "bzip2": zipfile.ZIP_BZIP2,
    "lzma": zipfile.ZIP_LZMA,
}


def _zip(method: int) -> Callable[[bytes], bytes]:
    return lambda data: zipped({"inside": data}, method)


BOMBS: dict[str, Callable[[bytes], bytes]] = {
    "gz": lambda data: zlib.compress(data, 9, wbits=31),
    "xz": lzma.compress,
    "zst": COMPRESS["zst"],
    "bz2": bz2.compress,
    **{f"zip-{name}": _zip(method) for name, method in METHODS.items() if name != "stored"},
}


def _bomb(folder: Path, kind: str) -> Path:
    path = put(folder, f"vectors.{kind}", BOMBS[kind](text(header=False) + bytes(GROWN)))
    assert path.stat().st_size < 100_000
    return path


@pytest.mark.parametrize("kind", BOMBS)
def test_a_bomb_is_refused_before_it_fills_memory(kind: str, tmp_path: Path) -> None:
    path = _bomb(tmp_path, kind)
    tracemalloc.start()
    try:
        with (
            unpacking_at_most(MOST),
            pytest.raises(FormatError, match=rf"{path.name}.*at most {MOST:,}.*unpack it by hand"),
        ):
            for _ in Decompressed(path, path.suffix[1:].partition("-")[0]):
                pass
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < GROWN / 2


@pytest.mark.parametrize("kind", BOMBS)
def test_all_of_it_comes_out_where_it_is_allowed(kind: str, tmp_path: Path) -> None:
    path = _bomb(tmp_path, kind)
    with unpacking_at_most(2 * GROWN):
        total = sum(map(len, Decompressed(path, path.suffix[1:].partition("-")[0])))
    assert total == GROWN + len(text(header=False))


def test_exactly_as_much_as_is_allowed_comes_out(tmp_path: Path) -> None:
    data = text()
    path = put(tmp_path, "vectors.gz", data, "gz")
    with unpacking_at_most(len(data)):
        assert len(weatherglass.read(path)) == 6
    with unpacking_at_most(len(data) - 1), pytest.raises(FormatError, match="at most"):
        weatherglass.read(path)


@pytest.mark.parametrize("kind", COMPRESS)
def test_vectors_and_texts_are_under_the_same_bound(kind: str, tmp_path: Path) -> None:
    path = put(tmp_path, "vectors", text(), kind)
    with unpacking_at_most(20):
        with pytest.raises(FormatError, match="at most 20"):
            weatherglass.read(path)
        with pytest.raises(FormatError, match="at most 20"):
            Source(path, "a", {})
    assert len(weatherglass.read(path)) == 6


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("large", ["vectors", "words"])
def test_arrays_are_under_the_same_bound(method: str, large: str, tmp_path: Path) -> None:
    rows = 6 << 10 if large == "vectors" else 5
    words = np.array([f"{i:0{10 if large == 'vectors' else 700_000}}" for i in range(rows)], "S")
    vectors = np.ones((rows, 256), np.float32)
    members = {}
    for name, array in (("words.npy", words), ("vectors.npy", vectors)):
        np.save(file := io.BytesIO(), array)
        members[name] = file.getvalue()
    path = put(tmp_path, "vectors.npz", zipped(members, METHODS[method]))
    with unpacking_at_most(MOST), pytest.raises(FormatError, match=rf"vectors\.npz.*at most {MOST:,}"):
        read_npz(path, Selection())
    with unpacking_at_most(4 * MOST):
        assert len(read_npz(path, Selection()).finish()[0]) == rows


def test_the_bound_holds_in_threads_that_were_there_before(tmp_path: Path) -> None:
    path = put(tmp_path, "vectors.gz", text(), "gz")
    go, said = threading.Event(), []

    def read() -> None:
        go.wait()
        try:
            weatherglass.read(path)
        except FormatError as error:
            said.append(str(error))

    thread = threading.Thread(target=read)
    thread.start()
    with unpacking_at_most(10):
        go.set()
        thread.join()
    assert len(said) == 1
    assert "at most 10" in said[0]


def test_the_smallest_of_several_bounds_holds_and_each_ends_with_its_block() -> None:
    assert most_unpacked() is None
    with unpacking_at_most(10):
        with unpacking_at_most(20):
            assert most_unpacked() == 10
        with suppress(KeyError), unpacking_at_most(5):
            assert most_unpacked() == 5
            raise KeyError
        assert most_unpacked() == 10
    assert most_unpacked() is None


@pytest.mark.parametrize(
    "name",
    [
        "/etc/vectors.txt",
        "../vectors.txt",
        "a/../../vectors.txt",
        "C:\\vectors.txt",
        "a\\..\\..\\vectors.txt",
        "\\\\host\\share\\v.txt",
    ],
)
@pytest.mark.parametrize("npy", [False, True])
def test_members_whose_names_lead_out_are_refused(name: str, npy: bool, tmp_path: Path) -> None:
    named = name.replace(".txt", ".npy") if npy else name
    path = put(tmp_path, "vectors.zip", zipped({named: text()}))
    with pytest.raises(FormatError, match="leads out"):
        weatherglass.read(path)


@pytest.mark.parametrize("name", ["folder/vectors.txt", "./vectors.txt", "a..b"])
def test_members_whose_names_stay_inside_are_read(name: str, tmp_path: Path) -> None:
    assert len(weatherglass.read(put(tmp_path, "vectors.zip", zipped({name: text()})))) == 6


@pytest.mark.parametrize("kind", BOMBS)
def test_only_a_beginning_is_unpacked(kind: str, tmp_path: Path) -> None:
    path = _bomb(tmp_path, kind)
    tracemalloc.start()
    try:
        compression, start, *_ = beginning(path, 1000)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert compression == kind.partition("-")[0]
    assert start == (text(header=False) + bytes(1000))[:1000]
    assert peak < GROWN / 2


@pytest.mark.parametrize("kind", ["gz", "xz", "zst", "bz2"])
def test_the_beginning_of_damaged_data_is_what_comes_before_the_damage(kind: str, tmp_path: Path) -> None:
    data = np.random.default_rng(1).bytes(2_000_000)
    packed = COMPRESS[kind](data)
    compression, start, *_ = beginning(put(tmp_path, "cut", packed[: len(packed) * 3 // 4]), 1 << 30)
    assert compression == kind
    assert 0 < len(start) < len(data)
    assert data.startswith(start)


@pytest.mark.parametrize("method", METHODS)
def test_a_member_is_read_in_any_steps(method: str, tmp_path: Path) -> None:
    data = np.random.default_rng(1).integers(0, 9, 3_000_000, np.uint8).tobytes()
    path = put(tmp_path, "a.zip", zipped({"a": data}, METHODS[method]))
    with zipfile.ZipFile(path) as archive, Member(archive, "a", path) as member:
        parts = [member.read(size) for size in (0, 1, 7, 1 << 20, 12345)]
        assert [len(part) for part in parts] == [0, 1, 7, 1 << 20, 12345]
        assert member.tell() == sum(map(len, parts))
        assert b"".join([*parts, member.read()]) == data
        assert member.read(5) == b""


@pytest.mark.parametrize("kind", [None, *COMPRESS])
def test_how_large_all_of_it_is_can_be_told_from_a_beginning(kind: str | None, tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    data = b"".join(b"%d %f\n" % (i, number) for i, number in enumerate(rng.normal(size=200_000)))
    path = put(tmp_path, "numbers", data, kind)
    part = beginning(path, 1 << 18)
    assert part.size == pytest.approx(len(data), rel=0.15)
    assert part.exact == (kind in (None, "zip"))
    assert beginning(path, 1 << 30) == (kind, data, len(data), True)
