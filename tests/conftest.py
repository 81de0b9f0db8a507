"""Fixtures that several rooms share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cluster import cluster  # noqa: F401
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


def _shared(name: str) -> Path:
    if not (SHARED / name).is_dir():
        pytest.skip(f"the real data (../shared/data/{name}) is not on this machine")
    return SHARED / name
