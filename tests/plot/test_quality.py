"""The figures of an examination: what they say, and that every mark is where its number is."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.figure import Figure

from tests.report.test_quality_report import NONE, accuracy, analogies, interval, outcome, similarity
from weatherglass.errors import SpecError
from weatherglass.plot.figure import drawn, picture
from weatherglass.plot.quality import MOST_PARTS, accuracies, correlations, drawn_parts, figures
from weatherglass.quality.odd_one_out import OddOneOut
from weatherglass.quality.sentence_similarity import SentenceSimilarity

RESULT = analogies(
    accuracy("all", 1560, 1204, 496),
    accuracy("capitals", 560, 204, 96, kind="semantic"),
    accuracy("plural", 1000, 1000, 400, kind="grammar", sure=False),
    accuracy("none", 10, 0, 0),
)
ODD = OddOneOut(
    name="odd", overall=accuracy("all", 12, 11, 10), groups=(accuracy("days", 6, 6, 6), accuracy("fruit", 6, 5, 4)), chance=0.25, missing=NONE
)  # fmt: skip
SENTENCES = SentenceSimilarity(
    name="sts", asked=250, covered=249, words=2000, words_found=1500, pearson=-0.2, interval=interval(-0.4, 0.1), missing=NONE
)  # fmt: skip


def axes(whole: Figure) -> Axes:
    (only,) = whole.axes
    return only


def points(ax: Axes) -> dict[int, tuple[float, bool, str]]:
    """By row: the value, whether it is filled, and its mark."""
    found: dict[int, tuple[float, bool, str]] = {}
    for each in ax.collections:
        if isinstance(each, PathCollection):
            filled = len(np.asarray(each.get_facecolor())) > 0
            corners = "diamond" if len(np.asarray(each.get_paths()[0].vertices)) < 10 else "circle"
            found |= {round(y): (float(x), filled, corners) for x, y in np.asarray(each.get_offsets())}
    return found


def intervals(ax: Axes) -> dict[int, tuple[float, float]]:
    lines = next(each for each in ax.collections if isinstance(each, LineCollection))
    return {round(line[0][1]): (line[0][0], line[1][0]) for line in np.asarray(lines.get_segments())}


def test_a_row_for_each_category_and_total() -> None:
    ax = axes(drawn(accuracies, RESULT))
    names = ["capitals", "plural", "none", "all semantic", "all grammar", "all"]
    assert [text.get_text() for text in ax.get_yticklabels()] == names
    found = points(ax)
    shares = {0: 96 / 204, 1: 0.4, 3: 96 / 204, 4: 0.4, 5: 496 / 1204}
    assert {row: value for row, (value, *_) in found.items()} == pytest.approx(shares)
    assert {row for row, (_, filled, _) in found.items() if not filled} == {1, 4}  # no interval
    assert {row for row, (*_, mark) in found.items() if mark == "diamond"} == {3, 4, 5}
    assert intervals(ax) == {row: pytest.approx((0.301, 0.5)) for row in (0, 3, 5)}
    beside = ["204/560", "1,000/1,000", "0/10", "204/560", "1,000/1,000", "1,204/1,560", "covered"]
    assert [text.get_text() for text in ax.texts] == beside
    assert ax.get_title(loc="left") == "41.2\u00a0% of 1,204 covered questions answered right: made"
    assert ax.get_xlabel() == "answered right, of the questions covered → more"


def test_guessing_is_drawn_beside_odd_ones_out() -> None:
    ax = axes(drawn(accuracies, ODD))
    guess = [each for each in ax.collections if isinstance(each, LineCollection)][-1]
    assert {x for x, _ in np.asarray(guess.get_segments()[0])} == {0.25}
    assert "guessing" in [text.get_text() for text in ax.texts]
    assert [text.get_text() for text in ax.get_yticklabels()] == ["days", "fruit", "all"]


def test_of_very_many_parts_those_with_most_questions_are_drawn() -> None:
    many = [accuracy(f"category {i}" + "y" * i, 200, 100 + i, 20) for i in range(100)]
    large = analogies(accuracy("all", 20_000, 15_000, 2_000), *many)
    parts = drawn_parts(large)
    assert [part.name for part in parts] == [*(part.name for part in many[-MOST_PARTS:]), "all"]
    assert len(picture("many", figures(outcome(analogies=(large,)))["analogies"])) < 60_000


def test_correlations_with_their_intervals() -> None:
    found = outcome(
        word_similarity=(
            similarity(3000, 2950, 0.696, interval(0.67, 0.72)),
            similarity(3, 3, None),
            similarity(9, 9, 0.5),
        ),
        sentence_similarity=(SENTENCES,),
    )
    ax = axes(drawn(correlations, found))
    assert [text.get_text() for text in ax.get_yticklabels()] == ["men", "men", "sts"]
    assert {row: value for row, (value, *_) in points(ax).items()} == pytest.approx({0: 0.696, 1: 0.5, 2: -0.2})
    assert intervals(ax) == {0: pytest.approx((0.67, 0.72)), 2: pytest.approx((-0.4, 0.1))}
    assert ax.get_xlim()[0] < -0.4
    assert ax.get_title(loc="left") == "Cosines go with people’s scores at −0.20 to +0.70"
    legend = ax.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["words, Spearman’s ρ", "sentences, Pearson’s r"]
    alone = axes(drawn(correlations, replace(found, sentence_similarity=(), word_similarity=(similarity(9, 9, 0.5),))))
    assert alone.get_title(loc="left") == "Cosines go with people’s scores at +0.50"


def test_figures_have_names_and_nothing_that_was_not_measured() -> None:
    nothing = analogies(accuracy("all", 30, 0, 0), accuracy("x", 30, 0, 0))
    found = outcome(analogies=(RESULT, nothing, RESULT), odd_one_out=(ODD,), word_similarity=(similarity(2, 1, None),))
    assert list(figures(found)) == ["analogies", "analogies-3", "odd-one-out"]
    ax = Figure().subplots()
    assert found.plot("odd-one-out", ax=ax) is ax
    with pytest.raises(SpecError, match="nothing to draw"):
        outcome(analogies=(nothing,)).plot()


def test_names_are_texts_that_fit() -> None:
    evil = "<script>&\"'" + "x" * 300
    named = analogies(accuracy("all", 30, 30, 3), accuracy(evil, 10, 10, 1), accuracy("other", 20, 20, 2))
    root = ET.fromstring(picture(evil, figures(outcome(analogies=(replace(named, name=evil),)))["analogies"]))
    assert any((text.text or "").startswith("<script>&\"'xxx") for text in root.iter("text"))
