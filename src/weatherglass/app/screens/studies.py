"""Does it hold over samples, settings and time? Studies that were made, how far each is, and what it says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from weatherglass.app.files import DataFile
from weatherglass.app.same import MAKING_A_STUDY, of_studies
from weatherglass.app.screen import Form, Screen
from weatherglass.app.view import Seen, View
from weatherglass.app.work import works
from weatherglass.app.works.study import AskedOfStudy
from weatherglass.errors import WeatherglassError
from weatherglass.report.command import command
from weatherglass.wording.messages import say

if TYPE_CHECKING:
    from weatherglass.app.desk import Desk
    from weatherglass.study.folder import HowFar
    from weatherglass.study.studied import Failure


@dataclass(frozen=True, slots=True)
class Found:
    """A study's folder: how far it is, or what is wrong with it; and the run that read it as it is now, if there is one."""

    file: DataFile
    how_far: HowFar | None
    problem: str
    run: str

    @property
    def state(self) -> str:
        if self.how_far is None:
            return "damaged"
        if self.how_far.to_do:
            return "unfinished"
        return "failed" if self.how_far.failed else "finished"

    def shown(self) -> dict[str, Any]:
        """As JSON has it, and a row of the CSV."""
        there = self.how_far
        return {
            "id": self.file.id,
            "folder": self.file.name,
            "name": there and there.name,
            "language": there and there.language,
            "state": self.state,
            "planned": there and there.planned,
            "done": there and there.done,
            "failed": there and there.failed,
            "problem": self.problem or None,
            "run": self.run or None,
        }


def _found(desk: Desk, file: DataFile) -> Found:
    from weatherglass.study.folder import how_far

    try:
        there, problem = how_far(file.path), ""
    except WeatherglassError as error:
        there, problem = None, str(error).replace(str(file.path), file.name)
    except (KeyError, TypeError, ValueError, AttributeError, OSError) as error:  # its files may hold anything
        told = f"its files are damaged ({type(error).__name__}); run the study again, which writes them anew"
        there, problem = None, f"{file.name}: {told}"
    run = desk.id_of(works()["study"], AskedOfStudy(study=file.id))
    return Found(file, there, problem, run if desk.runs.has(run) else "")


def _list(desk: Desk, seen: Seen) -> View:
    found = [_found(desk, file) for file in desk.files.listed("study")]
    return View(
        screen="studies",
        title=say("app.studies.title"),
        context={
            "studies": found,
            "commands": MAKING_A_STUDY,
            "problem": "",
            "chosen": seen.one("study"),
            "has_data": desk.settings.data is not None,
            "recent": [run for run in desk.runs.listed() if run.work == "study"][:8],
        },
        data={"studies": [each.shown() for each in found]},
        table=lambda: _table(found),
        same=of_studies([each.file.name for each in found if each.how_far is not None]),
    )


def _table(found: list[Found]) -> Any:
    import polars as pl

    numbers = dict.fromkeys(("planned", "done", "failed"), pl.Int64)
    texts = dict.fromkeys(("id", "folder", "name", "language", "state", "problem", "run"), pl.String)
    columns = ("id", "folder", "name", "language", "state", "planned", "done", "failed", "problem", "run")
    schema = {name: numbers.get(name) or texts[name] for name in columns}
    return pl.DataFrame([each.shown() for each in found], schema=schema)


def _one(desk: Desk, seen: Seen) -> View:
    file = desk.files.get(seen.parts["id"], "study")
    found = _found(desk, file)
    failures = _failures(file) if found.how_far is not None and found.how_far.failed else ()
    asked = AskedOfStudy(study=file.id)
    return View(
        screen="studies",
        template="study",
        title=say("app.studies.one", name=found.how_far.name if found.how_far else file.name),
        context={"study": found, "failures": failures, "problem": "", "goes_on": _goes_on(found)},
        data={**found.shown(), "failures": [{"model": each.label, "error": each.error} for each in failures]},
        table=None if found.how_far is None else lambda: _models(file),
        same=desk.same(works()["study"], asked),
    )


def _goes_on(found: Found) -> str:
    """What goes on with it, where its file is called as usual."""
    name = found.how_far.name if found.how_far else "study"
    return command(["weatherglass", "study", "run", f"{name}.toml"], {"--out": [found.file.name]}, {})


def _failures(file: DataFile) -> tuple[Failure, ...]:
    from weatherglass.study.folder import failures_of

    return failures_of(file.path)


def _models(file: DataFile) -> Any:
    """Every row that was measured, as it is."""
    from weatherglass.report.study import flat
    from weatherglass.study.folder import open_study

    return flat(open_study(file.path).table)


def _takes(desk: Desk, seen: Seen, form: Form) -> str:
    """Read it, as far as it is."""
    chosen = seen.parts.get("id") or str(dict(form).get("study", ""))
    return f"/runs/{desk.ask(works()['study'], AskedOfStudy(study=desk.files.get(chosen, 'study').id))}"


SCREENS = (
    Screen(path="/studies", view=_list, takes=_takes),
    Screen(path="/studies/{id}", view=_one, takes=_takes),
)
