"""Documents as one offline HTML file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape

from weatherglass import language as languages
from weatherglass.report.bound import Bound, bound, chapter_title, environment, written
from weatherglass.report.bundle import data_block
from weatherglass.report.direction import runs, turns_shown
from weatherglass.report.document import MOST_ITEMS, Document
from weatherglass.wording.messages import grouped, known, runs_right_to_left, say, spoken


def html(documents: Sequence[Document], files: Mapping[str, str] | None = None, title: str = "") -> str:
    """One page of one or several documents, in the language spoken; `files` are kept inside it."""
    report = bound(documents, title)
    context = {
        "report": report,
        "title": title,
        "contents": list(_contents(report)),
        "environment": environment(),
        "block": data_block(files) if files else "",
    }
    return filled_in("document.html", context)


def _contents(report: Bound) -> Iterable[tuple[str, str]]:
    """The anchor and the name of each section, or of each chapter where there are several."""
    yield "findings", say("report.findings")
    yield "warnings", say("report.warnings")
    if report.several:
        yield from ((f"chapter-{i}", chapter_title(each)) for i, each in enumerate(report.chapters, 1))
    else:
        yield from ((section.anchor, section.title) for section in report.chapters[0].sections)
    if report.limits:
        yield "limits", say("report.limits")
    yield "methods", say("report.methods")
    if report.has_words:
        yield "words", say("report.words")
    yield "reproduce", say("report.reproduce")


def filled_in(template: str, context: Mapping[str, Any]) -> str:
    """A template's HTML: everything is escaped, and a name that is not there is an error."""
    return templates().get_template(template).render({"written": written(), **context})


@cache
def templates(*rooms: str) -> Environment:
    """The templates of these rooms, and those of reports, which they may use."""
    made = Environment(
        loader=ChoiceLoader([PackageLoader(f"weatherglass.{room}") for room in (*rooms, "report")]),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        finalize=without_turns,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(isolated=isolated, unbroken=unbroken)
    made.globals.update(
        MOST_ITEMS=MOST_ITEMS,
        direction=_direction,
        grouped=grouped,
        known=known,
        right_to_left=runs_right_to_left,
        say=say,
        spoken=spoken,
    )
    return made


def without_turns(value: Any) -> Any:
    """Characters that would change the direction of what follows are shown as their codes."""
    if not isinstance(value, str):
        return value
    shown = turns_shown(value)
    return Markup(shown) if isinstance(value, Markup) else shown  # noqa: S704  (nothing but these codes was added)


def unbroken(text: str) -> str:
    """Numbers stay on one line with their sign of per cent, and with what they are called."""
    return re.sub(r"\b([dprρ]) ([=<]) ", "\\1\u00a0\\2\u00a0", text.replace(" %", "\u00a0%"))


def isolated(text: str) -> Markup:
    """Escaped, with what runs against the language spoken kept to itself: numbers and signs beside it stay in their order."""
    return Markup("").join(
        Markup("<bdi>{}</bdi>").format(part) if against else escape(part) for part, against in runs(text)
    )


def _direction(query: str) -> str:
    """Which way the words of a query run, by its id."""
    return "rtl" if languages.get(query.split("/", maxsplit=1)[0]).right_to_left else "ltr"
