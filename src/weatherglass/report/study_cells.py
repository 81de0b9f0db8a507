"""What the tables of a study are made of: exact numbers for files, and how each is rounded to be read."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from weatherglass.measure.base import MEASURES
from weatherglass.report import numbers
from weatherglass.report.page import Table
from weatherglass.study.reading import Reading
from weatherglass.study.rules import LEVEL
from weatherglass.study.spread import Ends, Group

CONTEXT = ("corpus", "cleaning", "part", "model")
ACCURACIES = ("analogies", "odd one out")  # shares of questions; the other examinations are correlations
CONFIDENCE = numbers.per_cent(LEVEL)
INTERVAL = f"{CONFIDENCE} interval"
Shown = Callable[[dict[str, Any]], str]
Cell = tuple[str, Shown]  # a column's heading, and what it shows of a record


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class StudyTable(Table):
    """With its `frame` of exact numbers."""

    name: str
    frame: pl.DataFrame


class Layout:
    """What varies in a study, and therefore must be said of each row; and what is laid out side by side.

    Kinds of sample stand side by side where there are several; otherwise parts, models or corpora do.
    """

    def __init__(self, reading: Reading) -> None:
        groups = {spread.group for spread in (*reading.spreads, *reading.quality)}
        self.varying = [name for name in CONTEXT if len({getattr(group, name) for group in groups}) > 1]
        self.by_sample = len({(group.sample, group.rate) for group in groups}) > 1

    def where(self, group: Any) -> str:
        """Corpus, cleaning, part and model, as far as they vary."""
        return ", ".join(self.named(name, getattr(group, name)) for name in self.varying if hasattr(group, name))

    @staticmethod
    def named(name: str, value: str) -> str:
        if value:
            return value
        return "all" if name == "part" else "default cleaning"

    def column(self, group: Group) -> str:
        """The name of what stands side by side."""
        return sample_name(group.sample, group.rate) if self.by_sample else self.where(group) or "all models"

    def row(self, group: Group) -> str:
        """The name of what stands below each other."""
        return self.where(group) if self.by_sample else ""


def sample_name(sample: str, rate: float) -> str:
    """Short, for a column or under a box."""
    return {"subsample": f"{100 * rate:g} %", "permutation": "order", "whole": "whole"}.get(sample, sample)


def symbol(measure: str) -> str:
    """What a measure's value is called."""
    card = MEASURES.get(measure)
    return measure if card is None else card.symbol


def valued(measure: str, value: float | None) -> str:
    """A value as its measure's unit has it; accuracies and correlations of quality likewise."""
    if value is None:
        return "–"
    if measure in ACCURACIES:
        return numbers.share_of(value)
    card = MEASURES.get(measure)
    if card is None:
        return numbers.effect(value)
    return numbers.value(value, card.unit)


def ends(measure: str, interval: Ends | None) -> str:
    return "–" if interval is None else f"{valued(measure, interval[0])} … {valued(measure, interval[1])}"


def deviation(value: float | None, measure: str = "") -> str:
    """A standard deviation: about two digits; of accuracies in per cent, as they are."""
    if value is None:
        return "–"
    if measure in ACCURACIES:
        return f"{100 * value:.2g} %"
    return (
        "0" if value == 0 else f"{value:.2f}" if value >= 0.1 else f"{value:.3f}" if value >= 0.01 else f"{value:.2g}"
    )


def correlation(r: float) -> str:
    """Two decimals; more where that would look like ±1 and is not."""
    text = numbers.correlation(r)
    return f"{r:+.3f}".replace("-", "−") if text.endswith("1.00") and abs(r) < 1 else text


def chance(p: float | None) -> str:
    return numbers.or_dash(p, numbers.probability)


def share(value: float | None) -> str:
    """Rounded down, so that only all is 100 %."""
    return "–" if value is None else f"{math.floor(100 * value + 1e-9)} %"


def made_table(
    name: str, title: str, note: str, columns: Sequence[Cell], records: Sequence[dict[str, Any]], texts: int
) -> StudyTable:
    """Columns that are empty in all rows are left out of what is read."""
    shown = [[show(record) for _, show in columns] for record in records]
    kept = [i for i in range(len(columns)) if any(row[i] not in ("", "–") for row in shown)]
    frame = pl.DataFrame(records, infer_schema_length=None) if records else pl.DataFrame()
    header = tuple(columns[i][0] for i in kept)
    rows = tuple(tuple(row[i] for i in kept) for row in shown)
    return StudyTable(title, header, rows, note, sum(i < texts for i in kept), name=name, frame=frame)


def plain(name: str, heading: str) -> Cell:
    """A column that is shown as it is."""
    return heading, lambda record: str(record[name])


def about(group: Any, layout: Layout) -> dict[str, Any]:
    """What a row is about, whole for the file, and as far as it varies for reading."""
    named = {name: getattr(group, name) for name in (*CONTEXT, "sample", "rate") if hasattr(group, name)}
    return {**named, "where": layout.where(group)}


def sampled(layout: Layout) -> Shown:
    """The kind of sample, where there are several."""
    return lambda record: sample_name(record["sample"], record["rate"]) if layout.by_sample else ""


def slope(value: float) -> str:
    """Four decimals: slopes per year are small."""
    return f"{value:+.4f}".replace("-", "−")


def slopes(interval: Ends | None) -> str:
    return "–" if interval is None else f"{slope(interval[0])} … {slope(interval[1])}"


def step_name(years: float) -> str:
    """Of a step between periods: a year, ten years, a month."""
    if abs(years - round(years)) < 0.01 and years >= 1:
        return "year" if round(years) == 1 else f"{round(years)} years"
    months = round(12 * years)
    if months >= 1:
        return "month" if months == 1 else f"{months} months"
    return f"{365.25 * years:.0f} days"
