"""Vectors inside gz, xz, zst, bz2 and zip: read as if they lay there plainly, and damage never passes."""

from __future__ import annotations

import gzip
import itertools
import struct
import threading
import zipfile
import zlib
from collections.abc import Callable, Iterator
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
    codes,
    fasttext,
    glove,
    npz,
    npz_space,
    put,
    read_or_refuse,
    safetensors_space,
    text,
    zipped,
)
from weatherglass.errors import FormatError
from weatherglass.files import compressed


@pytest.mark.parametrize("kind", COMPRESS)
@pytest.mark.parametrize("name", STREAMED)
def test_each_streamed_format_inside_each_compression(name: str, kind: str, tmp_path: Path) -> None:
    path = put(tmp_path, "vectors.txt", COMPRESS[kind](STREAMED[name]()))  # the suffix says nothing
    assert_is_space(weatherglass.read(path))
    some = weatherglass.read(path, words=["of", "absent"])
    assert (some.words, some.ranks.tolist(), some.rows) == (("of",), [3], 6)


@pytest.mark.parametrize("kind", COMPRESS)
def test_arrays_inside_each_compression(kind: str, tmp_path: Path) -> None:
    put(tmp_path, "vocab.txt", VOCABULARY)
    for name, data in (("vectors.npz", npz_space()), ("vectors.safetensors", safetensors_space())):
        path = put(tmp_path, f"{name}.{kind}", COMPRESS[kind](data))
        embedding = weatherglass.read(path)
        assert_is_space(embedding)
        assert embedding.source is not None
        assert embedding.source.format.endswith(f" in {kind}")


def test_errors_about_an_unpacked_file_name_the_file_that_was_given(tmp_path: Path) -> None:
    path = put(tmp_path, "vectors.npz.gz", gzip.compress(npz({"vectors": np.ones((2, 2))})))
    with pytest.raises(FormatError, match=r"vectors\.npz\.gz: ") as caught:
        weatherglass.read(path)
    assert "unpacked" not in caught.value.problem


@pytest.mark.parametrize("kind", ["gz", "xz", "zst", "bz2"])
@pytest.mark.parametrize("name", ["word2vec-text", "glove", "word2vec-binary", "fasttext"])
@pytest.mark.parametrize("size", [3, 50])
def test_files_made_of_several_compressed_ones(kind: str, name: str, size: int, tmp_path: Path) -> None:
    """What `cat a.gz b.gz` and parallel compressors make; a part may be as short as the header alone."""
    data = STREAMED[name]()
    parts = [COMPRESS[kind](data[i : i + size]) for i in range(0, len(data), size)]
    assert_is_space(weatherglass.read(put(tmp_path, "vectors", b"".join(parts))))


@pytest.mark.parametrize("kind", ["gz", "xz", "zst", "bz2"])
def test_a_header_compressed_by_itself_and_empty_parts(kind: str, tmp_path: Path) -> None:
    head, _, rows = text().partition(b"\n")
    parts = [b"", head + b"\n", b"", rows, b""]
    assert_is_space(weatherglass.read(put(tmp_path, "vectors", b"".join(map(COMPRESS[kind], parts)))))


def test_gz_filled_up_with_zeros(tmp_path: Path) -> None:
    """As tapes and some downloads leave it; gzip itself passes over them."""
    head, _, rows = text().partition(b"\n")
    first, second = COMPRESS["gz"](head + b"\n"), COMPRESS["gz"](rows)
    zeros = bytes(1 << 20)
    assert_is_space(weatherglass.read(put(tmp_path, "vectors", first + second + zeros)))
    assert_is_space(weatherglass.read(put(tmp_path, "vectors", first + zeros + second)))


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_zip_of_each_method(method: int, tmp_path: Path) -> None:
    assert_is_space(weatherglass.read(put(tmp_path, "vectors.zip", zipped({"a.txt": text()}, method))))


def test_zip_with_two_members_lists_them_and_reads_the_one_that_is_named(tmp_path: Path) -> None:
    path = put(tmp_path, "glove.zip", zipped({"glove.4d.txt": text(header=False), "sub/other.bin": binary()}))
    with pytest.raises(FormatError, match=r"2 files \(glove\.4d\.txt, sub/other\.bin\).*glove\.zip/glove\.4d\.txt"):
        weatherglass.read(path)
    for member in ("glove.4d.txt", "sub/other.bin"):
        embedding = weatherglass.read(path / member)
        assert_is_space(embedding)
        assert embedding.name == member.rpartition("/")[2]
        assert embedding.sha256 == weatherglass.read(path / "glove.4d.txt").sha256


def test_a_member_that_needs_a_vocabulary(tmp_path: Path) -> None:
    path = put(tmp_path, "model.zip", zipped({"config.json": b"{}", "model.safetensors": safetensors_space()}))
    vocabulary = put(tmp_path, "words.txt", VOCABULARY)
    assert_is_space(weatherglass.read(path / "model.safetensors", vocabulary=vocabulary))
    with pytest.raises(FormatError, match="vocabulary"):
        weatherglass.read(path / "model.safetensors")


def test_zip_without_the_named_member_lists_what_it_holds(tmp_path: Path) -> None:
    path = put(tmp_path, "glove.zip", zipped({"glove.4d.txt": text()}))
    with pytest.raises(FormatError, match=r"no member 'absent\.txt'.*glove\.4d\.txt"):
        weatherglass.read(path / "absent.txt")


def test_zip_from_a_mac_holds_one_file(tmp_path: Path) -> None:
    mac = ("__MACOSX/._a.txt", "__MACOSX/folder/a.txt", "folder/.DS_Store")
    members = {"folder/": b"", "folder/a.txt": text(), **dict.fromkeys(mac, b"\0")}
    assert_is_space(weatherglass.read(put(tmp_path, "vectors.zip", zipped(members))))


def test_empty_zip(tmp_path: Path) -> None:
    """Without any member there is no local header either, so it does not even look like a zip."""
    with pytest.raises(FormatError, match=r"vectors\.zip"):
        weatherglass.read(put(tmp_path, "vectors.zip", zipped({})))


def test_zip_of_folders_only(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="0 files"):
        weatherglass.read(put(tmp_path, "vectors.zip", zipped({"folder/": b""})))


@pytest.mark.parametrize("kind", COMPRESS)
def test_nothing_inside(kind: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="empty"):
        weatherglass.read(put(tmp_path, "vectors", COMPRESS[kind](b"")))


def test_a_compressed_text_that_ends_without_a_line_break(tmp_path: Path) -> None:
    embedding = weatherglass.read(put(tmp_path, "vectors.gz", gzip.compress(text().rstrip(b"\n"))))
    assert embedding.words == WORDS[:-1]
    assert codes(embedding.notices) == ["unfinished-row"]


# Damage


# Tiny, as each byte is tried in turn.
TINY_WORDS, TINY_VECTORS = WORDS[:3], VECTORS[:3, :2]
TINY = {
    "glove": glove(TINY_WORDS, TINY_VECTORS),
    "word2vec-binary": binary(TINY_WORDS, TINY_VECTORS),
    "fasttext": fasttext(TINY_WORDS, TINY_VECTORS, buckets=0, longest=0),
}
# Each compression with text, each format with two compressions.
TRIED = [*itertools.product(["glove"], COMPRESS), *itertools.product(["word2vec-binary", "fasttext"], ["gz", "zip"])]


@pytest.mark.parametrize(("name", "kind"), TRIED)
def test_every_cut_of_a_compressed_file_is_an_error(name: str, kind: str, tmp_path: Path) -> None:
    data = COMPRESS[kind](TINY[name])
    for size in range(len(data)):
        with pytest.raises(FormatError, match="vectors"):
            weatherglass.read(put(tmp_path, "vectors", data[:size]))


def damaged(data: bytes) -> Iterator[bytes]:
    """The file with one bit wrong, at every byte."""
    for position in range(len(data)):
        wrong = bytearray(data)
        wrong[position] ^= 1 << position % 8
        yield bytes(wrong)


@pytest.mark.parametrize(("name", "kind"), TRIED)
def test_every_wrong_bit_of_a_compressed_file_is_an_error_or_changes_nothing(
    name: str, kind: str, tmp_path: Path
) -> None:
    """Check sums come last in a file: they protect only a reader that reads to the end."""
    for data in damaged(COMPRESS[kind](TINY[name])):
        embedding = read_or_refuse(put(tmp_path, "vectors", data))
        if embedding is not None:
            assert_is_space(embedding, TINY_WORDS, TINY_VECTORS)


@pytest.mark.parametrize("compressed", [True, False])
def test_every_wrong_bit_of_an_npz_is_an_error_or_changes_nothing(compressed: bool, tmp_path: Path) -> None:
    words = np.frombuffer(VOCABULARY, np.uint8)
    vectors = np.random.default_rng(1).normal(size=(6, 4)).astype(np.float32)
    for data in damaged(npz({"words": words, "vectors": vectors}, compressed=compressed)):
        embedding = read_or_refuse(put(tmp_path, "vectors.npz", data))
        if embedding is not None:
            assert_is_space(embedding, WORDS, vectors)


LARGE_WORDS = [f"w{i}" for i in range(6000)]
LARGE_VECTORS = np.random.default_rng(1).normal(size=(6000, 100)).astype(np.float32)
LARGE: dict[str, Callable[[], bytes]] = {
    "word2vec-text": lambda: text(LARGE_WORDS, LARGE_VECTORS),
    "word2vec-binary": lambda: binary(LARGE_WORDS, LARGE_VECTORS),
    "fasttext": lambda: fasttext(LARGE_WORDS, LARGE_VECTORS, buckets=0, longest=0),
    "npz": lambda: npz({"w": np.array(LARGE_WORDS), "v": LARGE_VECTORS}, compressed=False),
}


@pytest.mark.parametrize(("name", "kind"), [("npz", None), *itertools.product(LARGE, ["gz", "zip"])])
def test_one_wrong_number_in_a_large_file_with_a_check_sum_is_noticed(
    name: str, kind: str | None, tmp_path: Path
) -> None:
    """The data is stored, not packed: one wrong byte is one wrong number, and only the check sum at the end tells."""
    data = LARGE[name]()
    packed = gzip.compress(data, 0) if kind == "gz" else zipped({"a": data}, zipfile.ZIP_STORED)
    wrong = bytearray(packed if kind else data)
    number = LARGE_VECTORS[0, 0]
    wrong[wrong.index(repr(float(number)).encode() if name == "word2vec-text" else number.tobytes())] ^= 1
    with pytest.raises(FormatError, match="vectors"):
        weatherglass.read(put(tmp_path, "vectors", bytes(wrong)), words=["w0"])


def test_rubbish_after_the_compressed_data_is_an_error_or_changes_nothing(tmp_path: Path) -> None:
    for kind in ("gz", "bz2", "xz"):
        embedding = read_or_refuse(put(tmp_path, "vectors", COMPRESS[kind](text()) + b"rubbish"))
        if embedding is not None:  # bz2 and xz may pass over what follows
            assert_is_space(embedding)


def encrypted() -> bytes:
    """A zip whose member says that a password is needed."""
    data = bytearray(zipped({"a.txt": text()}))
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(signature) + offset] |= 1
    return bytes(data)


def of_unknown_method() -> bytes:
    """A zip made with a method that Python cannot undo (deflate64, as Windows makes for large files)."""
    data = bytearray(zipped({"a.txt": text()}))
    for signature, offset in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        start = data.index(signature) + offset
        data[start : start + 2] = struct.pack("<H", 9)
    return bytes(data)


def without_a_name() -> bytes:
    return zipped({"": text()})


def with_a_broken_name() -> bytes:
    """The archive says that names are UTF-8, and they are not."""
    data = bytearray(zipped({"a.txt": text(), "é": b""}))
    return bytes(data.replace("é".encode(), b"\xff\xff"))


@pytest.mark.parametrize("make", [encrypted, of_unknown_method, without_a_name, with_a_broken_name])
@pytest.mark.parametrize("arrays", [False, True], ids=["text", "npz"])
def test_a_zip_that_cannot_be_opened_is_an_error_and_not_an_endless_wait(
    make: Callable[[], bytes], arrays: bool, tmp_path: Path
) -> None:
    data = make()
    if arrays:  # the name alone makes it look like numpy's
        data = data.replace(b"a.txt", b"a.npy")
    with pytest.raises(FormatError, match=r"vectors\.zip"):
        weatherglass.read(put(tmp_path, "vectors.zip", data))


def test_zips_within_zips_within_zips_are_refused(tmp_path: Path) -> None:
    data = text()
    for _ in range(600):
        data = zipped({"inside.zip": data}, zipfile.ZIP_STORED)
    with pytest.raises(FormatError, match=r"vectors\.zip"):
        weatherglass.read(put(tmp_path, "vectors.zip", data))


def test_no_thread_stays_behind(tmp_path: Path) -> None:
    """Reading stops after a few rows while the decompressor has many chunks to go."""
    words = [f"w{i}" for i in range(400_000)]
    data = "".join(f"{word} 1 2 3 4 5 6\n" for word in words).encode()
    path = put(tmp_path, "vectors.gz", gzip.compress(data, 1))
    weatherglass.read(path, limit=1)
    for thread in threading.enumerate():
        if thread.name == "decompress":
            thread.join()


def bomb(head: bytes, filler: bytes, megabytes: int) -> bytes:
    """gz data that grows about a thousandfold; one block is compressed once and repeated."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    parts = [packer.compress(head), packer.flush(zlib.Z_FULL_FLUSH)]
    block = filler * ((1 << 20) // len(filler))
    middle = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)
    parts.append(middle * megabytes)
    parts.append(packer.flush())
    crc = zlib.crc32(head)
    for _ in range(megabytes):
        crc = zlib.crc32(block, crc)
    size = (len(head) + len(block) * megabytes) & 0xFFFFFFFF
    return b"\x1f\x8b\x08\0\0\0\0\0\0\xff" + b"".join(parts) + struct.pack("<II", crc, size)


def test_the_bomb_maker_makes_real_gz() -> None:
    """Otherwise the next test would only test that rubbish is refused."""
    data = gzip.decompress(bomb(b"head\n", b"\0", 3))
    assert data == b"head\n" + bytes(3 << 20)


def test_a_small_file_may_grow_as_much_as_it_likes(tmp_path: Path) -> None:
    data = text() + b"\n" * 1_000_000
    path = put(tmp_path, "vectors.gz", data, "gz")
    assert len(data) > 2 * compressed.MOST_EXPANSION * path.stat().st_size
    assert_is_space(weatherglass.read(path))


def test_a_large_file_may_grow_as_real_data_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compressed, "EXPANSION_FREE", 100)
    assert_is_space(weatherglass.read(put(tmp_path, "vectors.gz", text(), "gz")))


@pytest.mark.parametrize(
    ("head", "filler"),
    [(b"", b"\0"), (text(), b"\n"), (text(header=False), b"x 1 1 1 1\n"), (b"9000000 10000\n", b" ")],
    ids=["zeros", "text and blank lines", "text", "binary"],
)
def test_a_gz_bomb_is_refused(head: bytes, filler: bytes, tmp_path: Path) -> None:
    data = bomb(head, filler, 300)
    assert len(data) < 1 << 20
    with pytest.raises(FormatError, match=r"vectors\.gz"):
        weatherglass.read(put(tmp_path, "vectors.gz", data), words=["the"])
