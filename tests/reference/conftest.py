"""Corpora that are built, and vectors that are trained, once for all tests on real data."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Protocol

import pytest

from weatherglass.corpus.build import build_corpus
from weatherglass.corpus.corpus import Corpus
from weatherglass.train.training import train_vectors


class Trained(Protocol):
    """Vectors of one of the real corpora, by its name and language."""

    def __call__(self, name: str, language: str, **settings: Any) -> Path: ...


@pytest.fixture(scope="session")
def trained(real_corpora: Path, tmp_path_factory: pytest.TempPathFactory) -> Trained:
    """Without settings small ones, trained in a minute."""

    @cache
    def corpus(name: str, language: str) -> Corpus:
        folder = tmp_path_factory.mktemp(name) / "corpus"
        return build_corpus(real_corpora / f"{name}.jsonl.xz", folder, language=language)

    @cache
    def vectors(name: str, language: str, **settings: Any) -> Path:
        chosen = {"dim": 50, "epochs": 1, "min_count": 5} | settings
        out = tmp_path_factory.mktemp(f"{name}-vectors") / "vectors.bin"
        train_vectors(corpus(name, language), out=out, threads=2, **chosen)
        return out

    return vectors
