"""What value and p become without each word, against queries without it and p by listing every split."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.measure.scrutinised import (
    QUICK,
    SIZES,
    SMALL,
    d_by_hand,
    each_word,
    measured,
    p_by_hand,
    random_space,
    scored_space,
    scores_by_hand,
    vectors_of,
    without,
)
from tests.spaces import planted_space, toy_query
from weatherglass.measure.base import get
from weatherglass.measure.run import run
from weatherglass.measure.scrutiny import Resampled, Scrutiny, influence
from weatherglass.stats.permutation import Test, difference_of_means
from weatherglass.words.query import WordSet


@pytest.mark.parametrize("seed", range(3))
def test_influence_is_that_of_the_reduced_queries(seed: int) -> None:
    space, query = random_space((4, 4, 3, 2), seed, lean=0.4)
    result = measured(space, query)
    value, p = (f(*scores_by_hand(vectors_of(space, query))) for f in (d_by_hand, p_by_hand))
    expected = {}
    for word, which, i in each_word(query):
        groups = scores_by_hand(vectors_of(space, without(query, which, i)))
        expected[word] = (query.sets[which].name, d_by_hand(*groups), p_by_hand(*groups))
    found = result.influence
    assert found is not None
    assert len(found.words) == len(expected)
    for one in found.words:
        name, d, without_it = expected[one.word]
        assert one.set == name
        assert one.value == pytest.approx(d, abs=1e-9)
        assert one.p == pytest.approx(without_it, abs=1e-12)
    changes = [abs(expected[one.word][1] - value) for one in found.words]
    assert changes == pytest.approx(sorted(changes, reverse=True), abs=1e-9)
    assert set(found.sign_flips) == {word for word, (_, d, _) in expected.items() if d * value < 0}
    assert found.with_p
    assert set(found.significance_flips) == {w for w, (_, _, q) in expected.items() if (q < 0.05) != (p < 0.05)}


@pytest.mark.parametrize("sign", [1, -1])
def test_a_word_that_makes_the_sign(sign: int) -> None:
    """Without x3, x lies on the other side of y; no other word matters as much."""
    x, y = sign * np.array([-0.1, -0.12, -0.08, 0.9]), sign * np.array([0.0, 0.02, -0.02, 0.01])
    result = measured(*scored_space(x.tolist(), y.tolist()))
    assert result.value is not None
    assert sign * result.value > 0
    assert result.influence is not None
    assert result.influence.sign_flips == ("x3",)
    assert result.influence.words[0].word == "x3"
    assert result.influence.words[0].value == pytest.approx(d_by_hand(x[:3], y), abs=1e-5)


def test_a_word_that_hides_significance() -> None:
    """y4 lies far above x; without it every word of x is above every word of y, and p is 1 in 126."""
    x, y = [0.3, 0.32, 0.34, 0.36, 0.38], [0.1, 0.2, 0.25, 0.28, 0.95]
    result = measured(*scored_space(x, y))
    assert result.p is not None
    assert result.p.estimate == pytest.approx(p_by_hand(np.array(x), np.array(y)))
    assert result.p.estimate > 0.05
    assert result.influence is not None
    assert result.influence.significance_flips == ("y4",)
    assert {one.word: one.p for one in result.influence.words}["y4"] == pytest.approx(1 / 126)


def test_a_word_that_makes_significance_in_either_direction() -> None:
    """p is that of the test's own alternative."""
    x, y = [0.3, 0.32, 0.34, 0.36, 0.38], [0.1, 0.2, 0.25, 0.28, 0.95]
    less = measured(*scored_space(y, x), test=Test(alternative="less"))
    assert less.influence is not None
    assert less.influence.significance_flips == ("x4",)
    greater = measured(*scored_space(y, x), test=Test(alternative="greater"))
    assert greater.influence is not None
    assert greater.influence.significance_flips == ()


def test_p_without_each_word_up_to_24_target_words() -> None:
    small, large = (measured(*random_space((12, n, 2, 2), lean=0.2), QUICK).influence for n in (12, 13))
    assert small is not None
    assert large is not None
    assert small.with_p
    assert all(one.p is not None for one in small.words)
    assert not large.with_p
    assert all(one.p is None for one in large.words)


def test_full_computes_p_for_large_sets_too() -> None:
    space, query = random_space((13, 13, 2, 2), seed=1, lean=0.25)
    found = measured(space, query, replace(QUICK, full=True)).influence
    assert found is not None
    assert found.with_p
    for one in found.words:
        which, i = next((which, i) for word, which, i in each_word(query) if word == one.word)
        x, y = scores_by_hand(vectors_of(space, without(query, which, i)))
        assert one.p == pytest.approx(difference_of_means(x, y).estimate, rel=1e-6)
    assert {len(found.words)} == {30}


def test_without_p_there_are_no_significance_flips() -> None:
    v = vectors_of(*random_space())
    resampled = Resampled(get("weat"), v, {})
    found = influence(resampled, 0.5, None, resampled.left_out(), Test(), Scrutiny())
    assert not found.with_p
    assert found.significance_flips == ()
    assert {one.p for one in found.words} == {None}
    assert len(found.words) == sum(SIZES)


def test_a_word_in_a_target_and_an_attribute_set_is_told_apart() -> None:
    space, query = random_space((5, 5, 4, 4), seed=2, lean=0.8)
    shared = replace(
        query, attributes=(WordSet("a", (*query.attributes[0].words, query.targets[0].words[0])), query.attributes[1])
    )
    (result,) = run(space, shared, match=SMALL, scrutiny=QUICK).measured
    assert result.influence is not None
    assert sorted(w.set for w in result.influence.words if w.word == "x0") == ["a", "x"]
    assert result.value is not None
    assert result.p is not None
    for which, name in ((0, "x"), (2, "a")):  # the same word, left out of one set and then of the other
        (without,) = [w for w in result.influence.words if (w.word, w.set) == ("x0", name)]
        sets = list(shared.sets)
        sets[which] = WordSet(name, tuple(word for word in sets[which].words if word != ("x0",)))
        reduced = replace(shared, targets=tuple(sets[:2]), attributes=tuple(sets[2:]))
        (alone,) = run(space, reduced, match=SMALL, scrutiny=QUICK).measured
        assert alone.value is not None
        assert alone.p is not None
        assert without.value == pytest.approx(alone.value, abs=1e-9)
        assert without.p == alone.p.estimate
        assert without.flips_sign == (alone.value * result.value < 0)
        assert without.flips_significance == ((alone.p.high < 0.05) != (result.p.high < 0.05))


def test_a_design_too_small_without_a_word_does_not_hang_on_it() -> None:
    """4 + 4 words, wholly apart, two-sided: p is 2/70; with 3 + 4 it cannot be below 2/35, whichever word is left out."""
    query = toy_query(
        targets={"x": [f"x{i}" for i in range(4)], "y": [f"y{i}" for i in range(4)]},
        attributes={"a": ["a1", "a2", "a3"], "b": ["b1", "b2", "b3"]},
    )
    (result,) = run(planted_space(query, 0.8), query, test=Test(alternative="two-sided"), scrutiny=QUICK).measured
    assert result.p is not None
    assert result.p.estimate == 2 / 70
    assert result.influence is not None
    assert max(word.p or 0.0 for word in result.influence.words if word.set in ("x", "y")) > 0.05
    assert result.influence.significance_flips == ()
