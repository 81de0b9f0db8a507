"""The command `compare`: the same tests in several vectors files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from weatherglass.cli.options import AsJson, Force, Packs, Pickle, app
from weatherglass.cli.output import output_folder
from weatherglass.cli.progress import Progress
from weatherglass.cli.table import shown, table
from weatherglass.files import appears_whole
from weatherglass.files.plain import json_text

if TYPE_CHECKING:
    from weatherglass.study.comparison import Comparison

FILES = ("compare.html", "compare.json", "compare.csv", "compare-wide.csv")
_AT_RISK = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would take such a cell for a formula


@app.command()
def compare(
    vectors: Annotated[list[Path], typer.Argument(metavar="A B [C…]", help="Two to eight readable vectors files.")],
    lang: Annotated[
        list[str] | None,
        typer.Option(
            "--lang",
            metavar="xx",
            help="Language of the tests: en, de, fr, ar. Once for all files, or once for each. Guessed if left out.",
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
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help=f"Folder for {', '.join(FILES)}.")] = None,
    as_json: AsJson = False,
    force: Force = False,
    seed: Annotated[int, typer.Option(min=0, help="Of everything random.")] = 0,
    allow_pickle: Pickle = False,
) -> None:
    """Compare two to eight vectors files by the same tests, with how sure each difference is."""
    from weatherglass.corpus.store import open_corpus
    from weatherglass.errors import SpecError
    from weatherglass.report.compare import write_comparison
    from weatherglass.study.compare import compare as compare_spaces
    from weatherglass.words.lookup import Match

    if reference > len(vectors):
        raise SpecError(f"--reference {reference}: there are {len(vectors)} files; give the number of one of them")
    with output_folder(out, force, FILES, wanted=out is not None) as folder:
        with Progress() as progress:
            found = compare_spaces(
                vectors,
                language=lang,
                queries=query or (),
                folders=pack or (),
                measures=measure or ("weat",),
                common_words=not own_words,
                reference=reference - 1,
                match=Match(min_coverage=min_coverage, min_words=min_words),
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
            page = write_comparison(found, folder / FILES[0])
            for name, content in ((FILES[1], text), (FILES[2], _csv(found)), (FILES[3], _csv(found, wide=True))):
                with appears_whole(folder / name) as part:
                    part.write_text(content, "utf-8")
    if as_json:
        sys.stdout.write(text)
        return
    _print(found)
    if folder is not None:
        print(f"\nReport: {page}")


def _csv(found: Comparison, *, wide: bool = False) -> str:
    """A table for a spreadsheet; a text that it would take for a formula gets an apostrophe before it."""
    import polars as pl

    frame = found.wide() if wide else found.table()
    texts = [name for name, kind in frame.schema.items() if kind == pl.String]
    safe = frame.with_columns(
        pl.when(pl.col(name).str.head(1).is_in(_AT_RISK)).then("'" + pl.col(name)).otherwise(pl.col(name)).alias(name)
        for name in texts
    )
    return safe.rename({name: f"'{name}" for name in safe.columns if name.startswith(_AT_RISK)}).write_csv()


def _print(found: Comparison) -> None:
    from weatherglass.report.compare import alike as said_of
    from weatherglass.report.compare import finding, summary
    from weatherglass.report.compare_tables import letters, tables
    from weatherglass.report.numbers import effect
    from weatherglass.study.similarity import Similarity

    named = letters(found)
    for space in found.spaces:
        e = space.identity
        mark = ", reference" if space.name == found.reference else ""
        print(f"{named[space.name]}: {shown(space.name)}: {e['words']:,} words × {e['dim']}, {e['format']}{mark}")
    for sentence in summary(found):
        print(shown(sentence))
    for each in tables(found):
        print(f"\n{each.title}")
        print(table(each.header, [(row, "") for row in each.rows], right=each.header[1:]))
        print(each.note)
    print("\nTest by test")
    for test in found.tests:
        for sentence in finding(test, named):
            print(shown(f"{test.query}, {test.measure}: {sentence}"))
    for alike in found.similarities:
        if isinstance(alike, Similarity):
            print(shown(said_of(alike)))
            words = ", ".join(f"{word.word} {effect(word.cosine)}" for word in alike.moved)
            print(shown(f"Moved most, {alike.one} to {alike.other}, lowest cosines after alignment: {words}"))
    for notice in found.warnings:
        print(shown(f"note: {notice.text}"))
