from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.decomposition import PCA
from threadpoolctl import threadpool_limits

from tests.spaces import composed_space
from tests.structure.group_spaces import among_filler, letters, pairs_named, space_of
from weatherglass.arrays import Floats
from weatherglass.embedding.embedding import Embedding
from weatherglass.files.plain import from_plain, to_plain
from weatherglass.measure.result import Lacking
from weatherglass.structure.subspace import COMPONENTS, FREQUENCY, RandomPairs, Subspace, explained, subspace
from weatherglass.words.query import PairSet

DIM = 30


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """As where it is called from: many small products take longer when they are shared out."""
    with threadpool_limits(1, user_api="blas"):
        yield


def unit(vectors: Floats) -> Floats:
    scaled: Floats = vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
    return scaled


def found_of(embedding: Embedding, pairs: PairSet, *, draws: int = 200, seed: int = 0) -> Subspace:
    found = subspace(space_of(embedding, draws=draws, seed=seed), pairs)
    assert isinstance(found, Subspace)
    return found


def drawn(found: Subspace) -> RandomPairs:
    assert found.random is not None
    return found.random


def filler(seed: int, n: int = 1500, dim: int = DIM) -> Floats:
    return np.random.default_rng([seed, 99]).normal(size=(n, dim))


def list_of(n: int) -> PairSet:
    return pairs_named("own", *(f"fem{i} masc{i}" for i in range(n)))


def random_pairs(n: int, seed: int, dim: int = DIM) -> dict[str, Floats]:
    vectors = np.random.default_rng(seed).normal(size=(n, 2, dim))
    return {f"{side}{i}": vectors[i, j] for i in range(n) for j, side in enumerate(("fem", "masc"))}


def planted_pairs(n: int, seed: int, *, strength: float, dim: int = DIM) -> dict[str, Floats]:
    """Two words with all but a little in common, the feminine one further along the first axis."""
    rng = np.random.default_rng(seed)
    found = {}
    for i in range(n):
        common = rng.normal(size=dim)
        for side, sign in (("fem", 1), ("masc", -1)):
            found[f"{side}{i}"] = common + sign * strength * np.eye(dim)[0] + 0.3 * rng.normal(size=dim)
    return found


def differences(vectors: dict[str, Floats], n: int) -> Floats:
    return unit(np.array([vectors[f"fem{i}"] for i in range(n)])) - unit(
        np.array([vectors[f"masc{i}"] for i in range(n)])
    )


# By hand


def test_shares_loadings_and_direction_of_three_pairs_are_those_worked_out_by_hand() -> None:
    # All of unit length. Differences: (1.2, 0, 0), (1.6, 0, 0), (0, 1.6, 0). Their inner products with themselves are 1.44, 2.56, 2.56,
    # of the first two with each other 1.92. So the strengths are 1.44 + 2.56 = 4 along x and 2.56 along y: 4 / 6.56 and 2.56 / 6.56.
    embedding = Embedding.from_arrays(
        ["f1", "m1", "f2", "m2", "f3", "m3"],
        np.array([(3, 4, 0), (-3, 4, 0), (8, 0, 6), (-8, 0, 6), (0, 4, 3), (0, -8, 6)], np.float32),
    )
    found = found_of(embedding, pairs_named("three", "f1 m1", "f2 m2", "f3 m3"))
    assert found.shares == pytest.approx((4 / 6.56, 2.56 / 6.56, 0), abs=1e-6)
    assert found.direction == pytest.approx((1, 0, 0), abs=1e-6)
    # Without the first pair there are two as strong ones: x and y, 1.6² each, any mixture of which is as good; its difference lies along x.
    # Without the second y is stronger (2.56 against 1.44), so that it lies across it. Without the third only x is left, across it again.
    assert [loading.pair for loading in found.loadings] == ["f1–m1", "f2–m2", "f3–m3"]
    assert [loading.cosine for loading in found.loadings][1:] == pytest.approx([0, 0], abs=1e-6)
    assert found.dominant is None
    # Left out one by one the first share is 0.5, 2.56/4 and 1: mean 0.7133, the squares of the distances add up to 0.1332;
    # 2/3 of that is a variance of 0.0888, 1.96 standard errors are 0.584.
    assert found.interval is not None
    assert found.interval.low == pytest.approx(4 / 6.56 - 0.5841, abs=1e-3)
    assert found.interval.high == 1  # 1.19 would be no share
    assert found.interval.method == "jackknife"


def test_order_within_the_pairs_turns_the_direction_and_nothing_else() -> None:
    embedding = among_filler(planted_pairs(8, 1, strength=1.5), filler=filler(1))
    found = found_of(embedding, list_of(8))
    turned = found_of(embedding, pairs_named("own", *(f"masc{i} fem{i}" for i in range(8))))
    assert found.direction[0] > 0.8
    assert turned.direction == pytest.approx([-x for x in found.direction], abs=1e-9)
    assert turned.shares == pytest.approx(found.shares)
    assert [x.cosine for x in turned.loadings] == pytest.approx([x.cosine for x in found.loadings])


def test_feminine_words_lie_on_the_positive_side_even_when_one_pair_is_written_the_wrong_way_round() -> None:
    embedding = among_filler(planted_pairs(8, 2, strength=1.5), filler=filler(2))
    found = found_of(embedding, pairs_named("own", *(f"fem{i} masc{i}" for i in range(7)), "masc7 fem7"))
    assert found.direction[0] > 0.8
    wrong = found.loadings[7]
    assert wrong.cosine < -0.3
    assert wrong.outlier
    assert not any(loading.outlier for loading in found.loadings[:7])
    assert found.going_along == pytest.approx(7 / 8)


# Against other implementations


@settings(max_examples=40)
@given(seed=st.integers(0, 10_000), n=st.integers(3, 14), dim=st.integers(2, 20))
def test_shares_and_direction_are_those_of_scikit_learn_on_words_centred_at_the_middle_of_their_pair(
    seed: int, n: int, dim: int
) -> None:
    vectors = random_pairs(n, seed, dim)
    embedding = Embedding.from_arrays(list(vectors), np.array(list(vectors.values()), np.float32))
    found = found_of(embedding, list_of(n))
    words = {word: unit(embedding[word].astype(np.float64)) for word in vectors}
    centred = np.array(
        [words[f"{side}{i}"] - (words[f"fem{i}"] + words[f"masc{i}"]) / 2 for side in ("fem", "masc") for i in range(n)]
    )
    pca = PCA(svd_solver="full").fit(centred)  # its mean is 0 already
    kept = min(n, dim, COMPONENTS)
    assert found.shares[:kept] == pytest.approx(pca.explained_variance_ratio_[:kept], abs=1e-7)
    assert found.shares[kept:] == pytest.approx([0] * (len(found.shares) - kept), abs=1e-7)
    if found.shares[0] - found.shares[1] > 1e-3:
        assert abs(pca.components_[0] @ found.direction) == pytest.approx(1, abs=1e-6)
    assert np.linalg.norm(found.direction) == pytest.approx(1)
    along = differences({word: embedding[word].astype(np.float64) for word in vectors}, n)
    assert along.mean(axis=0) @ found.direction >= -1e-9


def test_each_loading_is_the_cosine_with_the_first_singular_vector_of_all_other_differences() -> None:
    n = 9
    vectors = planted_pairs(n, 4, strength=0.5)
    embedding = Embedding.from_arrays(list(vectors), np.array(list(vectors.values())))
    along = differences(vectors, n)
    expected = []
    for i in range(n):
        others = np.delete(along, i, axis=0)
        axis = np.linalg.svd(others)[2][0]
        axis *= np.sign(others.mean(axis=0) @ axis)
        expected.append(along[i] @ axis / np.linalg.norm(along[i]))
    found = found_of(embedding, list_of(n))
    assert [loading.cosine for loading in found.loadings] == pytest.approx(expected, abs=1e-6)
    without = [np.linalg.svd(np.delete(along, i, axis=0), compute_uv=False) ** 2 for i in range(n)]
    shares = np.array([strengths[0] / strengths.sum() for strengths in without])
    reach = 1.959964 * np.sqrt((n - 1) / n * ((shares - shares.mean()) ** 2).sum())
    assert found.interval is not None
    assert (found.interval.low, found.interval.high) == pytest.approx(
        (found.shares[0] - reach, found.shares[0] + reach), abs=1e-6
    )


def test_shares_of_a_list_without_any_difference_are_zero() -> None:
    assert explained(np.zeros((2, 3, 3))).tolist() == [[0, 0, 0], [0, 0, 0]]


# Whether one direction dominates


@pytest.mark.parametrize("strength", [1.5, 4.0])
def test_a_planted_direction_is_dominant_and_all_pairs_go_along(strength: float) -> None:
    found = found_of(among_filler(planted_pairs(10, 5, strength=strength), filler=filler(5)), list_of(10))
    assert found.dominant is True
    assert found.going_along == 1
    assert found.shares[0] > drawn(found).high[0]
    assert drawn(found).as_large == pytest.approx(1 / 201)  # none of 200 draws, and the pairs themselves
    assert not found.follows_frequency


def test_random_lists_are_seldom_called_dominant() -> None:
    # Of 40 lists two are expected at 5 %, and six or more come once in 20 times; these are seeded.
    n, lists = 6, 40
    called = 0
    ranks = []
    embedding = Embedding.from_arrays([letters(i) for i in range(1500)], filler(6))
    rng = np.random.default_rng(6)
    for i in range(lists):
        words = rng.choice(1500, size=2 * n, replace=False)
        pairs = PairSet("random", tuple(((letters(a),), (letters(b),)) for a, b in words.reshape(n, 2)))
        found = found_of(embedding, pairs, draws=100, seed=i)
        called += found.dominant is True
        ranks.append(drawn(found).as_large)
    assert called <= 5
    # The share of draws with as large a first component is then any number from 0 to 1.
    assert sum(rank <= 0.05 for rank in ranks) <= 5
    assert 0.35 < np.mean(ranks) < 0.65
    assert max(ranks) > 0.8


def test_a_first_component_that_does_not_lead_the_second_is_not_dominant() -> None:
    # Eight pairs differ along the first axis, six along the second: more than in random lists, and most pairs go along with the first. But random words
    # have one strong axis themselves, and lists of them a first component that leads by more.
    vectors = filler(8)
    vectors[:, 5] *= 3.5
    pairs = planted_pairs(14, 8, strength=6.0)
    for i in range(6):
        for side in ("fem", "masc"):
            pairs[f"{side}{i}"] = np.roll(pairs[f"{side}{i}"], 1)
    found = found_of(among_filler(pairs, filler=vectors), list_of(14))
    assert found.shares[0] > drawn(found).high[0]
    assert found.shares[0] - found.shares[1] < drawn(found).gap
    assert found.going_along > 0.5
    assert found.dominant is False


def test_a_word_that_several_pairs_share_makes_no_direction_dominant() -> None:
    # (a, b₀), (a, b₁), …: all differences have a in common, whatever the words are. Random lists must have one, too.
    embedding = Embedding.from_arrays([letters(i) for i in range(1500)], filler(9))
    rng = np.random.default_rng(9)
    called = 0
    for i in range(20):
        one, *others = rng.choice(1500, size=9, replace=False).tolist()
        pairs = PairSet("sharing", tuple(((letters(one),), (letters(other),)) for other in others))
        found = found_of(embedding, pairs, draws=100, seed=i)
        assert found.shares[0] > 0.45  # a² against a² and b²: about a half
        called += found.dominant is True
    assert called <= 3


def test_random_pairs_are_summed_up_as_a_brute_force_over_random_pairs_of_the_pool_says() -> None:
    n = 6
    embedding = among_filler(random_pairs(n, 10), filler=filler(10))
    found = found_of(embedding, list_of(n), draws=2000)
    units = unit(embedding.vectors.astype(np.float64))
    rng = np.random.default_rng(0)
    shares, cosines = [], []
    for _ in range(2000):
        words = units[rng.choice(len(units), size=2 * n, replace=False)]
        along = words[:n] - words[n:]
        strengths = np.linalg.svd(along, compute_uv=False) ** 2
        shares.append(strengths / strengths.sum())
        cosines.append(np.abs(along @ found.direction) / np.linalg.norm(along, axis=1))
    table = np.array(shares)
    random = drawn(found)
    assert random.draws == 2000
    assert random.mean == pytest.approx(table.mean(axis=0), abs=0.01)
    assert random.high == pytest.approx(np.quantile(table, 0.95, axis=0), abs=0.015)
    assert random.low == pytest.approx(np.quantile(table, 0.05, axis=0), abs=0.015)
    assert random.gap == pytest.approx(np.quantile(table[:, 0] - table[:, 1], 0.95), abs=0.02)
    assert random.cosine == pytest.approx(np.quantile(cosines, 0.95), abs=0.02)


def test_pairs_across_the_direction_of_the_others_are_outliers_and_too_many_of_them_take_its_dominance() -> None:
    for odd, dominant in ((1, True), (6, False)):
        pairs = planted_pairs(11, 11, strength=4.0)
        astray = random_pairs(odd, 12)
        for word, vector in astray.items():
            pairs[word] = vector - vector[0] * np.eye(DIM)[0]
        found = found_of(among_filler(pairs, filler=filler(11)), list_of(11))
        assert [loading.pair for loading in found.loadings if loading.outlier] == [
            f"fem{i}–masc{i}" for i in range(odd)
        ]
        assert found.dominant is dominant


# Frequency


def test_a_direction_from_frequent_to_rare_words_is_told() -> None:
    # All words move along the last axis with their log rank. The feminine words stand far down, the masculine ones near the top.
    n = 8
    own = random_pairs(n, 13)
    words = [letters(i) for i in range(2000)]
    vectors = filler(13, 2000)
    for i in range(n):
        words[60 + 4 * i], words[1500 + 20 * i] = f"masc{i}", f"fem{i}"
        vectors[60 + 4 * i], vectors[1500 + 20 * i] = own[f"masc{i}"], own[f"fem{i}"]
    axis = np.eye(DIM)[-1]
    drifting = vectors + 1.5 * (np.log2(np.arange(2000) + 1.0) - 8)[:, None] * axis
    found = found_of(Embedding.from_arrays(words, drifting), list_of(n))
    assert found.direction[-1] > 0.7
    assert drawn(found).frequency > 0.6
    assert found.follows_frequency
    turned = found_of(
        Embedding.from_arrays(words, drifting), pairs_named("own", *(f"masc{i} fem{i}" for i in range(n)))
    )
    # Both the direction and the mean of the random differences turn round.
    assert drawn(turned).frequency == pytest.approx(drawn(found).frequency, abs=0.02)
    assert drawn(turned).drift == pytest.approx(drawn(found).drift, abs=0.05)
    # Random words that stand as far from each other go about as far.
    assert 0.7 < drawn(found).drift < 1.3
    still = found_of(Embedding.from_arrays(words, vectors), list_of(n))
    assert not still.follows_frequency


def test_chance_is_not_taken_for_frequency_where_the_direction_is_a_strong_one_of_all_words() -> None:
    # All words differ most along the first axis, and so do the pairs, but nothing follows frequency. The mean of random differences is
    # small and lies, if anywhere, along that axis: its cosine is often large, by chance, and means nothing.
    large = 0
    for seed in range(8):
        vectors = filler(seed, 1200)
        vectors[:, 0] *= 5
        found = found_of(among_filler(planted_pairs(6, seed, strength=3.0), filler=vectors), list_of(6), draws=100)
        large += abs(drawn(found).frequency) > FREQUENCY
        assert abs(drawn(found).drift) < 0.2
        assert not found.follows_frequency
    assert large > 0


# Nothing to compare with


def test_an_alphabetical_file_has_shares_and_no_verdict() -> None:
    pairs = planted_pairs(6, 14, strength=2.0)
    words = sorted([*pairs, *(letters(i) for i in range(1500))])
    spare = iter(filler(14))
    embedding = Embedding.from_arrays(words, np.array([pairs[w] if w in pairs else next(spare) for w in words]))
    found = found_of(embedding, list_of(6))
    assert found.random is None
    assert "alphabetical" in found.no_random
    assert found.dominant is None
    assert not found.follows_frequency
    assert found.shares[0] > 0.5


def test_a_small_file_says_how_many_words_it_lacks_and_calls_only_pairs_that_point_backwards_outliers() -> None:
    pairs = planted_pairs(6, 15, strength=2.0)
    pairs["fem0"], pairs["masc0"] = pairs["masc0"], pairs["fem0"]
    found = found_of(among_filler(pairs, filler=filler(15, 500)), list_of(6))
    # The pairs' own words have digits, and only words of letters stand for others.
    assert found.no_random == "500 words that could stand for others were found in the file, 1,000 are needed"
    assert found.dominant is None
    assert [loading.outlier for loading in found.loadings] == [True, *[False] * 5]


@pytest.mark.parametrize(("n", "compared"), [(55, True), (60, False)])
def test_a_list_too_long_for_the_words_beside_its_own_is_not_compared(n: int, compared: bool) -> None:
    # For each of 2n words one of the 8n nearest in frequency, out of twice as many. Of 1,000 words 890 are not the list's own with 55 pairs (880 are needed),
    # 880 with 60 (960 are needed, which the list's own words would make up for).
    embedding = Embedding.from_arrays([letters(i) for i in range(1000)], filler(16, 1000))
    pairs = pairs_named("long", *(f"{letters(i)} {letters(999 - i)}" for i in range(n)))
    found = found_of(embedding, pairs, draws=20)
    assert (found.random is not None) == compared
    assert found.no_random == (
        "" if compared else "the file holds too few words to draw random pairs of like frequency from"
    )


def test_words_composed_from_subwords_have_no_frequency_to_match() -> None:
    embedding = among_filler(planted_pairs(5, 17, strength=2.0), filler=filler(17))
    composed = composed_space(embedding, [f"fem{i}" for i in range(5)])
    found = found_of(composed, list_of(5))
    assert found.no_random == "the words are composed from subwords, so that their frequency is not known"
    assert found.coverage.substituted[0].how == "subwords"
    some = found_of(composed_space(embedding, ["fem0"]), list_of(5))
    assert some.random is not None


def test_many_words_with_one_vector_among_the_filler_give_numbers_all_the_same() -> None:
    # Rows that were never trained: every other word has one vector, so that many random differences are nothing.
    vectors = filler(18)
    vectors[::2] = vectors[0]
    found = found_of(among_filler(planted_pairs(3, 18, strength=2.0), filler=vectors), list_of(3), draws=500)
    random = drawn(found)
    assert np.isfinite([*random.mean, *random.low, *random.high, random.gap, random.cosine, random.frequency]).all()
    assert found.dominant is not None


# What is missing


def test_a_pair_with_one_missing_word_is_named_and_left_out() -> None:
    pairs = planted_pairs(5, 19, strength=2.0)
    del pairs["masc2"]
    found = found_of(among_filler(pairs, filler=filler(19)), list_of(5))
    assert found.coverage.missing == ("fem2–masc2",)
    assert (found.coverage.found, found.coverage.asked) == (4, 5)
    assert [loading.pair for loading in found.loadings] == [f"fem{i}–masc{i}" for i in (0, 1, 3, 4)]
    assert len(found.shares) == 4


@pytest.mark.parametrize("n", [0, 1, 2])
def test_fewer_than_three_pairs_are_too_few(n: int) -> None:
    found = subspace(space_of(among_filler(random_pairs(n, 20), filler=filler(20))), list_of(5))
    assert found == Lacking(skipped=f"own: {n} of 5 pairs were found; at least 3 are needed")


def test_two_words_of_one_direction_are_named_as_nothing_lies_between_them() -> None:
    pairs = planted_pairs(4, 21, strength=2.0)
    pairs["masc1"] = 3 * pairs["fem1"]
    found = subspace(space_of(among_filler(pairs, filler=filler(21))), list_of(4))
    assert isinstance(found, Lacking)
    assert "fem1–masc1" in found.skipped


def test_words_of_other_scripts_are_found_and_labelled() -> None:
    vectors = np.random.default_rng(22).normal(size=(6, 5))
    embedding = Embedding.from_arrays(["هي", "هو", "امرأة", "رجل", "женщина", "мужчина"], vectors)
    found = found_of(embedding, pairs_named("scripts", "هي هو", "امرأة رجل", "женщина мужчина"))
    assert [loading.pair for loading in found.loadings] == ["هي–هو", "امرأة–رجل", "женщина–мужчина"]


def test_at_most_ten_components_are_told_of_a_long_list() -> None:
    found = found_of(among_filler(planted_pairs(15, 23, strength=1.0), filler=filler(23)), list_of(15))
    assert len(found.shares) == len(drawn(found).high) == COMPONENTS
    assert sum(found.shares) < 1
    assert len(found.loadings) == 15


def test_the_same_seed_gives_the_same_and_another_seed_other_random_pairs() -> None:
    embedding = among_filler(planted_pairs(5, 24, strength=1.0), filler=filler(24))
    first, again, other = (found_of(embedding, list_of(5), seed=seed) for seed in (3, 3, 4))
    assert first == again
    assert other.random != first.random
    assert replace(other, random=None, loadings=()) == replace(first, random=None, loadings=())


def test_a_subspace_survives_json() -> None:
    found = found_of(among_filler(planted_pairs(4, 25, strength=1.0), filler=filler(25)), list_of(4))
    assert from_plain(Subspace, json.loads(json.dumps(to_plain(found)))) == found
