"""The page, served: within the test, or by a process of its own."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2 as httpx
from starlette.testclient import TestClient

from weatherglass.app.server import make_app
from weatherglass.app.settings import Settings

PATIENCE = 120.0  # seconds; no measure of speed
FROM_PAGE = {"Sec-Fetch-Site": "same-origin"}  # as browsers send from the page itself


def settings(folder: Path, **changed: Any) -> Settings:
    """Without a token, unless one is given."""
    usual: dict[str, Any] = {"data": folder, "state": folder / ".state", "port": 80, "token": ""}
    return Settings(**usual | changed)


@contextmanager
def asked(folder: Path, **changed: Any) -> Iterator[TestClient]:
    """A client of the page, in this process, that asks as a browser does from the page itself."""
    with TestClient(make_app(settings(folder, **changed)), base_url="http://127.0.0.1", headers=FROM_PAGE) as client:
        yield client


def ended(client: TestClient | httpx.Client, id: str) -> dict[str, Any]:
    """The job, once it has ended."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        job: dict[str, Any] = client.get(f"/api/jobs/{id}").json()
        if job["state"] not in ("queued", "running"):
            return job
        time.sleep(0.05)
    raise AssertionError(f"still {job}")


def run(client: TestClient | httpx.Client, work: str, **wished: Any) -> str:
    """The id of the result of this work, which must succeed."""
    answer = client.post(f"/api/{work}", json=wished)
    assert answer.status_code == 202, answer.text
    id: str = answer.json()["id"]
    if answer.json()["state"] != "done":
        job = ended(client, id)
        assert job["state"] == "done", job
    return id


@dataclass(frozen=True, slots=True)
class Served:
    """A server in a process of its own; `address` has the token."""

    process: subprocess.Popen[str]
    address: str

    @property
    def base(self) -> str:
        return self.address.split("/?")[0]

    @property
    def token(self) -> str:
        return self.address.partition("token=")[2]

    def client(self) -> httpx.Client:
        """One that has the token."""
        return httpx.Client(base_url=self.base, headers={"Authorization": f"Bearer {self.token}"}, timeout=PATIENCE)


@contextmanager
def served(folder: Path, *options: str | Path) -> Iterator[Served]:
    """The command `serve` with the folder's data; it is stopped as people stop it."""
    command = [sys.executable, "-m", "weatherglass", "serve", "--data", folder, "--state", folder / ".state", "--no-browser", *options]  # fmt: skip
    process = subprocess.Popen(
        [str(each) for each in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        address = process.stdout.readline().strip()
        assert address.startswith("http://"), process.communicate(timeout=PATIENCE)
        yield Served(process, address)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        try:
            process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
