"""Each file format, written by hand: the readers must not be tested against our own writers.

Every function gives the bytes of a whole file, so that a test can cut, damage or compress them.
"""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import struct
import sys
import zipfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import weatherglass
from weatherglass.embedding.embedding import Embedding
from weatherglass.errors import FormatError, Notice

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

Matrix = NDArray[np.float32]

WORDS = ("the", "Frau", "Männer", "of", "امرأة", "🙂")
# Multiples of 1/8 up to 3: exact in decimal digits, float64, float32, float16 and bfloat16 alike.
VECTORS: Matrix = np.array([i / 8 if i % 3 else -i / 8 for i in range(1, 25)], np.float32).reshape(6, 4)
VECTORS.flags.writeable = False
VOCABULARY = "\n".join(WORDS).encode()  # one word a line


def put(folder: Path, name: str, data: bytes, kind: str | None = None) -> Path:
    """A file with these bytes, compressed if a kind is given."""
    path = folder / name
    path.write_bytes(COMPRESS[kind](data) if kind else data)
    return path


def floats(*rows: Sequence[float]) -> Matrix:
    return np.array(rows, np.float32)


def digits(vector: Iterable[float]) -> str:
    return " ".join(repr(float(number)) for number in vector)


def text(
    words: Sequence[str] = WORDS,
    vectors: NDArray[Any] = VECTORS,
    *,
    header: bool = True,
    trailing: str = "",
    separator: str = " ",
    line_break: str = "\n",
) -> bytes:
    """word2vec text; GloVe without `header`; fastText's .vec with `trailing=" "`."""
    lines = [f"{len(words)} {vectors.shape[1]}"] if header else []
    lines += [
        f"{word}{separator}{digits(vector).replace(' ', separator)}{trailing}"
        for word, vector in zip(words, vectors, strict=True)
    ]
    return "".join(line + line_break for line in lines).encode("utf-8")


def vec(words: Sequence[str] = WORDS, vectors: NDArray[Any] = VECTORS) -> bytes:
    """What fastText's command line writes: a space also after the last number."""
    return text(words, vectors, trailing=" ")


def glove(words: Sequence[str] = WORDS, vectors: NDArray[Any] = VECTORS) -> bytes:
    return text(words, vectors, header=False)


def binary(
    words: Sequence[str | bytes] = WORDS,
    vectors: NDArray[Any] = VECTORS,
    *,
    breaks: bool = True,
    header: tuple[int, int] | None = None,
) -> bytes:
    """word2vec binary; the original tool ends each row with a line break, gensim does not."""
    rows, dim = header or (len(words), vectors.shape[1])
    parts = [f"{rows} {dim}\n".encode()]
    for word, vector in zip(words, vectors, strict=True):
        raw = word.encode("utf-8") if isinstance(word, str) else word
        parts.append(raw + b" " + struct.pack(f"<{len(vector)}f", *vector) + (b"\n" if breaks else b""))
    return b"".join(parts)


def binary_gensim(words: Sequence[str] = WORDS, vectors: NDArray[Any] = VECTORS) -> bytes:
    return binary(words, vectors, breaks=False)


def npz(arrays: dict[str, NDArray[Any]], *, compressed: bool = True) -> bytes:
    file = io.BytesIO()
    (np.savez_compressed if compressed else np.savez)(file, **arrays)  # type: ignore[arg-type]  # numpy's own stub
    return file.getvalue()


def npz_space(words: Sequence[str] = WORDS, vectors: NDArray[Any] = VECTORS) -> bytes:
    """The layout of our own files: words as UTF-8 bytes, one a line."""
    return npz({"words": np.frombuffer("\n".join(words).encode("utf-8"), np.uint8), "vectors": vectors})


def safetensors(header: dict[str, Any] | bytes, data: bytes) -> bytes:
    """A length, a JSON header, and the numbers."""
    raw = header if isinstance(header, bytes) else json.dumps(header).encode("utf-8")
    return struct.pack("<Q", len(raw)) + raw + data


def safetensors_space(vectors: NDArray[Any] = VECTORS, kind: str = "F32") -> bytes:
    if kind == "BF16":  # the upper half of a 32-bit float
        data = (vectors.astype("<f4").view(np.uint32) >> 16).astype("<u2").tobytes()
    else:
        data = vectors.astype({"F64": "<f8", "F32": "<f4", "F16": "<f2"}[kind]).tobytes()
    return safetensors(
        {"embeddings": {"dtype": kind, "shape": list(vectors.shape), "data_offsets": [0, len(data)]}}, data
    )


def fasttext(
    words: Sequence[str | bytes] = WORDS,
    matrix: NDArray[Any] | None = None,
    *,
    buckets: int = 7,
    shortest: int = 2,
    longest: int = 4,
    version: int = 12,
    kind: int = 2,  # 1 cbow, 2 skipgram, 3 supervised
    entries: int | None = None,
    count: int | None = None,
    pruned: int = -1,
    quantised: bool = False,
    shape: tuple[int, int] | None = None,
) -> bytes:
    """fastText's own .bin; `matrix` has a row per word and then one per bucket."""
    if matrix is None:
        matrix = fasttext_matrix(len(words), buckets)
    count = len(words) if count is None else count
    entries = len(words) if entries is None else entries
    dim = matrix.shape[1]
    parts = [
        struct.pack("<ii", 793712314, version),
        struct.pack("<12i", dim, 5, 5, 1, 5, 1, 1, kind, buckets, shortest, longest, 100),
        struct.pack("<d", 1e-4),
        struct.pack("<iiiqq", entries, count, entries - count, 1000, pruned),
    ]
    for i, word in enumerate(words):
        raw = word.encode("utf-8") if isinstance(word, str) else word
        parts.append(raw + b"\0" + struct.pack("<qb", 100 - i, 0))
    rows, columns = shape or matrix.shape
    parts.append(struct.pack("<?qq", quantised, rows, columns))
    parts.append(matrix.astype("<f4").tobytes())
    # The output matrix follows; no reader of vectors needs it.
    parts.append(struct.pack("<?qq", False, len(words), dim) + bytes(4 * dim * len(words)))
    return b"".join(parts)


def fasttext_matrix(words: int, buckets: int, dim: int = 4) -> Matrix:
    return np.random.default_rng(7).normal(size=(words + buckets, dim)).astype(np.float32)


def fasttext_plain() -> bytes:
    """A fastText model without n-grams: its vectors are the rows of the matrix."""
    return fasttext(WORDS, np.vstack([VECTORS, np.ones((7, 4))]), shortest=0, longest=0)


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), data, method)
    return file.getvalue()


COMPRESS: dict[str, Callable[[bytes], bytes]] = {
    "gz": lambda data: gzip.compress(data, mtime=0),
    "xz": lzma.compress,
    "zst": lambda data: bytes(zstd.compress(data, options={zstd.CompressionParameter.checksum_flag: 1})),
    "bz2": bz2.compress,
    "zip": lambda data: zipped({"inside": data}),
}
# Formats that are read forwards; each gives WORDS and VECTORS.
STREAMED: dict[str, Callable[[], bytes]] = {
    "word2vec-text": text,
    "glove": glove,
    "vec": vec,
    "word2vec-binary": binary,
    "gensim-binary": binary_gensim,
    "fasttext": fasttext_plain,
}
TEXTS = ("word2vec-text", "glove", "vec")
BINARIES = ("word2vec-binary", "gensim-binary")


def assert_is_space(
    embedding: Embedding, words: Sequence[str] = WORDS, vectors: NDArray[Any] = VECTORS, rows: int | None = None
) -> None:
    """All these words with these very numbers, in the file's order, and nothing to be noticed."""
    assert embedding.words == tuple(words)
    np.testing.assert_array_equal(embedding.vectors, vectors)
    assert embedding.vectors.dtype == np.float32
    assert embedding.ranks.tolist() == list(range(len(words)))
    assert embedding.rows == (len(words) if rows is None else rows)
    assert codes(embedding.notices) == []


def assert_nothing_is_wrong(
    embedding: Embedding, words: Sequence[str] = WORDS, vectors: NDArray[Any] = VECTORS
) -> None:
    """Whatever was read of a damaged file is what the whole file held."""
    for word, vector, rank in zip(embedding.words, embedding.vectors, embedding.ranks, strict=True):
        assert word in words
        assert words[rank] == word
        np.testing.assert_array_equal(vector, vectors[rank])


def read_or_refuse(path: Path, words: Iterable[str] | None = None) -> Embedding | None:
    """The vectors of a damaged file; none if it was refused with an error that names it."""
    try:
        return weatherglass.read(path, words)
    except FormatError as error:
        problem = str(error)
    assert path.name in problem
    return None


class Malicious:
    """What a pickle may hold: opening it writes the file `trace`."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.write_text, (self.trace, "run")


def codes(notices: Iterable[Notice]) -> list[str]:
    return [notice.code for notice in notices if notice.code != "vocabulary-file"]


def notice_of(embedding: Embedding, code: str) -> str:
    """The text of the one notice with this code."""
    (notice,) = [notice for notice in embedding.notices if notice.code == code]
    return notice.text
