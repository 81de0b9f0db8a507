"""Work under attack: killed, asked for by many at once, saying too much; and what it is told of the world around it."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from starlette.testclient import TestClient

from tests.app.served import PATIENCE, asked, ended, run, served, settings
from weatherglass.app.desk import Desk
from weatherglass.app.jobs import Job, Jobs, QueueFull
from weatherglass.app.runs import Runs
from weatherglass.app.work import works
from weatherglass.app.worker import _without_paths

SLOW = {"vectors": "sample", "comparisons": 2000}  # takes many seconds
QUICK = {"vectors": "sample", "queries": ["en/weat1"], "comparisons": 0, "measures": ["weat"]}


def test_work_that_was_killed_leaves_nothing_on_the_disk(page: TestClient, tmp_path: Path) -> None:
    runs = tmp_path / "state" / "runs"
    id = page.post("/api/audit", json=SLOW).json()["id"]
    until = time.monotonic() + PATIENCE
    while not list(runs.glob(f".{id}.*")):
        assert time.monotonic() < until
        time.sleep(0.02)
    page.delete(f"/api/jobs/{id}")
    run(page, "audit", **QUICK)
    assert not list(runs.glob(".*"))


def test_what_a_killed_server_left_goes_at_the_next_start(data: Path, tmp_path: Path) -> None:
    old, new = (tmp_path / "runs" / f".{i:020x}.{i:032x}.unfinished" for i in (1, 2))
    for each in (old, new):
        each.mkdir(parents=True)
    os.utime(old, (0, 0))
    with asked(data, state=tmp_path) as page:
        assert page.get("/api/runs").json() == []
        assert (old.exists(), new.exists()) == (False, True)  # another server may be at the newer one


def test_however_much_a_worker_says_the_queue_goes_on(
    page: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that is too long, or no JSON, is an error of that work alone."""
    from weatherglass.app import jobs

    monkeypatch.setattr(jobs, "_LONGEST_LINE", 20)
    for seed in (1, 2):  # the first process was started before
        id = page.post("/api/audit", json=QUICK | {"seed": seed}).json()["id"]
        ended(page, id)
    assert page.get(f"/api/jobs/{id}").json()["state"] == "failed"
    monkeypatch.undo()
    for seed in (3, 4):
        last = ended(page, page.post("/api/audit", json=QUICK | {"seed": seed}).json()["id"])
    assert last["state"] == "done"


def test_why_work_failed_is_told_in_bounded_length_and_without_places() -> None:
    given = {"paths": {"a": "/home/ada/data/a.bin"}, "names": {"a": "a.bin"}, "folder": "/home/ada/runs/1", "sets": "/home/ada/sets"}  # fmt: skip
    told = _without_paths(f"/home/ada/data/a.bin: /home/ada/data/a.vocab.txt is missing {'x' * 100_000}", given)
    assert told.startswith("a.bin: a.vocab.txt is missing")
    assert len(told) < 10_000


def _together(calls: list[Callable[[], object]]) -> None:
    barrier = threading.Barrier(len(calls))

    def called(call: Callable[[], object]) -> None:
        barrier.wait()
        call()

    threads = [threading.Thread(target=called, args=(each,)) for each in calls]
    for each in threads:
        each.start()
    for each in threads:
        each.join()


class _Slow(dict[str, Any]):
    """Takes a moment to be read, in which others get as far."""

    def __getitem__(self, name: str) -> Any:
        time.sleep(0.02)
        return super().__getitem__(name)


def test_work_asked_for_by_many_at_once_is_done_once_and_the_queue_stays_bounded(data: Path, tmp_path: Path) -> None:
    jobs = Jobs(settings(data, state=tmp_path, queue=5), Runs(tmp_path / "runs"))
    told = _Slow({"about": "", "paths": {}, "names": {}})
    made: list[Job] = []

    def submit(i: int) -> None:
        with suppress(QueueFull):
            made.append(jobs.submit(f"{i:020x}", "audit", {}, told))

    _together([lambda i=i: submit(i % 10) for i in range(40)])  # type: ignore[misc]
    assert len(jobs._waiting) == len({job.id for job in jobs._waiting}) == 5
    assert len({id(job) for job in made}) == 5


def test_work_cancelled_between_queue_and_process_is_not_begun(data: Path, tmp_path: Path) -> None:
    async def tried() -> bool:
        desk = Desk(settings(data, state=tmp_path))
        jobs, work = desk.jobs, works()["audit"]
        await jobs.start()
        while jobs._ready is None:
            await asyncio.sleep(0.01)
        jobs._ready.kill()  # so that another must be started when there is work
        await jobs._ready.wait()
        id = desk.ask(work, work.asked.model_validate(QUICK))
        while jobs._waiting:
            await asyncio.sleep(0)
        assert jobs._current is None
        assert jobs.cancel(id).state == "cancelled"
        while jobs._ready is None:
            await asyncio.sleep(0.01)
        await jobs.stop()
        return desk.runs.has(id)

    assert not asyncio.run(tried())


def test_secrets_around_the_server_are_not_those_of_the_worker(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    for name in ("MY_TOKEN", "AWS_SECRET_ACCESS_KEY", "PGPASSWORD", "MYSQL_PASSWD", "GOOGLE_APPLICATION_CREDENTIALS", "SSH_AUTH_SOCK", "DATABASE_URL", "HTTPS_PROXY"):  # fmt: skip
        monkeypatch.setenv(name, "geheim")
    with served(data, "--state", tmp_path) as server, server.client() as page:
        id = page.post("/api/audit", json=SLOW).json()["id"]
        until = time.monotonic() + PATIENCE
        while page.get(f"/api/jobs/{id}").json()["state"] != "running":
            assert time.monotonic() < until
            time.sleep(0.02)
        workers = psutil.Process(server.process.pid).children(recursive=True)
        assert workers
        for each in workers:
            told = " ".join(f"{name}={value}" for name, value in each.environ().items()) + " ".join(each.cmdline())
            assert "geheim" not in told
            assert server.token not in told
