"""The command `quality`: analogies, odd one out, similarity of words and sentences."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from weatherglass.cli.options import AsJson, Figures, Force, Lang, Pickle, ReportLang, Vectors, app
from weatherglass.cli.output import check_report_language, output_folder, wanted_figures, write_figures, write_found
from weatherglass.cli.progress import Progress
from weatherglass.cli.terminal import print_notes, table
from weatherglass.errors import SpecError
from weatherglass.files.plain import json_text, shown

if TYPE_CHECKING:
    from weatherglass.quality.quality import Quality

FILES = ("quality.html", "quality.json", "quality.csv")
_REPEATABLE = "Repeatable."


@app.command()
def quality(
    vectors: Vectors,
    lang: Lang = None,
    analogies: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help=f"Analogies, in place of those that ship. {_REPEATABLE}"),
    ] = None,
    odd: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help=f"Odd ones out, in place of those that ship. {_REPEATABLE}"),
    ] = None,
    similarity: Annotated[
        list[Path] | None, typer.Option(metavar="FILE", help=f"Word pairs with people's scores. {_REPEATABLE}")
    ] = None,
    sentences: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help=f"Sentence pairs, with scores or with --gold. {_REPEATABLE}"),
    ] = None,
    gold: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Scores of the sentence pairs, one a line; once for each --sentences."),
    ] = None,
    words: Annotated[int, typer.Option(min=1, help="Look at the first rows only.")] = 300_000,
    ignore_case: Annotated[
        bool, typer.Option("--ignore-case", help="In analogies, words that differ in case only count as one.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Folder for quality.html, quality.json and quality.csv.")
    ] = None,
    report_lang: ReportLang = "en",
    figure: Figures = None,
    as_json: AsJson = False,
    force: Force = False,
    allow_pickle: Pickle = False,
) -> None:
    """Examine vectors: analogies, odd one out, similarity of words and sentences, with what is covered."""
    from weatherglass.quality.quality import quality_of
    from weatherglass.report.formats import write_report

    if gold and len(gold) != len(sentences or ()):
        raise SpecError(
            f"--gold was given {len(gold)} times and --sentences {len(sentences or ())} times; give as many"
        )
    check_report_language(report_lang)
    wanted = wanted_figures(figure, out=out, force=force)
    with output_folder(out, force, FILES) as folder:
        with Progress() as progress:
            outcome = quality_of(
                vectors,
                language=lang,
                analogies=analogies or (),
                odd=odd or (),
                similarity=similarity or (),
                sentences=list(zip(sentences or (), gold, strict=True)) if gold else sentences or (),
                words=words,
                ignore_case=ignore_case,
                allow_pickle=allow_pickle,
                progress=progress,
            )
        text = json_text(outcome.to_dict())
        if folder is not None:
            page = partial(write_report, outcome, language=report_lang)
            write_found(folder, FILES, page, text, outcome.table())
        write_figures(wanted, outcome, report_lang)
    if as_json:
        sys.stdout.write(text)
        return
    print_quality(outcome)
    if outcome.words == words:
        print(f"note: Only the first {words:,} rows were looked at; more with --words.")
    if folder is not None:
        print(f"\nReport: {folder / FILES[0]}")


def print_quality(outcome: Quality) -> None:
    """Each set of questions with its findings and its table, then what must be known."""
    from weatherglass import language as languages
    from weatherglass.report.quality import limits, sections

    e = outcome.embedding
    language = languages.get(outcome.language).name
    print(f"{shown(str(e['name']))}: {outcome.words:,} words × {e['dim']}, {e['format']}, questions in {language}")
    for section in sections(outcome):
        print(f"\n{shown(section.title)}")
        for sentence in section.findings:
            print(shown(sentence))
        for each in section.tables:
            rows = [[shown(cell) for cell in row] for row in each.rows]
            print(table(each.header, rows, right=each.header[each.texts :]))
    print()
    for sentence in limits(outcome):
        print(sentence)
    print_notes(outcome.warnings)
