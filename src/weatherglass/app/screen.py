"""What a screen is: where it is, what it shows, and what it takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from starlette.datastructures import UploadFile

from weatherglass.app.asking import Asked, controls, from_pairs, made
from weatherglass.app.files import SAMPLE
from weatherglass.app.view import Seen, View
from weatherglass.app.work import Work, works
from weatherglass.errors import WeatherglassError
from weatherglass.wording.messages import ENGLISH, say, spoken

if TYPE_CHECKING:
    from weatherglass.app.desk import Desk

Form = tuple[tuple[str, str | UploadFile], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """A page at `path`, with `.json` and `.csv` twins. `takes`: what a form sent to it does; it gives the address to go to next."""

    path: str
    view: Callable[[Desk, Seen], View]
    takes: Callable[[Desk, Seen, Form], str] | None = None


Example = tuple[tuple[str, str], ...]
SAMPLED: Example = (("vectors", SAMPLE),)


def form_screen(
    name: str,
    work_name: str,
    more: Callable[[Desk, Seen], Mapping[str, Any]] | None = None,
    example: Callable[[Desk], Example] = lambda desk: SAMPLED,
    begins: Callable[[Desk, Seen], Mapping[str, Any]] = lambda desk, seen: {"vectors": SAMPLE},
) -> Screen:
    """A screen that asks for one kind of work: a form filled in from the address, and what would be typed instead.

    Its texts are the messages `app.<name>.title`, `.intro` and `.empty`. `more`: what its template needs beyond that. `example`: what one press
    of a button asks for where there are no results yet; none where it is empty. `begins`: what is filled in before anything is chosen.
    """

    def view(desk: Desk, seen: Seen) -> View:
        work = works()[work_name]
        values = from_pairs(work.asked, seen.pairs)
        begun = {key: value for key, value in begins(desk, seen).items() if key not in values}
        return form_view(
            desk, seen, name, work, begun | values, more=more, example=example(desk), asked_for=bool(values)
        )

    def takes(desk: Desk, _seen: Seen, form: Form) -> str:
        work = works()[work_name]
        pairs = [(key, value) for key, value in form if isinstance(value, str)]
        return f"/runs/{desk.ask(work, made(work.asked, from_pairs(work.asked, pairs)))}"

    return Screen(path=f"/{name}", view=view, takes=takes)


def form_view(
    desk: Desk,
    seen: Seen,
    name: str,
    work: Work,
    values: Mapping[str, Any],
    more: Callable[[Desk, Seen], Mapping[str, Any]] | None = None,
    example: Example = (),
    asked_for: bool = True,
) -> View:
    """The form, with what is wrong with its values where something is, and the result where it is there already. `asked_for`: whether somebody chose something."""
    asked, problem = _tried(work.asked, values)
    same, done = None, ""
    if asked is not None:
        try:
            same, there = desk.same(work, asked), desk.id_of(work, asked)
            done = there if desk.runs.has(there) else ""
        except WeatherglassError as error:
            problem = str(error)
    recent = [run for run in desk.runs.listed() if run.work == work.name][:8]
    vectors = str(values.get("vectors", ""))
    return View(
        screen=name,
        template="form",
        title=say(f"app.{name}.title"),
        vectors=vectors if any(each.id == vectors for each in desk.files.listed("vectors")) else "",
        context={
            "work": work,
            "controls": controls(work.asked, values, work.folded),
            "files": desk.files.listed("vectors"),
            "problem": problem if asked_for else "",
            "done": done,
            "recent": recent,
            "example": example,
            "instead": (),
            "desk": desk,
            "likely": _likely(desk, values, vectors),
            **(more(desk, seen) if more is not None else {}),
        },
        data={
            "work": work.name,
            "asked": None if asked is None else asked.model_dump(),
            "problem": problem or None,
            "command": same and same.command,
            "python": same and same.python,
            "runs": [run.shown() for run in recent],
        },
        table=lambda: runs_table(recent),
        same=same,
    )


def _likely(desk: Desk, values: Mapping[str, Any], vectors: str) -> str:
    """The language whose tests are wanted most likely: the one chosen, that of the vectors, that of the sample, or the one spoken."""
    from weatherglass.app.opened import opened_run

    run = opened_run(desk, vectors) if vectors else None
    guessed = desk.spaces.language(run.id) if run is not None else ENGLISH if vectors == SAMPLE else ""
    return str(values.get("language") or guessed or spoken())


def _tried(model: type[Asked], values: Mapping[str, Any]) -> tuple[Any, str]:
    try:
        return made(model, values), ""
    except WeatherglassError as error:
        return None, str(error)


def runs_table(runs: Any) -> Any:
    import polars as pl

    columns = {"id": pl.String, "work": pl.String, "about": pl.String, "made": pl.Float64, "version": pl.String}
    return pl.DataFrame([{name: run.shown()[name] for name in columns} for run in runs], schema=columns)


def with_problem(view: View, problem: str) -> View:
    """The same screen, saying what is wrong with what was sent to it."""
    return replace(view, status=422, context={**view.context, "problem": problem})
