"""The commands about the structure of a space, `structure subspace` and its like, each an examination of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from weatherglass.cli.options import AsJson, Figures, Force, Lang, Pickle, ReportLang, Seed, Vectors, app
from weatherglass.cli.output import check_report_language, output_folder, wanted_figures, write_figures
from weatherglass.cli.progress import Progress
from weatherglass.cli.terminal import named, print_json, print_notes, print_table
from weatherglass.errors import SpecError, UnknownName
from weatherglass.files import write_whole
from weatherglass.files.plain import json_text, shown

if TYPE_CHECKING:
    from weatherglass.structure.structure import Part, Structure, Wishes
    from weatherglass.words.query import PairSet, Query

structure_app = typer.Typer(
    help="Examine gender and other groups in a space: directions, pairs of forms, occupations, whole vocabularies.",
    no_args_is_help=True,
)
app.add_typer(structure_app, name="structure")
FILES = ("structure.html", "structure.json", "vocabulary.csv")
_SHOWN = 12  # of a long list
_LONG = 200  # characters of a text that is no word

Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="Folder for structure.html and structure.json."),
]
Draws = Annotated[
    int, typer.Option("--draws", min=100, help="Lists of random words, or shuffled groups, to compare with.")
]
OwnPairs = Annotated[
    list[str] | None,
    typer.Option("--pair", metavar="X,Y", help="Pairs of your own instead of the language's; X first. Repeatable."),
]
Extremes = Annotated[int, typer.Option("--extremes", min=1, help="Words shown on each side.")]
Forms = Literal["paired", "feminine", "masculine"]
Task = Literal["professions", "sentiment"]


@structure_app.command()
def subspace(
    vectors: Vectors,
    lang: Lang = None,
    pair: OwnPairs = None,
    draws: Draws = 500,
    out: Out = None,
    as_json: AsJson = False,
    force: Force = False,
    seed: Seed = 0,
    allow_pickle: Pickle = False,
    report_lang: ReportLang = "en",
    figure: Figures = None,
) -> None:
    """Is there one direction of gender? Principal components of pairs, beside random pairs."""
    from weatherglass.structure.structure import Wishes

    _examine(
        "subspace", vectors, lang, Wishes(pairs=_own_pairs(pair)), {"--pair": pair or ()},
        draws=draws, out=out, as_json=as_json, force=force, seed=seed, allow_pickle=allow_pickle, report_lang=report_lang, figure=figure,
    )  # fmt: skip


@structure_app.command()
def bias(
    vectors: Vectors,
    lang: Lang = None,
    groups: Annotated[
        list[str] | None,
        typer.Option(
            "--groups",
            metavar="NAME|FILE",
            help="sex, origin, religion, orientation, or a file with pairs. Repeatable.",
        ),
    ] = None,
    pair: Annotated[
        list[str] | None,
        typer.Option("--pair", metavar="X,Y", help="Words of two groups of your own, such as rich,poor. Repeatable."),
    ] = None,
    task: Annotated[
        Task | None, typer.Option("--task", help="Which concepts: professions or sentiment. Both by default.")
    ] = None,
    concepts: Annotated[
        str | None,
        typer.Option(
            "--concepts", metavar="NAME|FILE", help="Concepts instead of the professions: pairs of forms, or words."
        ),
    ] = None,
    forms: Annotated[
        Forms | None,
        typer.Option(
            "--forms", help="Which forms of a concept are compared. Both for women and men, the masculine otherwise."
        ),
    ] = None,
    lexicon: Annotated[
        list[Path] | None,
        typer.Option(
            "--lexicon",
            metavar="FILE",
            help="Sentiment words instead of the language's: SentiWS, VADER, tables. Repeatable.",
        ),
    ] = None,
    extremes: Extremes = 5,
    draws: Draws = 500,
    out: Out = None,
    as_json: AsJson = False,
    force: Force = False,
    seed: Seed = 0,
    allow_pickle: Pickle = False,
    report_lang: ReportLang = "en",
    figure: Figures = None,
) -> None:
    """The general bias of concepts between groups, with its floor, shuffled groups, extremes and sentiment."""
    from weatherglass.report.command import unless
    from weatherglass.structure.structure import TASKS, Wishes
    from weatherglass.words.lexicon import read_lexicons

    wishes = Wishes(
        groups=_groups(groups or [], pair, lang),
        tasks=TASKS if task is None else (task,),
        concepts=None if concepts is None else _list_named(concepts, lang),
        forms=forms,
        lexicon=read_lexicons(lexicon) if lexicon else None,
        extremes=extremes,
    )
    asked: dict[str, Iterable[object]] = {
        "--groups": groups or (),
        "--pair": pair or (),
        "--task": unless(task, None),
        "--concepts": unless(concepts, None),
        "--forms": unless(forms, None),
        "--lexicon": lexicon or (),
        "--extremes": unless(extremes, 5),
    }
    _examine(
        "bias", vectors, lang, wishes, asked,
        draws=draws, out=out, as_json=as_json, force=force, seed=seed, allow_pickle=allow_pickle, report_lang=report_lang, figure=figure,
    )  # fmt: skip


@structure_app.command("generic-masculine")
def generic_masculine(
    vectors: Vectors,
    lang: Lang = None,
    out: Out = None,
    as_json: AsJson = False,
    force: Force = False,
    seed: Seed = 0,
    allow_pickle: Pickle = False,
    report_lang: ReportLang = "en",
    figure: Figures = None,
) -> None:
    """Are masculine words less male than feminine ones are female?"""
    from weatherglass.structure.structure import Wishes

    _examine(
        "generic-masculine", vectors, lang, Wishes(), {},
        out=out, as_json=as_json, force=force, seed=seed, allow_pickle=allow_pickle, report_lang=report_lang, figure=figure,
    )  # fmt: skip


@structure_app.command()
def occupations(
    vectors: Vectors,
    lang: Lang = None,
    shares: Annotated[
        Path | None,
        typer.Option("--shares", metavar="FILE.csv", help="Shares of your own: lines of occupation,share (0 to 1)."),
    ] = None,
    share_of: Annotated[
        Literal["women", "men"], typer.Option("--share-of", help="Whose share the file has.")
    ] = "women",
    out: Out = None,
    as_json: AsJson = False,
    force: Force = False,
    seed: Seed = 0,
    allow_pickle: Pickle = False,
    report_lang: ReportLang = "en",
    figure: Figures = None,
) -> None:
    """Does the association of occupations, form by form, follow the share of women and men in them?"""
    from weatherglass.report.command import unless
    from weatherglass.structure.structure import Wishes

    own = None if shares is None else _shares(shares, share_of, lang)
    asked: dict[str, Iterable[object]] = {"--shares": unless(shares, None), "--share-of": unless(share_of, "women")}
    _examine(
        "occupations", vectors, lang, Wishes(shares=own), asked,
        out=out, as_json=as_json, force=force, seed=seed, allow_pickle=allow_pickle, report_lang=report_lang, figure=figure,
    )  # fmt: skip


@structure_app.command()
def genus(
    vectors: Vectors,
    lang: Lang = None,
    out: Out = None,
    as_json: AsJson = False,
    force: Force = False,
    seed: Seed = 0,
    allow_pickle: Pickle = False,
    report_lang: ReportLang = "en",
    figure: Figures = None,
) -> None:
    """Do nouns for things lie nearer to the sex of their grammatical gender?"""
    from weatherglass.structure.structure import Wishes

    _examine(
        "genus", vectors, lang, Wishes(), {},
        out=out, as_json=as_json, force=force, seed=seed, allow_pickle=allow_pickle, report_lang=report_lang, figure=figure,
    )  # fmt: skip


@structure_app.command()
def vocabulary(
    vectors: Vectors,
    lang: Lang = None,
    pair: OwnPairs = None,
    most: Annotated[
        int, typer.Option("--words", min=1, help="How many of the file's first rows are projected.")
    ] = 50_000,
    extremes: Extremes = 10,
    draws: Draws = 500,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Folder for structure.html, structure.json and vocabulary.csv."),
    ] = None,
    as_json: AsJson = False,
    force: Force = False,
    seed: Seed = 0,
    allow_pickle: Pickle = False,
    report_lang: ReportLang = "en",
    figure: Figures = None,
) -> None:
    """Every word on the direction of gender: extremes by frequency, surprising words, gender-inclusive forms."""
    from weatherglass.report.command import unless
    from weatherglass.structure.structure import Wishes

    wishes = Wishes(pairs=_own_pairs(pair), most=most, extremes=extremes)
    asked: dict[str, Iterable[object]] = {
        "--pair": pair or (),
        "--words": unless(most, 50_000),
        "--extremes": unless(extremes, 10),
    }
    _examine(
        "vocabulary", vectors, lang, wishes, asked,
        draws=draws, out=out, as_json=as_json, force=force, seed=seed, allow_pickle=allow_pickle, report_lang=report_lang, figure=figure,
    )  # fmt: skip


def _examine(
    part: Part,
    vectors: Path,
    lang: str | None,
    wishes: Wishes,
    asked: Mapping[str, Iterable[object]],
    *,
    draws: int = 500,
    out: Path | None,
    as_json: bool,
    force: bool,
    seed: int,
    allow_pickle: bool,
    report_lang: str,
    figure: list[str] | None,
) -> None:
    """`asked`: the options of this part alone, for the command that makes the result again."""
    from weatherglass.report.command import command, unless
    from weatherglass.report.formats import write_report
    from weatherglass.report.spreadsheet import csv_text
    from weatherglass.report.structure_tables import projections_table
    from weatherglass.structure.structure import structure_of

    check_report_language(report_lang)
    wanted = wanted_figures(figure, out=out, force=force)
    with output_folder(out, force, FILES) as folder:
        with Progress() as progress:
            found = structure_of(
                vectors,
                lang,
                parts=(part,),
                wishes=wishes,
                draws=draws,
                seed=seed,
                allow_pickle=allow_pickle,
                progress=progress,
            )
        given = {**asked, "--draws": unless(draws, 500), "--seed": unless(seed, 0)}
        again = ["weatherglass", "structure", part, str(vectors), "--lang", found.language]
        found = replace(found, command=command(again, given, {"--allow-pickle": allow_pickle}))
        if folder is not None:
            write_whole(folder / FILES[1], json_text(found.to_dict()))
            if found.projections is not None:
                write_whole(folder / FILES[2], csv_text(projections_table(found.projections)))
            write_report(found, folder / FILES[0], language=report_lang)
        write_figures(wanted, found, report_lang)
    if as_json:
        print_json(found.to_dict())
        return
    _print(found)
    if folder is not None:
        print(f"\nReport: {folder / FILES[0]}")


def _print(found: Structure) -> None:
    from weatherglass.report.structure import notes, sections

    print(named(found.embedding))
    said = sections(found)
    for section in said:
        print(f"\n{section.title}")
        for sentence in section.findings:
            print(shown(sentence))
        for table in (*section.tables, *section.folded):
            print_table(table)
        for title, items in section.lists:
            if len(items) == 1 and len(items[0]) > _LONG:
                continue  # where a table is from: on the page and in the JSON
            more = f" and {len(items) - _SHOWN:,} more (all with --json or --out)" if len(items) > _SHOWN else ""
            print(shown(f"{title}: {', '.join(items[:_SHOWN])}{more}"))
    print_notes(notes(found, said))


def _own_pairs(texts: list[str] | None) -> PairSet | None:
    from weatherglass.words.given import parse_pairs

    return None if not texts else replace(parse_pairs(texts), name="own pairs")


def _groups(names: list[str], pairs: list[str] | None, lang: str | None) -> tuple[Query, ...]:
    """Lists of group pairs by name or from files, and one made of pairs given on the spot."""
    from weatherglass.structure.general_bias import GROUPS
    from weatherglass.structure.space import lists_named
    from weatherglass.words import packs
    from weatherglass.words.given import own_groups

    for name in names:
        if lang is not None and not {".", "/"} & {*name} and packs.word_list(lang, name) is None:
            raise UnknownName(f"list of groups for '{lang}'", name, [query.name for query in lists_named(lang, GROUPS)])
    found = [_list_named(name, lang) for name in names]
    for query in found:
        if not query.pairs:
            raise SpecError(f"--groups: {query.id} has no pairs of group words ([pairs])")
    if pairs:
        found.append(own_groups(pairs, _needed(lang, "--pair")))
    return tuple(found)


def _list_named(name: str, lang: str | None) -> Query:
    from weatherglass.words import packs

    (query, *others) = packs.resolve([name], language=None if name.endswith(".toml") else _needed(lang, name))
    if others:
        raise SpecError(f"{name}: names several lists; give one of {', '.join(each.id for each in (query, *others))}")
    return query


def _shares(file: Path, share_of: str, lang: str | None) -> Query:
    """Shares of women by word, from a table of women's or men's."""
    from weatherglass.words.given import read_rates
    from weatherglass.words.query import Query, WordSet

    rates = read_rates(file)
    beyond = [word for word, rate in rates.items() if not 0 <= rate <= 1]
    if beyond:
        raise SpecError(
            f"the share of '{beyond[0]}' is {rates[beyond[0]]:g}; give shares between 0 and 1, such as 0.35", file=file
        )
    women = {word: rate if share_of == "women" else 1 - rate for word, rate in rates.items()}
    words = WordSet("occupations", tuple((word,) for word in rates))
    return Query(
        name=file.stem,
        language=_needed(lang, "--shares"),
        targets=(words,),
        rates=women,
        title=f"Occupations and the share of {share_of} in them, {file.name}",
        source=f"The file {file.name}",
        caveat="Shares of your own.",
    )


def _needed(lang: str | None, option: str) -> str:
    if lang is None:
        raise SpecError(f"{option}: give the language of the words with --lang")
    return lang
