"""The command `cite`: what to cite for the toolkit, and for measures, methods and word lists that were used."""

from __future__ import annotations

from typing import Annotated

import typer

from weatherglass.cli.options import app
from weatherglass.files.plain import shown


@app.command()
def cite(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME]…",
            help="Measures (weat), methods (hard), word lists (en/weat6, 'de/gerard-*'), works (caliskan2017); without any, the toolkit.",
        ),
    ] = None,
    as_bibtex: Annotated[bool, typer.Option("--bibtex/--text", help="BibTeX, or lines to read.")] = False,
) -> None:
    """Show how to cite the toolkit, or the works behind what was used."""
    from weatherglass.report import citing

    behind = citing.cited(names or ())
    if as_bibtex:
        print(citing.as_bibtex(behind))
        return
    for each in behind:
        print(f"{shown(each.name)}: {shown(each.title)}")
        for line in citing.as_text(each) or ("nothing to cite",):
            print(f"  {shown(line)}")
