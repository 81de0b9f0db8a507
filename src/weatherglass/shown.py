"""Results that can be drawn and shown in a notebook: the one way from a result up to the rooms that show it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Shown:
    """A result with figures of its own, and a face in a notebook. What draws and writes is loaded when it is asked for."""

    __slots__ = ()

    def plot(self, name: str = "", ax: Axes | None = None) -> Axes | tuple[Axes, ...]:
        """Draw the main figure, or the one of this name, on the axes given or on new ones, and return the axes."""
        drawn: Axes | tuple[Axes, ...] = import_module("weatherglass.plot.choice").plotted(self, name, ax)
        return drawn

    def _repr_html_(self) -> str:
        shown: str = import_module("weatherglass.report.notebook").shown(self)
        return shown
