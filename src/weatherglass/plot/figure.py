"""What all figures share: how they look, how large they are, and how they are written for a page or into a file.

Colours are Okabe and Ito's; marks and dashes say the same as colours do, so that a figure can be read in grey. Words are never
taken for formulas, Arabic is shaped and runs from right to left, and in SVG text stays text.
"""

from __future__ import annotations

import io
import os
import re
import textwrap
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import matplotlib as mpl
from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from weatherglass.errors import SpecError
from weatherglass.files import write_whole
from weatherglass.plot.pieces import BLUE, GREEN, GREY, ORANGE, PURPLE, SKY, YELLOW
from weatherglass.plot.svg import FORMATS, RIGHT_TO_LEFT_MARK, for_page, turned, well_formed
from weatherglass.wording.messages import runs_right_to_left

COLOURS = (BLUE, ORANGE, GREEN, PURPLE, YELLOW, SKY)
MARKS = ("o", "s", "^", "D", "v", "P")
DASHES: tuple[Any, ...] = ("-", "--", ":", "-.", (0, (1, 3)), (0, (8, 3)), (0, (4, 1, 1, 1, 1, 1)))
_STYLE: Any = {  # keys are of a type of matplotlib’s own
    "svg.fonttype": "none",
    "svg.hashsalt": "weatherglass",  # the same figure, the same bytes
    "pdf.fonttype": 42,
    "text.parse_math": False,
    "font.family": ["DejaVu Sans"],  # ships with matplotlib, and has Arabic
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.labelsize": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": False,
    "axes.unicode_minus": True,
    "grid.color": GREY,
    "grid.linewidth": 0.3,
    "lines.linewidth": 1.4,
    "lines.markersize": 5,
    "legend.frameon": False,
    "legend.fontsize": 8,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "figure.dpi": 100,
    "savefig.dpi": 200,
}
WIDE_SPACE = "\u2003"
P = ParamSpec("P")
Drawn = Axes | tuple[Axes, ...]
Shape = TypeVar("Shape", bound=Drawn)
_apart: ContextVar[bool] = ContextVar("figures apart from pyplot", default=False)


def figure(draw: Callable[P, Shape]) -> Callable[P, Shape]:
    """A function that draws one figure and returns its axes: drawn in the house's style."""

    @wraps(draw)
    def styled(*args: P.args, **kwargs: P.kwargs) -> Shape:
        with _styled():
            return draw(*args, **kwargs)

    return styled


@contextmanager
def _styled() -> Iterator[None]:
    with mpl.rc_context(_STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")  # a page has other fonts
        yield


def axes_for(ax: Axes | None, width: float, height: float) -> Axes:
    """The axes given, or new ones of this size in inches."""
    return ax if ax is not None else panels(1, width, height)[0]


def panels(number: int, width: float, height: float, columns: int = 1, **kwargs: Any) -> tuple[Axes, ...]:
    """So many new axes of one size in inches, row by row; further arguments as for `Figure.subplots`."""
    columns = min(columns, number)
    rows = -(-number // columns)
    made = _new_figure((width * columns, height * rows))
    every = made.subplots(rows, columns, squeeze=False, **kwargs).flatten()
    for unused in every[number:]:
        unused.remove()
    return tuple(every[:number])


def _new_figure(size: tuple[float, float]) -> Figure:
    """One that pyplot shows in a notebook, or one of our own while a page or a file is written."""
    if _apart.get():
        return Figure(figsize=size, layout="constrained")
    import matplotlib.pyplot as plt

    return plt.figure(figsize=size, layout="constrained")


def titled(ax: Axes, finding: str) -> None:
    """A title that states the finding, in as many lines as it needs."""
    whole = ax.get_figure(root=True)
    assert isinstance(whole, Figure)
    ax.set_title(in_lines(finding, whole.get_figwidth() * 10.5))


def x_says(ax: Axes, text: str) -> None:
    """What the horizontal axis shows, between what lies at its ends; where that is long, the ends have a line of their own."""
    whole = ax.get_figure(root=True)
    assert isinstance(whole, Figure)
    letters = 12 * whole.get_figwidth()
    left, *middle, right = text.split(WIDE_SPACE) if text.count(WIDE_SPACE) == 2 else (text, "")
    if middle and len(text) > letters:
        text = f"{middle[0]}\n{left}{WIDE_SPACE}{right}"
    ax.set_xlabel(in_lines(text, letters))


def in_lines(text: str, letters: float) -> str:
    """Broken between words into lines of so many letters that run as the language does, but not within what belongs together."""
    kept = re.sub(r"(\w) ([=<]) ", "\\1\u00a0\\2\u00a0", text.replace(" %", "\u00a0%"))
    lines = [
        line
        for part in kept.split("\n")
        for line in textwrap.wrap(part, max(16, int(letters)), break_long_words=False, break_on_hyphens=False)
    ]
    mark = RIGHT_TO_LEFT_MARK if runs_right_to_left() else ""
    return "\n".join(mark + line for line in lines)


def drawn(draw: Callable[P, Drawn], *args: P.args, **kwargs: P.kwargs) -> Figure:
    """The figure that a function draws, apart from any that a notebook shows."""
    token = _apart.set(True)
    try:
        made = draw(*args, **kwargs)
    finally:
        _apart.reset(token)
    first = made if isinstance(made, Axes) else made[0]
    found = first.get_figure()
    assert isinstance(found, Figure)
    return found


def picture(said: str, draw: Callable[P, Drawn], *args: P.args, **kwargs: P.kwargs) -> Markup:
    """The figure as SVG that can stand in a page; `said` is what a reader that speaks says of it."""
    return for_page(_bytes(drawn(draw, *args, **kwargs), "svg").decode(), said)


def save(made: Figure | Axes, path: str | os.PathLike[str]) -> Path:
    """Write the figure as SVG, PDF or PNG, by the ending of the name; the file appears only when it is whole."""
    target = Path(path)
    kind = target.suffix.lstrip(".").lower()
    if kind not in FORMATS:
        raise SpecError(f"{target}: a figure is written as .svg, .pdf or .png; give a name that ends so")
    whole = made.get_figure() if isinstance(made, Axes) else made
    assert isinstance(whole, Figure)
    return write_whole(target, _bytes(whole, kind))


def _bytes(made: Figure, kind: str) -> bytes:
    written = io.BytesIO()
    date = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}[kind]  # the same figure, the same bytes
    with _styled():
        made.savefig(written, format=kind, metadata=date)
    content = written.getvalue()
    return turned(well_formed(content.decode())).encode() if kind == "svg" else content
