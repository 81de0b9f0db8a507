"""Steps carried out on rows: against loops, in blocks of any size, and where nothing or hardly anything is left."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.spaces import Floats
from weatherglass.arrays import Singles
from weatherglass.mitigate.steps import Multiply, Remove, Replace, Shift, Step, ToUnit, carried_out

DIM = 50
WORDS = tuple(f"w{i}" for i in range(1300))
MANY = tuple(f"w{i}" for i in range(40_000))


def vectors_of(words: Sequence[str] = WORDS, seed: int = 0) -> Singles:
    rng = np.random.default_rng(seed)
    return (rng.normal(size=(len(words), DIM)) * rng.uniform(0.1, 10, size=(len(words), 1))).astype(np.float32)


def directions_of(k: int, seed: int = 1) -> Floats:
    found: Floats = np.linalg.qr(np.random.default_rng(seed).normal(size=(DIM, k)))[0].T
    return found


def even(word: str) -> bool:
    return int(word[1:]) % 2 == 0


def every_step(k: int = 2) -> tuple[Step, ...]:
    rng = np.random.default_rng(2)
    replaced = {f"w{i}": rng.normal(size=DIM).astype(np.float32) for i in (3, 600, 1299)}
    return (
        ToUnit(),
        Shift(0.1 * rng.normal(size=DIM)),
        Remove(directions_of(k), even),
        Multiply(rng.normal(size=(DIM, DIM)) / 7),
        Remove(directions_of(1, 7)),
        ToUnit(),
        Replace(replaced),
    )


def by_loops(steps: Sequence[Step], words: Sequence[str], vectors: Singles) -> Floats:
    """Word by word in double precision."""
    rows = []
    for word, vector in zip(words, vectors.astype(np.float64), strict=True):
        row = vector
        for step in steps:
            if isinstance(step, ToUnit):
                row = row / np.sqrt((row * row).sum())
            elif isinstance(step, Shift):
                row = row - step.by
            elif isinstance(step, Multiply):
                row = np.array([row @ column for column in step.matrix.T])
            elif isinstance(step, Replace):
                row = step.vectors.get(word, row).astype(np.float64)
            elif step.who is None or step.who(word):
                for direction in step.directions:
                    row = row - (row @ direction) * direction
        rows.append(row)
    return np.array(rows)


def test_carried_out_is_the_same_as_a_loop_over_words() -> None:
    vectors = vectors_of()
    new = carried_out(every_step(), WORDS, vectors)
    assert new.dtype == np.float32
    assert new == pytest.approx(by_loops(every_step(), WORDS, vectors), abs=2e-6)


def test_what_is_given_is_left_as_it_is_whatever_the_first_step() -> None:
    vectors = vectors_of()
    before = vectors.tobytes()
    for step in every_step():
        new = carried_out((step,), WORDS, vectors)
        assert vectors.tobytes() == before, step
        assert not np.shares_memory(new, vectors)


@pytest.mark.parametrize("size", [1, 7, 512, 700, 1299])
def test_blocks_of_any_size_give_the_same(size: int) -> None:
    vectors = vectors_of()
    whole = carried_out(every_step(), WORDS, vectors)
    for start in range(0, min(len(WORDS), 60 * size), size):
        some = slice(start, start + size)
        assert carried_out(every_step(), WORDS[some], vectors[some]).tobytes() == whole[some].tobytes()


def test_many_words_are_changed_as_few_are() -> None:
    vectors = vectors_of(MANY)
    whole = carried_out(every_step(), MANY, vectors)
    for start in (0, 19_990, 39_000):
        some = slice(start, start + 1000)
        assert carried_out(every_step(), MANY[some], vectors[some]).tobytes() == whole[some].tobytes()


def test_no_words_and_one_word() -> None:
    assert carried_out(every_step(), (), vectors_of(())).shape == (0, DIM)
    assert carried_out(every_step(), WORDS[:1], vectors_of()[:1]).shape == (1, DIM)
    assert carried_out((), WORDS, vectors_of()).tobytes() == vectors_of().tobytes()


def test_words_that_are_not_treated_keep_every_bit() -> None:
    vectors = vectors_of()
    new = carried_out((Remove(directions_of(3), even),), WORDS, vectors)
    assert np.array_equal(new[1::2], vectors[1::2])
    assert (new[::2] != vectors[::2]).any(axis=1).all()


@pytest.mark.parametrize("k", [1, 2, 3])
def test_a_word_that_lies_wholly_within_the_directions_stays(k: int) -> None:
    directions = directions_of(k)
    rng = np.random.default_rng(4)
    inside = (rng.normal(size=(50, k)) @ directions * rng.uniform(0.01, 100, size=(50, 1))).astype(np.float32)
    new = carried_out((Remove(directions), ToUnit()), WORDS[:50], inside)
    assert new == pytest.approx(inside / np.linalg.norm(inside, axis=1, keepdims=True), abs=1e-6)


@given(st.floats(-4.5, 0), st.integers(1, 3))
def test_of_a_word_that_lies_almost_within_them_only_what_is_left_stays(power: float, k: int) -> None:
    """However little of its length that is, down to where 32 bits cannot tell it from rounding."""
    directions = directions_of(k)
    rng = np.random.default_rng(5)
    away = rng.normal(size=(40, DIM))
    away -= away @ directions.T @ directions
    away /= np.linalg.norm(away, axis=1, keepdims=True)
    within = rng.normal(size=(40, k)) @ directions
    within /= np.linalg.norm(within, axis=1, keepdims=True)
    rows = (within + 10.0**power * away).astype(np.float32)
    new = carried_out((Remove(directions), ToUnit()), WORDS[:40], rows).astype(np.float64)
    assert np.abs(new @ directions.T).max() < 1e-6
    assert (new * away).sum(axis=1) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize("scale", [1e-36, 1e-25, 1e-12, 1.0, 1e12, 1e25, 1e36])
def test_very_short_and_very_long_rows_get_length_one_as_others_do(scale: float) -> None:
    vectors = (scale * vectors_of().astype(np.float64)).astype(np.float32)
    new = carried_out((ToUnit(),), WORDS, vectors)
    wide = vectors.astype(np.float64)
    assert new == pytest.approx(wide / np.linalg.norm(wide, axis=1, keepdims=True), abs=1e-6)


def test_a_row_of_zeros_stays_one() -> None:
    vectors = vectors_of(WORDS[:3]).copy()
    vectors[1] = 0
    new = carried_out((ToUnit(), Remove(directions_of(2)), ToUnit()), WORDS[:3], vectors)
    assert np.array_equal(new[1], np.zeros(DIM))
    assert np.isfinite(new).all()


def test_words_that_get_a_vector_of_their_own_are_found_by_name() -> None:
    own = np.arange(DIM, dtype=np.float32)
    new = carried_out((Replace({"w5": own, "absent": own}),), WORDS, vectors_of())
    assert np.array_equal(new[5], own)
    assert np.array_equal(np.delete(new, 5, axis=0), np.delete(vectors_of(), 5, axis=0))
