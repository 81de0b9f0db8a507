"""The report of a replication: both figures, what is in doubt, what could not be measured, and what was not carried out."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from tests.replicating.made import made_replication
from weatherglass.auditing import audit
from weatherglass.errors import Notice
from weatherglass.plot.choice import figures
from weatherglass.plot.replication import along_the_diagonal, rows_of
from weatherglass.replication.experiments.found import Found
from weatherglass.replication.paper import read_paper
from weatherglass.replication.replicated import Line, Replication, Value
from weatherglass.report.document import Below
from weatherglass.report.markdown import markdown
from weatherglass.report.replication import command_line, document
from weatherglass.report.write import report_html
from weatherglass.wording.messages import say, speaking
from weatherglass.wording.replication import where_said


def test_measured_above_published() -> None:
    (section, not_carried) = document(made_replication()).sections
    (table,) = section.tables
    weat7, weat8 = table.rows
    assert weat7[1] == "1.28 [0.40, 1.80]"
    assert isinstance(weat7[1], Below)
    assert weat7[1].below == "published 0.94"
    assert isinstance(weat8[1], Below)
    assert (weat8[1], weat8[1].below) == ("0.30", "published 0.69 ‡")
    assert isinstance(weat8[2], Below)
    assert (weat8[2], weat8[2].below) == ("†", "published < 0.001")
    told = [item for _, items in section.lists for item in items]
    assert any("complement" in item and "It should be 0.31" in item for item in told)
    assert "WEAT8: too few words" in told
    assert not_carried.tables[0].rows[0][2] == "was not given: vectors"


def test_findings_say_how_near_it_came() -> None:
    """|1.28 − 0.94| = 0.34 and |0.30 − 0.31| = 0.01, so 0.175 on average; p = 0.0045 is on the other side than 0.058."""
    first, near = document(made_replication()).findings
    assert first == "Experiments of the paper carried out: 1 of 4."
    assert "2; on average 0.175 apart, at most 0.340 (WEAT7, d)" in near
    assert near.endswith("as published: 0 of 1.")


@pytest.mark.parametrize(
    ("printed", "measured", "counted"),
    [
        ("< 0.001", 0.0002, (1, 1)),
        ("< 0.05", 0.2, (0, 1)),
        ("<0.01", 0.01, (1, 1)),
        ("≤ 0.05", 0.01, (0, 0)),  # may be 0.05 itself, which is not below
        ("<= 0.01", 0.01, (1, 1)),
        ("< 0.1", 0.01, (0, 0)),
        ("≥ 0.05", 0.05, (1, 1)),
        ("> 0.1", 0.04, (0, 1)),
        (">= .05", 0.5, (1, 1)),
        ("> 0.01", 0.5, (0, 0)),
        ("not significant", 0.5, (0, 0)),
    ],
)
def test_a_bound_counts_where_it_tells_the_side(printed: str, measured: float, counted: tuple[int, int]) -> None:
    made = _with_lines((_line("one", {"p": printed}, {"p": measured}),))
    assert made.carried[0].same_side == counted
    in_rows = _with_lines((_line("population, p", {"before": printed}, {"before": measured}),), ("before",))
    assert in_rows.carried[0].same_side == counted
    shown = any("tells the side" in text for text in document(made).findings)
    assert shown == bool(counted[1])


def test_the_command_that_makes_it_again() -> None:
    assert command_line(made_replication()) == "weatherglass replicate kurpicz-briki-2020 --data glove:en=vectors.bin"


def _with_lines(lines: tuple[Line, ...], columns: tuple[str, ...] = ("d", "p"), **changes: object) -> Replication:
    made = made_replication()
    (carried,) = made.carried
    return replace(made, carried=(replace(carried, lines=lines, columns=columns, **changes),))  # type: ignore[arg-type]


def _line(label: str, printed: dict[str, float | str], measured: dict[str, float], lacking: str = "") -> Line:
    return Line(
        label=label,
        of=label,
        printed=printed,
        misprint={},
        corrected={},
        measured={name: Value(value=value) for name, value in measured.items()},
        lacking=dict.fromkeys(printed, lacking) if lacking else {},
    )


def test_printed_figures_stay_as_printed() -> None:
    shown = {"d": (0.0619, 1.134, 1.8), "p": (0.0, 0.02937, 1e-7)}
    lines = tuple(
        _line(str(i), {"d": d, "p": p}, {"d": 0.5, "p": 0.5})
        for i, (d, p) in enumerate(zip(shown["d"], shown["p"], strict=True))
    )
    rows = document(_with_lines(lines)).sections[0].tables[0].rows
    below = [[cell.below for cell in row[1:] if isinstance(cell, Below)] for row in rows]
    assert below == [
        ["published 0.0619", "published 0.0"],
        ["published 1.134", "published 0.02937"],
        ["published 1.80", "published 1.0×10⁻⁷"],
    ]


def test_printed_figures_keep_the_zeros_at_their_end(tmp_path: Path) -> None:
    """As they stand in the paper's file, in every format, and through JSON."""
    printed = {
        "0.080": "0.080",
        "0.00": "0.00",
        "1.8": "1.8",
        "-0.10": "−0.10",
        "2": "2",
        "1e-7": "10⁻⁷",
        "2.5e-3": "2.5×10⁻³",
    }
    rows = "".join(f'{{ label = "{text}", of = "en/weat7", d = {text}, p = {text} }},\n' for text in printed)
    (tmp_path / "own.toml").write_text(
        'name = "own"\ntitle = "Own"\ncite = "own"\nlanguages = ["en"]\n[[experiments]]\nid = "t"\nkind = "tests"\n'
        f'where = "1"\nlanguage = "en"\nneeds = ["vectors"]\ncolumns = ["d", "p"]\nrows = [\n{rows}]\n',
        "utf-8",
    )
    (experiment,) = read_paper(tmp_path / "own.toml").experiments
    found = Found()
    found.put("en/weat7/d", 0.5)
    made = _with_lines(found.lines(experiment))
    assert Replication.from_dict(json.loads(json.dumps(made.to_dict()))) == made
    (section, *_) = document(made).sections
    cells = [row[1:] for row in section.tables[0].rows]
    assert all(isinstance(d, Below) and isinstance(p, Below) for d, p in cells)
    assert [[cell.below for cell in row if isinstance(cell, Below)] for row in cells] == [
        [f"published {text}"] * 2 for text in printed.values()
    ]
    assert made.table().filter(pl.col("column") == "d")["published_as"].to_list() == list(printed)
    assert made.table()["published"][0] == 0.08
    assert "0.500 (published 0.080)" in markdown([document(made)])
    assert "published 0.080" in report_html(made)


def test_columns_are_narrow_where_there_are_many() -> None:
    columns = tuple("abcdefg")
    line = _line("many", dict.fromkeys(columns, 0.25), dict.fromkeys(columns, 0.5))
    made = document(_with_lines((line,), columns))
    (row,) = made.sections[0].tables[0].rows
    assert {cell.below for cell in row[1:] if isinstance(cell, Below)} == {"0.25"}
    assert "0.50 (0.25)" in markdown([made])


def test_effects_without_sign_have_a_head_that_says_so() -> None:
    made = _with_lines(made_replication().carried[0].lines, settings={"absolute": True})
    assert document(made).sections[0].tables[0].header[1] == "|d|"


def test_rows_that_lack_the_same_are_named_together() -> None:
    lines = tuple(_line(name, {"d": 1.0}, {}, lacking="too few words") for name in ("one", "two"))
    told = [item for _, items in document(_with_lines(lines)).sections[0].lists for item in items]
    assert "one; two: too few words" in told


def test_every_figure_is_drawn_however_many_there_are() -> None:
    """More than can have a line each become dots, and none is left out."""
    lines = tuple(_line(str(i), {"d": i / 100}, {"d": i / 50}) for i in range(60))
    made = _with_lines(lines)
    assert len(rows_of(made.carried[0])) == 60
    axes = along_the_diagonal(made.carried[0])
    assert len(axes.lines[1].get_xdata()) == 60  # type: ignore[arg-type]
    assert list(figures(made)) == ["table-8-glove"]
    (figure,) = document(made).sections[0].figures
    assert figure.caption.startswith("Each dot is a figure of the table")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "tables 2 and 3, section 4.1 (p. 37)"),
        ("de", "Tabellen 2 und 3, Abschnitt 4.1 (S. 37)"),
        ("fr", "tableaux 2 et 3, section 4.1 (p. 37)"),
        ("ar", "الجداول 2 و3، القسم 4.1 (ص 37)"),
    ],
)
def test_places_in_a_paper_are_said_in_the_language_of_the_report(language: str, said: str) -> None:
    with speaking(language):
        assert where_said("tables 2 and 3, section 4.1 (p. 37)") == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "glove of news.jsonl, other.bin"),
        ("de", "glove aus news.jsonl, other.bin"),
        ("fr", "glove de news.jsonl, other.bin"),
        ("ar", "glove من news.jsonl، other.bin"),
    ],
)
def test_models_are_called_in_the_language_of_the_report(language: str, said: str) -> None:
    made = made_replication()
    recipe = {"model": "glove", "corpus": "news.jsonl", "words": 10, "method": "glove"}
    on = replace(made.carried[0], kind="models", on="glove of news.jsonl, other.bin", recipes=(recipe,))
    with speaking(language):
        shown = document(replace(made, carried=(on,)))
        assert shown.findings[1].partition(": ")[0].endswith(f"; {said})")
        (section, *_) = shown.sections
        assert any(said in text for text in section.findings)
        assert section.figures[0].title.endswith(said)


def test_it_is_called_by_its_authors() -> None:
    made = document(made_replication())
    assert made.name == "Kurpicz-Briki (2020)"
    assert "Kurpicz-Briki (2020), “Cultural Differences in Bias?”" in made.methods[0]
    own = document(replace(made_replication(), file="own.toml"))
    assert own.name == "kurpicz-briki-2020"


def test_methods_name_what_was_used() -> None:
    made = made_replication()
    assert "on vectors.bin with" not in document(made).methods[0]
    (carried,) = made.carried
    used = replace(made, carried=(replace(carried, inputs=("vectors.bin",)),))
    assert "on vectors.bin with" in document(used).methods[0]


def test_what_was_carried_out_on_several_is_told_apart() -> None:
    made = made_replication()
    (one,) = made.carried
    notice = Notice("low-coverage", "en/weat7: only 6 of 8 words of 'arts' were found.")
    one = replace(one, notices=(notice,))
    both = document(replace(made, carried=(one, replace(one, on="other.bin"), replace(one, id="another"))))
    titles = [section.title for section in both.sections[:3]]
    assert [title.endswith(f"; {on})") for title, on in zip(titles, ("vectors.bin", "other.bin"), strict=False)] == [
        True,
        True,
    ]
    assert titles[2] == "another (table 8)"
    assert len({section.anchor for section in both.sections}) == len(both.sections)
    assert [notice.text.partition("en/weat7")[0] for notice in both.warnings] == ["vectors.bin: ", "other.bin: ", ""]


@pytest.mark.parametrize(
    ("language", "of_an_audit", "not_used"),
    [
        ("en", "the report of an audit lists both under", "No experiment that was carried out made use of them"),
        ("de", "der Bericht eines Audits führt beide unter", "Kein durchgeführtes Experiment hat sie verwendet"),
        ("fr", "le rapport d’un audit donne les deux sous", "Aucune expérience effectuée ne s’en est servie"),
        ("ar", "وتقرير التدقيق يسرد كليهما تحت", "لم تستعملها أي تجربة أُجريت"),
    ],
)
def test_warnings_are_explained_by_what_holds_of_a_replication_too(
    language: str, of_an_audit: str, not_used: str
) -> None:
    """Its report lists no words, and what was given by name may be used by no experiment."""
    with speaking(language):
        low, unused = (say(f"warning.{code}.explained") for code in ("low-coverage", "unused-data"))
        assert say("report.words") in low.partition(of_an_audit)[2]
    assert unused.startswith(not_used)
    assert "lexicon=" in unused


def test_anchors_differ_where_names_have_no_latin_letters() -> None:
    made = made_replication()
    (one,) = made.carried
    named = [replace(one, on=name) for name in ("متجهات.bin", "كلمات.bin")]
    anchors = [section.anchor for section in document(replace(made, carried=tuple(named))).sections]
    assert len(set(anchors)) == len(anchors)


def test_figures_of_several_models_name_theirs() -> None:
    made = made_replication()
    (one,) = made.carried
    results = []
    for name in ("glove-0123456789abcdef.bin", "given.bin"):
        found = audit(queries=["en/weat7"], measures=["weat"], structure=False)
        results.append(replace(found, embedding={**found.embedding, "name": name}).to_dict())
    several = replace(
        one,
        kind="models",
        figures=("forest",),
        results=tuple(results),
        recipes=({"model": "glove", "corpus": "news.jsonl", "words": 10, "method": "glove"},),
    )
    (section, *_) = document(replace(made, carried=(several,))).sections
    _, trained, given = section.figures
    assert trained.title.endswith("(table 8; glove of news.jsonl)")
    assert given.title.endswith("(table 8; given.bin)")
    assert "given.bin" in given.caption
