"""Words on two axes in a picture: a point for each, and names as far as there is room."""

from __future__ import annotations

import numpy as np
import pytest

from tests.plot.seen import covering, names, seen, texts, titles
from tests.structure.test_projecting import SPACE
from weatherglass.embedding.embedding import Embedding
from weatherglass.plot.projection import MOST_NAMED, line, plane, projection
from weatherglass.structure.projecting import project


def test_a_point_for_each_word_and_the_ends_of_both_axes_are_named() -> None:
    found = project(SPACE, ["nurse", "smith", "war"], ("he", "she"), ("good", "bad"))
    made = seen(plane, found)
    (ax,) = made.axes
    places = np.array([(word.x, word.y) for word in found.words])
    assert np.asarray(ax.collections[0].get_offsets()) == pytest.approx(places)
    assert {name.get_text() for name in names(made)} == {"nurse", "smith", "war"}
    assert titles(made) == ["Nearer to “he” than to “she”: 1 of 3 words; nearer to “good” than to “bad”: 1"]
    assert {"← closer to she", "closer to he →", "← closer to bad", "closer to good →"} <= set(texts(plane, found))
    (low, high), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    assert high - low == pytest.approx(top - bottom)
    assert low < min(0, *places[:, 0]) < max(0, *places[:, 0]) < high


def test_axes_that_say_the_same_in_part_are_told() -> None:
    made = seen(projection, SPACE, ["nurse", "war"], ("he", "she"), ("smith", "nurse"))
    assert "The two axes say the same in part: their cosine is +" in titles(made)[0]


def test_of_many_words_those_far_out_are_named_apart_and_that_is_said() -> None:
    rng = np.random.default_rng(0)
    words = ["he", "she", "good", "bad", *(f"word{i}" for i in range(150))]
    space = Embedding.from_arrays(words, rng.normal(size=(len(words), 12)).astype(np.float32))
    found = project(space, words[4:], ("he", "she"), ("good", "bad"))
    made = seen(plane, found)
    named = names(made)
    assert 20 < len(named) <= MOST_NAMED
    assert covering(named) == []
    assert titles(made)[0].endswith(f"The {len(named)} of 150 words that are farthest out and have room are named")
    farthest = max(found.words, key=lambda word: np.hypot(word.x, word.y))
    assert farthest.word in {name.get_text() for name in named}


def test_on_one_axis_frequent_words_stand_above_rare_ones() -> None:
    found = project(SPACE, ["nurse", "smith", "war"], ("he", "she"), ("he", "she"))
    made = seen(line, found, (20, 3, 700))
    (ax,) = made.axes
    places = np.asarray(ax.collections[0].get_offsets())
    assert places[:, 0] == pytest.approx([word.x for word in found.words])
    assert list(places[:, 1]) == [1, 2, 0]
    assert {name.get_text() for name in names(made)} == {"nurse", "smith", "war"}
    assert titles(made) == ["Nearer to “he” than to “she”: 1 of 3 words"]
    assert {"← closer to she", "closer to he →", "rare", "frequent"} <= set(texts(line, found, (20, 3, 700)))
