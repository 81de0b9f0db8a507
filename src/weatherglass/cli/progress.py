"""Progress on stderr, for anything that takes longer than a second."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Any

_QUIET_SECONDS = 1.0
_STEP = 0.1  # of the work, between two lines where there is no terminal


class Progress:
    """Call it with what is done; it shows a bar on a terminal and a few lines elsewhere."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._bar: Any = None
        self._tasks: dict[str, Any] = {}
        self._said: dict[str, float] = {}

    def __call__(self, phase: str, done: int, total: int) -> None:
        if time.monotonic() - self._began < _QUIET_SECONDS:
            return
        if sys.stderr.isatty():
            self._show_bar(phase, done, total)
        elif done / total - self._said.get(phase, 0.0) >= _STEP:
            self._said[phase] = done / total
            print(f"{phase}: {done / total:.0%}", file=sys.stderr)

    def _show_bar(self, phase: str, done: int, total: int) -> None:
        if self._bar is None:
            from rich.console import Console
            from rich.progress import Progress as Bar

            self._bar = Bar(console=Console(stderr=True), transient=True)
            self._bar.start()
        if phase not in self._tasks:
            self._tasks[phase] = self._bar.add_task(phase, total=total)
        self._bar.update(self._tasks[phase], completed=done)

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
