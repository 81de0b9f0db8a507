"""Procrustes against scipy, against a known rotation, and by what it must not change."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.linalg import orthogonal_procrustes
from scipy.stats import ortho_group

from weatherglass.embedding.alignment import align, rotation
from weatherglass.embedding.geometry import cosines
from weatherglass.errors import SpecError


@pytest.mark.parametrize("seed", range(5))
def test_it_is_scipys_rotation(seed: int) -> None:
    rng = np.random.default_rng(seed)
    one, other = rng.normal(size=(2, 60, 12))
    theirs, _ = orthogonal_procrustes(one, other)
    assert rotation(one, other) == pytest.approx(theirs, abs=1e-12)


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_turned_or_mirrored_space_is_turned_back(mirrored: bool) -> None:
    rng = np.random.default_rng(1)
    space = rng.normal(size=(40, 8))
    turn = ortho_group.rvs(8, random_state=2)
    if (np.linalg.det(turn) < 0) != mirrored:
        turn[0] *= -1
    assert align(space @ turn, space) == pytest.approx(space, abs=1e-12)


def test_nothing_is_shifted() -> None:
    """A space and the same one moved away are not made equal: their means stay apart."""
    rng = np.random.default_rng(3)
    space = rng.normal(size=(50, 6))
    moved = align(space + 4.0, space)
    assert np.linalg.norm(moved.mean(axis=0)) == pytest.approx(np.linalg.norm((space + 4.0).mean(axis=0)))
    assert np.linalg.norm(moved - space) > 10


@settings(max_examples=60)
@given(st.integers(0, 10_000), st.integers(2, 12), st.integers(0, 5), st.integers(1, 30))
def test_every_cosine_and_length_within_a_space_stays(seed: int, dim: int, more: int, words: int) -> None:
    """Also with fewer words than dimensions, and when placed inside a space of more dimensions."""
    rng = np.random.default_rng(seed)
    space = rng.normal(size=(words, dim)) * rng.uniform(0.01, 100, size=(words, 1)) + 3.0
    turned = align(space, rng.normal(size=(words, dim + more)))
    assert turned.shape == (words, dim + more)
    assert cosines(turned, turned) == pytest.approx(cosines(space, space), abs=1e-9)
    assert np.linalg.norm(turned, axis=1) == pytest.approx(np.linalg.norm(space, axis=1), rel=1e-9)


def test_a_smaller_space_is_filled_up_with_zeros() -> None:
    rng = np.random.default_rng(4)
    one, other = rng.normal(size=(50, 5)), rng.normal(size=(50, 9))
    padded = np.pad(one, ((0, 0), (0, 4)))
    theirs, _ = orthogonal_procrustes(padded, other)
    assert align(one, other) == pytest.approx(padded @ theirs, abs=1e-10)
    no_nearer = [np.linalg.norm(padded @ ortho_group.rvs(9, random_state=i) - other) for i in range(20)]
    assert np.linalg.norm(align(one, other) - other) < min(no_nearer)


def test_input_is_not_changed_and_may_be_in_32_bits() -> None:
    rng = np.random.default_rng(5)
    one, other = (rng.normal(size=(20, 4)).astype(np.float32) for _ in range(2))
    before = one.copy(), other.copy()
    assert rotation(one, other) == pytest.approx(orthogonal_procrustes(one.astype(float), other.astype(float))[0])
    assert (one == before[0]).all()
    assert (other == before[1]).all()


@pytest.mark.parametrize(
    ("one", "other", "message"),
    [
        ((4, 3), (5, 3), r"the same words in both spaces.*\(4, 3\) and \(5, 3\)"),
        ((4,), (4, 3), "the same words in both spaces"),
        ((4, 3), (4, 2), "3 dimensions cannot be turned into 2 without loss; turn the smaller space onto the larger"),
    ],
)
def test_what_cannot_be_fitted_is_refused(one: tuple[int, ...], other: tuple[int, ...], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        rotation(np.ones(one), np.ones(other))


def test_numbers_that_are_not_finite_are_refused() -> None:
    broken = np.ones((3, 2))
    broken[1, 1] = np.nan
    with pytest.raises(SpecError, match="not finite"):
        align(broken, np.ones((3, 2)))
