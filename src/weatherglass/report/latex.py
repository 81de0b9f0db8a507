"""Tables as LaTeX, with the rules of booktabs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from weatherglass.report.bound import all_tables, bound
from weatherglass.report.document import Below, Document, Section, Table

_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}",
    '"': r"\textquotedbl{}", "−": "$-$", "–": "--", "—": "---", "…": r"\dots{}", "×": r"$\times$", "±": r"$\pm$", "≥": r"$\geq$",
    "≤": r"$\leq$", "≠": r"$\neq$", "√": r"$\surd$", "κ": r"$\kappa$", "ρ": r"$\rho$", "τ": r"$\tau$", "β": r"$\beta$", "σ": r"$\sigma$",
    "’": "'", "‘": "`", "“": "``", "”": "''", "\u00a0": "~", "\u202f": r"\,", "°": r"\textdegree{}",
}  # fmt: skip
_RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_LONGEST = 40  # rows of a table that need not be broken over pages
_WIDEST = 40  # characters of a cell that need not be broken over lines
_LINE = 80  # characters that about fill a line
_NARROWEST = 0.2  # of a line, for cells that are broken
# „, «, » and \textquotedbl are in no font of pdfLaTeX's own encoding, OT1.
_HEAD = (
    "% Needs \\usepackage{booktabs}{more}. pdfLaTeX also needs \\usepackage[T1]{fontenc}; "
    "words in other scripts than Latin need LuaLaTeX or XeLaTeX with a fitting font."
)


def escaped(text: str) -> str:
    """As LaTeX shows it, whatever characters are in it; control characters are left out."""
    plain = "".join(c if c.isprintable() or c in _SPECIAL else " " for c in text)
    made = "".join(_SPECIAL.get(c, c) for c in plain)
    made = made.replace("[", "{[}").replace("]", "{]}")  # after \\ a bracket would be read as a length
    return re.sub("[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda found: f"$^{{{found[0].translate(_RAISED)}}}$", made)


def table(
    header: Sequence[str], rows: Sequence[Sequence[str]], *, caption: str, label: str, note: str = "", texts: int = 1
) -> str:
    """The first `texts` columns stand left, the others right. Long tables break over pages, long cells over lines."""
    long = len(rows) > _LONGEST
    columns = _columns([header, *rows], texts)
    head = " & ".join(escaped(cell) for cell in header) + r" \\"
    body = [" & ".join(escaped(cell) for cell in row) + r" \\" for row in rows]
    name = f"\\caption{{{escaped(caption)}}}\\label{{{label}}}"
    below = [f"\\par\\footnotesize {escaped(note)}"] if note else []
    begin = _HEAD.replace("{more}", " and \\usepackage{longtable}" if long else "")
    if long:
        lines = [
            f"\\begin{{longtable}}{{{columns}}}", f"{name} \\\\", r"\toprule", head, r"\midrule", r"\endfirsthead",
            r"\toprule", head, r"\midrule", r"\endhead", r"\bottomrule", r"\endfoot", *body, r"\end{longtable}", *below,
        ]  # fmt: skip
    else:
        lines = [
            r"\begin{table}", r"\centering", name, f"\\begin{{tabular}}{{{columns}}}", r"\toprule", head, r"\midrule", *body,
            r"\bottomrule", r"\end{tabular}", *below, r"\end{table}",
        ]  # fmt: skip
    return "\n".join([begin, *lines]) + "\n"


def _columns(lines: Sequence[Sequence[str]], texts: int) -> str:
    """How each stands; those with long cells share what the others leave of the line."""
    widths = [max(map(len, cells)) for cells in zip(*lines, strict=True)]
    wide = sum(width > _WIDEST for width in widths)
    taken = sum(width + 2 for width in widths if width <= _WIDEST)
    share = max(_NARROWEST, (1 - taken / _LINE) / max(wide, 1))
    broken = f"p{{{share:.2f}\\linewidth}}"
    return "".join(broken if width > _WIDEST else "l" if i < texts else "r" for i, width in enumerate(widths))


def tables_of(documents: Sequence[Document]) -> str:
    """Every table that the documents show, with a label of its own; pictures are left out, small print stands in brackets."""
    report = bound(documents)
    made = [
        _read_table(
            shown, _caption(section, shown, chapter.name if report.several else ""), f"tab:{chapter.kind}-{i}-{j}"
        )
        for i, chapter in enumerate(report.chapters, 1)
        for j, (section, shown) in enumerate(all_tables(chapter), 1)
    ]
    return "\n".join(made)


def _caption(section: Section, shown: Table, chapter: str) -> str:
    named = section.title if shown.title in ("", section.title) else f"{section.title}: {shown.title}"
    return f"{chapter}: {named}" if chapter else named


def _read_table(shown: Table, caption: str, label: str) -> str:
    kept = [i for i in range(len(shown.header)) if i not in shown.pictures]
    header, *rows = ([_cell(row[i]) for i in kept] for row in (shown.header, *shown.rows))
    texts = sum(i < shown.texts for i in kept)
    return table(header, rows, caption=caption, label=label, note=shown.note, texts=texts)


def _cell(cell: str) -> str:
    return f"{cell} ({cell.below})" if isinstance(cell, Below) else cell
