"""The command `detect`: whether word vectors help to find sexist or offensive texts."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, cast

import typer

from weatherglass.cli.options import LANGUAGES, AsJson, Figures, Force, Pickle, ReportLang, Seed, app
from weatherglass.cli.output import check_report_language, output_folder, wanted_figures, write_figures, write_found
from weatherglass.cli.progress import Progress
from weatherglass.cli.terminal import print_notes, print_sections
from weatherglass.errors import SpecError
from weatherglass.files.plain import json_text, shown

if TYPE_CHECKING:
    from weatherglass.downstream.detected import Kind

FILES = ("detection.html", "detection.json", "detection.csv", "predictions.csv")
MODELS = ("bag", "lstm", "attention")
PRINTED = {"verdict": None, "spaces": None, "rests": None}  # sections that are printed, whole
Which = Literal["common", "all"]


@app.command()
def detect(
    source: Annotated[Path, typer.Argument(metavar="TEXTS", help="A CSV or TSV file of labelled texts.")],
    vectors: Annotated[
        list[Path] | None, typer.Argument(metavar="[VECTORS]...", help="Any readable vectors files.")
    ] = None,
    lang: Annotated[
        str | None,
        typer.Option(
            "--lang", metavar="xx", help=f"Language of the texts: {LANGUAGES}. Guessed from vectors if left out."
        ),
    ] = None,
    test: Annotated[
        Path | None, typer.Option("--test", metavar="FILE", help="Labelled texts to test on, if they have a file.")
    ] = None,
    text: Annotated[
        str | None, typer.Option("--text", metavar="COL", help="Column of the texts. Guessed if left out.")
    ] = None,
    label: Annotated[
        str | None, typer.Option("--label", metavar="COL", help="Column of the labels. Guessed if left out.")
    ] = None,
    looked_for: Annotated[
        str | None, typer.Option("--class", metavar="LABEL", help="The label to look for. Guessed if left out.")
    ] = None,
    model: Annotated[
        list[str] | None,
        typer.Option(
            "--model", metavar="NAME", help=f"Of {', '.join(MODELS)}; all without. bag needs no torch. Repeatable."
        ),
    ] = None,
    trainable: Annotated[
        bool | None,
        typer.Option("--trainable/--frozen", help="Whether vectors are trained on. Without: those of attention are."),
    ] = None,
    words: Annotated[
        Which | None,
        typer.Option(
            "--words", help="Words with vectors: those common to all files, or all. Without: attention has all."
        ),
    ] = None,
    seeds: Annotated[int, typer.Option("--seeds", min=1, help="Trainings of each detector.")] = 3,
    epochs: Annotated[int, typer.Option("--epochs", min=1, help="Most epochs of a training.")] = 15,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="Trainings side by side; without, one for each core.")
    ] = None,
    no_own: Annotated[bool, typer.Option("--no-own", help="Train no vectors on the texts themselves.")] = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Folder for the page, JSON, CSV and predictions.")
    ] = None,
    report_lang: ReportLang = "en",
    figure: Figures = None,
    as_json: AsJson = False,
    force: Force = False,
    seed: Seed = 0,
    allow_pickle: Pickle = False,
) -> None:
    """Train detectors of sexist or offensive texts on random, given and own vectors; tell what the vectors add."""
    from weatherglass.downstream.detection import DetectionSettings
    from weatherglass.downstream.detection import detect as detected_in
    from weatherglass.downstream.texts import read_texts
    from weatherglass.report.detection import findings, sections
    from weatherglass.report.formats import write_report
    from weatherglass.words.reading import language_of

    check_report_language(report_lang)
    wanted = wanted_figures(figure, out=out, force=force)
    if lang is None:
        if not vectors:
            raise SpecError("--lang: give the language of the texts, such as en; there are no vectors to guess it from")
        lang, notice = language_of(vectors[0], allow_pickle=allow_pickle)
        print(f"note: {notice.text}", file=sys.stderr)
    settings = DetectionSettings(
        models=cast("tuple[Kind, ...]", tuple(dict.fromkeys(model or MODELS))),  # names are checked there
        trainable=trainable,
        words=words,
        own=not no_own,
        seeds=seeds,
        seed=seed,
        epochs=epochs,
        workers=workers,
    )
    with output_folder(out, force, FILES) as folder:
        texts = read_texts(source, text=text, label=label, looked_for=looked_for)
        tested = None if test is None else read_texts(test, text=text, label=label, looked_for=looked_for)
        with Progress() as progress:
            found = detected_in(
                texts,
                vectors or (),
                lang,
                test=tested,
                settings=settings,
                allow_pickle=allow_pickle,
                progress=progress,
            )
        written = json_text(found.to_dict())
        if folder is not None:
            tables = (found.table(), found.predictions_table())
            write_found(folder, FILES, partial(write_report, found, language=report_lang), written, *tables)
        write_figures(wanted, found, report_lang)
    if as_json:
        sys.stdout.write(written)
        return
    for sentence in findings(found):
        print(shown(sentence))
    print_sections(sections(found), PRINTED)  # pictures, filtered texts and what was published are on the page
    print_notes(found.warnings)
    if folder is not None:
        print(f"\nReport: {folder / FILES[0]}")
