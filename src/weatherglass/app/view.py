"""A screen as data, shown as a page, as JSON and as CSV."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from jinja2 import Environment
from markupsafe import Markup
from starlette.responses import Response

from weatherglass.app.work import Same
from weatherglass.files.plain import json_text
from weatherglass.wording.messages import known, languages, say

if TYPE_CHECKING:
    import polars as pl

    from weatherglass.app.desk import Desk

Query = Mapping[str, list[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What a screen shows. `data` is its JSON twin, `table` its CSV twin; `context` what its template needs beyond that."""

    screen: str  # the template, and the entry of the menu that it belongs to
    title: str  # the question that the person has
    context: Mapping[str, Any] = field(default_factory=dict)
    data: Mapping[str, Any] = field(default_factory=dict)
    table: Callable[[], pl.DataFrame] | None = None
    same: Same | None = None
    vectors: str = ""  # the id of those that it is about, kept from screen to screen
    status: int = 200
    again: int = 0  # seconds after which a page without scripts is asked for again
    template: str = ""  # where it is not that of the screen
    to: str = ""  # the page to go to instead of showing one


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A request as screens see it: the parts of its path and its query."""

    path: str
    parts: Mapping[str, str]
    query: Query
    pairs: tuple[tuple[str, str], ...]
    language: str

    def one(self, name: str, usual: str = "") -> str:
        """The last value given for it."""
        return self.query.get(name, [usual])[-1]

    def address(self, **changed: str) -> str:
        """This page's own address, with these changed."""
        kept = [(name, value) for name, value in self.pairs if name not in changed]
        asked = urlencode([*kept, *((name, value) for name, value in changed.items() if value)])
        return f"{self.path}?{asked}" if asked else self.path

    def twin(self, ending: str) -> str:
        """The address of this page as JSON or CSV."""
        path = "/start" if self.path == "/" else self.path
        asked = urlencode([pair for pair in self.pairs if pair[0] != "ui"])
        return f"{path}.{ending}" + (f"?{asked}" if asked else "")


@cache
def _templates() -> Environment:
    """Those of the page, with what they ask for."""
    from weatherglass.app import choices
    from weatherglass.app.asking import lines_of
    from weatherglass.report.page import templates
    from weatherglass.wording.numbers import length, per_cent, storage

    made = templates("app")
    made.globals.update(
        lines_of=lines_of,
        lists=choices.lists,
        measures=choices.measures,
        length=length,
        method_title=choices.method_title,
        methods=choices.methods,
        per_cent=per_cent,
        phase=phase_said,
        phases=phases,
        smooth_measures=choices.smooth_measures,
        storage=storage,
        tongue=choices.tongue,
        tongues=choices.tongues,
        when=_when,
    )
    return made


def phase_said(what: str) -> str:
    """What is being done, in words; some phases name the file that they are about."""
    kind, _, about = what.partition(" ")
    if known(f"app.phase.{what}") or not known(f"app.phase.{kind}"):
        return say(f"app.phase.{what}") if known(f"app.phase.{what}") else what
    return f"{say(f'app.phase.{kind}')} ({about})" if about else say(f"app.phase.{kind}")


def phases() -> dict[str, str]:
    """Every phase in words, for the script that follows work."""
    from weatherglass.wording.messages import ENGLISH, messages

    before = "app.phase."
    return {key.removeprefix(before): say(key) for key in messages(ENGLISH) if key.startswith(before)}


def _when(made: float) -> Markup:
    """A date as a page shows it: from left to right in every language."""
    at = datetime.fromtimestamp(made)
    return Markup('<time dir="ltr" datetime="{}">{}</time>').format(
        at.isoformat("T", "minutes"), at.strftime("%Y-%m-%d %H:%M")
    )


def as_page(view: View, seen: Seen, desk: Desk) -> Response:
    """The screen as HTML, in the language spoken."""
    from weatherglass.app.opened import identity
    from weatherglass.app.screens import MENU

    context = {
        "view": view,
        "seen": seen,
        "menu": MENU,
        "languages": languages(),
        "settings": desk.settings,
        "about": identity(desk, view.vectors) if view.vectors else None,
        "waiting": [job for job in desk.jobs.listed() if job.state in ("queued", "running")],
        **view.context,
    }
    template = _templates().get_template(f"screens/{view.template or view.screen}.html")
    return Response(template.render(context), view.status, media_type="text/html; charset=utf-8")


def as_json(view: View) -> Response:
    return Response(json_text(dict(view.data)), view.status, media_type="application/json")


def as_csv(view: View) -> Response:
    """With a mark at its beginning by which spreadsheets know that it is UTF-8."""
    from weatherglass.errors import SpecError
    from weatherglass.report.spreadsheet import csv_text

    if view.table is None:
        raise SpecError("there is no table on this page yet; run something first, or ask for .json")
    name = f"weatherglass-{view.screen}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response("\ufeff" + csv_text(view.table()), media_type="text/csv; charset=utf-8", headers=headers)
