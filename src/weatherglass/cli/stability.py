"""The command `stability`: how far measures by base pairs can be trusted on these vectors."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from weatherglass.cli.options import AsJson, Figures, Force, Lang, Neutral, Pickle, ReportLang, Seed, Vectors, app
from weatherglass.cli.output import check_report_language, output_folder, wanted_figures, write_figures, write_found
from weatherglass.cli.progress import Progress
from weatherglass.cli.terminal import named, print_notes, print_table
from weatherglass.files.plain import json_text

FILES = ("stability.html", "stability.json", "stability-pairs.csv", "stability-words.csv")


@app.command()
def stability(
    vectors: Vectors,
    lang: Lang = None,
    k: Annotated[int, typer.Option("--k", min=1, help="Neighbours for NBM.")] = 100,
    neutral: Neutral = None,
    word: Annotated[str | None, typer.Option("--word", help="The profession shown in figure 1.")] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Folder for stability.html, stability.json and two CSV.")
    ] = None,
    report_lang: ReportLang = "en",
    figure: Figures = None,
    as_json: AsJson = False,
    force: Force = False,
    seed: Seed = 0,
    allow_pickle: Pickle = False,
) -> None:
    """Test base pairs and word forms: do direct bias, RIPA and NBM say the same whatever pair is used?"""
    from weatherglass.measure.stability import stability as study_of
    from weatherglass.report.formats import write_report
    from weatherglass.report.stability import summary, tables
    from weatherglass.words.given import read_words

    check_report_language(report_lang)
    wanted = wanted_figures(figure, out=out, force=force)
    with output_folder(out, force, FILES) as folder:
        with Progress() as progress:
            study = study_of(
                vectors,
                lang,
                k=k,
                neutral=None if neutral is None else read_words(neutral),
                word=word,
                seed=seed,
                allow_pickle=allow_pickle,
                progress=progress,
            )
        text = json_text(study.to_dict())
        if folder is not None:
            page = partial(write_report, study, language=report_lang)
            write_found(folder, FILES, page, text, study.pairs_table(), study.words_table())
        write_figures(wanted, study, report_lang)
    if as_json:
        sys.stdout.write(text)
        return
    print(named(study.embedding))
    for sentence in summary(study):
        print(sentence)
    for each in tables(study):
        print_table(each)
    print_notes(study.warnings)
    if folder is not None:
        print(f"\nReport: {folder / FILES[0]}")
