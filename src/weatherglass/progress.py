"""How far long work is, for whoever asks."""

from __future__ import annotations

from collections.abc import Callable

HowFar = Callable[[int, int], None]  # done, in all
Progress = Callable[[str, int, int], None]  # what is being done, done, in all


def phase(progress: Progress | None, what: str) -> HowFar | None:
    """Work that only counts, told as one phase of a longer one."""
    return None if progress is None else lambda done, total: progress(what, done, total)
