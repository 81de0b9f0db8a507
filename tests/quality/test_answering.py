"""Answers to many analogies: against a plain loop in double precision, whatever the blocks, ties or words left out."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from weatherglass.quality import answering
from weatherglass.quality.answering import answers

Indices = NDArray[np.int64]


def one_by_one(vectors: NDArray[np.float32], questions: Indices, alike: Indices) -> list[int]:
    """The definition: the first row of highest cosine, up to 1e-11, that is none of the question's words."""
    wide = vectors.astype(np.float64)
    unit = wide / np.linalg.norm(wide, axis=1, keepdims=True)
    found = []
    for a, b, c in questions:
        goal = unit[b] - unit[a] + unit[c]
        if np.linalg.norm(goal) < 0.005:
            found.append(-1)
            continue
        cosines = np.round(unit @ goal / np.linalg.norm(goal), 11)
        free = [row for row in range(len(unit)) if alike[row] not in alike[[a, b, c]]]
        found.append(max(free, key=lambda row: (cosines[row], -row), default=-1))
    return found


@given(st.integers(0, 10_000), st.booleans(), st.booleans())
@settings(max_examples=40, deadline=None)
def test_like_a_plain_loop(seed: int, many: bool, case: bool) -> None:
    """Few questions go by their points, many by their words; a quarter of the rows are copies, so that there are ties."""
    rng = np.random.default_rng(seed)
    vectors = rng.normal(size=(80, 5)).astype(np.float32)
    vectors[60:] = vectors[rng.integers(0, 60, 20)] * 2
    questions = rng.integers(0, 80, (200, 3)) if many else rng.permutation(80)[:12].reshape(4, 3)
    alike = rng.integers(0, 50, 80) if case else np.arange(80)
    found = answers(vectors, questions, alike=alike if case else None)
    assert found.tolist() == one_by_one(vectors, questions, alike)


@pytest.mark.parametrize(
    ("at_once", "widest", "tile"), [(8_000_000, 8192, 1024), (100, 8192, 1024), (8_000_000, 7, 1024)]
)
def test_blocks_do_not_matter(at_once: int, widest: int, tile: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(2500, 8)).astype(np.float32)  # more than one tile
    questions = rng.integers(0, 60, (300, 3))
    expected = one_by_one(vectors, questions, np.arange(2500))
    monkeypatch.setattr(answering, "_AT_ONCE", at_once)
    monkeypatch.setattr(answering, "_WIDEST", widest)
    monkeypatch.setattr(answering, "_GOALS", tile // 16)
    assert answers(vectors, questions).tolist() == expected


def test_near_ties_are_settled_in_double_precision() -> None:
    """Two answers whose cosines differ by less than 32-bit numbers can tell: the better one, not the first one."""
    a, b, c = np.eye(4)[:3]
    goal = b - a + c
    worse, better = (goal + tilt * np.eye(4)[3] for tilt in (3e-4, 1e-4))
    vectors = np.array([a, b, c, worse, better], np.float32)
    assert answers(vectors, np.array([[0, 1, 2]])).tolist() == [4]


def test_near_ties_are_settled_wherever_the_rows_lie() -> None:
    """Answers nearer to each other than the error of 32-bit sums, so that these rank them at random, in several tiles."""
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(4000, 12)).astype(np.float32)
    questions = np.array([rng.choice(60, 3, replace=False) for _ in range(80)])
    wide = vectors.astype(np.float64)
    unit = wide / np.linalg.norm(wide, axis=1, keepdims=True)
    places = rng.permutation(np.arange(60, 4000))[: 8 * len(questions)].reshape(-1, 8)
    for (a, b, c), rows in zip(questions, places, strict=True):
        vectors[rows] = (unit[b] - unit[a] + unit[c]) + 2e-4 * rng.normal(size=(8, 12))
    assert answers(vectors, questions).tolist() == one_by_one(vectors, questions, np.arange(4000))


def test_equal_answers_go_by_row() -> None:
    a, b, c = np.eye(3)
    same = b - a + c
    vectors = np.array([a, b, c, 3 * same, same, 2 * same], np.float32)
    assert answers(vectors, np.array([[0, 1, 2], [0, 1, 2]])).tolist() == [3, 3]


def test_no_direction_and_no_word_left() -> None:
    turned = [(np.cos(at), np.sin(at)) for at in np.radians([0, 60, -60, 10])]
    vectors = np.array(turned, np.float32)
    assert answers(vectors, np.array([[0, 1, 2], [1, 0, 3]])).tolist() == [-1, 2]  # 1/2 + 1/2 − 1 = 0
    assert answers(vectors[:3], np.array([[1, 0, 2]])).tolist() == [-1]
    assert answers(vectors, np.empty((0, 3), np.int64)).tolist() == []


def test_vectors_are_left_as_they_are_and_progress_is_told() -> None:
    vectors = np.random.default_rng(0).normal(size=(20, 4)).astype(np.float32)
    before = vectors.copy()
    told: list[tuple[int, int]] = []
    answers(vectors, np.array([[0, 1, 2]]), progress=lambda done, total: told.append((done, total)))
    assert np.array_equal(vectors, before)
    assert told == [(20, 20)]
