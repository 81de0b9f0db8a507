"""How many questions were answered right, of those whose words are there; and the words that are not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Indices
from weatherglass.files.plain import fields_of
from weatherglass.quality.questions import Kind
from weatherglass.stats.intervals import Interval
from weatherglass.stats.shares import share_interval
from weatherglass.words.lookup import Finder
from weatherglass.words.query import Word

MOST_LISTED = 100  # missing words that are named


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """Different words that were not found: how many, and the first of them."""

    count: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Accuracy:
    """Questions asked, covered (all words found, in rows of their own), and answered right.

    `same_row`: all words were found, but two of them in one row, so that nothing is asked; not covered. `units`: of how many word
    pairs, or groups, the covered questions are made. `reason`: why there is no accuracy, if there is none.
    """

    name: str
    kind: Kind
    asked: int
    covered: int
    same_row: int
    right: int
    units: int
    interval: Interval | None
    reason: str = ""

    @property
    def accuracy(self) -> float | None:
        """Of the questions covered."""
        return self.right / self.covered if self.covered else None

    @property
    def accuracy_of_all(self) -> float:
        """Of all questions: those not covered count as wrong."""
        return self.right / self.asked

    @property
    def share_covered(self) -> float:
        return self.covered / self.asked

    def to_dict(self) -> dict[str, Any]:
        shares = ("accuracy", "accuracy_of_all", "share_covered")
        return fields_of(self) | {name: getattr(self, name) for name in shares}


class Rows:
    """Rows of words, each looked up once; −1 for none."""

    def __init__(self, finder: Finder):
        self.finder = finder
        self._known: dict[Word, int] = {}

    def __call__(self, word: Word) -> int:
        if word not in self._known:
            hit = self.finder.find(word)
            self._known[word] = -1 if hit is None else hit[0]
        return self._known[word]

    def missing(self, words: Iterable[Word]) -> Missing:
        lost = [word[0] for word in dict.fromkeys(words) if self(word) < 0]
        return Missing(count=len(lost), words=tuple(lost[:MOST_LISTED]))


@dataclass(frozen=True, slots=True, eq=False)
class Answered:
    """What became of questions, one after the other; `units` as for `share_interval`, `strata` kinds that are given."""

    covered: NDArray[np.bool_]
    same_row: NDArray[np.bool_]
    right: NDArray[np.bool_]
    units: Indices
    strata: Indices | None = None

    def accuracy(self, name: str, level: float, kind: Kind = "", among: NDArray[np.bool_] | None = None) -> Accuracy:
        """Counted, over all questions or some `among` them."""
        among = np.ones(len(self.covered), bool) if among is None else among
        used = among & self.covered
        asked, covered = int(among.sum()), int(used.sum())
        same_row = int((among & self.same_row).sum())
        strata = None if self.strata is None else self.strata[used]
        units = self.units[used]
        return Accuracy(
            name=name,
            kind=kind,
            asked=asked,
            covered=covered,
            same_row=same_row,
            right=int((used & self.right).sum()),
            units=int(np.count_nonzero(np.unique(units) >= 0)),
            interval=share_interval(self.right[used], units, strata, level) if covered else None,
            reason=""
            if covered
            else f"none of the {asked:,} questions has all its words in the vectors, in rows of their own",
        )
