"""Whether a value rises or falls over the periods of a corpus.

The models of one period share its texts, so it is periods that are counted, not models: the slope is fitted to the means of
the periods, and its interval comes from how far these stray from the line. A second interval says how exactly the slope is
known for these very texts, from the spread of the models within a period; it is no evidence of a trend beyond them.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any, Literal

import numpy as np
import polars as pl
from numpy.typing import NDArray

from weatherglass.arrays import Floats
from weatherglass.measure.scrutiny import SIGNIFICANT
from weatherglass.stats.multiplicity import adjust
from weatherglass.study.rules import LEAST_PERIODS
from weatherglass.study.spread import ACROSS_PARTS, Ends, first_seen, student_t
from weatherglass.study.table import with_value

Direction = Literal["rises", "falls", "no trend shown", "too few periods"]
_DATE = r"\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?|-?Q[1-4])?"
_ONE = re.compile(rf"({_DATE})(s?)")
_TWO = re.compile(rf"({_DATE})\s*(?:–|—|\.\.|/|_|\bto\b)\s*({_DATE})|(\d{{4}})-(\d{{4}})")
_TEST = (*ACROSS_PARTS, "query", "measure")
_ENUMERATED = 8  # periods up to which all orders are gone through where means are equal
_DRAWN = 9_999


@dataclass(frozen=True, slots=True)
class Period:
    """The models of one period; `time`: its middle, in years."""

    label: str
    time: float
    values: tuple[float, ...]

    @property
    def mean(self) -> float:
        return math.fsum(self.values) / len(self.values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trend:
    """A test over the periods of a corpus, with models of one kind.

    `slope`, `interval`, `training_interval`: per `step` years, which is the commonest distance between periods. `tau`: Kendall's,
    of the periods' means with time, `p` two-sided among all orders of the periods (Mann–Kendall), `adjusted` by Holm over all trends of
    the study, `least_p` the least that so many periods can reach. `whole`: the mean of the models of the whole corpus.
    """

    corpus: str
    cleaning: str
    model: str
    sample: str
    rate: float
    query: str
    measure: str
    periods: tuple[Period, ...]
    step: float
    slope: float
    intercept: float
    interval: Ends | None
    training_interval: Ends | None
    tau: float
    p: float
    least_p: float
    adjusted: float
    direction: Direction
    whole: float | None

    def at(self, time: float) -> float:
        """The line's value."""
        return self.intercept + self.slope * time / self.step


def time_of(part: str) -> float | None:
    """The middle of a period in years, by its name: 2007, 1990s, 2007-05, 2007-Q2, 1998–2005, 1998..2005; None if it is none."""
    text = part.strip()
    if (two := _TWO.fullmatch(text)) is not None:
        first, last = (two[1], two[2]) if two[1] else (two[3], two[4])
        begin, end = _begin_end(first)[0], _begin_end(last)[1]
        return (begin + end) / 2 if begin < end else None
    if (one := _ONE.fullmatch(text)) is None:
        return None
    if one[2]:
        return int(one[1]) + 5.0 if len(one[1]) == 4 and one[1].endswith("0") else None
    begin, end = _begin_end(one[1])
    return (begin + end) / 2


def _begin_end(date: str) -> Ends:
    year = int(date[:4])
    rest = date[4:].lstrip("-")
    if not rest:
        return year, year + 1
    if rest.startswith("Q"):
        quarter = int(rest[1])
        return year + (quarter - 1) / 4, year + quarter / 4
    month = int(rest[:2])
    if len(rest) > 2:
        day = year + (month - 1 + (int(rest[3:]) - 1) / 31) / 12
        return day, day + 1 / 372
    return year + (month - 1) / 12, year + month / 12


def periods_of(parts: Iterable[tuple[str, float | None]]) -> dict[str, float]:
    """The parts that are periods, in order of time: by their names, or the time that is known of them."""
    told = {part: time_of(part) if time is None else time for part, time in parts if part}
    found = {part: time for part, time in told.items() if time is not None}
    return dict(sorted(found.items(), key=lambda item: (item[1], item[0])))


def trends(table: pl.DataFrame) -> tuple[Trend, ...]:
    """One for each test and kind of model with values in at least three periods."""
    rows = with_value(table, "bias")
    times = periods_of(rows.select("part", "time").unique().iter_rows())
    if len(times) < LEAST_PERIODS:
        return ()
    values = rows.group_by([*_TEST, "part"], maintain_order=True).agg("value")
    grouped: dict[tuple[Any, ...], dict[str, list[float]]] = {}
    for *test, part, found in values.iter_rows():
        grouped.setdefault(tuple(test), {})[part] = found
    made = []
    for key, by_part in grouped.items():
        periods = [Period(part, time, tuple(by_part[part])) for part, time in times.items() if part in by_part]
        if len({period.time for period in periods}) >= LEAST_PERIODS:
            whole = by_part.get("")
            made.append(_trend(key, tuple(periods), None if whole is None else math.fsum(whole) / len(whole)))
    if not made:
        return ()
    measures = first_seen(trend.measure for trend in made)
    made.sort(key=lambda trend: measures[trend.measure])
    corrected = adjust([trend.p for trend in made], "holm")
    return tuple(replace(trend, adjusted=float(p)) for trend, p in zip(made, corrected, strict=True))


def _trend(test: tuple[Any, ...], periods: tuple[Period, ...], whole: float | None) -> Trend:
    times = np.array([period.time for period in periods])
    means = np.array([period.mean for period in periods])
    step = _usual_step(times)
    slope, intercept, interval = fitted(times / step, means)
    tau, p = mann_kendall(means)
    least = 2 / math.factorial(len(periods))
    direction: Direction = "no trend shown"
    if least >= SIGNIFICANT:
        direction = "too few periods"
    elif p < SIGNIFICANT and interval is not None and interval[0] * interval[1] > 0:
        direction = "rises" if slope > 0 else "falls"
    return Trend(
        **dict(zip(_TEST, test, strict=True)), periods=periods, step=step, slope=slope, intercept=intercept, interval=interval,
        training_interval=_by_training(times / step, periods, slope), tau=tau, p=p, least_p=min(1.0, least), adjusted=p,
        direction=direction, whole=whole,
    )  # fmt: skip


def _usual_step(times: Floats) -> float:
    """The commonest distance between neighbouring periods, the shortest of the commonest; a year where all differ.

    Times have no finer grain than a day.
    """
    gaps = Counter(round(float(gap), 2) for gap in np.diff(times) if gap > 0.002)
    most = max(gaps.values())
    if most == 1 and len(gaps) > 1 and times[-1] - times[0] > 2:
        return 1.0
    return min(gap for gap, count in gaps.items() if count == most)


def fitted(x: Floats, y: Floats) -> tuple[float, float, Ends | None]:
    """Slope and intercept by least squares, and the interval of the slope; None where no degree of freedom is left."""
    centred = x - x.mean()
    squares = float(centred @ centred)
    slope = float(centred @ y) / squares
    intercept = float(y.mean() - slope * x.mean())
    df = len(x) - 2
    if df < 1:
        return slope, intercept, None
    residual = y - intercept - slope * x
    reach = student_t(df) * math.sqrt(float(residual @ residual) / df / squares)
    return slope, intercept, (slope - reach, slope + reach)


def line_band(trend: Trend, time: float) -> Ends | None:
    """The interval of the fitted line at a time, from how far the periods' means stray from it."""
    times = np.array([period.time for period in trend.periods])
    residual = np.array([period.mean - trend.at(period.time) for period in trend.periods])
    df = len(times) - 2
    if df < 1:
        return None
    leverage = 1 / len(times) + (time - times.mean()) ** 2 / float(((times - times.mean()) ** 2).sum())
    reach = student_t(df) * math.sqrt(float(residual @ residual) / df * leverage)
    return trend.at(time) - reach, trend.at(time) + reach


def _by_training(x: Floats, periods: Sequence[Period], slope: float) -> Ends | None:
    """From the spread of models within periods, taken to be alike in all of them."""
    sizes = np.array([len(period.values) for period in periods])
    df = int((sizes - 1).sum())
    if df < 1:
        return None
    within = sum(float(np.sum((np.array(period.values) - period.mean) ** 2)) for period in periods) / df
    weights = (x - x.mean()) / float(((x - x.mean()) ** 2).sum())
    reach = student_t(df) * math.sqrt(within * float((weights**2 / sizes).sum()))
    return slope - reach, slope + reach


def mann_kendall(means: Floats) -> tuple[float, float]:
    """Kendall's tau-b with the order given, and its exact two-sided p among all orders.

    Equal means are rare. With them p comes from all orders of up to eight periods, and from 9,999 random ones of more.
    """
    n = len(means)
    pairs = n * (n - 1) // 2
    score = int(_scores(means[None])[0])
    ties = sum(count * (count - 1) // 2 for count in np.unique(means, return_counts=True)[1].tolist())
    tau = score / math.sqrt(pairs * (pairs - ties)) if ties < pairs else 0.0
    if not ties:
        return tau, _among_all_orders(n, abs(score))
    if n <= _ENUMERATED:
        scores = _scores(np.array(list(permutations(means))))
        return tau, float(np.mean(np.abs(scores) >= abs(score)))
    rng = np.random.default_rng(0)
    scores = _scores(rng.permuted(np.tile(means, (_DRAWN, 1)), axis=1))
    return tau, (1 + int((np.abs(scores) >= abs(score)).sum())) / (1 + _DRAWN)


def _scores(rows: Floats) -> NDArray[np.int64]:
    """Pairs that rise minus pairs that fall, for each row."""
    found = np.zeros(len(rows), np.int64)
    for i in range(rows.shape[1] - 1):
        found += np.sign(rows[:, i + 1 :] - rows[:, i : i + 1]).astype(np.int64).sum(axis=1)
    return found


def _among_all_orders(n: int, score: int) -> float:
    """The share of the n! orders whose score is at least as far from 0, by counting orders by their falling pairs."""
    counts = [1]
    for size in range(2, n + 1):  # the next largest can stand before 0 … size − 1 of those placed
        longer = [0] * (len(counts) + size - 1)
        for falls, orders in enumerate(counts):
            for more in range(size):
                longer[falls + more] += orders
        counts = longer
    pairs = n * (n - 1) // 2
    extreme = sum(orders for falls, orders in enumerate(counts) if abs(pairs - 2 * falls) >= score)
    return extreme / math.factorial(n)
