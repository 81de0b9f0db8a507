"""What is printed alike by the commands."""

from __future__ import annotations

import pytest

from weatherglass.cli.terminal import bars


@pytest.mark.parametrize(
    ("counts", "shown"),
    [([], ""), ([0, 0], "  "), ([1], "█"), ([0, 1, 8000, 4000, 0], " ▁█▄ "), ([1, 2, 3, 4, 5, 6, 7, 8], "▁▂▃▄▅▆▇█")],
)
def test_a_histogram_in_one_line(counts: list[int], shown: str) -> None:
    assert bars(counts) == shown
