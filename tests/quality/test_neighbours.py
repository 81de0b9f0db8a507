"""The words nearest to given ones: by hand, and against comparing all rows exactly."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.quality.spaces import random_space, space
from weatherglass.embedding.embedding import Embedding
from weatherglass.errors import CoverageError, SpecError
from weatherglass.quality.neighbours import Neighbours, neighbours
from weatherglass.quality.ranking import best_rows, nearest_rows, row_lengths


def test_neighbours_by_hand() -> None:
    found = neighbours(space(), ["doctor"], k=2)
    (doctor,) = found.words
    assert [(near.word, round(near.cosine, 12), near.rank) for near in doctor.neighbours] == [
        ("nurse", 0.8, 4),  # (3, 0, 4) · (0, 0, 5) / 25
        ("man", 0.0, 1),  # of equals the earlier row
    ]
    assert doctor.rank == 3
    assert [near.side for near in doctor.neighbours] == [None, None]


def test_the_side_is_the_cosine_with_what_leads_from_the_second_pole_to_the_first() -> None:
    found = neighbours(space(), ["doctor", "woman"], k=4, axis=("man", "woman"))
    along = np.array([1, 0, 0]) - np.array([0.8, 0.6, 0])
    along /= np.linalg.norm(along)
    sides = {near.word: near.side for near in found.words[0].neighbours}
    assert sides["nurse"] == pytest.approx(np.array([0.6, 0, 0.8]) @ along, abs=1e-9)
    assert sides["other"] == pytest.approx(np.array([0, -1, 0]) @ along, abs=1e-9)
    assert found.words[1].side == pytest.approx(np.array([0.8, 0.6, 0]) @ along, abs=1e-9)
    assert found.axis == (("man",), ("woman",))


def test_words_that_are_missing_are_named_and_others_answered() -> None:
    found = neighbours(space(), ["Doctor", "physician", "doctor"], k=1)
    assert found.missing == ("physician",)
    assert [(each.of.word, each.of.used, each.of.how) for each in found.words] == [
        ("Doctor", "doctor", "case"),
        ("doctor", "doctor", "as written"),
    ]


def test_no_more_neighbours_than_there_are_words() -> None:
    (only,) = neighbours(space(), ["man"], k=50).words
    assert sorted(near.word for near in only.neighbours) == ["doctor", "nurse", "other", "woman"]


def test_what_cannot_be_asked() -> None:
    with pytest.raises(SpecError, match="at least one word"):
        neighbours(space(), [])
    with pytest.raises(SpecError, match="k of at least 1"):
        neighbours(space(), ["man"], k=0)
    with pytest.raises(CoverageError, match="second pole were found \\(she\\)"):
        neighbours(space(), ["doctor"], axis=("man", "she"))


def test_to_a_dictionary_and_back() -> None:
    found = neighbours(space(), ["doctor", "physician"], k=3, axis=("man", "woman"))
    assert Neighbours.from_dict(found.to_dict()) == found
    table = found.table()
    assert table.columns == ["of", "word", "cosine", "rank", "side"]
    assert table["word"].to_list() == [near.word for near in found.words[0].neighbours]


@given(st.integers(0, 10_000), st.integers(1, 80), st.integers(1, 5), st.integers(0, 40))
def test_the_quick_search_finds_exactly_what_the_slow_one_does(seed: int, k: int, wanted: int, copies: int) -> None:
    rng = np.random.default_rng(seed)
    vectors = random_space(seed).vectors * rng.uniform(0.01, 100, size=(60, 1)).astype(np.float32)
    vectors = np.concatenate([vectors, vectors[rng.integers(0, 60, copies)]])  # rows of equal cosine
    vectors[0] *= np.float32(1 + 1e-7)
    directions = rng.normal(size=(wanted, vectors.shape[1]))
    quick, slow = (
        nearest_rows(vectors, directions, k, row_lengths(vectors)),
        best_rows(vectors, directions, k),
    )
    assert np.array_equal(quick[0], slow[0])
    assert np.array_equal(quick[1], slow[1])


@pytest.mark.parametrize("size", [1e-30, 1e30])
def test_rows_too_short_or_too_long_for_single_precision_are_searched_exactly(size: float) -> None:
    vectors = random_space(3).vectors * np.float32(size)
    directions = np.random.default_rng(4).normal(size=(2, vectors.shape[1]))
    found, cosines = nearest_rows(vectors, directions, 5, row_lengths(vectors))
    expected = best_rows(vectors, directions, 5)
    assert np.array_equal(found, expected[0])
    assert np.array_equal(cosines, expected[1])


def test_near_ties_far_below_single_precision_are_told_apart() -> None:
    rng = np.random.default_rng(0)
    base = rng.normal(size=300)
    vectors = (base + rng.normal(size=(500, 300)) * 1e-4).astype(np.float32)
    made = Embedding.from_arrays([f"w{i}" for i in range(500)], vectors)
    found = nearest_rows(made.vectors, base[np.newaxis], 10, row_lengths(made.vectors))
    assert np.array_equal(found[0], best_rows(made.vectors, base[np.newaxis], 10)[0])
