"""The formats that results are reported in: one table of what each is called, how its files end and who makes it."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from weatherglass.errors import SpecError, UnknownName
from weatherglass.files import write_whole
from weatherglass.report.archive import archive
from weatherglass.report.document import Document
from weatherglass.report.latex import tables_of
from weatherglass.report.markdown import markdown
from weatherglass.report.page import html
from weatherglass.report.parts import without as without_parts
from weatherglass.report.pdf import printed
from weatherglass.report.write import Found, data_files, documents, json_of
from weatherglass.wording.messages import ENGLISH, speaking

Documents = Callable[[], Sequence[Document]]  # made only where a format needs them


@dataclass(frozen=True, slots=True)
class Format:
    """How its files end, the usual ending first, and how results, which are documents to read, are made into it under a title."""

    endings: tuple[str, ...]
    made: Callable[[Sequence[Found], Documents, str], str | bytes]


FORMATS = {
    "html": Format((".html", ".htm"), lambda found, read, title: html(read(), data_files(found), title)),
    "md": Format((".md", ".markdown"), lambda _, read, title: markdown(read(), title)),
    "brief": Format((".md", ".markdown"), lambda _, read, title: markdown(read(), title, brief=True)),
    "latex": Format((".tex",), lambda _, read, __: tables_of(read())),
    "csv": Format((".zip",), lambda _, read, __: archive(read())),
    "json": Format((".json",), lambda found, _, __: json_of(found)),
    "pdf": Format((".pdf",), lambda _, read, title: printed(html(read(), title=title))),
}


def reported(
    found: Sequence[Found], format: str = "html", *, language: str = ENGLISH, title: str = "", without: Collection[str] = ()
) -> str | bytes:  # fmt: skip
    """Results as one report in this format and language; `without`: parts that people need not read, see `parts.parts_of`.

    Data (CSV, JSON, and those inside a page) are whole all the same.
    """
    if format not in FORMATS:
        raise UnknownName("format of reports", format, FORMATS)
    with speaking(language):
        return FORMATS[format].made(found, lambda: without_parts(documents(found), without), title)


def format_of(path: Path) -> str:
    """The format that a file's ending stands for."""
    ending = path.suffix.lower()
    found = next((name for name, each in FORMATS.items() if ending in each.endings), None)
    if found is None:
        raise SpecError(f"{path}: a report is written as {endings()}; give a name that ends so")
    return found


def endings() -> str:
    """The usual ending of each format, for messages."""
    return ", ".join(dict.fromkeys(each.endings[0] for each in FORMATS.values()))


def write_report(found: Found | Sequence[Found], path: str | os.PathLike[str], *, language: str = ENGLISH) -> Path:
    """Write the report of one result, or of several, in the format of the file's ending: .html (one page with the data inside), .md, .tex, .zip (CSV), .json or .pdf.

    The file appears only when it is complete.
    """
    every = list(found) if isinstance(found, Sequence) else [found]
    target = Path(path)
    return write_whole(target, reported(every, format_of(target), language=language))
