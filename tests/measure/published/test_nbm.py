"""NBM by hand and by sorting all neutral words."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.measure.measuring import (
    cosine,
    found_set,
    measured,
    pairs_of,
    query_of,
    random_pairs,
    random_vectors,
    scores,
    skipped,
    space_of,
)
from weatherglass.errors import SpecError
from weatherglass.measure.published.nbm import nbm
from weatherglass.words.lookup import FoundSet

# Neutral words stand at angles; those above 45° lean to she (90°), those below to he (0°), 45° to neither.
ANGLES = {"n10": 10, "n20": 20, "n45": 45, "n60": 60, "n80": 80}
ROWS = {"she": (0, 1), "he": (1, 0)} | {
    word: (np.cos(np.radians(angle)), np.sin(np.radians(angle))) for word, angle in {**ANGLES, "w": 50, "v": 15}.items()
}
GIVEN = pairs_of(("she", "he"), neutral=list(ANGLES))


def test_by_hand() -> None:
    """w at 50°: nearest are n45 (0) and n60 (+1), then n20 and n80 at 30° each. v at 15°: n10, n20 (−1), n45 (0)."""
    query = query_of({"x": ["w", "v"]})
    two = measured("nbm", space_of(ROWS), query, given=GIVEN, params={"k": 2})
    assert scores(two) == {"w": 0.5, "v": -1}
    three = measured("nbm", space_of(ROWS), query, given=GIVEN, params={"k": 3})
    assert scores(three)["v"] == pytest.approx(-2 / 3)
    five = measured("nbm", space_of(ROWS), query, given=GIVEN, params={"k": 5})
    assert scores(five) == {"w": 0, "v": 0}  # two lean each way, and one to neither side
    assert five.extra["neutral_words"] == 5
    assert five.params == {"k": 5}


def test_a_word_is_not_its_own_neighbour() -> None:
    """n60's neighbours are n45 (15°) and n80 (20°)."""
    result = measured("nbm", space_of(ROWS), query_of({"x": ["n60", "w"]}), given=GIVEN, params={"k": 2})
    assert scores(result) == {"n60": 0.5, "w": 0.5}
    one = measured("nbm", space_of(ROWS), query_of({"x": ["n60"]}), given=GIVEN, params={"k": 1})
    assert scores(one) == {"n60": 0}


def test_more_neighbours_than_neutral_words_are_refused() -> None:
    assert "k = 6" in skipped("nbm", space_of(ROWS), query_of({"x": ["w"]}), given=GIVEN, params={"k": 6})
    # n60 is neutral itself, so four are left for it
    assert "4 neutral words" in skipped("nbm", space_of(ROWS), query_of({"x": ["n60"]}), given=GIVEN, params={"k": 5})
    with pytest.raises(SpecError, match="positive number"):
        measured("nbm", space_of(ROWS), query_of({"x": ["w"]}), given=GIVEN, params={"k": 0})


@pytest.mark.parametrize("seed", range(3))
def test_by_sorting_all_neutral_words(seed: int) -> None:
    rng = np.random.default_rng(seed)
    v = replace(random_vectors((4, 3), 6, seed), pairs=random_pairs(3, 6, seed + 10))
    own = v.targets[0]
    vectors = np.concatenate([rng.normal(size=(30, 6)), own.vectors[:2]])
    neutral = FoundSet("neutral", (), (*found_set("n", vectors[:30]).rows, *own.rows[:2]), vectors, np.arange(32))
    v = replace(v, neutral=neutral)
    assert v.pairs is not None
    expected = []
    for target in v.targets:
        for row, word in zip(target.rows, target.vectors, strict=True):
            others = [i for i in range(32) if neutral.rows[i] != row]
            near = sorted(others, key=lambda i, word=word: -cosine(word, vectors[i]))[:7]  # type: ignore[misc]
            by_pair = [
                np.mean([np.sign(cosine(vectors[i], x) - cosine(vectors[i], y)) for i in near])
                for x, y in zip(v.pairs.one.vectors, v.pairs.other.vectors, strict=True)
            ]
            expected.append(np.mean(by_pair))
    assert np.concatenate(nbm(v, k=7).groups) == pytest.approx(expected)


def test_neutral_words_that_lean_to_neither_side_count_among_the_neighbours_only() -> None:
    """All at 45°: no word leans, so the score is 0 and not undefined."""
    rows = {"she": (0, 1), "he": (1, 0), "n1": (1, 1), "n2": (2, 2), "n3": (3, 3), "w": (1, 2)}
    given = pairs_of(("she", "he"), neutral=["n1", "n2", "n3"])
    assert scores(measured("nbm", space_of(rows), query_of({"x": ["w"]}), given=given, params={"k": 2})) == {"w": 0}


def test_of_equally_near_words_the_first_counts() -> None:
    rows = {"she": (0, 1), "he": (1, 0), "up": (0.6, 0.8), "down": (0.8, 0.6), "w": (1, 1)}
    for neutral, expected in ((["up", "down"], 1), (["down", "up"], -1)):
        given = pairs_of(("she", "he"), neutral=neutral)
        assert scores(measured("nbm", space_of(rows), query_of({"x": ["w"]}), given=given, params={"k": 1})) == {
            "w": expected
        }
