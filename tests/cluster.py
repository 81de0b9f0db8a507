"""A real cluster for tests: a scheduler and worker processes on this machine, ended whatever happens."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import weatherglass

_HOME = Path(__file__).resolve().parents[1]
_PATIENCE = 60.0


@dataclass(eq=False)
class Cluster:
    """The scheduler's address, and the processes of its workers, each with one thread."""

    folder: Path
    address: str = ""
    environment: Mapping[str, str] = field(default_factory=dict)
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)
    _started: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start_worker(self) -> subprocess.Popen[bytes]:
        """Without a nanny, which would start a killed one again."""
        worker = self._start("dask_worker", [self.address, "--nthreads", "1", "--no-nanny", "--death-timeout", "60"])
        self.workers.append(worker)
        return worker

    def kill_worker(self, worker: subprocess.Popen[bytes]) -> None:
        worker.send_signal(signal.SIGKILL)
        worker.wait()
        self.workers.remove(worker)

    def log(self) -> str:
        """What the processes said, to be shown when something fails."""
        return "\n".join(file.read_text("utf-8", "replace") for file in sorted(self.folder.glob("*.log")))

    def _start_scheduler(self, options: Sequence[str]) -> None:
        told = self.folder / "scheduler.json"
        # Should the tests be killed themselves, the scheduler ends by and by, and its workers with it.
        own = ["--port", "0", "--scheduler-file", str(told), "--idle-timeout", "900s"]
        scheduler = self._start("dask_scheduler", [*own, *options])
        ends = time.monotonic() + _PATIENCE
        while not self.address:
            if scheduler.poll() is not None or time.monotonic() > ends:
                raise RuntimeError(f"the scheduler did not start:\n{self.log()}")
            time.sleep(0.05)
            if told.exists() and (text := told.read_text("utf-8")):
                self.address = json.loads(text)["address"]

    def _start(self, program: str, options: Sequence[str]) -> subprocess.Popen[bytes]:
        paths = [str(Path(weatherglass.__file__).parents[1]), str(_HOME), os.environ.get("PYTHONPATH", "")]
        environment = {**os.environ, **self.environment, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
        common = ["--host", "127.0.0.1", "--no-dashboard"]
        place = ["--local-directory", str(self.folder)] if program == "dask_worker" else []
        with (self.folder / f"{program}-{len(self._started)}.log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.{program}", *common, *place, *options],
                cwd=self.folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        self._started.append(process)
        return process

    def _end(self) -> None:
        for process in reversed(self._started):  # workers first
            if process.poll() is None:
                process.kill()
            process.wait()


@contextmanager
def running_cluster(
    folder: Path, workers: int = 2, *, options: Sequence[str] = (), environment: Mapping[str, str] | None = None
) -> Iterator[Cluster]:
    """A cluster of its own; `options` are the scheduler's, `environment` is that of all its processes."""
    cluster = Cluster(folder, environment=environment or {})
    try:
        cluster._start_scheduler(options)
        for _ in range(workers):
            cluster.start_worker()
        yield cluster
    finally:
        cluster._end()


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Shared by all tests; whoever kills a worker starts another."""
    pytest.importorskip("distributed")
    with running_cluster(tmp_path_factory.mktemp("cluster")) as running:
        yield running
