"""LaTeX of tables: escaped, aligned, and broken over pages where it is long."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.documented import READ_THE_PICTURE, document
from weatherglass.report.document import Below, Section, Table
from weatherglass.report.latex import escaped, table, tables_of


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
    assert lines[0].startswith("% Needs \\usepackage{booktabs}. pdfLaTeX also needs \\usepackage[T1]{fontenc}; ")
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


def test_columns_with_long_cells_are_broken_over_lines() -> None:
    reason = "too few words: male names 1 of 8, female names 2 of 8 were found"
    text = table(("test", "reason", "words"), [("en/weat6", reason, "3/16")], caption="c", label="l", texts=2)
    assert r"\begin{tabular}{lp{0.79\linewidth}r}" in text
    shared = table(("test", "one", "d", "other"), [("t", reason, "1", reason)] * 41, caption="c", label="l", texts=4)
    assert r"\begin{longtable}{lp{0.44\linewidth}lp{0.44\linewidth}}" in shared
    figures = table(("a", "b", "c"), [(reason, "9" * 40, "9" * 40)], caption="c", label="l")
    assert r"{p{0.20\linewidth}rr}" in figures  # narrower could not be read


def test_every_table_of_documents_is_written_with_a_label_of_its_own() -> None:
    made = tables_of([document(), document(name="second_")])
    assert re.findall(r"\\label\{(.*?)\}", made) == [f"tab:audit-{i}-{j}" for i in (1, 2) for j in (1, 2, 3, 4)]
    captions = re.findall(r"\\caption\{(.*)\}\\label", made)
    assert captions[4] == r"second\_: No limit exceeded: Limits"
    assert r"word & what it is & d \\" in made
    assert r"\begin{tabular}{lp{0.20\linewidth}r}" in made
    assert r"=cmd\textbar{}x & about =cmd\textbar{}x & $-$0.5 (95 \% interval $-$1 to 0) \\" in made
    assert r"\par\footnotesize The words are ممرضة and others." in made
    assert "svg" not in made
    assert READ_THE_PICTURE not in made
    assert "No limit exceeded: Limits" in tables_of([document()])


@settings(max_examples=50, deadline=None)
@given(st.text(), st.integers(0, 45))
def test_whatever_is_in_a_table_its_environments_and_braces_match(word: str, rows: int) -> None:
    shown = Table(word, (word, word), ((word, Below(word, word)),) * rows, note=word)
    made = tables_of([document(name=word, verdict=None, sections=(Section("a", word, tables=(shown,)),))])
    lines = [line for line in made.splitlines() if not line.startswith("%")]
    opened: list[str] = []
    for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", "\n".join(lines)):
        if kind == "begin":
            opened.append(name)
        else:
            assert opened.pop() == name
    assert opened == []
    bare = re.sub(r"\\[{}\\]", "", "\n".join(lines))
    assert bare.count("{") == bare.count("}")
    assert all(line.count(" & ") >= 1 for line in lines if line.endswith(r"\\") and "caption" not in line)


def test_spaces_that_do_not_break_stay_so() -> None:
    assert escaped("95\u00a0%, 1\u202f000") == r"95~\%, 1\,000"
