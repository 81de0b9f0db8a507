"""What the screens and the API work with: files, word sets, results, jobs and opened vectors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from weatherglass.app.asking import Asked, kind_of
from weatherglass.app.files import SAMPLE, DataFile, Files
from weatherglass.app.jobs import Jobs
from weatherglass.app.runs import Runs, run_id
from weatherglass.app.sets import Sets, query_named
from weatherglass.app.settings import Settings
from weatherglass.app.spaces import Spaces
from weatherglass.app.work import Same, Work, works


class Desk:
    """All of it, for one server."""

    def __init__(self, settings: Settings):
        self.settings = settings
        self.files = Files(settings)
        self.sets = Sets(settings.state / "sets")
        self.runs = Runs(settings.state / "runs")
        self.jobs = Jobs(settings, self.runs)
        self.spaces = Spaces(self.runs)
        self.schema: Callable[[], dict[str, Any]] = dict  # of the API, once there is one

    def ask(self, work: Work, asked: Asked) -> str:
        """The id of the run that has, or will have, what is asked for; work that is not done yet is put in the queue."""
        place = self.place(asked)
        work.checked(asked, place)
        id = self.id_of(work, asked)
        if not self.runs.has(id):
            self.jobs.submit(id, work.name, asked.model_dump(), place.told())
        return id

    def id_of(self, work: Work, asked: Asked) -> str:
        """The id that this has, whether it is done or not."""
        files = [(each.id, each.size, each.modified) for each in self._files_of(asked)]
        return run_id(work.name, asked.model_dump(), files)

    def same(self, work: Work, asked: Asked) -> Same:
        """How it is done without the page."""
        return work.same(asked, self.place(asked))

    def place(self, asked: Asked) -> Where:
        """Where the files are that are asked about."""
        return Where(files={each.id: each for each in self._files_of(asked)}, sets=self.sets)

    def same_of_run(self, id: str) -> Same | None:
        """How a run is done without the page; nothing where its files are gone, or it came from elsewhere."""
        from weatherglass.errors import WeatherglassError

        run = self.runs.get(id)
        work = works().get(run.work)
        if work is None:
            return None
        try:
            return self.same(work, work.asked.model_validate(dict(run.asked)))
        except (WeatherglassError, ValueError):
            return None

    def _files_of(self, asked: Asked) -> Iterator[DataFile]:
        for name, info in type(asked).model_fields.items():
            value: Any = getattr(asked, name)
            shown = kind_of(info)
            if shown == "vectors" or (shown == "kept-vectors" and value):
                yield self.files.get(value, "vectors")
            elif shown == "study":
                yield self.files.get(value, "study")
            elif shown == "corpus":
                yield self.files.get(value, "corpus")
            elif shown == "several-vectors":
                yield from (self.files.get(each, "vectors") for each in value)


@dataclass(slots=True)
class Where:
    """A place of work (see `work.Place`) on the server's side."""

    files: dict[str, DataFile]
    sets: Sets
    folder: Path = field(default_factory=Path)

    def path(self, id: str) -> Path:
        return self.files[id].path

    def name(self, id: str) -> str:
        """As a command takes it; empty for the sample, which is taken where none is given."""
        return "" if id == SAMPLE else self.files[id].name

    def query(self, id: str) -> Any:
        """An own query, or the name of a shipped one."""
        return query_named(self.sets, id)

    def told(self) -> dict[str, Any]:
        """What the worker is told of it."""
        named = ", ".join(each.name for each in self.files.values())
        return {"paths": {id: str(each.path) for id, each in self.files.items()}, "names": {id: self.name(id) for id in self.files}, "about": named}  # fmt: skip
