"""Work that takes long: a queue, one process at a time, how far it is, and how it is stopped."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal

from weatherglass.app.runs import Runs
from weatherglass.app.settings import Settings
from weatherglass.errors import UnknownName, WeatherglassError

State = Literal["queued", "running", "done", "failed", "cancelled"]
ENDED = ("done", "failed", "cancelled")
_HEARTBEAT = 15.0
_REMEMBERED = 200  # jobs that have ended
_SECRETS = (
    "TOKEN",
    "SECRET",
    "PASSW",
    "PASSPHRASE",
    "CREDENTIAL",
    "COOKIE",
    "AUTH",
    "KEY",
    "PROXY",
    "_URL",
    "_URI",
    "_DSN",
)
_LONGEST_LINE = 1 << 20  # that a worker says
_PAUSE = 1.0  # seconds before the first process, and before another is tried where none can be started


class QueueFull(WeatherglassError):
    """More work than the queue holds."""


@dataclass(slots=True)
class Job:
    """A piece of work, under the id of its run. `cause`: why it failed, as a kind and a text."""

    id: str
    work: str
    about: str
    told: dict[str, Any]
    state: State = "queued"
    what: str = ""
    done: int = 0
    total: int = 0
    cause: tuple[str, str] | None = None
    began: float = field(default_factory=time.time)
    version: int = 0  # of all the above; grows by each change

    def shown(self) -> dict[str, Any]:
        """As the API has it."""
        return {
            "id": self.id,
            "work": self.work,
            "about": self.about,
            "state": self.state,
            "what": self.what,
            "done": self.done,
            "total": self.total,
            "seconds": round(time.time() - self.began, 1),
            "cause": None if self.cause is None else {"kind": self.cause[0], "text": self.cause[1]},
        }


class Jobs:
    """Belongs to the event loop that `start` was called in; `submit` and `cancel` may be called from any thread."""

    def __init__(self, settings: Settings, runs: Runs):
        self._settings, self._runs = settings, runs
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._waiting: deque[Job] = deque()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._ready: asyncio.subprocess.Process | None = None
        self._current: tuple[Job, asyncio.subprocess.Process] | None = None
        self._more, self._changed = asyncio.Event(), asyncio.Condition()
        self._streams = 0
        self._changing = threading.Lock()  # the queue and what is known of it

    def get(self, id: str) -> Job:
        """The job with this id."""
        if (job := self._jobs.get(id)) is None:
            raise UnknownName("job", id, [])
        return job

    def known(self, id: str) -> Job | None:
        return self._jobs.get(id)

    def listed(self) -> list[Job]:
        """The newest first."""
        with self._changing:
            return list(reversed(self._jobs.values()))

    def submit(self, id: str, work: str, asked: Mapping[str, Any], told: Mapping[str, Any]) -> Job:
        """Put it in the queue; work that waits or runs already is not done twice."""
        with self._changing:
            known = self._jobs.get(id)
            if known is not None and known.state in ("queued", "running"):
                return known
            if len(self._waiting) >= self._settings.queue:
                raise QueueFull(
                    f"{len(self._waiting)} pieces of work are waiting already; wait until some are done, or cancel one"
                )
            job = Job(id, work, told["about"], {"work": work, "asked": dict(asked), **told})
            self._jobs.pop(id, None)
            self._jobs[id] = job
            self._waiting.append(job)
            self._forget()
        self._soon(self._more.set)
        return job

    def cancel(self, id: str) -> Job:
        """Stop it, whether it waits or runs; what has ended stays as it is."""
        job = self.get(id)
        with self._changing:
            if job.state in ENDED:
                return job
            job.state = "cancelled"
            with suppress(ValueError):
                self._waiting.remove(job)
        self._soon(self._stop, job)
        return job

    def _stop(self, job: Job) -> None:
        """Its process, if it has one by now; one that it gets later is not begun with."""
        if self._current is not None and self._current[0] is job:
            with suppress(ProcessLookupError):
                self._current[1].kill()
        self._tell(job)

    async def start(self) -> None:
        """Begin to work in this event loop."""
        self._loop = asyncio.get_running_loop()
        self._runs.clear_unfinished()
        self._task = asyncio.create_task(self._work())

    async def stop(self) -> None:
        """Stop all work at once."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        for process in (self._ready, self._current and self._current[1]):
            if process is not None and process.returncode is None:
                process.kill()
                await process.wait()

    async def followed(self, id: str, seen: int = -1) -> AsyncIterator[Job | None]:
        """The job again and again as it changes, until it has ended; nothing now and then, so that a listener knows that all is well."""
        job = self.get(id)
        if self._streams >= self._settings.streams:
            raise QueueFull(f"{self._streams} listeners follow work already; close some")
        self._streams += 1
        try:
            while True:
                if job.version > seen:
                    seen = job.version
                    yield job
                    if job.state in ENDED:
                        return
                try:
                    async with self._changed:
                        if job.version <= seen:
                            await asyncio.wait_for(self._changed.wait(), _HEARTBEAT)
                except TimeoutError:
                    yield None
        finally:
            self._streams -= 1

    async def _work(self) -> None:
        with suppress(TimeoutError):  # a worker takes a second to load, which the first page can use better
            await asyncio.wait_for(self._more.wait(), _PAUSE)
        self._ready = await self._process()
        while True:
            await self._more.wait()
            while (job := self._next()) is not None:
                process, self._ready = self._ready, None
                if process.returncode is not None:
                    process = await self._process()
                self._current = (job, process)
                with self._changing:
                    job.state = "running" if job.state == "queued" else job.state
                self._tell(job)
                try:
                    if job.state == "running":  # else it was cancelled on its way here
                        async with asyncio.timeout(self._settings.job_seconds):
                            await self._followed_process(job, process)
                except TimeoutError:
                    self._failed(job, "time", f"{self._settings.job_seconds / 60:.0f}")
                except Exception as error:  # whatever it is, those that wait are not held up by it
                    self._failed(job, "ours", type(error).__name__)
                finally:
                    with suppress(ProcessLookupError):
                        process.kill()
                await process.wait()
                await asyncio.to_thread(
                    self._runs.clear_unfinished, job.id
                )  # one that was killed leaves what it had made
                self._current = None
                self._tell(job)
                self._ready = await self._process()
            self._more.clear()

    def _next(self) -> Job | None:
        with self._changing:
            return self._waiting.popleft() if self._waiting else None

    async def _followed_process(self, job: Job, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        told = job.told | {
            "folder": str(self._runs.folder / job.id),
            "sets": str(self._settings.state / "sets"),
            "roots": [str(each.resolve()) for each in (self._settings.data, self._settings.state) if each is not None],
            "memory": self._settings.job_memory,
            "unpacked": self._settings.unpacked,
        }
        try:
            process.stdin.write(json.dumps(told).encode() + b"\n")
            await process.stdin.drain()
            async for line in process.stdout:
                self._hear(job, json.loads(line))
        except (BrokenPipeError, ConnectionResetError):
            pass
        await process.wait()
        with self._changing:
            if job.state == "running" and self._runs.has(job.id):
                job.state = "done"
        if job.state == "running":
            self._failed(job, "died", str(process.returncode))
        if job.work == "open":
            self._runs.forget_old_spaces()

    def _hear(self, job: Job, said: Mapping[str, Any]) -> None:
        if job.state != "running":
            return
        if "progress" in said:
            job.what, job.done, job.total = said["progress"]
            self._tell(job)
        elif "failed" in said:
            self._failed(job, said["kind"], said["failed"])

    def _failed(self, job: Job, kind: str, text: str) -> None:
        with self._changing:
            if job.state != "cancelled":
                job.state, job.cause = "failed", (kind, text)

    def _tell(self, job: Job) -> None:
        """Whoever follows it."""
        job.version += 1

        async def tell() -> None:
            async with self._changed:
                self._changed.notify_all()

        if self._loop is not None and not self._loop.is_closed():
            self._loop.create_task(tell())

    def _soon(self, call: Any, *args: Any) -> None:
        if self._loop is not None:
            self._loop.call_soon_threadsafe(call, *args)

    def _forget(self) -> None:
        ended = [job.id for job in self._jobs.values() if job.state in ENDED]
        for id in ended[: max(0, len(ended) - _REMEMBERED)]:
            del self._jobs[id]

    async def _process(self) -> asyncio.subprocess.Process:
        """A worker that waits for work, in a session of its own: it is stopped by us, not by whoever stops us."""
        known = {
            name: value for name, value in os.environ.items() if not any(each in name.upper() for each in _SECRETS)
        }
        while True:
            try:
                return await asyncio.create_subprocess_exec(
                    sys.executable,
                    "-m",
                    "weatherglass.app.worker",
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=asyncio.subprocess.DEVNULL,
                    env=known,
                    start_new_session=True,
                    limit=_LONGEST_LINE,
                )
            except OSError:  # the machine has no room for one now
                await asyncio.sleep(_PAUSE)
