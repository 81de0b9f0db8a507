"""WEAT worked out by hand on the toy space.

Scores: x1 1, x2 −0.2, y1 −1, y2 0.2. mean_X − mean_Y = 0.4 + 0.4 = 0.8. The scores' mean is 0, their squares sum to
2.08, so std is √(2.08/4) = 0.72111 with ddof 0 and √(2.08/3) = 0.83267 with ddof 1. Of the six sums over two words
(0.8, 0, 1.2, −1.2, 0, −0.8), two are at least the observed 0.8, one is above it, five are at most 0.8.
"""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from tests.measure.measuring import found_set
from tests.spaces import planted_space, toy_query
from weatherglass.embedding.embedding import Embedding
from weatherglass.errors import SpecError, UnknownName
from weatherglass.measure.association import association
from weatherglass.measure.result import Result, Skipped
from weatherglass.measure.run import run
from weatherglass.stats.permutation import Test
from weatherglass.words.lookup import Match
from weatherglass.words.query import Query

SMALL = Match(min_words=1)


def weat(space: Embedding, query: Query, **options: object) -> Result:
    outcome = run(space, query, match=SMALL, **options).outcomes[0]  # type: ignore[arg-type]
    assert isinstance(outcome, Result), outcome
    return outcome


def test_by_hand(space: Embedding, query: Query) -> None:
    result = weat(space, query)
    assert result.value == pytest.approx(0.8 / sqrt(2.08 / 3), rel=1e-6)
    assert result.extra["difference"] == pytest.approx(0.8, rel=1e-6)
    assert result.extra["means"] == pytest.approx({"x": 0.4, "y": -0.4}, rel=1e-6)
    assert [(w.word, w.set) for w in result.words] == [("x1", "x"), ("x2", "x"), ("y1", "y"), ("y2", "y")]
    assert [w.score for w in result.words] == pytest.approx([1, -0.2, -1, 0.2], abs=1e-6)
    assert result.p is not None
    assert result.p.estimate == pytest.approx(2 / 6)
    assert result.p.partitions == 6


def test_ddof_0(space: Embedding, query: Query) -> None:
    result = weat(space, query, params={"weat": {"ddof": 0}})
    assert result.value == pytest.approx(0.8 / sqrt(2.08 / 4), rel=1e-6)
    assert result.params == {"ddof": 0}
    with pytest.raises(SpecError, match="ddof=2"):
        weat(space, query, params={"weat": {"ddof": 2}})


@pytest.mark.parametrize(
    ("alternative", "ties", "expected"),
    [
        ("greater", "inclusive", 2 / 6),
        ("greater", "strict", 1 / 6),
        ("less", "inclusive", 5 / 6),
        ("less", "strict", 4 / 6),
        ("two-sided", "inclusive", 4 / 6),
        ("two-sided", "strict", 2 / 6),
    ],
)
def test_tails_and_ties(space: Embedding, query: Query, alternative: str, ties: str, expected: float) -> None:
    result = weat(space, query, test=Test(alternative=alternative, ties=ties))  # type: ignore[arg-type]
    assert result.p is not None
    assert result.p.estimate == pytest.approx(expected)
    assert (result.p.alternative, result.p.ties) == (alternative, ties)


def test_unequal_sets_use_means(space: Embedding) -> None:
    result = weat(space, toy_query(targets={"x": ["x1"], "y": ["x2", "y1", "y2"]}))
    # mean_X − mean_Y = 1 + 1/3; std as before; x1 has the largest score of all four
    assert result.value == pytest.approx((4 / 3) / sqrt(2.08 / 3), rel=1e-6)
    assert result.p is not None
    assert (result.p.estimate, result.p.partitions) == (0.25, 4)


def test_the_bound_of_d_for_unequal_sizes() -> None:
    """|d| ≤ N/√(nm)·√((N−ddof)/N): reached when the scores take two values; 2.16 for 2+6 with ddof 1."""
    words = ["a", "b", "p1", "p2", *(f"q{i}" for i in range(6))]
    vectors = np.array([[1, 0], [0, 1], *[[1, 0]] * 2, *[[0, 1]] * 6], np.float32)
    query = toy_query(
        targets={"p": ["p1", "p2"], "q": [f"q{i}" for i in range(6)]}, attributes={"a": ["a"], "b": ["b"]}
    )
    result = weat(Embedding.from_arrays(words, vectors), query)
    assert result.value == pytest.approx(8 / sqrt(12) * sqrt(7 / 8), rel=1e-6)
    assert result.value == pytest.approx(2.16, abs=0.005)


def test_no_variation_is_skipped_not_a_number(space: Embedding) -> None:
    query = toy_query(targets={"x": ["z1"], "y": ["z2"]})
    outcome = run(space, query, match=SMALL).outcomes[0]
    assert isinstance(outcome, Skipped)
    assert "no variation" in outcome.reason


def test_rounding_noise_is_not_variation() -> None:
    """Scores that differ only by what 32 bits cannot tell give no d."""
    rng = np.random.default_rng(0)
    base = rng.normal(size=50)
    noisy = np.array([base * (1 + i * 1e-9) for i in range(1, 9)])
    attributes = rng.normal(size=(2, 50))
    words = [*(f"t{i}" for i in range(8)), "a", "b"]
    space = Embedding.from_arrays(words, np.vstack([noisy, attributes]).astype(np.float32))
    query = toy_query(targets={"x": words[:4], "y": words[4:8]}, attributes={"a": ["a"], "b": ["b"]})
    assert isinstance(run(space, query, match=SMALL).outcomes[0], Skipped)


def test_words_in_one_direction_tie_whatever_their_lengths() -> None:
    """Their cosines differ in the last bits; p must not hang on that."""
    rng = np.random.default_rng(1)
    words = found_set("x", np.repeat(rng.normal(size=(1, 40)), 50, axis=0) * np.linspace(0.1, 7, 50)[:, None])
    a, b = (found_set(name, rng.normal(size=(7, 40))) for name in "ab")
    assert len(set(association(words, a, b).tolist())) == 1


def test_a_query_of_another_shape_is_skipped(space: Embedding) -> None:
    outcome = run(space, toy_query(attributes={}), match=SMALL).outcomes[0]
    assert isinstance(outcome, Skipped)
    assert "2 attribute sets" in outcome.reason


def test_unknown_measure_lists_the_known_ones(space: Embedding, query: Query) -> None:
    with pytest.raises(UnknownName, match=r"Did you mean 'weat'\?"):
        run(space, query, ["wheat"])


def test_words_too_few_for_a_small_p_are_noted_and_samples_too_small_are_not_blamed_on_them() -> None:
    query = toy_query(
        targets={"x": ["x1", "x2", "x3"], "y": ["y1", "y2", "y3"]},
        attributes={"a": ["a1", "a2"], "b": ["b1", "b2"]},
    )
    space = planted_space(query, 0.4)
    two_sided = weat(space, query, test=Test(alternative="two-sided"))
    assert [notice.text for notice in two_sided.warnings if notice.code == "floor"] == [
        "en/toy: 3 + 3 words are too few for any p below 0.05; the smallest is 2 in 20."
    ]
    larger = toy_query(targets={"x": [f"x{i}" for i in range(5)], "y": [f"y{i}" for i in range(5)]})
    sampled = weat(planted_space(larger, 0.4), larger, test=Test(method="sampled", n=10))
    assert sampled.p is not None
    assert sampled.p.floor == 1 / 11
    assert not [notice for notice in sampled.warnings if notice.code == "floor"]
