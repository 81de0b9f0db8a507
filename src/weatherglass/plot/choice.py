"""Which figures a result has: those of its kind, the main one first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from matplotlib.axes import Axes

from weatherglass.errors import SpecError, UnknownName
from weatherglass.plot.figure import Drawn

_MODULES = {
    "Account": "mitigation",
    "Audit": "audit",
    "Comparison": "compare",
    "Detection": "detection",
    "Diffusion": "diffusion",
    "Projection": "projection",
    "Quality": "quality",
    "Reading": "study",
    "Replication": "replication",
    "Result": "audit",
    "Results": "audit",
    "Skipped": "audit",
    "Stability": "stability",
    "Structure": "structure",
    "Trace": "trace",
}  # the module of this room that has the figures of a class


def figures(found: Any) -> Mapping[str, Callable[..., Drawn]]:
    """The figures of a result by their names."""
    module = import_module(f"weatherglass.plot.{_MODULES[type(found).__name__]}")
    made: Mapping[str, Callable[..., Drawn]] = module.figures(found)
    return made


def plotted(found: Any, name: str = "", ax: Axes | None = None) -> Drawn:
    """The figure of this name, or the main one, on the axes given or on new ones."""
    known = figures(found)
    if not known:
        raise SpecError("there is nothing to draw, as nothing could be measured")
    if name and name not in known:
        raise UnknownName("figure of this result", name, known)
    draw = known[name or next(iter(known))]
    return draw() if ax is None else draw(ax=ax)
