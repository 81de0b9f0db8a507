"""Word sets of one's own: kept as query files, each under an id made of what is in it, so that a result's words never change."""

from __future__ import annotations

import hashlib
import json
import re
from contextlib import suppress
from pathlib import Path, PurePath

from weatherglass.errors import SpecError, UnknownName, WeatherglassError
from weatherglass.files import write_whole
from weatherglass.words import packs
from weatherglass.words.query import Query, Word, WordSet, read_query

_OWN = re.compile(r"own-[0-9a-f]{16}")


def is_own(id: str) -> bool:
    """Whether it is the id of an own set, not the name of a shipped query."""
    return _OWN.fullmatch(id) is not None


def query_named(sets: Sets, id: str) -> Query | str:
    """An own query, or the name of a shipped one. What the library would take for a file is none: no path is taken from outside."""
    if is_own(id):
        return sets.get(id)
    if PurePath(id).suffix in (".toml", ".csv"):
        raise UnknownName("query", id, packs.catalogue())
    return id


class Sets:
    """The query files in a folder."""

    def __init__(self, folder: Path):
        self._folder = folder

    def listed(self) -> dict[str, Query]:
        """All of them by id, the newest first."""
        found: list[tuple[int, str, Query]] = []
        for file in self._folder.glob("own-*.toml"):
            with suppress(WeatherglassError, OSError):  # one that is damaged, or taken away meanwhile, hides no other
                if is_own(file.stem):
                    found.append((-file.stat().st_mtime_ns, file.stem, read_query(file)))
        return {id: query for _, id, query in sorted(found, key=lambda each: each[:2])}

    def get(self, id: str) -> Query:
        """The one with this id."""
        if not is_own(id) or not (file := self._folder / f"{id}.toml").is_file():
            raise UnknownName("word set", id, self.listed())
        try:
            return read_query(file)
        except SpecError as error:
            raise SpecError(str(error).replace(str(file), file.name)) from error

    def save(self, query: Query) -> str:
        """Its id; the same words have the same."""
        text = toml_of(query)
        id = f"own-{hashlib.sha256(text.encode()).hexdigest()[:16]}"
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(self._folder / f"{id}.toml", text)
        return id

    def delete(self, id: str) -> None:
        """Take it away, where it is there."""
        if is_own(id):
            (self._folder / f"{id}.toml").unlink(missing_ok=True)


def toml_of(query: Query) -> str:
    """The file that reads as this query."""
    lines = [f"{key} = {_text(value)}" for key in ("name", "language", "title", "source", "licence", "translation", "caveat", "content_note") if (value := getattr(query, key))]  # fmt: skip
    if query.cite:
        lines.append(f"cite = [{', '.join(map(_text, query.cite))}]")
    if query.year is not None:
        lines.append(f"year = {query.year}")
    for role, sets in (("targets", query.targets), ("attributes", query.attributes)):
        if sets:
            lines += ["", f"[{role}]", *(_set(each) for each in sets)]
    if query.pairs:
        lines += ["", "[pairs]"]
        for each in query.pairs:
            inside = "".join(f"    [{_word(one)}, {_word(other)}],\n" for one, other in each.pairs)
            lines.append(f"{_text(each.name)} = [\n{inside}]")
    for group in query.groups:
        lines += ["", f"[groups.{_text(group.name)}]"]
        lines += [
            f"{part} = [{', '.join(map(_word, words))}]"
            for part, words in (("together", group.together), ("odd", group.odd))
        ]
    if query.rates:
        lines += ["", "[rates]", *(f"{_text(word)} = {rate!r}" for word, rate in query.rates.items())]
    return "\n".join(lines) + "\n"


def _set(each: WordSet) -> str:
    return f"{_text(each.name)} = [{', '.join(map(_word, each.words))}]"


def _word(word: Word) -> str:
    return _text("|".join(word))


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
