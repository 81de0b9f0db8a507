"""The models that an effect is traced in: trained for it, or kept beside vectors that `train` wrote."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from weatherglass.corpus.corpus import Corpus
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import read
from weatherglass.embedding.handed import file_of_vectors
from weatherglass.errors import FormatError, SpecError
from weatherglass.progress import HowFar
from weatherglass.trace.retraining import trained
from weatherglass.train.glove import Model
from weatherglass.train.kept import model_beside
from weatherglass.train.settings import GloVe, settings_for
from weatherglass.train.vocabulary import Vocabulary, vocabulary_of

MEMORY = 2.0  # GB for counting: several trainings go on side by side


def settings_of(given: Mapping[str, Any], seed: int) -> GloVe:
    """How models are trained: in one thread each, so that a seed gives the same bytes."""
    for name in ("threads", "vectors", "memory"):
        if name in given:
            raise SpecError(f"{name}={given[name]}: a trace chooses this itself; leave it out")
    chosen = settings_for("glove", {"memory": MEMORY, **given, "seed": seed, "threads": 1})
    assert isinstance(chosen, GloVe)
    return chosen


def train_models(
    corpus: Corpus, vocabulary: Vocabulary, settings: GloVe, models: int, threads: int, progress: HowFar | None = None
) -> list[Model]:
    """So many, with the seeds that follow that of the settings."""
    jobs = [(corpus, replace(settings, seed=settings.seed + i)) for i in range(models)]
    return trained(jobs, vocabulary, lambda model: model, threads, progress)


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """A model that was kept, and how it was trained."""

    model: Model
    settings: GloVe


def kept_model(vectors: str | os.PathLike[str], corpus: Corpus) -> Kept:
    """The model of vectors that GloVe was trained for on this very corpus, refused if they are others."""
    path = file_of_vectors(vectors)
    embedding = read(path)
    settings = _settings_of_training(embedding, corpus, path)
    if vocabulary_of(corpus, settings.min_count).words != embedding.words:
        raise FormatError("holds other words than this corpus gives with its settings; train it again", file=path)
    file = model_beside(path)
    if not file.is_file():
        raise SpecError(
            f"{path}: its model is not kept: contexts and biases are needed beside the vectors, as {file.name}; train with "
            "--keep-model (the same settings and seed give the same vectors), or leave the vectors out, so that models are trained for the trace"
        )
    model = Model.load(file, (2 * len(embedding), 2, embedding.dim))
    if not np.array_equal(model.embedded(settings), embedding.vectors):
        raise FormatError(f"is the model of other vectors than {path.name}; train again with --keep-model", file=file)
    return Kept(model, settings)


def _settings_of_training(embedding: Embedding, corpus: Corpus, path: Path) -> GloVe:
    made = embedding.made
    if made is None:
        told = (
            "nothing beside them tells how they were made"
            if embedding.provenance is None
            else "what is told beside them is of other vectors"
        )
        raise SpecError(f"{path}: {told}; {_WHAT}")
    if made.get("method") != "glove":
        how = f"by {made['method']}" if "method" in made else "otherwise"
        raise SpecError(f"{path}: these vectors were made {how}, not by GloVe; {_WHAT}")
    was, now = made["corpus"], corpus.identity()
    if (was["sha256"], was["view_sha256"]) != (now["sha256"], now["view_sha256"]):
        part = "another corpus" if was["sha256"] != now["sha256"] else "another part of this corpus"
        said = "; ".join(was["view"]) or "all of it"
        raise SpecError(f"{path}: these vectors were trained on {part} ({was['name']}: {said}); {_WHAT}")
    chosen = settings_for("glove", dict(made["settings"]))
    assert isinstance(chosen, GloVe)
    return chosen


_WHAT = "a trace needs vectors that `weatherglass train --method glove --keep-model` made of the same corpus, or none"
