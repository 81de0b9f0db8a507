"""How long a person waits for the local page: until it is there, until a screen is shown, until stopping has stopped it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.table import Row
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import write

WORDS, DIM = 400_000, 300
SCREENS = ("/", "/embedding/{id}", "/words?vectors={id}", "/words/en/weat6?vectors={id}", "/test?vectors={id}", "/explore?vectors={id}&word=w77", "/methods")  # fmt: skip


def _vectors(folder: Path) -> Path:
    file = folder / "page" / "large.bin"
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        matrix = np.random.default_rng(0).standard_normal((WORDS, DIM), dtype=np.float32)
        write(Embedding.from_arrays([f"w{i}" for i in range(WORDS)], matrix), file)
    return file


class _Page:
    """A server without a token, asked by plain HTTP."""

    def __init__(self, data: Path, state: str):
        command = [sys.executable, "-m", "weatherglass", "serve", "--data", str(data), "--state", state, "--no-browser", "--no-token"]  # fmt: skip
        began = time.perf_counter()
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        self.base = self.process.stdout.readline().strip().rstrip("/")
        self.get("/static/app.css")
        self.started = time.perf_counter() - began
        self.get("/")
        self.seen = time.perf_counter() - began

    def get(self, address: str, body: dict[str, Any] | None = None) -> bytes:
        headers = {"Sec-Fetch-Site": "same-origin", "Content-Type": "application/json"}
        sent = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(self.base + address, sent, headers)) as answer:
            return bytes(answer.read())

    def wait(self, id: str) -> None:
        while (job := json.loads(self.get(f"/api/jobs/{id}")))["state"] in ("queued", "running"):
            time.sleep(0.05)
        assert job["state"] == "done", job

    def stop(self) -> None:
        os.kill(self.process.pid, signal.SIGINT)
        self.process.wait()

    def stopped(self, id: str) -> float:
        """How long stopping takes with a stream open."""
        stream = urllib.request.urlopen(f"{self.base}/api/jobs/{id}/events")
        stream.readline()
        began = time.perf_counter()
        self.stop()
        return time.perf_counter() - began


def run(folder: Path) -> list[Row]:
    file = _vectors(folder)
    with tempfile.TemporaryDirectory() as state:
        starts = []
        for _ in range(4):  # the best counts, as for other commands
            page = _Page(file.parent, state)
            starts.append((page.started, page.seen))
            page.stop()
        started, seen = map(min, zip(*starts, strict=True))
        page = _Page(file.parent, state)
        id = next(each["id"] for each in json.loads(page.get("/api/vectors")) if each["name"] == file.name)
        began = time.perf_counter()
        page.wait(json.loads(page.get("/api/open", {"vectors": id}))["id"])
        opened = time.perf_counter() - began
        times = {}
        for address in (each.format(id=id) for each in SCREENS):
            page.get(address)
            began = time.perf_counter()
            page.get(address)
            times[address] = time.perf_counter() - began
        slowest = max(times.values())
        long = json.loads(page.get("/api/audit", {"vectors": "sample", "comparisons": 2000}))["id"]
        stopped = page.stopped(long)
    size = f"{WORDS:,} × {DIM}"
    return [
        Row("page: start until requests are answered", f"{started:.2f} s", "", "", "< 1 s", started < 1),
        Row("page: start until the first page is there", f"{seen:.2f} s", "", "", "seconds", seen < 3),
        Row(f"page: opening {size}", f"{opened:.1f} s", "", "", "seconds", opened < 60),
        Row(f"page: slowest of {len(times)} screens, {size}", f"{slowest:.2f} s", "", "", "< 0.3 s", slowest < 0.3),
        Row("page: Ctrl-C with work and a stream open", f"{stopped:.2f} s", "", "", "< 2 s", stopped < 2),
    ]
