"""A watchdog, a small space, and a folder for tests that hypothesis runs many times."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.embedding.files import VECTORS, WORDS
from weatherglass.embedding.embedding import Embedding


@pytest.fixture(autouse=True)
def watched(never_hangs: None) -> None:
    """A reader that waits for a dead thread would wait for ever."""


@pytest.fixture(scope="session")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all examples of a property test."""
    return tmp_path_factory.mktemp("scratch")


@pytest.fixture
def space() -> Embedding:
    return Embedding.from_arrays(WORDS, VECTORS)
