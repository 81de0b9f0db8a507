"""Words on two axes: cosines by hand, poles of several words, and what is missing."""

from __future__ import annotations

import json

import numpy as np
import pytest

from weatherglass.embedding.embedding import Embedding
from weatherglass.errors import CoverageError, SpecError
from weatherglass.files.plain import json_text
from weatherglass.structure.projecting import Projection, project

ROWS = {
    "he": (1, 0, 0), "she": (-1, 0, 0), "man": (3, 4, 0), "woman": (-3, 4, 0), "good": (0, 2, 0), "bad": (0, -2, 0),
    "nurse": (-3, 4, 0), "smith": (1, -1, 0), "war": (0, -1, 1), "same": (5, 0, 0),
}  # fmt: skip
SPACE = Embedding.from_arrays(list(ROWS), np.array(list(ROWS.values()), np.float32), name="toy")


def places(found: Projection) -> dict[str, tuple[float, float]]:
    return {word.word: (word.x, word.y) for word in found.words}


def test_cosines_with_both_axes_positive_towards_the_first_pole() -> None:
    found = project(SPACE, ["nurse", "smith", "war"], ("he", "she"), ("good", "bad"))
    root = 2**-0.5
    assert places(found)["nurse"] == pytest.approx((-0.6, 0.8))
    assert places(found)["smith"] == pytest.approx((root, -root))
    assert places(found)["war"] == pytest.approx((0, -root))
    assert found.slant == pytest.approx(0)
    assert found.warnings == ()
    assert found.coverage.missing == ()


def test_a_pole_of_several_words_is_their_mean_at_length_one() -> None:
    # (1, 0) and (0.6, 0.8) have the middle (0.8, 0.4); less that of (−1, 0) and (−0.6, 0.8): (1.6, 0), so the first axis again
    found = project(SPACE, ["nurse"], (["he", "man"], ["she", "woman"]), ("man", "she"))
    assert found.x == (("he", "man"), ("she", "woman"))
    across = np.array([1.6, 0.8]) / np.hypot(1.6, 0.8)
    assert places(found)["nurse"] == pytest.approx((-0.6, across @ [-0.6, 0.8]))
    assert found.slant == pytest.approx(across[0])


def test_swapped_poles_turn_the_sign() -> None:
    one, other = (project(SPACE, ["nurse", "war"], x, ("good", "bad")) for x in (("he", "she"), ("she", "he")))
    assert [word.x for word in one.words] == [-word.x for word in other.words]
    assert [word.y for word in one.words] == [word.y for word in other.words]


def test_what_is_missing_or_spelled_otherwise_is_told() -> None:
    found = project(SPACE, ["nurse", "gnome", "WAR"], (["he", "lad"], "she"), ("good", "bad"))
    assert [word.word for word in found.words] == ["nurse", "WAR"]
    assert [(notice.code, notice.text) for notice in found.warnings] == [
        ("missing-words", "Not in the vectors, and left out: gnome, lad."),
        ("substituted", "Words matched by another spelling: WAR as war (case)."),
    ]
    assert found.x == (("he",), ("she",))


@pytest.mark.parametrize(
    ("words", "x", "error", "message"),
    [
        (["gnome"], ("he", "she"), CoverageError, "toy: none of the words to project were found (gnome)"),
        (["nurse"], ("he", "lass"), CoverageError, "none of the words of the second pole of x were found (lass)"),
        ([], ("he", "she"), SpecError, "words to project: give at least one"),
        (["nurse"], ("he", []), SpecError, "words of the second pole of x: give at least one"),
        (["nurse"], ("he", "same"), SpecError, "he and same have the same direction"),
    ],
)  # fmt: skip
def test_nothing_to_project_or_to_project_on_is_an_error(
    words: list[str], x: tuple[str, str], error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as raised:
        project(SPACE, words, x, ("good", "bad"))
    assert message in str(raised.value)


def test_it_survives_json_and_is_a_table() -> None:
    found = project(SPACE, ["nurse", "gnome"], ("he", "she"), ("good", "bad"))
    data = json.loads(json_text(found.to_dict()))
    assert data["kind"] == "projection"
    assert Projection.from_dict(data) == found
    assert found.table().rows() == [("nurse", found.words[0].x, found.words[0].y)]
