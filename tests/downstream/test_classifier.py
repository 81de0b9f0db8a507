"""Classifiers of sentiment: the sigmoid, the single normal, and an accuracy that no inflection leaks into."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray
from scipy.optimize import minimize
from sklearn.calibration import CalibratedClassifierCV
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold
from sklearn.svm import LinearSVC

from tests.spaces import Floats
from weatherglass.downstream.classifier import FOLDS, Scorer, learn, mean_of_signs, normal_of, platt, without
from weatherglass.downstream.diffused import Kind, near_chance
from weatherglass.stats.shares import share_interval

KINDS: tuple[Kind, ...] = ("svm", "logistic")
Bools = NDArray[np.bool_]
Indices = NDArray[np.int64]


def told(
    lemmas: int = 90, forms: int = 2, *, share: float = 0.5, dim: int = 10, pull: float = 0.8, seed: int = 0
) -> tuple[Floats, Bools, Indices]:
    """Words, their signs and lemmas; the forms of a lemma lie close together, `share` of the lemmas are positive."""
    rng = np.random.default_rng(seed)
    positive = np.arange(lemmas) < share * lemmas
    centres = rng.normal(size=(lemmas, dim))
    centres[:, 0] += np.where(positive, pull, -pull)
    order = rng.permutation(lemmas * forms)
    vectors = (np.repeat(centres, forms, axis=0) + 0.1 * rng.normal(size=(lemmas * forms, dim)))[order]
    return vectors, np.repeat(positive, forms)[order], np.repeat(np.arange(lemmas), forms)[order]


def model_of(kind: Kind) -> LinearSVC | LogisticRegression:
    """As the documents say: C = 1, both signs counting the same; with another solver where there is one."""
    if kind == "svm":
        return LinearSVC(class_weight="balanced", tol=1e-9, max_iter=10**6, random_state=7)
    return LogisticRegression(class_weight="balanced", solver="newton-cg", tol=1e-10, max_iter=10**5)


def of_length_one_on_average(vectors: Floats) -> Floats:
    found: Floats = vectors / np.sqrt((vectors**2).sum(axis=1).mean())
    return found


def folds_of(vectors: Floats, positive: Bools, lemmas: Indices, seed: int) -> list[tuple[Indices, Indices]]:
    return list(GroupKFold(FOLDS, shuffle=True, random_state=seed).split(vectors, positive, lemmas))


def recall(right: Bools, positive: Bools) -> float:
    return float((right[positive].mean() + right[~positive].mean()) / 2)


def test_the_sigmoid_is_that_of_scikit_learn_where_both_signs_are_as_many() -> None:
    """Its solver stops at a gradient of 1e-5 or so: 1e-4 in the logarithm."""
    vectors, positive, lemmas = told(pull=0.4)
    scaled = of_length_one_on_average(vectors)
    calibrated = CalibratedClassifierCV(
        model_of("svm"), method="sigmoid", ensemble=False, cv=folds_of(scaled, positive, lemmas, 3)
    ).fit(scaled, positive)
    negative, good = calibrated.predict_proba(scaled).T
    scores = learn("svm", vectors, positive, lemmas, 3).scorer.scores(vectors)
    np.testing.assert_allclose(scores, np.log10(good) - np.log10(negative), atol=1e-4)


@pytest.mark.parametrize(("positives", "negatives"), [(50, 50), (20, 150), (300, 7)])
def test_the_sigmoid_maximises_platts_likelihood_with_both_signs_counting_the_same(
    positives: int, negatives: int
) -> None:
    rng = np.random.default_rng(positives)
    positive = np.arange(positives + negatives) < positives
    decisions = rng.normal(np.where(positive, 0.7, -0.4), 1.0)
    half = len(positive) / 2
    target = np.where(positive, (half + 1) / (half + 2), 1 / (half + 2))
    weight = np.where(positive, half / positives, half / negatives)

    def loss(line: Floats) -> float:
        odds = line[0] * decisions + line[1]
        return float(weight @ (np.logaddexp(0, odds) - target * odds))

    found = minimize(loss, [0.0, 0.0], method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-12, "maxiter": 5000})
    np.testing.assert_allclose(platt(decisions, positive), found.x, atol=1e-5)


def test_the_sigmoid_exists_where_the_signs_are_told_apart_completely() -> None:
    positive = np.arange(40) < 20
    slope, offset = platt(np.where(positive, 1.0, -1.0), positive)
    # All positive words have the same decision value, so that their probability is the target: 21/22.
    assert slope == pytest.approx(np.log(21), rel=1e-6)
    assert offset == pytest.approx(0, abs=1e-6)


@given(
    arrays(np.float64, (5, 4), elements=st.floats(-10, 10)),
    arrays(np.float64, 4, elements=st.floats(-10, 10)),
    st.floats(-10, 10),
)
def test_the_score_of_the_mean_is_the_mean_of_the_scores(vectors: Floats, gradient: Floats, zero: float) -> None:
    scorer = Scorer(gradient, zero)
    scores = scorer.scores(vectors)
    assert scorer.scores(vectors.mean(axis=0)[None])[0] == pytest.approx(scores.mean(), abs=1e-9)
    moved = 3 * vectors[0] - 2 * vectors[1]
    assert scorer.scores(moved[None])[0] == pytest.approx(3 * scores[0] - 2 * scores[1], abs=1e-9)


@pytest.mark.parametrize("kind", KINDS)
def test_one_normal_of_all_words_whatever_the_lengths_of_the_vectors(kind: Kind) -> None:
    vectors, positive, lemmas = told(share=0.3)
    learnt = learn(kind, vectors, positive, lemmas, 0)
    coefficients = model_of(kind).fit(of_length_one_on_average(vectors), positive).coef_[0]
    np.testing.assert_allclose(learnt.scorer.normal, coefficients / np.linalg.norm(coefficients), atol=1e-6)
    larger = learn(kind, 1000 * vectors, positive, lemmas, 0)
    np.testing.assert_allclose(larger.scorer.scores(1000 * vectors), learnt.scorer.scores(vectors), atol=1e-6)
    assert larger.accuracy.value == learnt.accuracy.value
    assert not learnt.stopped_early


def test_logistic_scores_are_decimal_logarithms_of_the_odds() -> None:
    vectors, positive, lemmas = told(share=0.3)
    scaled = of_length_one_on_average(vectors)
    negative, good = model_of("logistic").fit(scaled, positive).predict_proba(scaled).T
    scores = learn("logistic", vectors, positive, lemmas, 0).scorer.scores(vectors)
    np.testing.assert_allclose(scores, np.log10(good / negative), atol=1e-6)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("anew", [False, True])
def test_turning_the_space_changes_nothing(kind: Kind, anew: bool) -> None:
    """What solvers stop short of depends on the axes, by a percent where they are left at their usual tolerance."""
    vectors, positive, lemmas = told(pull=0.5, dim=30)
    turn, _ = np.linalg.qr(np.random.default_rng(9).normal(size=(30, 30)))
    one, other = (learn(kind, each, positive, lemmas, 0, anew=anew) for each in (vectors, vectors @ turn))
    np.testing.assert_allclose(one.scorer.gradient @ turn, other.scorer.gradient, atol=1e-6)
    assert one.scorer.zero == pytest.approx(other.scorer.zero, abs=1e-6)
    assert one.accuracy == other.accuracy


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("share", [0.5, 0.2])
def test_the_accuracy_is_that_of_words_whose_lemma_was_held_out(kind: Kind, share: float) -> None:
    vectors, positive, lemmas = told(pull=0.4, share=share)
    scaled = of_length_one_on_average(vectors)
    right = np.empty(len(positive), bool)
    for seen, unseen in folds_of(scaled, positive, lemmas, 5):
        assert not set(lemmas[seen]) & set(lemmas[unseen])
        right[unseen] = model_of(kind).fit(scaled[seen], positive[seen]).predict(scaled[unseen]) == positive[unseen]
    learnt = learn(kind, vectors, positive, lemmas, 5)
    assert learnt.accuracy.value == pytest.approx(recall(right, positive))
    assert learnt.right == pytest.approx(right.mean())
    assert learnt.accuracy.interval is not None
    assert learnt.accuracy.interval.low < recall(right, positive) < learnt.accuracy.interval.high


@pytest.mark.parametrize("kind", KINDS)
def test_forms_of_one_lemma_do_not_leak(kind: Kind) -> None:
    """Signs are random, but all forms of a lemma have the same one: what was seen of one form tells nothing of another lemma."""
    vectors, _, lemmas = told(lemmas=100, forms=4, dim=150)
    signs = np.random.default_rng(2).permutation(100) < 50
    held_out = learn(kind, vectors, signs[lemmas], lemmas, 0)
    assert held_out.accuracy.value == pytest.approx(0.5, abs=0.12)
    assert near_chance(held_out.accuracy)
    leaking = learn(kind, vectors, signs[lemmas], np.arange(len(lemmas)), 0)
    assert leaking.accuracy.value is not None
    assert leaking.accuracy.value > 0.85
    assert not near_chance(leaking.accuracy)


@pytest.mark.parametrize("kind", KINDS)
def test_trained_anew_without_the_normal_of_the_words_that_were_seen(kind: Kind) -> None:
    vectors, positive, lemmas = told(pull=0.8, share=0.4)
    vectors[:, 1] += np.where(positive, 0.7, -0.7)
    scaled = of_length_one_on_average(vectors)

    def anew(seen: Indices) -> tuple[Floats, float]:
        first = model_of(kind).fit(scaled[seen], positive[seen]).coef_[0]
        first /= np.linalg.norm(first)
        left = scaled[seen] - np.outer(scaled[seen] @ first, first)
        second = model_of(kind).fit(left, positive[seen])
        return second.coef_[0] - (second.coef_[0] @ first) * first, float(second.intercept_[0])

    right = np.empty(len(positive), bool)
    for seen, unseen in folds_of(scaled, positive, lemmas, 1):
        normal, intercept = anew(seen)
        right[unseen] = (scaled[unseen] @ normal + intercept > 0) == positive[unseen]
    learnt = learn(kind, vectors, positive, lemmas, 1, anew=True)
    assert learnt.accuracy.value == pytest.approx(recall(right, positive))
    normal, _ = anew(np.arange(len(positive)))
    np.testing.assert_allclose(learnt.scorer.normal, normal / np.linalg.norm(normal), atol=1e-6)
    before = learn(kind, vectors, positive, lemmas, 1)
    assert abs(float(learnt.scorer.normal @ before.scorer.normal)) < 1e-9


@pytest.mark.parametrize("kind", KINDS)
def test_random_signs_are_not_told_worse_than_by_chance_when_trained_anew(kind: Kind) -> None:
    """Had the normal that is removed seen the held-out words, their signs would go with it, and fewer than half be right."""
    values = []
    for seed in range(6):
        vectors, _, lemmas = told(lemmas=100, forms=1, dim=30, seed=seed)
        signs = np.random.default_rng(seed).permutation(100) < 50
        values.append(learn(kind, vectors, signs, lemmas, seed, anew=True).right)
    assert np.mean(values) == pytest.approx(0.5, abs=0.06)


@pytest.mark.parametrize("kind", KINDS)
def test_words_that_are_not_judged_are_learnt_from(kind: Kind) -> None:
    vectors, positive, lemmas = told(pull=0.4)
    judged = lemmas % 3 > 0
    whole, part = learn(kind, vectors, positive, lemmas, 0), learn(kind, vectors, positive, lemmas, 0, judged=judged)
    np.testing.assert_allclose(part.scorer.normal, whole.scorer.normal, atol=1e-9)
    scaled = of_length_one_on_average(vectors)
    right = np.empty(len(positive), bool)
    for seen, unseen in folds_of(scaled, positive, lemmas, 0):
        right[unseen] = model_of(kind).fit(scaled[seen], positive[seen]).predict(scaled[unseen]) == positive[unseen]
    assert part.accuracy.value == pytest.approx(recall(right[judged], positive[judged]))
    assert part.right == pytest.approx(right[judged].mean())


def test_any_seed_will_do() -> None:
    vectors, positive, lemmas = told()
    one, other = (learn("svm", vectors, positive, lemmas, seed) for seed in (3, 2**32 + 3))
    assert one.accuracy == other.accuracy


def test_the_interval_of_two_recalls_by_hand() -> None:
    """Half of the root of the summed squares of what either recall may be off."""
    positive = np.arange(60) < 20
    right = np.ones(60, bool)
    right[[0, 1, 2, 30]] = False
    lemmas = np.arange(60) // 2
    found = mean_of_signs(right, positive, lemmas)
    one, other = (share_interval(right[side], lemmas[side][:, None]) for side in (positive, ~positive))
    assert one is not None
    assert other is not None
    assert found.interval is not None
    assert found.value == pytest.approx((17 / 20 + 39 / 40) / 2)
    below = np.sqrt((17 / 20 - one.low) ** 2 + (39 / 40 - other.low) ** 2) / 2
    above = np.sqrt((one.high - 17 / 20) ** 2 + (other.high - 39 / 40) ** 2) / 2
    assert found.interval.low == pytest.approx(found.value - below)
    assert found.interval.high == pytest.approx(found.value + above)
    assert found.interval.level == 0.95


def test_the_interval_holds_about_as_often_as_it_says() -> None:
    """Lemmas of two forms that are both right or both wrong; 400 draws, of which 0.95 ± 0.03 should hold."""
    rng = np.random.default_rng(4)
    positive = np.arange(200) < 120
    lemmas = np.arange(200) // 2
    held = 0
    for _ in range(400):
        right = (rng.random(100) < np.where(positive[::2], 0.9, 0.7))[lemmas]
        interval = mean_of_signs(right, positive, lemmas).interval
        assert interval is not None
        held += interval.low <= 0.8 <= interval.high
    assert held / 400 == pytest.approx(0.95, abs=0.03)


def test_too_few_lemmas_for_an_interval() -> None:
    positive = np.arange(20) < 10
    found = mean_of_signs(positive, positive, np.where(positive, np.arange(20) // 5, np.arange(20)))
    assert found.interval is None
    assert found.reason == "too few lemmas for an interval"


@pytest.mark.parametrize("kind", KINDS)
def test_a_word_drawn_twice_counts_twice_and_one_not_drawn_does_not(kind: Kind) -> None:
    vectors, positive, _ = told(pull=0.4)
    times = np.random.default_rng(0).integers(0, 3, size=len(positive))
    normal = normal_of(kind, vectors, positive, times.astype(np.float64), 0)
    repeated = np.repeat(np.arange(len(positive)), times)
    scaled = vectors / np.sqrt((vectors**2).sum(axis=1).mean())
    expected = model_of(kind).fit(scaled[repeated], positive[repeated]).coef_[0]
    assert normal @ expected / np.linalg.norm(normal) / np.linalg.norm(expected) == pytest.approx(1, abs=1e-6)


def test_without_a_direction_nothing_is_left_along_it() -> None:
    rng = np.random.default_rng(0)
    vectors, direction = rng.normal(size=(6, 4)), 5 * rng.normal(size=4)
    left = without(vectors, direction)
    np.testing.assert_allclose(left @ direction, 0, atol=1e-12)
    taken = vectors - left
    assert np.linalg.matrix_rank(taken) == 1
    np.testing.assert_allclose(without(left, direction), left, atol=1e-12)
