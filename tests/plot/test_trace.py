"""The figures of a trace."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.figure import Figure

from tests.plot.seen import readable, seen, texts, written
from tests.traced import made_trace
from weatherglass.plot.choice import figures, plotted
from weatherglass.plot.figure import drawn
from weatherglass.plot.trace import Change, headline, predicted_and_retrained
from weatherglass.trace.traced import Trace
from weatherglass.wording.messages import speaking


def axes(found: Trace, name: str = "") -> Axes:
    (only,) = drawn(plotted, found, name).axes
    return only


def title(ax: Axes) -> str:
    """Over the axes, or over the whole figure."""
    made = ax.get_figure()
    assert isinstance(made, Figure)
    return " ".join((ax.get_title("left") or made.get_suptitle()).replace("\u00a0", " ").split())


@pytest.mark.parametrize("language", ["en", "de", "fr", "ar"])
@pytest.mark.parametrize("name", ["removed", "documents", "groups:source", "check"])
def test_every_figure_can_be_read_in_every_language(name: str, language: str) -> None:
    with speaking(language):
        draw = figures(made_trace())[name]
        readable(seen(draw))
        assert len(texts(draw)) > 3


def test_the_figures_of_a_trace() -> None:
    assert list(figures(made_trace())) == ["removed", "documents", "groups:source", "check"]
    assert list(figures(made_trace(removals=(), groups=(), spread=()))) == ["removed"]


def test_what_is_left_without_documents() -> None:
    ax = axes(made_trace())
    lines = {line.get_label(): line for line in ax.lines if not str(line.get_label()).startswith("_")}
    top = lines["those that carry most of it"]
    assert np.asarray(top.get_xdata()).tolist() == [0.0, 2.0, 10.0]  # not what cannot be told
    assert np.asarray(top.get_ydata()) == pytest.approx([0.8, 0.5, -0.1])
    hollow = [line for line in ax.lines if line.get_markerfacecolor() == "white"]
    assert [float(np.asarray(line.get_ydata())[0]) for line in hollow] == pytest.approx([-0.05, 1.2, 0.8])
    assert title(ax) == "Without 10 documents (10 %), d is predicted to be −0.10 instead of 0.80"


def test_the_headline_is_the_smallest_removal_that_takes_half_of_the_effect() -> None:
    for value in (0.8, -0.8):
        point = headline(made_trace(value=value))
        assert point is not None
        assert point.documents == 10
        assert point.value == pytest.approx(-0.1 * np.sign(value))
    little = made_trace(value=4.0)
    most = headline(little)
    assert most is not None
    assert most.documents == 10  # none takes half: the one that takes most
    nothing = made_trace(curve=())
    assert headline(nothing) is None
    assert title(axes(nothing)) == "What would be without these documents cannot be predicted"


def test_documents_in_their_order() -> None:
    ax = axes(made_trace(), "documents")
    assert title(ax) == "34 of 67 documents carry some of the effect"
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [  # type: ignore[union-attr]
        "carries the effect: weaker without it",
        "works against it: stronger without it",
    ]


def test_groups() -> None:
    ax = axes(made_trace(), "groups:source")
    assert [label.get_text() for label in ax.get_yticklabels()] == ["paper (60)", "without a value (30)"]
    assert title(ax) == "Of all values of source, paper carries most: without it d is predicted to change by −0.50"
    turned = made_trace(value=-0.8)
    assert "by +0.50" in title(axes(turned, "groups:source"))
    against = made_trace(groups=made_trace().groups[1:2])
    assert title(axes(against, "groups:source")) == "No value of source carries the effect: whichever is left out, it is not predicted to weaken"  # fmt: skip


def test_predicted_beside_retrained() -> None:
    changes = [
        Change("a", "top", [-0.3, -0.1], [-0.1, -0.1]),
        Change("b", "random", [0.0], [0.05]),
        Change("صحيفة", "top", [0.1], [0.1, 0.3]),
    ]
    (ax,) = drawn(predicted_and_retrained, changes).axes
    top, random = [np.asarray(each.get_offsets()) for each in ax.collections if isinstance(each, PathCollection)]
    assert top == pytest.approx(np.array([[-0.2, -0.1], [0.1, 0.2]]))
    assert random == pytest.approx(np.array([[0.0, 0.05]]))
    assert [each.get_text() for each in ax.texts] == ["a", "b", "صحيفة"]
    assert title(ax) == "Predicted and retrained changes of 3 removals: rank correlation +1.00"
    assert ax.get_xlim() == ax.get_ylim()
    (same,) = drawn(predicted_and_retrained, [Change("a", "top", [0.1], [0.1])]).axes
    assert "no order to compare" in title(same)
    assert "top 10 %" in written(drawn(plotted, made_trace(), "check"))
    many = made_trace(removals=made_trace().removals[:3] * 3)
    assert "top 10 %" not in written(drawn(plotted, many, "check"))  # names of many points would cover each other
