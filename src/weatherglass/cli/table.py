"""A plain table for the terminal: numbers are never cut, whatever the width."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def table(header: Sequence[str], rows: Sequence[tuple[Sequence[str], str]], right: str | Collection[str]) -> str:
    """Aligned columns; `right` names the columns to align right, as one text where no name has a space. Each row may have a remark on a line of its own."""
    to_right = right.split() if isinstance(right, str) else right
    cells = [list(header), *(list(row) for row, _ in rows)]
    widths = [max(len(line[i]) for line in cells) for i in range(len(header))]
    remarks = ["", *(remark for _, remark in rows)]
    lines: list[str] = []
    for line, remark in zip(cells, remarks, strict=True):
        aligned = [
            text.rjust(width) if name in to_right else text.ljust(width)
            for name, text, width in zip(header, line, widths, strict=True)
        ]
        lines.append("  ".join(aligned).rstrip())
        if remark:
            lines.append(f"    {remark}")
    return "\n".join(lines)


def shown(text: str) -> str:
    """Words come from a file: what a terminal would obey, or would hide, is shown as its code."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
