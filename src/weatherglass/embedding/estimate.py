"""How large vectors are and what it takes to read them, told before it is done: from headers and beginnings."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from weatherglass.embedding.arrays import ROWS_AT_ONCE, matrix_and_words, read_npy_header, tensor_of, vocabulary_beside
from weatherglass.embedding.fasttext import header_of
from weatherglass.embedding.foreign import spacy_vectors_file
from weatherglass.embedding.recognise import SPACY, recognised
from weatherglass.embedding.text import BOM, read_header, separator_of
from weatherglass.embedding.word2vec import COMPILED_FROM
from weatherglass.errors import FormatError
from weatherglass.files.compressed import Beginning, beginning, split_archive

_START = 1 << 20  # bytes that are looked at, once decompressed
_MB = 1 << 20
# What a row takes beside its numbers, measured: a word as text, its places in a list, a set and a dict, its row number.
_OF_A_ROW = 200
# What is in use for a moment, measured: blocks on their way, and the machinery of polars or of the compiler.
_READING, _READING_TEXT, _COMPILER = 24 * _MB, 112 * _MB, 128 * _MB
_OF_A_STRING = 12  # bytes in memory for one in spaCy's files of strings, lexemes and keys
_NGRAMS_OF_A_WORD = 20  # of fastText, each a row number of eight bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What reading will find and take, in bytes; `rows` and `dim` are 0 where they cannot be told.

    `exact`: rows and dimensions are what the file itself says, not reckoned from its beginning. `memory` is what the process asks
    for at the worst moment beyond what it has, used or not, as limits count it; rows that are mapped from the file do not count.
    """

    format: str
    rows: int
    dim: int
    memory: int
    file_size: int
    exact: bool


class _Shape(NamedTuple):
    """`reserved`: room is made for all rows at once, else they are gathered and then put together, so that it is asked for twice."""

    rows: int
    dim: int
    exact: bool = True
    reserved: bool = False
    beside: int = 0  # bytes beyond rows and words


def estimate(path: Path, limit: int | None = None) -> Estimate:
    """Look at a file or folder of vectors; `limit`: as many rows will be read. What holds none has the format "". Never raises."""
    known_as = recognised(path)
    file_size = _size(path)
    try:
        shape = _shape(path, known_as) if known_as else _Shape(0, 0, exact=False)
    except Exception:  # the file is anybody's; what its headers say may be anything
        shape = _Shape(0, 0, exact=False, beside=2 * file_size)
    rows = shape.rows if limit is None else min(shape.rows, limit)
    matrix = 4 * rows * shape.dim * (1 if shape.reserved else 2)
    return Estimate(
        format=known_as,
        rows=rows,
        dim=shape.dim,
        memory=matrix + _OF_A_ROW * rows + shape.beside,
        file_size=file_size,
        exact=shape.exact,
    )


def _size(path: Path) -> int:
    """Bytes of the file, or of all in a folder; 0 where it cannot be looked at."""
    try:
        file, _member = split_archive(path)
        files = [each for each in file.rglob("*") if each.is_file()] if file.is_dir() else [file]
        return sum(each.stat().st_size for each in files)
    except (OSError, ValueError):
        return 0


def _shape(path: Path, format: str) -> _Shape:
    name, _, compression = format.partition(" in ")
    if compression and name in (
        "npz",
        "gensim",
    ):  # unpacked to a file first; what it holds is told at its end, or by nothing
        return _Shape(0, 0, exact=False, beside=2 * beginning(path, _START).size + _READING)
    return _SHAPES[name](path)


def _with_header(path: Path, beside: Callable[[int], int]) -> _Shape:
    part = beginning(path, _START)
    header = read_header(part.data.partition(b"\n")[0])
    assert header is not None
    rows, dim = header
    return _Shape(rows, dim, reserved=part.compression is None, beside=beside(4 * rows * dim))


def _word2vec_binary(path: Path) -> _Shape:
    return _with_header(path, lambda numbers: _COMPILER if numbers >= COMPILED_FROM else _READING)


def _word2vec_text(path: Path) -> _Shape:
    return _with_header(path, lambda _numbers: _READING_TEXT)


def _glove(path: Path) -> _Shape:
    """Rows are as long as the first ones, and those in the middle and at the end of a file where these can be looked at."""
    part = beginning(path, _START)
    data = part.data.removeprefix(BOM)
    lines = [line for line in data.split(b"\n") if line.strip()]
    if not data.endswith(b"\n") and len(lines) > 1 and len(part.data) < part.size:
        lines.pop()  # it goes on
    first = lines[0].rstrip(b"\r \t")
    counts = np.array([line.rstrip(b"\r ").count(separator_of(first)) for line in lines])
    dim = int(np.bincount(counts).argmax())
    if part.exact and len(part.data) >= part.size:
        return _Shape(len(lines), dim, beside=_READING_TEXT)
    lengths = [len(line) + 1 for line in lines] + (_lengths_further_on(path, part) if part.compression is None else [])
    return _Shape(round(part.size / float(np.mean(lengths))), dim, exact=False, beside=_READING_TEXT)


def _lengths_further_on(path: Path, part: Beginning) -> list[int]:
    lengths: list[int] = []
    with path.open("rb") as file:
        for position in (part.size // 2, part.size - _START):
            file.seek(max(position, len(part.data)))
            lengths += [len(line) + 1 for line in file.read(_START).split(b"\n")[1:-1]]
    return lengths


def _fasttext(path: Path) -> _Shape:
    part = beginning(path, _START)
    header = header_of(part.data, path)
    beside = _READING
    if part.compression is not None:  # read forwards, so the rows of all n-grams are held until the last word is made
        held = header.words + (header.buckets if header.longest else 0)
        beside += 4 * held * header.dim + 8 * _NGRAMS_OF_A_WORD * header.words
    return _Shape(header.words, header.dim, beside=beside)


def _npz(path: Path) -> _Shape:
    with zipfile.ZipFile(path) as archive:
        (_, ((rows, dim), dtype, _)), (words, _) = matrix_and_words(path, archive)
        listed = archive.getinfo(words).file_size
    return _Shape(rows, dim, beside=_of_array(dim, dtype.itemsize) + 2 * listed)


def _safetensors(path: Path) -> _Shape:
    part = beginning(path, _START)
    end = 8 + int.from_bytes(part.data[:8], "little")
    _, (rows, dim), _ = tensor_of(path, part.data[8:end])
    listed = 0
    with suppress(FormatError):  # none is beside it, and another may be given
        listed = vocabulary_beside(path).stat().st_size
    return _Shape(rows, dim, beside=_of_array(dim, 8) + 2 * listed)


def _of_array(dim: int, itemsize: int) -> int:
    """A block on its way, as it is in the file and as it will be."""
    return _READING + ROWS_AT_ONCE * dim * (2 * itemsize + 4)


def _gensim(path: Path) -> _Shape:
    """Larger arrays are in a file beside; what is in the pickle itself is not looked at, as that would run it."""
    matrix = path.with_name(f"{path.name}.vectors.npy")
    if not matrix.is_file():
        return _Shape(0, 0, exact=False, beside=3 * path.stat().st_size + _READING)
    rows, dim = _array_shape(matrix)
    return _Shape(rows, dim, exact=False, beside=4 * rows * dim + 3 * path.stat().st_size + _READING)


def _spacy(path: Path) -> _Shape:
    """The matrix as spaCy holds it and its rows in order; those that several words share are one."""
    vectors = spacy_vectors_file(path)
    rows, dim = _array_shape(vectors)
    strings = sum(each.stat().st_size for each in vectors.parent.glob("*") if each != vectors and each.is_file())
    return _Shape(rows, dim, exact=False, beside=2 * 4 * rows * dim + _OF_A_STRING * strings + _READING)


def _array_shape(file: Path) -> tuple[int, int]:
    with file.open("rb") as opened:
        (rows, dim), _, _ = read_npy_header(opened)
    return rows, dim


_SHAPES: dict[str, Callable[[Path], _Shape]] = {
    "word2vec text": _word2vec_text,
    "word2vec binary": _word2vec_binary,
    "GloVe text": _glove,
    "fastText binary": _fasttext,
    "npz": _npz,
    "safetensors": _safetensors,
    "gensim": _gensim,
    SPACY: _spacy,
}
