"""Spaces whose answers can be worked out by hand, and what examinations of them ask with."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from weatherglass import language as languages
from weatherglass.embedding.embedding import Embedding
from weatherglass.quality.accuracy import Rows
from weatherglass.quality.questions import AnalogySet, Category
from weatherglass.words.lookup import Finder, Match
from weatherglass.words.query import Group

# Lengths differ on purpose: nothing here depends on them. On unit vectors doctor − man + woman is (−0.2, 0.6, 1), of length
# √1.4, and of the words left nurse is nearest to it: (0.6, 0, 0.8) · (−0.2, 0.6, 1) = 0.68, against −0.6 for other.
TOY: Mapping[str, tuple[float, ...]] = {
    "man": (2, 0, 0),
    "woman": (4, 3, 0),  # cosine 0.8 with man
    "doctor": (0, 0, 5),
    "nurse": (3, 0, 4),
    "other": (0, -1, 0),
}


def space(table: Mapping[str, tuple[float, ...]] = TOY) -> Embedding:
    return Embedding.from_arrays(list(table), np.array(list(table.values()), np.float32), name="toy")


def rows(embedding: Embedding, code: str = "en") -> Rows:
    return Rows(Finder(embedding, languages.get(code), Match()))


def analogies(**categories: str) -> AnalogySet:
    """Categories of questions, with commas between these."""
    made = []
    for name, text in categories.items():
        questions = []
        for line in text.split(","):
            a, b, c, d = line.split()
            questions.append(((a,), (b,), (c,), (d,)))
        made.append(Category(name, "grammar" if name.startswith("gram") else "semantic", tuple(questions)))
    return AnalogySet("made", tuple(made))


def group(together: str, odd: str) -> Group:
    return Group(together, tuple((w,) for w in together.split()), tuple((w,) for w in odd.split()))


def random_space(seed: int, size: int = 60, dim: int = 6) -> Embedding:
    vectors = np.random.default_rng(seed).normal(size=(size, dim)).astype(np.float32)
    return Embedding.from_arrays([f"w{i}" for i in range(size)], vectors)


def keyed(embedding: Embedding) -> Any:
    gensim = pytest.importorskip("gensim.models")
    logging.getLogger("gensim").setLevel(logging.ERROR)
    vectors = gensim.KeyedVectors(embedding.dim, dtype=np.float32)
    vectors.add_vectors(list(embedding.words), embedding.vectors)
    return vectors
