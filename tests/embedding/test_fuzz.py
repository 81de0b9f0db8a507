"""Whatever the bytes are: vectors or a `FormatError`, and never another exception, a hang or a wrong number."""

from __future__ import annotations

import itertools
import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.embedding.files import (
    COMPRESS,
    STREAMED,
    VOCABULARY,
    npz_space,
    put,
    read_or_refuse,
    safetensors,
    safetensors_space,
    zipped,
)
from weatherglass.embedding.embedding import Embedding

STARTS = {
    "nothing": b"",
    "gz": b"\x1f\x8b\x08\0\0\0\0\0\0\x03",
    "xz": b"\xfd7zXZ\x00",
    "zst": b"\x28\xb5\x2f\xfd",
    "bz2": b"BZh9",
    "zip": b"PK\x03\x04",
    "pickle": b"\x80\x04\x95",
    "fastText": struct.pack("<ii", 793712314, 12),
    "fastText with a header": struct.pack("<ii12idiiiqq", 793712314, 12, 2, *[1] * 11, 0.1, 1, 1, 0, 1, -1),
    "text": b"2 2\nthe 1 2\n",
    "GloVe": b"the 1 2\n",
    "binary": b"2 2\nthe ",
    "npy": b"\x93NUMPY\x01\x00",
    "safetensors": struct.pack("<Q", 20) + b"{",
}


def read(folder: Path, data: bytes, words: list[str] | None = None) -> Embedding | None:
    """The vectors, if these bytes are any; whatever was kept can be used."""
    put(folder, "vocab.txt", VOCABULARY)
    embedding = read_or_refuse(put(folder, "vectors.bin", data), words)
    if embedding is None:
        return None
    assert embedding.vectors.shape == (len(embedding.words), embedding.dim)
    assert len(set(embedding.words)) == len(embedding.words) == len(embedding.ranks) <= embedding.rows
    assert np.isfinite(embedding.vectors).all()
    assert embedding.vectors.any(axis=1).all()
    return embedding


@pytest.mark.parametrize("start", STARTS)
@given(rest=st.binary(max_size=300), wanted=st.sampled_from([None, ["the"]]))
@settings(max_examples=40)
def test_any_bytes_after_any_beginning(start: str, scratch: Path, rest: bytes, wanted: list[str] | None) -> None:
    read(scratch, STARTS[start] + rest, wanted)


@given(rows=st.lists(st.text(" \t\r\0_+-.0123456789eEnaifx\u00a0ä", max_size=20), max_size=8), header=st.booleans())
@settings(max_examples=150)
def test_anything_that_looks_like_rows_of_text(scratch: Path, rows: list[str], header: bool) -> None:
    head = [f"{len(rows)} 2"] if header else []
    data = "\n".join([*head, *rows, ""]).encode()
    whole = read(scratch, data)
    if whole is not None:  # then asking for its words is the same: there is one way to read a row
        part = read(scratch, data, list(whole.words))
        assert part is not None
        assert part.words == whole.words
        np.testing.assert_array_equal(part.vectors, whole.vectors)


@pytest.mark.parametrize("kind", COMPRESS)
@given(content=st.binary(max_size=200))
@settings(max_examples=25)
def test_any_bytes_inside_any_compression(kind: str, scratch: Path, content: bytes) -> None:
    read(scratch, COMPRESS[kind](content))


@given(name=st.text(max_size=10), content=st.binary(max_size=60), suffix=st.sampled_from(["", ".npy"]))
@settings(max_examples=60)
def test_any_member_of_a_zip(scratch: Path, name: str, content: bytes, suffix: str) -> None:
    try:
        data = zipped({name + suffix: content})
    except UnicodeEncodeError:  # half a character is no name
        return
    read(scratch, data)


@given(header=st.binary(max_size=60), numbers=st.binary(max_size=60))
@settings(max_examples=100)
def test_any_array_header_in_an_npz(scratch: Path, header: bytes, numbers: bytes) -> None:
    array = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + numbers
    read(scratch, zipped({"a.npy": array}))


json_value = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 200) | st.floats() | st.text(max_size=3) | st.just("F32"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


@given(dtype=st.just("F32") | json_value, shape=json_value, offsets=json_value)
@settings(max_examples=150)
def test_any_header_of_safetensors(scratch: Path, dtype: object, shape: object, offsets: object) -> None:
    data = safetensors({"a": {"dtype": dtype, "shape": shape, "data_offsets": offsets}}, bytes(range(1, 97)))
    read(scratch, data)


WHOLE = {**{name: make() for name, make in STREAMED.items()}, "npz": npz_space(), "safetensors": safetensors_space()}


@pytest.mark.parametrize("name", WHOLE)
def test_every_single_wrong_byte_is_an_error_or_gives_usable_vectors(name: str, tmp_path: Path) -> None:
    """Without a check sum a wrong digit cannot be seen; but no damage may crash or hang."""
    data = WHOLE[name]
    for position in range(len(data)):
        wrong = bytearray(data)
        wrong[position] = (0xFF, 0x00, 0x0A, 0x20)[position % 4]
        read(tmp_path, bytes(wrong), ["the"] if position % 3 else None)


@pytest.mark.parametrize("name", WHOLE)
@given(data=st.data())
@settings(max_examples=25)
def test_pieces_of_files_in_any_order(name: str, scratch: Path, data: st.DataObject) -> None:
    whole = WHOLE[name]
    cuts = data.draw(st.lists(st.integers(0, len(whole)), min_size=2, max_size=6))
    pieces = [whole[min(pair) : max(pair)] for pair in itertools.pairwise(cuts)]
    read(scratch, whole[: cuts[0]] + b"".join(pieces))
