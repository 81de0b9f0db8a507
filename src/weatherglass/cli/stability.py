"""The command `stability`: how far measures by base pairs can be trusted on these vectors."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from weatherglass.cli.options import AsJson, Force, Lang, Pickle, app
from weatherglass.cli.output import output_folder
from weatherglass.cli.progress import Progress
from weatherglass.cli.table import table
from weatherglass.files import appears_whole
from weatherglass.files.plain import json_text

FILES = ("stability.html", "stability.json")


@app.command()
def stability(
    vectors: Annotated[Path, typer.Argument(metavar="VECTORS", help="Any readable vectors file.")],
    lang: Lang = None,
    k: Annotated[int, typer.Option("--k", min=1, help="Neighbours for NBM.")] = 100,
    neutral: Annotated[
        Path | None, typer.Option("--neutral", metavar="FILE", help="Words that count as neutral, one a line.")
    ] = None,
    word: Annotated[str | None, typer.Option("--word", help="The profession shown in figure 1.")] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Folder for stability.html and stability.json.")
    ] = None,
    as_json: AsJson = False,
    force: Force = False,
    seed: Annotated[int, typer.Option(min=0, help="Of everything random.")] = 0,
    allow_pickle: Pickle = False,
) -> None:
    """Test base pairs and word forms: do direct bias, RIPA and NBM say the same whatever pair is used?"""
    from weatherglass.measure.stability import stability as study_of
    from weatherglass.report.stability import summary, tables, write_stability
    from weatherglass.words.given import read_words

    with output_folder(out, force, FILES, wanted=out is not None) as folder:
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
            report = write_stability(study, folder / FILES[0])
            with appears_whole(folder / FILES[1]) as part:
                part.write_text(text, "utf-8")
    if as_json:
        sys.stdout.write(text)
        return
    e = study.embedding
    print(f"{e['name']}: {e['words']:,} words × {e['dim']}, {e['format']}")
    for sentence in summary(study):
        print(sentence)
    for each in tables(study):
        print(f"\n{each.title}")
        if each.rows:
            print(table(each.header, [(row, "") for row in each.rows], right=each.header[1:]))
        print(each.note)
    for notice in study.warnings:
        print(f"note: {notice.text}")
    if folder is not None:
        print(f"\nReport: {report}")
