"""The command `neighbours`, and what it prints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from weatherglass.cli.options import LANGUAGES, AsJson, Pickle, Vectors, app
from weatherglass.cli.progress import Progress
from weatherglass.cli.projection import poles, split
from weatherglass.cli.terminal import named, print_json, print_notes, table
from weatherglass.files.plain import shown
from weatherglass.progress import phase

if TYPE_CHECKING:
    from weatherglass.quality.neighbours import Neighbours


@app.command()
def neighbours(
    vectors: Vectors,
    words: Annotated[
        list[str],
        typer.Option("--words", metavar="A,B,…", help="Words to look around, with commas between. Repeatable."),
    ],
    k: Annotated[int, typer.Option("-k", min=1, help="How many neighbours of each.")] = 20,
    axis: Annotated[
        list[str] | None,
        typer.Option(
            "--axis",
            metavar="P,Q",
            help="Two poles, such as he,she: tells to which of them each word leans. Repeatable.",
        ),
    ] = None,
    lang: Annotated[
        str | None,
        typer.Option("--lang", metavar="xx", help=f"Language whose spellings are tried: {LANGUAGES}. None by default."),
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Look at the first rows only.")] = None,
    as_json: AsJson = False,
    allow_pickle: Pickle = False,
) -> None:
    """The words nearest to given ones."""
    from weatherglass.embedding.formats import read
    from weatherglass.quality.neighbours import neighbours as look
    from weatherglass.structure.projecting import NO_LANGUAGE

    asked = [word for given in words for word in split(given)]
    between = poles("--axis", axis) if axis else None
    with Progress() as progress:
        embedding = read(vectors, limit=limit, allow_pickle=allow_pickle, progress=phase(progress, "reading"))
    found = look(embedding, asked, k=k, axis=between, language=lang or NO_LANGUAGE)
    if as_json:
        print_json(found.to_dict())
        return
    _print(found)


def _print(found: Neighbours) -> None:
    from weatherglass.wording.messages import grouped
    from weatherglass.wording.numbers import difference, effect

    print(named(found.embedding))
    leans = [] if found.axis is None else [shown(f"{found.axis[0][0]}+ {found.axis[1][0]}−")]
    for each in found.words:
        as_used = "" if each.of.how == "as written" else f" as {each.of.used} ({each.of.how})"
        print(f"\n{shown(each.of.word + as_used)}")
        rows = [
            [
                shown(near.word),
                effect(near.cosine),
                grouped(near.rank),
                *([] if near.side is None else [difference(near.side)]),
            ]
            for near in each.neighbours
        ]
        print(table(["neighbour", "cosine", "rank", *leans], rows, right=("cosine", "rank", *leans)))
    if found.missing:
        print(f"\nNot in the vectors: {shown(', '.join(found.missing))}")
    print_notes(found.warnings)
