"""A study on disk, or wherever fsspec reaches: parts that appear whole, one for each model, and the table made of them.

study.toml         the study as it was written
study.json         every model with its key and its place in the grid; what must be known
parts/KEY.parquet  what was measured on a model, written once and never changed
failed/KEY.json    why a model could not be made; gone once it could
vectors/KEY.bin    the vectors, if they are kept
results.parquet    all parts, in the order of the grid
log.jsonl          how long each model took; not a result
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from fsspec.implementations.local import LocalFileSystem

from weatherglass.corpus.shared import storage_of
from weatherglass.embedding.provenance import sidecar
from weatherglass.errors import FormatError, Notice, SpecError
from weatherglass.files import appears_whole
from weatherglass.files.plain import json_text, to_plain
from weatherglass.study.plan import Plan, Task
from weatherglass.study.recognise import FORMAT, MANIFEST, SPEC
from weatherglass.study.spec import Study
from weatherglass.study.studied import Failure, Studied
from weatherglass.study.table import PLACE, SCHEMA

VERSION = 1
RESULTS, LOG = "results.parquet", "log.jsonl"
_OUTCOME = {name: kind for name, kind in SCHEMA.items() if name not in PLACE}


@dataclass(frozen=True, slots=True)
class HowFar:
    """How far a study is: how many models it has in all, are measured, and could not be made. `asked`: the text of its file."""

    name: str
    language: str
    planned: int
    done: int
    failed: int
    asked: str

    @property
    def to_do(self) -> int:
        return self.planned - self.done - self.failed


@dataclass(frozen=True, slots=True)
class Folder:
    """Files by name below one place."""

    location: str

    @classmethod
    def at(cls, location: str | PathLike[str]) -> Folder:
        """A path is made absolute, since workers elsewhere need not have been started where the command is given."""
        folder = cls(str(location))
        return folder if folder.local is None else cls(str(folder.local))

    @property
    def _fs(self) -> Any:
        return storage_of(self.location)[0]

    @property
    def _root(self) -> str:
        return storage_of(self.location)[1]

    @property
    def local(self) -> Path | None:
        """The folder as a path, where it is one."""
        return Path(self._root) if isinstance(self._fs, LocalFileSystem) else None

    def read(self, name: str) -> bytes | None:
        """A file's content, or None where there is none."""
        try:
            content: bytes = self._fs.cat_file(f"{self._root}/{name}")
        except FileNotFoundError:
            return None
        return content

    def write(self, name: str, content: bytes) -> None:
        """Whole or not at all: stores of objects do so by themselves, on disk the file takes its place when it is written."""
        if self.local is None:
            self._fs.pipe_file(f"{self._root}/{name}", content)
            return
        target = self.local / name
        target.parent.mkdir(parents=True, exist_ok=True)
        with appears_whole(target) as part:
            part.write_bytes(content)

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        if self._fs.exists(f"{self._root}/{name}"):
            self._fs.rm_file(f"{self._root}/{name}")

    def keys(self, below: str, suffix: str) -> set[str]:
        """Names, without their suffix, of the files in a folder below."""
        try:
            listed = self._fs.ls(f"{self._root}/{below}", detail=False, refresh=True)
        except FileNotFoundError:
            return set()
        names = (str(path).rsplit("/", 1)[-1] for path in listed)
        return {name.removesuffix(suffix) for name in names if name.endswith(suffix) and not name.startswith(".")}

    def append(self, name: str, line: str) -> None:
        """One more line of a log; on disk only, as it is for looking at."""
        if self.local is not None:
            with (self.local / name).open("a", encoding="utf-8") as file:
                file.write(line + "\n")


def part_name(key: str) -> str:
    return f"parts/{key}.parquet"


def failure_name(key: str) -> str:
    return f"failed/{key}.json"


def write_failure(folder: Folder, task: Task, error: str, trace: str = "") -> None:
    """Why a model could not be made."""
    facts = {"task": task.key, "label": task.label, "error": error, "traceback": trace}
    folder.write(failure_name(task.key), json_text(facts).encode("utf-8"))


def _error(folder: Folder, key: str) -> str:
    try:
        return str(json.loads(folder.read(failure_name(key)) or b"{}")["error"])
    except (ValueError, KeyError, TypeError):
        return "unknown: its record is damaged"


def done_keys(folder: Folder) -> set[str]:
    """Keys of the models whose results are there."""
    return folder.keys("parts", ".parquet")


def kept_keys(folder: Folder) -> set[str]:
    """Keys of the models whose vectors are there, with how they were made, which is written last."""
    return folder.keys("vectors", sidecar(Path(".bin")).name)


@contextmanager
def alone(folder: Folder) -> Iterator[None]:
    """Keeps a second run off the same folder; the lock goes with the process that holds it, however it ends."""
    from filelock import FileLock, Timeout

    if folder.local is None:
        with _alone_far_away(folder):
            yield
        return
    folder.local.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder.local / ".lock")
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        raise SpecError(f"another run works in {folder.location}; wait for it, or give another folder") from error
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _alone_far_away(folder: Folder) -> Iterator[None]:
    """Where no process can hold a lock, a file marks the run; it must be removed by hand if the run was killed."""
    if folder.read("running") is not None:
        raise SpecError(
            f"another run works in {folder.location}, or was killed there; if it was, remove the file 'running' in it"
        )
    folder.write("running", b"A run works here.\n")
    try:
        yield
    finally:
        folder.remove("running")


def refuse_other(folder: Folder, name: str) -> None:
    """A folder holds one study, which may grow; the results of another would take their place."""
    content = folder.read(MANIFEST)
    try:
        there = name if content is None else json.loads(content)["name"]
    except (ValueError, KeyError, TypeError):
        return  # damaged; it is about to be written anew
    if there != name:
        raise SpecError(f"{folder.location} holds the study '{there}', not '{name}'; give another folder")


def write_manifest(folder: Folder, study: Study, plan: Plan) -> None:
    """What the study is, before anything is computed."""
    facts = {
        "format": FORMAT,
        "version": VERSION,
        "name": study.name,
        "language": study.language,
        "notices": to_plain(plan.notices),
        "tasks": [task.place() | {"label": task.label} for task in plan.tasks],
    }
    folder.write(SPEC, study.text.encode("utf-8"))
    folder.write(MANIFEST, json_text(facts).encode("utf-8"))


def part_bytes(rows: list[dict[str, Any]]) -> bytes:
    """What was measured on one model, as the bytes of a Parquet file."""
    buffer = io.BytesIO()
    pl.DataFrame(rows, schema=_OUTCOME).write_parquet(buffer)
    return buffer.getvalue()


def write_results(folder: Folder) -> None:
    """Bind all parts to one table."""
    manifest = _manifest(folder)
    buffer = io.BytesIO()
    _assembled(folder, manifest).write_parquet(buffer)
    folder.write(RESULTS, buffer.getvalue())


def how_far(location: str | PathLike[str]) -> HowFar:
    """How far it is, by what files there are; none of its results is read."""
    folder = Folder.at(location)
    manifest = _manifest(folder)
    keys = {task["task"] for task in manifest["tasks"]}
    done = done_keys(folder) & keys
    return HowFar(
        name=manifest["name"],
        language=manifest["language"],
        planned=len(keys),
        done=len(done),
        failed=len((folder.keys("failed", ".json") & keys) - done),
        asked=(folder.read(SPEC) or b"").decode("utf-8", "replace"),
    )


def open_study(location: str | PathLike[str]) -> Studied:
    """A study's results so far, whether it has ended or not."""
    folder = Folder.at(location)
    manifest = _manifest(folder)
    tasks = manifest["tasks"]
    done = done_keys(folder)
    content = folder.read(RESULTS)
    table = None if content is None else _bound(content)
    if table is None or not _is_complete(table, tasks, done):
        table = _assembled(folder, manifest)
    return Studied(
        name=manifest["name"],
        language=manifest["language"],
        asked=(folder.read(SPEC) or b"").decode("utf-8"),
        table=table,
        planned=len({task["task"] for task in tasks}),
        failures=failures_of(location),
        notices=tuple(Notice(**notice) for notice in manifest["notices"]),
    )


def failures_of(location: str | PathLike[str]) -> tuple[Failure, ...]:
    """The models that could not be made, and why, in the order of the grid."""
    folder = Folder.at(location)
    labels = {task["task"]: task["label"] for task in _manifest(folder)["tasks"]}
    failed = folder.keys("failed", ".json") - done_keys(folder)
    return tuple(Failure(key, label, _error(folder, key)) for key, label in labels.items() if key in failed)


def _bound(content: bytes) -> pl.DataFrame | None:
    """The table that was made of the parts; None if it is damaged, as it can be made of them again."""
    try:
        return pl.read_parquet(content)
    except pl.exceptions.PolarsError:
        return None


def _is_complete(table: pl.DataFrame, tasks: list[Mapping[str, Any]], done: set[str]) -> bool:
    """Whether the table holds every part there is, and no other, each at its place, which may have another name now."""
    if not set(PLACE) <= set(table.columns):
        return False
    places = [tuple(task[name] for name in PLACE) for task in tasks if task["task"] in done]
    return table.select(list(PLACE)).unique(maintain_order=True).rows() == places


def _manifest(folder: Folder) -> dict[str, Any]:
    content = folder.read(MANIFEST)
    if content is None:
        raise FormatError(
            f"is no study: it has no {MANIFEST}; run one with `weatherglass study run`", file=folder.location
        )
    try:
        facts: Any = json.loads(content)
    except (ValueError, RecursionError) as error:
        problem = (
            f"its {MANIFEST} is damaged ({error}); run the study again, which writes it anew and keeps what is done"
        )
        raise FormatError(problem, file=folder.location) from error
    if not isinstance(facts, dict) or (facts.get("format"), facts.get("version")) != (FORMAT, VERSION):
        raise FormatError("was made by another version of Weatherglass; run the study again", file=folder.location)
    if lacking := {"name", "language", "tasks", "notices"} - facts.keys():
        problem = f"its {MANIFEST} lacks {', '.join(sorted(lacking))}; run the study again, which writes it anew and keeps what is done"
        raise FormatError(problem, file=folder.location)
    return facts


def _assembled(folder: Folder, manifest: Mapping[str, Any]) -> pl.DataFrame:
    """All parts in the order of the grid, each beside its model's place there."""
    done = done_keys(folder)
    parts, places = [], []
    for task in manifest["tasks"]:
        if task["task"] not in done:
            continue
        content = folder.read(part_name(task["task"]))
        try:
            parts.append(pl.read_parquet(io.BytesIO(content or b"")))
        except pl.exceptions.PolarsError as error:
            problem = f"is damaged ({error}); delete it and run the study again"
            raise FormatError(problem, file=f"{folder.location}/{part_name(task['task'])}") from error
        places.append({name: task[name] for name in PLACE})
    if not parts:
        return pl.DataFrame(schema=SCHEMA)
    rows = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
    return pl.concat([pl.DataFrame(places, schema=PLACE)[rows], pl.concat(parts)], how="horizontal").select(
        list(SCHEMA)
    )
