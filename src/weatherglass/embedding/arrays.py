"""Arrays with a vocabulary: numpy's `.npz` and `.safetensors`; nothing in them is ever executed."""

from __future__ import annotations

import json
import math
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from weatherglass.embedding.selection import Rows, Selection
from weatherglass.errors import FormatError, Notice
from weatherglass.files.compressed import EXPANSION_FREE, MOST_EXPANSION

_ROWS_AT_ONCE = 4096
_LARGEST_HEADER = 100 << 20
_DTYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2"}


Header = tuple[tuple[int, ...], np.dtype[Any], bool]  # shape, type, whether stored column by column


def read_npz(path: Path, select: Selection) -> Rows:
    """Read an archive that holds one matrix and one list of words, whatever they are called."""
    try:
        with zipfile.ZipFile(path) as archive:
            return _read_npz(path, archive, select)
    except FormatError:
        raise
    except Exception as error:  # numpy and zipfile raise many kinds on damaged headers
        raise FormatError(f"the npz archive is damaged or refused ({error})", file=path) from error


def _read_npz(path: Path, archive: zipfile.ZipFile, select: Selection) -> Rows:
    headers = {name: _npy_header(path, archive, name) for name in archive.namelist()}
    matrices = [n for n, (shape, dtype, _) in headers.items() if len(shape) == 2 and dtype.kind == "f"]
    lists = [n for n, (shape, dtype, _) in headers.items() if len(shape) == 1 and dtype.kind in "USu"]
    if len(matrices) != 1 or len(lists) != 1:
        found = ", ".join(f"{name} {dtype}{list(shape)}" for name, (shape, dtype, _) in headers.items())
        raise FormatError(
            f"needs one matrix of floats and one list of words, but holds {found or 'no arrays'}", file=path
        )
    words = _word_list(archive, lists[0])
    (count, dim), dtype, column_major = headers[matrices[0]]
    if column_major:
        raise FormatError("the matrix is stored column by column; save it again in C order", file=path)
    with archive.open(matrices[0]) as file:
        _skip_npy_header(file)
        return _gather(path, file, words, count, dim, dtype, select)


def _npy_header(path: Path, archive: zipfile.ZipFile, name: str) -> Header:
    """The header of one array, checked against the size that the archive gives for it."""
    size = archive.getinfo(name).file_size
    if size > EXPANSION_FREE and size > MOST_EXPANSION * path.stat().st_size:
        raise FormatError(f"{name} decompresses to {size:,} bytes, far more than real vectors do; refused", file=path)
    with archive.open(name) as file:
        shape, dtype, column_major = _skip_npy_header(file)
        if any(n < 0 for n in shape):
            raise FormatError(f"{name} has the impossible shape {shape}", file=path)
        promised = math.prod(shape) * dtype.itemsize
        held = size - file.tell()
    if held < promised and len(shape) == 2:
        row = max(1, promised // max(1, shape[0]))
        raise FormatError(f"the matrix ends in row {held // row + 1:,} of {shape[0]:,}", file=path)
    if held != promised:
        raise FormatError(f"{name} promises {promised:,} bytes but holds {held:,}", file=path)
    return shape, dtype, column_major


def _skip_npy_header(file: IO[bytes]) -> Header:
    version = np.lib.format.read_magic(file)
    reader = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, column_major, dtype = reader(file)
    if dtype.hasobject:
        raise ValueError("it holds Python objects, which could run code; save the words as a plain array of strings")
    return shape, dtype, column_major and len(shape) > 1


def _word_list(archive: zipfile.ZipFile, name: str) -> list[str | None]:
    with archive.open(name) as file:
        _, dtype, _ = _skip_npy_header(file)
        data = file.read()
    if dtype.kind == "u":  # our own files: UTF-8, one word a line
        return [_decode(word) for word in data.split(b"\n")]
    array = np.frombuffer(data, dtype)
    return array.tolist() if dtype.kind == "U" else [_decode(word) for word in array.tolist()]


def _decode(word: bytes) -> str | None:
    try:
        return word.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _gather(
    path: Path, file: IO[bytes], words: list[str | None], count: int, dim: int, dtype: np.dtype[Any], select: Selection
) -> Rows:
    """Read the matrix forwards in blocks and keep the wanted rows."""
    if len(words) != count:
        raise FormatError(f"{len(words):,} words but {count:,} rows of vectors", file=path)
    rows = Rows(path, dim)
    for _ in range(sum(word is None for word in words)):
        rows.leave_out("invalid-utf8", "")
    keep = select.rows_of([word or "" for word in words])
    rows.total = count if select.limit is None else min(count, select.limit)
    for low, block in _blocks(path, file, rows.total, dim, dtype):
        first, last = np.searchsorted(keep, [low, low + len(block)])
        for rank in keep[first:last].tolist():
            word = words[rank]
            if word is not None:
                rows.add(rank, word, block[rank - low].copy())  # a view would keep the whole block
    return rows


def _blocks(
    path: Path, file: IO[bytes], count: int, dim: int, dtype: np.dtype[Any]
) -> Iterator[tuple[int, NDArray[np.float32]]]:
    size = dim * dtype.itemsize
    for low in range(0, count, _ROWS_AT_ONCE):
        wanted = min(_ROWS_AT_ONCE, count - low) * size
        data = file.read(wanted)
        if len(data) < wanted:
            raise FormatError(f"the matrix ends in row {low + len(data) // size + 1:,} of {count:,}", file=path)
        block = np.frombuffer(data, dtype).reshape(-1, dim)
        if dtype == np.dtype("<u2"):  # bfloat16: the upper half of a 32-bit float
            block = (block.astype(np.uint32) << 16).view(np.float32)
        with np.errstate(over="ignore", invalid="ignore"):  # what is not finite then is left out and counted
            yield low, block.astype(np.float32)


def write_npz(path: Path, words: tuple[str, ...], vectors: NDArray[np.floating]) -> None:
    """`words` as UTF-8 bytes, one a line, and `vectors`; read back with numpy or `weatherglass.read`."""
    text = "\n".join(words).encode("utf-8")
    with path.open("wb") as file:
        np.savez_compressed(file, words=np.frombuffer(text, np.uint8), vectors=vectors)


def read_safetensors(path: Path, select: Selection, vocabulary: Path) -> tuple[Rows, tuple[Notice, ...]]:
    """Read the file's one matrix; the words come from `vocabulary`."""
    with path.open("rb") as file:
        size = int.from_bytes(file.read(8), "little")
        if size > min(_LARGEST_HEADER, path.stat().st_size):
            raise FormatError("the safetensors header is longer than the file", file=path)
        kind, (count, dim), (begin, end) = _tensor(path, file.read(size))
        dtype = np.dtype(_DTYPES[kind])
        if end - begin != math.prod((count, dim, dtype.itemsize)) or 8 + size + end > path.stat().st_size:
            raise FormatError(f"the matrix of {count:,} × {dim:,} numbers is cut short", file=path)
        words = _read_vocabulary(vocabulary)
        file.seek(8 + size + begin)
        rows = _gather(path, file, list(words), count, dim, dtype, select)
    return rows, (Notice("vocabulary-file", f"The words were taken from {vocabulary.name}."),)


def _tensor(path: Path, header: bytes) -> tuple[str, tuple[int, int], tuple[int, int]]:
    """Type, shape and place of the one matrix that a safetensors header names."""
    try:
        tensors = {name: t for name, t in json.loads(header).items() if name != "__metadata__"}
        matrices = {n: t for n, t in tensors.items() if len(t["shape"]) == 2 and str(t["dtype"]) in _DTYPES}
        found = ", ".join(f"{n} {t['dtype']}{t['shape']}" for n, t in tensors.items()) or "nothing"
        if len(matrices) == 1:
            ((_, tensor),) = matrices.items()
            count, dim = map(_whole, tensor["shape"])
            begin, end = map(_whole, tensor["data_offsets"])
            return str(tensor["dtype"]), (count, dim), (begin, end)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise FormatError(f"the safetensors header cannot be read ({error})", file=path) from error
    raise FormatError(f"needs exactly one matrix of floats, but holds {found}", file=path)


def _whole(number: Any) -> int:
    if not isinstance(number, int) or isinstance(number, bool) or number < 0:
        raise ValueError(f"{number!r} is no size")
    return number


def vocabulary_beside(path: Path) -> Path:
    """The vocabulary file that belongs to a safetensors file."""
    stem = path.name.split(".safetensors")[0]
    names = [f"{stem}.vocab.txt", f"{stem}.txt", f"{stem}.vocab.json", "vocab.txt", "vocab.json", "tokenizer.json"]
    for name in names:
        if (path.parent / name).is_file():
            return path.parent / name
    raise FormatError(
        f"has no vocabulary beside it; give vocabulary=FILE, or put one of {', '.join(names)} into its folder",
        file=path,
    )


def _read_vocabulary(path: Path) -> list[str]:
    """One word a line, a JSON list, a JSON object word → row, or a Hugging Face `tokenizer.json`."""
    try:
        text = path.read_text("utf-8-sig")
        if path.suffix != ".json":
            return text.removesuffix("\n").split("\n")
        data = json.loads(text)
        if isinstance(data, dict) and isinstance(data.get("model"), dict):
            data = data["model"]["vocab"]
        if isinstance(data, dict):
            by_row = {_whole(row): word for word, row in data.items()}
            if sorted(by_row) != list(range(len(data))):
                raise ValueError("its row numbers have gaps or repeat")
            return [by_row[row] for row in range(len(data))]
        words = [item[0] if isinstance(item, list) else item for item in data]
        if not isinstance(data, list) or not all(isinstance(word, str) for word in words):
            raise ValueError("it is no list of words")
        return words
    except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
        raise FormatError(f"is not a vocabulary ({error})", file=path) from error
