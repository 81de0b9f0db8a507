"""The command `compare`: the same tests in several vectors files."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from weatherglass.cli.options import LANGUAGES, AsJson, Figures, Force, Packs, Pickle, ReportLang, Seed, app
from weatherglass.cli.output import check_report_language, output_folder, wanted_figures, write_figures, write_found
from weatherglass.cli.progress import Progress
from weatherglass.cli.terminal import print_notes, print_table
from weatherglass.errors import SpecError
from weatherglass.files.plain import json_text, shown

if TYPE_CHECKING:
    from weatherglass.study.comparison import Comparison

FILES = ("compare.html", "compare.json", "compare.csv", "compare-wide.csv")


@app.command()
def compare(
    vectors: Annotated[list[Path], typer.Argument(metavar="A B [C…]", help="Two to eight readable vectors files.")],
    lang: Annotated[
        list[str] | None,
        typer.Option(
            "--lang",
            metavar="xx",
            help=f"Language of the tests: {LANGUAGES}. Once for all files, or once for each. Guessed if left out.",
        ),
    ] = None,
    query: Annotated[
        list[str] | None,
        typer.Option("--query", metavar="NAME|FILE", help="A test by name (en/weat7, weat7) or a file. Repeatable."),
    ] = None,
    measure: Annotated[
        list[str] | None,
        typer.Option("--measure", metavar="NAME", help="A measure; weat if left out. Repeatable."),
    ] = None,
    pack: Packs = None,
    own_words: Annotated[
        bool,
        typer.Option("--own-words", help="Let each file use all words it has, not only those that all have."),
    ] = False,
    reference: Annotated[
        int, typer.Option("--reference", min=1, help="Which of the files the others are set against.")
    ] = 1,
    alike: Annotated[
        bool, typer.Option("--alike/--no-alike", help="Whether to tell how alike the spaces are as a whole.")
    ] = True,
    corpus: Annotated[
        Path | None,
        typer.Option("--corpus", metavar="DIR", help="A built corpus whose word frequencies are the weights for that."),
    ] = None,
    level: Annotated[float, typer.Option(help="Of the intervals.")] = 0.95,
    resamples: Annotated[int, typer.Option(help="Of the words, for the intervals.")] = 9_999,
    min_coverage: Annotated[
        float, typer.Option(min=0, max=1, help="Least share of a set's words that must be there.")
    ] = 0.5,
    min_words: Annotated[int, typer.Option(min=1, help="Least number of a set's words that must be there.")] = 3,
    min_test_coverage: Annotated[
        float, typer.Option(min=0, max=1, help="Least share of all words of a test that must be there.")
    ] = 0.0,
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help=f"Folder for {', '.join(FILES)}.")] = None,
    report_lang: ReportLang = "en",
    figure: Figures = None,
    as_json: AsJson = False,
    force: Force = False,
    seed: Seed = 0,
    allow_pickle: Pickle = False,
) -> None:
    """Compare two to eight vectors files by the same tests, with how sure each difference is."""
    from weatherglass.corpus.store import open_corpus
    from weatherglass.report.formats import write_report
    from weatherglass.study.compare import compare as compare_spaces
    from weatherglass.words.lookup import Match

    check_report_language(report_lang)
    figures = wanted_figures(figure, out=out, force=force)
    if reference > len(vectors):
        raise SpecError(f"--reference {reference}: there are {len(vectors)} files; give the number of one of them")
    with output_folder(out, force, FILES) as folder:
        with Progress() as progress:
            found = compare_spaces(
                vectors,
                language=lang,
                queries=query or (),
                folders=pack or (),
                measures=measure or ("weat",),
                common_words=not own_words,
                reference=reference - 1,
                match=Match(min_coverage=min_coverage, min_words=min_words, min_test_coverage=min_test_coverage),
                level=level,
                resamples=resamples,
                seed=seed,
                alike=alike,
                corpus=None if corpus is None else open_corpus(corpus),
                allow_pickle=allow_pickle,
                progress=progress,
            )
        text = json_text(found.to_dict())
        if folder is not None:
            page = partial(write_report, found, language=report_lang)
            write_found(folder, FILES, page, text, found.table(), found.wide())
        write_figures(figures, found, report_lang)
    if as_json:
        sys.stdout.write(text)
        return
    _print(found)
    if folder is not None:
        print(f"\nReport: {folder / FILES[0]}")


def _print(found: Comparison) -> None:
    from weatherglass.embedding.similarity import Similarity
    from weatherglass.report.compare import alike as said_of
    from weatherglass.report.compare import finding, summary
    from weatherglass.report.compare_tables import letters, tables
    from weatherglass.wording.numbers import effect

    named = letters(found)
    for space in found.spaces:
        e = space.identity
        mark = ", reference" if space.name == found.reference else ""
        print(f"{named[space.name]}: {shown(space.name)}: {e['words']:,} words × {e['dim']}, {e['format']}{mark}")
    for sentence in summary(found):
        print(shown(sentence))
    for each in tables(found):
        print_table(each)
    print("\nTest by test")
    for test in found.tests:
        for sentence in finding(test, named):
            print(shown(f"{test.query}, {test.measure}: {sentence}"))
    for alike in found.similarities:
        if isinstance(alike, Similarity):
            print(shown(said_of(alike)))
            words = ", ".join(f"{word.word} {effect(word.cosine)}" for word in alike.moved)
            print(shown(f"Moved most, {alike.one} to {alike.other}, lowest cosines after alignment: {words}"))
    print_notes(found.warnings)
