"""Tracing: the effect without each document, against training again without each, and against the formula word by word."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from benchmarks.table import Row, against, duration, timed, told
from weatherglass.corpus import synthetic
from weatherglass.corpus.build import build_corpus
from weatherglass.embedding.embedding import Embedding
from weatherglass.trace.effect import Effect, Target, effect_of
from weatherglass.trace.ledger import Ledger, ledger_of
from weatherglass.trace.models import settings_of, train_models
from weatherglass.trace.prediction import Predictor, predictor_of
from weatherglass.trace.retraining import trained
from weatherglass.trace.squares import extended, squares_of
from weatherglass.train.glove import Model
from weatherglass.train.settings import GloVe
from weatherglass.train.vocabulary import vocabulary_of
from weatherglass.words.lookup import Match

DOCUMENTS, BY_FORMULA, RETRAINED = 3000, 30, 4


def run(_folder: Path) -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="weatherglass-") as passing:
        return _rows(Path(passing))


def _rows(folder: Path) -> list[Row]:
    synthetic.write_documents(folder / "texts.jsonl", DOCUMENTS)
    corpus = build_corpus(folder / "texts.jsonl", folder / "corpus", language=synthetic.LANGUAGE)
    settings = settings_of({"dim": 50, "min_count": 1, "epochs": 15, "window": 5, "x_max": 10.0}, 0)
    vocabulary = vocabulary_of(corpus, 1)
    (model,) = train_models(corpus, vocabulary, settings, 1, 1)
    rows = [vocabulary.words.index(word[0]) for each in synthetic.query().sets for word in each.words]
    ledger = ledger_of(corpus, vocabulary, rows, settings, folder)  # also compiles what is compiled
    effect = _effect(vocabulary.words, model)

    def ours() -> Predictor:
        made = predictor_of(squares_of(ledger_of(corpus, vocabulary, rows, settings, folder), model, settings), effect)
        made.changes(ledger)
        return made

    seconds, predictor = timed(3, ours)
    again, _ = timed(1, lambda: trained([(corpus, settings)] * RETRAINED, vocabulary, lambda _model: None, 1))
    formula, changes = timed(1, lambda: _by_formula(ledger, model, settings, effect))
    found = predictor.changes(ledger)[0][:BY_FORMULA]
    apart = float(np.abs(found - changes).max() / np.abs(changes).max())
    what = f"the effect without each of {DOCUMENTS:,} documents, with the pass over the corpus"
    return [
        against(f"{what}; training again, scaled from {RETRAINED} trainings", seconds, again / RETRAINED * DOCUMENTS, 100),
        against(f"{what}; the formula in numpy, word by word with whole rows, scaled from {BY_FORMULA}", seconds, formula / BY_FORMULA * DOCUMENTS, 20),
        told(Row("the same changes: largest difference, of the largest change", f"{apart:.1e}", "", "", "≤ 0.02", apart <= 0.02)),
        told(Row("a document", duration(seconds / DOCUMENTS), "", "", "", True)),
    ]  # fmt: skip


def _effect(words: tuple[str, ...], model: Model) -> Effect:
    vectors = model.vectors[: model.words, 0].copy()
    target = Target.of(synthetic.query(), "weat")
    return effect_of(
        target, target.prepared(Embedding("w", words, vectors, np.arange(len(words)), len(words)), Match())
    )


def _by_formula(ledger: Ledger, model: Model, settings: GloVe, effect: Effect) -> np.ndarray:
    """As it is written in the paper, damped: gradients before and after from all cells of a word, and a system to solve."""
    squares = squares_of(ledger, model, settings)
    plain = squares_of(ledger, model, settings, damped=False)
    changes = []
    for place in range(BY_FORMULA):
        left = ledger.cells.counts.copy()
        taken = ledger.taken(place)
        left[taken.places] -= taken.counts
        vectors = squares.vectors.copy()
        for word in range(len(vectors)):
            of = slice(squares.begins[word], squares.begins[word + 1])
            contexts = extended(model, ledger.cells.columns[of])
            damping = np.diag(squares.hessians[word] - plain.hessians[word])
            pull = []
            for counts in (ledger.cells.counts[of], left[of]):
                there = counts > 1e-9
                weights = np.where(there, np.minimum(counts / settings.x_max, 1) ** settings.alpha, 0.0)
                errors = squares.fitted[of] - np.log(np.where(there, counts, 1.0))
                pull.append(contexts.T @ (weights * errors))
            hessian = (contexts.T * weights) @ contexts + np.diag(damping)
            vectors[word] -= np.linalg.solve(hessian, pull[1] - pull[0])[:-1]
        changes.append(effect(vectors) - effect(squares.vectors))
    return np.array(changes)
