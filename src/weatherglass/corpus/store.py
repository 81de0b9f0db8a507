"""Corpora on disk: a folder of plain arrays that is memory-mapped, written so that it is whole or not there.

corpus.json       how it was made, counts, fingerprint; written last
words.txt         a word a line, the most frequent first; the line's number is the word's number
tokens.npy        all sentences' words as numbers, one after another
starts.npy        where each sentence begins among the tokens, and where the last one ends
documents.npy     where each document begins among the sentences, and where the last one ends
documents.arrow   a row for each document: its name and fields
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import IO, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from weatherglass.corpus.corpus import Corpus, Counts, Facts, Numbers
from weatherglass.errors import FormatError
from weatherglass.files.plain import from_plain, json_text, to_plain

MANIFEST = "corpus.json"
PARTS = ("words.txt", "tokens.npy", "starts.npy", "documents.npy", "documents.arrow")
FORMAT, VERSION = "weatherglass corpus", 1
_CHUNK = 1 << 22
_DOCUMENTS_AT_ONCE = 100_000


def is_corpus(path: str | PathLike[str]) -> bool:
    """Whether this is the folder of an encoded corpus, of whatever version."""
    try:
        return manifest_in((Path(path) / MANIFEST).read_bytes()) is not None
    except OSError:
        return False


def manifest_in(content: bytes) -> dict[str, Any] | None:
    """What a corpus says of itself, whatever its version; None where this is something else."""
    try:
        told = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return told if isinstance(told, dict) and told.get("format") == FORMAT else None


def open_corpus(path: str | PathLike[str]) -> Corpus:
    """Open an encoded corpus; nothing large is read yet."""
    folder = Path(path)
    if not is_corpus(folder):
        problem = f"is no encoded corpus: it has no {MANIFEST}; make one with `weatherglass corpus build`"
        raise FormatError(problem, file=folder)
    manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
    if (manifest.pop("format", None), manifest.pop("version", None)) != (FORMAT, VERSION):
        raise FormatError("was made by another version of Weatherglass; build it again", file=folder / MANIFEST)
    try:
        words = (folder / "words.txt").read_bytes().decode("utf-8").split("\n")[:-1]
        tokens, starts, documents = (
            np.load(folder / f"{name}.npy", mmap_mode="r") for name in ("tokens", "starts", "documents")
        )
        facts = from_plain(Facts, manifest)
    except (OSError, ValueError, EOFError, KeyError, TypeError) as error:
        raise FormatError(f"is damaged ({error}); build it again", file=folder) from error
    found = Counts(len(tokens), len(starts) - 1, len(documents) - 1)
    if found != facts.after or len(words) != manifest["vocabulary"]:
        raise FormatError("its parts do not fit each other; build it again", file=folder)
    return Corpus(
        name=folder.resolve().name,
        folder=folder,
        facts=facts,
        words=tuple(words),
        tokens=tokens,
        starts=starts,
        document_starts=documents,
    )


def fingerprint(folder: Path) -> str:
    """The SHA-256 of words, sentences and documents as they are on disk; the manifest tells what it was when made."""
    digest = hashlib.sha256((folder / "words.txt").read_bytes())
    for name, kind in (("starts", "<i8"), ("documents", "<i8"), ("tokens", "<i4")):
        array = np.load(folder / f"{name}.npy", mmap_mode="r")
        for at in range(0, len(array), _CHUNK):
            digest.update(array[at : at + _CHUNK].astype(kind, copy=False).tobytes())
    return digest.hexdigest()


class Writer:
    """Takes sentences as numbers in any order of the words; `finish` numbers the words by frequency and binds it all."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._codes: IO[bytes] = (folder / "codes.tmp").open("wb")
        self._lengths: IO[bytes] = (folder / "lengths.tmp").open("wb")
        self._sizes: list[int] = []  # sentences in each document
        self._rows: list[dict[str, str]] = []
        self._counts = np.zeros(1 << 16, np.int64)
        self._tables = 0

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def _close(self) -> None:
        self._codes.close()
        self._lengths.close()

    def add(self, codes: NDArray[np.uint32], lengths: NDArray[np.int32]) -> None:
        """More sentences of the document that is being written; none of them empty."""
        self._codes.write(codes.astype("<u4", copy=False).tobytes())
        self._lengths.write(lengths.astype("<i4", copy=False).tobytes())
        counted = np.bincount(codes)
        if len(counted) > len(self._counts):
            self._counts = np.pad(self._counts, (0, 2 * len(counted) - len(self._counts)))
        self._counts[: len(counted)] += counted

    def end_document(self, sentences: int, name: str, fields: Mapping[str, str]) -> None:
        """What was added last, this many sentences, was one document; one without sentences is not kept."""
        if not sentences:
            return
        self._sizes.append(sentences)
        own = {f"{key}_" if key == "name" else key: value for key, value in fields.items()}
        self._rows.append({"name": name, **own})
        if len(self._rows) >= _DOCUMENTS_AT_ONCE:
            self._write_table()

    @property
    def documents(self) -> int:
        return len(self._sizes)

    def finish(self, words: list[str], **facts: Any) -> None:
        """`words` by the numbers used so far. The manifest, written last, makes it a corpus."""
        self._close()
        self._write_table()
        counts = self._counts[: len(words)]
        used = pl.DataFrame({"word": words, "count": counts, "code": np.arange(len(words))}).filter(pl.col("count") > 0)
        used = used.sort(["count", "word"], descending=[True, False])
        number_of = np.zeros(len(words), np.int32)
        number_of[used["code"].to_numpy()] = np.arange(len(used))
        (self._folder / "words.txt").write_text("".join(f"{word}\n" for word in used["word"]), "utf-8", newline="\n")
        lengths: NDArray[np.int32] = np.fromfile(self._folder / "lengths.tmp", "<i4")
        starts = _from_lengths(lengths)
        np.save(self._folder / "starts.npy", starts)
        documents = _from_lengths(np.array(self._sizes, np.int64))
        np.save(self._folder / "documents.npy", documents)
        digest = hashlib.sha256((self._folder / "words.txt").read_bytes())
        for array in (starts, documents):
            digest.update(array.astype("<i8").tobytes())
        self._renumber(number_of, digest)
        self._bind_tables()
        after = Counts(int(starts[-1]), len(lengths), len(self._sizes))
        made = {"format": FORMAT, "version": VERSION, "vocabulary": len(used), "sha256": digest.hexdigest()}
        manifest = made | facts | {"after": to_plain(after)}
        (self._folder / MANIFEST).write_text(json_text(manifest), "utf-8")

    def _renumber(self, number_of: NDArray[np.int32], digest: Any) -> None:
        file = self._folder / "codes.tmp"
        total = file.stat().st_size // 4
        header = {"descr": "<i4", "fortran_order": False, "shape": (total,)}
        # Written, not mapped: on a full disk a write fails with an error, a mapped page ends the program.
        with file.open("rb") as codes, (self._folder / "tokens.npy").open("wb") as tokens:
            np.lib.format.write_array_header_1_0(tokens, header)
            for at in range(0, total, _CHUNK):
                chunk = (
                    number_of[np.fromfile(codes, "<u4", min(_CHUNK, total - at))].astype("<i4", copy=False).tobytes()
                )
                tokens.write(chunk)
                digest.update(chunk)
        file.unlink()
        (self._folder / "lengths.tmp").unlink()

    def _write_table(self) -> None:
        if self._rows:
            pl.DataFrame(self._rows, infer_schema_length=None).write_ipc(self._table(self._tables))
            self._rows, self._tables = [], self._tables + 1

    def _table(self, number: int) -> Path:
        return self._folder / f"documents-{number}.tmp"

    def _bind_tables(self) -> None:
        parts = [self._table(number) for number in range(self._tables)]
        pl.concat([pl.scan_ipc(part) for part in parts], how="diagonal").sink_ipc(self._folder / "documents.arrow")
        for part in parts:
            part.unlink()


def _from_lengths(lengths: NDArray[Any]) -> Numbers:
    starts = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=starts[1:])
    return starts
