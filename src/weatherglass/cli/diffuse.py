"""The command `diffuse`: does the bias of vectors reach a sentiment classifier, and what does mitigation change?"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer

from weatherglass.cli.options import AsJson, Figures, Force, Lang, Pickle, ReportLang, Seed, Vectors, app
from weatherglass.cli.output import check_report_language, output_folder, wanted_figures, write_figures, write_found
from weatherglass.cli.progress import Progress
from weatherglass.cli.terminal import named, print_notes, print_sections
from weatherglass.files.plain import json_text

# Sections that are printed, and how many of their sentences; None for all.
PRINTED: dict[str, int | None] = {
    "verdict-svm": None,
    "verdict-logistic": None,
    "populations": 0,
    "levels": 2,
    "rests": None,
}
FILES = ("diffusion.html", "diffusion.json", "diffusion.csv", "names.csv")


@app.command()
def diffuse(
    vectors: Vectors,
    lang: Lang = None,
    lexicon: Annotated[
        list[Path] | None,
        typer.Option(
            "--lexicon",
            metavar="FILE",
            help="Sentiment words instead of the language's: SentiWS, VADER, lists, tables. Repeatable.",
        ),
    ] = None,
    groups: Annotated[
        Path | None,
        typer.Option(
            "--groups",
            metavar="FILE",
            help="Groups of names instead of the language's: a table with name, group and sex, or a query file.",
        ),
    ] = None,
    pair: Annotated[
        list[str] | None,
        typer.Option("--pair", metavar="GOOD,BAD", help="Pairs of the direction of sentiment. Repeatable."),
    ] = None,
    lengths: Annotated[
        Literal["kept", "unit"], typer.Option("--lengths", help="Vectors as they are, or all of length one.")
    ] = "kept",
    refits: Annotated[
        int, typer.Option("--refits", min=0, help="Classifiers of lexicons drawn again, to see what depends on it.")
    ] = 20,
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Folder for the page, JSON and CSV.")] = None,
    report_lang: ReportLang = "en",
    figure: Figures = None,
    as_json: AsJson = False,
    force: Force = False,
    seed: Seed = 0,
    allow_pickle: Pickle = False,
) -> None:
    """Does bias reach a sentiment classifier? Scores of first names by group, before and after mitigation at two levels."""
    from weatherglass.downstream.diffusion import diffusion_of
    from weatherglass.report.diffusion import sections
    from weatherglass.report.formats import write_report
    from weatherglass.words.given import parse_pairs, read_groups
    from weatherglass.words.lexicon import read_lexicons
    from weatherglass.words.reading import language_of

    check_report_language(report_lang)
    wanted = wanted_figures(figure, out=out, force=force)
    if lang is None:
        lang, notice = language_of(vectors, allow_pickle=allow_pickle)
        print(f"note: {notice.text}", file=sys.stderr)
    with output_folder(out, force, FILES) as folder:
        with Progress() as progress:
            found = diffusion_of(
                vectors,
                lang,
                lexicon=read_lexicons(lexicon) if lexicon else None,
                groups=None if groups is None else read_groups(groups, lang),
                pairs=parse_pairs(pair) if pair else None,
                lengths=lengths,
                refits=refits,
                seed=seed,
                allow_pickle=allow_pickle,
                progress=progress,
            )
        text = json_text(found.to_dict())
        if folder is not None:
            tables = (found.table(), found.names_table())
            write_found(folder, FILES, partial(write_report, found, language=report_lang), text, *tables)
        write_figures(wanted, found, report_lang)
    if as_json:
        sys.stdout.write(text)
        return
    print(named(found.embedding))
    print_sections(sections(found), PRINTED)  # pictures, all pairs, and stage by stage what is left are on the page
    print_notes(found.warnings)
    if folder is not None:
        print(f"\nReport: {folder / FILES[0]}")
