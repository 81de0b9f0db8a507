"""Carrying out one task of a study: draw the sample, train, measure, and write what was found."""

from __future__ import annotations

import os
import tempfile
import threading
import time
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from weatherglass.auditing import audit
from weatherglass.corpus.corpus import Corpus
from weatherglass.corpus.shared import open_same
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.provenance import sidecar
from weatherglass.errors import WeatherglassError
from weatherglass.measure.base import get
from weatherglass.measure.result import Outcome, row_of
from weatherglass.measure.scrutiny import Scrutiny
from weatherglass.quality.quality import quality_of
from weatherglass.study.folder import Folder, failure_name, part_bytes, part_name, write_failure
from weatherglass.study.plan import Measurements, Task
from weatherglass.study.samples import drawn, part_of
from weatherglass.study.spec import Samples
from weatherglass.study.table import SCHEMA
from weatherglass.train.training import train_vectors

_PLAIN = Scrutiny(interval="none", baseline=0)  # the spread over models says more than an interval over words


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What all tasks of a study share; it travels to every worker. `copies`: where those of far corpora lie."""

    folder: Folder
    samples: Samples
    measurements: Measurements
    keep_vectors: bool
    copies: Path | None = None


@dataclass(frozen=True, slots=True)
class Ended:
    """A task that came to an end, well or with an error; `seconds` by the clock, `busy` of a core."""

    key: str
    seconds: float = 0.0
    busy: float = 0.0
    error: str = ""


def carry_out(job: Job, task: Task, scratch: Path) -> Ended:
    """Whatever happens is written down, and the study goes on."""
    began, idle = time.perf_counter(), time.process_time()
    error = ""
    try:
        with tempfile.TemporaryDirectory(dir=scratch, prefix="model-") as passing:
            rows = _rows(job, task, scratch, Path(passing))
        job.folder.write(part_name(task.key), part_bytes(rows))
        job.folder.remove(failure_name(task.key))
    except Exception as problem:
        expected = isinstance(problem, WeatherglassError)
        error = str(problem) if expected else f"{type(problem).__name__}: {problem}"
        write_failure(job.folder, task, error, traceback.format_exc())
    return Ended(task.key, time.perf_counter() - began, time.process_time() - idle, error)


def in_worker(job: Job, task: Task, scratch: Path) -> Ended:
    """The same in a process of its own, which computes with one thread and ends with the one that began it."""
    one_thread_for_good()
    _end_with_parent()
    marker(scratch, task.key).touch()
    ended = carry_out(job, task, scratch)
    marker(scratch, task.key).unlink()
    return ended


def marker(scratch: Path, key: str) -> Path:
    """A file that is there while a task is under way, or was when its process was killed."""
    return scratch / f"running-{key}"


@cache
def one_thread_for_good() -> None:
    """Never undone: with several tasks in one process, the first to end would free the threads of the others."""
    from threadpoolctl import threadpool_limits

    threadpool_limits(1)


@cache
def _end_with_parent() -> None:
    """A worker whose study was killed would go on in vain, beside the one that is started next."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=watch, daemon=True, name="parent").start()


def _rows(job: Job, task: Task, scratch: Path, passing: Path) -> list[dict[str, Any]]:
    if task.method == "given":
        return measured(Path(task.location), job.measurements)
    kept = f"vectors/{task.model_key}.bin"
    file = passing / f"{task.model_key}.bin"
    if job.keep_vectors and _fetched(job.folder, kept, file):
        return measured(file, job.measurements)
    writes = job.keep_vectors or task.method == "glove"  # whose counts then lie where they are found after a stop
    embedding = train_vectors(_view(job, task, scratch), task.method, out=file if writes else None, **task.settings)
    if job.keep_vectors:
        for each in (file, sidecar(file)):
            job.folder.write(f"vectors/{each.name}", each.read_bytes())
    return measured(embedding, job.measurements)


def _view(job: Job, task: Task, scratch: Path) -> Corpus:
    return drawn(
        part_of(open_same(task.location, task.corpus_sha256, job.copies or scratch), job.samples, task.part),
        task.sample,
        job.samples,
    )


def _fetched(folder: Folder, name: str, file: Path) -> bool:
    """Whether the vectors are there from before, and then here too, with how they were made."""
    made = folder.read(f"vectors/{sidecar(file).name}")  # written last
    content = None if made is None else folder.read(name)
    if made is None or content is None:
        return False
    file.write_bytes(content)
    sidecar(file).write_bytes(made)
    return True


def measured(vectors: Embedding | Path, measurements: Measurements) -> list[dict[str, Any]]:
    """A row for each query and measure that fit each other, and for each category of questions."""
    rows: list[dict[str, Any]] = []
    about: Mapping[str, Any] = {}
    if measurements.queries:
        found = audit(
            vectors,
            language=measurements.language,
            queries=measurements.queries,
            measures=measurements.measures,
            params=measurements.params,
            match=measurements.match,
            test=measurements.test,
            scrutiny=_PLAIN,
        )
        about = found.embedding
        asked = {query.id: query for query in measurements.queries}
        rows += [_bias_row(each) for each in found.results if get(each.measure).fits(asked[each.query])]
    if measurements.quality is not None:
        by = measurements.quality
        examined = quality_of(vectors, language=measurements.language, words=by.words, **by.files())
        about = about or examined.embedding
        rows += [_quality_row(row) for row in examined.table().iter_rows(named=True)]
    model = {"words": about["words"], "running_words": about.get("provenance", {}).get("running_words")}
    return [model | row for row in rows]


def _bias_row(outcome: Outcome) -> dict[str, Any]:
    told = {name: value for name, value in row_of(outcome).items() if name in SCHEMA}
    return {"kind": "bias", "category": "", "missing": list(outcome.coverage.missing), **told}


def _quality_row(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "kind": "quality",
        "query": row["set"],
        "measure": row["test"],
        "category": row["part"],
        "value": row["value"],
        "low": row["low"],
        "high": row["high"],
        "found": row["covered"],
        "asked": row["asked"],
        "missing": [],
        "skipped": row["reason"],
    }
