"""The command `report`: results that were written before, as one report in any format and language."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from weatherglass.cli.options import Force, ReportLang, app
from weatherglass.cli.output import check_report_language, output_folder
from weatherglass.errors import SpecError
from weatherglass.files import refuse_target, write_whole

Format = Literal["html", "md", "brief", "latex", "csv", "json", "pdf"]
_PRINTED = ("md", "brief", "latex", "json")  # texts that a terminal, or another program, can take


@app.command()
def report(
    results: Annotated[
        list[Path],
        typer.Argument(
            metavar="RESULTS…",
            help="JSON that a command wrote, the folder it is in, a report, or a study's folder. Several make one report.",
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Where it goes: .html, .md, .tex, .zip (CSV), .json or .pdf."),
    ] = None,
    format: Annotated[
        Format | None,
        typer.Option(
            "--format",
            help="By the ending of --out if left out. brief: Markdown short enough for a comment. Texts are printed without --out.",
        ),
    ] = None,
    report_lang: ReportLang = "en",
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="Of the report.")] = "",
    without: Annotated[
        list[str] | None,
        typer.Option(
            "--without",
            metavar="PART",
            help="Leave a part out, such as audit.tests or audit.words; the report says so. Repeatable.",
        ),
    ] = None,
    extract: Annotated[
        bool,
        typer.Option(
            "--extract", help="Get the data back from a report: the one file inside it, or all into --out DIR."
        ),
    ] = False,
    force: Force = False,
) -> None:
    """Make a report of results in another format or language, or of several results; or get the data back from one."""
    if extract:
        _extract(results, out, force)
        return
    from weatherglass.report.formats import reported
    from weatherglass.report.write import read_results

    chosen = _format(format, out)
    check_report_language(report_lang)
    if out is not None:
        refuse_target(out, overwrite=force)
    found = [each for path in results for each in read_results(path)]
    made = reported(found, chosen, language=report_lang, title=title, without=without or ())
    if out is not None:
        write_whole(out, made)
        print(f"Report: {out}")
    elif isinstance(made, str):
        sys.stdout.write(made)


def _format(given: Format | None, out: Path | None) -> str:
    """The format asked for, which the file's ending must fit."""
    from weatherglass.report.formats import FORMATS, endings, format_of

    if out is None:
        if given not in _PRINTED:
            raise SpecError(
                f"give a file with --out ({endings()}), or one of --format {', '.join(_PRINTED)} to print it"
            )
        return given
    if given is None:
        return format_of(out)
    if out.suffix.lower() not in FORMATS[given].endings:
        raise SpecError(
            f"--out {out}: --format {given} is written as {FORMATS[given].endings[0]}; give a name that ends so"
        )
    return given


def _extract(reports: list[Path], out: Path | None, force: bool) -> None:
    from weatherglass.report.bundle import extract

    if len(reports) > 1:
        raise SpecError(f"--extract takes one report at a time, got {len(reports)}")
    files = extract(reports[0])
    if out is None and len(files) > 1:
        raise SpecError(f"{reports[0]} holds {', '.join(files)}; give --out DIR to get them all")
    if out is None:
        sys.stdout.write("".join(files.values()))
        return
    with output_folder(out, force, tuple(files)) as folder:
        assert folder is not None
        for name, text in files.items():
            write_whole(folder / name, text)
            print(f"Data: {folder / name}")
