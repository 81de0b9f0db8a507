"""The optimum of soft mitigation against loops, finite differences, brute force and the conditions of an optimum."""

from __future__ import annotations

import inspect
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from tests.spaces import Floats
from weatherglass.mitigate import soft_objective
from weatherglass.mitigate.soft_objective import Optimum, objective, optimum

SEEDS = st.integers(0, 10_000)
OUTSIDE = (5, 17, 24)  # seeds of words for which the minimum over all symmetric matrices is no inner product


def words_of(seed: int, *, dim: int = 3, k: int = 1) -> tuple[Floats, Floats, Floats]:
    """W, N (some of its rows) and G, a row each."""
    rng = np.random.default_rng(seed)
    words = rng.normal(size=(rng.integers(4, 12), dim)) * np.array([1, 0.3, 0.1])[:dim]
    words /= np.linalg.norm(words, axis=1, keepdims=True)
    neutral = words[: rng.integers(1, len(words))]
    return words, neutral, np.linalg.qr(rng.normal(size=(dim, k)))[0].T


def found(words: Floats, neutral: Floats, directions: Floats, weight: float) -> Optimum:
    return optimum(words.T @ words, neutral.T @ neutral, directions, weight)


def by_loops(words: Floats, neutral: Floats, directions: Floats, weight: float, new: Floats) -> float:
    """‖(TW)ᵀ(TW) − WᵀW‖² + λ‖(TN)ᵀ(TG)‖² entry by entry, as printed."""
    total = 0.0
    for one in words:
        for other in words:
            total += ((new @ one) @ (new @ other) - one @ other) ** 2
    for one in neutral:
        for direction in directions:
            total += weight * ((new @ one) @ (new @ direction)) ** 2
    return total


def weights(words: Floats, neutral: Floats, k: int) -> list[float]:
    """λ = 0.2 and 5 of sums, and of means."""
    mean = len(words) ** 2 / (len(neutral) * k)
    return [0.2, 5.0, 0.2 * mean, 5.0 * mean]


@given(SEEDS, st.integers(1, 2), st.floats(0, 50))
def test_the_end_of_the_trace_is_the_objective_of_the_map_that_is_given(seed: int, k: int, weight: float) -> None:
    words, neutral, directions = words_of(seed, k=k)
    best = found(words, neutral, directions, weight)
    expected = by_loops(words, neutral, directions, weight, best.transformation)
    assert best.objective[-1] == pytest.approx(expected, rel=1e-8, abs=1e-9)
    gram = best.transformation @ best.transformation.T
    assert objective(words.T @ words, neutral.T @ neutral, directions, weight, gram) == pytest.approx(
        expected, rel=1e-8, abs=1e-9
    )
    assert best.objective[0] == pytest.approx(by_loops(words, neutral, directions, weight, np.eye(3)), rel=1e-9)


@given(SEEDS, st.integers(1, 2), st.floats(0, 1e4))
def test_it_never_goes_up(seed: int, k: int, weight: float) -> None:
    words, neutral, directions = words_of(seed, k=k)
    trace = found(words, neutral, directions, weight).objective
    assert len(trace) >= 2
    rounding = 1e-12 * (len(words) ** 2 + trace[0])
    assert all(later <= earlier + rounding for earlier, later in pairwise(trace))


def brute_force(words: Floats, neutral: Floats, directions: Floats, weight: float, seed: int) -> tuple[float, Floats]:
    """The least value from several starts, over a triangular factor of A, without any structure."""
    lower = np.tril_indices(words.shape[1])

    def gram(entries: Floats) -> Floats:
        factor = np.zeros((words.shape[1],) * 2)
        factor[lower] = entries
        product: Floats = factor @ factor.T
        return product

    def value(entries: Floats) -> float:
        a = gram(entries)
        kept, along = words @ a @ words.T - words @ words.T, neutral @ a @ directions.T
        return float((kept**2).sum() + weight * (along**2).sum())

    rng = np.random.default_rng(seed)
    starts = [np.eye(words.shape[1])[lower], *rng.normal(size=(2, len(lower[0])))]
    ends = [
        minimize(
            value, start, method="L-BFGS-B", options={"maxiter": 5000, "maxfun": 200_000, "ftol": 1e-15, "gtol": 1e-9}
        )
        for start in starts
    ]
    best = min(ends, key=lambda end: float(end.fun))
    return float(best.fun), gram(best.x)


@pytest.mark.parametrize("k", [1, 2])
@pytest.mark.parametrize("seed", [0, 2, *OUTSIDE[:2]])
def test_brute_force_in_three_dimensions_finds_the_same(seed: int, k: int) -> None:
    words, neutral, directions = words_of(seed, k=k)
    for weight in weights(words, neutral, k):
        best = found(words, neutral, directions, weight)
        value, gram = brute_force(words, neutral, directions, weight, seed)
        assert best.objective[-1] == pytest.approx(value, rel=2e-5, abs=1e-7)
        assert best.objective[-1] <= value * (1 + 1e-6) + 1e-9
        if np.linalg.matrix_rank(words) == 3:
            inner = words @ best.transformation @ best.transformation @ words.T
            assert inner == pytest.approx(words @ gram @ words.T, abs=0.01)


@pytest.mark.parametrize("weight", [0.5, 20.0, 500.0])
@pytest.mark.parametrize("seed", OUTSIDE)
def test_where_the_minimum_is_no_inner_product_the_end_is_optimal_within_those_that_are(
    seed: int, weight: float
) -> None:
    """A convex problem: A is the optimum where the slope S is positive semidefinite and S·A is zero."""
    words, neutral, directions = words_of(seed)
    best = found(words, neutral, directions, weight * len(words))
    assert len(best.objective) > 2, "this case is not one of those"
    assert best.steady
    c, d = words.T @ words, neutral.T @ neutral
    a = best.transformation @ best.transformation
    across = d @ a @ directions.T @ directions
    slope = 2 * c @ (a - np.eye(3)) @ c + weight * len(words) * (across + across.T)
    scale = np.linalg.norm(2 * c @ c)
    assert np.linalg.eigvalsh(slope)[0] > -1e-4 * scale
    assert abs(np.trace(slope @ a)) < 1e-4 * scale * np.linalg.norm(a)
    assert np.linalg.eigvalsh(a)[0] == pytest.approx(0, abs=1e-6)


@given(SEEDS, st.integers(1, 3), st.floats(0, 20))
def test_the_slope_is_that_of_finite_differences(seed: int, k: int, weight: float) -> None:
    rng = np.random.default_rng(seed)
    root = rng.normal(size=(4, 4))
    problem = soft_objective._Problem(np.diag(rng.uniform(0.5, 2, 4)), root @ root.T, rng.normal(size=(4, k)), weight)
    x, along = rng.normal(size=(2, 4, 4))
    x, along = x + x.T, along + along.T
    step = 1e-5
    expected = (problem.value(x + step * along) - problem.value(x - step * along)) / (2 * step)
    assert np.sum(problem.slope(x) * along) == pytest.approx(expected, rel=1e-6, abs=1e-4)


@given(SEEDS, st.integers(1, 3), st.floats(0, 100))
def test_the_slope_is_zero_at_the_minimum_over_all_symmetric_matrices(seed: int, k: int, weight: float) -> None:
    rng = np.random.default_rng(seed)
    root = rng.normal(size=(5, 5))
    problem = soft_objective._Problem(np.diag(rng.uniform(0.5, 2, 5)), root @ root.T, rng.normal(size=(5, k)), weight)
    lowest = problem.unconstrained()
    assert np.abs(problem.slope(lowest)).max() < 1e-7 * (1 + weight * np.linalg.norm(root) ** 2)
    assert lowest == pytest.approx(lowest.T)


def test_a_weight_of_nothing_changes_nothing() -> None:
    assert found(*words_of(0), 0.0).transformation == pytest.approx(np.eye(3), abs=1e-9)


@pytest.mark.parametrize("weight", [0.2, 30.0, 1e6])
def test_words_of_deficient_rank_are_mapped_as_in_the_space_that_they_span(weight: float) -> None:
    rng = np.random.default_rng(3)
    words, neutral, directions = words_of(0)
    turn = np.linalg.qr(rng.normal(size=(6, 6)))[0][:3]
    inside = found(words, neutral, directions, weight)
    best = found(words @ turn, neutral @ turn, directions @ turn, weight)
    assert best.objective == pytest.approx(inside.objective, rel=1e-6)
    assert best.transformation == pytest.approx(
        turn.T @ inside.transformation @ turn + np.eye(6) - turn.T @ turn, abs=1e-6
    )


def test_rounding_to_32_bits_is_not_taken_for_a_direction_of_its_own() -> None:
    rng = np.random.default_rng(5)
    turn = np.linalg.qr(rng.normal(size=(8, 8)))[0][:3]
    words = (rng.normal(size=(400, 3)) @ turn).astype(np.float32).astype(np.float64)
    best = found(words, words[:200], turn[:1], 100.0)
    assert np.abs(best.transformation).max() < 3


def test_a_large_weight_takes_the_direction_from_all_words() -> None:
    """Where words extend alike in all directions and all are neutral, it is the projection of hard mitigation."""
    directions = np.linalg.qr(np.random.default_rng(1).normal(size=(4, 1)))[0].T
    best = optimum(3.0 * np.eye(4), 3.0 * np.eye(4), directions, 1e12)
    assert best.transformation == pytest.approx(np.eye(4) - directions.T @ directions, abs=2e-4)
    words, _, along = words_of(2)
    parts = [
        np.abs(words @ found(words, words, along, 10.0**power).transformation @ along.T).max() for power in (0, 4, 8)
    ]
    assert parts[0] > 10 * parts[1] > 100 * parts[2]


def test_its_input_does_not_grow_with_the_number_of_words() -> None:
    words, neutral, directions = words_of(0)
    many = np.repeat(words, 1000, axis=0), np.repeat(neutral, 1000, axis=0)
    one = found(words, neutral, directions, 7.0)
    other = optimum(many[0].T @ many[0], many[1].T @ many[1], directions, 7.0 * 1000)
    assert other.transformation == pytest.approx(one.transformation, abs=1e-9)
    assert list(inspect.signature(optimum).parameters) == ["all_words", "neutral", "directions", "weight"]
