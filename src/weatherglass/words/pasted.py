"""Words as people paste or upload them: a text with commas or lines, a query file, a table, a list of sets."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from weatherglass.errors import FormatError, SpecError
from weatherglass.words.given import rows_of_table
from weatherglass.words.query import LONGEST_WORD, Query, make_query

LARGEST = 1_000_000  # bytes
MOST_WORDS = 20_000
_SHOWN = 40  # characters of a word that is too long, in the error about it
_LONGEST_PROBLEM = 400
_MOST_DOTS = 100  # in a key, or between two commas
_KEY_END = re.compile(r"[=,]")
_ENDS = "\n\r\v\f\x1c\x1d\x1e\x1f\x85\u2028\u2029"
_BETWEEN = re.compile(f"[{_ENDS}\t,;،؛]")
_LINE_END = re.compile(f"\r\n|[{_ENDS}]")
# Marks around a word. An apostrophe may belong to it ('tis, l'), so those come off only as a pair.
_QUOTES = frozenset('"“”„‟«»‹›＂')
_SINGLE_QUOTES = frozenset("'‘’‚‛`´")
_JOINERS = "\u200c\u200d"  # invisible, but they tell words apart: kept within a word
_SIGNS = "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2"  # such as the sign of a year: seen
_KEPT = frozenset(f"{_ENDS}\t{_JOINERS}{_SIGNS}")
# A colon alone is no heading: German writes Lehrer:innen.
_HEADING = re.compile(r"(?P<name>[^:]*):(?:\s+(?P<words>.*))?")
_ROLE = re.compile(r"(?P<role>targets|attributes)\.(?P<name>.+)", re.IGNORECASE)


def split_words(text: str) -> list[str]:
    """The words of a text, which lines, commas, semicolons or tabs separate; in their order, repeated ones too.

    Quotation marks and invisible characters come off; alternatives (`a|b`) stay as they are written.
    """
    _refuse_size(len(text.encode("utf-8", "surrogatepass")))
    return [_fit(word, f"word {number:,}") for number, word in _numbered(text)]


def _numbered(text: str) -> Iterable[tuple[int, str]]:
    """The words with their numbers; one too many is refused."""
    words = (word for part in _BETWEEN.split(_composed(text)) if (word := _bare(part)))
    for number, word in enumerate(words, 1):
        if number > MOST_WORDS:
            raise SpecError(f"there are more than {MOST_WORDS:,} words, from '{_short(word)}' on; give fewer")
        yield number, word


def _composed(text: str) -> str:
    """Without invisible characters, then with each letter and its marks as one: those may stand between them."""
    return unicodedata.normalize("NFC", text.translate({ord(c): None for c in set(text) if _is_invisible(c)}))


def _is_invisible(character: str) -> bool:
    """Controls, marks of the reading direction, byte order marks, soft hyphens, halves of characters."""
    return unicodedata.category(character) in ("Cc", "Cf", "Cs") and character not in _KEPT


def _bare(text: str) -> str:
    """A word without what stands around it, and with single spaces in it."""
    start, end = 0, len(text)
    while start < end:
        first, last = text[start], text[end - 1]
        if _is_around(first):
            start += 1
        elif _is_around(last):
            end -= 1
        elif first in _SINGLE_QUOTES and last in _SINGLE_QUOTES:
            start, end = start + 1, end - 1
        else:
            break
    return " ".join(text[start:end].split())


def _is_around(character: str) -> bool:
    return character.isspace() or character in _QUOTES or character in _JOINERS


def _fit(word: str, place: str, file: Path | None = None) -> str:
    if len(word) > LONGEST_WORD:
        raise SpecError(
            f"{place}, '{_short(word)}', has {len(word):,} characters, and {LONGEST_WORD} are allowed; put each word on "
            "a line of its own, or commas between them",
            file=file,
        )
    return word


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _refuse_size(size: int, file: Path | None = None) -> None:
    if size > LARGEST:
        raise SpecError(f"this has {size:,} bytes, and {LARGEST:,} are allowed; give fewer words", file=file)


def read_pasted(content: bytes, filename: str, language: str) -> Query:
    """The sets of an uploaded file: a query file (.toml), a table with a set a column (.csv, .tsv), or a text (.txt).

    In a text, blank lines separate the sets, or each begins with `name: `. A set whose name begins with `targets.` or
    `attributes.` has that role. Where no name does, the last two of four sets are attributes, as in WEAT, and all
    others are targets. A word on both sides is left in, for whoever checks the sets to tell.
    """
    file = Path(_bare(_composed(PurePosixPath(filename.replace("\\", "/")).name))[-LONGEST_WORD:] or "words")
    reader = _READERS.get(file.suffix.lower())
    if reader is None:
        raise SpecError(f"is none of the kinds that can be read: {', '.join(_READERS)}; save it as one", file=file)
    _refuse_size(len(content), file)
    return reader(_decoded(content, file), file, language)


def _decoded(content: bytes, file: Path) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise FormatError("is not a text in UTF-8; save it as one", file=file, line=line) from error


def _read_toml(text: str, file: Path, language: str) -> Query:
    """A query file; the name and the language may be left out, as they are known."""
    if any(part.count(".") > _MOST_DOTS for line in text.splitlines() for part in _KEY_END.split(line)):
        # A key of n parts takes n² steps.
        raise SpecError(f"holds a name with more than {_MOST_DOTS} dots; give it a shorter one", file=file)
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # besides TOML's own: endless numbers, endless brackets
        raise SpecError(f"is not a readable TOML file ({error})", file=file) from error
    data = {"name": file.stem, **({"language": language} if language else {}), **data}
    try:
        query = make_query(data, file=file)
    except SpecError as error:
        problem = str(error).removeprefix(f"{file}, ")[:_LONGEST_PROBLEM]
        line = _line_of(text, error.key)
        raise SpecError(f"line {line}, {problem}" if line else problem, file=file, key="") from error
    if language and query.language != language:
        raise SpecError(f"is in '{query.language}', not in the language '{language}' that was given", file=file)
    words = query.all_words()
    if len(words) > MOST_WORDS:
        raise SpecError(f"has {len(words):,} words, and {MOST_WORDS:,} are allowed; give fewer", file=file)
    return query


def _line_of(text: str, key: str) -> int | None:
    """The line in which a key such as `targets.women` is given a value, or its table begins."""
    table, found = "", None
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if heading := re.fullmatch(r"\[([^\[\]]+)\]\s*(?:#.*)?", stripped):
            table = _plain_key(heading[1])
            here = table
        elif "=" in stripped:
            name = _plain_key(stripped.partition("=")[0])
            here = f"{table}.{name}" if table else name
        else:
            continue
        if here == key:
            return number
        if found is None and here.startswith(f"{key}."):
            found = number
    return found


def _plain_key(written: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in written.split("."))


@dataclass(slots=True)
class _Set:
    """A set as it stands in a file: its name as written, the line it begins in, its words."""

    name: str
    line: int
    words: list[str] = field(default_factory=list)


def _read_table(text: str, file: Path, language: str) -> Query:
    table = rows_of_table(_composed(text), file)
    if not table:
        raise SpecError("is empty; name the sets in the first line, and give their words below", file=file)
    (top, names), *rows = table
    sets = [_Set(_bare(name), top) for name in names]
    for line, row in rows:
        for place, cell in enumerate(row):
            word = _bare(cell)
            if not word:
                continue
            if place >= len(sets) or not sets[place].name:
                raise SpecError(
                    f"line {line}: '{_short(word)}' is in column {place + 1}, which has no name; name each column in "
                    "the first line",
                    file=file,
                )
            sets[place].words.append(_checked(word, line, file))
    return _query([each for each in sets if each.name], file, language)  # spreadsheets write empty columns, too


def _read_text(text: str, file: Path, language: str) -> Query:
    sets: list[_Set] = []
    open_set: _Set | None = None
    for line, raw in enumerate(_LINE_END.split(_composed(text)), 1):
        heading = _HEADING.fullmatch(raw.strip())
        rest = raw
        if heading is not None:
            open_set = _Set(_bare(heading["name"]), line)
            if not open_set.name:
                raise SpecError(f"line {line}: there is no name before the colon; write it as 'name: words'", file=file)
            sets.append(open_set)
            rest = heading["words"] or ""
        words = [_checked(word, line, file) for part in _BETWEEN.split(rest) if (word := _bare(part))]
        if not words:
            if heading is None and open_set is not None and open_set.words:
                open_set = None  # a blank line ends a set, but may stand below its name
            continue
        if open_set is None:
            open_set = _Set("", line)
            sets.append(open_set)
        open_set.words += words
    unnamed = [each for each in sets if not each.name]
    for number, each in enumerate(unnamed, 1):
        each.name = file.stem if len(unnamed) == 1 else f"{file.stem} {number}"
    return _query(sets, file, language)


def _checked(word: str, line: int, file: Path) -> str:
    """A word that a query can hold: none of its alternatives empty, all of them together not too long."""
    if not all(part.strip() for part in word.split("|")):
        raise SpecError(f"line {line}: '{_short(word)}' has nothing on one side of a '|'; take the '|' out", file=file)
    return _fit(word, f"line {line}: the word", file)


def _query(sets: list[_Set], file: Path, language: str) -> Query:
    if not sets:
        raise SpecError("holds no words; give one a line", file=file)
    counted = 0
    placed: dict[str, dict[str, _Set]] = {"targets": {}, "attributes": {}}
    roles = [_ROLE.fullmatch(each.name) for each in sets]
    for number, (each, written) in enumerate(zip(sets, roles, strict=True)):
        _refuse_set(each, file)
        counted += len(each.words)
        if counted > MOST_WORDS:
            raise SpecError(
                f"line {each.line}: with the set '{_short(each.name)}' there are more than {MOST_WORDS:,} words; give fewer",
                file=file,
            )
        weat = len(sets) == 4 and not any(roles) and number >= 2
        role = written["role"].lower() if written else "attributes" if weat else "targets"
        name = written["name"].strip() if written else each.name
        before = next((taken[name] for taken in placed.values() if name in taken), None)
        if before is not None:
            raise SpecError(
                f"line {each.line}: the name '{_short(name)}' is given to two sets, the first in line {before.line}; "
                "rename one of them",
                file=file,
            )
        placed[role][name] = each
    return _made(placed, file, language)


def _refuse_set(each: _Set, file: Path) -> None:
    _fit(each.name, f"line {each.line}: the name", file)
    if not each.words:
        raise SpecError(f"line {each.line}: the set '{_short(each.name)}' has no words; give some", file=file)


def _made(placed: dict[str, dict[str, _Set]], file: Path, language: str) -> Query:
    """Each set is checked as a query's are, but by itself: that two of them share a word is no fault of the file."""
    targets, attributes = (
        [
            make_query({"name": file.stem, "language": language, "targets": {name: each.words}}, file=file)
            for name, each in placed[role].items()
        ]
        for role in ("targets", "attributes")
    )
    if not targets:
        raise SpecError("has attributes only; begin the name of at least one set with 'targets.'", file=file)
    return replace(
        targets[0],
        targets=tuple(word_set for query in targets for word_set in query.targets),
        attributes=tuple(word_set for query in attributes for word_set in query.targets),
    )


_READERS: dict[str, Callable[[str, Path, str], Query]] = {
    ".toml": _read_toml,
    ".csv": _read_table,
    ".tsv": _read_table,
    ".txt": _read_text,
}
