"""Results as tables for other programs: polars, pandas, CSV and LaTeX, one way for all kinds."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import Any

import polars as pl

from weatherglass.errors import SpecError, UnknownName
from weatherglass.files import refuse_target, write_whole
from weatherglass.measure.result import Outcome, Results
from weatherglass.report.latex import table as latex_table
from weatherglass.report.latex import tables_of
from weatherglass.report.notebook import outcomes_table
from weatherglass.report.projection import table as projection_table
from weatherglass.report.spreadsheet import csv_text
from weatherglass.report.write import documents
from weatherglass.structure.projecting import Projection
from weatherglass.wording.messages import speaking


def tables(found: Any) -> dict[str, pl.DataFrame]:
    """The exact numbers by name, the main table first; what is missing is null."""
    if isinstance(found, Outcome):
        found = Results((found,))
    if isinstance(found, Results | Projection):
        return {type(found).__name__.lower(): found.table()}
    (document,) = documents([found])
    return dict(document.tables)


def table(found: Any, name: str = "") -> pl.DataFrame:
    """The main table, or the one of this name."""
    known = tables(found)
    if not known:
        raise SpecError("there is no table, as nothing could be measured")
    if name and name not in known:
        raise UnknownName("table of this result", name, known)
    return known[name or next(iter(known))]


def pandas_frame(found: Any, name: str = "") -> Any:
    """The same as a frame of pandas, in which a missing number is NaN, or NA where numbers are whole."""
    try:
        pandas = import_module("pandas")
    except ImportError as error:
        raise SpecError("pandas is not installed: pip install pandas; .table() gives a frame of polars") from error
    frame = table(found, name)
    return pandas.DataFrame(
        {each.name: pandas.Series(each.to_list(), dtype=_pandas_type(each.dtype)) for each in frame.iter_columns()}
    )


def _pandas_type(kind: pl.DataType) -> str:
    """One that keeps whole numbers whole beside missing ones, and does not depend on what is in the column."""
    if kind.is_integer():
        return "Int64"
    if kind.is_float():
        return "float64"
    return {pl.Boolean(): "boolean", pl.String(): "string"}.get(kind, "object")


def write_csv(found: Any, path: str | os.PathLike[str], name: str = "", *, overwrite: bool = False) -> Path:
    """Write a table; a missing cell is empty, and no text begins like a formula. The file appears when it is whole."""
    target = Path(path)
    refuse_target(target, overwrite=overwrite)
    return write_whole(target, csv_text(table(found, name)))


def latex(found: Any, language: str) -> str:
    """Its tables as a report in LaTeX has them, rounded for reading."""
    with speaking(language):
        if isinstance(found, Outcome | Results):
            shown = outcomes_table(found if isinstance(found, Results) else Results((found,)))
        elif isinstance(found, Projection):
            shown = projection_table(found)
        else:
            return tables_of(documents([found]))
        label = f"tab:{type(found).__name__.lower()}"
        return latex_table(shown.header, shown.rows, caption=shown.title, label=label, texts=shown.texts)
