"""The command `trace`: which documents of a corpus carry a measured effect?"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from weatherglass.cli.corpus import UNITS, CorpusLang, EncodedOrTexts, From, Share, Until, Where, chosen_part
from weatherglass.cli.options import (
    AsJson,
    Figures,
    Force,
    MinCoverage,
    MinTestCoverage,
    MinWords,
    Packs,
    ReportLang,
    Seed,
    app,
)
from weatherglass.cli.output import check_report_language, output_folder, wanted_figures, write_figures, write_found
from weatherglass.cli.progress import Progress
from weatherglass.cli.terminal import print_notes, print_sections
from weatherglass.files.plain import json_text, shown

if TYPE_CHECKING:
    from weatherglass.corpus.corpus import Corpus
    from weatherglass.trace.traced import Passage, Trace

FILES = ("trace.html", "trace.json", "documents.csv", "groups.csv", "passages.html")
PRINTED: dict[str, int | None] = {"documents": None, "check": 0, "rests": 0}  # and each group
_PASSAGES = 5  # printed on either side
_SIGNS = {"test": "[{}]", "for": "+{}", "against": "−{}", "": "{}"}


@app.command()
def trace(
    corpus: EncodedOrTexts,
    query: Annotated[str, typer.Option("--query", metavar="NAME", help="The test: de/gerard-career, or a TOML file.")],
    vectors: Annotated[
        Path | None,
        typer.Option("--vectors", metavar="FILE", help="GloVe vectors of this corpus, trained with --keep-model."),
    ] = None,
    lang: CorpusLang = None,
    measure: Annotated[
        str, typer.Option("--measure", help="Any measure whose value is smooth in the vectors.")
    ] = "weat",
    word: Annotated[str, typer.Option("--word", help="Trace the score that the measure gives this word.")] = "",
    number: Annotated[
        str, typer.Option("--of", metavar="FIGURE", help="Trace another figure of the measure, as weat's difference.")
    ] = "",
    top: Annotated[int, typer.Option("--top", min=1, help="Documents to list on either side.")] = 50,
    by: Annotated[
        list[str] | None,
        typer.Option(
            "--by", metavar="FIELD", help="Group by this field, year or decade. Repeatable. [those that suit]"
        ),
    ] = None,
    models: Annotated[
        int | None, typer.Option("--models", min=1, help="Models to train, with as many seeds. [3]")
    ] = None,
    verify: Annotated[
        list[float] | None,
        typer.Option(
            "--verify",
            metavar="N",
            min=0.001,
            max=99,
            help="Train again without the top, the bottom and a random N % of the documents. Repeatable.",
        ),
    ] = None,
    dim: Annotated[int | None, typer.Option("--dim", min=1, help="Dimensions. [100]")] = None,
    window: Annotated[int | None, typer.Option("--window", min=1, help="Words to each side. [10]")] = None,
    min_count: Annotated[int | None, typer.Option("--min-count", min=1, help="Least count of a word. [5]")] = None,
    epochs: Annotated[int | None, typer.Option("--epochs", min=1, help="Passes over the counts. [25]")] = None,
    x_max: Annotated[
        float | None, typer.Option("--x-max", min=0, help="Count from which a pair weighs 1. [100]")
    ] = None,
    least_documents: Annotated[
        int, typer.Option("--least-documents", min=2, help="In which a word must stand to be traced.")
    ] = 5,
    undamped: Annotated[
        bool, typer.Option("--undamped", help="Whole Newton steps, as if every word were learnt to the end.")
    ] = False,
    pack: Packs = None,
    min_coverage: MinCoverage = 0.5,
    min_words: MinWords = 3,
    min_test_coverage: MinTestCoverage = 0.0,
    share: Share = None,
    first: From = None,
    last: Until = None,
    where: Where = None,
    threads: Annotated[int | None, typer.Option("--threads", min=1, help="Trainings side by side. [all cores]")] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Folder for the report, JSON, CSV, and the passages (with text)."),
    ] = None,
    report_lang: ReportLang = "en",
    figure: Figures = None,
    as_json: AsJson = False,
    force: Force = False,
    seed: Seed = 0,
) -> None:
    """Which documents carry an effect? Ranks them by the change that their removal is predicted to cause, and checks it."""
    from weatherglass.corpus.open import opened
    from weatherglass.report.formats import write_report
    from weatherglass.report.passages import write_passages
    from weatherglass.report.trace import findings, sections
    from weatherglass.trace.tracing import trace_of
    from weatherglass.words.lookup import Match

    check_report_language(report_lang)
    wanted = wanted_figures(figure, out=out, force=force)
    given = {"dim": dim, "window": window, "min_count": min_count, "epochs": epochs, "x_max": x_max}
    settings: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    with (
        output_folder(out, force, FILES) as folder,
        Progress(UNITS) as progress,
        opened(corpus, lang, progress) as whole,
    ):
        texts = chosen_part(whole, share, first, last, where, seed)
        found = trace_of(
            texts,
            query,
            vectors=vectors,
            measure=measure,
            word=word,
            number=number,
            top=top,
            by=by,
            models=models,
            verify=[percent / 100 for percent in verify or ()],
            match=Match(min_coverage=min_coverage, min_words=min_words, min_test_coverage=min_test_coverage),
            least_documents=least_documents,
            damped=not undamped,
            folders=pack or (),
            seed=seed,
            threads=threads,
            progress=progress,
            **settings,
        )
        text = json_text(found.to_dict())
        if folder is not None:
            page = partial(write_report, found, language=report_lang)
            write_found(folder, FILES[:-1], page, text, found.documents_table(), found.groups_table())
            write_passages(found, texts, folder / FILES[-1], language=report_lang)
        write_figures(wanted, found, report_lang)
        passages = [] if as_json else list(_told(found, texts))
    if as_json:
        sys.stdout.write(text)
        return
    for sentence in findings(found):
        print(shown(sentence))
    made = [part for section in sections(found) for part in (section, *section.parts)]
    print_sections(made, PRINTED | {part.anchor: 0 for part in made if part.anchor.startswith("groups-")})
    if passages:
        print("\nPassages ([word of the test], +carries the effect, −works against it)")
    for line in passages:
        print(line)
    print_notes(found.warnings)
    if folder is not None:
        print(f"\nReport: {folder / FILES[0]}\nPassages, with text of the corpus, for yourself: {folder / FILES[-1]}")


def _told(found: Trace, corpus: Corpus) -> list[str]:
    """The strongest passages on either side, as lines."""
    return [_line(each, corpus) for side in found.passages_by_side for each in side[:_PASSAGES]]


def _line(passage: Passage, corpus: Corpus) -> str:
    from weatherglass.trace.passages import text_of
    from weatherglass.wording.numbers import change

    words = " ".join(_SIGNS[piece.kind].format(shown(piece.text)) for piece in text_of(passage, corpus))
    return f"{change(passage.change)}  {words}"
