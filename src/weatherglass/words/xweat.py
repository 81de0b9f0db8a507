"""XWEAT's csv: a translation table (English, translation, second grammatical gender) for the English tests."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

from weatherglass.errors import SpecError
from weatherglass.files import read_text
from weatherglass.words.query import Query, WordSet, make_query

# As its weat.py does (github.com/anlausch/XWEAT): `translate` makes a set of the words, and the last ones are popped.
_UNLIKE_XWEAT = (
    "XWEAT's own program keeps words without translation in English, and takes words away from the longer of two sets, "
    "not always the same ones, until both are of one size. Neither is done here, so its figures cannot be matched exactly."
)


def read_xweat(path: Path, english: tuple[Query, ...], language: str | None = None) -> tuple[Query, ...]:
    """The English tests translated by the table; the language comes from a name like `vocab_en_de.csv`.

    A test is made when the table translates at least half of each of its sets. Both genders of a translation become
    words of the set. What has no translation is left out and named in the caveat, which also says how XWEAT differs.
    """
    code = language or _language_in_name(path)
    table = _read_table(path)
    tests = (original for original in english if original.is_test)
    queries = [query for original in tests if (query := _translate(original, table, code, path)) is not None]
    if not queries:
        raise SpecError("translates none of the English tests; expected lines such as 'flower,Blume,'", file=path)
    return tuple(queries)


def _language_in_name(path: Path) -> str:
    """XWEAT names its tables by the languages of their columns. No other name tells whose words stand in the second."""
    match = re.fullmatch(r"vocab_en_([a-z]{2,3})", path.stem)
    if match is None:
        raise SpecError(
            "does not say into which language it translates; name it like vocab_en_de.csv, with English words first, or "
            "give the language (language='de', on the command line --lang de)",
            file=path,
        )
    return match[1]


def _read_table(path: Path) -> dict[str, tuple[str, ...]]:
    try:
        lines = list(csv.reader(read_text(path).splitlines()))
    except csv.Error as error:
        raise SpecError(f"is not a readable csv file ({error})", file=path) from error
    table: dict[str, tuple[str, ...]] = {}
    for line in lines:
        english, *forms = (cell.strip() for cell in line) if line else ("",)
        translations = tuple(dict.fromkeys(form for form in forms if form))
        if english and translations:
            table.setdefault(english.lower(), translations)
    return table


def _translate(original: Query, table: dict[str, tuple[str, ...]], code: str, path: Path) -> Query | None:
    missing: list[str] = []

    def side(sets: tuple[WordSet, ...]) -> dict[str, list[str]] | None:
        translated: dict[str, list[str]] = {}
        for word_set in sets:
            found = [table.get(word[0].lower(), ()) for word in word_set.words]
            missing.extend(word[0] for word, forms in zip(word_set.words, found, strict=True) if not forms)
            if sum(bool(forms) for forms in found) * 2 < len(found):
                return None
            translated[word_set.name] = list(dict.fromkeys(form for forms in found for form in forms))
        return translated

    targets, attributes = side(original.targets), side(original.attributes)
    if targets is None or attributes is None:
        return None
    untranslated = f" Without translation there, and left out: {', '.join(missing)}." if missing else ""
    data: dict[str, Any] = {
        "name": f"{path.stem}-{original.name}",
        "language": code,
        "title": original.title,
        "source": f"{original.source}; translated by {path.name}",
        "cite": [*original.cite, "lauscher2019"],
        "caveat": f"Translated word by word by {path.name}.{untranslated} {_UNLIKE_XWEAT}",
        "content_note": original.content_note,
        "targets": targets,
        "attributes": attributes,
    }
    return make_query(data, file=path)
