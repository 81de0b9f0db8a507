"""Figures of association tests: their texts, and that they show what the results say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.colors import same_color

from weatherglass.auditing import Audit, audit
from weatherglass.errors import SpecError, UnknownName
from weatherglass.measure.null import null_of
from weatherglass.measure.result import Result, Results
from weatherglass.measure.scrutiny import Scrutiny
from weatherglass.plot.choice import figures, plotted
from weatherglass.plot.figure import drawn
from weatherglass.plot.pieces import BLUE
from weatherglass.stats.permutation import Test
from weatherglass.wording.messages import speaking


@pytest.fixture(scope="module")
def found() -> Audit:
    return audit(
        queries=["en/weat6", "en/weat7"], measures=["weat", "ripa"], scrutiny=Scrutiny(resamples=200, baseline=0)
    )


def result_of(found: Audit, query: str = "en/weat6") -> Result:
    result = found.results[query, "weat"]
    assert isinstance(result, Result)
    return result


def axes(found: Audit | Result | Results, name: str = "") -> Axes:
    (only,) = drawn(plotted, found, name).axes
    return only


def points(ax: Axes) -> list[np.ndarray]:
    return [np.asarray(each.get_offsets()) for each in ax.collections if isinstance(each, PathCollection)]


def names(ax: Axes) -> list[str]:
    return [label.get_text() for label in ax.get_yticklabels()]


def test_a_forest_has_a_row_a_test_with_its_interval(found: Audit) -> None:
    ax = axes(found)
    assert ax.get_title("left") == "p is below 0.05 in 2 of 2 tests, taken one by one"
    assert "effect size d" in ax.get_xlabel()
    assert names(ax) == ["en/weat6", "en/weat7"]
    tests = found.results.association_tests
    (dots,) = points(ax)
    assert dots[:, 0].tolist() == [result.value for result in tests]
    assert dots[:, 1].tolist() == [1, 0]
    bars = [line.get_xdata() for line in ax.lines[: len(tests)]]
    assert [np.asarray(bar).tolist() for bar in bars] == [
        [r.interval.low, r.interval.high] for r in tests if r.interval is not None
    ]


def test_what_is_not_clear_is_hollow(found: Audit) -> None:
    first, second = found.results.association_tests
    assert second.p is not None
    unclear = replace(second, p=replace(second.p, estimate=0.2, low=0.2, high=0.2), interval=None)
    ax = axes(Results((first, unclear)))
    assert ax.get_title("left") == "p is below 0.05 in 1 of 2 tests, taken one by one"
    (marks,) = (each for each in ax.collections if isinstance(each, PathCollection))
    assert [same_color(tuple(face), BLUE) for face in np.asarray(marks.get_facecolor()).tolist()] == [True, False]


def test_words_are_sorted_with_the_poles_at_both_ends(found: Audit) -> None:
    result = result_of(found)
    ax = axes(result)
    assert names(ax) == [word.word for word in sorted(result.words, key=lambda word: word.score)]
    assert ax.get_xlabel() == "← closer to family\u2003difference of mean cosines\u2003closer to career →"
    assert " ".join(ax.get_title("left").split()).startswith(
        "en/weat6: male names rather than female names lean towards career (d"
    )
    shown = {round(x, 9) for group in points(ax) for x, _ in group}
    assert shown == {round(word.score, 9) for word in result.words}
    assert {each.get_text() for each in ax.get_legend().get_texts()} == {"male names", "female names"}  # type: ignore[union-attr]


def test_the_null_distribution_is_that_of_all_splits(found: Audit) -> None:
    result = result_of(found)
    null = null_of(result)
    assert null.every
    assert len(null.values) == 12_870
    assert result.p is not None
    assert np.mean(null.values >= (result.value or 0) - 1e-9) == pytest.approx(result.p.estimate)
    ax = axes(result, "null")
    assert sum(bar.get_height() for bar in ax.patches) == 12_870  # type: ignore[attr-defined]
    assert ax.get_title("left") == "en/weat6: where d stands among other splits, p\u00a0=\u00a07.8×10⁻⁵"
    assert ax.get_ylabel() == "splits (12,870, all there are)"


def test_large_sets_are_drawn_from_and_extremes_are_marked(found: Audit) -> None:
    (large,) = audit(
        queries="en/weat1",
        measures=["weat"],
        test=Test(alternative="two-sided"),
        scrutiny=Scrutiny(interval="none", baseline=0),
    ).results.measured
    assert not null_of(large).every
    weak = replace(large, value=0.4)
    ax = axes(weak, "null")
    assert "drawn at random" in ax.get_ylabel()
    hatched = [bar for bar in ax.patches if bar.get_hatch()]
    middles = [bar.get_x() + bar.get_width() / 2 for bar in hatched]  # type: ignore[attr-defined]
    assert middles
    assert all(abs(middle) >= 0.4 for middle in middles)
    assert min(middles) < 0 < max(middles)


def test_single_words_stand_where_d_goes_without_them(found: Audit) -> None:
    result = result_of(found)
    assert result.influence is not None
    ax = axes(result, "influence")
    assert names(ax) == [each.word for each in result.influence.words]
    (dots,) = points(ax)
    assert dots[:, 0].tolist() == [each.value for each in result.influence.words]
    assert ax.get_title("left") == "en/weat6: no single word decides the result"
    (lines,) = (each for each in ax.collections if isinstance(each, LineCollection))
    assert len(lines.get_segments()) == len(result.influence.words)
    first, *rest = result.influence.words
    flipping = replace(result.influence, words=(replace(first, flips_significance=True), *rest))
    assert (
        axes(replace(result, influence=flipping), "influence")
        .get_title("left")
        .endswith("1 word decides the result alone")
    )


def test_figures_are_called_by_their_names(found: Audit) -> None:
    assert list(figures(found))[:3] == ["forest", "words:en/weat6", "null:en/weat6"]
    assert "ripa:en/weat6" in figures(found)
    with pytest.raises(UnknownName, match="forest"):
        plotted(found, "forst")
    with pytest.raises(SpecError, match="nothing to draw"):
        plotted(Results(()))


def test_axes_that_are_given_are_drawn_on(found: Audit) -> None:
    from matplotlib.figure import Figure

    ax = Figure().subplots()
    assert found.plot("words:en/weat7", ax) is ax
    assert len(names(ax)) == 16


def test_a_figure_speaks_the_language_spoken(found: Audit) -> None:
    with speaking("de"):
        assert axes(found).get_title("left") != "p is below 0.05 in 2 of 2 tests, taken one by one"
