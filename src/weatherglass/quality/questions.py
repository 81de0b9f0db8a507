"""Question sets as plain data, and the files they are read from: analogies, odd one out, scored pairs of words or sentences.

A line that does not fit its format is an error that names it: a question silently left out would change every share.
"""

from __future__ import annotations

import csv
import math
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from os import PathLike
from pathlib import Path
from typing import Literal

from weatherglass.errors import FormatError, SpecError
from weatherglass.files import read_text
from weatherglass.words import packs
from weatherglass.words.query import Group, Query, Word, read_query

File = str | PathLike[str]
Kind = Literal["semantic", "grammar", ""]
Question = tuple[Word, Word, Word, Word]

ANALOGIES, ODD = "analogy-pairs", "odd-one-out"  # lists of a language pack
_HEADINGS = {("a1", "a2", "b1", "b2"), ("word1", "word2", "word3", "word4")}
_WORD_COLUMN = re.compile(r"(?:word|term|w|wort|mot|sentence|sent|s)[ _-]?([12])", re.IGNORECASE)
_SCORE_COLUMNS = {"similarity", "relatedness", "score", "simlex999", "human (mean)", "human", "mean", "rating", "gold"}


@dataclass(frozen=True, slots=True)
class Category:
    """Questions "a is to b as c is to d" about one relation."""

    name: str
    kind: Kind
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class AnalogySet:
    """A file or list of analogies."""

    name: str
    categories: tuple[Category, ...]


@dataclass(frozen=True, slots=True)
class OddSet:
    """A file or list of groups: beside the words that belong together, each odd word makes a question."""

    name: str
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class ScoredPairs:
    """Pairs of words, or of sentences, with how similar people found them."""

    name: str
    pairs: tuple[tuple[str, str, float], ...]


def read_analogies(file: File) -> AnalogySet:
    """Four words a line, after lines `: category` as in Google's file; without such lines the file is one category.

    Tabs or blanks between the words. In tables with the heading a1, a2, b1, b2 (subs2vec) lines with # name categories, elsewhere
    they are remarks. A TOML file has word pairs by category.
    """
    path = Path(file)
    if path.suffix == ".toml":
        return analogies_of(read_query(path), name=path.name)
    category, titled = path.name.split(".")[0], False
    found: dict[str, list[Question]] = {}
    for number, line in _lines(path):
        if line.startswith(":") or (titled and line.startswith("#")):
            category = " ".join(line[1:].split())
            if not category:
                raise FormatError("names no category", file=path, line=number)
        elif not line.startswith("#"):
            words = [part.strip() for part in (line.split("\t") if "\t" in line else line.split())]
            if not found and tuple(word.lower() for word in words) in _HEADINGS:
                titled = True
                continue
            if len(words) != 4 or not all(words):
                raise FormatError(f"an analogy has four words, this line is {line[:80]!r}", file=path, line=number)
            a, b, c, d = map(_word, words)
            found.setdefault(category, []).append((a, b, c, d))
    if not found:
        raise FormatError("holds no analogies", file=path)
    kinds = _kinds(tuple(found), path.name)
    return AnalogySet(
        path.name, tuple(Category(n, k, tuple(q)) for (n, q), k in zip(found.items(), kinds, strict=True))
    )


def analogies_of(query: Query, name: str = "") -> AnalogySet:
    """Every two different pairs of a category, in either order, as a : b :: c : d."""
    made = []
    for listed, kind in zip(query.pairs, _kinds(tuple(p.name for p in query.pairs), query.name), strict=True):
        questions = tuple((*one, *other) for one, other in permutations(dict.fromkeys(listed.pairs), 2))
        if questions:
            made.append(Category(listed.name, kind, questions))
    if not made:
        raise SpecError(f"{query.id} has no category of at least two pairs, so there is no analogy in it", key="pairs")
    return AnalogySet(name or query.id, tuple(made))


def _kinds(categories: Sequence[str], file: str) -> list[Kind]:
    """As a category's name begins, else as the file is called; beside categories called gram… the others are semantic."""
    whole = _kind(file, anywhere=True)
    kinds = [_kind(category) or whole for category in categories]
    return [kind or ("semantic" if "grammar" in kinds else "") for kind in kinds]


def _kind(name: str, *, anywhere: bool = False) -> Kind:
    start = "" if anywhere else "^"
    if re.search(rf"{start}(?:gram|synta)", name, re.IGNORECASE):
        return "grammar"
    return "semantic" if re.search(rf"{start}semantic", name, re.IGNORECASE) else ""


def read_odd(file: File) -> OddSet:
    """Lines `A B C x-y-z`: A, B and C belong together, and each of x, y and z in turn is the odd one. Or a TOML list."""
    path = Path(file)
    if path.suffix == ".toml":
        return odd_of(read_query(path), name=path.name)
    groups = []
    for number, line in _lines(path):
        if line.startswith("#"):
            continue
        *together, last = line.split()
        odd = last.split("-")
        if len(together) < 2 or not all(odd):
            raise FormatError(
                f"at least two words that belong together, then odd ones with hyphens between them, are needed; this line is {line[:80]!r}",
                file=path,
                line=number,
            )
        groups.append(Group(" ".join(together), tuple(map(_word, together)), tuple(map(_word, odd))))
    if not groups:
        raise FormatError("holds no groups of words", file=path)
    return OddSet(path.name, tuple(groups))


def odd_of(query: Query, name: str = "") -> OddSet:
    """The groups of a list."""
    if not query.groups:
        raise SpecError(f"{query.id} has no groups of words with odd ones", key="groups")
    return OddSet(name or query.id, query.groups)


def shipped_analogies(language: str) -> AnalogySet | None:
    """The language's own list, if it has one."""
    listed = packs.word_list(language, ANALOGIES)
    return None if listed is None else analogies_of(listed)


def shipped_odd(language: str) -> OddSet | None:
    """The language's own list, if it has one."""
    listed = packs.word_list(language, ODD)
    return None if listed is None else odd_of(listed)


def read_similarity(file: File) -> ScoredPairs:
    """Two words and a number a line, with tabs, semicolons, commas or blanks between them; lines with # are remarks.

    A heading says which columns these are; without one the words come first, and the number is the first column after them
    that is one.
    """
    path = Path(file)
    lines = [(number, line) for number, line in _lines(path) if not line.startswith("#")]
    if not lines:
        raise FormatError("holds no word pairs", file=path)
    separator = _separator(lines[0][1])
    rows = [(number, _fields(line, separator)) for number, line in lines]
    squeezed = [(number, [field for field in row if field]) for number, row in rows]
    if separator == "\t" and _named(rows[0][1]) is None and len({len(row) for _, row in squeezed}) == 1:
        rows = squeezed  # several tabs in a row only align the columns; a column that is really empty would be missed
    return ScoredPairs(path.name, tuple(_scored(path, rows, decimal_comma=separator != ",")))


def read_sentences(file: File, gold: File | None = None) -> ScoredPairs:
    """Two sentences and their score a line, with tabs between them; or the scores in a file of their own, one a line.

    Pairs whose line in that file is blank were not scored, and are left out. A heading may name the columns.
    """
    path = Path(file)
    rows = [(number, line.split("\t")) for number, line in _numbered(path)]
    if not rows:
        raise FormatError("holds no sentence pairs", file=path)
    if gold is None:
        return ScoredPairs(path.name, tuple(_scored(path, rows, decimal_comma=True)))
    scores = _gold(Path(gold))
    columns = _named(rows[0][1])
    rows = rows[1:] if columns else rows
    if len(scores) != len(rows):
        raise FormatError(
            f"holds {len(scores):,} scores, but {path.name} has {len(rows):,} sentence pairs; give one score a line",
            file=gold,
        )
    first, second = columns[:2] if columns else (0, 1)
    pairs = []
    for (number, row), score in zip(rows, scores, strict=True):
        _need(path, number, row, max(first, second) + 1)
        if score is not None:
            pairs.append((_text_of(path, number, row[first]), _text_of(path, number, row[second]), score))
    if not pairs:
        raise FormatError("holds no scores", file=gold)
    return ScoredPairs(path.name, tuple(pairs))


def _scored(path: Path, rows: list[tuple[int, list[str]]], *, decimal_comma: bool) -> Iterator[tuple[str, str, float]]:
    named = _named(rows[0][1])
    if named is not None or _is_heading(rows[0][1]):
        rows = rows[1:]
    if not rows:
        raise FormatError("holds a heading and nothing else", file=path)
    first, second, score = named or (0, 1, None)
    if score is None:
        numeric = (i for i, field in enumerate(rows[0][1]) if i > second and _number(field, decimal_comma) is not None)
        score = next(numeric, 2)
    for number, row in rows:
        _need(path, number, row, max(first, second, score) + 1)
        value = _number(row[score], decimal_comma)
        if value is None:
            raise FormatError(f"needs a number in column {score + 1}, got {row[score]!r}", file=path, line=number)
        yield _text_of(path, number, row[first]), _text_of(path, number, row[second]), value


def _named(header: list[str]) -> tuple[int, int, int | None] | None:
    """The columns of both texts and of the score (None if no name tells) by a heading; None if this is not one."""
    names = [field.strip().lower() for field in header]
    places = {match[1]: i for i, name in enumerate(names) if (match := _WORD_COLUMN.fullmatch(name))}
    if len(places) < 2:
        return None
    return places["1"], places["2"], next((i for i, name in enumerate(names) if name in _SCORE_COLUMNS), None)


def _is_heading(row: list[str]) -> bool:
    """With other names, and no digit where the number should be: a slip such as O.9 must not be taken for a name."""
    return len(row) > 2 and not any(map(str.isdigit, "".join(row[2:])))


def _need(path: Path, number: int, row: list[str], columns: int) -> None:
    if len(row) < columns:
        text = "\t".join(row)
        raise FormatError(f"needs at least {columns} columns, this line is {text[:80]!r}", file=path, line=number)


def _text_of(path: Path, number: int, field: str) -> str:
    text = unicodedata.normalize("NFC", field.strip())
    if not text:
        raise FormatError("has an empty column where a word or sentence should be", file=path, line=number)
    return text


def _separator(line: str) -> str | None:
    """Tab, semicolon or comma if it makes at least three columns; None for blanks."""
    return next((each for each in "\t;," if len(_fields(line, each)) >= 3), None)


def _fields(line: str, separator: str | None) -> list[str]:
    if separator in (";", ","):
        return [field.strip() for field in next(csv.reader([line], delimiter=separator))]
    return [field.strip() for field in line.split(separator)]


def _number(text: str, decimal_comma: bool) -> float | None:
    if decimal_comma and re.fullmatch(r"\s*[+-]?\d+,\d+\s*", text):
        text = text.replace(",", ".")
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _gold(path: Path) -> list[float | None]:
    scores: list[float | None] = []
    for number, line in _numbered(path):
        value = _number(line, True)
        if value is None and line.strip():
            raise FormatError(f"needs one number a line, got {line[:80]!r}", file=path, line=number)
        scores.append(value)
    return scores


def _word(text: str) -> Word:
    return (unicodedata.normalize("NFC", text),)


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """Lines that are not blank, with their numbers."""
    return ((number, line.strip(" \r")) for number, line in _numbered(path) if line.strip())


def _numbered(path: Path) -> list[tuple[int, str]]:
    """All lines up to the last that is not blank. Only line breaks end a line: some sentences hold rarer separators."""
    lines = read_text(path).split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    return list(enumerate(lines, 1))
