"""BAT against literal loops over (t1, t2, a1, a2) and the terms compared with."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from tests.measure.measuring import (
    Floats,
    measured,
    query_of,
    random_vectors,
    scores,
    skipped,
    space_of,
    splits,
)
from weatherglass.embedding.geometry import unit
from weatherglass.measure.base import NotMeasurable, get
from weatherglass.measure.published.bat import bat, left_out, p_value
from weatherglass.measure.scrutiny import measure_kept
from weatherglass.stats.permutation import Alternative, Test, Ties
from weatherglass.words.lookup import Vectors

SHAPES = [(3, 3, 3, 3), (2, 4, 3, 2), (4, 1, 2, 4), (1, 1, 2, 2)]


def cases(t1: Floats, t2: Floats, one: Floats, other: Floats) -> tuple[int, int]:
    """Hits and cases for one pair of target words."""
    hits = total = 0
    for i, j in product(range(len(one)), range(len(other))):
        q1, q2 = t1 - t2 + other[j], one[i] - t1 + t2
        for k in range(len(other)):
            if k != j:
                total += 1
                hits += bool(np.linalg.norm(q1 - one[i]) < np.linalg.norm(q1 - other[k]))
        for k in range(len(one)):
            if k != i:
                total += 1
                hits += bool(np.linalg.norm(q2 - other[j]) < np.linalg.norm(q2 - one[k]))
    return hits, total


def share(x: Floats, y: Floats, one: Floats, other: Floats) -> float:
    counted = [cases(t1, t2, one, other) for t1, t2 in product(x, y)]
    return sum(hits for hits, _ in counted) / sum(total for _, total in counted)


def parts(v: Vectors) -> tuple[Floats, Floats, Floats, Floats]:
    x, y, a, b = (s.vectors for s in (*v.targets, *v.attributes))
    return x, y, a, b


def test_by_hand() -> None:
    """On a line: t1 = 1, t2 = 0, A1 = {2, 9}, A2 = {0, 5}.

    q1 = 1 + a2. For a2 = 0, q1 = 1 and a2' = 5 lies 4 off: a1 = 2 (1 off) is nearer, a1 = 9 (8 off) is not. For a2 = 5,
    q1 = 6 and a2' = 0 is 6 off: a1 = 2 (4 off) and a1 = 9 (3 off) are nearer. Three of four.
    q2 = a1 − 1. For a1 = 2, q2 = 1 and a1' = 9 is 8 off: a2 = 0 (1 off) and a2 = 5 (4 off) are nearer. For a1 = 9,
    q2 = 8 and a1' = 2 is 6 off: a2 = 0 (8 off) is not, a2 = 5 (3 off) is. Three of four. So 6 of 8.
    Exchanged, t1 = 0 and t2 = 1: q1 = a2 − 1. a2 = 0: q1 = −1, a2' 6 off, a1 = 2 (3) yes, 9 (10) no. a2 = 5: q1 = 4, a2'
    4 off, a1 = 2 (2) yes, 9 (5) no. q2 = a1 + 1. a1 = 2: q2 = 3, a1' 6 off, a2 = 0 (3) yes, 5 (2) yes. a1 = 9: q2 = 10,
    a1' 8 off, a2 = 0 (10) no, 5 (5) yes. So 5 of 8, and chance is the mean of the two, 11 of 16.
    """
    # A vector of 0 has no direction and is left out of a space; a second coordinate that all share changes no distance.
    rows = {"one": (1, 1), "nought": (0, 1), "a2": (2, 1), "a9": (9, 1), "b0": (0, 1), "b5": (5, 1)}
    query = query_of({"x": ["one"], "y": ["nought"]}, attributes={"a": ["a2", "a9"], "b": ["b0", "b5"]})
    result = measured("bat", space_of(rows), query)
    assert result.value == 6 / 8
    assert result.extra["chance"] == pytest.approx(11 / 16)
    assert result.extra["cases"] == 8
    assert scores(result) == {"one": 6 / 8, "nought": 6 / 8}
    assert result.p is not None
    assert (result.p.estimate, result.p.partitions) == (0.5, 2)


@pytest.mark.parametrize("sizes", SHAPES)
@pytest.mark.parametrize("seed", [0, 1])
def test_loops_over_all_words_give_the_same(sizes: tuple[int, ...], seed: int) -> None:
    v = random_vectors(sizes, 4, seed, lean=0.7)
    found = bat(v)
    x, y, a, b = parts(v)
    assert found.value == pytest.approx(share(x, y, a, b), abs=1e-12)
    assert found.groups[0] == pytest.approx([share(w[None], y, a, b) for w in x], abs=1e-12)
    assert found.groups[1] == pytest.approx([share(x, w[None], a, b) for w in y], abs=1e-12)
    assert found.extra["cases"] == sum(cases(s, t, a, b)[1] for s, t in product(x, y))


def test_every_pair_of_target_words_counts_and_not_only_the_last() -> None:
    v = random_vectors((4, 4, 3, 3), 4, 3, lean=0.5)
    x, y, a, b = parts(v)
    by_pair = [share(s[None], t[None], a, b) for s, t in product(x, y)]
    assert bat(v).value == pytest.approx(np.mean(by_pair))
    assert by_pair[-1] != pytest.approx(np.mean(by_pair))


@pytest.mark.parametrize("sizes", SHAPES[:3])
def test_chance_is_the_mean_over_all_partitions_and_p_their_share(sizes: tuple[int, ...]) -> None:
    v = random_vectors(sizes, 4, 5, lean=0.4)
    x, y, a, b = parts(v)
    words = np.concatenate([x, y])
    values = np.array([share(words[i], words[j], a, b) for i, j in splits(len(x), len(y))])
    found = bat(v)
    assert found.extra["chance"] == pytest.approx(values.mean(), abs=1e-12)
    assert found.value is not None
    above = np.count_nonzero(values > found.value + 1e-9) / len(values)
    at_least = np.count_nonzero(values > found.value - 1e-9) / len(values)
    below = np.count_nonzero(values < found.value - 1e-9) / len(values)
    expected: dict[tuple[Alternative, Ties], float] = {
        ("greater", "inclusive"): at_least,
        ("greater", "strict"): above,
        ("less", "inclusive"): 1 - above,
        ("less", "strict"): below,
        ("two-sided", "inclusive"): min(1, 2 * min(at_least, 1 - above)),
    }
    for (alternative, ties), share_of_all in expected.items():
        p = p_value(v, found, Test(alternative=alternative, ties=ties))
        assert (p.method, p.partitions) == ("exact", len(values))
        assert p.estimate == pytest.approx(share_of_all, abs=1e-12)


def test_the_neutral_value_is_a_half_for_unrelated_words_and_below_it_for_sets_about_something() -> None:
    """a2' shares its set with a2, so it lies near to where a2 was moved from."""
    unrelated = np.mean([bat(random_vectors((4, 4, 4, 4), 20, seed)).extra["chance"] for seed in range(20)])
    assert unrelated == pytest.approx(0.5, abs=0.05)
    for seed in range(5):
        alike = random_vectors((4, 4, 4, 4), 20, seed, lean=2.0).attributes
        chance = bat(replace(random_vectors((4, 4), 20, seed), attributes=alike)).extra["chance"]
        assert chance < 0.4


@pytest.mark.parametrize("normalise", [False, True])
def test_without_each_word(normalise: bool) -> None:
    v = random_vectors((3, 4, 3, 4), 5, 7, lean=0.5)
    for which, values in enumerate(left_out(v, normalise=normalise)):
        for i, value in enumerate(values):
            kept = [np.delete(part, i, axis=0) if which == k else part for k, part in enumerate(parts(v))]
            kept = [unit(part) for part in kept] if normalise else kept
            assert value == pytest.approx(share(*kept), abs=1e-12)


def test_without_one_of_two_attribute_words_there_is_no_value() -> None:
    v = random_vectors((3, 3, 2, 3), 5, 7)
    found = left_out(v, normalise=False)
    assert np.isnan(found[2]).all()
    assert np.isfinite(found[3]).all()
    assert (
        measure_kept(get("bat"), v, [np.ones(3, bool), np.ones(3, bool), np.array([True, False]), np.ones(3, bool)], {})
        is None
    )


def test_exchanging_both_pairs_of_sets_is_the_same_test() -> None:
    v = random_vectors((3, 4, 3, 2), 5, 2, lean=0.5)
    other = replace(v, targets=v.targets[::-1], attributes=v.attributes[::-1])
    assert bat(other).value == bat(v).value
    assert bat(other).extra == pytest.approx(bat(v).extra)


def test_normalising_is_recorded_and_takes_the_lengths_away() -> None:
    v = random_vectors((3, 3, 3, 3), 5, 2, lean=0.5)
    assert bat(v, normalise=True).value == pytest.approx(share(*(unit(part) for part in parts(v))))
    assert bat(v, normalise=True).value != bat(v).value


def test_many_words_are_counted_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    v = random_vectors((5, 4, 4, 3), 5, 2, lean=0.5)
    whole, without = bat(v).value, left_out(v, normalise=False)
    monkeypatch.setattr("weatherglass.measure.published.bat._AT_ONCE", 200)
    assert bat(v).value == whole
    assert all(np.array_equal(a, b) for a, b in zip(left_out(v, normalise=False), without, strict=True))


def test_one_attribute_word_has_no_other_to_compare_with() -> None:
    with pytest.raises(NotMeasurable, match="'a' has one word"):
        bat(random_vectors((3, 3, 1, 3), 5, 2))
    rows = {word: np.random.default_rng(i).normal(size=4) for i, word in enumerate(["x", "y", "a", "b", "c"])}
    query = query_of({"x": ["x"], "y": ["y"]}, attributes={"A": ["a", "c"], "B": ["b"]})
    assert "'B' has one word" in skipped("bat", space_of(rows), query)
