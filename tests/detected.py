"""Results of detection with scores that are made up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from weatherglass.downstream.detected import Counting, Detection, Detector, Kind, Part, Score, Scores, Space, WordsUsed
from weatherglass.embedding.similarity import Similarity
from weatherglass.errors import Notice
from weatherglass.measure.result import Lacking
from weatherglass.stats.intervals import Interval

TEXTS = 200
GIVEN = "glove-100.bin"
ACCURACY: dict[Kind, tuple[float, float, float]] = {  # with random, given and own vectors
    "bag": (0.61, 0.7, 0.66),
    "lstm": (0.57, 0.74, 0.7),
    "attention": (0.76, 0.8, 0.78),
}


def made_score(value: float, reach: float | None = 0.03) -> Score:
    """Of three seeds, with intervals that reach so far; of one where there is no reach."""
    if reach is None:
        return Score(value=value, by_seed=(value,), interval_seeds=None, interval=None)
    return Score(
        value=value, by_seed=(value - 0.01, value, value + 0.01), interval_seeds=_about(value, reach / 3), interval=_about(value, reach),
    )  # fmt: skip


def _about(value: float, reach: float) -> Interval:
    return Interval(low=value - reach, high=value + reach, level=0.95, method="percentile bootstrap", resamples=2000)


def made_scores(accuracy: float, texts: int = TEXTS, reach: float | None = 0.03) -> Scores:
    return Scores(
        texts=texts, looked_for=texts // 2, accuracy=made_score(accuracy, reach), f1=made_score(accuracy - 0.02, reach), f1_other=made_score(accuracy + 0.01, reach),
    )  # fmt: skip


def made_detector(model: Kind, space: str, accuracy: float, random: float | None, **changes: Any) -> Detector:
    words: WordsUsed = "all" if model == "attention" else "common"
    rng = np.random.default_rng(len(model))
    right = rng.random(TEXTS) < accuracy
    labels = np.arange(TEXTS) % 2 == 0
    found = Detector(
        model=model,
        space=space,
        trainable=model == "attention",
        words=words,
        validation=accuracy + 0.005,
        epochs=() if model == "bag" else (4, 5, 3),
        test=made_scores(accuracy),
        filtered=made_scores(accuracy + 0.05, 60, 0.06),
        against_random=None if random is None else made_score(accuracy - random, 0.035),
        probabilities=tuple(np.where(right == labels, 0.8, 0.2).tolist()),
    )
    return replace(found, **changes)


def made_counting(accuracy: float, behind: float, reach: float | None = 0.03) -> Counting:
    """Told by counted words, and how far that is behind the best detector."""
    return Counting(
        validation=accuracy - 0.01,
        test=made_scores(accuracy, reach=reach),
        filtered=made_scores(accuracy + 0.02, 60, 0.06),
        best_against_it=made_score(behind, reach),
        probabilities=tuple(np.linspace(0.1, 0.9, TEXTS).tolist()),
    )


def made_similarity(value: float = 0.39) -> Similarity:
    return Similarity(
        one=GIVEN, other="own", dimensions=(100, 100), common=5210, words=5210, effective=412.0, value=value, unweighted=0.21, on_fitted_words=0.5, floor=0.031, floor_low=0.012,
        floor_high=0.047, permutations=39, weights="counts in the training texts", moved=(), moved_among=0, seed=0,
    )  # fmt: skip


def made_detection(**changes: Any) -> Detection:
    """A table like the published one: three models, each with random, given and own vectors."""
    detectors = []
    for model, accuracies in ACCURACY.items():
        for space, accuracy in zip(("random", GIVEN, "own"), accuracies, strict=True):
            detectors.append(made_detector(model, space, accuracy, None if space == "random" else accuracies[0]))
    found = Detection(
        texts="edos.csv",
        test_texts="edos.csv",
        language="en",
        classes=("sexist", "not sexist"),
        parts=(
            Part(name="train", texts=3398, looked_for=1699, mean_words=22.4),
            Part(name="validation", texts=376, looked_for=188, mean_words=22.1),
            Part(name="test", texts=TEXTS, looked_for=TEXTS // 2, mean_words=22.3),
        ),
        filtered=Part(name="filtered", texts=60, looked_for=30, mean_words=12.6),
        spaces=(
            Space(name="random", kind="random", dim=100, words=8123, asked=8123, running=1.0, scale=1.0),
            Space(name=GIVEN, kind="given", dim=100, words=7411, asked=8123, running=0.965, scale=2.31, similarity=made_similarity()),
            Space(name="own", kind="own", dim=100, words=5602, asked=8123, running=0.951, scale=4.07, source={"method": "glove", "settings": {"dim": 100, "epochs": 15}}),
        ),
        common=5210,
        detectors=tuple(detectors),
        best=7,
        counting=made_counting(0.72, 0.08),
        numbers=tuple(range(1, TEXTS + 1)),
        labels=tuple(i % 2 == 0 for i in range(TEXTS)),
        settings={"models": ["bag", "lstm"], "trainable": None, "seeds": 3, "balanced": True, "hidden": 64},
        warnings=(Notice("balanced", "The larger class was sampled down to the smaller one."),),
        cpu_minutes={"lstm, own, frozen, common words": 1.234, "all": 9.876},
    )  # fmt: skip
    return replace(found, **changes)


def without_own(**changes: Any) -> Detection:
    """No space of the task's own, one seed, and too few filtered texts."""
    lacking = Lacking(skipped="3 of 200 texts are left; 20 of each class are needed")
    full = made_detection()
    detectors = tuple(
        replace(each, test=made_scores(each.test.accuracy.value, reach=None), filtered=lacking, against_random=None)
        for each in full.detectors
        if each.space != "own"
    )
    return replace(
        full,
        detectors=detectors,
        best=len(detectors) - 1,
        counting=made_counting(0.72, 0.08, None),
        spaces=tuple(replace(each, similarity=None) for each in full.spaces if each.kind != "own"),
        filtered=Part(name="filtered", texts=3, looked_for=1, mean_words=4.0),
        settings={"seeds": 1},
        cpu_minutes={},
        warnings=(),
        **changes,
    )
