"""k-means with two clusters against scikit-learn's from the same beginnings, and against listing every division."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.cluster import KMeans

from tests.measure.measuring import found_set
from weatherglass.measure.clustering import by_spelling, two_means
from weatherglass.words.lookup import FoundSet, Vectors

Floats = NDArray[np.float64]


def points(n: int, seed: int, dim: int = 3) -> Floats:
    return np.random.default_rng(seed).normal(size=(n, dim))


def within(vectors: Floats, labels: NDArray[np.bool_]) -> float:
    """The sum of squared distances from the own cluster's mean."""
    return sum(
        float(((vectors[side] - vectors[side].mean(axis=0)) ** 2).sum()) for side in (labels, ~labels) if side.any()
    )


def whole(vectors: Floats, runs: int = 1, restarts: int = 1, seed: int = 0) -> NDArray[np.bool_]:
    labels: NDArray[np.bool_] = two_means(vectors @ vectors.T, np.ones((1, len(vectors)), bool), runs, restarts, seed)[
        0
    ]
    return labels


@pytest.mark.parametrize("seed", range(4))
def test_each_run_is_scikit_learns_from_the_same_two_words(seed: int) -> None:
    vectors = points(14, seed)
    runs = 25
    thrown = np.random.default_rng(seed).random((2, runs))
    found = whole(vectors, runs, 1, seed)
    for run in range(runs):
        first = int(thrown[0, run] * len(vectors))
        odds = ((vectors - vectors[first]) ** 2).sum(axis=1)
        second = int(np.searchsorted(np.cumsum(odds), thrown[1, run] * odds.sum(), side="right"))
        assert first != second
        theirs = KMeans(2, init=vectors[[first, second]], n_init=1, tol=0, algorithm="lloyd").fit(vectors)
        assert np.array_equal(found[run], theirs.labels_ == 1), run


@pytest.mark.parametrize("seed", range(4))
def test_no_word_would_rather_lie_in_the_other_cluster(seed: int) -> None:
    vectors = points(20, seed, 2)
    for labels in whole(vectors, 30, 1, seed):
        means = np.stack([vectors[~labels].mean(axis=0), vectors[labels].mean(axis=0)])
        nearest = ((vectors[:, None] - means) ** 2).sum(axis=2).argmin(axis=1)
        assert np.array_equal(nearest == 1, labels)


def test_with_many_restarts_the_best_division_is_found() -> None:
    vectors = points(9, 3, 2)
    divisions = [np.array(bits, bool) for bits in product([False, True], repeat=9) if 0 < sum(bits) < 9]
    best = min(within(vectors, labels) for labels in divisions)
    for labels in whole(vectors, 5, 200):
        assert within(vectors, labels) == pytest.approx(best)


def test_more_restarts_are_never_worse() -> None:
    vectors = points(16, 1)
    few, many = whole(vectors, 20, 1), whole(vectors, 20, 10)
    worst = max(within(vectors, labels) for labels in few)
    assert max(within(vectors, labels) for labels in many) <= worst


def test_words_left_out_are_as_words_that_are_not_there() -> None:
    vectors = points(12, 5)
    kept = np.random.default_rng(0).random((15, 12)) < 0.7
    found = two_means(vectors @ vectors.T, kept, 6, 2, 7)
    assert found.shape == (15, 6, 12)
    for row, mask in zip(found, kept, strict=True):
        assert not row[:, ~mask].any()
        assert np.array_equal(row[:, mask], whole(vectors[mask], 6, 2, 7))


def test_the_same_seed_gives_the_same_and_another_others() -> None:
    vectors = points(20, 0, 2)
    assert np.array_equal(whole(vectors, 20, 1, 1), whole(vectors, 20, 1, 1))
    assert not np.array_equal(whole(vectors, 20, 1, 1), whole(vectors, 20, 1, 2))


def test_moving_all_words_moves_no_word_to_another_cluster() -> None:
    vectors = points(14, 2)
    assert np.array_equal(whole(vectors, 20), whole(vectors + 3.0, 20))


def test_words_in_one_place_and_in_two_places() -> None:
    assert not whole(np.ones((5, 3)), 4).any()
    two = np.repeat([[1.0, 0.0], [0.0, 1.0]], [2, 4], axis=0)
    for labels in whole(two, 20):
        assert len(set(labels[:2])) == len(set(labels[2:])) == 1
        assert labels[0] != labels[2]
    assert whole(two[1:3], 10).sum(axis=1).tolist() == [1] * 10


def test_one_word_or_none_is_no_error() -> None:
    vectors = points(3, 0)
    found = two_means(vectors @ vectors.T, np.array([[True, False, False], [False, False, False]]), 2, 2, 0)
    assert not found.any()


def test_the_order_of_spelling_does_not_depend_on_the_sets() -> None:
    one = FoundSet("x", ("B", "d"), ("b", "d"), points(2, 0), np.arange(2))
    other = FoundSet("y", ("c", "a", "e"), ("c", "a", "e"), points(3, 1), np.arange(3))
    for sets in ((one, other), (other, one)):
        rows = [row for s in sets for row in s.rows]
        assert [rows[i] for i in by_spelling(Vectors(targets=sets))] == list("abcde")
    assert by_spelling(Vectors(targets=(found_set("w", points(3, 0)),))).tolist() == [0, 1, 2]
