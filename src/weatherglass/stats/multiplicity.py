"""Many tests at once: adjusted p-values, also where a p-value is known only within bounds."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from weatherglass.arrays import Floats
from weatherglass.errors import SpecError, UnknownName

Procedure = Literal["holm", "benjamini-hochberg", "benjamini-yekutieli"]
Verdict = Literal["clear", "not clear", "inconclusive"]
PROCEDURES: tuple[Procedure, ...] = get_args(Procedure)


def adjust(p: ArrayLike, procedure: Procedure) -> Floats:
    """Adjusted p-values, in the order given and at most 1.

    Holm bounds the chance of even one false finding, whatever the tests have to do with each other. The other two
    bound the expected share of false ones among the findings: Benjamini-Hochberg for tests that are independent or
    positively dependent, Benjamini-Yekutieli for any.
    """
    if procedure not in PROCEDURES:
        raise UnknownName("procedure", procedure, PROCEDURES)
    given = _checked(p)
    order = np.argsort(given)
    rank = np.arange(1, len(given) + 1)
    # The factors never rise with the rank and end at 1 or more. So equal p-values stay equal, none gets smaller, and
    # what `adjust_bounds` relies on holds for rounded numbers too.
    if procedure == "holm":
        stepped = np.maximum.accumulate(given[order] * rank[::-1])
    else:
        tests = len(given) * (np.sum(1 / rank) if procedure == "benjamini-yekutieli" else 1)
        stepped = np.minimum.accumulate((given[order] * (tests / rank))[::-1])[::-1]
    adjusted = np.empty_like(given)
    adjusted[order] = np.minimum(stepped, 1)
    return adjusted


def adjust_bounds(low: ArrayLike, high: ArrayLike, procedure: Procedure) -> tuple[Floats, Floats]:
    """Bounds of the adjusted p-values: the lows adjusted among themselves, the highs among themselves.

    Each adjusted value is a nondecreasing function of every p-value, its own and all others. So it is smallest where
    every p is at its low, largest where every p is at its high, and no other choice within the bounds can leave
    them. That takes all p-values to lie within their bounds at once: bounds that hold with some confidence each hold
    together with less.
    """
    lows, highs = _checked(low), _checked(high)
    if len(lows) != len(highs):
        raise SpecError(
            f"each p-value needs two bounds; there are {len(lows)} lower and {len(highs)} upper ones. "
            "Give as many of one as of the other, in the same order"
        )
    if (crossed := np.flatnonzero(lows > highs)).size:
        i = crossed[0]
        raise SpecError(
            f"a lower bound must not be above the upper one; number {i + 1} is {lows[i]} and {highs[i]}. "
            "Give the lower bounds first"
        )
    return adjust(lows, procedure), adjust(highs, procedure)


def verdict(low: float, high: float, alpha: float) -> Verdict:
    """What the bounds of a p-value decide at the level alpha.

    A test of level alpha may also reject at p = alpha; here, as everywhere in the project, that is not clear.
    """
    if not 0 <= low <= high <= 1:
        raise SpecError(f"bounds of a p-value need 0 ≤ low ≤ high ≤ 1; low={low} and high={high} were given. Mend them")
    if not 0 < alpha < 1:
        raise SpecError(f"alpha={alpha}: give a number between 0 and 1, such as 0.05")
    if high < alpha:
        return "clear"
    return "not clear" if low >= alpha else "inconclusive"


def _checked(p: ArrayLike) -> Floats:
    given = np.asarray(p, np.float64)
    if given.ndim != 1:
        raise SpecError(
            f"p-values to adjust come in one row; an array of shape {given.shape} was given. Give a flat list"
        )
    outside = ~((given >= 0) & (given <= 1))  # NaN is on neither side
    if outside.any():
        i = np.flatnonzero(outside)[0]
        raise SpecError(
            f"p-values lie between 0 and 1; {np.count_nonzero(outside)} of {len(given)} do not, "
            f"the first is number {i + 1}, {given[i]}. Leave out the tests that gave no p-value"
        )
    return given
