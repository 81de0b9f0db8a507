"""Linear classifiers of sentiment: from a word's vector to the logarithm of the odds that the word is positive."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from weatherglass.arrays import Bools, Floats, Indices
from weatherglass.downstream.diffused import Kind
from weatherglass.mitigate.explicit import Value
from weatherglass.stats.intervals import Interval
from weatherglass.stats.shares import share_interval

FOLDS = 5
C = 1.0  # with vectors whose mean squared length is one; from 0.1 to 10 the accuracy hardly changes
LEVEL = 0.95
_ROUNDS = 20_000
_TOLERANCE = 1e-8  # by default, normals are up to 3 % off, and change when the space is turned
_SEEDS = 2**32  # that scikit-learn knows
_TENFOLD = math.log(10)


@dataclass(frozen=True, slots=True, eq=False)
class Scorer:
    """S(x) = x·gradient + zero: log10 of P(positive)/P(negative) for a vector as the embedding has it."""

    gradient: Floats
    zero: float

    @property
    def normal(self) -> Floats:
        """Of length one, towards the positive side; zeros where nothing was learnt."""
        found: Floats = self.gradient / (np.linalg.norm(self.gradient) or 1.0)
        return found

    def scores(self, vectors: Floats) -> Floats:
        found: Floats = vectors @ self.gradient + self.zero
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Learnt:
    """A classifier, and how well its like tells words whose lemma it has not seen; `stopped_early`: it did not settle."""

    scorer: Scorer
    accuracy: Value
    right: float
    stopped_early: bool


def learn(
    kind: Kind,
    vectors: Floats,
    positive: Bools,
    lemmas: Indices,
    seed: int,
    *,
    anew: bool = False,
    judged: Bools | None = None,
) -> Learnt:
    """One classifier of all words; both signs count the same, whatever their numbers.

    Each word is also told by a classifier that has not seen its lemma. These answers give the accuracy, and the sigmoid of the support vector
    machine (Platt 1999), which has one normal: that of all words. `anew`: the normal of a first classifier is taken out of all words, and another
    one trained on what is left. For held-out words that normal, too, is learnt without them: one that had seen their signs would take those along.
    `judged`: words that accuracy and sigmoid go by, if not all.
    """
    from sklearn.model_selection import GroupKFold

    scale = _scale(vectors)
    scaled = vectors / scale
    judged = np.ones(len(vectors), bool) if judged is None else judged
    seed %= _SEEDS
    folds = GroupKFold(FOLDS, shuffle=True, random_state=seed)
    held_out = np.empty(len(vectors))
    with warnings.catch_warnings(record=True) as caught, threadpool_limits(1):
        _only_of_convergence()
        for seen, unseen in folds.split(scaled, positive, lemmas):
            normal, intercept = _fitted(kind, scaled[seen], positive[seen], seed, anew)
            held_out[unseen] = scaled[unseen] @ normal + intercept
        normal, intercept = _fitted(kind, scaled, positive, seed, anew)
        slope, offset = platt(held_out[judged], positive[judged]) if kind == "svm" else (1.0, 0.0)
    right = ((held_out > 0) == positive)[judged]
    return Learnt(
        scorer=Scorer(slope * normal / (scale * _TENFOLD), (slope * intercept + offset) / _TENFOLD),
        accuracy=mean_of_signs(right, positive[judged], lemmas[judged]),
        right=float(right.mean()),
        stopped_early=bool(caught),
    )


def _fitted(kind: Kind, vectors: Floats, positive: Bools, seed: int, anew: bool) -> tuple[Floats, float]:
    """Normal and intercept. One trained anew has nothing along the first normal, so that words need not be treated to be told."""
    model = _model(kind, seed).fit(vectors, positive)
    if anew:
        first = model.coef_[0].astype(np.float64)
        model = _model(kind, seed).fit(without(vectors, first), positive)
        return without(model.coef_.astype(np.float64), first)[0], float(model.intercept_[0])
    return model.coef_[0].astype(np.float64), float(model.intercept_[0])


def without(vectors: Floats, direction: Floats) -> Floats:
    """What is left of vectors when their part along a direction is taken; they are not scaled again."""
    along = direction / (np.linalg.norm(direction) or 1.0)
    found: Floats = vectors - np.outer(vectors @ along, along)
    return found


def normal_of(kind: Kind, vectors: Floats, positive: Bools, weights: Floats, seed: int) -> Floats:
    """The normal alone, of words that count as often as `weights` say."""
    drawn = weights > 0
    scaled = vectors[drawn] / _scale(vectors)
    with warnings.catch_warnings(), threadpool_limits(1):
        warnings.simplefilter("ignore")
        model = _model(kind, seed % _SEEDS).fit(scaled, positive[drawn], sample_weight=weights[drawn])
    normal: Floats = model.coef_[0].astype(np.float64)
    return normal


def platt(decisions: Floats, positive: Bools) -> tuple[float, float]:
    """Slope and offset of ln(P/(1−P)) over a decision value, both signs counting the same.

    The likelihood is that of targets a little off 0 and 1, so that it has a maximum where the signs are told apart completely (Platt 1999).
    """
    from sklearn.linear_model import LogisticRegression

    n = len(positive)
    counts = np.where(positive, positive.sum(), (~positive).sum())
    weights = n / (2 * counts)
    # Platt's targets for n/2 words of either sign: each word counts in part for the other one.
    own = (n / 2 + 1) / (n / 2 + 2)
    spread = float(decisions.std()) or 1.0
    model = LogisticRegression(C=np.inf, tol=_TOLERANCE, max_iter=_ROUNDS)
    model.fit(
        np.concatenate([decisions, decisions])[:, None] / spread,
        np.concatenate([positive, ~positive]),
        sample_weight=np.concatenate([weights * own, weights * (1 - own)]),
    )
    return float(model.coef_[0, 0]) / spread, float(model.intercept_[0])


def mean_of_signs(right: Bools, positive: Bools, lemmas: Indices) -> Value:
    """The mean of the shares of positive and of negative words told right; lemmas vary, not words.

    The two intervals are joined as those of independent estimates are (Zou & Donner 2008).
    """
    shares, intervals = [], []
    for side in (positive, ~positive):
        shares.append(float(right[side].mean()))
        intervals.append(share_interval(right[side], lemmas[side][:, None], level=LEVEL))
    value = sum(shares) / 2
    one, other = intervals
    if one is None or other is None:
        return Value(value=value, reason="too few lemmas for an interval")
    below, above = (
        math.hypot(*(getattr(each, end) - share for each, share in zip((one, other), shares, strict=True))) / 2
        for end in ("low", "high")
    )
    return Value(
        value=value,
        interval=Interval(low=value - below, high=value + above, level=LEVEL, method="clustered Wilson", resamples=0),
    )


def _scale(vectors: Floats) -> float:
    """The root of the mean squared length, so that a penalty means the same in all files."""
    return math.sqrt(float(np.einsum("ij,ij->", vectors, vectors)) / len(vectors)) or 1.0


def _model(kind: Kind, seed: int) -> Any:
    if kind == "svm":
        from sklearn.svm import LinearSVC

        return LinearSVC(C=C, class_weight="balanced", tol=_TOLERANCE, max_iter=_ROUNDS, random_state=seed)
    from sklearn.linear_model import LogisticRegression

    return LogisticRegression(C=C, class_weight="balanced", solver="newton-cholesky", tol=_TOLERANCE, max_iter=_ROUNDS)


def _only_of_convergence() -> None:
    from sklearn.exceptions import ConvergenceWarning

    warnings.simplefilter("always", ConvergenceWarning)
