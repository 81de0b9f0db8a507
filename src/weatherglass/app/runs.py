"""Results on disk, each in a folder named by all that it depends on: asked for again, it is there already."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from weatherglass.errors import UnknownName, WeatherglassError
from weatherglass.files import folder_appears_whole, write_whole
from weatherglass.files.plain import json_text

if TYPE_CHECKING:
    from weatherglass.report.write import Found

_ID = re.compile(r"[0-9a-f]{20}")
ASKED, RESULT = "asked.json", "result.json"
OPENED_REPORT = "opened"  # the work of a result that was made elsewhere
_KEPT = 8  # results held in memory
_LONG_AGO = 86_400  # seconds
_SPACES = 6  # opened vectors kept on disk


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A result, or opened vectors: what was asked for, of which files, and when it was made."""

    id: str
    work: str
    asked: Mapping[str, Any]
    about: str  # names of the files, as people see them
    made: float  # seconds since 1970
    version: str
    folder: Path

    def shown(self) -> dict[str, Any]:
        """What others may see of it."""
        return {"id": self.id, "work": self.work, "about": self.about, "made": self.made, "version": self.version, "asked": dict(self.asked)}  # fmt: skip


def run_id(work: str, asked: Mapping[str, Any], files: Sequence[tuple[str, int, int]]) -> str:
    """Made of what is asked for, of the files as they are now, and of this version."""
    told = json.dumps([work, asked, files, version("weatherglass")], sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(told.encode()).hexdigest()[:20]


class Runs:
    """The results in a folder."""

    def __init__(self, folder: Path):
        self.folder = folder
        self._lock = threading.Lock()
        self._read: OrderedDict[str, Found] = OrderedDict()

    def has(self, id: str) -> bool:
        return _ID.fullmatch(id) is not None and (self.folder / id / ASKED).is_file()

    def get(self, id: str) -> Run:
        """The one with this id."""
        if not self.has(id):
            raise UnknownName("result", id, [])
        facts = _asked(self.folder / id / ASKED, (self.folder / id / ASKED).stat().st_mtime_ns)
        return Run(id=id, folder=self.folder / id, **facts)

    def listed(self) -> list[Run]:
        """Results, the newest first; what only left files for a screen (vectors that were opened, analogies) is none."""
        every = [run for run in self._every() if (run.folder / RESULT).is_file()]
        return sorted(every, key=lambda run: -run.made)

    def opened(self) -> list[Run]:
        """Vectors that were opened, the last ones first."""
        return sorted((run for run in self._every() if run.work == "open"), key=lambda run: -run.made)

    def found(self, id: str) -> Found:
        """The result itself; the last few are held in memory."""
        run = self.get(id)
        with self._lock:
            if id in self._read:
                self._read.move_to_end(id)
                return self._read[id]
        file = run.folder / RESULT
        if not file.is_file():
            raise UnknownName("result", id, [])
        from weatherglass.report.write import read_result

        found = read_result(file.read_text("utf-8"), RESULT)
        with self._lock:
            self._read[id] = found
            while len(self._read) > _KEPT:
                self._read.popitem(last=False)
        return found

    def keep(self, found: Found, about: str, asked: Mapping[str, Any]) -> str:
        """A result that was made elsewhere; its id."""
        from weatherglass.report.write import json_of

        text = json_of([found])
        id = run_id(OPENED_REPORT, {"sha256": hashlib.sha256(text.encode()).hexdigest()}, [])
        with folder_appears_whole(self.folder / id) as folder:
            write_whole(folder / RESULT, text)
            write_asked(folder, OPENED_REPORT, asked, about)
        return id

    def delete(self, id: str) -> None:
        """Take it away with all its files, where it is there."""
        if self.has(id):
            (self.folder / id / ASKED).unlink(missing_ok=True)  # so that it is gone for all at once
            shutil.rmtree(self.folder / id, ignore_errors=True)
            with self._lock:
                self._read.pop(id, None)

    def forget_old_spaces(self) -> None:
        """Vectors opened long ago take much room and are read again quickly."""
        for run in self.opened()[_SPACES:]:
            shutil.rmtree(run.folder, ignore_errors=True)

    def clear_unfinished(self, id: str = "") -> None:
        """What work left that was killed: that of this id; of all, what is so old that no other server can still be at it."""
        for each in self.folder.glob(f".{id or '*'}.*.unfinished"):
            with suppress(OSError):
                if id or time.time() - each.stat().st_mtime > _LONG_AGO:
                    shutil.rmtree(each, ignore_errors=True)

    def _every(self) -> Iterator[Run]:
        """Those that can be read; one that is damaged, or taken away meanwhile, keeps none of the others from being shown."""
        for each in list(self.folder.iterdir()) if self.folder.is_dir() else []:
            with suppress(WeatherglassError, OSError, ValueError, TypeError):
                yield self.get(each.name)


@lru_cache(maxsize=1024)
def _asked(file: Path, _modified: int) -> Mapping[str, Any]:
    """Read once, as every page lists all runs."""
    facts: Mapping[str, Any] = json.loads(file.read_text("utf-8"))
    return facts


def write_asked(folder: Path, work: str, asked: Mapping[str, Any], about: str) -> None:
    """What makes a folder that of a run; written last."""
    facts = {
        "work": work,
        "asked": dict(asked),
        "about": about,
        "made": time.time(),
        "version": version("weatherglass"),
    }
    write_whole(folder / ASKED, json_text(facts))
