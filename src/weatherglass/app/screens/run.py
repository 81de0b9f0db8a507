"""A result, or the work that makes it: waiting, running, cancelled, failed with its cause, or done."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from weatherglass.app.asking import as_pairs
from weatherglass.app.files import made_id, made_vectors
from weatherglass.app.passages import passages
from weatherglass.app.pictures import Shown, figure_names, shown
from weatherglass.app.runs import Run
from weatherglass.app.screen import Form, Screen
from weatherglass.app.screens import MENU
from weatherglass.app.view import Seen, View
from weatherglass.app.work import DOCUMENTS, VOCABULARY, works
from weatherglass.errors import UnknownName, WeatherglassError
from weatherglass.wording.messages import say

if TYPE_CHECKING:
    from weatherglass.app.desk import Desk

# The screen of the menu that a kind of work belongs to, where it is not of its name.
_SCREENS = {"audit": "test", "open": "embedding", "opened": "start", "analogies": "explore", "study": "studies"}


def _at_analogies(run: Run) -> str:
    asked = as_pairs(works()[run.work].asked.model_validate(dict(run.asked)))
    return f"/explore?{urlencode([('part', 'analogies'), *asked])}"


# Work that leaves files for a screen instead of a result, and where that screen is.
_SHOWN_ELSEWHERE: dict[str, Callable[[Run], str]] = {
    "open": lambda run: f"/embedding/{run.asked['vectors']}",
    "analogies": _at_analogies,
}


def _onward(address: str) -> str:
    """The page to go on to, where it is one of ours."""
    return address if re.match(r"/(?![/\\])[\x21-\x7e]*$", address) else ""


def screen_of(work: str) -> str:
    """Which entry of the menu a kind of work belongs to."""
    named = _SCREENS.get(work, work)
    return named if named in MENU else "start"


def _view(desk: Desk, seen: Seen) -> View:
    id = seen.parts["id"]
    job = desk.jobs.known(id)
    if desk.runs.has(id):
        return _done(desk, desk.runs.get(id), seen)
    if job is None or job.state == "done":  # what was done has been taken away since
        raise UnknownName("result", id, [])
    waits = job.state in ("queued", "running")
    work = works()[job.work]
    asked = work.asked.model_validate(job.told["asked"])
    return View(
        screen=screen_of(job.work),
        template="job",
        title=say(f"app.job.{job.state}"),
        context={"job": job, "again": f"/{screen_of(job.work)}?{urlencode(as_pairs(asked))}"},
        data=job.shown(),
        same=_same(desk, job.work, asked),
        vectors=_vectors(desk, job.told["asked"]),
        again=2 if waits else 0,
    )


def _same(desk: Desk, work: str, asked: Any) -> Any:
    try:
        return desk.same(works()[work], asked)
    except WeatherglassError:
        return None


def _vectors(desk: Desk, asked: Any) -> str:
    known = {each.id for each in desk.files.listed("vectors")}
    return given if (given := asked.get("vectors", "")) in known else ""


def _done(desk: Desk, run: Run, seen: Seen) -> View:
    if run.work in _SHOWN_ELSEWHERE:
        to = _onward(seen.one("then")) or _SHOWN_ELSEWHERE[run.work](run)
        return View(screen=screen_of(run.work), title=run.about, to=to, data=run.shown())
    page = shown(desk.runs, run.id)
    work = works().get(run.work)
    asked = None if work is None else work.asked.model_validate(dict(run.asked))
    again = "" if asked is None else f"/{screen_of(run.work)}?{urlencode(as_pairs(asked))}"
    return View(
        screen=screen_of(run.work),
        template="result",
        title=page.title[:1].upper() + page.title[1:],
        context={
            "run": run,
            "page": page,
            "again_at": again,
            "onward": _onward_from(desk, run),
            "made": _made(desk, run),
            "has_vocabulary": (run.folder / VOCABULARY).is_file(),
            "has_documents": (run.folder / DOCUMENTS).is_file(),
            "passages": (lambda: passages(desk, run)) if page.document.kind == "trace" else None,
            "figure_names": lambda: list(figure_names(desk.runs.found(run.id))),
        },
        data=page.plain,
        table=lambda: _main_table(page),
        same=desk.same_of_run(run.id),
        vectors=_vectors(desk, run.asked),
    )


# Where one goes from a result: whether it holds, what is behind it, what can be done about it.
_NEXT = {
    "audit": ("stability", "structure", "explore", "mitigate"),
    "structure": ("stability", "test", "mitigate"),
    "stability": ("test", "structure"),
    "mitigate": (),  # goes on with the vectors that it made
    "diffusion": ("test", "mitigate"),
    "compare": ("mitigate",),
    "trace": ("studies", "words"),
}


def _onward_from(desk: Desk, run: Run) -> list[tuple[str, str]]:
    """Screens to go on to with the same vectors, by name and address."""
    vectors = _vectors(desk, run.asked)
    asked = f"?{urlencode({'vectors': vectors})}" if vectors else ""
    return [(name, f"/{name}{asked}") for name in _NEXT.get(run.work, ())]


def _made(desk: Desk, run: Run) -> dict[str, Any] | None:
    """The vectors that the work made: their name, how large the file is, and where one can go on with them."""
    file = made_vectors(run.folder)
    if file is None:
        return None
    id, source = made_id(run.id), run.asked.get("vectors", "")
    known = {each.id for each in desk.files.listed("vectors")}
    both = urlencode([("spaces", each) for each in (source, id)])
    further = {"test": f"/test?vectors={id}", "diffusion": f"/diffusion?vectors={id}", "stability": f"/stability?vectors={id}"}  # fmt: skip
    return {
        "name": file.name,
        "size": file.stat().st_size,
        "further": {**further, **({"compare": f"/compare?{both}"} if source in known else {})},
    }


def _main_table(page: Shown) -> Any:
    tables = page.document.tables
    if not tables:
        raise UnknownName("table of this result", "main", [])
    return next(iter(tables.values()))


def _takes(desk: Desk, seen: Seen, form: Form) -> str:
    """Cancel the work, or take the result away."""
    id, wish = seen.parts["id"], dict(form).get("wish")
    if wish == "cancel":
        desk.jobs.cancel(id)
        return f"/runs/{id}"
    if wish == "delete":
        desk.runs.delete(id)
        return "/"
    if wish == "retry":
        job = desk.jobs.get(id)
        work = works()[job.work]
        return f"/runs/{desk.ask(work, work.asked.model_validate(job.told['asked']))}"
    raise UnknownName("wish", str(wish), ["cancel", "delete", "retry"])


SCREENS = (Screen(path="/runs/{id}", view=_view, takes=_takes),)
