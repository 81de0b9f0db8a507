"""The mean over the parts of a corpus against models of the whole corpus (Lauscher et al. 2020, table 6: AVG and CONC).

Measures have scales of their own, so each gets its own correlation over the tests, of signed values. Pooling two measures,
or taking absolute values, gives correlations that only say that one measure runs higher than the other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from weatherglass.stats.intervals import Interval, fisher
from weatherglass.study.rules import LEAST_TESTS, LEVEL


@dataclass(frozen=True, slots=True)
class AgainstWhole:
    """One test: the mean over the parts, and the mean over models of the whole."""

    query: str
    parts: int
    average: float
    whole: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PartsAndWhole:
    """All tests of one measure. `r`: Pearson's, `interval` by Fisher's z; where there is none, `reason` says why.

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
    rows = table.filter((pl.col("kind") == "bias") & pl.col("value").is_not_null())
    key = ["corpus", "cleaning", "model", "sample", "rate", "measure"]
    means = rows.group_by([*key, "query", "part"], maintain_order=True).agg(pl.col("value").mean())
    found: dict[tuple[str, ...], dict[str, dict[str, float]]] = {}
    for *kind, query, part, value in means.iter_rows():
        found.setdefault(tuple(kind), {}).setdefault(query, {})[part] = value
    made = []
    for kind_, by_query in found.items():
        tests = tuple(
            AgainstWhole(query, len(by_part) - 1, math.fsum(v for part, v in by_part.items() if part) / (len(by_part) - 1), by_part[""])
            for query, by_part in by_query.items()
            if "" in by_part and len(by_part) > 2
        )  # fmt: skip
        if tests:
            made.append(_compared(kind_, tests))
    return tuple(made)


def _compared(kind: tuple[str, ...], tests: tuple[AgainstWhole, ...]) -> PartsAndWhole:
    corpus, cleaning, model, sample, rate, measure = kind
    averages, wholes = [test.average for test in tests], [test.whole for test in tests]
    r, interval, reason = correlated(averages, wholes)
    gaps = np.subtract(averages, wholes)
    return PartsAndWhole(
        corpus=corpus, cleaning=cleaning, model=model, sample=sample, rate=float(rate), measure=measure, tests=tests, r=r, interval=interval,
        reason=reason, difference=float(gaps.mean()), distance=float(np.abs(gaps).mean()),
    )  # fmt: skip


def correlated(one: Sequence[float], other: Sequence[float]) -> tuple[float | None, Interval | None, str]:
    """Pearson's r, its interval, and the reason where one of them is missing."""
    if len(one) < 3:
        return None, None, f"{len(one)} {'test' if len(one) == 1 else 'tests'}: a correlation needs three"
    x, y = (np.array(values) - np.mean(values) for values in (one, other))
    scale = math.sqrt(float(x @ x) * float(y @ y))
    if scale < 1e-12:
        return None, None, "no variation between the tests"
    r = max(-1.0, min(1.0, float(x @ y) / scale))
    interval = fisher(r, len(one), LEVEL)
    if interval is None:
        few = f"{len(one)} tests: an interval needs {LEAST_TESTS}"
        return r, None, few if len(one) < LEAST_TESTS else "r is ±1, where Fisher’s z has no end"
    return r, interval, ""
