"""Analogies by the thousand, against gensim's `evaluate_word_analogies` on the same vectors and with the same answers."""

from __future__ import annotations

import sys
import tempfile
import tracemalloc
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import numpy as np
from gensim.models import KeyedVectors
from numpy.typing import NDArray

from benchmarks.table import Row, against, timed, told
from weatherglass.embedding.embedding import Embedding
from weatherglass.quality.answering import answers
from weatherglass.quality.quality import Quality, quality_of
from weatherglass.quality.questions import AnalogySet, Category, Question

WORDS, DIM, ASKED = 100_000, 300, 10_000
SAMPLED = 200  # questions that gensim is timed on
CATEGORIES, PAIRS = 10, 33  # 10 × 33 × 32 questions, as many as ASKED and some more
MEMORY = 200.0  # MB beyond the vectors


def run(folder: Path) -> list[Row]:
    rows = []
    for what, repeated in ((f"of {CATEGORIES * PAIRS} word pairs", True), ("with all words different", False)):
        embedding, questions = made_up(repeated)
        ours, outcome = timed(3, lambda e=embedding, q=questions: examined(e, q))  # type: ignore[misc]
        sample = [questions[i] for i in np.random.default_rng(1).choice(len(questions), SAMPLED, replace=False)]
        theirs = _gensim(folder, embedding, sample) * len(questions) / SAMPLED
        text = f"{len(questions):,} analogies {what}, {WORDS:,} × {DIM} ({outcome.analogies[0].overall.right:,} right)"
        rows.append(against(f"{text}; gensim scaled from {SAMPLED}", ours, theirs, 15))
    return [*rows, _memory()]


def made_up(repeated: bool) -> tuple[Embedding, list[Question]]:
    """Random vectors, and questions whose answer lies near where it should."""
    rng = np.random.default_rng(0)
    vectors = rng.standard_normal((WORDS, DIM), np.float32)
    words = [f"w{i}" for i in range(WORDS)]
    at = _pairs(vectors, rng) if repeated else _all_different(vectors, rng)
    questions: list[Question] = [((words[a],), (words[b],), (words[c],), (words[d],)) for a, b, c, d in at[:ASKED]]
    return Embedding.from_arrays(words, vectors, "made up"), questions


def _pairs(vectors: NDArray[np.float32], rng: np.random.Generator) -> list[tuple[int, int, int, int]]:
    rows = iter(rng.permutation(WORDS).tolist())
    found = []
    for _ in range(CATEGORIES):
        difference = rng.standard_normal(DIM, np.float32)
        pairs = [(next(rows), next(rows)) for _ in range(PAIRS)]
        for one, other in pairs:
            vectors[other] = vectors[one] + difference + _noise(rng, 5)
        found += [(*one, *other) for one, other in permutations(pairs, 2)]
    return found


def _all_different(vectors: NDArray[np.float32], rng: np.random.Generator) -> list[tuple[int, int, int, int]]:
    found = [(a, b, c, d) for a, b, c, d in rng.permutation(WORDS)[: 4 * ASKED].reshape(-1, 4).tolist()]
    for a, b, c, d in found:
        vectors[d] = vectors[b] - vectors[a] + vectors[c] + _noise(rng, 12)
    return found


def _noise(rng: np.random.Generator, most: float) -> NDArray[np.float32]:
    """More for some words than for others, so that some questions are answered right and some are not."""
    return rng.uniform(0, most) * rng.standard_normal(DIM, np.float32)


def examined(embedding: Embedding, questions: Sequence[Question]) -> Quality:
    asked = AnalogySet("made up", (Category("all", "", tuple(questions)),))
    return quality_of(embedding, language="zz", analogies=[asked])


def _gensim(folder: Path, embedding: Embedding, sample: list[Question]) -> float:
    """Seconds for the sample; that it gives the same answers is made sure of."""
    print("gensim (slow)", file=sys.stderr, flush=True)
    keyed = KeyedVectors(DIM, dtype=np.float32)
    keyed.add_vectors(list(embedding.words), embedding.vectors)
    keyed.fill_norms()
    with tempfile.TemporaryDirectory(dir=folder) as place:
        file = Path(place) / "questions.txt"
        file.write_text(": all\n" + "".join(" ".join(w[0] for w in q) + "\n" for q in sample), "utf-8")
        seconds, (_, parts) = timed(1, lambda: keyed.evaluate_word_analogies(str(file), case_insensitive=False))
    rows = np.array([[embedding.index[word[0]] for word in question] for question in sample])
    right = answers(embedding.vectors, rows[:, :3]) == rows[:, 3]
    ours = {tuple(word[0] for word in question) for question, hit in zip(sample, right, strict=True) if hit}
    assert ours == set(parts[0]["correct"])
    assert 0.2 * SAMPLED < len(ours) < 0.8 * SAMPLED
    return seconds


def _memory() -> Row:
    """Of arrays and objects made while 10,000 questions are answered."""
    embedding, questions = made_up(True)
    tracemalloc.start()
    examined(embedding, questions)
    peak = tracemalloc.get_traced_memory()[1] / (1 << 20)
    tracemalloc.stop()
    what = f"memory of {ASKED:,} analogies beyond the vectors"
    return told(Row(what, f"{peak:.0f} MB", "", "", f"< {MEMORY:g} MB", peak < MEMORY))
