"""The command that reads a study."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from weatherglass.cli.options import Figures, Force, ReportLang
from weatherglass.cli.output import check_report_language, output_folder, wanted_figures, write_figures
from weatherglass.cli.study import study_app
from weatherglass.cli.terminal import print_json, print_notes, table
from weatherglass.errors import UnknownName
from weatherglass.files import write_whole
from weatherglass.files.plain import json_text, shown

if TYPE_CHECKING:
    from weatherglass.report.study_cells import StudyTable
    from weatherglass.study.reading import Reading

FILES = ("study.html", "reading.json", "tables")
_MAIN = "spread"  # what CSV and LaTeX print if no table is named: one table is one file
_SHOWN = 60  # rows of a table in the terminal
_WIDEST = 48  # characters of a cell there


Format = Literal["text", "csv", "latex", "json"]


@study_app.command()
def show(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="Folder of a study, finished or not.")],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="DIR2", help="Folder for study.html, reading.json, and tables as csv, parquet and tex."
        ),
    ] = None,
    output: Annotated[Format, typer.Option("--format", help="What to print.")] = "text",
    name: Annotated[
        str | None,
        typer.Option("--table", metavar="NAME", help="One table only. With csv and latex: spread, if left out."),
    ] = None,
    figure: Figures = None,
    report_lang: ReportLang = "en",
    force: Force = False,
) -> None:
    """Read a study: verdicts, spread, trends, settings, and where the spread comes from."""
    from weatherglass.report.formats import write_report
    from weatherglass.report.spreadsheet import csv_text
    from weatherglass.report.study import latex_text, study_dict, write_tables
    from weatherglass.report.study_tables import tables
    from weatherglass.study.folder import open_study
    from weatherglass.study.reading import read_study

    wanted = wanted_figures(figure, out=out, force=force)
    check_report_language(report_lang)
    with output_folder(out, force, FILES) as target:
        studied = open_study(folder)
        reading = read_study(studied)
        found = tables(reading)
        chosen = _chosen(found, name, output)
        if target is not None:
            write_whole(target / FILES[1], json_text(reading.to_dict()))
            write_tables(studied, reading, target / FILES[2])
            write_report(reading, target / FILES[0], language=report_lang)
        write_figures(wanted, reading, report_lang)
    if output == "json":
        data = study_dict(reading)
        if name is not None:
            data["tables"] = {each.name: data["tables"][each.name] for each in chosen}
        print_json(data)
    elif output == "csv":
        sys.stdout.write("".join(csv_text(each.frame) for each in chosen))
    elif output == "latex":
        sys.stdout.write("".join(latex_text(each, reading.name) for each in chosen))
    else:
        _print(reading, chosen, everything=name is None)
        if target is not None:
            print(f"\nReport: {target / FILES[0]}")


def _chosen(found: list[StudyTable], name: str | None, output: Format) -> list[StudyTable]:
    """The table asked for; all of them for people and JSON; for formats that hold one table, the main one, else the first."""
    names = [each.name for each in found]
    if name is not None:
        if name not in names:
            raise UnknownName("table in this study", name, names)
        return [each for each in found if each.name == name]
    if output in ("csv", "latex"):
        return [each for each in found if each.name == (_MAIN if _MAIN in names else names[0])] if names else []
    return found


def _cut(cell: str, everything: bool) -> str:
    """A long reason would make every row as wide; with --table, and in the files, it is whole."""
    return cell[: _WIDEST - 1] + "…" if everything and len(cell) > _WIDEST else cell


def _print(reading: Reading, chosen: list[StudyTable], *, everything: bool) -> None:
    from weatherglass.report.study_sentences import findings, limits
    from weatherglass.wording.studies import rules

    if everything:
        print(f"{shown(reading.name)}: {reading.models:,} of {reading.planned:,} models, tests in {reading.language}")
        for sentence in findings(reading):
            print(f"- {shown(sentence)}")
        print_notes(reading.notices)
    for each in chosen:
        print(f"\n{each.title} ({each.name})" if everything else each.title)
        rows = each.rows[:_SHOWN] if everything else each.rows
        cells = [[_cut(shown(cell), everything) for cell in row] for row in rows]
        print(table(each.header, cells, right=each.header[each.texts :]))
        if len(rows) < len(each.rows):
            print(f"… {len(each.rows) - len(rows):,} more rows: --table {each.name}")
        print(each.note)
    if everything:
        if reading.judged:
            print("\nRules of the verdicts, the first that applies")
            for verdict, rule in rules():
                print(f"- {verdict}: {rule}")
        print("\nWhat this study does not say")
        for sentence in limits(reading):
            print(f"- {sentence}")
