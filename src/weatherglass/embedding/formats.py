"""The table of file formats, and the two functions over it: `read` and `write`.

The format is recognised from the file's first bytes; the name only decides how to write.
"""

from __future__ import annotations

import os
import re
import tempfile
import zipfile
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from weatherglass.embedding import arrays, fasttext, foreign
from weatherglass.embedding.blocks import Blocks, Size, in_blocks
from weatherglass.embedding.embedding import Embedding, Source
from weatherglass.embedding.handed import embedding_of, file_of_vectors
from weatherglass.embedding.provenance import read_sidecar, sidecar, write_sidecar
from weatherglass.embedding.selection import Ranks, Rows, Selection, sampled_ranks
from weatherglass.embedding.stream import Stream
from weatherglass.embedding.text import looks_like_text, read_header, read_text, write_text
from weatherglass.embedding.word2vec import LONGEST_WORD, read_word2vec, write_word2vec
from weatherglass.errors import FormatError, Notice, SpecError, UnknownName
from weatherglass.files import appears_whole, refuse_target
from weatherglass.files.compressed import CHUNK, split_archive
from weatherglass.progress import HowFar


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What only some formats need."""

    given: Path
    select: Selection
    compose: Collection[str]
    vocabulary: Path | None
    allow_pickle: bool


HEAD = 64  # bytes of a file that tell a format of `PATH_FORMATS`
START = 1 << 16  # bytes, once decompressed, that tell one of `STREAM_FORMATS`
_ZIP = b"PK\x03\x04"
_PICKLES = (b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05")
Gathered = tuple[Rows, tuple[Notice, ...]]
PathReader = Callable[[Path, ReadOptions], Gathered]
StreamReader = Callable[[Stream, ReadOptions], Gathered]
Writer = Callable[[Path, Size, Blocks], None]


def _gensim(path: Path, options: ReadOptions) -> Gathered:
    if not options.allow_pickle:
        raise FormatError(foreign.PICKLE_REFUSED, file=path)
    return foreign.read_gensim(path, options.select), ()


def _has_header(head: bytes) -> bool:
    return b"\n" in head[:64] and read_header(head[: head.index(b"\n")]) is not None


def _is_word2vec_text(head: bytes) -> bool:
    return _has_header(head) and looks_like_text(head.split(b"\n", 1)[1], read_header(head.split(b"\n", 1)[0]))


def _is_safetensors(head: bytes) -> bool:
    return int.from_bytes(head[:8], "little") < 1 << 40 and head[8:9] == b"{"


def _holds_arrays(path: Path) -> bool:
    with suppress(Exception), zipfile.ZipFile(path) as archive:  # a damaged one is reported by who opens it next
        names = archive.namelist()
        return bool(names) and all(name.endswith(".npy") for name in names)
    return False


# Formats that need random access or a folder; each is recognised by its own test.
PATH_FORMATS: dict[str, tuple[Callable[[Path, bytes], bool], PathReader]] = {
    "spaCy": (
        lambda path, _head: path.is_dir() and foreign.is_spacy_folder(path),
        lambda path, o: (foreign.read_spacy(path, o.select), ()),
    ),
    "npz": (
        lambda path, head: head.startswith(_ZIP) and _holds_arrays(path),
        lambda path, o: (arrays.read_npz(path, o.select), ()),
    ),
    "safetensors": (
        lambda _path, head: _is_safetensors(head),
        lambda path, o: arrays.read_safetensors(path, o.select, o.vocabulary or arrays.vocabulary_beside(o.given)),
    ),
    "gensim": (lambda _path, head: head.startswith(_PICKLES), _gensim),
}
# Formats that are read forwards, so that they may also be compressed; recognised from the first window.
STREAM_FORMATS: dict[str, tuple[Callable[[bytes], bool], StreamReader]] = {
    "fastText binary": (
        lambda head: head.startswith(fasttext.MAGIC),
        lambda stream, o: (fasttext.read_fasttext(stream, o.select, o.compose), ()),
    ),
    "word2vec text": (
        _is_word2vec_text,
        lambda stream, o: (read_text(stream, o.select), ()),
    ),
    "word2vec binary": (_has_header, lambda stream, o: (read_word2vec(stream, o.select), ())),
    "GloVe text": (looks_like_text, lambda stream, o: (read_text(stream, o.select), ())),
}


def path_format(path: Path, head: bytes) -> str:
    """Which of `PATH_FORMATS` a file or folder is, by its first bytes; "" if it is none."""
    return next((name for name, (recognises, _) in PATH_FORMATS.items() if recognises(path, head)), "")


def stream_format(start: bytes) -> str:
    """Which of `STREAM_FORMATS` begins like this, once decompressed; "" if none does."""
    return next((name for name, (recognises, _) in STREAM_FORMATS.items() if recognises(start)), "")


def in_compression(name: str, compression: str | None) -> str:
    """What a format is called where it lies inside a compressed file."""
    return f"{name} in {compression}" if compression else name


def read(
    path: str | os.PathLike[str],
    words: Iterable[str] | None = None,
    limit: int | None = None,
    *,
    key: Callable[[str], str] | None = None,
    sample: int = 0,
    first: int = 0,
    seed: int = 0,
    compose: Collection[str] = (),
    vocabulary: str | os.PathLike[str] | None = None,
    allow_pickle: bool = False,
    name: str | None = None,
    progress: HowFar | None = None,
) -> Embedding:
    """Read vectors of any known format, also inside gz, xz, zst, bz2 or zip.

    `words`: only their rows are parsed, which makes a file of any size quick and small to read. `key` maps spellings to
    one form, and rows whose word maps to the form of a wanted one are kept too. `sample` keeps that many further rows
    for each doubling of the row number, `first` the file's first rows whatever their words. `limit`: only the first rows. `compose`: words to build from subwords where a
    fastText model lacks them. A member of an archive is named like a file in a folder: `glove.6B.zip/glove.6B.100d.txt`.
    """
    if isinstance(words, str):
        raise SpecError(f"words={words!r}: give a list of words, even for one")
    if limit is not None and limit < 1:
        raise SpecError(f"limit={limit}: give a positive number of rows, or leave it out")
    given = file_of_vectors(path)
    file = file_of(given)
    select = Selection(
        words=None if words is None else frozenset(words),
        limit=limit,
        key=key,
        sampled=_further_rows(sample, first, seed) if words is not None else np.empty(0, np.int64),
    )
    options = ReadOptions(given, select, compose, None if vocabulary is None else Path(vocabulary), allow_pickle)
    format_name, (rows, notices) = read_rows(given, options, progress)
    identity = foreign.spacy_vectors_file(file) if file.is_dir() else file
    provenance, counts = read_sidecar(file)
    return Embedding.from_rows(
        rows,
        name=name or given.name,
        source=Source.of(identity, format_name),
        notices=notices,
        provenance=provenance,
        counts=counts,
    )


def file_of(given: Path) -> Path:
    """The file to read, which may be an archive of which one member is named."""
    file, _member = split_archive(given)
    if not file.exists():
        raise FormatError("there is no such file", file=file)
    return file


def _further_rows(sample: int, first: int, seed: int) -> Ranks:
    return np.union1d(sampled_ranks(sample, seed), np.arange(first))


def read_rows(
    path: Path, options: ReadOptions, progress: HowFar | None, *, unpacked: bool = False
) -> tuple[str, Gathered]:
    """The name of the format, and what its reader gathers."""
    head = b""
    if path.is_file():
        with path.open("rb") as file:
            head = file.read(HEAD)
        if not head:
            raise FormatError("is empty", file=path)
    if name := path_format(path, head):
        return name, PATH_FORMATS[name][1](path, options)
    if path.is_dir():
        raise FormatError("is a folder, but not a spaCy one (vocab/vectors is missing); give a vectors file", file=path)
    with Stream(path, progress=progress) as stream:
        return _read_stream(stream, options, unpacked=unpacked)


def _read_stream(stream: Stream, options: ReadOptions, *, unpacked: bool) -> tuple[str, Gathered]:
    stream.advance(0)
    start = bytes(stream.buffer[stream.start : stream.start + START])
    if not start:
        raise FormatError("is empty", file=stream.path)
    if stream.compression and _needs_random_access(start, options):
        if unpacked:
            raise FormatError("is an archive within an archive within an archive; unpack it first", file=stream.path)
        return _read_unpacked(stream, options)
    if name := stream_format(start):
        return in_compression(name, stream.compression), STREAM_FORMATS[name][1](stream, options)
    known = ", ".join([*STREAM_FORMATS, *PATH_FORMATS])
    raise FormatError(f"is of no known format; known are {known}, also in gz, xz, zst, bz2 or zip", file=stream.path)


def _needs_random_access(start: bytes, options: ReadOptions) -> bool:
    if start.startswith(fasttext.MAGIC):  # read forwards, all rows must be held before the first word is known
        return options.select.into is not None
    return bool(inner_format(start))


def inner_format(start: bytes) -> str:
    """Which format that needs random access lies inside a compressed file that begins like this; "" if none."""
    inside = {
        "npz": start.startswith(_ZIP),
        "safetensors": _is_safetensors(start),
        "gensim": start.startswith(_PICKLES),
    }
    return next((name for name, is_it in inside.items() if is_it), "")


def _read_unpacked(stream: Stream, options: ReadOptions) -> tuple[str, Gathered]:
    """A compressed file whose format needs random access is unpacked to a temporary file first."""
    with tempfile.TemporaryDirectory(prefix="weatherglass-") as folder:
        unpacked = Path(folder) / "unpacked"
        with unpacked.open("wb") as file:
            while chunk := stream.take(CHUNK):
                file.write(chunk)
        try:
            name, gathered = read_rows(unpacked, options, None, unpacked=True)
        except FormatError as error:
            raise FormatError(error.problem, file=stream.path, line=error.line) from error
    return in_compression(name, stream.compression), gathered


_TEXT = (write_text, re.compile(r"[\x00-\x20]|^\ufeff"))
# The writer for each suffix, and the words that would not come back: separators, what text readers take for white space,
# and for .bin what its reader takes for a missing word.
WRITERS: dict[str, tuple[Writer, re.Pattern[str]]] = {
    ".txt": _TEXT,
    ".vec": _TEXT,
    ".bin": (write_word2vec, re.compile(rf"[ \n\0]|.{{{LONGEST_WORD // 4}}}")),
    ".npz": (arrays.write_npz, re.compile(r"\n")),
}


def write(embedding: Embedding, path: str | os.PathLike[str], *, overwrite: bool = False) -> Path:
    """Write vectors in the format that the suffix says (see `WRITERS`).

    The file appears only when it is complete. Where it is known how the vectors were made, that is written beside them.
    """
    embedding = embedding_of(embedding)
    target = vectors_target(path, overwrite=overwrite)
    if not len(embedding):
        raise SpecError("there are no words to write")
    refuse_words(embedding.words, target.suffix)
    made = embedding.made  # asked before the file it belongs to may be overwritten
    writer, _ = WRITERS[target.suffix]
    with appears_whole(target) as part:
        writer(part, Size(len(embedding), embedding.dim), in_blocks(embedding.words, embedding.vectors))
    sidecar(target).unlink(missing_ok=True)
    if made is not None:
        kept = {} if len(embedding) == made.get("vocabulary") else {"rows_kept": len(embedding)}
        write_sidecar(target, {**made, **kept}, embedding.counts)
    return target


def refuse_words(words: Iterable[str], suffix: str) -> None:
    """Words that would not come back from a file of this kind."""
    _, refused = WRITERS[suffix]
    # Letters and digits are never refused; most words are made of them, and so millions are looked at in a moment.
    doubtful = [word for word in words if not word.isalnum() or len(word) >= LONGEST_WORD // 4]
    unfit = [word for word in doubtful if refused.search(word)]
    if unfit:
        raise SpecError(
            f"{len(unfit):,} words cannot be held by {suffix} (such as {unfit[0][:40]!r}: white space, control "
            "characters or too long); write .npz, or leave them out"
        )


def vectors_target(path: str | os.PathLike[str], *, overwrite: bool) -> Path:
    """The file to write, unless vectors cannot be written there."""
    target = Path(path)
    if target.suffix not in WRITERS:
        raise UnknownName("format to write", target.suffix or target.name, WRITERS)
    refuse_target(target, overwrite=overwrite)
    return target
