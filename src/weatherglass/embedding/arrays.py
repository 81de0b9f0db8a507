"""Arrays with a vocabulary: numpy's `.npz` and `.safetensors`; nothing in them is ever executed."""

from __future__ import annotations

import json
import math
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from weatherglass.embedding.blocks import Blocks, Size
from weatherglass.embedding.selection import Rows, Selection
from weatherglass.errors import FormatError, Notice
from weatherglass.files.compressed import EXPANSION_FREE, MOST_EXPANSION, Member

ROWS_AT_ONCE = 4096
_LARGEST_HEADER = 100 << 20
_DTYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2"}


Header = tuple[tuple[int, ...], np.dtype[Any], bool]  # shape, type, whether stored column by column
Between = Callable[[int, int], list[str | None]]  # the words from one row up to another; None: not UTF-8


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
    (matrix, ((count, dim), dtype, column_major)), (words_name, _) = matrix_and_words(path, archive)
    held, words = _word_list(path, archive, words_name)
    if column_major:
        raise FormatError("the matrix is stored column by column; save it again in C order", file=path)
    with Member(archive, matrix, path) as file:
        read_npy_header(file)
        return _gather(path, file, held, words, count, dim, dtype, select)


def matrix_and_words(path: Path, archive: zipfile.ZipFile) -> tuple[tuple[str, Header], tuple[str, Header]]:
    """The names and headers of the one matrix and of the one list of words."""
    headers = {name: _npy_header(path, archive, name) for name in archive.namelist()}
    matrices = [(n, h) for n, h in headers.items() if len(h[0]) == 2 and h[1].kind == "f"]
    lists = [(n, h) for n, h in headers.items() if len(h[0]) == 1 and h[1].kind in "USu"]
    if len(matrices) != 1 or len(lists) != 1:
        found = ", ".join(f"{name} {dtype}{list(shape)}" for name, (shape, dtype, _) in headers.items())
        raise FormatError(
            f"needs one matrix of floats and one list of words, but holds {found or 'no arrays'}", file=path
        )
    return matrices[0], lists[0]


def _npy_header(path: Path, archive: zipfile.ZipFile, name: str) -> Header:
    """The header of one array, checked against the size that the archive gives for it."""
    size = archive.getinfo(name).file_size
    if size > EXPANSION_FREE and size > MOST_EXPANSION * path.stat().st_size:
        raise FormatError(f"{name} decompresses to {size:,} bytes, far more than real vectors do; refused", file=path)
    with Member(archive, name, path) as file:
        shape, dtype, column_major = read_npy_header(file)
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


def read_npy_header(file: IO[bytes] | Member) -> Header:
    """What the file's array is; its numbers follow."""
    version = np.lib.format.read_magic(file)
    reader = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, column_major, dtype = reader(file)
    if dtype.hasobject:
        raise ValueError("it holds Python objects, which could run code; save the words as a plain array of strings")
    return shape, dtype, column_major and len(shape) > 1


def _word_list(path: Path, archive: zipfile.ZipFile, name: str) -> tuple[int, Between]:
    """How many words there are, and the words; turned into text only where they are asked for, to save memory."""
    with Member(archive, name, path) as file:
        _, dtype, _ = read_npy_header(file)
        data = file.read()
    if dtype.kind == "u":  # our own files: UTF-8, one word a line
        ends = np.append(np.flatnonzero(np.frombuffer(data, np.uint8) == 10), len(data))
        starts = np.append(0, ends[:-1] + 1)
        return len(ends), lambda low, high: [_decode(word) for word in data[starts[low] : ends[high - 1]].split(b"\n")]
    array = np.frombuffer(data, dtype)
    if dtype.kind == "U":
        return len(array), lambda low, high: array[low:high].tolist()
    return len(array), lambda low, high: [_decode(word) for word in array[low:high].tolist()]


def _decode(word: bytes) -> str | None:
    try:
        return word.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _gather(
    path: Path,
    file: IO[bytes] | Member,
    held: int,
    words: Between,
    count: int,
    dim: int,
    dtype: np.dtype[Any],
    select: Selection,
) -> Rows:
    """Read the matrix forwards in blocks and keep the wanted rows; `held`: the number of words."""
    if held != count:
        raise FormatError(f"{held:,} words but {count:,} rows of vectors", file=path)
    rows = Rows(path, dim, select.into)
    rows.total = count if select.limit is None else min(count, select.limit)
    rows.expect(rows.total)
    for low, block in _blocks(path, file, rows.total, dim, dtype):
        sampled = set(select.samples_between(low, low + len(block)).tolist())
        for rank, word in enumerate(words(low, low + len(block)), low):
            if word is None:
                rows.leave_out("invalid-utf8", "")
            elif select.wants(word) or rank in sampled:
                rows.add(rank, word, block[rank - low].copy())  # a view would keep the whole block
    return rows


def _blocks(
    path: Path, file: IO[bytes] | Member, count: int, dim: int, dtype: np.dtype[Any]
) -> Iterator[tuple[int, NDArray[np.float32]]]:
    size = dim * dtype.itemsize
    for low in range(0, count, ROWS_AT_ONCE):
        wanted = min(ROWS_AT_ONCE, count - low) * size
        data = file.read(wanted)
        if len(data) < wanted:
            raise FormatError(f"the matrix ends in row {low + len(data) // size + 1:,} of {count:,}", file=path)
        block = np.frombuffer(data, dtype).reshape(-1, dim)
        if dtype == np.dtype("<u2"):  # bfloat16: the upper half of a 32-bit float
            block = (block.astype(np.uint32) << 16).view(np.float32)
        with np.errstate(over="ignore", invalid="ignore"):  # what is not finite then is left out and counted
            yield low, block.astype(np.float32)


def write_npz(path: Path, size: Size, blocks: Blocks) -> None:
    """`words` as UTF-8 bytes, one a line, and `vectors`; read back with numpy or `weatherglass.read`."""
    with (
        tempfile.TemporaryFile(dir=path.parent) as beside,
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        if size.exact:
            with archive.open("vectors.npy", "w", force_zip64=True) as file:
                text, _ = _write_matrix(file, size, blocks)
        else:  # the array's shape comes before its numbers, and nothing can be mended in an archive
            text, rows = _write_matrix(beside, size, blocks)
            beside.seek(0)
            read_npy_header(beside)
            with archive.open("vectors.npy", "w", force_zip64=True) as file:
                _write_matrix(file, size._replace(rows=rows), ())
                shutil.copyfileobj(beside, file, 1 << 20)
        with archive.open("words.npy", "w", force_zip64=True) as file:
            np.lib.format.write_array(file, np.frombuffer(text, np.uint8))


def _write_matrix(file: IO[bytes], size: Size, blocks: Blocks) -> tuple[bytearray, int]:
    """An array's header and its numbers; back come the words of its rows, and how many there are."""
    np.lib.format.write_array_header_1_0(file, {"descr": "<f4", "fortran_order": False, "shape": (size.rows, size.dim)})
    text, written = bytearray(), 0
    for words, vectors in blocks:
        text += ("\n" if written else "").encode() + "\n".join(words).encode("utf-8")
        written += len(words)
        file.write(np.ascontiguousarray(vectors, "<f4").data)
    return text, written


def read_safetensors(path: Path, select: Selection, vocabulary: Path) -> tuple[Rows, tuple[Notice, ...]]:
    """Read the file's one matrix; the words come from `vocabulary`."""
    with path.open("rb") as file:
        size = int.from_bytes(file.read(8), "little")
        if size > min(_LARGEST_HEADER, path.stat().st_size):
            raise FormatError("the safetensors header is longer than the file", file=path)
        kind, (count, dim), (begin, end) = tensor_of(path, file.read(size))
        dtype = np.dtype(_DTYPES[kind])
        if end - begin != math.prod((count, dim, dtype.itemsize)) or 8 + size + end > path.stat().st_size:
            raise FormatError(f"the matrix of {count:,} × {dim:,} numbers is cut short", file=path)
        words = _read_vocabulary(vocabulary)
        file.seek(8 + size + begin)
        rows = _gather(path, file, len(words), lambda low, high: list(words[low:high]), count, dim, dtype, select)
    return rows, (Notice("vocabulary-file", f"The words were taken from {vocabulary.name}."),)


def tensor_of(path: Path, header: bytes) -> tuple[str, tuple[int, int], tuple[int, int]]:
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
