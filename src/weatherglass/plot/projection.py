"""Words on two axes: a point for each, named where there is room."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from matplotlib.axes import Axes

from weatherglass.embedding.embedding import Embedding
from weatherglass.plot.figure import Drawn, axes_for, figure
from weatherglass.plot.labels import beside_points, ends, laid_out, title
from weatherglass.plot.pieces import BLUE, GREY, shortened
from weatherglass.structure.projecting import SLANTED, Pole, Projection, project
from weatherglass.wording.messages import say
from weatherglass.wording.numbers import correlation

MOST_NAMED = 60
_LETTERS = 30  # of a pole's name


def projection(
    vectors: str | os.PathLike[str] | Embedding,
    words: Sequence[str],
    x: tuple[Pole, Pole],
    y: tuple[Pole, Pole],
    *,
    ax: Axes | None = None,
) -> Axes:
    """Words projected on two axes and drawn; to match words by a language's rules, use `project(…).plot()`."""
    return plane(project(vectors, words, x, y), ax=ax)


def figures(found: Projection) -> dict[str, Callable[..., Drawn]]:
    """The one figure, by its name."""
    return {"projection": partial(plane, found)}


@figure
def plane(found: Projection, *, ax: Axes | None = None) -> Axes:
    """Each word by its cosines with the two axes; of many words, those farthest out are named."""
    ax = axes_for(ax, 6.6, 6.0)
    ax.axhline(0, color=GREY, linewidth=0.8)
    ax.axvline(0, color=GREY, linewidth=0.8)
    x, y = (np.array([getattr(word, axis) for word in found.words]) for axis in ("x", "y"))
    ax.scatter(x, y, s=14, color=BLUE, linewidths=0)
    reach = 0.55 * max(
        np.ptp([0.0, *x]), np.ptp([0.0, *y]), 1e-3
    )  # as far on both, so that neither seems to part words more
    for room, values in ((ax.set_xlim, x), (ax.set_ylim, y)):
        middle = (max(0.0, values.max()) + min(0.0, values.min())) / 2
        room(middle - 1.1 * reach, middle + 1.1 * reach)
    ax.set_aspect("equal")
    (right, left), (top, bottom) = ([_named(pole) for pole in axis] for axis in (found.x, found.y))
    unit = say("structure.projection.cosine")
    ends(ax, say("structure.figure.left", pole=left), say("structure.figure.right", pole=right), unit)
    ends(ax, say("structure.figure.left", pole=bottom), say("structure.figure.right", pole=top), unit, upright=True)
    farthest = np.argsort(-np.hypot(x, y), kind="stable")
    points = [(word.word, word.x, word.y) for word in found.words]
    said = [_summary(found, left, right, bottom, top)]
    if abs(found.slant) >= SLANTED:
        said.append(say("structure.projection.slanted", cosine=correlation(found.slant)))
    most = min(MOST_NAMED, len(points))
    title(
        ax, "\n".join([*said, say("structure.projection.named", named=most, n=len(points))]), 5.6
    )  # as long as it may get
    laid_out(ax)
    named = beside_points(ax, points, map(int, farthest), most)
    if len(named) < len(points):
        said.append(say("structure.projection.named", named=len(named), n=len(points)))
    title(ax, "\n".join(said), 5.6)
    return ax


@figure
def line(found: Projection, ranks: Sequence[int], *, ax: Axes | None = None) -> Axes:
    """Words on the first axis alone, one above the other by frequency; of many words, those farthest out are named.

    `ranks`: the place of each word in the file, the most frequent first.
    """
    ax = axes_for(ax, 6.6, 6.0)
    ax.axvline(0, color=GREY, linewidth=0.8)
    x = np.array([word.x for word in found.words])
    y = np.empty(len(x))
    y[np.argsort(-np.asarray(ranks), kind="stable")] = np.arange(len(x))
    ax.scatter(x, y, s=14, color=BLUE, linewidths=0)
    ax.margins(x=0.15)
    ax.set_yticks([])
    right, left = (_named(pole) for pole in found.x)
    below, above = say("structure.projection.rare"), say("structure.projection.frequent")
    unit = say("structure.projection.cosine")
    ends(ax, say("structure.figure.left", pole=left), say("structure.figure.right", pole=right), unit)
    ends(ax, below, above, say("structure.projection.by_frequency"), upright=True)
    said = [say("structure.projection.on_one", right=right, on_right=int((x > 0).sum()), left=left, n=len(x))]
    points = [(word.word, word.x, float(at)) for word, at in zip(found.words, y, strict=True)]
    most = min(MOST_NAMED, len(points))
    title(ax, "\n".join([*said, say("structure.projection.named", named=most, n=len(points))]), 5.6)
    laid_out(ax)
    named = beside_points(ax, points, map(int, np.argsort(-abs(x), kind="stable")), most)
    if len(named) < len(points):
        said.append(say("structure.projection.named", named=len(named), n=len(points)))
    title(ax, "\n".join(said), 5.6)
    return ax


def _named(pole: Sequence[str]) -> str:
    """Its words, kept on one line."""
    return shortened(", ".join(pole), _LETTERS).replace(" ", "\u00a0")


def _summary(found: Projection, left: str, right: str, bottom: str, top: str) -> str:
    """How many words lie nearer to which pole."""
    return say(
        "structure.projection.sides",
        right=right,
        on_right=sum(word.x > 0 for word in found.words),
        left=left,
        top=top,
        on_top=sum(word.y > 0 for word in found.words),
        bottom=bottom,
        n=len(found.words),
    )
