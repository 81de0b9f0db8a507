"""How to cite: the toolkit itself, and the works behind measures, methods of mitigation, word lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from weatherglass.errors import FormatError, UnknownName
from weatherglass.files import read_text
from weatherglass.words.references import bibtex, entries, in_words

TOOLKIT = "weatherglass"


@dataclass(frozen=True, slots=True)
class Cited:
    """Something that can be cited, and the keys of the works behind it; the toolkit has none but itself."""

    name: str
    title: str
    works: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Software:
    """The toolkit as its citation file tells of it."""

    title: str
    abstract: str
    authors: tuple[str, ...]
    version: str
    released: str
    licence: str

    @property
    def year(self) -> str:
        return self.released[:4]


def citation_file() -> Path:
    """In an installed package beside the code; in a checkout at its root, where people and hosts look for it."""
    package = Path(str(files("weatherglass")))
    shipped = package / "CITATION.cff"
    return shipped if shipped.is_file() else package.parents[1] / "CITATION.cff"


def software(file: Path | None = None) -> Software:
    """Read from the citation file, of which only lines such as `key: "text"`, and the names of authors, are understood."""
    file = file or citation_file()
    text = read_text(file)
    told = dict(re.findall(r'^([a-z-]+): "(.*)"$', text, re.MULTILINE))
    authors = tuple(re.findall(r'^  - name: "(.*)"$', text, re.MULTILINE))
    try:
        return Software(
            told["title"], told["abstract"], authors, told["version"], told["date-released"], told["license"]
        )
    except KeyError as error:
        raise FormatError(f"has no line {error}; install weatherglass again", file=file) from error


def cited(names: Sequence[str]) -> tuple[Cited, ...]:
    """What is behind each name: a measure, a method, a list such as en/weat6, a pattern of lists, a file of one's own, a key."""
    return tuple(each for name in names or (TOOLKIT,) for each in _behind(name))


def _behind(name: str) -> Iterable[Cited]:
    from weatherglass.measure.base import MEASURES
    from weatherglass.mitigate.base import METHODS
    from weatherglass.words import packs

    if name == TOOLKIT:
        return [Cited(TOOLKIT, software().abstract.rstrip("."))]
    if name in MEASURES:
        return [Cited(name, MEASURES[name].title, MEASURES[name].cite)]
    if name in METHODS:
        return [Cited(name, METHODS[name].card.title, METHODS[name].card.cite)]
    if name in entries():
        return [Cited(name, in_words(name).title, (name,))]
    try:
        return [Cited(query.id, query.title, query.cite) for query in packs.resolve([name])]
    except UnknownName as error:
        known = (TOOLKIT, *MEASURES, *METHODS, *entries(), *error.choices)
        raise UnknownName("measure, method, word list or work", name, known) from error


def as_bibtex(behind: Iterable[Cited]) -> str:
    """Each work once, in the order in which it is first named."""
    given = tuple(behind)
    works = bibtex(work for each in given for work in each.works)
    own = [_software_entry(software())] if any(each.name == TOOLKIT for each in given) else []
    return "\n\n".join([*own, *([works] if works else [])])


def _software_entry(it: Software) -> str:
    fields = {
        "author": " and ".join(f"{{{each}}}" for each in it.authors),
        "title": f"{{{it.title}}}: {it.abstract.rstrip('.')}",
        "version": it.version,
        "year": it.year,
        "note": f"Software, {it.licence} licence",
    }
    width = max(map(len, fields))
    lines = [f"  {name.ljust(width)} = {{{value}}}," for name, value in fields.items()]
    return "\n".join([f"@software{{{TOOLKIT},", *lines, "}"])


def as_text(each: Cited) -> tuple[str, ...]:
    """The works behind it, each in a line."""
    if each.name == TOOLKIT:
        it = software()
        authors = ", ".join(it.authors)
        return (f"{authors} ({it.year}). {it.title}, version {it.version}. Software, {it.licence} licence.",)
    return tuple(_line(work) for work in each.works)


def _line(key: str) -> str:
    work = in_words(key)
    year = f" ({work.year})" if work.year else ""
    stop = "" if work.title.endswith(("?", "!", ".")) else "."
    return f"{work.authors}{year}. {work.title}{stop} {work.address}".rstrip()
