"""What the commands print alike: plain tables, notes, JSON."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from weatherglass.files.plain import json_text, shown

if TYPE_CHECKING:
    from weatherglass.errors import Notice
    from weatherglass.report.document import Section, Table

_BARS = " ▁▂▃▄▅▆▇█"


def table(
    header: Sequence[str], rows: Iterable[Sequence[str]], right: Collection[str], remarks: Sequence[str] = ()
) -> str:
    """Aligned columns, those named in `right` to the right. Numbers are never cut, whatever the width.

    `remarks`: for each row what stands under it on a line of its own, if anything.
    """
    cells = [header, *rows]
    widths = [max(len(line[i]) for line in cells) for i in range(len(header))]
    lines: list[str] = []
    for line, remark in zip(cells, ["", *(remarks or [""] * (len(cells) - 1))], strict=True):
        aligned = [
            text.rjust(width) if name in right else text.ljust(width)
            for name, text, width in zip(header, line, widths, strict=True)
        ]
        lines.append("  ".join(aligned).rstrip())
        if remark:
            lines.append(f"    {remark}")
    return "\n".join(lines)


def print_table(each: Table) -> None:
    """With its title and what to know about it."""
    print(f"\n{each.title}")
    if each.rows:
        rows = [[shown(cell) for cell in row] for row in each.rows]
        print(table(each.header, rows, right=each.header[each.texts :]))
    if each.note:
        print(each.note)


def print_sections(sections: Iterable[Section], printed: Mapping[str, int | None]) -> None:
    """Those of a page's sections that `printed` has the anchor of, with so many of their sentences, or all; and their tables."""
    for section in sections:
        if section.anchor not in printed:
            continue
        print(f"\n{section.title}")
        for sentence in section.findings[: printed[section.anchor]]:
            print(shown(sentence))
        for each in section.tables:
            print_table(each)


def print_notes(notices: Iterable[Notice], label: str = "note: ") -> None:
    for notice in notices:
        print(f"{label}{shown(notice.text)}")


def bars(counts: Sequence[int]) -> str:
    """A histogram in one line; what is there at all has a bar."""
    most = max(counts, default=0)
    return "".join(_BARS[-(-count * (len(_BARS) - 1) // most)] if count else " " for count in counts)


def print_json(data: dict[str, Any]) -> None:
    sys.stdout.write(json_text(data))


def named(embedding: Mapping[str, Any]) -> str:
    """Vectors in a line, from their identity."""
    return f"{shown(embedding['name'])}: {embedding['words']:,} words × {embedding['dim']}, {embedding['format']}"
