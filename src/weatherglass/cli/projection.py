"""The command `structure projection`: words on two axes that are given on the spot."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from weatherglass.cli.options import LANGUAGES, AsJson, Figures, Force, Pickle, ReportLang, Vectors
from weatherglass.cli.output import check_report_language, output_folder, wanted_figures, write_figures
from weatherglass.cli.progress import Progress
from weatherglass.cli.structure import structure_app
from weatherglass.cli.terminal import named, print_json, print_notes, print_table
from weatherglass.errors import SpecError
from weatherglass.files import write_whole
from weatherglass.files.plain import json_text, shown
from weatherglass.progress import phase

if TYPE_CHECKING:
    from weatherglass.structure.projecting import Projection

FILES = ("projection.json", "projection.csv")
_AXIS = "Words of two poles, such as {}: the first lies {}. Repeatable: then each pole is the mean of its words."


@structure_app.command()
def projection(
    vectors: Vectors,
    words: Annotated[
        list[str], typer.Option("--words", metavar="A,B,…", help="Words to project, with commas between. Repeatable.")
    ],
    x: Annotated[list[str], typer.Option("--x", metavar="P,Q", help=_AXIS.format("he,she", "at the right"))],
    y: Annotated[list[str], typer.Option("--y", metavar="P,Q", help=_AXIS.format("good,bad", "at the top"))],
    lang: Annotated[
        str | None,
        typer.Option("--lang", metavar="xx", help=f"Language whose spellings are tried: {LANGUAGES}. None by default."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Folder for projection.json and projection.csv.")
    ] = None,
    as_json: AsJson = False,
    force: Force = False,
    allow_pickle: Pickle = False,
    report_lang: ReportLang = "en",
    figure: Figures = None,
) -> None:
    """Words on two chosen axes, as a table and a figure."""
    from weatherglass.report.spreadsheet import csv_text
    from weatherglass.structure.projecting import NO_LANGUAGE, project

    check_report_language(report_lang)
    wanted = wanted_figures(figure, out=out, force=force)
    asked = [word for given in words for word in split(given)]
    axes = [poles("--x", x), poles("--y", y)]
    with output_folder(out, force, FILES) as folder:
        with Progress() as progress:
            found = project(
                vectors,
                asked,
                *axes,
                language=lang or NO_LANGUAGE,
                allow_pickle=allow_pickle,
                progress=phase(progress, "reading"),
            )
        if folder is not None:
            write_whole(folder / FILES[0], json_text(found.to_dict()))
            write_whole(folder / FILES[1], csv_text(found.table()))
        write_figures(wanted, found, report_lang)
    if as_json:
        print_json(found.to_dict())
        return
    _print(found)


def _print(found: Projection) -> None:
    from weatherglass.report.projection import sentences, table

    print(named(found.embedding))
    print_table(table(found))
    for sentence in sentences(found):
        print(shown(sentence))
    print_notes(found.warnings)


def split(given: str) -> list[str]:
    return [word for part in given.split(",") if (word := unicodedata.normalize("NFC", part.strip()))]


def poles(option: str, given: list[str]) -> tuple[list[str], list[str]]:
    """The first words of all pairs, and the second ones, each once."""
    pairs = [split(each) for each in given]
    for text, words in zip(given, pairs, strict=True):
        if len(words) != 2 or words[0] == words[1]:
            raise SpecError(f"{option} {text!r}: give two different words with a comma between them, such as he,she")
    first, second = (list(dict.fromkeys(words[i] for words in pairs)) for i in (0, 1))
    return first, second
