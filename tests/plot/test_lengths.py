"""The lengths of vectors as a figure."""

from __future__ import annotations

import numpy as np
from matplotlib.patches import StepPatch

from weatherglass.plot.lengths import lengths


def test_bars_are_where_the_numbers_are() -> None:
    ax = lengths([3, 0, 5], [0.5, 1.0, 1.5, 2.0], "Half are under 1.2", "length", "words")
    (bars,) = [each for each in ax.patches if isinstance(each, StepPatch)]
    heights, edges, _ = bars.get_data()
    np.testing.assert_array_equal(heights, [3, 0, 5])
    np.testing.assert_array_equal(edges, [0.5, 1.0, 1.5, 2.0])
    assert (ax.get_title(loc="left"), ax.get_xlabel(), ax.get_ylabel()) == ("Half are under 1.2", "length", "words")
