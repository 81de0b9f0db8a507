"""Which settings answer most questions: accuracy by architecture, dimensions and window."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import polars as pl
from scipy.special import stdtrit

from weatherglass.study.rules import LEVEL, bounds_of
from weatherglass.study.spread import Ends, mean_interval

_SETTING = ("method", "architecture", "dim", "window", "model")
_PLACE = ("corpus", "cleaning", "part", "sample", "rate", "query", "measure", "category")
TOTALS = ("all", "semantic", "syntactic", "grammar")


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
    rows = table.filter(
        (pl.col("kind") == "quality") & pl.col("value").is_not_null() & pl.col("category").is_in([*TOTALS, ""])
    )
    found = rows.group_by([*_PLACE, *_SETTING], maintain_order=True).agg(
        n=pl.len(), mean=pl.col("value").mean(), sd=pl.col("value").std(), low=pl.col("low").first(), high=pl.col("high").first()
    )  # fmt: skip
    grouped: dict[tuple[object, ...], list[Setting]] = {}
    for row in found.iter_rows(named=True):
        grouped.setdefault(tuple(row[name] for name in _PLACE), []).append(_setting(row))
    return tuple(_compared(place, settings) for place, settings in grouped.items() if len(settings) > 1)


def _setting(row: dict[str, object]) -> Setting:
    n, mean, sd, low, high = (row[name] for name in ("n", "mean", "sd", "low", "high"))
    assert isinstance(n, int)
    assert isinstance(mean, float)
    interval = None
    if n > 1 and isinstance(sd, float):
        interval = mean_interval(mean, sd, n, bounds_of(str(row["measure"])))
    elif isinstance(low, float) and isinstance(high, float):
        interval = low, high
    named = {name: row[name] for name in _SETTING}
    return Setting(**named, models=n, mean=mean, sd=sd if isinstance(sd, float) else None, interval=interval)  # type: ignore[arg-type]


def _compared(place: tuple[object, ...], settings: list[Setting]) -> Comparison:
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
    named = dict(zip(_PLACE, place, strict=True))
    return Comparison(**named, settings=marked, by=by)  # type: ignore[arg-type]
