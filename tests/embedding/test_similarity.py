"""How alike spaces are: the trap of fitting and scoring on the same words, known rotations, weights, the floor."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.linalg import orthogonal_procrustes
from scipy.stats import ortho_group

from tests.study.spaces import space as made
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import read
from weatherglass.embedding.geometry import unit
from weatherglass.embedding.similarity import Similarity, aligned_cosines, held_out_cosines, similarity
from weatherglass.errors import SpecError
from weatherglass.files.plain import from_plain, to_plain

WORDS = [f"w{i:03d}" for i in np.random.default_rng(0).permutation(1000)]  # not in the order of the alphabet


def named(vectors: np.ndarray, name: str, words: list[str] | None = None) -> Embedding:
    return Embedding.from_arrays(words or WORDS[: len(vectors)], vectors.astype(np.float32), name=name)


@pytest.mark.parametrize(("words", "published"), [(1_000, 0.45), (3_000, 0.27), (10_000, 0.15)])
def test_random_spaces_agree_on_the_words_they_are_fitted_to_and_on_no_others(words: int, published: float) -> None:
    """The trap: 300 dimensions of pure noise reach 0.45, 0.27, 0.15, and published similarities are 0.39 and 0.49."""
    rng = np.random.default_rng(words)
    one, other = (unit(rng.normal(size=(words, 300))) for _ in range(2))
    assert aligned_cosines(one, other).mean() == pytest.approx(published, abs=0.01)
    halves = np.arange(0, words, 2), np.arange(1, words, 2)
    held_out = held_out_cosines(one, other, halves)
    assert abs(held_out.mean()) < 4 / np.sqrt(300 * words)  # four standard errors of a mean of random cosines


def test_held_out_cosines_are_those_of_scipys_rotation_of_the_other_half() -> None:
    rng = np.random.default_rng(1)
    one, other = (unit(rng.normal(size=(50, 6))) for _ in range(2))
    halves = np.arange(25), np.arange(25, 50)
    found = held_out_cosines(one, other, halves)
    for fitted, scored in (halves, halves[::-1]):
        turn, _ = orthogonal_procrustes(one[fitted], other[fitted])
        assert found[scored] == pytest.approx(((one[scored] @ turn) * other[scored]).sum(axis=1))


def test_a_turned_space_is_the_same_space_and_lengths_do_not_matter() -> None:
    rng = np.random.default_rng(2)
    vectors = rng.normal(size=(400, 10))
    turned = vectors @ ortho_group.rvs(10, random_state=3) * rng.uniform(0.1, 9, size=(400, 1))
    found = similarity(named(vectors, "one"), named(turned, "other"))
    assert found.value == pytest.approx(1, abs=1e-5)
    assert found.unweighted == pytest.approx(1, abs=1e-5)
    assert abs(found.floor) < 0.1
    assert found.floor_low < found.floor < found.floor_high < 0.5
    assert found.above_floor == found.value - found.floor


def test_the_floor_of_spaces_with_a_common_direction_is_not_zero() -> None:
    """All vectors lean one way in both spaces, as real ones do; words have nothing in common."""
    rng = np.random.default_rng(4)
    one, other = (rng.normal(size=(600, 20)) + 3 * np.eye(20)[0] for _ in range(2))
    found = similarity(named(one, "one"), named(other, "other"))
    assert found.value > 0.25
    assert found.floor_low <= found.value <= found.floor_high
    assert abs(found.above_floor) < 0.05


def test_the_floor_is_the_same_figure_over_permuted_words() -> None:
    """By brute force: the same halves, scipy's rotations, row by row."""
    rng = np.random.default_rng(5)
    one, other = (rng.normal(size=(120, 5)) + 1 for _ in range(2))
    found = similarity(named(one, "one"), named(other, "other"), seed=7, permutations=79)
    draws = np.random.default_rng(7)
    order = draws.permutation(120)
    halves = np.sort(order[:60]), np.sort(order[60:])
    weights = 1 / np.arange(1, 121)
    weights /= weights.sum()
    a, b = (unit(each.astype(np.float32)) for each in (one, other))
    values = []
    for _ in range(79):
        permuted = b[draws.permutation(120)]
        values.append(float(weights @ held_out_cosines(a, permuted, halves)))
    assert found.floor == pytest.approx(np.mean(values), abs=1e-6)
    assert (found.floor_low, found.floor_high) == pytest.approx((sorted(values)[1], sorted(values)[-2]), abs=1e-6)
    assert found.value == pytest.approx(float(weights @ held_out_cosines(a, b, halves)))


def test_weights_are_the_mean_of_both_ranks() -> None:
    rng = np.random.default_rng(6)
    vectors = rng.normal(size=(200, 4))
    words = WORDS[:200]
    one = named(vectors, "one", words)
    other = named(vectors[::-1], "other", words[::-1])
    found = similarity(one, other)
    share = 1 / np.arange(1, 201)
    share /= share.sum()
    weights = (share + share[::-1]) / 2
    assert found.effective == pytest.approx(1 / (weights**2).sum())
    assert found.weights == "1/rank, the rank being the row number in one and other, the mean of both"


def test_a_file_in_the_order_of_the_alphabet_tells_no_ranks() -> None:
    rng = np.random.default_rng(7)
    vectors = rng.normal(size=(300, 4))
    words = WORDS[:300]
    order = np.argsort(words)
    one, other = named(vectors, "one", words), named(vectors[order], "sorted", [words[i] for i in order])
    found = similarity(one, other)
    assert found.weights == (
        "1/rank, the rank being the row number in one; the other file is in the order of the alphabet"
    )
    neither = similarity(other, other)
    assert neither.weights.startswith("none: neither file is in the order of frequency")
    assert neither.effective == pytest.approx(300)
    assert neither.moved_among == 300


def test_given_frequencies_weigh_and_words_without_one_count_nothing() -> None:
    rng = np.random.default_rng(8)
    one = rng.normal(size=(100, 3))
    other = one.copy()
    other[50:] = rng.normal(size=(50, 3))  # half of the words have moved
    counted = dict.fromkeys(WORDS[:50], 10.0)
    found = similarity(named(one, "one"), named(other, "other"), frequencies=counted)
    assert found.weights == "the frequencies given (50 common words have none, and count nothing)"
    assert found.effective == pytest.approx(50)
    assert found.value > 0.9 > found.unweighted
    with pytest.raises(SpecError, match="fewer than two of the common words have a frequency"):
        similarity(named(one, "one"), named(other, "other"), frequencies={"none": 1.0})
    with pytest.raises(SpecError, match="must be finite and not negative"):
        similarity(named(one, "one"), named(other, "other"), frequencies={WORDS[0]: -1.0, WORDS[1]: 2.0})


def test_what_the_frequencies_are_is_said_as_given() -> None:
    words = ["alpha", "beta", "gamma", "delta"]
    one = named(np.random.default_rng(9).normal(size=(4, 2)), "one", words)
    counted = dict(zip(words, (15, 10, 5, 5), strict=True))
    found = similarity(one, one, frequencies=counted, weights_said="how often a word occurs in letters")
    shares = np.array([15, 10, 5, 5]) / 35
    assert found.effective == pytest.approx(1 / (shares**2).sum())
    assert found.weights == "how often a word occurs in letters"
    some = similarity(one, one, frequencies={"alpha": 2, "beta": 1}, weights_said="how often a word occurs in letters")
    assert some.weights == "how often a word occurs in letters (2 common words have none, and count nothing)"


def test_words_that_moved_are_found_among_the_frequent() -> None:
    rng = np.random.default_rng(10)
    one = rng.normal(size=(1000, 8))
    other = one @ ortho_group.rvs(8, random_state=1)
    other[[3, 40, 900]] *= -1
    found = similarity(named(one, "one"), named(other, "other"), frequent=100)
    assert {word.word for word in found.moved[:2]} == {WORDS[3], WORDS[40]}
    assert found.moved[0].cosine == pytest.approx(-1, abs=0.01)
    assert found.moved[2].cosine > 0.9
    assert WORDS[900] not in {word.word for word in found.moved}
    assert (len(found.moved), found.moved_among) == (15, 100)


def test_spaces_of_different_dimensions_and_the_order_of_the_two() -> None:
    rng = np.random.default_rng(11)
    large = rng.normal(size=(500, 12))
    small = large[:, :5]
    one, other = named(small, "small"), named(large, "large")
    found, turned_round = similarity(one, other), similarity(other, one)
    assert found.dimensions == (5, 12)
    assert turned_round.value == pytest.approx(found.value, abs=1e-6)
    # Exactly the first five of twelve dimensions are known: cos = |first five| / |all|.
    cosines = np.linalg.norm(small, axis=1) / np.linalg.norm(large, axis=1)
    assert found.unweighted == pytest.approx(cosines.mean(), abs=0.01)


def test_only_the_most_frequent_common_words_are_used() -> None:
    one, other = made(0.1, filler=300), made(0.1, filler=200, name="other")
    found = similarity(one, other, most_words=150)
    assert (found.common, found.words) == (224, 150)
    assert found.on_fitted_words >= found.value


def test_too_few_common_words_and_impossible_settings_are_refused() -> None:
    rng = np.random.default_rng(12)
    one = named(rng.normal(size=(100, 60)), "one")
    with pytest.raises(SpecError, match="one and one have 100 words in common; at least 120 are needed"):
        similarity(one, one)
    fine = named(rng.normal(size=(100, 4)), "fine")
    with pytest.raises(SpecError, match="permutations=38: give at least 39"):
        similarity(fine, fine, permutations=38)
    with pytest.raises(SpecError, match="most_words=1"):
        similarity(fine, fine, most_words=1)


def test_the_same_seed_gives_the_same_and_it_survives_json() -> None:
    rng = np.random.default_rng(13)
    one, other = (named(rng.normal(size=(100, 4)), name) for name in ("one", "other"))
    found = similarity(one, other, seed=3)
    assert similarity(one, other, seed=3) == found
    assert similarity(one, other, seed=4).floor != found.floor
    assert from_plain(Similarity, to_plain(found)) == found


@pytest.mark.real
def test_the_same_vectors_in_two_files_are_alike(real_vectors: Path) -> None:
    """Google News as trained and scaled to unit length; and GloVe, which is another space."""
    raw, scaled, glove = (
        read(real_vectors / f"{name}.bin", limit=5000)
        for name in ("en-googlenews-13k-raw", "en-googlenews-26k-unit", "en-glove6b-100d-50k")
    )
    assert similarity(raw, scaled).value == pytest.approx(1, abs=1e-4)
    other = similarity(scaled, glove)
    assert other.floor_high < other.value < 0.8


def test_counts_that_are_kept_beside_the_vectors_are_the_weights() -> None:
    rng = np.random.default_rng(6)
    words = WORDS[:200]
    one, other = rng.normal(size=(200, 8)), rng.normal(size=(200, 8))
    counts = rng.integers(1, 1000, 200)
    made_by = {"vocabulary": 200}
    told = Embedding.from_arrays(words, one, name="told", provenance=made_by, counts=counts)
    found = similarity(told, named(other, "untold", words))
    given = similarity(
        named(one, "told", words),
        named(other, "untold", words),
        frequencies=dict(zip(words, counts.tolist(), strict=True)),
    )
    assert found.value == pytest.approx(given.value, abs=1e-12)
    assert found.weights == "how often a word occurs in the texts of told, by the file beside the vectors"
