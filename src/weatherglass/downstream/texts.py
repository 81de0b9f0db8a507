"""Texts with one of two labels, such as sexist or not, as they are published: EDOS, GermEval 2018, tables with a header."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from io import StringIO
from itertools import chain
from os import PathLike
from pathlib import Path

from weatherglass.corpus.lines import whole_lines
from weatherglass.corpus.source import Source
from weatherglass.errors import FormatError, Notice, SpecError
from weatherglass.files.compressed import split_archive

LARGEST = (
    128 << 20
)  # bytes, decompressed: texts are held in memory, and those that people labelled one by one are fewer
OTHER = "other"

_MOST_NAMED = 8
_LONGEST_NAMED = 40
_DELIMITERS = ("\t", ";", ",")
_SUFFIX = re.compile(r"(?:\.(?:txt|tsv|csv))?(?:\.(?:gz|xz|zst|bz2|zip))?$", re.IGNORECASE)
_VECTORS = re.compile(
    r"\s*[0-9]+[ \t]+[0-9]+\s*|\S+(?:[ \t]+[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?){5,}\s*", re.IGNORECASE
)

# GermEval 2018 has no header: a text, whether it is offensive, and in which way.
_GERMEVAL = ("text", "coarse", "fine")
_GERMEVAL_LABELS = ({"OFFENSE", "OTHER"}, {"ABUSE", "INSULT", "PROFANITY", "OTHER"})
_GERMEVAL_BREAK = re.compile(r" ?\|LBR\| ?")

# How columns are called, in the order in which they are preferred.
_COLUMNS = {
    "text": (
        *("text", "txt", "tweet", "comment", "comment_text", "sentence", "post", "message", "content", "review"),
        *("satz", "kommentar", "beitrag", "nachricht", "inhalt"),
        *("texte", "phrase", "commentaire", "contenu"),
        *("النص", "نص", "تغريدة", "التغريدة", "تعليق", "التعليق", "جملة"),
    ),
    "label": (
        *("label_sexist", "label", "labels", "coarse", "class", "target", "annotation", "category", "sentiment", "polarity"),
        *("sexist", "offensive", "toxic", "hate", "hate_speech", "hatespeech", "abusive"),
        *("klasse", "etikett", "kategorie", "polarität"),
        *("étiquette", "classe", "catégorie", "polarité"),
        *("التصنيف", "تصنيف", "الفئة", "فئة", "المشاعر"),
    ),
    "part": ("split", "part", "partition", "subset", "set", "teil", "partie"),
}  # fmt: skip
_PARTS = {
    **dict.fromkeys(("train", "training"), "train"),
    **dict.fromkeys(("validation", "valid", "val", "dev", "development"), "validation"),
    **dict.fromkeys(("test", "testing"), "test"),
}
# Labels of the class that is looked for, whatever the other is called; and those that mean it only beside their opposite.
_LOOKED_FOR = frozenset(
    (
        *("sexist", "sexism", "misogynist", "misogynous", "misogyny", "racist", "racism"),
        *("offense", "offence", "offensive", "hate", "hateful", "hate speech", "hatespeech", "abuse", "abusive", "toxic"),
        *("sexistisch", "rassistisch", "beleidigend", "hass", "hassrede", "toxisch"),
        *("sexiste", "raciste", "haineux", "offensant", "injurieux", "toxique"),
        *("مسيء", "كراهية", "خطاب كراهية"),
    )
)  # fmt: skip
_OPPOSITES = {"1": "0", "1.0": "0.0", "true": "false", "yes": "no", "y": "n", "ja": "nein", "oui": "non", "نعم": "لا"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """Labelled texts, each once; a label is True for the class that is looked for.

    `classes`: that class and the other, as the file calls them. `rows`: where each text stands in its file, from 1, without
    the header. `parts`: "train", "validation" or "test" for each text, where the file says so. `notices` say what was left out.
    """

    name: str
    texts: tuple[str, ...]
    labels: tuple[bool, ...]
    classes: tuple[str, str]
    rows: tuple[int, ...]
    parts: tuple[str, ...] | None
    notices: tuple[Notice, ...]


@dataclass(slots=True)
class _Read:
    """What stands in the file, without empty texts; `parts` are as written there."""

    label_column: str
    rows: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    empty: int = 0
    notices: list[Notice] = field(default_factory=list)


Row = tuple[int, list[str]]  # the line it begins in, and its fields


def read_texts(
    path: str | PathLike[str], *, text: str | None = None, label: str | None = None, looked_for: str | None = None
) -> Texts:
    """Read labelled texts from a file, compressed or not.

    `text` and `label` are the names of columns, guessed if left out; GermEval's are text, coarse and fine. `looked_for`:
    the label of the class to find, guessed where its name tells; of more than two labels, it stands against all others.
    """
    file = Path(path)
    archive, _ = split_archive(file)
    if not archive.exists():
        raise SpecError("there is no such file", file=file)
    if archive.is_dir():
        raise SpecError("is a folder; give a file of it", file=file)
    read = _read(file, text, label)
    if not read.texts:
        why = f"all {read.empty:,} texts are empty" if read.empty else "there is no row below the header"
        raise FormatError(f"holds no texts: {why}", file=file)
    classes = _classes(Counter(read.labels), looked_for, read.label_column, file)
    return _without_repeated(_SUFFIX.sub("", file.name) or file.name, read, classes, file)


def _read(file: Path, text: str | None, label: str | None) -> _Read:
    first = next((line for line in _lines(file) if line.strip()), None)
    if first is None:
        raise FormatError("is empty", file=file)
    fields = first.rstrip("\r\n").split("\t")
    if len(fields) == len(_GERMEVAL) and all(f in known for f, known in zip(fields[1:], _GERMEVAL_LABELS, strict=True)):
        rows = _unquoted(_lines(file), "\t")
        return _gathered(chain([(1, list(_GERMEVAL))], rows), text, label, file, lambda t: _GERMEVAL_BREAK.sub("\n", t))
    delimiter = _delimiter(first, text, label)

    def quoted() -> Iterator[Row]:
        return _quoted(_lines(file), delimiter, file)

    def unquoted() -> Iterator[Row]:
        return _unquoted(_lines(file), delimiter)

    # Tables with tabs are often written without quoting, and their texts may begin with a quotation mark.
    raw = delimiter == "\t" and not _is_table(quoted()) and _is_table(unquoted())
    return _gathered(unquoted() if raw else quoted(), text, label, file)


def _lines(file: Path) -> Iterator[str]:
    """The lines with their ends, as an editor counts them, decoded as they are asked for."""
    with closing(Source(file, file.name, {})) as source:
        _refuse_vectors(source.head, file)
        number, size = 1, 0
        for block, _ in whole_lines(source.chunks(), LARGEST, file):
            size += len(block)
            if size > LARGEST:
                raise FormatError(f"holds more than {LARGEST >> 20} MB of texts; give a part of them", file=file)
            try:
                decoded = block.decode("utf-8-sig" if number == 1 else "utf-8")
            except UnicodeDecodeError as error:
                line = number + error.object.count(b"\n", 0, error.start)
                raise FormatError("is not a text in UTF-8; save it as one", file=file, line=line) from error
            if "\0" in decoded:
                line = number + decoded.count("\n", 0, decoded.index("\0"))
                raise FormatError(
                    "has a NUL character, which no text has; is it another kind of file?", file=file, line=line
                )
            yield from StringIO(decoded, newline="")
            number += block.count(b"\n")


def _refuse_vectors(head: bytes, file: Path) -> None:
    number, first = next(((i, line) for i, line in enumerate(head.split(b"\n"), 1) if line.strip()), (1, b""))
    if _VECTORS.fullmatch(first.decode("utf-8", "replace")):
        raise FormatError("begins like a file of vectors; give a file of labelled texts", file=file, line=number)


def _quoted(lines: Iterable[str], delimiter: str, file: Path) -> Iterator[Row]:
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    begins = 1
    try:
        for row in reader:
            yield begins, row
            begins = reader.line_num + 1
    except csv.Error as error:
        raise FormatError(
            f"the row that begins here cannot be read ({error}); a quotation mark that opens a text must be closed, one within "
            f"such a text is doubled, and no text has more than {csv.field_size_limit():,} characters",
            file=file,
            line=begins,
        ) from error


def _unquoted(lines: Iterable[str], delimiter: str) -> Iterator[Row]:
    for number, line in enumerate(lines, 1):
        yield number, line.rstrip("\r\n").split(delimiter) if line.strip() else []


def _is_table(rows: Iterator[Row]) -> bool:
    try:
        return len({len(row) for _, row in rows if any(each.strip() for each in row)}) == 1
    except FormatError:
        return False


def _delimiter(first: str, text: str | None, label: str | None) -> str:
    """The mark that makes a header with both columns of the first line, or else the one it has most."""
    for mark in _DELIMITERS:
        header = _split_header(first, mark)
        if all(_candidates(header, role, given) for role, given in (("text", text), ("label", label))):
            return mark
    return max(_DELIMITERS, key=first.count)


def _split_header(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter), [])  # not strict: nothing is to be refused yet
    except csv.Error:  # longer than any header
        return []


def _gathered(
    rows: Iterator[Row],
    text: str | None,
    label: str | None,
    file: Path,
    mended: Callable[[str], str] = str,
) -> _Read:
    """The columns that matter of all rows below the header, the texts `mended`."""
    filled = ((line, row) for line, row in rows if any(each.strip() for each in row))
    begins, header = next(filled, (1, [""]))
    text_at, label_at = (
        _column(header, role, given, file, begins) for role, given in (("text", text), ("label", label))
    )
    if text_at == label_at:
        raise SpecError(f"the texts and the labels cannot both be in column {_shown(header[text_at])}", file=file)
    part_at = next(iter(_candidates(header, "part", None)), None)
    found = _Read(_cleaned(header[label_at]))
    if label is None and len(possible := _candidates(header, "label", None)) > 1:
        names = ", ".join(_shown(header[i]) for i in possible[1:])
        said = (
            f"The labels of {file.name} are taken from column {_shown(header[label_at])}; they could be in {names} too."
        )
        found.notices.append(Notice("several-label-columns", said))
    same: dict[str, str] = {}  # labels and parts are few: each is held once
    for number, (line, row) in enumerate(filled, 1):
        if len(row) != len(header):
            raise FormatError(f"{_count(len(row), 'column')}, expected {len(header)}", file=file, line=line)
        written = _cleaned(row[label_at])
        if not written:
            column = _shown(header[label_at])
            raise FormatError(f"has no label in column {column}; add it, or remove the row", file=file, line=line)
        if not row[text_at].strip():
            found.empty += 1
            continue
        found.rows.append(number)
        found.texts.append(mended(row[text_at]))
        found.labels.append(same.setdefault(written, written))
        if part_at is not None:
            part = _cleaned(row[part_at])
            found.parts.append(same.setdefault(part, part))
    return found


def _column(header: Sequence[str], role: str, given: str | None, file: Path, line: int) -> int:
    possible = _candidates(header, role, given)
    named = ", ".join(_shown(name) for name in header[:_MOST_NAMED])
    more = f" and {len(header) - _MOST_NAMED:,} more" if len(header) > _MOST_NAMED else ""
    if not possible:
        what = f"has no column {given!r}" if given is not None else f"the first line names no column of {role}s"
        do = (
            f"name one of them with {role}= (--{role})"
            if len(header) > 1
            else "columns stand between commas, semicolons or tabs"
        )
        raise FormatError(f"{what}; its columns are {named}{more}: {do}", file=file, line=line)
    if len({_cleaned(header[i]).casefold() for i in possible}) < len(possible):
        raise FormatError(f"two columns are called {_shown(header[possible[0]])}; rename one", file=file, line=line)
    return possible[0]


def _candidates(header: Sequence[str], role: str, given: str | None) -> list[int]:
    """Where the columns stand that can have this role, the likeliest first."""
    names = [_cleaned(name).casefold() for name in header]
    known = _COLUMNS[role] if given is None else (_cleaned(given).casefold(),)
    return [i for wanted in known for i, name in enumerate(names) if name == wanted]


def _classes(counts: Mapping[str, int], looked_for: str | None, column: str, file: Path) -> tuple[str, str]:
    """The label that is looked for, and the other one, or `OTHER` where there are several."""
    if looked_for is not None:
        asked = _cleaned(looked_for)
        if asked not in counts:
            raise SpecError(
                f"no text has the label {asked!r} in column {column!r}; there are {_listed(counts)}", file=file
            )
        rest = [label for label in counts if label != asked]
        if rest:
            return asked, rest[0] if len(rest) == 1 else OTHER
    if len(counts) == 1:
        raise FormatError(
            f"there is only one label in column {column!r}: {_listed(counts)}; two classes are needed", file=file
        )
    if len(counts) > 2:
        raise SpecError(
            f"column {column!r} has {len(counts):,} labels: {_listed(counts)}; two classes are needed. Say with looked_for= (--class) "
            "which of them to set against all others, or with label= (--label) which column has the labels",
            file=file,
        )
    one, other = counts
    likely = [(mine, its) for mine, its in ((one, other), (other, one)) if _is_looked_for(mine, its)]
    if len(likely) != 1:
        raise SpecError(
            f"column {column!r} has the labels {_listed(counts)}; say with looked_for= (--class) which of them to look for",
            file=file,
        )
    return likely[0]


def _is_looked_for(label: str, other: str) -> bool:
    mine, its = (re.sub(r"[\s_-]+", " ", each.casefold()) for each in (label, other))
    return mine in _LOOKED_FOR or (mine in _OPPOSITES and _OPPOSITES[mine] == its)


def _without_repeated(name: str, read: _Read, classes: tuple[str, str], file: Path) -> Texts:
    """Each text once, and none that is in both classes: nobody knows in which it belongs."""
    labels = [label == classes[0] for label in read.labels]
    first: dict[str, int] = {}
    contradictory = {text for i, text in enumerate(read.texts) if labels[first.setdefault(text, i)] != labels[i]}
    kept = [i for text, i in first.items() if text not in contradictory]
    removed = sum(text in contradictory for text in read.texts) if contradictory else 0
    left_out = (
        ("empty-texts", read.empty, "empty"),
        ("contradictory-labels", removed, "as the same text is in both classes"),
        ("repeated-texts", len(read.texts) - removed - len(kept), "as the same text came before, in the same class"),
    )
    notices = [Notice(code, f"{_count(n, 'text')} of {name} left out, {why}.") for code, n, why in left_out if n]
    if (several := len(set(read.labels))) > 2:
        said = f"{classes[0]!r} stands against the other {several - 1:,} labels of {name}: {_listed(Counter(read.labels))}."
        notices.append(Notice("one-against-others", said))
    found = Counter(labels[i] for i in kept)
    if len(found) < 2:
        gone = next(label for label in (True, False) if label not in found)
        raise FormatError(
            f"no text is left that is {classes[0] if gone else classes[1]!r} and nothing else; two classes are needed",
            file=file,
        )
    parts, unknown = _parts(read, kept, name)
    return Texts(
        name=name,
        texts=tuple(read.texts[i] for i in kept),
        labels=tuple(labels[i] for i in kept),
        classes=classes,
        rows=tuple(read.rows[i] for i in kept),
        parts=parts,
        notices=(*read.notices, *notices, *unknown),
    )


def _parts(read: _Read, kept: Sequence[int], name: str) -> tuple[tuple[str, ...] | None, list[Notice]]:
    if not read.parts:
        return None, []
    unknown = {part for part in read.parts if part.casefold() not in _PARTS}
    if not unknown:
        return tuple(_PARTS[read.parts[i].casefold()] for i in kept), []
    told = ", ".join(sorted(map(_shown, unknown))[:_MOST_NAMED])
    said = f"The column of {name} that could say what is for training and what for testing is not used: it says {told}."
    return None, [Notice("unknown-parts", said)]


def _listed(counts: Mapping[str, int]) -> str:
    """The labels with how many texts have each, the most frequent first."""
    ordered = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    more = f" and {len(ordered) - _MOST_NAMED:,} more" if len(ordered) > _MOST_NAMED else ""
    return ", ".join(f"{_shown(label)} ({count:,})" for label, count in ordered[:_MOST_NAMED]) + more


def _shown(text: str) -> str:
    written = _cleaned(text)
    return repr(written if len(written) <= _LONGEST_NAMED else written[: _LONGEST_NAMED - 1] + "…")


def _count(number: int, kind: str) -> str:
    return f"{number:,} {kind}" + ("" if number == 1 else "s")


def _cleaned(text: str) -> str:
    return unicodedata.normalize("NFC", text.strip())
