"""A report as data: what it is about, what was found, what to mind, sections, methods, words, and how to make it again.

Every kind of result becomes a `Document`; each format (HTML, Markdown, LaTeX) is one way to write any of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from markupsafe import Markup

from weatherglass.errors import Notice
from weatherglass.words.lookup import Coverage
from weatherglass.words.query import Query

if TYPE_CHECKING:
    import polars as pl


MOST_ITEMS = 1000  # of a list, where people read it


class Below(str):
    """A table's cell in two lines: what counts, and in small print below it what belongs to it."""

    below: str

    def __new__(cls, text: str, below: str) -> Below:
        made = super().__new__(cls, text)
        made.below = below
        return made

    def __getnewargs__(self) -> tuple[str, str]:  # type: ignore[override]
        """What a copy is made of; a str would give its text alone."""
        return str(self), self.below


@dataclass(frozen=True, slots=True)
class Table:
    """A table as people read it, with what to know about it; the first `texts` columns are no numbers.

    A cell is a text, may have a second line (`Below`), or is a small picture (`Markup`), which is left out where there are only texts.
    `picture_note`: how to read the pictures, said before the note, and only where they are shown.
    `links`: for each row the anchor that its first cell leads to, or nothing.
    """

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    texts: int = 1
    links: tuple[str, ...] = ()
    picture_note: str = ""

    @property
    def pictures(self) -> frozenset[int]:
        """The columns that hold pictures."""
        return frozenset(i for row in self.rows for i, cell in enumerate(row) if isinstance(cell, Markup))


def without_empty(table: Table) -> Table:
    """Without the columns in which no row has anything."""
    kept = [i for i in range(len(table.header)) if any(row[i] not in ("", "–") for row in table.rows)]
    return replace(
        table,
        header=tuple(table.header[i] for i in kept),
        rows=tuple(tuple(row[i] for i in kept) for row in table.rows),
        texts=sum(i < table.texts for i in kept),
    )


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture, and what to know to read it. What takes time to draw is drawn when a page asks for it."""

    title: str
    drawn: Markup | Callable[[], Markup]
    caption: str
    beside: bool = False  # small enough to stand beside the next

    @property
    def picture(self) -> Markup:
        return self.drawn() if callable(self.drawn) else self.drawn


@dataclass(frozen=True, slots=True)
class Fact:
    """Something about a result under its label, with a small picture before it where there is one."""

    label: str
    text: str
    picture: Markup | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a report: what was found in sentences, figures and tables; folded, what is long: further tables, and lists under their titles.

    `words`: the anchor of the list of words that it rests on, among the document's. `mark`: that it is a verdict, and which.
    """

    anchor: str
    title: str
    findings: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    figures: tuple[Figure, ...] = ()
    folded: tuple[Table, ...] = ()
    lists: tuple[tuple[str, tuple[str, ...]], ...] = ()
    facts: tuple[Fact, ...] = ()
    parts: tuple[Section, ...] = ()
    intro: str = ""
    paste: str = ""  # a text to copy, kept as it is
    words: str = ""
    mark: Literal["", "passed", "failed", "inconclusive"] = ""


@dataclass(frozen=True, slots=True)
class WordList:
    """The words of a query, and what became of them."""

    query: Query
    coverage: Coverage
    prefix: str = ""  # of the anchor, where several documents stand on one page

    @property
    def anchor(self) -> str:
        return self.prefix + words_anchor(self.query.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A result as it is reported. Texts are in the language that was spoken when it was made."""

    kind: str  # such as audit: the message `kind.audit` says it in words
    name: str  # what it is about
    identity: tuple[tuple[str, str], ...]
    findings: tuple[str, ...] = ()
    summary: str = ""  # before the findings
    mind: str = ""  # after them
    verdict: Section | None = None  # of a gate
    warnings: tuple[Notice, ...] = ()
    sections: tuple[Section, ...] = ()
    limits: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()  # the first is ready to paste into a paper
    word_lists: tuple[WordList, ...] = ()
    command: str = ""
    cited: tuple[str, ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict)  # the result as plain data
    tables: Mapping[str, pl.DataFrame] = field(default_factory=dict)  # the exact numbers


def words_anchor(query: str) -> str:
    """Where the words of a query stand on a page; two queries never share it."""
    safe = re.sub("[^A-Za-z0-9/]", lambda found: f"_{ord(found[0]):x}_", query)
    return f"words-{safe.replace('/', '-')}"
