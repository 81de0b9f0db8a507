"""Does what was predicted hold? Models trained again without the first documents, the last ones, and any."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from weatherglass.arrays import Floats
from weatherglass.corpus.corpus import Corpus, Numbers
from weatherglass.errors import SpecError
from weatherglass.measure.base import NotMeasurable
from weatherglass.progress import HowFar
from weatherglass.trace.models import MEMORY
from weatherglass.trace.prediction import Predictor, predicted
from weatherglass.trace.ranking import WHICH, Ranking
from weatherglass.trace.retraining import trained
from weatherglass.trace.traced import Removal
from weatherglass.train.glove import Model
from weatherglass.train.settings import GloVe
from weatherglass.train.vocabulary import Vocabulary


def verified(
    corpus: Corpus,
    vocabulary: Vocabulary,
    ranking: Ranking,
    models: Sequence[Predictor],
    shares: Sequence[float],
    threads: int,
    progress: HowFar | None = None,
) -> tuple[Removal, ...]:
    """Each share at the top, at the bottom and at random; every model is trained again with its own seed."""
    planned = [(which, share, ranking.without(which, share)) for share in shares for which in WHICH]
    removals = []
    jobs: list[tuple[Corpus, GloVe]] = []
    for which, share, numbers in planned:
        change = predicted(models, ranking.ledger.taken_by(ranking.ledger.among(numbers)))
        made = Removal(
            which=which, share=share, documents=len(numbers), predicted=change.by_model, reason=change.reason
        )
        removals.append(made)
        if not change.reason:
            rest = _without(corpus, numbers)
            jobs += [(rest, replace(each.squares.settings, threads=1, memory=MEMORY)) for each in models]
    rows, settings = np.array(ranking.ledger.rows), models[0].squares.settings
    kept = iter(trained(jobs, vocabulary, lambda model: _vectors_of(model, rows, settings), threads, progress))
    return tuple(each if each.reason else _measured(each, models, [next(kept) for _ in models]) for each in removals)


def _without(corpus: Corpus, numbers: Numbers) -> Corpus:
    keep = np.ones(len(corpus.document_starts) - 1, bool)
    keep[numbers] = False
    try:
        return corpus.of_documents(keep, f"without {len(numbers):,} documents")
    except SpecError as error:
        raise SpecError(
            f"{corpus.name}: without {len(numbers):,} documents none is left; verify a smaller share"
        ) from error


def _vectors_of(model: Model, rows: Numbers, settings: GloVe) -> tuple[Floats, Floats]:
    """The vectors of these words, and those that training would hand on."""
    return model.vectors[rows, 0].astype(np.float64), model.embedded(settings)[rows].astype(np.float64)


def _measured(removal: Removal, models: Sequence[Predictor], kept: Sequence[tuple[Floats, Floats]]) -> Removal:
    try:
        changes = [
            (each.effect(words) - each.value, each.effect(added) - each.as_saved)
            for each, (words, added) in zip(models, kept, strict=True)
        ]
    except NotMeasurable as error:
        return replace(removal, reason=str(error))
    measured, as_saved = zip(*changes, strict=True)
    return replace(removal, measured=measured, as_saved=as_saved)
