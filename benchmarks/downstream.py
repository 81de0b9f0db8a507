"""A linear sentiment classifier with a Platt sigmoid and one normal: ours against scikit-learn's way to the same, on the same words and folds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from sklearn.calibration import CalibratedClassifierCV
from sklearn.model_selection import GroupKFold
from sklearn.svm import SVC

from benchmarks.measures import clustered
from benchmarks.table import Row, against, best_of, timed, told
from weatherglass.arrays import Bools, Floats, Indices
from weatherglass.downstream.classifier import FOLDS, learn

WORDS, DIM = 4_000, 300
FASTER = 3.0
ALIKE = 0.97


def run(_folder: Path) -> list[Row]:
    vectors, positive, lemmas = _made_up()
    ours, learnt = timed(5, lambda: learn("svm", vectors, positive, lemmas, 0))
    theirs, scores = timed(1, lambda: _scores_by_libsvm(vectors, positive, lemmas))
    r = float(np.corrcoef(scores, learnt.scorer.scores(vectors))[0, 1])
    logistic = best_of(5, lambda: learn("logistic", vectors, positive, lemmas, 0))
    return [
        against(
            f"linear SVM with a Platt sigmoid, {WORDS:,} words × {DIM}; CalibratedClassifierCV(SVC)",
            ours,
            theirs,
            FASTER,
        ),
        told(Row("the same scores: correlation", f"{r:.4f}", "", "", f"≥ {ALIKE}", r >= ALIKE)),
        told(Row("logistic regression of the same", f"{logistic:.3f} s", "", "", "", True)),
    ]


def _scores_by_libsvm(vectors: Floats, positive: Bools, lemmas: Indices) -> Floats:
    """What scikit-learn advises: a support vector machine whose sigmoid is fitted to held-out values, without an ensemble of folds."""
    folds = list(GroupKFold(FOLDS, shuffle=True, random_state=0).split(vectors, positive, lemmas))
    model = CalibratedClassifierCV(SVC(kernel="linear"), method="sigmoid", cv=folds, ensemble=False)
    model.fit(vectors / np.sqrt((vectors**2).sum(axis=1).mean()), positive)
    chances = model.predict_proba(vectors / np.sqrt((vectors**2).sum(axis=1).mean()))
    found: Floats = np.log10(chances[:, 1] / chances[:, 0])
    return found


def _made_up() -> tuple[Floats, Bools, Indices]:
    """Words of two signs in lemmas of two, with vectors as those of real words lie, and a direction that tells nine of ten signs."""
    vectors = clustered(WORDS, DIM, 0).astype(np.float64)
    rng = np.random.default_rng(1)
    direction = rng.normal(size=DIM) / np.sqrt(DIM)
    along = vectors @ direction
    positive = along + 0.25 * along.std() * rng.normal(size=WORDS) > np.median(along)
    return vectors, positive, np.arange(WORDS) // 2
