"""LaTeX of tables: escaped, aligned, and broken over pages where it is long."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weatherglass.report.latex import escaped, table


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("50 % & more_or #less", r"50 \% \& more\_or \#less"),
        (r"\input{x}", r"\textbackslash{}input\{x\}"),
        ("$^~<>|", r"\$\textasciicircum{}\textasciitilde{}\textless{}\textgreater{}\textbar{}"),
        ("−0.5 … +1", r"$-$0.5 \dots{} +1"),
        ("1.2×10⁻⁵", r"1.2$\times$10$^{-5}$"),
        ("p ≥ 0.05, κ", r"p $\geq$ 0.05, $\kappa$"),
        ("[1]", "{[}1{]}"),
        ("a\nb\tc\u202e", "a b c "),
        ("“Ärztin”’s", "``Ärztin'''s"),
        ("ممرضة", "ممرضة"),
    ],
)
def test_escaping(text: str, made: str) -> None:
    assert escaped(text) == made


@given(st.text())
def test_nothing_special_is_left(text: str) -> None:
    """Every special character stands behind a backslash, or comes from our own commands."""
    made = escaped(text)
    known = r"\\(?:text\w+|dots)\{\}|\$(?:\\\w+|-|\^\{[-\d]+\})\$|\{[\[\]]\}|\\[{}$&#%_,]"
    left = re.sub(known, "", made)
    assert not re.search(r"[\\{}$&#%_^\[\]<>|\"]", left)
    assert made.isprintable()
    depth = 0
    for c in re.sub(r"\\[{}]", "", made):
        depth += (c == "{") - (c == "}")
        assert depth >= 0
    assert depth == 0


def test_a_table_has_the_rules_of_booktabs() -> None:
    text = table(("test", "d"), [("a_b", "−0.5"), ("[c]", "1")], caption="50 %", label="tab:x", note="A & B.", texts=1)
    lines = text.splitlines()
    assert lines[0].startswith("% Needs \\usepackage{booktabs}.")
    assert lines[1:] == [
        r"\begin{table}",
        r"\centering",
        r"\caption{50 \%}\label{tab:x}",
        r"\begin{tabular}{lr}",
        r"\toprule",
        r"test & d \\",
        r"\midrule",
        r"a\_b & $-$0.5 \\",
        r"{[}c{]} & 1 \\",
        r"\bottomrule",
        r"\end{tabular}",
        r"\par\footnotesize A \& B.",
        r"\end{table}",
    ]


def test_long_tables_break_over_pages() -> None:
    text = table(("a",), [(str(i),) for i in range(41)], caption="c", label="l")
    assert r"\begin{longtable}{l}" in text
    assert r"\endfirsthead" in text
    assert "longtable}" in text.splitlines()[0]
    assert text.count(r"\toprule") == 2
    assert r"\begin{table}" not in text
