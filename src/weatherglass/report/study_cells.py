"""What the tables of a study are made of: exact numbers for files, and how each is rounded to be read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from weatherglass.report.document import Table
from weatherglass.study.reading import CONTEXT
from weatherglass.wording.messages import say
from weatherglass.wording.studies import Layout, sample_name

Shown = Callable[[dict[str, Any]], str]
Cell = tuple[str, Shown]  # a column's heading, and what it shows of a record


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class StudyTable(Table):
    """With its `frame` of exact numbers."""

    name: str
    frame: pl.DataFrame


def made_table(
    name: str, columns: Sequence[Cell], records: Sequence[dict[str, Any]], texts: int, *, note: str = ""
) -> StudyTable:
    """Title and note are the messages of its name. Columns that are empty in all rows are left out of what is read."""
    shown = [[show(record) for _, show in columns] for record in records]
    kept = [i for i in range(len(columns)) if any(row[i] not in ("", "–") for row in shown)]
    frame = pl.DataFrame(records, infer_schema_length=None) if records else pl.DataFrame()
    return StudyTable(
        say(f"study.table.{name}"),
        tuple(columns[i][0] for i in kept),
        tuple(tuple(row[i] for i in kept) for row in shown),
        note or say(f"study.note.{name}"),
        sum(i < texts for i in kept),
        name=name,
        frame=frame,
    )


def head(name: str) -> str:
    """A column's heading."""
    return say(f"study.head.{name}")


def plain(name: str, heading: str) -> Cell:
    """A column that is shown as it is, under a heading by its name."""
    return head(heading), lambda record: str(record[name])


def about(group: Any, layout: Layout) -> dict[str, Any]:
    """What a row is about, whole for the file, and as far as it varies for reading."""
    named = {name: getattr(group, name) for name in (*CONTEXT, "sample", "rate") if hasattr(group, name)}
    return {**named, "where": layout.where(group)}


def sampled(layout: Layout) -> Cell:
    """The kind of sample, where there are several."""
    return head("sample"), lambda record: sample_name(record["sample"], record["rate"]) if layout.by_sample else ""
