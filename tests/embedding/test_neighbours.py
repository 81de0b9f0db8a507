"""Nearest neighbours against a stable sort of all cosines."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from weatherglass.embedding import neighbours
from weatherglass.embedding.neighbours import nearest

Floats = NDArray[np.floating]


def sorted_by_cosine(
    words: Floats, candidates: Floats, k: int, own: NDArray[np.int64] | None = None
) -> NDArray[np.intp]:
    """Largest cosine first; a stable sort keeps the earlier of equals first."""
    unit = [
        (each / np.linalg.norm(each.astype(float), axis=1, keepdims=True)).astype(np.float32)
        for each in (words, candidates)
    ]
    similar = unit[0] @ unit[1].T
    if own is not None:
        for row, place in enumerate(own):
            if place >= 0:
                similar[row, place] = -np.inf
    return np.argsort(-similar, axis=1, kind="stable")[:, :k]


@pytest.mark.parametrize("k", [1, 2, 7, 40])
@pytest.mark.parametrize("dim", [1, 2, 25])
def test_as_a_stable_sort_has_it(k: int, dim: int) -> None:
    rng = np.random.default_rng(k + dim)
    words, candidates = rng.normal(size=(30, dim)), rng.normal(size=(40, dim))
    assert np.array_equal(nearest(words, candidates, k), sorted_by_cosine(words, candidates, k))


def test_the_word_itself_is_left_out() -> None:
    candidates = np.random.default_rng(0).normal(size=(25, 6)).astype(np.float32)
    own = np.arange(25)
    found = nearest(candidates, candidates, 24, own)
    assert np.array_equal(found, sorted_by_cosine(candidates, candidates, 24, own))
    for i, row in enumerate(found):
        assert sorted([*row, i]) == list(range(25))
    some = np.where(own % 2, own, -1)
    near = nearest(candidates, candidates, 1, some)[:, 0]
    assert np.array_equal(near == own, some < 0)


def test_of_equals_the_earlier_candidate_comes_first() -> None:
    candidates = np.array([[0, 1], [1, 1], [2, 2], [1, 0], [4, 4], [8, 8]], np.float32)
    word = np.array([[1, 1]], np.float32)
    assert nearest(word, candidates, 6)[0].tolist() == [1, 2, 4, 5, 0, 3]
    assert nearest(word, candidates, 2)[0].tolist() == [1, 2]
    assert nearest(word, candidates, 3, np.array([1]))[0].tolist() == [2, 4, 5]


@settings(max_examples=80)
@given(data=st.data())
def test_ties_of_all_kinds_as_a_stable_sort_has_them(data: st.DataObject) -> None:
    """Candidates on few directions, so that most of them tie."""
    n = data.draw(st.integers(1, 30))
    angles = data.draw(st.lists(st.integers(0, 5), min_size=n, max_size=n))
    candidates = np.eye(6)[angles]
    word = np.array([data.draw(st.permutations([6.0, 5.0, 4.0, 3.0, 2.0, 1.0]))])
    own = np.array([data.draw(st.integers(-1, n - 1))])
    most = n if own[0] < 0 else n - 1
    if most:
        k = data.draw(st.integers(1, most))
        assert np.array_equal(nearest(word, candidates, k, own), sorted_by_cosine(word, candidates, k, own))


def test_lengths_do_not_matter() -> None:
    rng = np.random.default_rng(2)
    words, candidates = rng.normal(size=(10, 8)), rng.normal(size=(50, 8))
    stretched = candidates * 2.0 ** rng.integers(-20, 20, size=(50, 1))  # powers of two, so that no bit is rounded
    assert np.array_equal(nearest(words, candidates, 9), nearest(1024 * words, stretched, 9))


def test_blocks_of_words_are_put_together(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    words, candidates = rng.normal(size=(23, 8)), rng.normal(size=(50, 8))
    own = rng.integers(-1, 50, size=23)
    whole = nearest(words, candidates, 5, own)
    for name in ("_WORDS_AT_ONCE", "_CANDIDATES_AT_ONCE", "_SCALED_AT_ONCE"):
        monkeypatch.setattr(neighbours, name, 7)
        assert np.array_equal(nearest(words, candidates, 5, own), whole)
    assert nearest(words[:0], candidates, 5).shape == (0, 5)


def test_among_some_rows_only() -> None:
    """What is found, and what is left out, are places among those rows; nothing is found where nothing is asked for."""
    rng = np.random.default_rng(4)
    words, candidates = rng.normal(size=(23, 8)), rng.normal(size=(50, 8))
    among = rng.permutation(50)[:20]
    own = rng.integers(-1, 20, size=23)
    assert np.array_equal(nearest(words, candidates, 5, own, among), nearest(words, candidates[among], 5, own))
    assert nearest(words, candidates, 0).shape == (23, 0)
    assert nearest(words, candidates, 0, among=among[:0]).shape == (23, 0)
