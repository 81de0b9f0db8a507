"""Threads over a stream: in order, a bounded way ahead, and errors where they belong."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from weatherglass.corpus.side_by_side import side_by_side


def test_results_come_in_the_order_of_the_items() -> None:
    def slow_first(n: int) -> int:
        time.sleep(0.02 if n == 0 else 0)
        return n * n

    assert list(side_by_side(slow_first, range(20), 4)) == [n * n for n in range(20)]


def test_only_a_few_items_are_taken_ahead() -> None:
    taken: list[int] = []

    def items() -> Iterator[int]:
        for n in range(100):
            taken.append(n)
            yield n

    results = side_by_side(lambda n: n, items(), 2)
    assert next(results) == 0
    assert len(taken) <= 4
    assert list(results) == list(range(1, 100))


def test_an_error_reaches_who_asked() -> None:
    def fails(n: int) -> int:
        if n == 3:
            raise ValueError("three")
        return n

    results = side_by_side(fails, range(10), 2)
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(ValueError, match="three"):
        next(results)
