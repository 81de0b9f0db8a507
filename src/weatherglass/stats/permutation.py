"""How surprising is the difference between two groups of scores, among all ways to split these scores?

One engine for every measure that compares the means of two groups. p is counted exactly where that is quick, bounded for
certain where it is not, and sampled on request or beyond that.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from weatherglass.errors import SpecError
from weatherglass.stats import counting, lattice, sampling
from weatherglass.stats.design import Design, Tail, design_of

Alternative = Literal["greater", "less", "two-sided"]
Ties = Literal["inclusive", "strict"]
Method = Literal["exact", "certified", "sampled", "t"]
Choice = Literal["auto", "exact", "certified", "sampled"]

CONFIDENCE = 0.99  # of the interval around a sampled p
_STEPS_PER_SECOND = 3e8  # of exact counting; a constant, so that the method does not depend on the machine's mood
_MEMORY = 1.2e9
_WIDE = 0.1  # bounds wider than this, relative to a p of 0.05, say less than a sample
_HAZARD_AT_5_PER_CENT = 2.06


@dataclass(frozen=True, slots=True, kw_only=True)
class Test:
    """How p-values are computed: which tail, whether ties count, by which method and in about how many seconds.

    "auto" counts exactly if that takes no longer than `seconds`, gives certified bounds otherwise, and samples `n`
    partitions where even those would be wide. Seconds are those of an ordinary machine with two cores, not measured, so
    that the same test gives the same numbers anywhere.
    """

    __test__ = False  # not a test case, whatever pytest thinks of the name

    alternative: Alternative = "greater"
    ties: Ties = "inclusive"
    method: Choice = "auto"
    seconds: float = 2.0
    n: int = 1_000_000
    seed: int = 0

    def __post_init__(self) -> None:
        for name, allowed in (("alternative", Alternative), ("ties", Ties), ("method", Choice)):
            if getattr(self, name) not in get_args(allowed):
                raise SpecError(f"{name}={getattr(self, name)!r}: give {_one_of(get_args(allowed))}")
        for name in ("n", "seed"):
            if not isinstance(getattr(self, name), int):
                raise SpecError(f"{name}={getattr(self, name)!r}: give a whole number")
        if self.n < 1:
            raise SpecError(f"n={self.n}: give a positive number of partitions to sample")
        if self.seed < 0:
            raise SpecError(f"seed={self.seed}: give 0 or a positive number")
        if not 0 < self.seconds < math.inf:
            raise SpecError(f"seconds={self.seconds}: give a positive number of seconds")


def _one_of(choices: tuple[str, ...]) -> str:
    return f"{', '.join(map(repr, choices[:-1]))} or {choices[-1]!r}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PValue:
    """A p-value with bounds; all three are equal when it is exact, or comes from Student's t distribution.

    `partitions`: how many there are, or were sampled. `floor`: the smallest p that this design can reach.
    """

    estimate: float
    low: float
    high: float
    method: Method
    alternative: Alternative
    ties: Ties
    partitions: int
    floor: float = 0.0


def smallest_p(x: int, y: int, test: Test, *, alike: bool = False) -> float:
    """The smallest p that groups of these sizes can reach, when no two splits tie.

    `alike`: exchanging the groups gives the same value, so that splits into halves come in pairs that do tie.
    """
    return smallest_share(math.comb(x + y, x) // (2 if alike and x == y else 1), test)


def smallest_share(ways: int, test: Test) -> float:
    """One of so many ways in one tail, or in each of two."""
    if test.ties == "strict":
        return 0.0
    return min(1.0, (2 if test.alternative == "two-sided" else 1) / ways)


def difference_of_means(x: NDArray[np.float64], y: NDArray[np.float64], test: Test | None = None) -> PValue:
    """p of mean(x) − mean(y) among all partitions of the scores into groups of these sizes."""
    test = test or Test()
    design = design_of(np.asarray(x, np.float64), np.asarray(y, np.float64))
    floor = smallest_p(len(x), len(y), test)
    method = _choose(design, test)
    if method == "sampled":
        return _sampled(design, test, floor)
    tail = counting.count(design) if method == "exact" else lattice.bound(design, test.seconds)
    low, high = _bounds(design, tail, test)
    return PValue(
        estimate=low if low == high else (low + high) / 2,
        low=low,
        high=high,
        method="exact" if low == high and method == "exact" else "certified",
        alternative=test.alternative,
        ties=test.ties,
        partitions=design.partitions,
        floor=floor,
    )


def _choose(design: Design, test: Test) -> Method:
    """By size and time; the reasons why a method that was asked for is impossible become an error."""
    words, size = len(design.values), design.size
    few = counting.few_scores(design)
    countable = few or counting.memory(words, size) <= _MEMORY
    if test.method == "auto":
        if few or (countable and counting.steps(words, size) <= test.seconds * _STEPS_PER_SECOND):
            return "exact"
        if words <= lattice.MOST_WORDS:
            unit = lattice.unit_within(design, test.seconds)
            if lattice.relative_width(design, unit, _HAZARD_AT_5_PER_CENT) <= _WIDE:
                return "certified"
        return "sampled"
    sizes = f"{size} + {words - size} words"
    if test.method == "exact" and not countable:
        raise SpecError(f"method='exact': {sizes} are too many to count; give 'certified', 'sampled' or 'auto'")
    if test.method == "certified" and words > lattice.MOST_WORDS:
        raise SpecError(f"method='certified': {sizes} are more than {lattice.MOST_WORDS}; give 'sampled' or 'auto'")
    return test.method


def _bounds(design: Design, tail: Tail, test: Test) -> tuple[float, float]:
    """The bounds of p: each tail's share, or twice the smaller one."""
    inclusive = test.ties == "inclusive"
    upper, lower = (tail.upwards, tail.downwards) if inclusive else (tail.above, tail.below)
    if design.flipped:
        upper, lower = lower, upper
    low, high = (
        _combine({"greater": min(up / tail.total, 1.0), "less": min(down / tail.total, 1.0)}, test)
        for up, down in zip(upper, lower, strict=True)
    )
    return low, high


def _combine(tails: dict[str, float], test: Test) -> float:
    if test.alternative == "two-sided":
        return min(1.0, 2 * min(tails.values()))
    return tails[test.alternative]


def _sampled(design: Design, test: Test, floor: float) -> PValue:
    """Of sampled partitions; those in the band around the observed one count as ties."""
    sample = sampling.draw(design, test.n, test.seed)
    above, below = (sample.below, sample.above) if design.flipped else (sample.above, sample.below)
    return p_from_counts(above, below, sample.n, test, sampled=True, floor=floor)


def p_from_counts(above: int, below: int, n: int, test: Test, *, sampled: bool, floor: float) -> PValue:
    """p when of n partitions so many lie above and below the observed one, and the rest ties with it.

    Inclusive p of a sample is (b+1)/(n+1), strict b/n; b the number of sampled partitions in the tail. Where all
    partitions were looked at, the observed one is among the n.
    """
    between = n - above - below
    ties = between if test.ties == "inclusive" else 0
    plus = 1 if sampled and test.ties == "inclusive" else 0
    hits = {"greater": above + ties, "less": below + ties}
    estimate = _combine({tail: (b + plus) / (n + plus) for tail, b in hits.items()}, test)
    low = high = estimate
    if sampled:
        # Two tails are looked at when both count, so each gets half of the error.
        confidence = 1 - (1 - CONFIDENCE) / (2 if test.alternative == "two-sided" else 1)
        bounds = {tail: sampling.clopper_pearson(b, n, confidence) for tail, b in hits.items()}
        low, high = (_combine({tail: ends[i] for tail, ends in bounds.items()}, test) for i in (0, 1))
        floor = max(floor, smallest_share(n + 1, test))
    return PValue(
        estimate=estimate,
        low=low,
        high=high,
        method="sampled" if sampled else "exact",
        alternative=test.alternative,
        ties=test.ties,
        partitions=n,
        floor=floor,
    )


def p_from_t(p: float, test: Test) -> PValue:
    """A p-value of Student's t distribution, computed elsewhere for the test's alternative."""
    return PValue(
        estimate=p, low=p, high=p, method="t", alternative=test.alternative, ties=test.ties, partitions=0, floor=0.0
    )
