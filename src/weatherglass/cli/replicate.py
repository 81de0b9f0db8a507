"""The command `replicate`: a paper's experiments on one's own data, published beside measured."""

from __future__ import annotations

import sys
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from weatherglass.cli import BAD_DATA, INCONCLUSIVE
from weatherglass.cli.options import AsJson, Force, ReportLang, Seed, app
from weatherglass.cli.output import check_report_language, write_found
from weatherglass.cli.progress import Progress
from weatherglass.cli.settings import parse_settings
from weatherglass.cli.terminal import print_notes, print_table
from weatherglass.errors import SpecError
from weatherglass.files.plain import json_text

if TYPE_CHECKING:
    from weatherglass.replication.paper import Experiment
    from weatherglass.replication.replicated import Replication

FILES = ("replication.html", "replication.json", "replication.csv")


@app.command()
def replicate(
    paper: Annotated[str | None, typer.Argument(help="The paper, such as gerard-2017; --list names them.")] = None,
    data: Annotated[
        list[str] | None,
        typer.Option(
            "--data",
            metavar="[ROLE=]PATH",
            help="Vectors, a corpus, a folder of these; or said what it is: corpus=, lexicon=, texts=, sentences=PAIRS,GOLD, analogies=, "
            "word2vec=, glove=, fasttext=, vectors:fr=. Repeatable.",
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="ID", help="Only this experiment; --list names them. Repeatable."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="DIR", help="Folder for the report, models and studies; PAPER-replication if left out."
        ),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Smaller and fewer models than in the paper; the report says so.")
    ] = False,
    setting: Annotated[
        list[str] | None,
        typer.Option(
            "--setting",
            metavar="NAME=VALUE",
            help="Train otherwise than the paper, such as min_count=5 for a smaller corpus; the report says so. Repeatable.",
        ),
    ] = None,
    threads: Annotated[
        int,
        typer.Option(
            "--threads",
            min=1,
            help="Of training one model; studies train several side by side. With one, the same seed gives the same vectors.",
        ),
    ] = 1,
    listed: Annotated[
        bool, typer.Option("--list", help="Show the experiments, what they need and take, and stop.")
    ] = False,
    report_lang: ReportLang = "en",
    as_json: AsJson = False,
    force: Force = False,
    seed: Seed = 0,
) -> None:
    """Run a paper's experiments on your data: its tables with what you measure beside what was published.

    What was done in the folder before is not done again, so that a run that was stopped goes on.
    """
    from weatherglass.replication.paper import paper as paper_of
    from weatherglass.replication.replicating import refuse_folder
    from weatherglass.replication.replicating import replicate as replicated
    from weatherglass.report.formats import write_report
    from weatherglass.report.replication import findings, why

    check_report_language(report_lang)
    if listed:
        _list(paper)
        return
    if paper is None:
        raise SpecError("name a paper, or give --list to see which there are")
    folder = out or Path(f"{Path(paper).name.removesuffix('.toml')}-replication")
    refuse_folder(folder, paper_of(paper).name)  # which --force would not change
    if (folder / FILES[0]).exists() and not force:
        raise SpecError(f"--out {folder}: holds {FILES[0]} already; give another folder, or --force to write it again")
    with Progress() as progress:
        found = replicated(
            paper,
            data or [],
            folder,
            only=only or (),
            quick=quick,
            seed=seed,
            threads=threads,
            settings=_of_training(setting or []),
            progress=progress,
        )
    text = json_text(found.to_dict())
    page = partial(write_report, found, language=report_lang)
    write_found(folder, FILES, page, text, found.table())
    if as_json:
        sys.stdout.write(text)
    else:
        for each in findings(found):
            print(each)
        _print_tables(found)
        for not_done in found.not_carried:
            print(f"Not carried out: {not_done.id} ({not_done.where}): {why(not_done)}")
        print_notes(found.notices)
        print(f"\nReport: {folder / FILES[0]}")
    if not found.measured:
        reasons = [f"{each.id}: {each.reason}" for each in found.not_carried if each.reason]
        print(f"weatherglass: nothing could be measured{_because(reasons)}", file=sys.stderr)
        raise typer.Exit(BAD_DATA if reasons else INCONCLUSIVE)


def _because(reasons: list[str]) -> str:
    return f" ({reasons[0]})" if reasons else "; the report says what is missing"


def _of_training(given: list[str]) -> dict[str, Any]:
    """Settings that any method of training has; seed and threads have options of their own."""
    from weatherglass.train.settings import METHODS

    known = {each.name: each.default for kind in METHODS.values() for each in fields(kind)}
    others = {name: default for name, default in known.items() if name not in ("seed", "threads")} | {"ngrams": 1}
    return parse_settings("training", others, given, option="--setting")


def _list(name: str | None) -> None:
    from weatherglass.replication.paper import names, paper
    from weatherglass.report.document import Table
    from weatherglass.report.replication import title_of

    if name is None:
        papers = [paper(each) for each in names()]
        told = tuple((each.name, ", ".join(each.languages), str(len(each.experiments)), each.title) for each in papers)
        print_table(Table("Papers", ("paper", "languages", "experiments", "title"), told, texts=4))
        return
    rows = tuple(
        (each.id, each.where, title_of(name, each.id), _needs(each), _cost(each)) for each in paper(name).experiments
    )
    note = "Times are rough: for ten million words on two cores, with training where no vectors are given; a model is trained once for all."
    print_table(Table(f"Experiments of {name}", ("id", "where", "what", "needs", "takes"), rows, note, texts=5))


def _needs(each: Experiment) -> str:
    needs = [f"{role} ({each.language})" for role in each.needs]
    if "vectors" in each.needs and each.model:
        needs[each.needs.index("vectors")] += " or a corpus"
    if each.method:
        needs[0] += f", {each.method}"
    if each.may_use:
        needs.append(f"uses {', '.join(each.may_use)} if given")
    return "; ".join(needs)


def _cost(each: Experiment) -> str:
    if each.minutes >= 60:
        return f"about {each.minutes / 60:.0f} h" + (" (--quick: minutes)" if each.quick else "")
    return f"about {each.minutes:.0f} min" if each.minutes >= 1 else "seconds"


def _print_tables(found: Replication) -> None:
    from weatherglass.report.replication import experiment_section

    for each in found.carried:
        section = experiment_section(found.paper, each)
        for table in section.tables:
            rows = tuple(tuple(map(_one_line, row)) for row in table.rows)
            print_table(replace(table, title=f"{section.title}; {each.on}", rows=rows))
        for title, items in section.lists:
            print(f"{title}:")
            for item in items:
                print(f"  {item}")


def _one_line(cell: str) -> str:
    below = getattr(cell, "below", "")
    return f"{cell} ({below})" if below else str(cell)
