"""Word sets as people give them on the spot: a file of words, base pairs, groups of names, a table of rates."""

from __future__ import annotations

import csv
import math
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from weatherglass.errors import SpecError
from weatherglass.files import read_text
from weatherglass.words.query import PairSet, Query, Word, WordSet, make_query, read_query


def read_words(file: Path) -> tuple[str, ...]:
    """Words from a text file, one a line; blank lines and repetitions are left out."""
    words = tuple(
        dict.fromkeys(
            unicodedata.normalize("NFC", word) for line in read_text(file).splitlines() if (word := line.strip())
        )
    )
    if not words:
        raise SpecError("holds no words; give one a line", file=file)
    return words


def query_of_files(files: Sequence[Path], language: str) -> Query:
    """Each file a target set, named like it."""
    targets = {file.stem: list(read_words(file)) for file in files}
    if len(targets) < len(files):
        raise SpecError(
            "--words: two files have the same name; rename one of them, as sets are called like their files"
        )
    return make_query({"name": "-".join(targets), "language": language, "targets": targets})


def parse_pairs(texts: Sequence[str]) -> PairSet:
    """Base pairs written as `she,he`, the word that counts as positive first."""
    pairs = []
    for text in texts:
        words = [unicodedata.normalize("NFC", word.strip()) for word in text.split(",")]
        if len(words) != 2 or not all(words) or words[0] == words[1]:
            raise SpecError(f"--pair {text!r}: give two different words with a comma between them, such as she,he")
        pairs.append(((words[0],), (words[1],)))
    return PairSet("base pairs", tuple(pairs))


def own_groups(texts: Sequence[str], language: str) -> Query:
    """Pairs as the words of two groups, `rich,poor`, called by the first of them."""
    own = parse_pairs(texts)
    first, second = (word[0] for word in own.pairs[0])
    return Query(name="own groups", language=language, pairs=(replace(own, name=f"{first}–{second}"),))


def read_sets(file: Path) -> tuple[tuple[Word, ...], ...]:
    """Sets of words from a text file, one a line, with commas between the words: `mother,father`."""
    sets: list[tuple[Word, ...]] = []
    for number, line in enumerate(read_text(file).splitlines(), 1):
        words = tuple(unicodedata.normalize("NFC", word.strip()) for word in line.split(","))
        if words == ("",):
            continue
        if len(words) < 2 or not all(words) or len(set(words)) < len(words):
            raise SpecError(
                f"line {number}: {line.strip()!r}: give two or more different words with commas between them", file=file
            )
        sets.append(tuple((word,) for word in words))
    if not sets:
        raise SpecError("holds no sets; give one a line, such as mother,father", file=file)
    return tuple(sets)


def as_attributes(query: Query, pairs: PairSet) -> Query:
    """The query with the pairs' first words as one attribute set and their second words as the other."""
    if query.attributes:
        raise SpecError(
            f"--pair: {query.id} has attribute sets of its own ({', '.join(s.name for s in query.attributes)}), which the pair would "
            "replace; leave --pair out, or give the target words with --words"
        )
    sides = [tuple(pair[i] for pair in pairs.pairs) for i in (0, 1)]
    sets = tuple(
        WordSet("/".join(word[0] for word in dict.fromkeys(side)), tuple(dict.fromkeys(side))) for side in sides
    )
    return replace(query, attributes=sets)


def read_rates(file: Path) -> dict[str, float]:
    """A figure per word from a CSV file of two columns, word and rate; a first line without a digit is a heading."""
    rates: dict[str, float] = {}
    try:
        rows = list(csv.reader(read_text(file).splitlines()))
    except csv.Error as error:
        raise SpecError(f"is not a readable table ({error})", file=file) from error
    for number, row in enumerate(rows, 1):
        if not row:
            continue
        if len(row) != 2:
            raise SpecError(
                f"line {number} has {len(row)} columns; give a word and its rate, with a comma between them", file=file
            )
        word = unicodedata.normalize("NFC", row[0].strip())
        rate = _number(row[1])
        if rate is None:
            if number == 1 and not any(map(str.isdigit, row[1])):
                continue
            raise SpecError(
                f"line {number}: the rate of '{word}' is {row[1].strip()!r}; give a number such as 0.35", file=file
            )
        if word in rates:
            raise SpecError(f"line {number}: '{word}' stands there twice; leave one out", file=file)
        rates[word] = rate
    if not rates:
        raise SpecError("holds no rates; give lines such as nurse,0.11", file=file)
    return rates


def read_groups(file: Path, language: str) -> Query:
    """Groups of names: the target sets of a query file (.toml), or a table with the columns name, group and, if wanted, sex (female or male)."""
    if file.suffix == ".toml":
        found = read_query(file)
        if found.language != language:
            raise SpecError(f"is in '{found.language}', not in the language '{language}' that was given", file=file)
        return found
    table = rows_of_table(read_text(file), file)
    if not table:
        raise SpecError("is empty; give lines such as Ayşe,Turkish,female below name,group,sex", file=file)
    (_, names_of_columns), *rows = table
    header = [name.casefold() for name in names_of_columns]
    if not {"name", "group"} <= set(header) <= {"name", "group", "sex"} or len(set(header)) < len(header):
        raise SpecError(
            f"the first line must name the columns name, group and, if wanted, sex; it is {', '.join(names_of_columns)!r}",
            file=file,
        )
    targets: dict[str, list[str]] = {}
    for number, row in rows:
        if len(row) != len(header) or not all(row):
            raise SpecError(
                f"line {number}: {', '.join(row)!r}: give {', '.join(header)}, none of them empty", file=file
            )
        field = dict(zip(header, row, strict=True))
        sex = field.get("sex", "").casefold()
        if sex not in ("", "female", "male"):
            raise SpecError(f"line {number}: the sex {field['sex']!r} is not known; give female or male", file=file)
        names = targets.setdefault(f"{field['group']} {sex}".strip(), [])
        if field["name"] in names:
            raise SpecError(f"line {number}: '{field['name']}' stands twice in its group; leave one out", file=file)
        names.append(field["name"])
    if not targets:
        raise SpecError("holds no names; give lines such as Ayşe,Turkish,female", file=file)
    return make_query({"name": file.stem, "language": language, "targets": targets})


def rows_of_table(text: str, file: Path) -> list[tuple[int, list[str]]]:
    """The rows of a table with tabs, semicolons or commas, without blank ones, each with the line it ends in."""
    lines = text.lstrip("\ufeff").splitlines()
    first = next((line for line in lines if line.strip()), "")
    delimiter = next((mark for mark in "\t;" if mark in first), ",")
    reader = csv.reader(lines, delimiter=delimiter)
    try:
        return [
            (reader.line_num, [unicodedata.normalize("NFC", field.strip()) for field in row])
            for row in reader
            if any(field.strip() for field in row)
        ]
    except csv.Error as error:
        raise SpecError(f"is not a readable table ({error})", file=file) from error


def with_rates(query: Query, rates: dict[str, float], file: Path) -> Query:
    """The query with these rates for its target words; rates of other words are left out."""
    listed = {form for target in query.targets for word in target.words for form in word}
    known = {word: rate for word, rate in rates.items() if word in listed}
    if not known:
        raise SpecError(f"has a rate for none of the target words of {query.id}", file=file)
    return replace(query, rates=known)


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None
