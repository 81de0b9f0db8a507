"""Studies: how busy they keep the cores, what a task costs beyond its training, and how soon results are open."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import polars as pl

from benchmarks.table import Row, duration, timed, told
from weatherglass.corpus import synthetic
from weatherglass.corpus.store import open_corpus
from weatherglass.measure.run import run as measure
from weatherglass.measure.scrutiny import Scrutiny
from weatherglass.study.folder import RESULTS, Folder, open_study, write_manifest
from weatherglass.study.plan import Plan
from weatherglass.study.run import plan_study
from weatherglass.study.samples import drawn
from weatherglass.study.table import SCHEMA
from weatherglass.study.task import Job, carry_out
from weatherglass.train.training import train_vectors

MODELS, ROWS, CORES = 50, 10_000, 2
_STUDY = f"""
language = "{synthetic.LANGUAGE}"
[corpus]
path = "corpus"
[samples]
rates = [0.5]
repeats = {MODELS}
[[train]]
method = "word2vec"
dim = 50
epochs = 5
[measure]
queries = ["planted.toml"]
"""


def run(folder: Path) -> list[Row]:
    with tempfile.TemporaryDirectory(dir=folder) as made:
        place = Path(made)
        _write(place)
        return [*_busy(place), _overhead(place), _opening(place)]


def _write(place: Path) -> None:
    synthetic.planted(0.8, place / "corpus", size=60_000)
    synthetic.write_query(place / "planted.toml")
    (place / "study.toml").write_text(_STUDY, "utf-8")


def _busy(place: Path) -> list[Row]:
    """Time of all processes of a run over what two cores have, from the first import to the last byte.

    Beside it how much of the clock's time a worker had a model at hand, which other work on the machine does not lower.
    """
    command = [
        sys.executable,
        "-m",
        "weatherglass",
        "study",
        "run",
        "study.toml",
        "--out",
        "out",
        "--workers",
        str(CORES),
    ]
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, cwd=place, check=True, capture_output=True)
    passed, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    share = used / passed / min(CORES, os.cpu_count() or 1)
    lines = (place / "out" / "log.jsonl").read_text("utf-8").splitlines()
    at_hand = sum(json.loads(line)["seconds"] for line in lines) / passed / CORES
    what = f"a study of {MODELS} small models, {duration(passed)}"
    return [
        told(Row(f"{what}: cores busy", f"{share:.0%}", "", "", "> 90 %", share > 0.9)),
        told(Row(f"{what}: workers with a model at hand", f"{at_hand:.0%}", "", "", "", True)),
    ]


def _overhead(place: Path) -> Row:
    """What a task takes beyond drawing the sample, training and measuring: reading, hashing, writing."""
    study, plan, _ = plan_study(place / "study.toml")
    folder = Folder(str(place / "alone"))
    job = Job(folder=folder, samples=study.samples, measurements=plan.measurements, keep_vectors=False)
    corpus = open_corpus(place / "corpus")
    queries = plan.measurements.queries
    task = plan.tasks[0]
    quick = {**task.settings, "epochs": 1}

    def bare() -> None:
        vectors = train_vectors(drawn(corpus, task.sample, study.samples), task.method, **quick)
        measure(vectors, queries, scrutiny=Scrutiny(interval="none", baseline=0))

    whole, ended = timed(7, lambda: carry_out(job, replace(task, settings=quick), place))
    if ended.error:
        raise RuntimeError(ended.error)
    alone, _ = timed(7, bare)
    over = whole - alone
    return told(Row("a task beyond training and measuring", f"{over * 1000:+.1f} ms", "", "", "< 50 ms", over < 0.05))


def _opening(place: Path) -> Row:
    """A study with many results, from its folder to the table."""
    study, plan, _ = plan_study(place / "study.toml")
    out = place / "many"
    many = Plan(
        tasks=tuple(
            replace(task, key=f"{number:024x}") for number, task in enumerate(plan.tasks * (ROWS // MODELS // 10))
        ),
        measurements=plan.measurements,
    )
    folder = Folder(str(out))
    write_manifest(folder, study, many)
    rows = [
        task.place()
        | {"query": f"zxx/q{n}", "measure": "weat", "kind": "bias", "category": "", "value": 0.1 * n, "p": 0.5}
        for task in many.tasks
        for n in range(10)
    ]
    (out / "parts").mkdir()
    for task in many.tasks:
        (out / "parts" / f"{task.key}.parquet").touch()  # their content is in the table already
    pl.DataFrame(rows, schema=SCHEMA).write_parquet(out / RESULTS)
    took, studied = timed(5, lambda: open_study(out))
    if len(studied.table) != ROWS:
        raise RuntimeError(f"{len(studied.table)} rows instead of {ROWS}")
    return told(Row(f"opening a study of {ROWS:,} results", duration(took), "", "", "< 1 s", took < 1))
