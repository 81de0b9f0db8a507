"""What all pages share: how a template is filled in and written, and the tables and figures that stand on it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from weatherglass import language as languages
from weatherglass.files import write_whole
from weatherglass.report import numbers
from weatherglass.report.provenance import made_by


@dataclass(frozen=True, slots=True)
class Table:
    """A table as people read it, with what to know about it."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture, and what to know to read it."""

    title: str
    picture: Markup
    caption: str
    beside: bool = False  # small enough to stand beside the next


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
    environment.globals.update(numbers=numbers, direction=_direction, made_by=made_by, written=written)
    return environment.get_template(template).render(context)


def write_page(template: str, context: Mapping[str, Any], path: str | os.PathLike[str]) -> Path:
    """Write the page; the file appears only when it is complete."""
    return write_whole(Path(path), filled_in(template, context))


def _direction(query: str) -> str:
    """Which way the words of a query run, by its id."""
    return "rtl" if languages.get(query.split("/", maxsplit=1)[0]).right_to_left else "ltr"
