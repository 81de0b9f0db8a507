"""RIPA by hand and by loops."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.measure.measuring import (
    measured,
    pairs_of,
    query_of,
    random_pairs,
    random_vectors,
    scores,
    skipped,
    space_of,
)
from weatherglass.measure.published.ripa import ripa

# she − he = (3, 4), of length 5; her − him = (0, 2), of length 2.
ROWS = {"she": (4, 4), "he": (1, 0), "her": (1, 3), "him": (1, 1), "p": (5, 5), "q": (3, -4), "r": (-5, 0)}


def test_by_hand() -> None:
    query = query_of({"x": ["p", "q"], "y": ["r"]})
    result = measured("ripa", space_of(ROWS), query, given=pairs_of(("she", "he")))
    # (5·3 + 5·4)/5 = 7; (9 − 16)/5 = −1.4; −15/5 = −3
    assert scores(result) == pytest.approx({"p": 7, "q": -1.4, "r": -3})
    assert result.extra["means"] == pytest.approx({"x": 2.8, "y": -3})
    assert result.extra["by_pair"] == {"she–he": pytest.approx([7, -1.4, -3])}
    assert result.extra["same_side_for_all_pairs"] == 1
    assert (result.value, result.p) == (None, None)


def test_several_pairs_by_hand() -> None:
    """Along her − him the scores are 5, −4 and 0; p and q keep their side, r has none there."""
    query = query_of({"x": ["p", "q", "r"]})
    result = measured("ripa", space_of(ROWS), query, given=pairs_of(("she", "he"), ("her", "him")))
    assert scores(result) == pytest.approx({"p": 6, "q": -2.7, "r": -1.5})
    assert result.extra["same_side_for_all_pairs"] == pytest.approx(2 / 3)


def test_by_loops_and_twice_as_long_words_have_twice_the_score() -> None:
    v = replace(random_vectors((3, 2), 5, 0), pairs=random_pairs(4, 5, 1))
    assert v.pairs is not None
    words = np.concatenate([t.vectors for t in v.targets])
    expected = [
        np.mean(
            [
                w @ (x - y) / np.linalg.norm(x - y)
                for x, y in zip(v.pairs.one.vectors, v.pairs.other.vectors, strict=True)
            ]
        )
        for w in words
    ]
    assert np.concatenate(ripa(v).groups) == pytest.approx(expected)
    longer = replace(v, targets=tuple(replace(t, vectors=2 * t.vectors) for t in v.targets))
    assert np.concatenate(ripa(longer).groups) == pytest.approx(2 * np.array(expected))


@pytest.mark.parametrize("length", [1.0, 1e6])
def test_what_32_bits_leave_of_a_right_angle_is_no_side(length: float) -> None:
    rows = {"she": (2, 1), "he": (1, 1), "p": (1e-9 * length, length), "q": (-1e-5 * length, length)}
    result = measured("ripa", space_of(rows), query_of({"x": ["p", "q"]}), given=pairs_of(("she", "he")))
    assert scores(result)["p"] == 0
    assert scores(result)["q"] == pytest.approx(-1e-5 * length)


def test_exchanging_the_words_of_the_pair_turns_the_sign() -> None:
    query = query_of({"x": ["p", "q"]})
    turned = measured("ripa", space_of(ROWS), query, given=pairs_of(("he", "she")))
    assert scores(turned) == pytest.approx({"p": -7, "q": 1.4})


@pytest.mark.parametrize("name", ["ripa", "direct-bias"])
def test_a_pair_of_one_direction_is_named(name: str) -> None:
    space = space_of({**ROWS, "twin": ROWS["she"]})
    reason = skipped(name, space, query_of({"x": ["p"]}), given=pairs_of(("her", "him"), ("she", "twin")))
    assert "she–twin" in reason
