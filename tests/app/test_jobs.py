"""Work that takes long: followed, cancelled, failed, limited; nothing half-made stays."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import psutil
import pytest
from starlette.testclient import TestClient

from tests.app.served import PATIENCE, Served, asked, ended, run, served

SLOW = {"vectors": "sample", "comparisons": 2000}  # takes many seconds
QUICK = {"vectors": "sample", "queries": ["en/weat1"], "comparisons": 0, "measures": ["weat"]}


def _id(page: TestClient, name: str) -> str:
    return next(str(each["id"]) for each in page.get("/api/vectors").json() if each["name"] == name)


def _until_running(page: Any, id: str) -> None:
    until = time.monotonic() + PATIENCE
    while page.get(f"/api/jobs/{id}").json()["state"] == "queued":
        assert time.monotonic() < until
        time.sleep(0.02)


def test_work_is_followed_by_events_until_it_is_done(page: TestClient) -> None:
    id = page.post("/api/audit", json=QUICK).json()["id"]
    with page.stream("GET", f"/api/jobs/{id}/events") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        lines = list(stream.iter_lines())
    events = [line.removeprefix("event: ") for line in lines if line.startswith("event: ")]
    told = [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]
    assert events[-1] == told[-1]["state"] == "done"
    assert "running" in events
    assert any(each["what"] == "measuring" for each in told)
    numbers = [int(line.removeprefix("id: ")) for line in lines if line.startswith("id: ")]
    assert numbers == sorted(numbers)
    with page.stream("GET", f"/api/jobs/{id}/events", headers={"Last-Event-ID": str(numbers[-1] - 1)}) as stream:
        again = [line for line in stream.iter_lines() if line.startswith("event: ")]
    assert again == ["event: done"]


def test_what_was_asked_before_is_there_at_once(page: TestClient) -> None:
    first = run(page, "audit", **QUICK)
    again = page.post("/api/audit", json=QUICK)
    assert again.json() == {"id": first, "state": "done", "job": f"/api/jobs/{first}", "run": f"/api/runs/{first}"}
    other = page.post("/api/audit", json=QUICK | {"seed": 1})
    assert other.json()["id"] != first
    assert len(page.get("/api/jobs").json()) == 2


def test_a_cancelled_job_stops_at_once_and_leaves_nothing(page: TestClient, tmp_path: Path) -> None:
    id = page.post("/api/audit", json=SLOW).json()["id"]
    _until_running(page, id)
    assert page.delete(f"/api/jobs/{id}").json()["state"] == "cancelled"
    assert ended(page, id)["state"] == "cancelled"
    assert page.get(f"/api/runs/{id}").status_code == 404
    after = run(page, "audit", **QUICK)  # the next one is not held up
    assert [each.name for each in (tmp_path / "state" / "runs").iterdir() if not each.name.startswith(".")] == [after]
    assert page.post(f"/runs/{id}", data={"wish": "retry"}, follow_redirects=False).headers["location"] == f"/runs/{id}"
    assert page.get(f"/api/jobs/{id}").json()["state"] in ("queued", "running")


def test_a_job_that_waits_is_cancelled_without_being_begun(page: TestClient) -> None:
    first = page.post("/api/audit", json=SLOW).json()["id"]
    second = page.post("/api/audit", json=SLOW | {"seed": 1}).json()["id"]
    assert page.get(f"/api/jobs/{second}").json()["state"] == "queued"
    assert page.delete(f"/api/jobs/{second}").json()["state"] == "cancelled"
    _until_running(page, first)
    assert page.get(f"/api/jobs/{second}").json()["state"] == "cancelled"


def test_a_file_that_cannot_be_read_fails_with_the_line(page: TestClient, data: Path) -> None:
    id = page.post("/api/audit", json={"vectors": _id(page, "broken.vec"), "language": "en"}).json()["id"]
    job = ended(page, id)
    assert job["state"] == "failed"
    assert job["cause"]["kind"] == "input"
    assert "broken.vec" in job["cause"]["text"]
    assert "line 3" in job["cause"]["text"]
    assert str(data) not in job["cause"]["text"]
    html = page.get(f"/runs/{id}").text
    assert "line 3" in html
    assert str(data) not in html


def test_work_that_takes_too_long_is_ended(data: Path, tmp_path: Path) -> None:
    with asked(data, state=tmp_path, job_seconds=0.5) as page:
        id = page.post("/api/audit", json=SLOW).json()["id"]
        job = ended(page, id)
        assert (job["state"], job["cause"]["kind"]) == ("failed", "time")
        assert not page.get("/api/runs").json()


def test_work_that_takes_too_much_memory_fails_and_says_so(data: Path, tmp_path: Path) -> None:
    with asked(data, state=tmp_path, job_memory=1 << 20) as page:
        job = ended(page, page.post("/api/audit", json=QUICK).json()["id"])
        assert job["state"] == "failed"
        assert job["cause"]["kind"] in ("memory", "ours", "died")
        assert page.get("/api/vectors").status_code == 200


def test_the_queue_is_bounded(data: Path, tmp_path: Path) -> None:
    with asked(data, state=tmp_path, queue=2) as page:
        answers = [page.post("/api/audit", json=SLOW | {"seed": seed}) for seed in range(6)]
        assert {each.status_code for each in answers} == {202, 503}
        assert "waiting already" in answers[-1].json()["problem"]


def test_streams_are_bounded(data: Path, tmp_path: Path) -> None:
    with served(data, "--state", tmp_path) as server, server.client() as client:
        id = client.post("/api/audit", json=SLOW).json()["id"]
        _until_running(client, id)
        opened = [client.stream("GET", f"/api/jobs/{id}/events") for _ in range(34)]
        statuses = [each.__enter__().status_code for each in opened]
        assert statuses.count(200) <= 32
        assert 503 in statuses
        for each in opened:
            each.__exit__(None, None, None)
        assert client.get("/api/vectors").status_code == 200


def test_a_worker_that_is_killed_is_said_to_have_died(server: Served) -> None:
    with server.client() as client:
        id = client.post("/api/audit", json=SLOW).json()["id"]
        _until_running(client, id)
        for child in psutil.Process(server.process.pid).children(recursive=True):
            child.kill()
        job = ended(client, id)
        assert (job["state"], job["cause"]["kind"]) == ("failed", "died")
        run(client, "audit", **QUICK)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_stopping_ends_everything_even_with_streams_open(data: Path, tmp_path: Path, how: signal.Signals) -> None:
    with served(data, "--state", tmp_path) as server, server.client() as client:
        id = client.post("/api/audit", json=SLOW).json()["id"]
        _until_running(client, id)
        with client.stream("GET", f"/api/jobs/{id}/events") as stream:
            next(stream.iter_lines())
            children = psutil.Process(server.process.pid).children(recursive=True)
            assert children
            os.kill(server.process.pid, how)
            server.process.wait(timeout=20)
        assert not psutil.wait_procs(children, timeout=10)[1]
        assert "Traceback" not in server.process.communicate()[1]


def test_a_worker_ends_with_the_server_that_started_it(data: Path, tmp_path: Path) -> None:
    with served(data, "--state", tmp_path) as server, server.client() as client:
        id = client.post("/api/audit", json=SLOW).json()["id"]
        _until_running(client, id)
        children = psutil.Process(server.process.pid).children(recursive=True)
        server.process.kill()
        server.process.wait()
        assert not psutil.wait_procs(children, timeout=10)[1]
