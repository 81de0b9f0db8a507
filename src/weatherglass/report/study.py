"""A study as one offline HTML page, and its tables as files."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from weatherglass import language as languages
from weatherglass.files import folder_appears_whole
from weatherglass.files.plain import to_plain
from weatherglass.measure.base import MEASURES
from weatherglass.plot import study as pictures
from weatherglass.report import latex
from weatherglass.report.page import Figure, write_page
from weatherglass.report.spreadsheet import csv_text
from weatherglass.report.study_cells import CONFIDENCE, CONTEXT, INTERVAL, Layout, StudyTable, slope, step_name, symbol
from weatherglass.report.study_sentences import findings, limits
from weatherglass.report.study_tables import tables
from weatherglass.study.reading import Reading
from weatherglass.study.rules import RULES, chance_value, speaks_for
from weatherglass.study.spread import Spread
from weatherglass.study.trend import Trend
from weatherglass.words.references import bibtex

SCHEMA_VERSION = 1
MOST_FIGURES = 12  # of one kind
MOST_PANELS = 24  # of one figure
MOST_BARS = 60
MOST_OPEN_ROWS = 20  # of a table that is shown without being asked for
MOST_ROWS = 300  # of a table on the page; the files have all
_OPEN = ("verdicts", "trends", "parts-and-whole", "failures")  # tables that are short, or the point


@dataclass(frozen=True, slots=True)
class Section:
    """A question: its figures, and the table with the numbers."""

    table: StudyTable
    figures: tuple[Figure, ...]
    closed: bool
    left_out: str


def write_study(reading: Reading, path: str | os.PathLike[str]) -> Path:
    """Write the page; the file appears only when it is complete."""
    return write_page("study.html", _context(reading), path)


def write_tables(reading: Reading, folder: str | os.PathLike[str]) -> Path:
    """Write every table as CSV, Parquet and LaTeX, and all rows of the study as they are, into a folder that appears when complete."""
    target = Path(folder)
    with folder_appears_whole(target) as part:
        for table in tables(reading):
            (part / f"{table.name}.csv").write_text(csv_text(table.frame), "utf-8")
            table.frame.write_parquet(part / f"{table.name}.parquet")
            (part / f"{table.name}.tex").write_text(latex_text(table, reading.studied.name), "utf-8")
        reading.studied.table.write_parquet(part / "models.parquet")
        (part / "models.csv").write_text(csv_text(_flat(reading.studied.table)), "utf-8")
    return target


def _flat(frame: pl.DataFrame) -> pl.DataFrame:
    """Lists of words as one text."""
    return frame.with_columns(pl.col(pl.List(pl.String)).list.join(" "))


def latex_text(table: StudyTable, study: str) -> str:
    """The numbers as they are read."""
    return latex.table(
        table.header,
        table.rows,
        caption=f"{table.title} ({study})",
        label=f"tab:{table.name}",
        note=table.note,
        texts=table.texts,
    )


def study_dict(reading: Reading) -> dict[str, Any]:
    """The stable JSON shape; it grows only by new keys."""
    studied = reading.studied
    return {
        "schema_version": SCHEMA_VERSION,
        "name": studied.name,
        "language": studied.language,
        "models": reading.models,
        "planned": studied.planned,
        "findings": findings(reading),
        "notices": to_plain(studied.notices),
        "limits": limits(reading),
        "rules": dict(RULES),
        "tables": {table.name: table.frame.to_dicts() for table in tables(reading)},
        "failures": to_plain(studied.failures),
    }


def _context(reading: Reading) -> dict[str, Any]:
    studied = reading.studied
    layout = Layout(reading)
    figures = {
        "spread": _spread_figures(reading, layout),
        "variance": _variance_figures(reading, layout),
        "sizes": _size_figures(reading, layout),
        "trends": _trend_figures(reading, layout),
        "parts-and-whole": _whole_figures(reading, layout),
        "settings": _setting_figures(reading),
    }
    measures = dict.fromkeys(each.spread.measure for each in reading.judged)
    cited = [key for name in measures if name in MEASURES for key in MEASURES[name].cite]
    return {
        "studied": studied,
        "reading": reading,
        "language": languages.get(studied.language).name if studied.language in languages.codes() else studied.language,
        "findings": findings(reading),
        "limits": limits(reading),
        "rules": RULES,
        "sections": [_section(table, figures.get(table.name, [])) for table in tables(reading)],
        "most_rows": MOST_ROWS,
        "constant": _constant(studied.table),
        "bibtex": bibtex(dict.fromkeys([*cited, "gerard2017", "lauscher2020"])),
    }


def _section(table: StudyTable, figures: Sequence[Figure]) -> Section:
    left = len(figures) - MOST_FIGURES
    said = f"{left} further figures are not drawn; their numbers are in the table." if left > 0 else ""
    closed = table.name not in _OPEN and (bool(figures) or len(table.rows) > MOST_OPEN_ROWS)
    return Section(table, tuple(figures[:MOST_FIGURES]), closed, said)


def _constant(models: pl.DataFrame) -> list[tuple[str, str]]:
    """What is the same in all models, and has a name."""
    found = ((name, models[name].unique().to_list()) for name in CONTEXT)
    return [(name, values[0]) for name, values in found if len(values) == 1 and values[0]]


def _where(text: str) -> str:
    return f" ({text})" if text else ""


def _in_parts(items: Sequence[Any], most: int = MOST_PANELS) -> Iterator[tuple[Sequence[Any], str]]:
    """At most so many panels a figure, with a number for each part."""
    parts = [items[i : i + most] for i in range(0, len(items), most)]
    for i, part in enumerate(parts, 1):
        yield part, f", part {i} of {len(parts)}" if len(parts) > 1 else ""


def _spread_figures(reading: Reading, layout: Layout) -> list[Figure]:
    """For each measure (and corpus, part, model where samples vary): values, then p; a panel for each test."""
    grouped: dict[tuple[str, str], dict[str, list[tuple[str, Spread]]]] = {}
    for spread in reading.spreads:
        tests = grouped.setdefault((spread.measure, layout.row(spread.group)), {})
        tests.setdefault(spread.query, []).append((layout.column(spread.group), spread))
    made = []
    in_time = bool(reading.trends) and layout.varying == ["part"] and not layout.by_sample  # drawn as trends
    for (measure, where), tests in grouped.items():
        for some, part in _in_parts(list(tests.items())):
            values = f"{symbol(measure)} by {measure}{_where(where)}{part}"
            if not in_time and any(spread.measured for _, spreads in some for _, spread in spreads):
                made.append(
                    Figure(
                        values,
                        pictures.spread_boxes(some, title=f"Values over models: {values}"),
                        _BOXES + _dashed(measure),
                        len(some) < 3,
                    )
                )
            if any(spread.with_p for _, spreads in some for _, spread in spreads):
                coherence = (
                    " A small p here speaks for coherence, not for bias." if speaks_for(measure) == "coherence" else ""
                )
                p = f"p by {measure}{_where(where)}{part}"
                made.append(
                    Figure(
                        p,
                        pictures.p_spread_boxes(some, title=f"p over models: {p}"),
                        f"{_BOXES if in_time else 'The same for p. '}Square-root scale; dashed: 0.05.{coherence}",
                        len(some) < 3,
                    )
                )
    return made


_BOXES = (
    "Box: the middle half of the models, with the median; whiskers: the furthest within 1.5 times its height; +: beyond. With fewer than five models there are dots only. Under each box: the kind "
    "of sample, and how much of the test’s words a model had at least, in per cent. "
)


def _dashed(measure: str) -> str:
    chance = chance_value(measure)
    return (
        "The measure has no chance value that holds for all tests."
        if chance is None
        else f"Dashed: the chance value, {chance:g}."
    )


def _variance_figures(reading: Reading, layout: Layout) -> list[Figure]:
    grouped: dict[tuple[str, str], list[tuple[str, Any]]] = {}
    for each in reading.variations:
        if each.sample is not None:
            kind = "order" if each.group.sample == "permutation" else "sample"
            label = ", ".join(
                part
                for part in (
                    each.query,
                    layout.where(each.group),
                    layout.column(each.group) if layout.by_sample else "",
                )
                if part
            )
            grouped.setdefault((each.measure, kind), []).append((label, each))
    made = []
    for (measure, kind), rows in grouped.items():
        for some, part in _in_parts(rows, MOST_BARS):
            title = f"{symbol(measure)} by {measure}: share of the variance, {kind} and seed{part}"
            caption = "Seed, alike for all: what a seed does to every sample in the same way. Seed, this one only: what it does to this sample alone. Together they are what training again would move."
            made.append(Figure(title, pictures.variance_bars(some, title=title, first=kind), caption))
    return made


def _size_figures(reading: Reading, layout: Layout) -> list[Figure]:
    grouped: dict[tuple[str, str], list[Any]] = {}
    for curve in reading.curves:
        grouped.setdefault((curve.measure, layout.where(curve)), []).append(curve)
    return [
        Figure(title, pictures.size_curves(some, title=title), "Mean over models with a standard deviation to each side, and each model, by the length of the text (logarithmic).")
        for (measure, where), curves in grouped.items()
        for some, part in _in_parts(curves)
        for title in [f"{symbol(measure)} by {measure} and length of the text{_where(where)}{part}"]
    ]  # fmt: skip


def _trend_figures(reading: Reading, layout: Layout) -> list[Figure]:
    grouped: dict[tuple[str, str], list[Trend]] = {}
    for trend in reading.trends:
        sample = "" if not layout.by_sample else f"{trend.sample} {trend.rate:g}"
        grouped.setdefault(
            (trend.measure, ", ".join(part for part in (layout.where(trend), sample) if part)), []
        ).append(trend)
    caption = f"Dots: models; line: means of the periods; dashed: the line fitted to them, with its {CONFIDENCE} band; dotted across: the mean of models of the whole corpus."
    return [
        Figure(title, pictures.trend_lines(some, title=title, remarks=[_remark(trend) for trend in some]), caption)
        for (measure, where), trends in grouped.items()
        for some, part in _in_parts(trends)
        for title in [f"{symbol(measure)} by {measure} over time{_where(where)}{part}"]
    ]  # fmt: skip


def _remark(trend: Trend) -> str:
    if trend.direction in ("rises", "falls"):
        return f"{trend.direction}: {slope(trend.slope)} per {step_name(trend.step)}"
    return trend.direction


def _whole_figures(reading: Reading, layout: Layout) -> list[Figure]:
    return [
        Figure(title, pictures.average_against_whole(each, title=title), "Each dot is a test. On the dashed line both are equal.", beside=True)
        for each in reading.whole
        for title in [f"{symbol(each.measure)} by {each.measure}{_where(layout.where(each))}"]
    ]  # fmt: skip


def _setting_figures(reading: Reading) -> list[Figure]:
    made = []
    for each in reading.comparisons:
        part = f", {each.part}" if each.part else ""
        title = f"{each.query}, {each.category or 'all'}{part}: share answered right by setting"
        drawn = pictures.accuracy_lines(each, title=title)
        if drawn is not None:
            made.append(Figure(title, drawn, f"With {INTERVAL}s over {each.by}."))
    return made
