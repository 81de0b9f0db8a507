"""How far raters agree beyond chance: Cohen's kappa for two of them, Fleiss' for any fixed number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from weatherglass.errors import SpecError

_WORDS = ((0.2, "slight"), (0.4, "fair"), (0.6, "moderate"), (0.8, "substantial"), (1.0, "almost perfect"))


@dataclass(frozen=True, slots=True)
class Kappa:
    """(observed − expected) / (1 − expected), both as shares of agreeing pairs of ratings.

    Where everybody used one category throughout, that is 0/0. It is `decided` to be 1, because no two ratings differ
    and any lower value would report a disagreement that is not there. It shows nothing all the same: raters who pay
    no attention and always give the same answer look just like that. Say so wherever `decided` is True.
    """

    value: float
    observed: float
    expected: float
    items: int
    decided: bool

    @property
    def words(self) -> str:
        """The word of Landis & Koch; not fit to be shown alone where `decided` is True."""
        return landis_koch(self.value)


def cohen_kappa(a: Sequence[Hashable], b: Sequence[Hashable]) -> Kappa:
    """Agreement of two raters who labelled the same items, unweighted; chance follows each rater's own habits.

    A missing label is not a category: NaN is refused, as it differs even from itself.
    """
    if len(a) != len(b):
        raise SpecError(
            f"Cohen's kappa needs a label by both raters for each item; one gave {len(a)}, the other {len(b)}. "
            "Leave out the items that only one of them labelled"
        )
    if not len(a):
        raise SpecError("Cohen's kappa needs items; both lists of labels are empty. Give at least one item")
    missing = sum(label != label for label in (*a, *b))  # noqa: PLR0124
    if missing:
        raise SpecError(
            f"Cohen's kappa needs a label by both raters for each item; {missing} of {2 * len(a)} labels are NaN. "
            "Leave out those items, or give “no answer” a label of its own"
        )
    first, second = Counter(a), Counter(b)
    same = sum(x == y for x, y in zip(a, b, strict=True))
    by_chance = sum(n * second[label] for label, n in first.items())
    return _kappa(Fraction(same, len(a)), Fraction(by_chance, len(a) ** 2), len(a))


def fleiss_kappa(counts: ArrayLike) -> Kappa:
    """Agreement from an (items × categories) table of how many raters chose each category, unweighted.

    Each item needs the same number of raters, not the same raters. Chance follows the habits of all raters together,
    so with two raters this is Scott's pi, which is never above Cohen's kappa.
    """
    rows = _rows(counts)
    raters = sum(rows[0])
    ratings = raters * len(rows)
    same = sum(n * (n - 1) for row in rows for n in row)
    by_chance = sum(sum(column) ** 2 for column in zip(*rows, strict=True))
    return _kappa(Fraction(same, ratings * (raters - 1)), Fraction(by_chance, ratings**2), len(rows))


def landis_koch(value: float) -> str:
    """The word for a kappa in Landis & Koch (1977), who call their own divisions arbitrary.

    Their table has two decimals: 0.00–0.20 slight, 0.21–0.40 fair. What lies between two rows gets the higher
    word, so 0.20 is slight and 0.201 is fair; rounding first would call −0.004 slight, though it is below zero.
    """
    if not -1 <= value <= 1:
        raise SpecError(
            f"a kappa lies between -1 and 1; {value} was given. Give the value of a kappa, not a percentage"
        )
    return "poor" if value < 0 else next(word for most, word in _WORDS if value <= most)


def _kappa(observed: Fraction, expected: Fraction, items: int) -> Kappa:
    """From fractions, so that 0/0 is recognised for certain and a value of just 0.4 does not end below or above it."""
    decided = expected == 1
    value = Fraction(1) if decided else (observed - expected) / (1 - expected)
    return Kappa(float(value), float(observed), float(expected), items, decided)


def _rows(counts: ArrayLike) -> list[list[int]]:
    """The table as Python's integers, whose squares do not overflow."""
    try:
        table = np.asarray(counts)
    except ValueError:
        raise SpecError(
            "Fleiss' kappa needs a count in each category for each item; the rows differ in length. "
            "Write 0 where nobody chose a category"
        ) from None
    if not table.size:
        raise SpecError(f"Fleiss' kappa needs items; a table of shape {table.shape} was given. Give at least one item")
    if table.ndim != 2:
        raise SpecError(
            f"Fleiss' kappa needs a table of items × categories; an array of shape {table.shape} was given. "
            "Give one row for each item"
        )
    if table.dtype.kind not in "iu":
        raise SpecError(
            f"Fleiss' kappa needs integers, how many raters chose each category; values of type {table.dtype} were "
            "given. Give counts, not shares or labels; turn whole numbers stored as floats into integers"
        )
    rows: list[list[int]] = table.tolist()
    if (least := min(map(min, rows))) < 0:
        raise SpecError(f"Fleiss' kappa needs counts from 0 upwards; {least} was given. Mend the table")
    raters = {sum(row) for row in rows}
    if len(raters) > 1:
        raise SpecError(
            f"Fleiss' kappa needs the same number of raters for each item; the rows add up to between {min(raters)} and "
            f"{max(raters)}. Leave out the items that some raters did not rate"
        )
    if max(raters) < 2:
        raise SpecError(
            f"Fleiss' kappa needs at least two raters; each row adds up to {max(raters)}. "
            "Give counts over all raters, one row for each item"
        )
    return rows
