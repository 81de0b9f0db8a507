"""Where real corpora are, if they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import SHARED


@pytest.fixture(scope="session")
def real_corpora() -> Path:
    """Real corpora that are not part of the project."""
    if not (SHARED / "corpora").is_dir():
        pytest.skip("the real data (../shared/data/corpora) is not on this machine")
    return SHARED / "corpora"
