"""How far long work is, for whoever asks; in a notebook as a bar, without being asked."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import wraps
from html import escape
from typing import Any, ParamSpec, TypeVar

HowFar = Callable[[int, int], None]  # done, in all
Progress = Callable[[str, int, int], None]  # what is being done, done, in all
P = ParamSpec("P")
T = TypeVar("T")
_QUIET_SECONDS = 1.0
_BETWEEN_SECONDS = 0.2  # that a notebook is left alone


def phase(progress: Progress | None, what: str) -> HowFar | None:
    """Work that only counts, told as one phase of a longer one."""
    return None if progress is None else lambda done, total: progress(what, done, total)


def shows_progress(work: Callable[P, T]) -> Callable[P, T]:
    """Long work that takes `progress`: in a notebook, where nobody gave one, a bar is shown and taken away at the end."""

    @wraps(work)
    def shown(*args: P.args, **kwargs: P.kwargs) -> T:
        if kwargs.get("progress") is not None or not _in_a_notebook():
            return work(*args, **kwargs)
        bar = _Bar()
        kwargs["progress"] = bar
        try:
            return work(*args, **kwargs)
        finally:
            bar.take_away()

    return shown


def _in_a_notebook() -> bool:
    """Whether this runs in a Jupyter kernel."""
    ipython: Any = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return getattr(shell, "kernel", None) is not None


class _Bar:
    """A bar in a notebook for what takes longer than a second."""

    def __init__(self) -> None:
        self._began = self._last = time.monotonic()
        self._shown: Any = None

    def __call__(self, what: str, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self._began < _QUIET_SECONDS or (now - self._last < _BETWEEN_SECONDS and done < total):
            return
        self._last = now
        self._show(f'<progress value="{done}" max="{total}"></progress> {escape(what)}: {100 * done / total:.0f} %')

    def take_away(self) -> None:
        if self._shown is not None:
            self._show("")

    def _show(self, html: str) -> None:
        notebook: Any = sys.modules["IPython"].display
        if self._shown is None:
            self._shown = notebook.display(notebook.HTML(html), display_id=True)
        else:
            self._shown.update(notebook.HTML(html))
