"""How far a value may move with the words it was computed from: bootstrap and jackknife over strata.

A resample is given as weights: for each stratum (a set of words) a matrix with a row per resample, saying how often
each of its words counts. Leaving one word out is a weight of 0, drawing with replacement gives weights 0, 1, 2, …
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Floats
from weatherglass.errors import SpecError

IntervalMethod = Literal[
    "BCa bootstrap",
    "percentile bootstrap",
    "jackknife",
    "subsampling",
    "clustered Wilson",
    "Fisher z",
    "t over seeds",
    "t over texts",
    "t over texts and seeds",
]
MOST_WITHOUT_VALUE = 0.05
_AT_ONCE = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A confidence interval; `without_value` resamples had none (no variation) and were left out."""

    low: float
    high: float
    level: float
    method: IntervalMethod
    resamples: int
    without_value: int = 0


def drawn_weights(sizes: Sequence[int], resamples: int, seed: int) -> Iterator[list[Floats]]:
    """Words drawn with replacement within each stratum, as weights; some of the resamples at a time."""
    rng = np.random.default_rng(seed)
    for start in range(0, resamples, _AT_ONCE):
        rows = min(_AT_ONCE, resamples - start)
        yield [_drawn(rng, rows, n) for n in sizes]


def _drawn(rng: np.random.Generator, rows: int, n: int) -> Floats:
    """How often each of n words is drawn in n draws, a row each time."""
    words = rng.integers(n, size=(rows, n)) + n * np.arange(rows)[:, None]
    return np.bincount(words.ravel(), minlength=rows * n).reshape(rows, n).astype(np.float64)


def left_out_weights(sizes: Sequence[int]) -> list[Floats]:
    """Each word of each stratum left out once, stratum after stratum, as weights."""
    total = sum(sizes)
    everything = np.ones((total, total)) - np.eye(total)
    return np.split(everything, np.cumsum(sizes)[:-1], axis=1)


def bca(
    estimate: float, replicates: Floats, left_out: Sequence[Floats], level: float, *, least: int = 100
) -> Interval | None:
    """The bias-corrected and accelerated interval (Efron 1987), for several strata (Davison & Hinkley 1997, 5.3).

    `left_out`: the value with each word left out, per stratum. None where too many replicates have no value (NaN).
    """
    check_level(level)
    usable = _usable(replicates, least)
    if usable is None:
        return None
    from scipy.special import ndtr, ndtri

    below = (np.count_nonzero(usable < estimate) + np.count_nonzero(usable <= estimate)) / 2
    half = 0.5 / len(usable)
    bias = float(ndtri(min(max(below / len(usable), half), 1 - half)))
    speed = _acceleration(left_out)
    ends = []
    for tail in ((1 - level) / 2, (1 + level) / 2):
        z = bias + float(ndtri(tail))
        room = 1 - speed * z
        corrected = bias + z / room if room > 0 else math.copysign(math.inf, z)
        ends.append(float(np.quantile(usable, float(ndtr(corrected)))))
    return Interval(
        low=ends[0],
        high=ends[1],
        level=level,
        method="BCa bootstrap",
        resamples=len(replicates),
        without_value=len(replicates) - len(usable),
    )


def percentile(replicates: Floats, level: float, *, least: int = 100) -> Interval | None:
    """The middle part of the replicates (Efron 1979), under the same rule; for differences that lie about evenly to both sides."""
    check_level(level)
    usable = _usable(replicates, least)
    if usable is None:
        return None
    low, high = (float(end) for end in np.quantile(usable, [(1 - level) / 2, (1 + level) / 2]))
    return Interval(
        low=low,
        high=high,
        level=level,
        method="percentile bootstrap",
        resamples=len(replicates),
        without_value=len(replicates) - len(usable),
    )


def _usable(replicates: Floats, least: int) -> Floats | None:
    """Those with a value; None with fewer than `least`, or where more than one in twenty has none.

    The values that are missing are not missing at random.
    """
    usable = replicates[np.isfinite(replicates)]
    missing = len(replicates) - len(usable)
    return None if len(usable) < least or missing > MOST_WITHOUT_VALUE * len(replicates) else usable


def _acceleration(left_out: Sequence[Floats]) -> float:
    """A sixth of the skewness of the words' influence, over all strata."""
    cubes = squares = 0.0
    for values in left_out:
        finite = values[np.isfinite(values)]
        if len(finite) < 2:
            continue
        influence = (len(finite) - 1) * (finite.mean() - finite) / len(finite)
        cubes += float((influence**3).sum())
        squares += float((influence**2).sum())
    return 0.0 if squares == 0 else cubes / (6 * squares**1.5)


def jackknife(estimate: float, left_out: Sequence[Floats], level: float) -> Interval | None:
    """Estimate ± normal quantile × the standard error from leaving out each word of each stratum once.

    For measures that a word counted twice would break. None where leaving out a word leaves no value.
    """
    check_level(level)
    if any(not np.isfinite(values).all() or len(values) < 2 for values in left_out):
        return None
    from scipy.special import ndtri

    variance = sum(
        (len(values) - 1) / len(values) * float(((values - values.mean()) ** 2).sum()) for values in left_out
    )
    reach = float(ndtri((1 + level) / 2)) * math.sqrt(variance)
    return Interval(
        low=estimate - reach,
        high=estimate + reach,
        level=level,
        method="jackknife",
        resamples=sum(len(values) for values in left_out),
    )


def kept_at_random(sizes: Sequence[int], times: int, seed: int) -> list[NDArray[np.bool_]]:
    """About a quarter of each stratum left out at random, at least one word of it, again and again."""
    rng = np.random.default_rng(seed)
    kept = []
    for n in sizes:
        order = np.argsort(rng.random((times, n)), axis=1)
        mask = np.ones((times, n), bool)
        np.put_along_axis(mask, order[:, : _left_out_of(n)], False, axis=1)
        kept.append(mask)
    return kept


def _left_out_of(n: int) -> int:
    return max(1, round(n / 4))


def subsampling(estimate: float, replicates: Floats, sizes: Sequence[int], level: float) -> Interval | None:
    """Estimate ± normal quantile × the standard error from leaving out a quarter of the words at random (delete-d).

    For measures that jump: leaving out one word at a time changes nothing, or everything. The spread of the replicates
    is scaled up, as they share most of their words (Shao & Wu 1989). None where some have no value, or where they do not
    vary at all: that is no certainty.
    """
    check_level(level)
    if not np.isfinite(replicates).all() or len(replicates) < 2 or np.ptp(replicates) == 0:
        return None
    from scipy.special import ndtri

    gone = sum(_left_out_of(n) for n in sizes)
    scale = (sum(sizes) - gone) / gone
    reach = float(ndtri((1 + level) / 2)) * math.sqrt(scale * float(replicates.var(ddof=1)))
    return Interval(
        low=estimate - reach, high=estimate + reach, level=level, method="subsampling", resamples=len(replicates)
    )


def fisher(r: float, n: int, level: float, *, ranks: bool = False) -> Interval | None:
    """Of a correlation over n pairs, by Fisher's z; of ranks with the variance of Bonett & Wright (2000).

    None with fewer than four pairs, or where r is ±1 and z has no end.
    """
    check_level(level)
    if n < 4 or abs(r) >= 1:
        return None
    from scipy.special import ndtri

    variance = (1 + r * r / 2 if ranks else 1.0) / (n - 3)
    reach = float(ndtri((1 + level) / 2)) * math.sqrt(variance)
    low, high = (math.tanh(math.atanh(r) + side * reach) for side in (-1, 1))
    return Interval(low=low, high=high, level=level, method="Fisher z", resamples=0)


def check_level(level: float) -> None:
    if not 0 < level < 1:
        raise SpecError(f"level={level}: give a confidence level between 0 and 1, such as 0.95")
