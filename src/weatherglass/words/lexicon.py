"""Sentiment lexicons: words with a polarity, as they are published (SentiWS, VADER, plain lists of words, tables)."""

from __future__ import annotations

import csv
import math
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Literal, NamedTuple

from weatherglass.errors import FormatError, Notice, SpecError, UnknownName
from weatherglass.files.compressed import Decompressed, compression_of, split_archive
from weatherglass.words.query import LONGEST_WORD

Format = Literal["guess", "sentiws", "vader", "words", "table"]

_LARGEST = 64 << 20  # bytes; the largest lexicons have a tenth, and a file of vectors is no lexicon
_MOST_NAMED = 5
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_SENTIWS = re.compile(r"[^\t]+\|[^\t|]+\t[^\t]+(?:\t[^\t]*)?")
_VADER = re.compile(r"[^\t]+\t[^\t]+\t[^\t]+\t\[[^\t]*\]")
# Beside tabs, controls have no place in a word, and those that turn the reading direction would make a report lie.
_CONTROL = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_POSITIVE = re.compile(r"positi[vf]", re.IGNORECASE)
_NEGATIVE = re.compile(r"n[eé]gati[vf]", re.IGNORECASE)
_SUFFIX = re.compile(r"(?:\.(?:txt|tsv|csv))?(?:\.(?:gz|xz|zst|bz2|zip))?$", re.IGNORECASE)

# How columns are called, in the order in which they are preferred, and what a label means.
_COLUMNS = {
    "word": ("word", "term", "token", "wort", "mot", "كلمة"),
    "polarity": ("polarity", "polarität", "polarité", "score", "valence", "sentiment", "label"),
    "lemma": ("lemma",),
    "part": ("pos", "part"),
}
_LABELS = {
    **dict.fromkeys(("positive", "positiv", "positif", "pos"), 1.0),
    **dict.fromkeys(("negative", "negativ", "négatif", "neg"), -1.0),
    **dict.fromkeys(("neutral", "neutre", "neu"), 0.0),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A word with its polarity; `lemma` is the word that the lexicon lists it under, `part` its part of speech there."""

    word: str
    polarity: float
    lemma: str
    part: str = ""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Each word once, in the order of the file; `notices` say what was left out."""

    name: str
    entries: tuple[Entry, ...]
    format: str
    notices: tuple[Notice, ...] = ()


class _Text(NamedTuple):
    """A decoded file; `bad_line` is the first line that is not UTF-8, and the text then taken for Latin-1."""

    path: Path
    lines: list[str]
    bad_line: int | None

    def numbered(self) -> Iterator[tuple[int, str]]:
        """The lines that are not blank, counted as an editor does."""
        return ((number, line) for number, line in enumerate(self.lines, 1) if line.strip())


class _Part(NamedTuple):
    """One file, read."""

    entries: list[Entry]
    format: str


def read_lexicon(path: str | PathLike[str], format: Format = "guess", *, polarity: float | None = None) -> Lexicon:
    """Read a lexicon from a file, compressed or not, or from all lexicons of a folder.

    `polarity` is that of a plain list of words whose name does not say `positive` or `negative`.
    A word that stands there with two signs is left out; of equal signs the first counts.
    """
    given = Path(path)
    if not given.is_dir():
        return _joined(_name(given), [_read(given, format, polarity)], [], given)
    if polarity is not None:
        raise SpecError("polarity= is for a single file; a folder's lists are told apart by their names", file=given)
    parts, strange = _read_folder(given, format)
    return _joined(given.resolve().name, parts, strange, given)


def read_lexicons(paths: Sequence[str | PathLike[str]], format: Format = "guess") -> Lexicon:
    """Read several files as one lexicon, such as that of positive and that of negative words; one alone may be a folder."""
    if not paths:
        raise SpecError("there are no lexicons to read; give at least one file")
    if len(paths) == 1:
        return read_lexicon(paths[0], format)
    files = [Path(path) for path in paths]
    return _joined("+".join(map(_name, files)), [_read(file, format, None) for file in files], [], files[0])


def _read_folder(folder: Path, format: Format) -> tuple[list[_Part], list[str]]:
    """The lexicons of a folder, and the names of the other files: a description often lies beside a lexicon."""
    texts = [_text(file) for file in sorted(folder.iterdir()) if file.is_file() and not file.name.startswith(".")]
    kinds = [_kind(text) for text in texts]
    if not any(kinds):
        found = ", ".join(text.path.name for text in texts[:_MOST_NAMED]) or "no files"
        raise FormatError(f"is a folder without a lexicon (it has {found}); name a file", file=folder)
    parts = [_parse(text, format, None) for text, kind in zip(texts, kinds, strict=True) if kind]
    return parts, [text.path.name for text, kind in zip(texts, kinds, strict=True) if not kind]


def _read(path: Path, format: Format, polarity: float | None) -> _Part:
    if path.is_dir():
        raise SpecError("is a folder; give its files, or read it by itself", file=path)
    return _parse(_text(path), format, polarity)


def _parse(text: _Text, format: Format, polarity: float | None) -> _Part:
    kind = _kind(text, "words" if polarity is not None else None) if format == "guess" else format
    if kind is None:
        raise FormatError(
            "is no lexicon of a known format: SentiWS, VADER, a table with columns such as word and polarity, or a "
            "list of words whose name says positive or negative (otherwise give polarity=1 or polarity=-1)",
            file=text.path,
        )
    if kind not in _READERS and kind != "words":
        raise UnknownName("lexicon format", kind, ("guess", "words", *_READERS))
    if polarity is not None and kind != "words":
        raise SpecError(f"polarity= is for lists of words; a {kind} file says it for each word", file=text.path)
    if text.bad_line is not None and kind != "words":
        raise FormatError("is not a text in UTF-8; save it as one", file=text.path, line=text.bad_line)
    _refuse_controls(text)
    entries = list(_words(text, polarity) if kind == "words" else _READERS[kind](text))
    for number, entry in entries:
        for word in (entry.word, entry.lemma):
            _refuse_length(word, text.path, number)
    if not entries:
        raise FormatError("holds no words", file=text.path)
    return _Part([entry for _, entry in entries], kind)


def _kind(text: _Text, otherwise: str | None = None) -> str | None:
    """What the first line that is not blank looks like; a list of words is believed only if its name says its sign."""
    first = next((line for _, line in text.numbered()), "")
    if _VADER.fullmatch(first.rstrip()):
        return "vader"
    if _SENTIWS.fullmatch(first):
        return "sentiws"
    if {"word", "polarity"} <= _columns(_header(first)).keys():
        return "table"
    if otherwise is None and _sign(text.path) is not None and "\t" not in first:
        return "words"
    return otherwise


def _sentiws(text: _Text) -> Iterator[tuple[int, Entry]]:
    for number, line in text.numbered():
        if not _SENTIWS.fullmatch(line):
            raise FormatError(
                "is not a line such as Freude|NN, a tab, 0.65, a tab, Freuden", file=text.path, line=number
            )
        head, value, *more = line.split("\t")
        lemma, part = (_clean(field) for field in head.rsplit("|", 1))
        polarity = _number(value, text.path, number)
        inflections = [_clean(word) for word in more[0].split(",")] if more and more[0].strip() else []
        for word in (lemma, *inflections):
            yield number, Entry(word, polarity, lemma, part)


def _vader(text: _Text) -> Iterator[tuple[int, Entry]]:
    for number, line in text.numbered():
        if not _VADER.fullmatch(line.rstrip()):
            raise FormatError(
                "is not a token, its mean, its standard deviation and [its ratings], with tabs between them",
                file=text.path,
                line=number,
            )
        token, mean, deviation, ratings = line.rstrip().split("\t")
        for value in (deviation, *(ratings[1:-1].split(",") if ratings[1:-1].strip() else ())):
            _number(value, text.path, number)
        word = _clean(token)
        yield number, Entry(word, _number(mean, text.path, number), word)


def _words(text: _Text, polarity: float | None) -> Iterator[tuple[int, Entry]]:
    value = _sign(text.path) if polarity is None else polarity
    if value is None:
        raise FormatError(
            "is a list of words whose name says neither positive nor negative; give polarity=1 or polarity=-1",
            file=text.path,
        )
    if not math.isfinite(value):
        raise SpecError(f"polarity= must be a finite number, got {value}", file=text.path)
    for number, line in text.numbered():
        if line.lstrip().startswith(";"):
            continue
        if "\t" in line.strip():
            raise FormatError("has a tab; a list of words has one word a line", file=text.path, line=number)
        word = _clean(line)
        yield number, Entry(word, float(value), word)


def _table(text: _Text) -> Iterator[tuple[int, Entry]]:
    begins, first = next(text.numbered(), (1, ""))
    header = _header(first)
    columns = _columns(header)
    if not {"word", "polarity"} <= columns.keys():
        raise FormatError(
            f"the first line must name the columns, one of {', '.join(_COLUMNS['word'])} and one of "
            f"{', '.join(_COLUMNS['polarity'])}; it is {first[:60]!r}",
            file=text.path,
            line=begins,
        )
    for number, row in _rows(text, begins, _delimiter(first)):
        if not any(field.strip() for field in row):
            continue
        if len(row) != len(header):
            raise FormatError(f"{len(row)} columns, expected {len(header)}", file=text.path, line=number)
        field = {name: _clean(row[i]) for name, i in columns.items()}
        label = field["polarity"]
        polarity = _LABELS.get(label.casefold())
        if polarity is None:
            polarity = _number(label, text.path, number)
        yield number, Entry(field["word"], polarity, field.get("lemma") or field["word"], field.get("part", ""))


_READERS = {"sentiws": _sentiws, "vader": _vader, "table": _table}


def _rows(text: _Text, begins: int, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The rows below the header, with the line each ends in."""
    reader = csv.reader(
        text.lines[begins:],
        delimiter=delimiter,
        # Words may be quotation marks themselves, which tables with tabs do not quote.
        quoting=csv.QUOTE_NONE if delimiter == "\t" else csv.QUOTE_MINIMAL,
        strict=True,
    )
    try:
        for row in reader:
            yield begins + reader.line_num, row
    except csv.Error as error:
        raise FormatError(f"is not a readable row ({error})", file=text.path, line=begins + reader.line_num) from error


def _header(line: str) -> list[str]:
    return [name.strip().strip('"') for name in line.split(_delimiter(line))]


def _columns(header: Sequence[str]) -> dict[str, int]:
    """Where the columns that matter stand."""
    names = [_clean(name).casefold() for name in header]
    return {
        role: names.index(found)
        for role, known in _COLUMNS.items()
        if (found := next((name for name in known if name in names), None)) is not None
    }


def _delimiter(line: str) -> str:
    return next((mark for mark in "\t;," if mark in line), ",")


def _joined(name: str, parts: Sequence[_Part], strange: Sequence[str], path: Path) -> Lexicon:
    """Each word once: with two signs nobody knows which is meant, and of equal ones the first counts."""
    kept: dict[str, Entry] = {}
    conflicting: dict[str, None] = {}  # a set that keeps the order
    differing: dict[str, None] = {}
    for entry in (entry for part in parts for entry in part.entries):
        first = kept.setdefault(entry.word, entry)
        if _sign_of(first.polarity) != _sign_of(entry.polarity):
            conflicting[entry.word] = None
        elif first.polarity != entry.polarity:
            differing[entry.word] = None
    entries = tuple(entry for word, entry in kept.items() if word not in conflicting)
    if not entries:
        raise FormatError(f"holds only words with two signs: {_some(conflicting)}", file=path)
    differing = {word: None for word in differing if word not in conflicting}
    notices = []
    if conflicting:
        text = f"{_count(conflicting, 'word')} of {name} left out, with two signs there: {_some(conflicting)}."
        notices.append(Notice("conflicting-polarity", text))
    if differing:
        text = (
            f"{_count(differing, 'word')} of {name} with several values, of which the first counts: {_some(differing)}."
        )
        notices.append(Notice("differing-polarity", text))
    if strange:
        text = f"{_count(strange, 'file')} of {name} left out, being no lexicon: {_some(strange)}."
        notices.append(Notice("not-lexicons", text))
    return Lexicon(name, entries, "+".join(sorted({part.format for part in parts})), tuple(notices))


def _count(things: Iterable[str], kind: str) -> str:
    count = len(list(things))
    return f"{count:,} {kind}" + ("" if count == 1 else "s")


def _some(things: Iterable[str]) -> str:
    listed = list(things)
    more = len(listed) - _MOST_NAMED
    return ", ".join(listed[:_MOST_NAMED]) + (f" and {more:,} more" if more > 0 else "")


def _sign_of(polarity: float) -> int:
    return (polarity > 0) - (polarity < 0)


def _sign(path: Path) -> float | None:
    """What the name of a list of words says of its polarity."""
    signs = {1.0: _POSITIVE.search(path.name), -1.0: _NEGATIVE.search(path.name)}
    said = [sign for sign, match in signs.items() if match]
    return said[0] if len(said) == 1 else None


def _name(path: Path) -> str:
    return _SUFFIX.sub("", path.name) or path.name


def _clean(text: str) -> str:
    return unicodedata.normalize("NFC", text.strip("\ufeff").strip())


def _number(text: str, path: Path, line: int) -> float:
    written = text.strip()
    value = float(written) if _NUMBER.fullmatch(written) else math.nan
    if not math.isfinite(value):
        raise FormatError(f"{written[:40]!r} is not a number such as -0.35", file=path, line=line)
    return value


def _refuse_controls(text: _Text) -> None:
    for number, line in text.numbered():
        if control := _CONTROL.search(line):
            raise FormatError(
                f"holds the invisible control character U+{ord(control[0]):04X}; remove it, or save the file as UTF-8 "
                "if it is in another encoding",
                file=text.path,
                line=number,
            )


def _refuse_length(word: str, path: Path, line: int) -> None:
    if not 0 < len(word) <= LONGEST_WORD:
        raise FormatError(f"a word has 1 to {LONGEST_WORD} characters, got {word[:40]!r}", file=path, line=line)


def _text(path: Path) -> _Text:
    data = _data(path)
    try:
        text, bad_line = data.decode("utf-8-sig"), None
    except UnicodeDecodeError as error:
        text, bad_line = data.decode("latin-1"), data.count(b"\n", 0, error.start) + 1
    return _Text(path, text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), bad_line)


def _data(path: Path) -> bytes:
    file, member = split_archive(path)
    try:
        compression = compression_of(file)
        if member is not None and compression != "zip":
            raise FormatError(f"is no archive, so it has no member '{member}'", file=file)
        if compression is None:
            size, data = file.stat().st_size, b""
            if size <= _LARGEST:
                data = file.read_bytes()
        else:
            data = _decompressed(file, compression, member)
            size = len(data)
    except FileNotFoundError as error:
        raise SpecError("there is no such file", file=path) from error
    except OSError as error:
        raise SpecError(f"cannot be read ({error.strerror})", file=path) from error
    if size > _LARGEST:
        raise FormatError(f"is larger than {_LARGEST >> 20} MB, which no lexicon is", file=path)
    return data


def _decompressed(file: Path, compression: str, member: str | None) -> bytes:
    """All of it, or a little more than the largest lexicon."""
    chunks = Decompressed(file, compression, member)
    data = bytearray()
    try:
        for chunk in chunks:
            data += chunk
            if len(data) > _LARGEST:
                break
    finally:
        chunks.close()
    return bytes(data)
