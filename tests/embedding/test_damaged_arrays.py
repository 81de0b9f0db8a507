"""Damaged .npz and .safetensors: refused with a reason, and nothing in them is ever executed."""

from __future__ import annotations

import io
import json
import pickle
import struct
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import weatherglass
from tests.embedding.files import (
    COMPRESS,
    VECTORS,
    VOCABULARY,
    WORDS,
    Malicious,
    assert_nothing_is_wrong,
    codes,
    floats,
    notice_of,
    npz,
    npz_space,
    put,
    safetensors,
    safetensors_space,
    zipped,
)
from weatherglass.errors import FormatError

NAMES = np.array(WORDS)


@pytest.mark.parametrize("place", ["words", "vectors"])
def test_an_npz_with_python_objects_is_refused_and_nothing_runs(place: str, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    objects = np.array([Malicious(trace)] * 6, dtype=object)
    arrays = {"words": NAMES, "vectors": VECTORS} | {place: objects}
    with pytest.raises(FormatError, match=r"vectors\.npz: .*objects"):
        weatherglass.read(put(tmp_path, "vectors.npz", npz(arrays)))
    assert not trace.exists()


def test_a_pickle_in_place_of_an_array_is_refused_and_nothing_runs(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    data = zipped({"words.npy": pickle.dumps(Malicious(trace)), "vectors.npy": b""})
    with pytest.raises(FormatError, match=r"vectors\.npz"):
        weatherglass.read(put(tmp_path, "vectors.npz", data))
    assert not trace.exists()


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"words": NAMES, "a": VECTORS, "b": VECTORS}, "one matrix"),
        ({"words": NAMES}, "one matrix"),
        ({"vectors": VECTORS}, "one list of words"),
        ({"w": NAMES, "v": NAMES, "vectors": VECTORS}, "one list of words"),
        ({"words": NAMES[:5], "vectors": VECTORS}, "5 words but 6 rows"),
        ({"words": NAMES, "vectors": VECTORS[:5]}, "6 words but 5 rows"),
        ({"words": NAMES, "vectors": VECTORS.reshape(6, 2, 2)}, "one matrix"),
        ({"words": NAMES, "vectors": VECTORS.astype(int)}, "one matrix"),
        ({"words": NAMES, "vectors": VECTORS[:, :0]}, "0 dimensions"),
        ({"words": NAMES, "vectors": np.asfortranarray(VECTORS)}, "column"),
        ({"words": NAMES.reshape(2, 3), "vectors": VECTORS}, "one list of words"),
        ({"words": np.arange(6, dtype=np.uint32), "vectors": VECTORS}, "words but 6 rows"),
    ],
)
def test_an_npz_that_does_not_fit_says_why(arrays: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=rf"vectors\.npz: .*{message}"):
        weatherglass.read(put(tmp_path, "vectors.npz", npz(arrays)))


@pytest.mark.parametrize("compressed", [True, False])
def test_every_cut_of_an_npz_is_an_error(compressed: bool, tmp_path: Path) -> None:
    data = npz({"words": NAMES, "vectors": VECTORS}, compressed=compressed)
    for size in range(0, len(data), 2):
        with pytest.raises(FormatError, match=r"vectors\.npz"):
            weatherglass.read(put(tmp_path, "vectors.npz", data[:size]))


def npy(header: str | bytes, data: bytes = b"", version: bytes = b"\x01\x00") -> bytes:
    """A .npy file with any header."""
    raw = header.encode("latin1") if isinstance(header, str) else header
    return b"\x93NUMPY" + version + struct.pack("<H" if version[0] == 1 else "<I", len(raw)) + raw + data


def npy_of(array: np.ndarray) -> bytes:
    file = io.BytesIO()
    np.lib.format.write_array(file, array)
    return file.getvalue()


def description(descr: str = "'<f4'", shape: str = "(6, 4)") -> str:
    return f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}\n"


@pytest.mark.parametrize(
    "header",
    [
        "",
        "{",
        "{'descr': '<f4'}\n",
        "(((((\n",
        "'''\n",
        "  x\n y\n",
        "{[]: 1}\n",
        "{{}: 1}\n",
        "-" * 5000 + "1\n",
        "[" * 3000 + "\n",
        b"\xff\xfe\0\0",
        description("'<f4L'"),
        description("'<z9'"),
        description("None"),
        description("[('a', '<f4')]"),
        description("'|O'"),
        description("'<f4'", "(-6, 4)"),
        description("'<f4'", "(-6, -4)"),
        description("'<f4'", "(6, -4)"),
        description("'<f4'", "(6.0, 4)"),
        description("'<f4'", "6"),
        description("'<f4'", f"({10**30}, 4)"),
        description("'<f4'", f"(6, {10**30})"),
        description("'<f4'", "(1000000000000, 4)"),
        description("'<f4'", "(6, 1000000000000)"),
        description("'<f4'", "(6, 5)"),
    ],
    ids=range(26),
)
@pytest.mark.parametrize("version", [b"\x01\x00", b"\x02\x00", b"\x03\x00", b"\x09\x09"])
def test_any_damaged_array_header_is_an_error_of_ours(header: str | bytes, version: bytes, tmp_path: Path) -> None:
    matrix = npy(header, VECTORS.tobytes(), version)
    data = zipped({"words.npy": npy_of(NAMES), "vectors.npy": matrix})
    with pytest.raises(FormatError, match=r"vectors\.npz"):
        weatherglass.read(put(tmp_path, "vectors.npz", data))


@pytest.mark.parametrize("shape", ["(-1,)", "(1000000000000,)", "(7,)", f"({10**30},)"])
@pytest.mark.parametrize("descr", ["'<U6'", "'|S6'", "'|u1'", "'<U0'", "'<U1000000000'"])
def test_any_damaged_word_list_is_an_error_of_ours(shape: str, descr: str, tmp_path: Path) -> None:
    data = zipped({"words.npy": npy(description(descr, shape), b"a\nb\nc"), "vectors.npy": npy_of(VECTORS)})
    with pytest.raises(FormatError, match=r"vectors\.npz"):
        weatherglass.read(put(tmp_path, "vectors.npz", data))


@pytest.mark.parametrize("wrong", [-3, 3])
def test_a_word_list_longer_or_shorter_than_it_says_is_an_error(wrong: int, tmp_path: Path) -> None:
    """The number of words would still be right, but the last word would not."""
    raw = "\n".join(WORDS[:5]).encode() + b"\nqueen"
    words = npy(description("'|u1'", f"({len(raw) + wrong},)"), raw)
    data = zipped({"words.npy": words, "vectors.npy": npy_of(VECTORS)})
    with pytest.raises(FormatError, match=r"vectors\.npz"):
        weatherglass.read(put(tmp_path, "vectors.npz", data))


@pytest.mark.parametrize("cut", [1, 4, 16, 90])
def test_a_matrix_that_ends_early_is_an_error(cut: int, tmp_path: Path) -> None:
    """The archive is intact, what was put into it was not."""
    data = zipped({"words.npy": npy_of(NAMES), "vectors.npy": npy_of(VECTORS)[:-cut]})
    with pytest.raises(FormatError, match=r"vectors\.npz: .*ends in row"):
        weatherglass.read(put(tmp_path, "vectors.npz", data))


def test_rows_of_an_npz_that_no_number_may_rest_on_are_left_out_and_counted(tmp_path: Path) -> None:
    words = np.array([b"the", b"\xff", b"", b"zero", b"nan", b"far", b"the", b"of"])
    vectors = np.array([[1, 2], [3, 4], [5, 6], [0, 0], [np.nan, 1], [1e300, 1], [7, 8], [9, 10]])
    embedding = weatherglass.read(put(tmp_path, "vectors.npz", npz({"words": words, "vectors": vectors})))
    assert embedding.words == ("the", "of")
    assert embedding.ranks.tolist() == [0, 7]
    assert codes(embedding.notices) == ["duplicate-words", "empty-word", "invalid-utf8", "not-finite", "zero-vectors"]
    assert "2 rows " in notice_of(embedding, "not-finite")


def test_a_signalling_nan_is_a_nan_like_others(tmp_path: Path) -> None:
    """Damaged bytes often make one, and turning it into another type would raise a warning."""
    put(tmp_path, "vocab.txt", b"the\nbad\n")
    for kind, bits in (("F16", 0x7C01), ("BF16", 0x7F81), ("F32", 0x7F800001), ("F64", 0x7FF0000000000001)):
        size = {"F16": 2, "BF16": 2, "F32": 4, "F64": 8}[kind]
        data = safetensors_space(floats((1, 2), (3, 4)), kind)[:-size] + bits.to_bytes(size, "little")
        embedding = weatherglass.read(put(tmp_path, "vectors.safetensors", data))
        assert embedding.words == ("the",), kind
        assert codes(embedding.notices) == ["not-finite"]
    for dtype, bits in (("<f2", 0x7C01), ("<f4", 0x7F800001), ("<f8", 0x7FF0000000000001)):
        good = np.array([[1, 2], [3, 4]], dtype)
        raw = good.tobytes()[: -good.itemsize] + bits.to_bytes(good.itemsize, "little")
        data = npz({"words": np.array(["the", "bad"]), "vectors": np.frombuffer(raw, dtype).reshape(2, 2)})
        assert codes(weatherglass.read(put(tmp_path, "vectors.npz", data)).notices) == ["not-finite"]


def test_a_word_that_is_half_a_character_is_left_out(tmp_path: Path) -> None:
    """A lone surrogate can be in an array of unicode, but in no file that is written later."""
    words = np.array(["the", "a\ud800", "of"])
    vectors = np.arange(1, 7, dtype=np.float32).reshape(3, 2)
    embedding = weatherglass.read(put(tmp_path, "vectors.npz", npz({"words": words, "vectors": vectors})))
    assert embedding.words == ("the", "of")
    assert codes(embedding.notices) == ["invalid-utf8"]


@pytest.mark.parametrize("place", ["words", "vectors"])
def test_an_npz_bomb_is_refused_with_little_memory(place: str, tmp_path: Path) -> None:
    """200 MB of zeros in 200 KB; the words are read at once, the vectors in blocks."""
    size = 200 << 20
    path = tmp_path / "vectors.npz"
    headers = {
        "words": npy(description("'|u1'", f"({size},)")) if place == "words" else npy_of(NAMES),
        "vectors": npy(description("'<f4'", f"(6, {size // 24})")) if place == "vectors" else npy_of(VECTORS),
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, head in headers.items():
            with archive.open(f"{name}.npy", "w") as file:
                file.write(head)
                if name == place:
                    for _ in range(size >> 20):
                        file.write(bytes(1 << 20))
    tracemalloc.start()
    try:
        with pytest.raises(FormatError, match=r"vectors\.npz"):
            weatherglass.read(path)
        assert tracemalloc.get_traced_memory()[1] < 100 << 20
    finally:
        tracemalloc.stop()


# safetensors


def read_safetensors(folder: Path, data: bytes, vocabulary: bytes | None = VOCABULARY) -> Any:
    if vocabulary is not None:
        put(folder, "vocab.txt", vocabulary)
    return weatherglass.read(put(folder, "model.safetensors", data))


def tensor(**changes: Any) -> dict[str, Any]:
    return {"embeddings": {"dtype": "F32", "shape": [6, 4], "data_offsets": [0, 96], **changes}}


NUMBERS = VECTORS.tobytes()


def test_every_cut_of_a_safetensors_file_is_an_error(tmp_path: Path) -> None:
    data = safetensors_space()
    for size in range(len(data)):
        with pytest.raises(FormatError, match=r"model\.safetensors"):
            read_safetensors(tmp_path, data[:size])


@pytest.mark.parametrize(
    "header",
    [
        tensor(data_offsets=[0, 200]),
        tensor(data_offsets=[8, 104]),
        tensor(data_offsets=[96, 192]),
        tensor(data_offsets=[-96, 0]),
        tensor(data_offsets=[-8, 88]),
        tensor(data_offsets=[96, 0]),
        tensor(data_offsets=[0, 95]),
        tensor(data_offsets=[0]),
        tensor(data_offsets=[]),
        tensor(data_offsets=[0, 96, 96]),
        tensor(data_offsets=None),
        tensor(data_offsets=["a", "b"]),
        tensor(data_offsets=[0, float("inf")]),
        tensor(data_offsets=[0, float("nan")]),
        tensor(data_offsets=[0.5, 96.5]),
        tensor(shape=[6, 5]),
        tensor(shape=[-6, -4]),
        tensor(shape=[6, 0], data_offsets=[0, 0]),
        tensor(shape=[10**12, 4]),
        tensor(shape=[6, 10**12]),
        tensor(shape=[24]),
        tensor(shape=None),
        tensor(shape=[6, None]),
        tensor(shape="64"),
        tensor(shape=[6.9, 4.9]),
        tensor(dtype="I32"),
        tensor(dtype="F8_E4M3"),
        tensor(dtype=None),
        tensor(dtype=["F32"]),
        tensor(dtype={"a": 1}),
        {"embeddings": None},
        {"embeddings": [1, 2]},
        {},
        {"a": tensor()["embeddings"], "b": tensor()["embeddings"]},
        b"[]",
        b"{",
        b"{" * 5000,
        b"{" + b'"a":[' * 100_000,
        b'{"a": "\xff"}',
        b"",
    ],
    ids=range(40),
)
def test_any_damaged_safetensors_header_is_an_error_of_ours(header: dict[str, Any] | bytes, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"model\.safetensors"):
        read_safetensors(tmp_path, safetensors(header, NUMBERS))


@pytest.mark.parametrize("size", [1000, 2**39, 2**40 - 1, 2**63])
def test_a_header_longer_than_the_file_is_an_error(size: int, tmp_path: Path) -> None:
    data = safetensors_space()
    with pytest.raises(FormatError, match=r"model\.safetensors"):
        read_safetensors(tmp_path, struct.pack("<Q", size) + data[8:])


def test_a_missing_vocabulary_says_which_names_are_looked_for(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"model\.vocab\.txt.*vocab\.json.*tokenizer\.json"):
        read_safetensors(tmp_path, safetensors_space(), None)


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_a_vocabulary_that_cannot_be_opened_is_an_error_of_ours(kind: str, tmp_path: Path) -> None:
    path = put(tmp_path, "model.safetensors", safetensors_space())
    vocabulary = tmp_path if kind == "folder" else tmp_path / "absent.txt"
    with pytest.raises(FormatError, match=vocabulary.name):
        weatherglass.read(path, vocabulary=vocabulary)


@pytest.mark.parametrize("count", [0, 5, 7])
def test_a_vocabulary_of_another_length_is_an_error(count: int, tmp_path: Path) -> None:
    words = "".join(f"w{i}\n" for i in range(count)).encode()
    with pytest.raises(FormatError, match=r"words but 6 rows"):
        read_safetensors(tmp_path, safetensors_space(), words)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"5",
        b"null",
        b'"a text"',
        b"\xff\xfe",
        b"[[], [], [], [], [], []]",
        b"[" * 100_000,
        b'["a", "b", "c", "d", "e", null]',
        b'["a", "b", "c", "d", "e", {"f": 1}]',
        b'{"a": 0, "b": 1, "c": 2, "d": 3, "e": 4, "f": 6}',
        b'{"a": 0, "b": 1, "c": 2, "d": 3, "e": 4, "f": 4}',
        b'{"a": 0, "b": 1, "c": 2, "d": 3, "e": 4, "f": "x"}',
        b'{"a": 0, "b": 1, "c": 2, "d": 3, "e": 4, "f": Infinity}',
        b'{"a": 0, "b": 1, "c": 2, "d": 3, "e": 4, "f": 5.5}',
        b'{"a": 0, "b": 1, "c": 2, "d": 3, "e": 4, "f": null}',
        b'{"model": null}',
        b'{"model": {}}',
        b'{"model": {"vocab": null}}',
        b'{"model": {"vocab": 5}}',
    ],
)
def test_any_damaged_vocabulary_is_an_error_of_ours(content: bytes, tmp_path: Path) -> None:
    put(tmp_path, "vocab.json", content)
    with pytest.raises(FormatError, match=r"vocab\.json|model\.safetensors"):
        weatherglass.read(put(tmp_path, "model.safetensors", safetensors_space()))


def test_rows_of_safetensors_that_no_number_may_rest_on_are_left_out_and_counted(tmp_path: Path) -> None:
    vectors = np.array([[1, 2], [0, 0], [np.inf, 1], [3, 4]])
    data = safetensors_space(vectors, "F64")
    embedding = read_safetensors(tmp_path, data, b"the\nzero\nfar\nthe\n")
    assert embedding.words == ("the",)
    assert codes(embedding.notices) == ["duplicate-words", "not-finite", "zero-vectors"]


@pytest.mark.parametrize("data", [npz_space(), safetensors_space()], ids=["npz", "safetensors"])
def test_a_cut_inside_gz_is_an_error(data: bytes, tmp_path: Path) -> None:
    put(tmp_path, "vocab.txt", VOCABULARY)
    packed = COMPRESS["gz"](data)
    for size in range(0, len(packed), 3):
        with pytest.raises(FormatError, match=r"vectors\.gz"):
            weatherglass.read(put(tmp_path, "vectors.gz", packed[:size]))
    assert_nothing_is_wrong(weatherglass.read(put(tmp_path, "vectors.gz", packed)))


def test_a_vocabulary_in_json_with_half_a_character_leaves_that_row_out(tmp_path: Path) -> None:
    put(tmp_path, "vocab.json", json.dumps([*WORDS[:5], "\ud83d"]).encode())
    embedding = weatherglass.read(put(tmp_path, "model.safetensors", safetensors_space()))
    assert embedding.words == WORDS[:5]
    assert codes(embedding.notices) == ["invalid-utf8"]
