"""The commands `mitigate` and `mitigations`: vectors with less bias, and the account of what became of it."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from weatherglass.cli.mitigation_printing import print_account, print_method
from weatherglass.cli.options import AsJson, Figures, Force, Lang, Neutral, Pickle, ReportLang, Seed, app
from weatherglass.cli.output import check_report_language, output_folder, wanted_figures, write_figures, write_found
from weatherglass.cli.progress import Progress
from weatherglass.cli.settings import parse_settings
from weatherglass.cli.terminal import print_json, table
from weatherglass.files.plain import fields_of, json_text

FILES = ("mitigation.html", "mitigation.json", "mitigation.csv", "moved-words.csv")


@app.command()
def mitigations(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="Show one card whole.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the methods of mitigation, or show what one of them does and does not do."""
    from weatherglass.mitigate.base import METHODS, get

    chosen = [get(name)] if name is not None else [METHODS[each] for each in sorted(METHODS)]
    if as_json:
        cards = [fields_of(each.card) | {"settings": each().get_params()} for each in chosen]
        print_json({"schema_version": 1, "mitigations": cards})
    elif name is not None:
        print_method(chosen[0])
    else:
        print(table(["method", "title"], [[each.card.name, each.card.title] for each in chosen], right=()))


@app.command()
def mitigate(
    source: Annotated[Path, typer.Argument(metavar="IN", help="Any readable vectors file.")],
    target: Annotated[
        Path, typer.Argument(metavar="OUT", help="A .txt, .vec (word2vec text), .bin (word2vec binary) or .npz file.")
    ],
    method: Annotated[
        str, typer.Option("--method", metavar="NAME", help="How; `weatherglass mitigations` lists the methods.")
    ] = "hard",
    lang: Lang = None,
    pair: Annotated[
        list[str] | None,
        typer.Option("--pair", metavar="X,Y", help="A pair that defines the direction, such as she,he. Repeatable."),
    ] = None,
    equalise: Annotated[
        Path | None,
        typer.Option(
            "--equalise", metavar="FILE", help="Sets of words to be made equal, such as mother,father, one a line."
        ),
    ] = None,
    neutral: Neutral = None,
    specific: Annotated[
        Path | None,
        typer.Option("--specific", metavar="FILE", help="Words that keep what they have of the direction, one a line."),
    ] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="A setting of the method, such as components=2. Repeatable."),
    ] = None,
    words: Annotated[
        int, typer.Option("--words", min=1, help="First rows that the method is fitted on and the account looks at.")
    ] = 50_000,
    query: Annotated[
        list[str] | None,
        typer.Option(
            "--query", metavar="NAME|FILE", help="Tests of the account; all of the language without. Repeatable."
        ),
    ] = None,
    similarity: Annotated[
        list[Path] | None,
        typer.Option(
            "--similarity", metavar="FILE", help="Word pairs with people's scores, for the account. Repeatable."
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Folder for the account as a page, JSON and CSV.")
    ] = None,
    report_lang: ReportLang = "en",
    figure: Figures = None,
    as_json: AsJson = False,
    force: Force = False,
    seed: Seed = 0,
    allow_pickle: Pickle = False,
) -> None:
    """Reduce bias in vectors of any size; tell what was reduced, what is only hidden, and what it cost."""
    from weatherglass.mitigate.base import get
    from weatherglass.mitigate.mitigating import mitigate_vectors
    from weatherglass.mitigate.roles import Roles
    from weatherglass.words.given import parse_pairs, read_sets, read_words
    from weatherglass.words.reading import language_of

    check_report_language(report_lang)
    figures = wanted_figures(figure, out=out, force=force)
    settings = parse_settings(method, get(method)().get_params(), setting or [])
    if "seed" in get(method)().get_params():
        settings.setdefault("seed", seed)
    if lang is None:
        lang, notice = language_of(source, allow_pickle=allow_pickle)
        print(f"note: {notice.text}", file=sys.stderr)
    roles = Roles(
        language=lang,
        pairs=parse_pairs(pair) if pair else None,
        equalise=None if equalise is None else read_sets(equalise),
        neutral=None if neutral is None else read_words(neutral),
        specific=None if specific is None else read_words(specific),
    )
    with output_folder(out, force, FILES) as folder:
        with Progress() as progress:
            account = mitigate_vectors(
                source,
                target,
                method,
                roles,
                settings=settings,
                words=words,
                queries=query or (),
                similarity=similarity or (),
                seed=seed,
                overwrite=force,
                allow_pickle=allow_pickle,
                progress=progress,
            )
        text = json_text(account.to_dict())
        if folder is not None:
            from weatherglass.report.formats import write_report  # not needed while memory is

            page = partial(write_report, account, language=report_lang)
            write_found(folder, FILES, page, text, account.table(), account.moved_table())
        write_figures(figures, account, report_lang)
    if as_json:
        sys.stdout.write(text)
        return
    print_account(account)
    print(f"\nVectors: {target}")
    if folder is not None:
        print(f"Account: {folder / FILES[0]}")
