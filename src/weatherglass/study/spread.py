"""How far a value moves over the models of one kind: those that differ in sample, order or seed only."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import polars as pl
from scipy.special import stdtrit

from weatherglass.measure.scrutiny import SIGNIFICANT
from weatherglass.study.rules import LEAST_MODELS, LEVEL, MIN_COVERAGE, bounds_of, chance_value

TEST = ("query", "measure", "category")
_SAMPLES = {"subsample": 0, "permutation": 1, "whole": 2}
Ends = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Group:
    """Which models are taken together."""

    corpus: str
    cleaning: str
    part: str
    model: str
    sample: str
    rate: float

    @property
    def order(self) -> tuple[int, float]:
        """Subsamples by size, then permutations, then the whole."""
        return _SAMPLES.get(self.sample, len(_SAMPLES)), self.rate


GROUP = tuple(each.name for each in fields(Group))  # the columns that tell it
ACROSS_PARTS = tuple(
    name for name in GROUP if name != "part"
)  # those of models that may differ in their part of the corpus


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """One test over the models of a group.

    `models`: all, `measured`: those with a value. `interval`: of the mean, by Student's t over samples (over seeds where
    there is but one sample); None with fewer than `LEAST_MODELS` of them. `above`, `below`: models on each side of the
    chance value, `agreement` the share on the fuller side; None where the measure has no such value. `clear`: models whose
    p is below 0.05 for certain, `unclear`: at or above it for certain; the others of `with_p` are not known well enough.
    `lacking`: models with too few of the words. `values`, `ps`: by draw and seed.
    """

    group: Group
    query: str
    measure: str
    category: str
    models: int
    measured: int
    mean: float | None
    sd: float | None
    least: float | None
    low_quartile: float | None
    median: float | None
    high_quartile: float | None
    most: float | None
    interval: Ends | None
    above: int | None
    below: int | None
    with_p: int
    clear: int
    unclear: int
    median_p: float | None
    coverage_least: float | None
    coverage_median: float | None
    lacking: int
    skipped: tuple[tuple[str, int], ...]
    values: tuple[float, ...]
    ps: tuple[float, ...]

    @property
    def agreement(self) -> float | None:
        if self.above is None or self.below is None or not self.measured:
            return None
        return max(self.above, self.below) / self.measured

    @property
    def share_clear(self) -> float | None:
        return self.clear / self.with_p if self.with_p else None


def spreads(table: pl.DataFrame, kind: str = "bias") -> tuple[Spread, ...]:
    """One for each group of models and test, by measure, then test, then from small samples to the whole."""
    rows = table.filter(pl.col("kind") == kind)
    if rows.is_empty():
        return ()
    key = [*GROUP, *TEST]
    rows = rows.with_columns(
        _chance=pl.col("measure").replace_strict(
            {name: chance_value(name) for name in rows["measure"].unique()}, return_dtype=pl.Float64
        ),
        _p_low=pl.coalesce("p_low", "p"),
        _p_high=pl.coalesce("p_high", "p"),
        _covered=pl.when(pl.col("asked") > 0).then(pl.col("found") / pl.col("asked")),
    )
    value, has_p = pl.col("value"), pl.col("p").is_not_null() & pl.col("value").is_not_null()
    lacking = pl.col("skipped").str.contains("too few words").fill_null(False) | (pl.col("_covered") < MIN_COVERAGE)
    found = rows.group_by(key, maintain_order=True).agg(
        models=pl.len(),
        measured=value.count(),
        mean=value.mean(),
        sd=value.std(),
        least=value.min(),
        low_quartile=value.quantile(0.25, "linear"),
        median=value.median(),
        high_quartile=value.quantile(0.75, "linear"),
        most=value.max(),
        _chance=pl.col("_chance").first(),
        above=(value > pl.col("_chance")).sum(),
        below=(value < pl.col("_chance")).sum(),
        with_p=has_p.sum(),
        clear=(has_p & (pl.col("_p_high") < SIGNIFICANT)).sum(),
        unclear=(has_p & (pl.col("_p_low") >= SIGNIFICANT)).sum(),
        median_p=pl.col("p").filter(has_p).median(),
        coverage_least=pl.col("_covered").min(),
        coverage_median=pl.col("_covered").median(),
        lacking=lacking.sum(),
        values=value.sort_by("draw", "seed").drop_nulls(),
        ps=pl.col("p").filter(has_p).sort_by(pl.col("draw").filter(has_p), pl.col("seed").filter(has_p)),
    )
    reasons = _reasons(rows, key)
    intervals = _intervals(rows, key)
    made = [_spread(row, reasons, intervals) for row in found.iter_rows(named=True)]
    measures = first_seen(s.measure for s in made)
    tests = first_seen((s.query, s.measure, s.category) for s in made)
    made.sort(key=lambda s: (measures[s.measure], tests[s.query, s.measure, s.category], *place(s.group)))
    return tuple(made)


def first_seen(items: Iterable[Hashable]) -> dict[Any, int]:
    """A number for each different one, in the order in which they come first."""
    return {item: number for number, item in enumerate(dict.fromkeys(items))}


def place(group: Group) -> tuple[object, ...]:
    """Where models stand in a table: all of a corpus after its parts."""
    return (group.corpus, group.cleaning, group.part == "", group.part, group.model, *group.order)


def _spread(
    row: dict[str, Any], reasons: Mapping[tuple[Any, ...], Any], intervals: Mapping[tuple[Any, ...], Ends]
) -> Spread:
    key = tuple(row[name] for name in (*GROUP, *TEST))
    sided = row.pop("_chance") is not None
    group = Group(*(row.pop(name) for name in GROUP))
    row["values"], row["ps"] = tuple(row["values"]), tuple(row["ps"])
    if not sided:
        row["above"] = row["below"] = None
    return Spread(group=group, interval=intervals.get(key), skipped=tuple(reasons.get(key, ())), **row)


def _reasons(rows: pl.DataFrame, key: Sequence[str]) -> Mapping[tuple[Any, ...], list[tuple[str, int]]]:
    """Why models have no value, the commonest reason first; reasons differ in their counts of words, so few are alike."""
    found: dict[tuple[Any, ...], list[tuple[str, int]]] = defaultdict(list)
    counted = (
        rows.filter(pl.col("value").is_null())
        .with_columns(pl.col("skipped").fill_null("no value"))
        .group_by([*key, "skipped"], maintain_order=True)
        .len()
        .sort("len", descending=True, maintain_order=True)
    )
    for row in counted.iter_rows():
        found[row[: len(key)]].append((row[-2], row[-1]))
    return found


def _intervals(rows: pl.DataFrame, key: Sequence[str]) -> Mapping[tuple[Any, ...], Ends]:
    """Of the mean. Models that share a sample are not independent, so it is samples that are counted."""
    measured = rows.filter(pl.col("value").is_not_null())
    by_draw = measured.group_by([*key, "draw"], maintain_order=True).agg(value=pl.col("value").mean())
    alone = by_draw.group_by(key, maintain_order=True).len().filter(pl.col("len") == 1).drop("len")
    units = pl.concat(
        [by_draw.drop("draw").join(alone, on=key, how="anti"), measured.select([*key, "value"]).join(alone, on=key)],
        how="vertical",
    )
    found = units.group_by(key, maintain_order=True).agg(
        n=pl.len(), mean=pl.col("value").mean(), sd=pl.col("value").std()
    )
    measure = list(key).index("measure")
    return {
        row[: len(key)]: mean_interval(mean, sd, n, bounds_of(row[measure]))
        for row in found.iter_rows()
        for n, mean, sd in [row[-3:]]
        if n >= LEAST_MODELS
    }


def mean_interval(mean: float, sd: float, n: int, bounds: Ends | None = None) -> Ends:
    """Mean ± Student's t × sd/√n, cut at the values that there can be."""
    reach = student_t(n - 1) * sd / math.sqrt(n)
    least, most = bounds or (-math.inf, math.inf)
    return max(least, mean - reach), min(most, mean + reach)


def student_t(df: int) -> float:
    """How many standard errors an interval reaches to each side."""
    return float(stdtrit(df, (1 + LEVEL) / 2))
