"""The mean over the parts of a corpus against models of the whole corpus (Lauscher et al. 2020, table 6: AVG and CONC).

Measures have scales of their own, so each gets its own correlation over the tests, of signed values. Pooling two measures,
or taking absolute values, gives correlations that only say that one measure runs higher than the other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from weatherglass.stats.intervals import Interval, fisher
from weatherglass.study.rules import LEAST_TESTS, LEVEL
from weatherglass.study.spread import ACROSS_PARTS
from weatherglass.study.table import with_value

_MODELS = (*ACROSS_PARTS, "measure")


@dataclass(frozen=True, slots=True)
class AgainstWhole:
    """One test: the mean over the parts, and the mean over models of the whole."""

    query: str
    parts: int
    average: float
    whole: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PartsAndWhole:
    """All tests of one measure. `r`: Pearson's, `interval` by Fisher's z; where there is none, `reason` is a code for why.

    `difference`: mean of average − whole, `distance`: mean of its absolute value: a high r does not say that they are equal.
    """

    corpus: str
    cleaning: str
    model: str
    sample: str
    rate: float
    measure: str
    tests: tuple[AgainstWhole, ...]
    r: float | None
    interval: Interval | None
    reason: str
    difference: float
    distance: float


def parts_and_whole(table: pl.DataFrame) -> tuple[PartsAndWhole, ...]:
    """One for each measure and kind of model of which there are both parts and the whole."""
    rows = with_value(table, "bias").group_by([*_MODELS, "query", "part"], maintain_order=True)
    found: dict[tuple[Any, ...], dict[str, dict[str, float]]] = {}
    for *models, query, part, value in rows.agg(pl.col("value").mean()).iter_rows():
        found.setdefault(tuple(models), {}).setdefault(query, {})[part] = value
    made = []
    for key, by_query in found.items():
        tests = tuple(
            _against_whole(query, by_part) for query, by_part in by_query.items() if "" in by_part and len(by_part) > 2
        )
        if tests:
            made.append(_compared(key, tests))
    return tuple(made)


def _against_whole(query: str, by_part: dict[str, float]) -> AgainstWhole:
    values = [value for part, value in by_part.items() if part]
    return AgainstWhole(query, len(values), math.fsum(values) / len(values), by_part[""])


def _compared(models: tuple[Any, ...], tests: tuple[AgainstWhole, ...]) -> PartsAndWhole:
    averages, wholes = [test.average for test in tests], [test.whole for test in tests]
    r, interval, reason = correlated(averages, wholes)
    gaps = np.subtract(averages, wholes)
    return PartsAndWhole(
        **dict(zip(_MODELS, models, strict=True)),
        tests=tests,
        r=r,
        interval=interval,
        reason=reason,
        difference=float(gaps.mean()),
        distance=float(np.abs(gaps).mean()),
    )


def correlated(one: Sequence[float], other: Sequence[float]) -> tuple[float | None, Interval | None, str]:
    """Pearson's r, its interval, and a code for the reason where one of them is missing."""
    if len(one) < 3:
        return None, None, "too-few-tests"
    x, y = (np.array(values) - np.mean(values) for values in (one, other))
    scale = math.sqrt(float(x @ x) * float(y @ y))
    if scale < 1e-12:
        return None, None, "no-variation"
    r = max(-1.0, min(1.0, float(x @ y) / scale))
    interval = fisher(r, len(one), LEVEL)
    if interval is None:
        return r, None, "no-interval" if len(one) < LEAST_TESTS else "r-is-one"
    return r, interval, ""
