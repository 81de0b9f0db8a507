"""The files beside vectors that GloVe goes on from: after a stop, and when an effect is traced to documents."""

from __future__ import annotations

from pathlib import Path

CHECKPOINT = "checkpoint.npz"


def unfinished(vectors: Path) -> Path:
    """The folder beside the vectors to be, with what GloVe needs to go on after a stop."""
    return vectors.with_name(vectors.name + ".unfinished")


def model_beside(vectors: Path) -> Path:
    """The whole model, where it was kept: words, contexts, biases, and how far each has learnt."""
    return vectors.with_name(vectors.name + ".glove.npz")
