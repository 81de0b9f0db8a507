"""A watchdog, and scratch space for tests that hypothesis runs many times."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

SECONDS = 10


class Hang(BaseException):
    """Not an `Exception`, so that hypothesis stops at once instead of looking for a smaller example that hangs."""


@pytest.fixture(autouse=True)
def never_hangs() -> Iterator[None]:
    """A reader that waits for a dead thread would wait for ever: turn that into a failure."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise Hang(f"still waiting after {SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, SECONDS, SECONDS)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="session")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all examples of a property test."""
    return tmp_path_factory.mktemp("scratch")
