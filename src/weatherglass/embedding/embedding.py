"""The embedding: words, their vectors, and where they come from. Never changed once made."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Singles
from weatherglass.embedding.provenance import Counts, Provenance
from weatherglass.embedding.selection import Ranks, Rows
from weatherglass.errors import FormatError, Notice, SpecError
from weatherglass.files.fingerprint import file_sha256


def numbers(given: Any, what: str) -> NDArray[Any]:
    """An array of what people give for one, or what is wrong with it; `what` begins the sentence, such as 'the vectors are'.

    A conversion would silently read texts as numbers, drop imaginary parts and unmask what was masked.
    """
    if isinstance(given, np.ma.MaskedArray) and (masked := int(np.ma.getmaskarray(given).sum())):
        raise SpecError(f"{what} no whole array of numbers: {masked:,} are masked; fill them, or leave their rows out")
    try:
        if hasattr(given, "detach"):  # a tensor, maybe one that is being trained or lies on a graphics card
            given = given.detach().cpu()
            if str(getattr(given, "dtype", "")).endswith("bfloat16"):  # which numpy lacks, and single precision holds
                given = given.float()
            given = given.numpy()
        array = np.asarray(given)
    except (TypeError, ValueError, RuntimeError) as error:
        raise SpecError(f"{what} no array of numbers ({error}); give a row of as many real numbers for each") from error
    if array.dtype.kind not in "biuf":
        kind = {"c": "complex numbers", "U": "texts", "S": "texts"}.get(array.dtype.kind, f"{array.dtype} values")
        raise SpecError(f"{what} no array of real numbers but of {kind}; give a row of as many real numbers for each")
    return array


@dataclass(frozen=True, slots=True)
class Source:
    """The file an embedding was read from; `sha256` is that of the file's bytes."""

    path: Path
    format: str
    size: int
    mtime_ns: int
    known: str = field(default="", compare=False)  # that of the bytes, where it was computed before

    @classmethod
    def of(cls, path: Path, format: str) -> Source:
        stat = path.stat()
        return cls(path, format, stat.st_size, stat.st_mtime_ns)

    def sha256(self) -> str:
        """Computed when first asked for, as it means reading all of a large file."""
        if not self.path.exists() or Source.of(self.path, self.format) != self:
            raise FormatError("has changed since it was read; read it again", file=self.path)
        return self.known or file_sha256(self.path)


@dataclass(frozen=True, slots=True, eq=False)
class Embedding:
    """Words and a float32 matrix with a row each, in the file's order (most frequent first).

    `ranks` are the rows' numbers in the file, from 0; -1 marks a vector composed from subwords. `rows` counts the
    file's rows, kept or not. `notices` tell what was found while reading. `provenance` tells how the vectors were made,
    and `counts` how often each word occurs in the texts they were made from, where that is known. `left_out` counts the
    rows that were left out in reading, by the codes of their notices. `origin` tells what vectors that were never a file
    were taken from, under `object` in words.
    """

    name: str
    words: tuple[str, ...] = field(repr=False)  # millions, in a notebook that shows its last line
    vectors: Singles = field(repr=False)
    ranks: Ranks = field(repr=False)
    rows: int
    source: Source | None = None
    notices: tuple[Notice, ...] = ()
    provenance: Provenance | None = None
    counts: Counts | None = field(default=None, repr=False)
    left_out: dict[str, int] = field(default_factory=dict)
    origin: Mapping[str, Any] = field(default_factory=dict)
    index: dict[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.vectors.flags.writeable = False
        self.ranks.flags.writeable = False
        object.__setattr__(self, "index", {word: i for i, word in enumerate(self.words)})

    @property
    def dim(self) -> int:
        return int(self.vectors.shape[1])

    @property
    def format(self) -> str:
        return str(self.origin.get("object", "arrays")) if self.source is None else self.source.format

    @property
    def sha256(self) -> str:
        """Of the file's bytes, or of words and numbers when there is no file."""
        if self.source is not None:
            return self.source.sha256()
        digest = hashlib.sha256("\n".join(self.words).encode("utf-8"))
        digest.update(np.ascontiguousarray(self.vectors, "<f4").reshape(-1).data)  # without a copy
        return digest.hexdigest()

    @classmethod
    def from_arrays(
        cls,
        words: Iterable[str],
        vectors: NDArray[np.floating],
        name: str = "vectors",
        *,
        provenance: Provenance | None = None,
        counts: Counts | None = None,
        origin: Mapping[str, Any] | None = None,
    ) -> Embedding:
        """From a list and a matrix; rows without direction are left out and noted, as in a file."""
        listed, matrix = list(words), numbers(vectors, "the vectors are")
        if matrix.ndim != 2 or len(listed) != len(matrix):
            raise SpecError(f"{len(listed):,} words do not fit an array of shape {matrix.shape}; give one row per word")
        rows = Rows(Path(name), matrix.shape[1])
        rows.total = len(listed)
        for rank, (word, vector) in enumerate(zip(listed, matrix, strict=True)):
            rows.add(rank, word, vector)
        return cls.from_rows(rows, name=name, provenance=provenance, counts=counts, origin=origin)

    @classmethod
    def from_rows(
        cls,
        rows: Rows,
        *,
        name: str,
        source: Source | None = None,
        notices: tuple[Notice, ...] = (),
        provenance: Provenance | None = None,
        counts: Counts | None = None,
        origin: Mapping[str, Any] | None = None,
    ) -> Embedding:
        """From what a reader gathered; `counts` are those of all rows of the file."""
        words, vectors, ranks = rows.finish()
        fit = counts is not None and len(counts) == rows.total
        own = np.where(ranks >= 0, counts[ranks], 0) if counts is not None and fit else None
        told = (*notices, *rows.notices())
        return cls(
            name, words, vectors, ranks, rows.total, source, told, provenance, own, rows.left_out, dict(origin or {})
        )

    def identity(self) -> dict[str, Any]:
        """What was looked at, for results: name, rows, dimensions, fingerprint, format, and how it was made if known."""
        known = {} if self.made is None else {"provenance": dict(self.made)}
        if self.origin and self.source is None:
            known["origin"] = dict(self.origin)
        return {
            "name": self.name,
            "words": self.rows,
            "dim": self.dim,
            "sha256": self.sha256,
            "format": self.format,
            **known,
        }

    @property
    def made(self) -> Provenance | None:
        """How the vectors were made, unless the file beside them was written for other vectors."""
        if self.provenance is None or self.source is None:
            return self.provenance
        return self.provenance if self.provenance.get("vectors_sha256") == self.sha256 else None

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: str) -> bool:
        return word in self.index

    def __getitem__(self, word: str) -> Singles:
        row: Singles = self.vectors[self.index[word]]
        return row

    def with_vectors(self, vectors: Singles, provenance: Provenance) -> Embedding:
        """The same words with other vectors, a row each, made as the provenance tells; no longer those of a file."""
        if vectors.shape[0] != len(self):
            raise SpecError(f"{len(self):,} words do not fit an array of shape {vectors.shape}; give one row per word")
        made = copy(self)  # with the same index, which takes long to make
        vectors.flags.writeable = False
        for name, value in (("vectors", vectors), ("source", None), ("provenance", provenance), ("origin", {})):
            object.__setattr__(made, name, value)
        return made

    def subset(self, words: Iterable[str]) -> Embedding:
        """Only these words, where present, in the embedding's own order."""
        keep = sorted({self.index[word] for word in words if word in self.index})
        return replace(
            self,
            words=tuple(self.words[i] for i in keep),
            vectors=self.vectors[keep],
            ranks=self.ranks[keep],
            counts=None if self.counts is None else self.counts[keep],
        )
