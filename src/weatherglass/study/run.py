"""Carrying out a study: prepare its corpora, plan, do what is not done yet, and bind the results."""

from __future__ import annotations

import json
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from weatherglass.errors import FormatError, SpecError
from weatherglass.progress import Progress, shows_progress
from weatherglass.study.folder import (
    LOG,
    Folder,
    alone,
    done_keys,
    kept_keys,
    open_study,
    refuse_other,
    write_manifest,
    write_results,
)
from weatherglass.study.local import locally
from weatherglass.study.plan import Plan, Task, plan_of
from weatherglass.study.prepare import prepared
from weatherglass.study.spec import Study
from weatherglass.study.studied import Studied
from weatherglass.study.task import Ended, Job
from weatherglass.study.written import read_spec


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a study is: models done, failed and in all, and about how many seconds are left."""

    done: int
    failed: int
    planned: int
    seconds_left: float | None


@shows_progress
def run_study(
    file: str | PathLike[str] | Study,
    out: str | PathLike[str],
    *,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
    standing: Callable[[Standing], None] | None = None,
) -> Studied:
    """Train and measure every model of a study that is not done yet, and return all results.

    `out` is a folder, or an address that fsspec knows and that workers of a cluster share. A run that was stopped, however
    it was stopped, goes on where it was; models that failed are tried again. `workers`: processes on this machine, one
    for each core if left out; `cluster`: address of a Dask scheduler to use instead.
    """
    study = file if isinstance(file, Study) else read_spec(file)
    folder = Folder.at(out)
    if workers is not None and workers < 1:
        raise SpecError(f"workers={workers}: give at least 1")
    if workers is not None and cluster is not None:
        raise SpecError("workers and cluster: a cluster has workers of its own; give one of the two")
    with alone(folder), _scratch(folder) as scratch:
        refuse_other(folder, study.name)  # before texts are cleaned for it
        ready = prepared(study, folder, scratch, progress=progress)
        plan = plan_of(study, ready)
        write_manifest(folder, study, plan)
        done = _done(study, plan, folder)
        todo = [task for key, task in plan.models.items() if key not in done]
        job = Job(
            folder=folder,
            samples=study.samples,
            measurements=plan.measurements,
            keep_vectors=study.keep_vectors,
        )
        told = _Telling(plan, todo, standing)
        well = set()
        for ended in _carried_out(job, todo, scratch, workers, cluster):
            _log(folder, ended)
            told(ended)
            well |= set() if ended.error else {ended.key}
        _refuse_lost(folder, well)
        write_results(folder)
    return open_study(out)


def _refuse_lost(folder: Folder, well: set[str]) -> None:
    """Workers that do not share the folder write their results, without an error, where nobody looks for them."""
    if lost := well - done_keys(folder):
        problem = f"{len(lost):,} models were computed, but their results are not there"
        raise FormatError(f"{problem}; give a folder or an address that all workers share", file=folder.location)


def _carried_out(
    job: Job, todo: Sequence[Task], scratch: Path, workers: int | None, cluster: str | None
) -> Iterator[Ended]:
    if cluster is None:
        from joblib import cpu_count  # of those that this process may use

        return locally(job, todo, min(workers or cpu_count(), max(1, len(todo))), scratch)
    from weatherglass.study.cluster import on_cluster

    return on_cluster(job, todo, cluster)


def plan_study(
    file: str | PathLike[str] | Study, out: str | PathLike[str] | None = None, *, progress: Progress | None = None
) -> tuple[Study, Plan, set[str]]:
    """What a study would do, checked as far as that goes without training; with `out`, what is done there already.

    Texts are cleaned for it: into `out`, where the run finds them, or for the time being.
    """
    study = file if isinstance(file, Study) else read_spec(file)
    with ExitStack() as stack:
        place = (
            str(out) if out is not None else stack.enter_context(tempfile.TemporaryDirectory(prefix="weatherglass-"))
        )
        folder = Folder.at(place)
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="weatherglass-")))
        plan = plan_of(study, prepared(study, folder, scratch, progress=progress))
        return study, plan, _done(study, plan, folder)


def _done(study: Study, plan: Plan, folder: Folder) -> set[str]:
    """Models with results, and, if they are to be kept, with their vectors: that may have been asked for only later."""
    done = done_keys(folder)
    if not study.keep_vectors:
        return done
    kept = kept_keys(folder)
    return {key for key, task in plan.models.items() if key in done and task.model_key in kept}


@contextmanager
def _scratch(folder: Folder) -> Iterator[Path]:
    """A place for what is under way; what a run that was killed has left there goes."""
    if folder.local is None:
        with tempfile.TemporaryDirectory(prefix="weatherglass-") as passing:
            yield Path(passing)
        return
    place = folder.local / "scratch"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(
        parents=True, exist_ok=True
    )  # it stays where it is a link, or a worker of a killed run still writes there
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _log(folder: Folder, ended: Ended) -> None:
    facts = {"task": ended.key, "seconds": round(ended.seconds, 3), "busy": round(ended.busy, 3), "error": ended.error}
    folder.append(LOG, json.dumps(facts, ensure_ascii=False))


class _Telling:
    """Keeps count; what is left is told from how long the models so far took against how long they were expected to."""

    def __init__(self, plan: Plan, todo: Sequence[Task], standing: Callable[[Standing], None] | None):
        self._began = time.monotonic()
        self._standing = standing
        self._left = {task.key: max(task.expected, 1e-3) for task in todo}
        self._planned = len(plan.models)
        self._done, self._failed = self._planned - len(self._left), 0
        self._all = sum(self._left.values())

    def __call__(self, ended: Ended) -> None:
        self._left.pop(ended.key, None)
        if ended.error:
            self._failed += 1
        else:
            self._done += 1
        if self._standing is None:
            return
        left = sum(self._left.values())
        passed = time.monotonic() - self._began
        seconds = passed * left / (self._all - left) if left < self._all else None
        self._standing(Standing(self._done, self._failed, self._planned, seconds))
