"""Fixtures that several rooms share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.spaces import toy_query, toy_space
from weatherglass.embedding.embedding import Embedding
from weatherglass.words.query import Query

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture
def space() -> Embedding:
    return toy_space()


@pytest.fixture
def query() -> Query:
    return toy_query()


@pytest.fixture(scope="session")
def real_vectors() -> Path:
    """A folder of real vectors that is not part of the project."""
    folder = SHARED / "vectors"
    if not folder.is_dir():
        pytest.skip("the real vectors (../shared/data/vectors) are not on this machine")
    return folder


@pytest.fixture(scope="session")
def real_lists() -> Path:
    """A folder of published word lists that is not part of the project."""
    folder = SHARED / "lists"
    if not folder.is_dir():
        pytest.skip("the published lists (../shared/data/lists) are not on this machine")
    return folder
