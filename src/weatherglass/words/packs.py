"""Language packs: the queries that ship with the toolkit, and a user's own folders of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from functools import cache
from importlib import resources
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from weatherglass.errors import SpecError, UnknownName
from weatherglass.words.query import Query, read_query
from weatherglass.words.wefe import read_wefe
from weatherglass.words.xweat import read_xweat


def data_folder() -> Path:
    """Where the shipped packs lie."""
    return Path(str(resources.files("weatherglass.words"))) / "data"


def languages() -> tuple[str, ...]:
    """Languages that have a pack."""
    return tuple(sorted(folder.name for folder in data_folder().iterdir() if any(folder.glob("*.toml"))))


@cache
def load(language: str) -> tuple[Query, ...]:
    """The queries of a shipped pack, in natural order."""
    if language not in languages():
        raise UnknownName("language pack", language, languages())
    return _read_folder(data_folder() / language)


def _read_folder(folder: Path) -> tuple[Query, ...]:
    files = sorted(folder.glob("*.toml"), key=lambda file: _natural(file.stem))
    return tuple(read_query(file) for file in files)


def _natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """weat2 before weat10."""
    parts = re.split(r"(\d+)", name)
    return tuple((1, int(part), "") if part.isdigit() else (0, 0, part) for part in parts)


def word_list(language: str, name: str) -> Query | None:
    """A list that the toolkit itself uses, such as a language's base pairs; None where the language has none."""
    if language not in languages():
        return None
    return next((query for query in load(language) if query.name == name), None)


def load_folder(folder: Path) -> tuple[Query, ...]:
    """A user's own pack: TOML files in a folder, or in one folder per language below it."""
    if not folder.is_dir():
        raise SpecError("there is no such folder", file=folder)
    found = _read_folder(folder) + tuple(
        query for sub in sorted(folder.iterdir()) if sub.is_dir() for query in _read_folder(sub)
    )
    if not found:
        raise SpecError("holds no queries (*.toml)", file=folder)
    return found


def catalogue(folders: Iterable[Path] = ()) -> dict[str, Query]:
    """Every known query by its id."""
    known = {query.id: query for language in languages() for query in load(language)}
    for folder in folders:
        for query in load_folder(folder):
            if query.id in known:
                raise SpecError(f"'{query.id}' exists already; give it another name", file=folder, key="name")
            known[query.id] = query
    return known


def of_tests(language: str | None, folders: Iterable[Path] = ()) -> tuple[Query, ...]:
    """The queries of a language that compare sets: lists of words, and words with rates, are left out."""
    return tuple(query for query in of_language(language, folders) if query.is_test)


def of_language(language: str | None, folders: Iterable[Path] = ()) -> tuple[Query, ...]:
    """All queries of a language, or of every language."""
    known = catalogue(folders).values()
    if language is not None and language not in (codes := {query.language for query in known}):
        raise UnknownName("language pack", language, codes)
    return tuple(query for query in known if language in (None, query.language))


def resolve(names: Sequence[str], *, language: str | None = None, folders: Iterable[Path] = ()) -> tuple[Query, ...]:
    """Queries by id (`en/weat7`), by name within a language, by pattern (`de/gerard-*`), or from a file."""
    known = catalogue(folders)
    return unique(query for name in names for query in _resolve_one(name, known, language))


def given(
    queries: Iterable[str | Query], *, language: str | None = None, folders: Iterable[Path] = ()
) -> tuple[Query, ...]:
    """Queries as people give them: by name, pattern or file, as `resolve` takes them, or made already."""
    return unique(every_given(queries, language=language, folders=folders))


def every_given(
    queries: str | Query | Iterable[str | Query], *, language: str | None = None, folders: Iterable[Path] = ()
) -> list[Query]:
    """The same, each as often as it is given."""
    items: Any = [queries] if isinstance(queries, str | Query) else queries
    own, found = tuple(folders), list[Query]()
    for item in items:
        if not isinstance(item, str | PathLike | Query):
            raise SpecError(
                f"{item!r:.80} is no query; give Query objects, or names such as 'en/weat6', patterns, files"
            )
        found += [item] if isinstance(item, Query) else resolve([fspath(item)], language=language, folders=own)
    return found


def unique(queries: Iterable[Query]) -> tuple[Query, ...]:
    """Each query once; two different ones under one name are refused, as one would silently replace the other."""
    chosen: dict[str, Query] = {}
    for query in queries:
        if chosen.setdefault(query.id, query) != query:
            raise SpecError(f"two different queries are called '{query.id}'; give one of them another name")
    return tuple(chosen.values())


def _resolve_one(name: str, known: dict[str, Query], language: str | None) -> tuple[Query, ...]:
    path = Path(name)
    if path.suffix == ".csv":
        return read_xweat(path, load("en"), language)
    if path.suffix in (".json", ".jsonl"):
        return read_wefe(path, language)
    if path.suffix == ".toml":
        found: tuple[Query, ...] = (read_query(path),)
    else:
        pattern = name if "/" in name else f"{language or '*'}/{name}"
        found = tuple(query for query in known.values() if fnmatchcase(query.id, pattern))
    if not found:
        raise UnknownName("query", name, known)
    if "/" not in name and not language and len(found) > 1 and not set(name) & set("*?["):
        raise SpecError(f"'{name}' exists in several languages; say which: {', '.join(query.id for query in found)}")
    other = [query.id for query in found if language not in (None, query.language)]
    if other:
        raise SpecError(f"'{other[0]}' is not in the language '{language}' that was given; leave one of them out")
    return found
