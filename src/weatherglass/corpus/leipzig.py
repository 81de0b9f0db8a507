"""Leipzig Corpora Collection: numbered sentences, with sources and dates where those files lie beside them.

The sentences are in random order, as the collection breaks texts up on purpose (Goldhahn, Eckart & Quasthoff, LREC
2012). So a sentence is a document by itself, unless its neighbour in the file has the same source.
"""

from __future__ import annotations

import mmap
import re
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from weatherglass.corpus.lines import blocks, whole_lines
from weatherglass.corpus.parts import LONGEST, About, Findings, Part, Reading, parts_of
from weatherglass.corpus.source import Source
from weatherglass.errors import FormatError
from weatherglass.files.compressed import compression_of

Numbers = NDArray[np.int64]

LONGEST_LINE = 16 << 20
_PACKED = ("", ".gz", ".bz2", ".xz", ".zst")
_END = f"(?:{'|'.join(map(re.escape, _PACKED))})"
_NAME = re.compile(rf"(?P<stem>.*[-_])?sentences\.txt{_END}", re.IGNORECASE)
_COMPANION = re.compile(
    rf"(?P<stem>.*[-_])?(?:words|sources|inv_so|inv_w|co_n|co_s|meta|import)\.(?:txt|sql|tsv){_END}",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\d+\t[^\n]*\S")
# Ids are counted from 1; a table by id may have gaps, but not so many that its size has nothing to do with the file's.
_IDS_FREE = 50_000_000
_MOST_GAPS = 64
_TAB, _NEWLINE = b"\t\n"


def looks_like_leipzig(name: str, head: str) -> bool:
    """By its name, and a first line that is numbered."""
    return _NAME.fullmatch(name) is not None and _NUMBERED.match(head) is not None


def companions(names: Iterable[str]) -> set[str]:
    """Those of the files of a folder that only accompany a file of sentences among them."""
    listed = list(names)
    stems = {looks["stem"] or "" for name in listed if (looks := _NAME.fullmatch(name))}
    if not stems:
        return set()
    beside = {name: looks["stem"] or "" for name in listed if (looks := _COMPANION.fullmatch(name))}
    return {name for name, stem in beside.items() if stem in stems}


def read_leipzig(source: Source, reading: Reading, findings: Findings) -> Iterator[Part]:
    """The sentences; neighbours with the same source are one document."""
    origins = _Origins.beside(source.path, findings)
    if origins is None:
        return _without_sources(source, reading, findings)
    return _with_sources(source, reading, findings, origins)


def _numbered(source: Source, reading: Reading, findings: Findings) -> Iterator[tuple[list[int], list[str]]]:
    """Numbers and sentences, a block at a time."""
    for block in blocks(source, reading, findings, longest=LONGEST_LINE):
        numbers, sentences = [], []
        for line, raw in enumerate(block.text.split("\n"), block.first):
            number, tab, sentence = raw.partition("\t")
            if not tab or not number.isdecimal():
                if not raw.strip():
                    continue
                raise FormatError(
                    "is not a number, a tab and a sentence, as in the Leipzig collection; give format='plain' if it is "
                    "another kind of text",
                    file=source.path,
                    line=line,
                )
            if sentence := sentence.strip():
                numbers.append(int(number))
                sentences.append(sentence)
            else:
                findings.add("empty-documents", f"{source.name}, sentence {number}")
        yield numbers, sentences


def _without_sources(source: Source, reading: Reading, findings: Findings) -> Iterator[Part]:
    name, fields = source.name, source.fields
    for numbers, sentences in _numbered(source, reading, findings):
        for number, sentence in zip(numbers, sentences, strict=True):
            about = About(f"{name}, sentence {number}", fields)
            if len(sentence) <= LONGEST:  # nearly all are; a generator for each would take a tenth of the time
                yield Part(about, [sentence])
            else:
                yield from parts_of(about, [sentence], findings)


def _with_sources(source: Source, reading: Reading, findings: Findings, origins: _Origins) -> Iterator[Part]:
    about: About | None = None
    current = -1
    kept: list[str] = []
    size = 0
    try:
        for numbers, sentences in _numbered(source, reading, findings):
            for number, sentence, origin, row in zip(
                numbers, sentences, *origins.of(np.array(numbers, np.int64)), strict=True
            ):
                if about is None or origin != current or origin < 0:
                    if about is not None:
                        yield from parts_of(about, kept, findings)
                    kept, size, current = [], 0, origin
                    if row < 0:
                        findings.add("unknown-sources", f"sentence {number}")
                    about = About(f"{source.name}, sentence {number}", {**source.fields, **origins.fields(row)})
                elif size > LONGEST:
                    yield from parts_of(about, kept, findings)
                    kept, size = [], 0
                kept.append(sentence)
                size += len(sentence)
        if about is not None:
            yield from parts_of(about, kept, findings)
    finally:
        origins.close()


class _ById:
    """Numbers by id, in an array, as a dictionary of a hundred million entries would not fit."""

    def __init__(self, kind: type[np.int32] | type[np.int64], file: Path) -> None:
        self._values = np.full(1 << 16, -1, kind)
        self._file = file
        self._given = 0

    def put(self, ids: Numbers, values: Numbers) -> int:
        """The first value of an id counts; how many came too late."""
        if not len(ids):
            return 0
        self._given += len(ids)
        largest = int(max(ids.max(), values.max() if self._values.dtype == np.int32 else 0))
        if min(ids.min(), values.min()) < 0 or largest > _IDS_FREE + _MOST_GAPS * self._given:
            raise FormatError(f"the id {largest:,} is too large for a file of {self._given:,} rows", file=self._file)
        if (most := int(ids.max())) >= len(self._values):
            grown = np.full(max(most + 1, 2 * len(self._values)), -1, self._values.dtype)
            grown[: len(self._values)] = self._values
            self._values = grown
        free = self._values[ids] < 0
        new, index = np.unique(ids[free], return_index=True)
        self._values[new] = values[free][index]
        return len(ids) - len(new)

    def get(self, ids: Numbers) -> Numbers:
        inside = (ids >= 0) & (ids < len(self._values))
        found = self._values[np.where(inside, ids, 0)].astype(np.int64)
        found[~inside] = -1
        return found


class _Origins:
    """Which source a sentence has, and what is known of it; the rows of the sources stay on the disk."""

    def __init__(self, by_sentence: _ById, offsets: _ById, rows: mmap.mmap) -> None:
        self._by_sentence, self._offsets, self._rows = by_sentence, offsets, rows

    @classmethod
    def beside(cls, sentences: Path, findings: Findings) -> _Origins | None:
        """From the files beside the sentences, if both are there."""
        looks = _NAME.fullmatch(sentences.name)
        stem = (looks["stem"] or "") if looks else sentences.name.rpartition("-")[0] + "-"
        listed, links = (
            next(
                (path for packed in _PACKED if (path := sentences.with_name(f"{stem}{kind}.txt{packed}")).is_file()),
                None,
            )
            for kind in ("sources", "inv_so")
        )
        if listed is None or links is None:
            return None
        by_sentence = _links(links, findings)
        return cls(by_sentence, *_rows(listed))

    def of(self, sentences: Numbers) -> tuple[list[int], list[int]]:
        """The source of each sentence, and where its row begins; -1 where that is not known."""
        origins = self._by_sentence.get(sentences)
        return origins.tolist(), self._offsets.get(origins).tolist()

    def fields(self, row: int) -> dict[str, str]:
        """Address and date."""
        if row < 0:
            return {}
        self._rows.seek(row)
        cells = self._rows.readline().decode("utf-8", "replace").rstrip("\r\n").split("\t")
        return {name: cell.strip() for name, cell in zip(("source", "date"), cells[1:], strict=False) if cell.strip()}

    def close(self) -> None:
        self._rows.close()


def _links(path: Path, findings: Findings) -> _ById:
    """The file that says which source has which sentence: two numbers a row."""
    by_sentence = _ById(np.int32, path)
    for first, raw in _whole_rows(path):
        data = raw.rstrip(b"\n") + b"\n"
        characters = np.frombuffer(data, np.uint8)
        ends = characters[(characters == _TAB) | (characters == _NEWLINE)]
        try:
            numbers = np.fromstring(data, np.int64, sep=" ")  # any white space separates
        except ValueError:
            numbers = np.empty(0, np.int64)
        if len(numbers) != len(ends) or (ends[::2] != _TAB).any() or (ends[1::2] != _NEWLINE).any():
            raise _bad_row(path, first, data, rb"\d+\t\d+", "two numbers")
        findings.add("several-sources", path.name, by_sentence.put(numbers[1::2], numbers[::2]))
    return by_sentence


def _rows(path: Path) -> tuple[_ById, mmap.mmap]:
    """Where the row of each source begins, and the rows: in the file itself, or in a copy of one that is compressed."""
    offsets = _ById(np.int64, path)
    offset = 0
    packed = compression_of(path) is not None
    with tempfile.TemporaryFile(prefix="weatherglass-") if packed else path.open("rb") as file:
        for first, data in _whole_rows(path):
            if packed:
                file.write(data)
            lines = data.split(b"\n")
            if not lines[-1]:
                lines.pop()
            try:
                ids = np.array([int(line.partition(b"\t")[0]) for line in lines], np.int64)
            except (ValueError, OverflowError):
                raise _bad_row(path, first, data, rb"\d+\t[^\n]*", "a number and an address") from None
            lengths = np.array([len(line) + 1 for line in lines], np.int64)
            offsets.put(ids, offset + np.cumsum(lengths) - lengths)
            offset += len(data)
        if not offset:
            raise FormatError("is empty", file=path)
        file.flush()
        return offsets, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def _whole_rows(path: Path) -> Iterator[tuple[int, bytes]]:
    """Whole lines and the number of the first."""
    source = Source(path, path.name, {})
    first = 1
    try:
        for data, _cut in whole_lines(source.chunks(), LONGEST_LINE, path):
            yield first, data
            first += data.count(b"\n")
    finally:
        source.close()


def _bad_row(path: Path, first: int, data: bytes, pattern: bytes, expected: str) -> FormatError:
    right = re.compile(pattern + rb"\r?")
    lines = data.split(b"\n")
    wrong = next((i for i, line in enumerate(lines) if not right.fullmatch(line)), 0)
    shown = lines[wrong][:60].decode("utf-8", "replace")
    return FormatError(f"is not {expected} with a tab between: {shown!r}", file=path, line=first + wrong)
