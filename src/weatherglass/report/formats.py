"""The formats that results are reported in: one table of what each is called, how its files end and who makes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from weatherglass.errors import UnknownName
from weatherglass.report.archive import archive
from weatherglass.report.latex import tables_of
from weatherglass.report.markdown import markdown
from weatherglass.report.page import html
from weatherglass.report.pdf import printed
from weatherglass.report.write import Found, data_files, documents, json_of
from weatherglass.wording.messages import ENGLISH, speaking


@dataclass(frozen=True, slots=True)
class Format:
    """How its files end, the usual ending first, and how results are made into it under a title."""

    endings: tuple[str, ...]
    made: Callable[[Sequence[Found], str], str | bytes]


FORMATS = {
    "html": Format((".html", ".htm"), lambda found, title: html(documents(found), data_files(found), title)),
    "md": Format((".md", ".markdown"), lambda found, title: markdown(documents(found), title)),
    "brief": Format((".md", ".markdown"), lambda found, title: markdown(documents(found), title, brief=True)),
    "latex": Format((".tex",), lambda found, _: tables_of(documents(found))),
    "csv": Format((".zip",), lambda found, _: archive(documents(found))),
    "json": Format((".json",), lambda found, _: json_of(found)),
    "pdf": Format((".pdf",), lambda found, title: printed(html(documents(found), title=title))),
}


def reported(found: Sequence[Found], format: str = "html", *, language: str = ENGLISH, title: str = "") -> str | bytes:
    """Results as one report in this format and language."""
    if format not in FORMATS:
        raise UnknownName("format of reports", format, FORMATS)
    with speaking(language):
        return FORMATS[format].made(found, title)
