"""Gonen & Goldberg's three looks, on spaces where the direction is seen in everything, or in nothing else."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import pearsonr

from tests.measure.measuring import Floats, cosine, found_set, measured, pairs_of, query_of, skipped, space_of
from weatherglass.errors import SpecError
from weatherglass.measure.published.gonen_goldberg import gonen_goldberg, traces
from weatherglass.words.lookup import FoundPairs, Vectors

DIM, WORDS = 20, 300
SMALL = {"most": 40, "pool": 200, "train": 80, "k": 15}


def space(lean: float, spill: float, seed: int = 0) -> Vectors:
    """Neutral words lean along the first axis by up to `lean`; what leans is seen in the next three by `spill`."""
    rng = np.random.default_rng(seed)
    she, he = np.eye(DIM)[0] + 0.5 * np.eye(DIM)[10], -np.eye(DIM)[0] + 0.5 * np.eye(DIM)[10]

    def words(n: int) -> Floats:
        side = rng.choice([-1.0, 1.0], size=n)
        made = rng.normal(size=(n, DIM))
        made[:, 0] += lean * side
        made[:, 1:4] += spill * side[:, None]
        return made

    pairs = FoundPairs(found_set("f", she[None]), found_set("m", he[None]))
    return Vectors(targets=(found_set("x", words(60)),), pairs=pairs, neutral=found_set("n", words(WORDS)))


def biases(v: Vectors) -> tuple[Floats, Floats]:
    assert v.pairs is not None
    assert v.neutral is not None
    x, y = v.pairs.one.vectors[0], v.pairs.other.vectors[0]
    one, other = (
        np.array([cosine(w, x) - cosine(w, y) for w in words]) for words in (v.neutral.vectors, v.targets[0].vectors)
    )
    return one, other


def test_a_direction_that_is_seen_in_everything_is_found_by_all_three() -> None:
    found = gonen_goldberg(space(2.0, 2.0), **SMALL)
    assert found.value is not None
    assert found.value > 0.97
    assert found.extra["classifier"] > 0.95
    assert found.extra["neighbours"] > 0.8
    assert (found.extra["clustered"], found.extra["trained"], found.extra["tested"]) == (80, 80, 120)
    assert found.extra["neutral_words"] == WORDS


def test_after_the_direction_is_taken_out_it_is_still_found_where_it_spills_over() -> None:
    v = space(2.0, 2.0)
    bias, lean = biases(v)
    assert v.neutral is not None
    rest = np.eye(DIM)
    rest[0, 0] = 0
    found = traces(v.neutral.vectors @ rest, bias, v.targets[0].vectors @ rest, lean, {**SMALL, "seed": 0})
    assert found.clusters > 0.9
    assert found.classifier > 0.85
    assert found.neighbours is not None
    assert found.neighbours > 0.6


def test_words_that_have_nothing_to_do_with_their_sides_are_told_no_better_than_by_chance() -> None:
    v = space(2.0, 2.0)
    bias, lean = biases(v)
    assert v.neutral is not None
    rng = np.random.default_rng(1)
    found = traces(rng.normal(size=(WORDS, DIM)), bias, rng.normal(size=(60, DIM)), lean, {**SMALL, "seed": 0})
    assert 0.5 <= found.clusters < 0.65
    assert found.classifier == pytest.approx(0.5, abs=0.12)
    assert found.neighbours == pytest.approx(0, abs=0.35)


def test_the_scores_are_the_leans_and_the_neighbours_by_sorting() -> None:
    v = space(1.0, 0.5)
    assert v.neutral is not None
    # Some of the target words are neutral words too, and not their own neighbours.
    mixed = np.concatenate([v.targets[0].vectors[:20], v.neutral.vectors[:10]])
    v = replace(v, targets=(found_set("x", mixed),))
    bias, lean = biases(v)
    found = gonen_goldberg(v, **SMALL)
    assert found.groups[0] == pytest.approx(lean)
    shares = []
    for i, word in enumerate(mixed):
        others = [j for j in range(WORDS) if j != i - 20]
        near = sorted(others, key=lambda j, word=word: -cosine(word, v.neutral.vectors[j]))[:15]  # type: ignore[misc, union-attr]
        shares.append(np.mean(bias[near] > 0))
    assert found.extra["neighbours"] == pytest.approx(pearsonr(shares, lean).statistic)


def test_the_words_clustered_are_those_that_lean_most() -> None:
    v = space(0.0, 0.0)
    assert v.neutral is not None
    bias, lean = biases(v)
    order = np.argsort(bias)
    vectors = np.random.default_rng(0).normal(size=(WORDS, DIM))
    vectors[order[:40], 5] += 30
    vectors[order[-40:], 5] -= 30
    assert traces(vectors, bias, v.targets[0].vectors, lean, {**SMALL, "seed": 0}).clusters == 1
    assert traces(vectors, bias, v.targets[0].vectors, lean, {**SMALL, "most": 50, "seed": 0}).clusters < 1


def test_too_few_neutral_words_are_told() -> None:
    rng = np.random.default_rng(0)
    rows = {word: rng.normal(size=6) for word in ["she", "he", "w", *(f"n{i}" for i in range(30))]}
    given = pairs_of(("she", "he"), neutral=[f"n{i}" for i in range(30)])
    query = query_of({"x": ["w"]})
    reason = skipped("gonen-goldberg", space_of(rows), query, given=given)
    assert "30 neutral words" in reason
    assert "5,000 are needed" in reason
    enough = {"most": 5, "pool": 16, "train": 8, "k": 5}
    result = measured("gonen-goldberg", space_of(rows), query, given=given, params=enough)
    assert result.extra["neighbours"] is None  # one target word correlates with nothing
    assert result.interval is None


def test_neutral_words_that_all_lean_one_way_have_no_two_sides() -> None:
    v = space(1.0, 0.5)
    assert v.neutral is not None
    one_way = np.abs(v.neutral.vectors)
    v = replace(v, neutral=found_set("n", one_way))
    with pytest.raises(Exception, match="0 neutral words lean to one side"):
        gonen_goldberg(v, **SMALL)


@pytest.mark.parametrize(
    "wrong", [{"most": 0}, {"k": 0}, {"train": 1}, {"train": 200}, {"pool": 81}, {"pool": 3, "train": 2}]
)
def test_settings_that_leave_nothing_to_test_on_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(SpecError, match="train below pool"):
        gonen_goldberg(space(1.0, 0.5), **{**SMALL, **wrong})


def test_large_seeds_are_fine() -> None:
    assert gonen_goldberg(space(1.0, 0.5), **{**SMALL, "seed": 2**32 + 1}).value is not None
