"""Reports of kept results as files, and as the page shows them before they are taken away.

A report takes some tenths of a second, one with many figures a few seconds, a PDF two or three: it is drawn in a thread while a person waits, not
queued as work, and the last ones are kept, so that the preview and the file after it are drawn once.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlencode

from weatherglass.app.pictures import DRAWING
from weatherglass.app.runs import Runs
from weatherglass.errors import SpecError
from weatherglass.wording.messages import speaking, spoken

if TYPE_CHECKING:
    from weatherglass.report.document import Document
    from weatherglass.report.write import Found

Format = Literal["html", "pdf", "md", "latex", "csv", "json"]
FORMATS: dict[str, tuple[str, str]] = {  # how its files end, and what they are
    "html": ("html", "text/html; charset=utf-8"),
    "pdf": ("pdf", "application/pdf"),
    "md": ("md", "text/markdown; charset=utf-8"),
    "latex": ("tex", "application/x-tex; charset=utf-8"),
    "csv": ("zip", "application/zip"),
    "json": ("json", "application/json"),
}
_PRINTING = threading.Lock()  # each takes a browser of its own
LONGEST_TITLE = 200
MOST_RUNS = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Wished:
    """A report that is wanted: results in their order, its language and title, and what it leaves out (see `report.parts`)."""

    runs: tuple[str, ...]
    language: str
    title: str = ""
    without: tuple[str, ...] = ()

    def asked(self) -> str:
        """As an address has it."""
        pairs = [("run", id) for id in self.runs] + [("language", self.language)]
        pairs += [("title", self.title)] if self.title else []
        return urlencode(pairs + [("without", each) for each in self.without])

    def address(self, format: str) -> str:
        """Where it is had as a file."""
        return f"/report/bound.{format}?{self.asked()}"

    def ordered(self, runs: Sequence[str]) -> Wished:
        return replace(self, runs=tuple(runs))


def report_of(runs: Runs, wished: Wished, format: str) -> bytes:
    """The report in this format; what was made lately is kept."""
    if not wished.runs:
        raise SpecError("there is no result to report; choose at least one")
    return _kept(runs, tuple(runs.get(id).made for id in wished.runs), wished, format)


@lru_cache(maxsize=16)
def _kept(runs: Runs, _made: tuple[float, ...], wished: Wished, format: str) -> bytes:
    from weatherglass.report.formats import reported

    found = [runs.found(id) for id in wished.runs]
    if format == "pdf":
        return _printed(found, wished)
    with DRAWING:
        made = reported(found, format, language=wished.language, title=wished.title, without=wished.without)
    return made.encode("utf-8") if isinstance(made, str) else made


def _printed(found: Sequence[Found], wished: Wished) -> bytes:
    """As PDF; others may draw while it is printed."""
    from weatherglass.report.page import html
    from weatherglass.report.parts import without
    from weatherglass.report.pdf import printed
    from weatherglass.report.write import documents

    with DRAWING, speaking(wished.language):
        page = html(without(documents(found), wished.without), title=wished.title)
    with _PRINTING:
        return printed(page)


def file_name(wished: Wished, format: str) -> str:
    """What the file is called where it is kept."""
    named = wished.runs[0][:8] if len(wished.runs) == 1 else "report"
    return f"weatherglass-{named}.{FORMATS[format][0]}"


def chapters(runs: Runs, ids: Sequence[str]) -> Sequence[Document]:
    """What a report of these results is made of, in the language spoken."""
    return _chapters(runs, tuple((id, runs.get(id).made) for id in ids), spoken())


@lru_cache(maxsize=16)
def _chapters(runs: Runs, kept: tuple[tuple[str, float], ...], language: str) -> Sequence[Document]:
    from weatherglass.report.write import documents

    with speaking(language):
        return documents([runs.found(id) for id, _ in kept])
