"""What a mitigation does to vectors: steps, as data, that are carried out on some rows at a time.

So vectors of any number are changed in little memory, and what was done can be told. Each step overwrites the rows it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from weatherglass.arrays import Bools, Floats, Singles

Who = Callable[[str], bool]
_ROWS_AT_ONCE = 512  # so few that they stay in the processor's cache from step to step
_MANY = 16_384
_NOTHING_LEFT = 1e-10  # of a squared length: what is left of a word that lies wholly within the directions is rounding


@dataclass(frozen=True, slots=True, eq=False)
class ToUnit:
    """Every row to length one; a row of zeros stays one."""

    def on(self, _words: Sequence[str], rows: Singles) -> None:
        from weatherglass.mitigate.compiled import to_unit

        to_unit(rows)


@dataclass(frozen=True, slots=True, eq=False)
class Shift:
    """The same vector taken off every row."""

    by: Floats

    def on(self, _words: Sequence[str], rows: Singles) -> None:
        rows -= self.by.astype(np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Remove:
    """What rows have of some directions (orthonormal, a row each) taken off; `who`: of which words, None of all.

    A word of which nothing would be left stays as it is: what is left is rounding, and would point anywhere. `to_unit`: every row
    is scaled to length one in the same go.
    """

    directions: Floats
    who: Who | None = None
    to_unit: bool = False

    def on(self, words: Sequence[str], rows: Singles) -> None:
        from weatherglass.mitigate.compiled import without_directions

        directions = self.directions.astype(np.float32)
        without_directions(rows, directions, _chosen(self.who, words), _NOTHING_LEFT, self.to_unit)


def _chosen(who: Who | None, words: Sequence[str]) -> Bools:
    all_of: Callable[[Sequence[str]], bool] | None = getattr(who, "all_of", None)  # quicker than asking for each
    if who is None or (all_of is not None and all_of(words)):
        return np.ones(len(words), bool)
    return np.fromiter(map(who, words), bool, len(words))


@dataclass(frozen=True, slots=True, eq=False)
class Multiply:
    """Every row turned and stretched by one matrix."""

    matrix: Floats

    def on(self, _words: Sequence[str], rows: Singles) -> None:
        from weatherglass.mitigate.compiled import times

        times(rows, np.ascontiguousarray(self.matrix, np.float32))


@dataclass(frozen=True, slots=True, eq=False)
class Replace:
    """Words that get a vector of their own."""

    vectors: Mapping[str, Singles]

    def on(self, words: Sequence[str], rows: Singles) -> None:
        if not self.vectors.keys().isdisjoint(words):
            for i, word in enumerate(words):
                if word in self.vectors:
                    rows[i] = self.vectors[word]


Step = ToUnit | Shift | Remove | Multiply | Replace


def carried_out(steps: Sequence[Step], words: Sequence[str], vectors: Singles, *, in_place: bool = False) -> Singles:
    """New vectors for these words; those given are left as they are, unless it is said otherwise.

    Many words are shared out between two threads.
    """
    changed = vectors if in_place else np.empty_like(vectors)

    def do(first: int, last: int) -> None:
        for start in range(first, last, _ROWS_AT_ONCE):
            some = slice(start, min(start + _ROWS_AT_ONCE, last))
            rows, theirs = changed[some], words[some]
            if not in_place:
                rows[:] = vectors[some]
            for step in steps:
                step.on(theirs, rows)

    if len(words) < _MANY:
        do(0, len(words))
        return changed
    with ThreadPoolExecutor(2) as threads:
        middle = len(words) // 2
        list(threads.map(do, (0, middle), (middle, len(words))))
    return changed
