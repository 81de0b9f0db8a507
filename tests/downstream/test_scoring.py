"""Scores of detectors against other ways to the same numbers."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import accuracy_score, f1_score

from weatherglass.downstream.scoring import difference, filtered_scores, mean_score, satterthwaite, scores
from weatherglass.measure.result import Lacking


def told_and_labels(seeds: int = 3, texts: int = 60, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    generator = np.random.default_rng(seed)
    labels = generator.random(texts) < 0.5
    return np.array([labels ^ (generator.random(texts) < share) for share in np.linspace(0.2, 0.4, seeds)]), labels


def test_the_figures_are_those_of_scikit_learn() -> None:
    told, labels = told_and_labels()
    found = scores(told, labels, resamples=200, seed=0)
    assert found.accuracy.by_seed == pytest.approx([accuracy_score(labels, row) for row in told])
    assert found.f1.by_seed == pytest.approx([f1_score(labels, row) for row in told])
    assert found.f1_other.by_seed == pytest.approx([f1_score(~labels, ~row) for row in told])
    assert found.f1.value == pytest.approx(np.mean(found.f1.by_seed))


def test_the_interval_over_seeds_is_a_t_interval() -> None:
    told, labels = told_and_labels()
    found = scores(told, labels, resamples=200, seed=0).accuracy
    low, high = stats.t.interval(0.95, 2, np.mean(found.by_seed), stats.sem(found.by_seed))
    assert found.interval_seeds is not None
    assert (found.interval_seeds.low, found.interval_seeds.high) == pytest.approx((low, min(high, 1)))


def test_texts_and_seeds_together_by_hand() -> None:
    told, labels = told_and_labels()
    right = told == labels
    texts = right.mean(axis=0).var(ddof=1) / 60
    seeds = right.mean(axis=1).var(ddof=1) / 3
    df = (texts + seeds) ** 2 / (texts**2 / 59 + seeds**2 / 2)
    reach = stats.t.ppf(0.975, df) * math.sqrt(texts + seeds)
    found = scores(told, labels, resamples=200, seed=0).accuracy.interval
    assert found is not None
    assert found.high - right.mean() == pytest.approx(reach)
    assert found.method == "t over texts and seeds"


def test_with_one_seed_only_texts_are_told_of() -> None:
    told, labels = told_and_labels(seeds=1)
    found = scores(told, labels, resamples=200, seed=0).accuracy
    assert found.interval_seeds is None
    assert found.interval is not None
    assert found.interval.method == "t over texts"
    low, _high = stats.t.interval(0.95, 59, (told == labels).mean(), stats.sem((told == labels)[0]))
    assert found.interval.low == pytest.approx(low)


def test_the_interval_holds_the_accuracy_of_all_texts_as_often_as_it_says() -> None:
    """Each text has its own difficulty and each seed its own skill; the true value is the mean of both populations."""
    generator = np.random.default_rng(3)
    held = 0
    for _ in range(400):
        difficulty, skill = generator.normal(0, 0.15, 150), generator.normal(0, 0.03, 5)
        chance = np.clip(0.7 + difficulty[None, :] + skill[:, None], 0, 1)
        labels = np.arange(150) % 2 == 0
        told = labels ^ (generator.random(chance.shape) > chance)
        interval = mean_score(told == labels, low=0.0).interval
        assert interval is not None
        held += interval.low <= 0.7 <= interval.high
    assert 0.92 <= held / 400 <= 0.99


def test_the_bootstrap_of_f1_agrees_with_the_jackknife() -> None:
    told, labels = told_and_labels(seeds=1, texts=300, seed=4)
    found = scores(told, labels, resamples=2000, seed=0).f1.interval
    right, both = told[0] & labels, told[0].astype(int) + labels
    left_out = 2 * (right.sum() - right) / (both.sum() - both)
    error = math.sqrt(299 / 300 * ((left_out - left_out.mean()) ** 2).sum())
    assert found is not None
    assert (found.high - found.low) / 2 / 1.968 == pytest.approx(error, rel=0.1)


def test_a_class_that_is_never_told_has_no_f1_and_all_right_no_interval() -> None:
    labels = np.arange(40) % 2 == 0
    never = scores(np.zeros((2, 40), bool), labels, resamples=100, seed=0)
    assert (never.f1.value, never.accuracy.value) == (0, 0.5)
    assert never.accuracy.interval_seeds is None, "that nothing varies is no certainty"
    assert scores(labels[None], labels, resamples=100, seed=0).accuracy.interval is None


def test_a_difference_is_paired_over_texts() -> None:
    told, labels = told_and_labels(seeds=3)
    right = told == labels
    better = right | (np.arange(60) < 6)
    found = difference(better, right)
    assert found.value == pytest.approx(better.mean() - right.mean())
    one = difference(np.ones((1, 60), bool), right)
    assert one.by_seed == pytest.approx(1 - right.mean(axis=1))
    same = difference(right, right)
    assert (same.value, same.interval) == (0, None)


def test_filtered_texts_are_scored_alone_or_not_at_all() -> None:
    told, labels = told_and_labels()
    kept = np.arange(60) < 40
    found = filtered_scores(told, labels, kept, ("sexist", "neutral"), resamples=100, seed=0)
    assert found == scores(told[:, :40], labels[:40], resamples=100, seed=0)
    few = filtered_scores(told, labels, np.arange(60) < 5, ("sexist", "neutral"), resamples=100, seed=0)
    assert isinstance(few, Lacking)
    assert f"{labels[:5].sum()} are sexist" in few.skipped


def test_satterthwaite_between_its_parts() -> None:
    assert satterthwaite((1.0, 10)) == 10
    assert satterthwaite((1.0, 10), (0.0, 0)) == 10
    assert satterthwaite((1.0, 10), (1.0, 10)) == 20
