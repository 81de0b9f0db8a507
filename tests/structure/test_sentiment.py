"""The difference of sentiment between groups: by hand, by loops, and against scipy."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from tests.structure.biases import bias_of, counted_out, drawn_cosines, sentiment_of, singles, true_cosines
from weatherglass.arrays import Floats
from weatherglass.embedding.embedding import Embedding
from weatherglass.stats.intervals import bca
from weatherglass.words.query import PairSet, Query


def test_the_interval_of_sentiment_is_that_of_a_loop_too() -> None:
    n, k = 14, 4
    embedding, query, groups = singles(drawn_cosines(n, k, 22))
    scores = np.random.default_rng(22).normal(size=n).round(1) ** 3
    polarity = {f"c{i}": score for i, score in enumerate(scores.tolist())}
    found = sentiment_of(bias_of(embedding, query, groups, polarity=polarity, draws=1, seed=3))
    cosines = true_cosines(embedding, [f"c{i}" for i in range(n)], groups)
    table = cosines[:, :k] - cosines[:, k:]

    def difference(words: Sequence[int], pairs: Sequence[int]) -> float:
        leans = {i: float(np.mean([table[i, j] for j in pairs])) for i in words}
        sides = [[scores[i] for i in words if sign * leans[i] > 0] for sign in (1, -1)]
        return float(np.mean(sides[0]) - np.mean(sides[1])) if all(sides) else math.nan

    everything, all_pairs = range(n), range(k)
    left_out = [
        np.array([difference([w for w in everything if w != i], all_pairs) for i in everything]),
        np.array([difference(everything, [p for p in all_pairs if p != j]) for j in all_pairs]),
    ]
    values = np.array([difference(words, pairs) for words, pairs in counted_out(n, k, 2000, 3)])
    expected = bca(difference(everything, all_pairs), values, left_out, 0.95)
    assert expected is not None
    assert found.interval is not None
    assert (found.interval.low, found.interval.high) == pytest.approx((expected.low, expected.high), abs=1e-5)
    assert found.interval.without_value == expected.without_value


def leaning(*leans: float) -> tuple[Embedding, Query, PairSet]:
    """Concepts c0, c1, … with these leans."""
    return singles(np.array([(lean / 2, lean / 2, -lean / 2, -lean / 2) for lean in leans]))


def test_the_difference_of_sentiment_is_that_worked_out_by_hand() -> None:
    embedding, query, groups = leaning(0.3, 0.2, 0.1, -0.1, -0.2, 0.0)
    polarity = dict(zip(("c0", "c1", "c2", "c3", "c4", "c5"), (1.0, 0.5, -0.3, -1.0, 0.2, 0.9), strict=True))
    found = sentiment_of(bias_of(embedding, query, groups, polarity=polarity))
    # Nearer to the first group: 1, 0.5 and −0.3, mean 0.4. To the second: −1 and 0.2, mean −0.4. The last is nearer to neither.
    assert (found.nearer_first, found.nearer_second) == (3, 2)
    assert (found.mean_first, found.mean_second) == pytest.approx((0.4, -0.4))
    assert found.value == pytest.approx(0.8)
    # Of the ten ways to choose two of the five for the second side, −0.8 is reached or passed below by −1 with −0.3 and itself: 2/10, doubled.
    assert found.p.estimate == pytest.approx(0.4)
    # By halves: 1, 0.5, −0.3 (0.4) against 0.9, −1, 0.2 (0.0333…).
    assert found.halved == pytest.approx(0.4 - 0.1 / 3)


def test_an_odd_word_of_the_middle_belongs_to_the_half_of_the_second_group() -> None:
    embedding, query, groups = leaning(0.3, 0.2, 0.1, -0.1, -0.2)
    found = sentiment_of(bias_of(embedding, query, groups, polarity={f"c{i}": float(i) for i in range(5)}))
    assert found.halved == pytest.approx(0.5 - 3.0)


@settings(max_examples=20)
@given(
    first=st.lists(st.sampled_from([1.0, -1.0]), min_size=2, max_size=9),
    second=st.lists(st.sampled_from([1.0, -1.0]), min_size=3, max_size=9),
)
def test_the_p_of_positive_and_negative_words_is_hypergeometric(first: list[float], second: list[float]) -> None:
    embedding, query, groups = leaning(*[0.1] * len(first), *[-0.1] * len(second))
    polarity = {f"c{i}": sign for i, sign in enumerate((*first, *second))}
    found = sentiment_of(bias_of(embedding, query, groups, polarity=polarity, draws=1))
    positive = (np.array([*first, *second]) > 0).sum()
    law = stats.hypergeom(len(first) + len(second), positive, len(first))
    here = sum(sign > 0 for sign in first)
    assert found.p.estimate == pytest.approx(min(1.0, 2 * min(law.cdf(here), law.sf(here - 1))))
    assert found.p.method == "exact"


def test_the_p_of_polarities_of_any_size_is_that_of_scipy() -> None:
    rng = np.random.default_rng(6)
    scores = rng.normal(size=11).round(2)
    scores[:6] += 0.6
    embedding, query, groups = leaning(*[0.1] * 6, *[-0.1] * 5)
    polarity = {f"c{i}": score for i, score in enumerate(scores.tolist())}
    found = sentiment_of(bias_of(embedding, query, groups, polarity=polarity, draws=1))

    def difference(x: Floats, y: Floats) -> float:
        return float(x.mean() - y.mean())

    expected = stats.permutation_test((scores[:6], scores[6:]), difference, n_resamples=100_000).pvalue
    assert 0.01 < expected < 0.9
    assert found.p.estimate == pytest.approx(expected)
    halves = stats.permutation_test((scores[:5], scores[5:]), difference, n_resamples=100_000).pvalue
    assert found.halved_p.estimate == pytest.approx(halves)


def test_there_is_no_difference_of_sentiment_where_all_words_are_nearer_to_one_group() -> None:
    embedding, query, groups = leaning(0.3, 0.2, 0.1, 0.1, 0.2, 0.0)
    found = bias_of(embedding, query, groups, polarity={f"c{i}": float(i) for i in range(6)})
    assert found.sentiment is None


def test_the_interval_of_the_difference_of_sentiment_holds_it_and_is_none_with_a_single_word_on_one_side() -> None:
    rng = np.random.default_rng(2)
    cosines = drawn_cosines(40, 5, 2)
    embedding, query, groups = singles(cosines)
    polarity = {f"c{i}": float(rng.choice([-1, 1])) for i in range(40)}
    found = sentiment_of(bias_of(embedding, query, groups, polarity=polarity))
    assert found.interval is not None
    assert found.interval.low < found.value < found.interval.high
    assert -2 <= found.interval.low < found.interval.high <= 2
    # A third of the resamples have no word of the second side, so there is none.
    lonely = leaning(*[0.2] * 8, -0.2)
    alone = sentiment_of(bias_of(*lonely, polarity={f"c{i}": float(i % 2) for i in range(9)}))
    assert alone.nearer_second == 1
    assert alone.interval is None


def test_a_planted_difference_of_sentiment_is_found_and_its_interval_is_above_zero() -> None:
    cosines = drawn_cosines(40, 6, 3, 0.03)
    positive = np.arange(40) < 20
    cosines[:, :6] += np.where(positive, 0.05, -0.05)[:, None]
    embedding, query, groups = singles(cosines)
    polarity = {f"c{i}": 1.0 if positive[i] else -1.0 for i in range(40)}
    found = sentiment_of(bias_of(embedding, query, groups, polarity=polarity))
    assert found.value > 1
    assert found.p.estimate < 1e-6
    assert found.interval is not None
    assert found.interval.low > 0.5
