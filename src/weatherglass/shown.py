"""Results that can be drawn, shown in a notebook and handed on: the one way from a result up to the rooms that show it."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.axes import Axes


class Shown:
    """A result with figures, tables, and a face in a notebook. What draws and writes is loaded when it is asked for."""

    __slots__ = ()

    def plot(self, name: str = "", ax: Axes | None = None) -> Axes | tuple[Axes, ...]:
        """Draw the main figure, or the one of this name, on the axes given or on new ones, and return the axes."""
        drawn: Axes | tuple[Axes, ...] = import_module("weatherglass.plot.choice").plotted(self, name, ax)
        return drawn

    def tables(self) -> dict[str, pl.DataFrame]:
        """The exact numbers by the names of their tables, the main one first; what is missing is null."""
        found: dict[str, pl.DataFrame] = _handed_on().tables(self)
        return found

    def table(self) -> pl.DataFrame:
        """The main one of the tables."""
        found: pl.DataFrame = _handed_on().table(self)
        return found

    def to_pandas(self, table: str = "") -> Any:
        """The main table, or the one of this name, as a frame of pandas, which must be installed."""
        return _handed_on().pandas_frame(self, table)

    def to_csv(self, path: str | os.PathLike[str], table: str = "", *, overwrite: bool = False) -> Path:
        """Write the main table, or the one of this name; no text in it is taken for a formula by a spreadsheet."""
        written: Path = _handed_on().write_csv(self, path, table, overwrite=overwrite)
        return written

    def to_latex(self, language: str = "en") -> str:
        """Its tables for a paper, rounded, with the rules of booktabs."""
        text: str = _handed_on().latex(self, language)
        return text

    def _repr_html_(self) -> str:
        shown: str = import_module("weatherglass.report.notebook").shown(self)
        return shown


def _handed_on() -> Any:
    return import_module("weatherglass.report.handed_on")
