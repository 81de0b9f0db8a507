"""Documents out of a corpus, as a stream: the table of formats, and `read` over it.

A corpus is a file, or a folder of files, of any of the formats, also compressed. The format of each file is recognised
from its name and content; nothing is ever held but a stretch of one document.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path

from weatherglass.corpus.folder import Place, places
from weatherglass.corpus.json_lines import looks_like_json_lines, not_lines, read_json_lines
from weatherglass.corpus.leipzig import looks_like_leipzig, read_leipzig
from weatherglass.corpus.lines import check_text, head_text
from weatherglass.corpus.parts import DEFAULT, About, Findings, Part, Reading
from weatherglass.corpus.plain import read_plain
from weatherglass.corpus.source import HEAD, Source
from weatherglass.corpus.tei import ROOTS, read_tei
from weatherglass.corpus.wikipedia import ROOT, read_wikipedia
from weatherglass.corpus.xml_events import root_of
from weatherglass.errors import FormatError, Notice, UnknownName
from weatherglass.files.compressed import split_archive
from weatherglass.progress import HowFar

__all__ = ["FORMATS", "MIXED", "About", "Part", "Reading", "format_of", "is_sentences", "read"]

Reader = Callable[[Source, Reading, Findings], Iterator[Part]]
MIXED = "mixed"  # what the format of a folder is called that holds several
_SUFFIXES = (".gz", ".bz2", ".xz", ".zst", ".zip")


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of corpus: how it is known from a file's name (without the suffix of a compression) and beginning."""

    about: str
    recognises: Callable[[str, str], bool]
    read: Reader
    sentences: bool = False  # the paragraphs are sentences already
    xml: bool = False  # says itself how it is encoded


# The first that recognises a file reads it; plain text takes what is left.
FORMATS: dict[str, Format] = {
    "wikipedia": Format("Wikipedia dump", lambda _, head: root_of(head) == ROOT, read_wikipedia, xml=True),
    "tei": Format("TEI XML", lambda _, head: root_of(head) in ROOTS, read_tei, xml=True),
    "json-lines": Format(
        "JSON lines",
        lambda name, head: name.endswith((".jsonl", ".ndjson")) or looks_like_json_lines(head),
        read_json_lines,
    ),
    "leipzig": Format("Leipzig Corpora Collection", looks_like_leipzig, read_leipzig, sentences=True),
    "plain": Format("plain text", lambda _name, _head: True, read_plain),
}


def read(
    path: str | os.PathLike[str],
    reading: Reading = DEFAULT,
    *,
    progress: HowFar | None = None,
    notices: list[Notice] | None = None,
) -> Iterator[Part]:
    """The documents of a file or folder, in the order of the files' names, each in one or several parts.

    `progress` hears how many bytes of the files, compressed as they are, have been read, and how many there are. What is worth
    knowing is appended to `notices` when the reading ends. Errors about the content come while it is read.
    """
    root = _existing(path, reading)
    findings = Findings()
    return _read(root, places(root, findings), reading, findings, progress, notices)


def format_of(path: str | os.PathLike[str], reading: Reading = DEFAULT) -> str:
    """The name of a file's format, or of the one format of a folder's files; "mixed" where they have several."""
    root = _existing(path, reading)
    formats = set()
    for place in places(root, Findings()):
        source = Source(place.path, place.name, place.fields)
        try:
            if source.head or not root.is_dir():
                formats.add(_recognised(source, reading))
        except FormatError:
            if not root.is_dir():
                raise
        finally:
            source.close()
    if not formats:
        raise FormatError("holds no file that can be read as text", file=root)
    return formats.pop() if len(formats) == 1 else MIXED


def is_sentences(format: str, reading: Reading = DEFAULT) -> bool:
    """Whether what `read` gives as paragraphs are sentences already, and need not be split into them.

    Not for a mixed folder: to split a sentence once more does little harm, not to split a paragraph does.
    """
    if format == "plain":
        return reading.lines == "sentence"
    return format != MIXED and FORMATS[format].sentences


def _existing(path: str | os.PathLike[str], reading: Reading) -> Path:
    if reading.format is not None and reading.format not in FORMATS:
        raise UnknownName("corpus format", reading.format, FORMATS)
    root = Path(path)
    if not split_archive(root)[0].exists():
        raise FormatError("there is no such file or folder", file=root)
    if not split_archive(root)[0].is_file() and not root.is_dir():
        raise FormatError("is neither a file nor a folder; write it to a file first", file=root)
    return root


def _read(
    root: Path,
    files: list[Place],
    reading: Reading,
    findings: Findings,
    progress: HowFar | None,
    notices: list[Notice] | None,
) -> Iterator[Part]:
    sizes = [_size(place.path) for place in files]
    total, before = sum(sizes), 0
    formats: Counter[str] = Counter()
    anything = False
    try:
        for place, size in zip(files, sizes, strict=True):
            done = _shifted(progress, before, total)
            anything |= yield from _read_file(place, reading, findings, formats, done, root.is_dir())
            before += size
            if progress is not None:
                progress(before, total)
        if not anything:
            raise FormatError(_nothing(root, files, findings), file=root)
    finally:
        if notices is not None:
            if len(formats) > 1:
                for name, count in formats.most_common():
                    findings.add("mixed-formats", f"{FORMATS[name].about}: {count:,}")
            notices.extend(findings.notices())


def _size(path: Path) -> int:
    try:
        return split_archive(path)[0].stat().st_size
    except OSError:  # what is wrong is said when the file's turn comes
        return 0


def _shifted(progress: HowFar | None, before: int, total: int) -> Callable[[int], None] | None:
    return None if progress is None else lambda done: progress(before + done, total)


def _read_file(
    place: Place,
    reading: Reading,
    findings: Findings,
    formats: Counter[str],
    done: Callable[[int], None] | None,
    in_folder: bool,
) -> Generator[Part, None, bool]:
    """The documents of a file, and whether there were any; one that is no text is left out among others."""
    source = Source(*place, done)
    try:
        if not source.head and not in_folder:
            raise FormatError("is empty", file=place.path)
        first = None
        if source.head:
            try:
                name = _recognised(source, reading)
            except FormatError:
                if not in_folder:
                    raise
                findings.add("foreign-files", place.name)
                return False
            formats[name] += 1
            parts = FORMATS[name].read(source, reading, findings)
            first = next(parts, None)
        if first is not None:
            yield first
            yield from parts
        elif in_folder:
            findings.add("empty-files", place.name)
        return first is not None
    finally:
        source.close()


def _recognised(source: Source, reading: Reading) -> str:
    head = head_text(source.head[:HEAD], reading)
    file = source.path.name.lower()
    file = next((file.removesuffix(suffix) for suffix in _SUFFIXES if file.endswith(suffix)), file)
    name = reading.format or next(name for name, kind in FORMATS.items() if kind.recognises(file, head))
    root = root_of(head) if reading.format is None and name == "plain" else None
    if root and (head.lstrip().startswith("<?xml") or file.endswith(".xml") or root.lower() == "html"):
        raise FormatError(
            f"is XML, but neither TEI nor a Wikipedia dump: its outermost element is <{root}>. Extract its text first",
            file=source.path,
        )
    if reading.format is None and name != "json-lines" and file.endswith(".json"):
        raise FormatError(not_lines(head), file=source.path)
    if not FORMATS[name].xml:
        check_text(source, reading)
    return name


def _nothing(root: Path, files: list[Place], findings: Findings) -> str:
    if not root.is_dir():
        return "holds no text"
    found = " ".join(notice.text for notice in findings.notices())
    return (
        f"holds no text in {len(files):,} files. {found}".strip()
        if files
        else f"holds no files to read. {found}".strip()
    )
