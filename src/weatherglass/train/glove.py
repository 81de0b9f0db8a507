"""GloVe: learning from co-occurrence counts, with checkpoints from which it can go on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import asdict
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Singles
from weatherglass.corpus.cluster import connected
from weatherglass.corpus.corpus import Corpus
from weatherglass.errors import FormatError, SpecError
from weatherglass.files import appears_whole, write_whole
from weatherglass.progress import Progress, phase
from weatherglass.train.adagrad import learn_cells
from weatherglass.train.cluster_counting import count_cells_on_cluster
from weatherglass.train.cooccurrence import count_cells
from weatherglass.train.kept import CHECKPOINT
from weatherglass.train.settings import GloVe
from weatherglass.train.vocabulary import Vocabulary

_MAY_CHANGE = ("epochs",)
_ROUND = 1 << 19  # cells learnt by a thread between two looks at the clock and the keyboard


class Model:
    """What is learnt: vectors and biases with their sums of squares, how far it got, and the loss of each epoch."""

    def __init__(
        self, vectors: Singles, biases: Singles, epoch: int = 0, cell: int = 0, losses: tuple[float, ...] = ()
    ):
        self.vectors, self.biases = vectors, biases
        self.epoch, self.cell = epoch, cell
        self.losses = losses
        self.loss = 0.0  # of the epoch so far

    @classmethod
    def new(cls, words: int, dim: int, seed: int) -> Model:
        """Small random numbers, and sums of squares of one, so that the first steps have the rate given."""
        random = np.random.default_rng(seed)
        vectors = np.ones((2 * words, 2, dim), np.float32)
        biases = np.ones((2 * words, 2), np.float32)
        vectors[:, 0] = (random.random((2 * words, dim), np.float32) - 0.5) / dim
        biases[:, 0] = (random.random(2 * words, np.float32) - 0.5) / dim
        return cls(vectors, biases)

    @property
    def words(self) -> int:
        """How many there are: their rows come first, then as many rows of the same words as contexts."""
        return len(self.vectors) // 2

    def embedded(self, settings: GloVe) -> Singles:
        """The vectors to hand on."""
        word, context = self.vectors[: self.words, 0], self.vectors[self.words :, 0]
        return np.ascontiguousarray(word + context if settings.vectors == "sum" else word)

    def save(self, file: Path) -> None:
        with appears_whole(file) as part, part.open("wb") as out:
            state = [self.epoch, self.cell, self.loss, *self.losses]
            np.savez(out, vectors=self.vectors, biases=self.biases, state=np.array(state, np.float64))

    @classmethod
    def load(cls, file: Path, shape: tuple[int, int, int]) -> Model:
        """Of so many rows, words before contexts, times two, times so many dimensions."""
        try:
            with file.open("rb") as raw, np.load(raw) as saved:  # numpy leaves a damaged one open
                epoch, cell, loss, *losses = saved["state"].tolist()
                model = cls(saved["vectors"], saved["biases"], int(epoch), int(cell), tuple(losses))
            if model.vectors.shape != shape or model.biases.shape != shape[:2]:
                raise ValueError(f"it has {model.vectors.shape} numbers instead of {shape}")
        except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
            raise FormatError(
                f"is no checkpoint that can be read ({error}); train anew, without --resume", file=file
            ) from error
        model.loss = loss
        return model


def learn(
    model: Model, cells: NDArray[np.void], settings: GloVe, checkpoint: Path, progress: Progress | None = None
) -> None:
    """All epochs that are still to do. A checkpoint is written after each, and when it is interrupted."""
    total, size = len(cells), _ROUND * settings.threads
    blocks = (cells[at : at + size] for at in range(0, total, size))
    both_ways = 2 * total - sum(int((block["row"] == block["column"]).sum()) for block in blocks)
    with ThreadPoolExecutor(settings.threads) as pool:
        try:
            while model.epoch < settings.epochs:
                while model.cell < total:
                    _round(model, cells[model.cell : model.cell + size], settings, pool)
                    if progress is not None:
                        progress("learning", model.epoch * total + model.cell, settings.epochs * total)
                model.losses = (*model.losses, model.loss / both_ways)
                model.epoch, model.cell, model.loss = model.epoch + 1, 0, 0.0
                model.save(checkpoint)
        except KeyboardInterrupt:
            model.save(checkpoint)
            raise


def _round(model: Model, cells: NDArray[np.void], settings: GloVe, pool: ThreadPoolExecutor) -> None:
    """Learn from some cells, a part in each thread. An interruption waits for the end, so that no step is half done."""
    parts = np.array_split(cells, settings.threads)
    futures = [pool.submit(_learn_part, model, part, settings) for part in parts]
    interrupted = _interrupted(futures)
    model.loss, model.cell = model.loss + sum(future.result() for future in futures), model.cell + len(cells)
    if not np.isfinite(model.loss):
        raise SpecError(f"learning_rate={settings.learning_rate}: the loss grew without bound; give a lower rate")
    if interrupted:
        raise KeyboardInterrupt


def _interrupted(futures: list[Future[float]]) -> bool:
    """Wait for all of them, whatever happens meanwhile; whether an interruption did."""
    try:
        wait(futures)
    except KeyboardInterrupt:
        wait(futures)
        return True
    return False


def _learn_part(model: Model, cells: NDArray[np.void], settings: GloVe) -> float:
    counts = cells["count"].astype(np.float32)
    weights = np.minimum(counts / np.float32(settings.x_max), np.float32(1)) ** np.float32(settings.alpha)
    rows, columns = np.ascontiguousarray(cells["row"]), np.ascontiguousarray(cells["column"])
    rate = np.float32(settings.learning_rate)
    return learn_cells(model.vectors, model.biases, rows, columns, np.log(counts), weights, rate)


def train_glove(
    corpus: Corpus,
    vocabulary: Vocabulary,
    settings: GloVe,
    folder: Path,
    *,
    resume: bool = False,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> tuple[Model, dict[str, Any]]:
    """Count, learn, and return the model with what provenance should tell: cells and the loss of each epoch.

    `folder` holds the cells and the checkpoint; to resume, they must come from the same corpus and settings. With the
    address of a `cluster` its workers count, which gives the same cells; learning is done here.
    """
    checkpoint, plan = folder / CHECKPOINT, folder / "plan.json"
    identity = corpus.identity()
    wanted = {"corpus": identity["sha256"], "part of the corpus": identity["view_sha256"], **asdict(settings)}
    if resume:
        _refuse_other(plan, wanted)
    else:
        _count(corpus, vocabulary, settings, folder, cluster, progress)
        write_whole(plan, json.dumps(wanted))
    cells = np.load(folder / "cells.npy", mmap_mode="r")
    if not len(cells):
        raise SpecError(
            f"{corpus.name}: no two of the words that are frequent enough stand in one sentence, so there is nothing to learn; "
            "are the sentences single words, or the minimum count too high?"
        )
    if checkpoint.exists():
        model = Model.load(checkpoint, (2 * len(vocabulary.words), 2, settings.dim))
        if model.epoch > settings.epochs:
            raise SpecError(f"epochs={settings.epochs}: {model.epoch} are done already; give at least as many")
    else:
        model = Model.new(len(vocabulary.words), settings.dim, settings.seed)
    learn(model, cells, settings, checkpoint, progress)
    return model, {"cells": len(cells), "losses": list(model.losses)}


def _count(
    corpus: Corpus,
    vocabulary: Vocabulary,
    settings: GloVe,
    folder: Path,
    cluster: str | None,
    progress: Progress | None,
) -> None:
    told = phase(progress, "counting")
    if cluster is None:
        count_cells(corpus, vocabulary, folder, settings, told)
    else:
        with connected(cluster) as client:
            count_cells_on_cluster(corpus, vocabulary, folder, client, settings, progress=told)


def _refuse_other(plan: Path, wanted: Mapping[str, Any]) -> None:
    """A checkpoint goes on only as it began; how many epochs there are to be may change."""
    if not plan.is_file():
        raise SpecError(f"{plan.parent}: there is nothing to resume; train without --resume")
    begun = json.loads(plan.read_text("utf-8"))
    for key, value in wanted.items():
        if key not in _MAY_CHANGE and begun.get(key) != value:
            raise SpecError(
                f"{plan.parent}: was begun with {key} = {begun.get(key)}, not {value}; resume with the same corpus and "
                "settings, or train without --resume"
            )
