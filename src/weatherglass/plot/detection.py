"""Figures of detection: accuracies of detectors by model and space, and how alike spaces are to the task's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from weatherglass.downstream.detected import OWN, RANDOM, Detection, Detector, Score
from weatherglass.embedding.similarity import Similarity
from weatherglass.plot.figure import Drawn, axes_for, figure, in_lines
from weatherglass.plot.pieces import BLUE, GREEN, GREY, ORANGE, shortened
from weatherglass.wording.messages import say
from weatherglass.wording.numbers import effect, share_of

_LOOKS = {"random": (GREY, "o"), "given": (BLUE, "s"), "own": (GREEN, "D")}  # of a kind of space: colour and shape
_COUNTED = (ORANGE, "^")
_WIDE, _ROW = 9.0, 0.24  # inches
_LEGEND: Any = {"handletextpad": 0.5, "handlelength": 1.6, "columnspacing": 1.4, "borderaxespad": 0.3}
_LONGEST, _LINE = 28, 76  # letters of the name of a space, and of a line of a title


def figures(found: Detection) -> dict[str, Callable[..., Drawn]]:
    """What can be drawn, by name."""
    drawn: dict[str, Callable[..., Drawn]] = {"accuracies": partial(accuracies, found)}
    if measured_similarities(found):
        drawn["similarities"] = partial(similarities, found)
    return drawn


def chance(found: Detection) -> float:
    """What always saying the larger class of the test texts gets right."""
    test = found.part("test")
    return max(test.looked_for, test.texts - test.looked_for) / test.texts if test.texts else 0.5


def alike(found: Detection) -> dict[tuple[str, bool, str], list[Detector]]:
    """Detectors that differ in their vectors only, together."""
    groups: dict[tuple[str, bool, str], list[Detector]] = {}
    for each in found.detectors:
        groups.setdefault((each.model, each.trainable, each.words), []).append(each)
    return groups


def said_of_group(model: str, trainable: bool, words: str) -> str:
    """How these detectors are called: LSTM, vectors frozen, common words."""
    name = say(f"detection.model.{model}")
    return say(f"detection.alike.{'trained' if trainable else 'frozen'}_{words}", model=f"{name[:1].upper()}{name[1:]}")


def space_said(name: str) -> str:
    """A space by its name; those that were made here are called in the language spoken."""
    return say(f"detection.space.{name}") if name in (RANDOM, OWN) else name


def vectors_said(name: str) -> str:
    """Vectors by the name of their space, within a sentence."""
    return say(f"detection.vectors.{name}") if name in (RANDOM, OWN) else say("detection.vectors.given", name=name)


def detector_said(each: Detector) -> str:
    """A detector, within a sentence."""
    model = say(f"detection.model.{each.model}")
    return say("detection.verdict.named", model=model, vectors=vectors_said(each.space))


def measured_similarities(found: Detection) -> list[tuple[str, Similarity]]:
    """Spaces whose similarity to the task's own could be measured."""
    return [(space.name, space.similarity) for space in found.spaces if isinstance(space.similarity, Similarity)]


@figure
def accuracies(found: Detection, *, ax: Axes | None = None) -> Axes:
    """A row for each detector, those of one model together; a thick line for seeds, a thin one for seeds and texts; dashed: guessing."""
    kinds = {space.name: space.kind for space in found.spaces}
    guess, counted = chance(found), found.counting.test.accuracy
    rows: list[tuple[str, str, Score | None, tuple[str, str]]] = [  # name, remark, score, look; without a score a heading
        (say("detection.counted_words"), say("detection.figure.no_vectors", accuracy=share_of(counted.value)), counted, _COUNTED)
    ]  # fmt: skip
    for group, detectors in alike(found).items():
        rows.append((said_of_group(*group), "", None, _COUNTED))
        for each in detectors:
            share = share_of(each.test.accuracy.value)
            remark = say("detection.figure.best", accuracy=share) if each is found.best_detector else share
            rows.append(
                (shortened(space_said(each.space), _LONGEST), remark, each.test.accuracy, _LOOKS[kinds[each.space]])
            )
    ax = axes_for(ax, _WIDE, 1.5 + _ROW * len(rows))
    scored = [row for row, (_, _, score, _) in enumerate(rows) if score is not None]
    lines = [
        ax.vlines([at] * len(scored), np.array(scored) - 0.5, np.array(scored) + 0.5, colour, linewidth=1.2, linestyle=dashes, zorder=0.6, label=label)
        for at, colour, dashes, label in (
            (guess, "black", "--", say("detection.figure.guessing")),
            (counted.value, ORANGE, ":", say("detection.counted_words")),
        )
    ]  # fmt: skip
    _scores(ax, [(row, score, look) for row, (_, _, score, look) in enumerate(rows) if score is not None])
    beside = ax.get_yaxis_transform()
    for row, (name, remark, score, _) in enumerate(rows):
        if score is None:
            ax.text(0.005, row, name, transform=beside, va="center", fontsize=8, fontweight="bold")
        else:
            ax.text(1.01, row, remark, transform=beside, va="center", fontsize=8)
    named = [(row, name) for row, (name, _, score, _) in enumerate(rows) if score is not None]
    _rows(ax, named, len(rows))
    ax.xaxis.set_major_formatter(lambda at, _: f"{100 * at:g} %")
    ax.set_xlabel(say("detection.figure.share"))
    handles = [*_key(sorted({kinds[each.space] for each in found.detectors}, key=list(_LOOKS).index)), *lines]
    ax.legend(handles=handles, loc="lower left", bbox_to_anchor=(0, 1), ncols=4, **_LEGEND)
    best = found.best_detector
    title = say(
        "detection.figure.accuracies",
        detector=detector_said(replace(best, space=shortened(best.space, _LONGEST))),
        best=share_of(best.test.accuracy.value),
        counted=share_of(counted.value),
    )
    ax.set_title(in_lines(title, _LINE), pad=10 + 14 * -(-len(handles) // 4))
    return ax


def _scores(ax: Axes, scored: Sequence[tuple[int, Score, tuple[str, str]]]) -> None:
    """Each with its intervals, in the look of its vectors."""
    for reach, width in (("interval", 1.2), ("interval_seeds", 3.6)):
        known = [
            (row, ends, colour) for row, score, (colour, _) in scored if (ends := getattr(score, reach)) is not None
        ]
        if known:
            rows, intervals, colours = zip(*known, strict=True)
            ax.hlines(rows, [each.low for each in intervals], [each.high for each in intervals], colours, linewidth=width)  # fmt: skip
    for colour, shape in dict.fromkeys(look for _, _, look in scored):
        own = [(score.value, row) for row, score, look in scored if look == (colour, shape)]
        ax.plot(*np.array(own).T, shape, color=colour, markersize=5.5)


def _key(kinds: Iterable[str]) -> list[Artist]:
    """What a legend shows of the kinds of vectors and of intervals."""
    marks = [
        Line2D([], [], color=_LOOKS[kind][0], marker=_LOOKS[kind][1], linestyle="none", label=say(f"detection.figure.{kind}"))
        for kind in kinds
    ]  # fmt: skip
    lines = [
        Line2D([], [], color=GREY, linewidth=width, label=say(f"detection.figure.{name}"))
        for name, width in (("seeds", 3.6), ("texts", 1.2))
    ]
    return [*marks, *lines]


@figure
def similarities(found: Detection, *, ax: Axes | None = None) -> Axes:
    """A row for each space: its similarity to the task's own, beside the mean and range of chance."""
    measured = measured_similarities(found)
    assert measured, "no similarity was measured"
    rows = np.arange(len(measured))
    low, high, floor, value = np.array([(each.floor_low, each.floor_high, each.floor, each.value) for _, each in measured]).T  # fmt: skip
    ax = axes_for(ax, _WIDE, 1.4 + 0.3 * len(measured))
    bars = ax.barh(rows, high - low, left=low, height=0.5, color=ORANGE, alpha=0.45)
    bars.patches[0].set_label(say("detection.figure.by_chance"))
    ax.vlines(floor, rows - 0.25, rows + 0.25, ORANGE, linewidth=1.6)
    (marks,) = ax.plot(value, rows, "s", color=BLUE, markersize=6, label=say("detection.figure.value"))
    ax.axvline(0, color=GREY, linewidth=1, zorder=0.5)
    _rows(ax, [(row, shortened(space_said(name), _LONGEST)) for row, (name, _) in enumerate(measured)], len(measured))
    ax.set_xlabel(say("detection.figure.similarity"))
    ax.legend(handles=[marks, bars.patches[0]], loc="lower left", bbox_to_anchor=(0, 1), ncols=2, **_LEGEND)
    ax.set_title(in_lines(_similarities_title(measured), _LINE), pad=24)
    return ax


def _similarities_title(measured: Sequence[tuple[str, Similarity]]) -> str:
    if len(measured) > 1:
        above = sum(each.value > each.floor_high for _, each in measured)
        return say("detection.figure.similarities", n=above, among=len(measured))
    ((name, each),) = measured
    return say(
        "detection.figure.similarity_one",
        space=shortened(name, _LONGEST),
        value=effect(each.value),
        low=effect(each.floor_low),
        high=effect(each.floor_high),
    )


def _rows(ax: Axes, named: Sequence[tuple[int, str]], number: int) -> None:
    """Names of rows, the first on top, and faint lines of the scale."""
    ax.set_yticks([row for row, _ in named], [name for _, name in named])
    ax.set_ylim(number - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x")
