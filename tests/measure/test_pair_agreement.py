"""Agreement of base pairs by loops over pairs and words, and where it cannot be told."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

from tests.measure.measuring import Floats, cosine, random_pairs
from weatherglass.measure.pair_agreement import LEAST_PAIRS, LEAST_WORDS, agreement_with_others
from weatherglass.words.lookup import FoundPairs

WORDS = np.random.default_rng(0).normal(size=(LEAST_WORDS, 5))


def sides(one: Floats, other: Floats) -> list[int]:
    return [int(np.sign(cosine(word, one) - cosine(word, other))) for word in WORDS]


def sides_of(pairs: FoundPairs) -> list[list[int]]:
    return [sides(one, other) for one, other in zip(pairs.one.vectors, pairs.other.vectors, strict=True)]


def test_a_listed_pair_agrees_with_the_others_as_it_stands() -> None:
    pairs = random_pairs(4, 5, 1)
    found = agreement_with_others(pairs, pairs, WORDS)
    assert found is not None
    all_sides = sides_of(pairs)
    for i, label in enumerate(pairs.labels):
        kappas = [cohen_kappa_score(all_sides[i], all_sides[j]) for j in range(4) if j != i]
        assert found[label] == pytest.approx(np.mean(kappas))


def test_another_pair_agrees_the_better_way_round() -> None:
    others = random_pairs(3, 5, 1)
    turned_round = 0
    for seed in range(2, 8):
        pair = FoundPairs(*(each.one for each in (random_pairs(1, 5, seed), random_pairs(1, 5, seed + 100))))
        found = agreement_with_others(pair, others, WORDS)
        assert found is not None
        (mine,) = sides_of(pair)
        ways = [
            np.mean([cohen_kappa_score([way * side for side in mine], theirs) for theirs in sides_of(others)])
            for way in (1, -1)
        ]
        assert found[pair.labels[0]] == pytest.approx(max(ways))
        turned_round += ways[1] > ways[0]
    assert 0 < turned_round < 6


def test_with_few_words_or_pairs_there_is_no_telling() -> None:
    pairs = random_pairs(1, 5, 9)
    assert agreement_with_others(pairs, random_pairs(LEAST_PAIRS, 5, 1), WORDS) is not None
    assert agreement_with_others(pairs, random_pairs(LEAST_PAIRS - 1, 5, 1), WORDS) is None
    assert agreement_with_others(pairs, random_pairs(LEAST_PAIRS, 5, 1), WORDS[1:]) is None
    assert agreement_with_others(pairs, None, WORDS) is None
