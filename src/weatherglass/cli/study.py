"""The commands about studies: many models, trained and measured alike."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from weatherglass.cli import INCONCLUSIVE
from weatherglass.cli.corpus import UNITS
from weatherglass.cli.options import AsJson, Force, app
from weatherglass.cli.progress import Progress, lasting
from weatherglass.cli.terminal import print_json, print_notes, table
from weatherglass.errors import SpecError

if TYPE_CHECKING:
    from weatherglass.study.plan import Plan
    from weatherglass.study.run import Standing
    from weatherglass.study.spec import Study

study_app = typer.Typer(help="Train and measure many models by one file, and read what they say.", no_args_is_help=True)
app.add_typer(study_app, name="study")
_MOST_ROWS = 60  # of the table of a plan
File = Annotated[Path, typer.Argument(metavar="STUDY.toml", help="The study, as `weatherglass study new` writes it.")]


@study_app.command()
def new(
    preset: Annotated[
        str | None, typer.Argument(metavar="PRESET", help="Which kind of study; without one, they are listed.")
    ] = None,
    corpus: Annotated[
        str | None, typer.Option("--corpus", metavar="CORPUS", help="An encoded corpus, or texts (with --lang).")
    ] = None,
    lang: Annotated[str | None, typer.Option("--lang", metavar="xx", help="Language of the texts.")] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="The study to write. [PRESET.toml]")] = None,
    force: Force = False,
) -> None:
    """Write a study to begin with, filled in for a corpus."""
    from weatherglass.study.new import new_study, presets, question

    if preset is None:
        for name, text in presets().items():
            print(f"{name:<16} {question(text)}")
        return
    if corpus is None:
        raise SpecError("--corpus: say which corpus the study is about")
    written = new_study(preset, corpus, out or Path(f"{preset}.toml"), language=lang, overwrite=force)
    print(f"{written}: change what you like, then")
    print(f"  weatherglass study plan {written}")
    print(f"  weatherglass study run {written} --out DIR")


@study_app.command()
def plan(
    file: File,
    out: Annotated[
        str | None, typer.Option("--out", metavar="DIR", help="Where it will run; says what is done there already.")
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="To tell the time for. [all cores]")] = None,
    as_json: AsJson = False,
) -> None:
    """Check a study and say what it would do: models, time and disk."""
    from weatherglass.study.run import plan_study

    with Progress(UNITS) as progress:
        study, planned, done = plan_study(file, out, progress=progress)
    if as_json:
        print_json(planned.to_dict(done))
        return
    _print_plan(study, planned, done, workers)


@study_app.command()
def run(
    file: File,
    out: Annotated[
        str, typer.Option("--out", metavar="DIR", help="Folder of the study, or an address that all workers reach.")
    ],
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes, one model in each at a time. [all cores]")
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Scheduler of a Dask cluster to use instead, as tcp://host:8786."),
    ] = None,
) -> None:
    """Run a study, or go on with one that was stopped."""
    from weatherglass.study.run import run_study

    with Progress(UNITS) as progress:

        def tell(standing: Standing) -> None:
            progress("models", standing.done + standing.failed, standing.planned, said=_said(standing))

        try:
            studied = run_study(file, out, workers=workers, cluster=cluster, progress=progress, standing=tell)
        except KeyboardInterrupt:
            print(f"weatherglass: stopped; nothing is lost, the same command goes on in {out}", file=sys.stderr)
            raise
    failed = len(studied.failures)
    print(f"{out}: {studied.planned - failed:,} of {studied.planned:,} models done, {len(studied.table):,} results")
    for failure in studied.failures[:5]:
        print(f"failed       {failure.label}: {failure.error}")
    if failed > 5:
        print(f"             and {failed - 5:,} more, in {out}/failed")
    print(f"Read it with `weatherglass study show {out}`.")
    if failed:
        raise typer.Exit(INCONCLUSIVE)


def _said(standing: Standing) -> str:
    left = standing.planned - standing.done - standing.failed
    parts = [f"{standing.done:,} done", f"{standing.failed:,} failed" if standing.failed else "", f"{left:,} to do"]
    if standing.seconds_left:
        parts.append(f"about {lasting(standing.seconds_left)} left")
    return ", ".join(part for part in parts if part)


def _print_plan(study: Study, planned: Plan, done: set[str], workers: int | None) -> None:
    from os import cpu_count

    print(f"{study.name}: {len(planned.models):,} models, {_here(planned, done)}")
    groups: dict[tuple[str, ...], list[float]] = {}
    for task in planned.tasks:
        sample = {"subsample": f"{task.sample.rate:.3g} of it"}.get(task.sample.kind, task.sample.kind)
        place = (task.corpus, task.cleaning or "–", task.part or "all", sample, task.model)
        groups.setdefault(place, []).append(task.expected)
    header = ("corpus", "cleaning", "part", "sample", "model", "models", "time each")
    rows = [(*place, f"{len(each):,}", lasting(sum(each) / len(each))) for place, each in groups.items()]
    print(table(header, rows[:_MOST_ROWS], right=("models", "time each")))
    if len(rows) > _MOST_ROWS:
        print(f"and {len(rows) - _MOST_ROWS:,} more rows")
    m = planned.measurements
    if m.queries:
        print(f"measured     {len(m.queries)} queries by {', '.join(m.measures)}: {', '.join(q.id for q in m.queries)}")
    if m.quality is not None:
        print("examined     by analogies and other questions")
    left = sum(task.expected for key, task in planned.models.items() if key not in done)
    cores = workers or cpu_count() or 1
    print(
        f"time         about {lasting(left)} on one core, {lasting(left / cores)} on {cores}; half or twice as long is possible"
    )
    if study.keep_vectors:
        print(f"disk         about {planned.disk / 1e9:.2g} GB for the vectors")
    else:
        print("disk         a few kB a model; vectors are not kept (keep_vectors = true keeps them)")
    print_notes((*planned.notices, *planned.design))


def _here(planned: Plan, done: set[str]) -> str:
    there = sum(key in done for key in planned.models)
    return f"{there:,} of them done already" if there else "none of them done yet"
