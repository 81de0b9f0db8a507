"""Directions and the general bias in pictures: every bar and dot where its number is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.container import ErrorbarContainer
from matplotlib.figure import Figure

from tests.plot.seen import bars, seen, texts, titles, upwards
from tests.shaped import SENTIMENT, interval, made_asymmetry, made_bias, made_structure, made_subspace, made_vocabulary
from weatherglass.errors import SpecError, UnknownName
from weatherglass.plot.figure import drawn, picture
from weatherglass.plot.structure import biases, figures, pairs_along, sentiments, variance
from weatherglass.wording.messages import speaking

EVIL = "<b onclick='x'>\"&$x$"


def dots(made: Figure) -> dict[str, list[tuple[float, float]]]:
    """The places of the points of each kind by what the legend calls it."""
    found = [each for each in made.axes[0].collections if isinstance(each, PathCollection)]
    return {
        str(each.get_label()): [tuple(at) for at in np.round(np.asarray(each.get_offsets()), 4).tolist()]
        for each in found
    }


def test_a_bar_for_each_component_and_random_pairs_beside_it() -> None:
    found = [made_subspace(), made_subspace(list="work", random=None, no_random="no frequency", dominant=None)]
    made = seen(variance, found)
    first, second = made.axes
    for ax in made.axes:
        assert [bar.get_height() for bar in bars(ax)] == [0.6049, 0.25, 0.1451]
        assert ax.get_ylim()[0] == 0
        assert ax.get_ylim()[1] > 0.6049
    (random,) = (each for each in first.containers if isinstance(each, ErrorbarContainer))
    assert upwards(random.lines[0]) == [0.4, 0.3, 0.2]
    reaches = random.lines[2][0].get_segments()
    assert np.array([each[:, 1] for each in reaches]) == pytest.approx(np.array([(0.35, 0.45), (0.25, 0.35), (0.15, 0.25)]))  # fmt: skip
    assert not [each for each in second.containers if isinstance(each, ErrorbarContainer)]
    assert titles(made) == [
        "family: one direction leads (60 %; random pairs: up to 45 %)",
        "work: the first direction explains 60 %; there is nothing to compare it with",
    ]


def test_the_texts_of_the_components() -> None:
    assert texts(variance, [made_subspace(dominant=False)]) == [
        "1", "2", "3", "principal component",
        "0 %", "10 %", "20 %", "30 %", "40 %", "50 %", "60 %", "share of the variance (%) →",
        "family: no direction leads (60\u00a0%; random", "pairs: up to 45\u00a0%)",
        "pairs of the list", "random pairs: mean, 5 to 95 %",
    ]  # fmt: skip


@pytest.mark.parametrize("n", [3, 24, 25, 132])
def test_a_mark_for_each_pair_and_outliers_are_hollow_and_named(n: int) -> None:
    cosines = np.linspace(1.0, -0.3, n)
    each = made_subspace(cosines.tolist())
    made = seen(pairs_along, each)
    (ax,) = made.axes
    outliers = [loading.pair for loading in each.loadings if loading.outlier]
    assert outliers
    assert titles(made) == [f"family: {n - len(outliers)} of {n} pairs go along with the others"]
    if n <= 24:
        assert [bar.get_width() for bar in bars(ax)] == pytest.approx(cosines.tolist())
        assert [not np.asarray(bar.get_facecolor())[3] for bar in bars(ax)] == (cosines < 0.2).tolist()
        assert [text.get_text() for text in ax.get_yticklabels()] == [loading.pair for loading in each.loadings]
    else:
        shown = dots(made)
        everything = np.array(sorted((*shown["goes along"], *shown["does not go along"])))
        assert everything == pytest.approx(np.array(list(enumerate(cosines))), abs=1e-4)
        assert len(shown["does not go along"]) == len(outliers)
        assert [text.get_text().strip() for text in ax.texts] == outliers[-10:]
    assert "reached by 1 in 20 random differences (0.20)" in texts(pairs_along, each)


@pytest.mark.parametrize("cosines", [(1.0, 1.0, 1.0), (0.0, 0.0, 0.0), (0.9,) * 40, (0.8, -0.4)])
def test_pairs_of_any_kind_can_be_drawn(cosines: Sequence[float]) -> None:
    (ax,) = seen(pairs_along, made_subspace(cosines, random=None)).axes
    limits = ax.get_xlim() if len(cosines) < 25 else ax.get_ylim()
    assert limits[0] <= 0 <= limits[1]


def test_a_row_for_each_bias_with_its_interval_shuffled_groups_and_floor() -> None:
    found = [made_bias(), made_bias(task="sentiment", groups=("gay", "straight"), interval=None, shuffled=made_bias().shuffled.__class__(draws=500, mean=0.08, low=0.06, high=0.2, as_large=0.3))]  # fmt: skip
    made = seen(biases, found)
    (ax,) = made.axes
    shown = dots(made)
    assert shown["filled: clear (p < 0.05)"] == [(0.1234, 0)]
    assert shown["hollow: not clear"] == [(0.1234, 1)]
    assert shown["unrelated vectors"] == [(0.0651, 0), (0.0651, 1)]
    (reach,) = (each for each in ax.collections if isinstance(each, LineCollection))
    assert np.array(reach.get_segments()) == pytest.approx(np.array([[(0.1, 0), (0.15, 0)]]))
    assert [(bar.get_x(), bar.get_width()) for bar in bars(ax)] == [pytest.approx((0.06, 0.04)), pytest.approx((0.06, 0.14))]  # fmt: skip
    assert [text.get_text() for text in ax.get_yticklabels()] == ["professions, women–men", "sentiment, gay–straight"]
    assert titles(made) == ["B_g is larger than shuffled groups give in 1 of 2 comparisons"]


def test_sentiment_only_of_those_that_have_one_and_both_ends_are_named() -> None:
    found = [made_bias(task="sentiment", sentiment=SENTIMENT), made_bias()]
    assert dots(seen(sentiments, found)) == {"filled: clear (p < 0.05)": [(0.1734, 0)]}
    halves = replace(SENTIMENT, nearer_first=1990, nearer_second=10)  # which differ by 0.2, with p = 0.3
    made = seen(sentiments, [made_bias(sentiment=halves)])
    assert dots(made) == {"hollow: not clear": [(0.2, 0)]}
    assert next(each for each in made.axes[0].collections if isinstance(each, LineCollection)).get_segments() == []
    said = texts(sentiments, found)
    assert [text for text in said if text.strip("−0123456789.")] == [
        "difference of mean polarity",
        "women (right), men (left)",
        "← second group beside the more positive words",
        "first group beside the more positive words →",
        "A difference of sentiment is shown in 1 of 1 comparisons",
        "filled: clear (p < 0.05)",
    ]


def test_many_rows_and_long_names_stay_apart_and_in_the_picture() -> None:
    found = [made_bias(groups=("a" * 80, f"b{i}"), interval=interval(0.0, i / 10)) for i in range(30)]
    made = seen(biases, found)
    (ax,) = made.axes
    boxes = [text.get_window_extent() for text in ax.get_yticklabels()]
    assert all(box.x0 >= 0 and box.x1 < ax.get_window_extent().x0 for box in boxes)
    assert not [1 for one, other in pairwise(boxes) if one.overlaps(other)]


def test_names_are_escaped_and_no_formulas() -> None:
    for draw, found in (
        (biases, [made_bias(groups=(EVIL, EVIL))]),
        (variance, [made_subspace(list=EVIL)]),
        (sentiments, [made_bias(groups=(EVIL, EVIL), sentiment=SENTIMENT)]),
    ):
        assert any("<b onclick='x'>" in text for text in texts(draw, found))


def test_the_figures_of_a_structure_by_name_on_given_axes_or_new_ones() -> None:
    found = made_structure(subspaces=(made_subspace(list="own pairs"),), biases=(made_bias(sentiment=SENTIMENT),), generic_masculine=(made_asymmetry(),), vocabulary=made_vocabulary())  # fmt: skip
    assert list(figures(found)) == ["variance", "pairs-own-pairs", "bias", "sentiment", "asymmetry", "vocabulary"]
    ours = drawn(found.plot, "vocabulary").axes[0]
    assert found.plot("bias", ax=ours) is ours
    with pytest.raises(UnknownName, match="There is no figure of this result 'weather'"):
        found.plot("weather")
    with pytest.raises(SpecError, match="nothing to draw"):
        made_structure().plot()


@pytest.mark.parametrize(("language", "said"), [("de", "Eine Richtung führt"), ("fr", "une direction domine"), ("ar", "يسود اتجاه واحد")])  # fmt: skip
def test_figures_speak_the_language_spoken(language: str, said: str) -> None:
    with speaking(language):
        shown = texts(variance, [made_subspace()])
    assert said in " ".join(shown)
    assert not any("pairs" in text or "share" in text for text in shown)


def test_arabic_texts_run_from_right_to_left_in_the_page_and_the_scale_does_not() -> None:
    with speaking("ar"):
        svg = str(picture("said", sentiments, [made_bias(sentiment=SENTIMENT)]))
        (ax,) = seen(sentiments, [made_bias(sentiment=SENTIMENT)]).axes
    for text in re.findall("<text([^>]*)>[^<]*[\u0600-\u06ff]", svg):
        assert 'direction="rtl"' in text
    assert "direction" not in "".join(re.findall("<text([^>]*)>[^\u0600-\u06ff<]*</text>", svg))
    assert ax.get_xlim()[0] < ax.get_xlim()[1]
