"""Which settings answer most questions: accuracy by architecture, dimensions and window."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import polars as pl
from scipy.special import stdtrit

from weatherglass.study.rules import LEVEL, bounds_of
from weatherglass.study.spread import Ends, mean_interval
from weatherglass.study.table import with_value

_SETTING = ("method", "architecture", "dim", "window", "model")
_PLACE = ("corpus", "cleaning", "part", "sample", "rate", "query", "measure", "category")
_TOTALS = ("all", "semantic", "syntactic", "grammar")


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One setting's models. `interval`: of the mean over models where there are several, else that over questions of the one model."""

    model: str
    method: str
    architecture: str | None
    dim: int | None
    window: int | None
    models: int
    mean: float
    sd: float | None
    interval: Ends | None
    maybe_best: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Settings on the same questions and texts, best first.

    `maybe_best` marks those that cannot be told from the best: `by` "models": the best one is among them with 95 %
    confidence, as far as training varies (Hsu's comparison with the best, with Bonferroni's bound); `by` "questions": one
    model each, and their accuracy lies within the best one's interval over questions, or it has none.
    """

    corpus: str
    cleaning: str
    part: str
    sample: str
    rate: float
    query: str
    measure: str
    category: str
    settings: tuple[Setting, ...]
    by: str

    @property
    def best(self) -> Setting:
        return self.settings[0]

    @property
    def alike(self) -> tuple[Setting, ...]:
        return tuple(each for each in self.settings[1:] if each.maybe_best)


def comparisons(table: pl.DataFrame) -> tuple[Comparison, ...]:
    """For each set of questions (and each total of it) on the same texts, all settings; only where there are several."""
    rows = with_value(table, "quality").filter(pl.col("category").is_in([*_TOTALS, ""]))
    found = rows.group_by([*_PLACE, *_SETTING], maintain_order=True).agg(
        n=pl.len(), mean=pl.col("value").mean(), sd=pl.col("value").std(), low=pl.col("low").first(), high=pl.col("high").first()
    )  # fmt: skip
    grouped: dict[tuple[Any, ...], list[Setting]] = {}
    for row in found.iter_rows(named=True):
        grouped.setdefault(tuple(row[name] for name in _PLACE), []).append(_setting(row))
    return tuple(_compared(place, settings) for place, settings in grouped.items() if len(settings) > 1)


def _setting(row: dict[str, Any]) -> Setting:
    n, mean, sd = row["n"], row["mean"], row["sd"]
    interval = None
    if n > 1:
        interval = mean_interval(mean, sd, n, bounds_of(row["measure"]))
    elif row["low"] is not None and row["high"] is not None:
        interval = row["low"], row["high"]
    return Setting(**{name: row[name] for name in _SETTING}, models=n, mean=mean, sd=sd, interval=interval)


def _compared(place: tuple[Any, ...], settings: list[Setting]) -> Comparison:
    ordered = sorted(settings, key=lambda each: -each.mean)
    df = sum(each.models - 1 for each in ordered)
    by = "models" if all(each.models > 1 for each in ordered) else "questions"
    reach = 0.0
    if by == "models":
        pooled = math.sqrt(sum((each.models - 1) * (each.sd or 0.0) ** 2 for each in ordered) / df)
        reach = float(stdtrit(df, 1 - (1 - LEVEL) / (len(ordered) - 1))) * pooled
    best = ordered[0]

    def maybe(each: Setting) -> bool:
        if by == "models":
            return best.mean - each.mean <= reach * math.sqrt(1 / best.models + 1 / each.models)
        return best.interval is None or each.mean >= best.interval[0]

    marked = tuple(replace(each, maybe_best=maybe(each)) for each in ordered)
    return Comparison(**dict(zip(_PLACE, place, strict=True)), settings=marked, by=by)
