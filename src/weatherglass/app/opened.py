"""Vectors before and after they are opened: what they would take, whether they are open, and whether they are being opened."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from weatherglass.app.files import DataFile
from weatherglass.app.jobs import Job
from weatherglass.app.runs import Run
from weatherglass.app.works.opening import OPENING, AskedOfOpening
from weatherglass.errors import WeatherglassError

if TYPE_CHECKING:
    from weatherglass.app.desk import Desk
    from weatherglass.embedding.estimate import Estimate

_FEWER = (2_000_000, 1_000_000, 500_000, 200_000, 100_000, 50_000, 20_000, 10_000, 5_000, 1_000)  # words to begin with
_ROOM_FOR_OTHERS = 0.6  # of what is free, so that the machine stays usable


def estimated(file: DataFile, limit: int = 0) -> Estimate | None:
    """How many words and dimensions it has and what reading it takes, by its beginning; nothing where that cannot be told."""
    return _estimated(file.path, file.size, file.modified, limit)


@lru_cache(maxsize=4096)
def _estimated(path: Path, _size: int, _modified: int, limit: int) -> Estimate | None:
    from weatherglass.embedding.estimate import estimate

    found = estimate(path, limit=limit or None)
    return found if found.rows else None


def free_memory(most: int = 0) -> int:
    """Bytes that work can take now, at most `most` where that is given; 0 where the machine does not say."""
    free = _available()
    return min(free, most) if free and most else free or most


def _available() -> int:
    try:
        with Path("/proc/meminfo").open(encoding="ascii") as file:
            return next(int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable"))
    except (OSError, StopIteration, ValueError):
        known = hasattr(os, "sysconf") and "SC_AVPHYS_PAGES" in os.sysconf_names
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES") if known else 0


def fewer_words(file: DataFile, free: int) -> int:
    """How many of its first words can be opened in that much memory without trouble; 0 where all can, or nothing is known."""
    whole = estimated(file)
    if whole is None or not free or whole.memory <= free:
        return 0
    fitting = (n for n in _FEWER if (part := estimated(file, n)) and part.memory <= _ROOM_FOR_OTHERS * free)
    return next(fitting, _FEWER[-1])


def opened_run(desk: Desk, vectors: str) -> Run | None:
    """Where these vectors lie opened as the file is now: the last time that was asked for; nothing where they are not."""
    mine = (run for run in desk.runs.opened() if run.asked.get("vectors") == vectors)
    return next((run for run in mine if _is_of_now(desk, run)), None)


def identity(desk: Desk, vectors: str) -> dict[str, Any]:
    """What the head of every page says of vectors: language, words and fingerprint, as far as that is known before they are open."""
    file, run = desk.files.get(vectors, "vectors"), opened_run(desk, vectors)
    if run is None:
        known = estimated(file)
        return {"name": file.name, "words": known.rows if known and known.exact else 0, "language": "", "sha256": ""}
    told = desk.spaces.description(run.id)
    return {
        "name": file.name,
        "words": told["read"],
        "language": desk.spaces.language(run.id),
        "sha256": told["sha256"] or "",
    }


def _is_of_now(desk: Desk, run: Run) -> bool:
    """A file that was changed since has another id."""
    try:
        return desk.id_of(OPENING, AskedOfOpening.model_validate(dict(run.asked))) == run.id
    except (WeatherglassError, ValueError):
        return False


def opening_job(desk: Desk, vectors: str) -> Job | None:
    """The last attempt to open them since the start, whatever became of it."""
    every = (job for job in desk.jobs.listed() if job.work == OPENING.name)
    return next((job for job in every if job.told["asked"].get("vectors") == vectors), None)
