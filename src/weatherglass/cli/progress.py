"""Progress on stderr, for anything that takes longer than a second."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from types import TracebackType
from typing import Any

_QUIET_SECONDS = 1.0
_STEP = 0.1  # of the work, between two lines where there is no terminal


class Progress:
    """Call it with what is done; it shows a bar with rate and remaining time on a terminal, and a few lines elsewhere.

    `units` says for some phases what is counted, as "MB" or "million cells" with how many counts make one.
    """

    def __init__(self, units: Mapping[str, tuple[str, float]] | None = None) -> None:
        self._began = time.monotonic()
        self._bar: Any = None
        self._tasks: dict[str, Any] = {}
        self._units = units or {}
        self._first: dict[str, tuple[float, int]] = {}  # when a phase was first heard of, and how far it was
        self._said: dict[str, float] = {}

    def __call__(self, phase: str, done: int, total: int, said: str | None = None) -> None:
        """`said` stands in place of rate and remaining time, where the caller knows them better."""
        now = time.monotonic()
        began, before = self._first.setdefault(phase, (now, done))
        if now - self._began < _QUIET_SECONDS:
            return
        rate = (done - before) / (now - began) if now > began else 0.0
        said = f"{self._speed(phase, rate)}{_left(total - done, rate)}" if said is None else f", {said}"
        if sys.stderr.isatty():
            self._show_bar(phase, done, total, said.removeprefix(", "))
        elif done / total - self._said.get(phase, 0.0) >= _STEP:
            self._said[phase] = done / total
            print(f"{phase}: {done / total:.0%}{said}", file=sys.stderr)

    def _speed(self, phase: str, rate: float) -> str:
        if phase not in self._units or not rate:
            return ""
        name, size = self._units[phase]
        return f", {rate / size:.3g} {name}/s"

    def _show_bar(self, phase: str, done: int, total: int, said_now: str) -> None:
        if self._bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, TaskProgressColumn, TextColumn
            from rich.progress import Progress as Bar

            said = TextColumn("{task.fields[said]}")
            columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), said)
            self._bar = Bar(*columns, console=Console(stderr=True), transient=True)
            self._bar.start()
        if phase not in self._tasks:
            self._tasks[phase] = self._bar.add_task(phase, total=total, said=said_now)
        self._bar.update(self._tasks[phase], completed=done, said=said_now)

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()


def _left(undone: int, rate: float) -> str:
    """About how long the rest takes."""
    seconds = undone / rate if rate else 0.0
    return "" if seconds < 1 else f", about {lasting(seconds)} left"


def lasting(seconds: float) -> str:
    """A time in words, as exact as a guess may be."""
    for name, size in (("days", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {name}"
    return f"{seconds:.0f} s" if seconds >= 1 else f"{seconds:.1f} s"
