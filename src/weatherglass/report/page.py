"""What all pages share: how a template is filled in and written, and the tables and figures that stand on it."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape

from weatherglass import language as languages
from weatherglass.files import write_whole
from weatherglass.report import numbers
from weatherglass.report.provenance import made_by

_LETTERS = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff"  # of scripts that run from right to left
_RIGHT_TO_LEFT = re.compile(f"([{_LETTERS}]+(?:[ _\u200c\u200d]+[{_LETTERS}]+)*)")


@dataclass(frozen=True, slots=True)
class Table:
    """A table as people read it, with what to know about it; the first `texts` columns are no numbers."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str
    texts: int = 1


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
    """A picture, and what to know to read it."""

    title: str
    picture: Markup
    caption: str
    beside: bool = False  # small enough to stand beside the next


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page: what was found in sentences, figures and tables; folded, what is long: further tables, and lists under their titles."""

    anchor: str
    title: str
    findings: tuple[str, ...]
    tables: tuple[Table, ...] = ()
    figures: tuple[Figure, ...] = ()
    folded: tuple[Table, ...] = ()
    lists: tuple[tuple[str, tuple[str, ...]], ...] = ()


def filled_in(template: str, context: Mapping[str, Any]) -> str:
    """The page's HTML: everything is escaped, and a name that is not there is an error."""
    environment = Environment(
        loader=PackageLoader("weatherglass.report"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    written = f"{date.today().isoformat()}, Weatherglass {version('weatherglass')}"
    environment.filters.update(isolated=isolated, unbroken=unbroken)
    environment.globals.update(numbers=numbers, direction=_direction, made_by=made_by, written=written)
    return environment.get_template(template).render(context)


def unbroken(text: str) -> str:
    """Numbers stay on one line with their sign of per cent, and with what they are called."""
    return re.sub(r"\b([dprρ]) ([=<]) ", "\\1\u00a0\\2\u00a0", text.replace(" %", "\u00a0%"))


def isolated(text: str) -> Markup:
    """Escaped, with each word that runs from right to left kept to itself: numbers and signs beside it stay in their order."""
    parts = _RIGHT_TO_LEFT.split(text)
    return Markup("").join(
        Markup("<bdi>{}</bdi>").format(part) if i % 2 else escape(part) for i, part in enumerate(parts)
    )


def write_page(template: str, context: Mapping[str, Any], path: str | os.PathLike[str]) -> Path:
    """Write the page; the file appears only when it is complete."""
    return write_whole(Path(path), filled_in(template, context))


def _direction(query: str) -> str:
    """Which way the words of a query run, by its id."""
    return "rtl" if languages.get(query.split("/", maxsplit=1)[0]).right_to_left else "ltr"
