"""Counting and GloVe: against Stanford's program where a build of it is given (GLOVE=DIR), beside gensim's skip-gram.

The same text, words, window, dimensions, epochs and threads for all. Stanford's program counts and shuffles in two steps,
and only its counting is compared with ours, which does both.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.table import Row, against, told
from benchmarks.texts import german_words
from weatherglass.corpus.build import build_from_words
from weatherglass.corpus.corpus import Corpus
from weatherglass.train import glove
from weatherglass.train.cooccurrence import count_cells
from weatherglass.train.gensim_models import train_gensim
from weatherglass.train.settings import GloVe, Word2Vec
from weatherglass.train.vocabulary import Vocabulary, vocabulary_of

WORDS = 3_000_000
THREADS, EPOCHS = 2, 5
SETTINGS = GloVe(dim=100, window=10, epochs=EPOCHS, min_count=5, threads=THREADS)


@dataclass(frozen=True)
class Measured:
    counting: float
    learning: float
    cells: int  # both directions
    loss: float


def run(folder: Path) -> list[Row]:
    with tempfile.TemporaryDirectory(dir=folder) as made:
        place = Path(made)
        sentences = german_words(WORDS)
        corpus = build_from_words(sentences, place / "corpus", language="de")
        vocabulary = vocabulary_of(corpus, SETTINGS.min_count)
        _ours(corpus.sample(0.01), vocabulary, place)  # compiles
        ours = _ours(corpus, vocabulary, place)
        words = corpus.counts().words
        counting = f"counting pairs, {words:,} words, window {SETTINGS.window}, {THREADS} threads"
        learning = f"GloVe, {ours.cells:,} cells × {SETTINGS.dim}, {EPOCHS} epochs, {THREADS} threads"
        rows = [
            _rate(counting, words / ours.counting, "words", ""),
            _rate(learning, ours.cells * EPOCHS / ours.learning, "cells", _skip_gram(corpus, vocabulary)),
        ]
        if binaries := os.environ.get("GLOVE"):
            text = place / "text.txt"
            text.write_text("\n".join(" ".join(sentence) for sentence in sentences) + "\n", "utf-8")
            stanford = _stanford(Path(binaries), text, place)
            if stanford.cells != ours.cells:
                raise SystemExit(f"Stanford's program counts {stanford.cells:,} cells, we count {ours.cells:,}")
            rows += [
                against(f"{counting}; Stanford's program", ours.counting, stanford.counting, 1),
                against(f"{learning}; Stanford's program", ours.learning, stanford.learning, 5),
                told(_losses(ours.loss, stanford.loss)),
            ]
        return rows


def _rate(what: str, rate: float, unit: str, peer: str) -> Row:
    """A row without a target: how fast it is, and what stands beside it for orientation."""
    return told(Row(what, f"{rate / 1e6:.2f} million {unit}/s", peer, "", "", True))


def _losses(ours: float, stanford: float) -> Row:
    ratio = ours / stanford
    return Row(
        "GloVe: loss of the last epoch",
        f"{ours:.5f}",
        f"{stanford:.5f}",
        f"{ratio:.3f}",
        "within 2 %",
        abs(ratio - 1) <= 0.02,
    )


def _ours(corpus: Corpus, vocabulary: Vocabulary, folder: Path) -> Measured:
    began = time.perf_counter()
    cells = np.load(count_cells(corpus, vocabulary, folder, SETTINGS), mmap_mode="r")
    counted = time.perf_counter()
    model = glove.Model.new(len(vocabulary.words), SETTINGS.dim, SETTINGS.seed)
    glove.learn(model, cells, SETTINGS, folder / "checkpoint.npz")
    learnt = time.perf_counter()
    both = 2 * len(cells) - int((cells["row"] == cells["column"]).sum())
    return Measured(counted - began, learnt - counted, both, model.losses[-1])


def _stanford(binaries: Path, text: Path, folder: Path) -> Measured:
    """Its four steps, timed; the loss is what it prints for the last iteration."""
    vocabulary, pairs, shuffled = (folder / name for name in ("vocab.txt", "pairs.bin", "shuffled.bin"))

    def step(name: str, source: Path | None, target: Path | None, *options: str) -> tuple[float, str]:
        began = time.perf_counter()
        done = subprocess.run(
            [str(binaries / name), *options],
            stdin=None if source is None else source.open("rb"),
            stdout=subprocess.PIPE if target is None else target.open("wb"),
            stderr=subprocess.PIPE,
            check=True,
        )
        return time.perf_counter() - began, (done.stdout or b"").decode() + done.stderr.decode()

    step("vocab_count", text, vocabulary, "-min-count", str(SETTINGS.min_count), "-verbose", "0")
    shared = ("-vocab-file", str(vocabulary), "-verbose", "2")
    counting, _ = step("cooccur", text, pairs, *shared, "-memory", "4", "-window-size", str(SETTINGS.window))
    step("shuffle", pairs, shuffled, "-memory", "4", "-verbose", "0")
    options = {"-input-file": str(shuffled), "-save-file": str(folder / "stanford"), "-threads": str(THREADS)}
    options |= {"-iter": str(EPOCHS), "-vector-size": str(SETTINGS.dim), "-x-max": "100", "-binary": "1"}
    learning, said = step("glove", None, None, *shared, *(part for pair in options.items() for part in pair))
    losses = re.findall(r"cost: ([\d.]+)", said)
    return Measured(counting, learning, pairs.stat().st_size // 16, float(losses[-1]))


def _skip_gram(corpus: Corpus, vocabulary: Vocabulary) -> str:
    settings = Word2Vec(dim=100, window=5, negative=5, epochs=1, threads=THREADS)
    began = time.perf_counter()
    train_gensim(corpus, vocabulary, settings)
    rate = vocabulary.running_words / (time.perf_counter() - began) / 1e6
    return f"gensim's skip-gram {rate:.2f} million words/s"
