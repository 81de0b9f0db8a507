"""Indirect bias by hand and by the formula for two words."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import numpy as np
import pytest

from tests.measure.measuring import (
    Floats,
    cosine,
    measured,
    pairs_of,
    query_of,
    random_pairs,
    random_vectors,
    scores,
    skipped,
    space_of,
)
from weatherglass.embedding.geometry import unit
from weatherglass.measure.base_pairs import subspace
from weatherglass.measure.published.indirect_bias import indirect_bias

# The direction is the first axis: she and he are (±1, 0, 0) and an equal rest.
ROWS = {
    "she": (1, 1, 0),
    "he": (-1, 1, 0),
    "w": (3, 4, 0),
    "v": (3, 0, 4),
    "u": (0, 3, 4),
    "o": (0, 0, 1),
    "t": (0, -1, 0),
}
PAIR = pairs_of(("she", "he"))


def beta(w: Floats, v: Floats, g: Floats) -> float:
    """As published, on unit vectors."""
    w, v = w / np.linalg.norm(w), v / np.linalg.norm(v)
    rest_w, rest_v = w - (w @ g) * g, v - (v @ g) * g
    without = rest_w @ rest_v / (np.linalg.norm(rest_w) * np.linalg.norm(rest_v))
    return float((w @ v - without) / (w @ v))


def test_by_hand() -> None:
    """w = (3, 4, 0)/5 and v = (3, 0, 4)/5: w·v = 9/25, without the first axis they are at right angles: β = 1.

    w and u = (0, 3, 4)/5: w·u = 12/25, without it (0, 1, 0)·u = 3/5: β = (12/25 − 15/25)/(12/25) = −1/4.
    Over {w} and {v, u}: (9 − 0 + 12 − 15)/(9 + 12) = 6/21.
    """
    both = measured("indirect-bias", space_of(ROWS), query_of({"x": ["w"], "y": ["v"]}), given=PAIR)
    assert both.value == pytest.approx(1)
    other = measured("indirect-bias", space_of(ROWS), query_of({"x": ["w"], "y": ["u"]}), given=PAIR)
    assert other.value == pytest.approx(-1 / 4)
    sets = measured("indirect-bias", space_of(ROWS), query_of({"x": ["w"], "y": ["v", "u"]}), given=PAIR)
    assert sets.value == pytest.approx(6 / 21)
    assert scores(sets) == pytest.approx({"w": 6 / 21, "v": 1, "u": -1 / 4})
    assert sets.extra["likeness"] == pytest.approx(21 / 50)
    assert sets.extra["likeness_without"] == pytest.approx(15 / 50)


@pytest.mark.parametrize("seed", range(3))
def test_two_words_by_the_formula(seed: int) -> None:
    v = replace(random_vectors((1, 1), 5, seed), pairs=random_pairs(3, 5, seed))
    assert v.pairs is not None
    g = subspace(v.pairs, 1)[0]
    one, other = (t.vectors[0] for t in v.targets)
    found = indirect_bias(v)
    assert found.value == pytest.approx(beta(one, other, g))
    assert found.groups[0] == pytest.approx([found.value])
    assert found.groups[1] == pytest.approx([found.value])


def test_with_one_pair_the_direction_is_its_difference() -> None:
    v = replace(random_vectors((2, 3), 5, 1), pairs=random_pairs(1, 5, 3))
    assert v.pairs is not None
    along = unit(v.pairs.one.vectors)[0] - unit(v.pairs.other.vectors)[0]
    g = along / np.linalg.norm(along)
    likeness = [[cosine(w, u) for u in v.targets[1].vectors] for w in v.targets[0].vectors]
    lost = [[beta(w, u, g) * cosine(w, u) for u in v.targets[1].vectors] for w in v.targets[0].vectors]
    assert indirect_bias(v).value == pytest.approx(np.sum(lost) / np.sum(likeness))


def test_what_cannot_be_told_is_skipped_with_the_reason() -> None:
    space = space_of({**ROWS, "along": (2, 0, 0)})
    assert "not alike at all" in skipped("indirect-bias", space, query_of({"x": ["t"], "y": ["o"]}), given=PAIR)
    reason = skipped("indirect-bias", space, query_of({"x": ["w"], "y": ["u", "o"]}), given=PAIR)
    assert reason.startswith("“o” is not like the words of the other set at all")
    assert "on the direction" in skipped("indirect-bias", space, query_of({"x": ["along"], "y": ["w"]}), given=PAIR)


def test_nothing_lost_is_nothing() -> None:
    result = measured("indirect-bias", space_of(ROWS), query_of({"x": ["u"], "y": ["o"]}), given=PAIR)
    assert result.value == pytest.approx(0, abs=1e-7)
    assert result.extra["likeness"] == pytest.approx(4 / sqrt(25))
