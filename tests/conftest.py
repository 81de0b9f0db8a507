"""Fixtures that several rooms share."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import settings

from tests.cluster import cluster  # noqa: F401
from tests.spaces import toy_query, toy_space
from weatherglass.embedding.embedding import Embedding
from weatherglass.words.query import Query

# The same examples in every run: a test suite that fails now and then is not believed when it matters.
settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.load_profile("repeatable")

PATIENCE = 120
SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"


class Hang(BaseException):
    """Not an `Exception`, so that hypothesis stops at once instead of looking for a smaller example that hangs."""


@pytest.fixture
def never_hangs() -> Iterator[None]:
    """Turns waiting for ever into a failure. No measure of speed: a slow machine needs a hundredth of the time."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise Hang(f"still at it after {PATIENCE} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE, PATIENCE)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def space() -> Embedding:
    return toy_space()


@pytest.fixture
def query() -> Query:
    return toy_query()


@pytest.fixture(scope="session")
def real_vectors() -> Path:
    """Real vectors that are not part of the project."""
    return _shared("vectors")


@pytest.fixture(scope="session")
def real_lists() -> Path:
    """Published word lists that are not part of the project."""
    return _shared("lists")


@pytest.fixture(scope="session")
def real_corpora() -> Path:
    """Real texts, where they are at hand."""
    return _shared("corpora")


@pytest.fixture(scope="session")
def real_texts() -> Path:
    """Labelled texts and lexicons that are not part of the project."""
    return _shared("text")


def _shared(name: str) -> Path:
    if not (SHARED / name).is_dir():
        pytest.skip(f"the real data (../shared/data/{name}) is not on this machine")
    return SHARED / name
