"""Vectors that are trained once for all tests on real data."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from weatherglass.corpus.build import build_corpus
from weatherglass.train.training import train_vectors


@pytest.fixture(scope="session")
def trained(real_corpora: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], Path]:
    """Small vectors of one of the real corpora, by its name and language."""

    @cache
    def vectors(name: str, language: str) -> Path:
        folder = tmp_path_factory.mktemp(name)
        corpus = build_corpus(real_corpora / f"{name}.jsonl.xz", folder / "corpus", language=language)
        train_vectors(corpus, out=folder / "vectors.bin", dim=50, epochs=1, min_count=5, threads=2)
        return folder / "vectors.bin"

    return vectors
