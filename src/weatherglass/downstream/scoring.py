"""How well texts were told apart, and how far that hangs on the seeds and on the texts."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Floats
from weatherglass.downstream.detected import Score, Scores
from weatherglass.measure.result import Lacking
from weatherglass.stats.intervals import Interval, IntervalMethod, drawn_weights

Bools = NDArray[np.bool_]
LEVEL = 0.95
LEAST_FILTERED = 10  # texts of each class


def scores(told: Bools, labels: Bools, *, resamples: int, seed: int) -> Scores:
    """Accuracy and F1; `told`: a row per seed, whether each text was taken for one of the class looked for."""
    return Scores(
        texts=len(labels),
        looked_for=int(labels.sum()),
        accuracy=mean_score(told == labels, low=0.0),
        f1=_f1_score(told, labels, resamples, seed),
        f1_other=_f1_score(~told, ~labels, resamples, seed),
    )


def filtered_scores(
    told: Bools, labels: Bools, kept: Bools, classes: tuple[str, str], *, resamples: int, seed: int
) -> Scores | Lacking:
    """The same on some of the texts, if there are enough of them."""
    ones, others = int((labels & kept).sum()), int((~labels & kept).sum())
    if min(ones, others) < LEAST_FILTERED:
        return Lacking(
            skipped=f"of the test texts all of whose words stand in training texts, {ones} are {classes[0]} and {others} {classes[1]}; "
            f"at least {LEAST_FILTERED} of each are needed"
        )
    return scores(told[:, kept], labels[kept], resamples=resamples, seed=seed)


def difference(right: Bools, right_random: Bools) -> Score:
    """Accuracy less that of another detector, text by text; a row per seed, or one for all seeds."""
    return mean_score(right.astype(np.float64) - right_random, low=-1.0)


def mean_score(values: Floats | Bools, *, low: float) -> Score:
    """The mean of values of texts (columns) for seeds (rows). What texts add to its variance is that of their means over seeds."""
    values = np.asarray(values, np.float64)
    by_seed = values.mean(axis=1)
    texts = values.shape[1]
    variance = float(values.mean(axis=0).var(ddof=1)) / texts if texts > 1 else math.nan
    return _score(by_seed, variance, texts, low)


def f1(told: Bools, labels: Bools, weights: Floats) -> Floats:
    """Of every row of weights (how often each text counts): 2·TP / (2·TP + FP + FN); 0 where nothing is told or to be told."""
    right = weights @ (told & labels).astype(np.float64)
    both = weights @ told.astype(np.float64) + weights @ labels.astype(np.float64)
    found: Floats = np.divide(2 * right, both, out=np.zeros_like(both), where=both > 0)
    return found


def _f1_score(told: Bools, labels: Bools, resamples: int, seed: int) -> Score:
    """What texts add to the variance is estimated by drawing them again, each class by itself, as its size is no accident."""
    order = np.argsort(labels, kind="stable")
    told, labels = told[:, order], labels[order]
    everything = np.ones((1, len(labels)))
    by_seed = np.array([f1(row, labels, everything)[0] for row in told])
    sizes = [int((~labels).sum()), int(labels.sum())]
    drawn = [np.concatenate(weights, axis=1) for weights in drawn_weights(sizes, resamples, seed)]
    means = np.concatenate([np.mean([f1(row, labels, weights) for row in told], axis=0) for weights in drawn])
    return _score(by_seed, float(means.var(ddof=1)), len(labels), 0.0)


def _score(by_seed: Floats, text_variance: float, texts: int, low: float) -> Score:
    value = float(by_seed.mean())
    seeds = len(by_seed)
    seed_variance = float(by_seed.var(ddof=1)) / seeds if seeds > 1 else 0.0
    return Score(
        value=value,
        by_seed=tuple(by_seed.tolist()),
        interval_seeds=_interval(value, seed_variance, seeds - 1, low, "t over seeds"),
        interval=_interval(
            value,
            text_variance + seed_variance,
            satterthwaite((text_variance, texts - 1), (seed_variance, seeds - 1)),
            low,
            "t over texts and seeds" if seeds > 1 else "t over texts",
        ),
    )


def satterthwaite(*parts: tuple[float, int]) -> float:
    """Degrees of freedom of a sum of variances, each given with its own (Satterthwaite 1946)."""
    total = sum(variance for variance, _df in parts)
    below = sum(variance**2 / df for variance, df in parts if variance > 0)
    return total**2 / below if below else 0.0


def _interval(value: float, variance: float, df: float, low: float, method: IntervalMethod) -> Interval | None:
    """None where nothing varies: that is no certainty."""
    if not variance > 0 or df <= 0:
        return None
    from scipy.special import stdtrit

    reach = float(stdtrit(df, (1 + LEVEL) / 2)) * math.sqrt(variance)
    return Interval(low=max(value - reach, low), high=min(value + reach, 1.0), level=LEVEL, method=method, resamples=0)
