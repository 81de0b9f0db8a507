"""The odd one out: by hand, and against gensim."""

from __future__ import annotations

import pytest

from tests.quality.spaces import group, keyed, random_space, rows, space
from weatherglass.quality.odd_one_out import odd_one_out
from weatherglass.quality.questions import (
    OddSet,
)


def test_odd_one_out_by_hand() -> None:
    """Mean of x, y and odd: (1, 1, 1)/3; all equally far, so nothing stands out. With near, odd does."""
    e = space({"x": (1, 0, 0), "y": (0, 2, 0), "near": (1, 1, 0), "odd": (0, 0, 3)})
    asked = OddSet("made", (group("x y", "odd near none"), group("x near y", "odd"), group("x Odd", "odd")))
    found = odd_one_out(rows(e), asked)
    tied, clear, same = found.groups
    assert (tied.asked, tied.covered, tied.right, tied.same_row) == (3, 2, 0, 0)
    assert (clear.right, clear.covered) == (1, 1)
    assert (same.covered, same.same_row, same.accuracy) == (0, 1, None)
    assert (found.overall.asked, found.overall.covered, found.overall.right) == (5, 3, 1)
    assert found.chance == pytest.approx((1 / 3 + 1 / 3 + 1 / 4) / 3)
    assert found.missing.words == ("none",)
    assert found.overall.units == 2
    assert found.overall.interval is None


def test_odd_one_out_like_gensim() -> None:
    e = random_space(1, size=40, dim=3)
    groups = [group(f"w{i} w{i + 1} w{i + 2}", " ".join(f"w{j}" for j in range(20, 40))) for i in range(0, 18, 3)]
    found = odd_one_out(rows(e), OddSet("made", tuple(groups)))
    theirs = keyed(e)
    right = [
        sum(theirs.doesnt_match([w[0] for w in (*each.together, odd)]) == odd[0] for odd in each.odd) for each in groups
    ]
    assert [each.right for each in found.groups] == right
    assert 10 < sum(right) < 110
    assert found.overall.interval is not None
    assert found.overall.units == 6
