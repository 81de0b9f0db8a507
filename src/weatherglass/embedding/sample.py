"""The vectors that ship with the toolkit: a slice of GloVe 6B, 100 dimensions."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

SAMPLE_NAME = "glove-6b-100d-sample"


def sample_path() -> Path:
    return Path(str(resources.files("weatherglass.embedding"))) / "data" / f"{SAMPLE_NAME}.npz"
