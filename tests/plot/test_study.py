"""The figures of a study: every mark where its number is, what they say, and nothing on top of anything else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import same_color, to_rgba
from matplotlib.figure import Figure
from matplotlib.text import Text

from tests.study.made import TESTS, crossed, diachronic_study, frame, robustness_study, row, seeds, settings_study
from weatherglass.arrays import Floats
from weatherglass.errors import UnknownName
from weatherglass.plot.drawing import figure_of
from weatherglass.plot.figure import drawn, picture
from weatherglass.plot.pieces import BLUE, GREEN, GREY, ORANGE, shortened
from weatherglass.plot.study import MOST_BARS, average_against_whole, drawings, figures, shares_of, variance_bars
from weatherglass.plot.study_boxes import box_of, spread_boxes
from weatherglass.plot.study_lines import accuracies, accuracy_lines, short_count, size_curves, trend_lines
from weatherglass.study.reading import Reading, read_study
from weatherglass.study.settings import Comparison, comparisons
from weatherglass.study.spread import Spread, spreads
from weatherglass.study.studied import Studied
from weatherglass.study.trend import line_band
from weatherglass.study.variance import variations
from weatherglass.study.whole import AgainstWhole, PartsAndWhole
from weatherglass.wording.messages import speaking

EVIL = "<b onclick='x'>\"&$x$"


@pytest.fixture(scope="module")
def robust() -> Reading:
    return read_study(robustness_study())


@pytest.fixture(scope="module")
def diachronic() -> Reading:
    return read_study(diachronic_study())


def by_test(reading: Reading, measure: str = "weat") -> list[tuple[str, list[tuple[str, Spread]]]]:
    return [(test, [(f"{100 * s.group.rate:g} %", s) for s in reading.spreads if (s.query, s.measure) == (test, measure)]) for test in TESTS]  # fmt: skip


def axes_of(figure: Figure) -> tuple[Axes, ...]:
    return tuple(figure.axes)


def written(figure: Figure) -> list[Text]:
    """Every text that is drawn: none that is empty or hidden, and no tick that lies beyond its axis."""
    FigureCanvasAgg(figure).draw()  # type: ignore[no-untyped-call]  # only then are ticks in their places
    ticks: set[Text] = set()
    shown: set[Text] = set()
    for axis in (axis for ax in figure.axes for axis in (ax.xaxis, ax.yaxis)):
        low, high = sorted(axis.get_view_interval())
        for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
            ticks |= {tick.label1, tick.label2}
            if low - 1e-9 <= tick.get_loc() <= high + 1e-9:
                shown |= {tick.label1, tick.label2}
    found = (each for each in figure.findobj(Text) if each.get_text() and each.get_visible())
    return [each for each in found if each not in ticks or each in shown]


def texts(figure: Figure) -> list[str]:
    return [each.get_text() for each in written(figure)]


def xs(line: Any) -> list[float]:
    return [float(x) for x in np.asarray(line.get_xdata())]


def ys(line: Any) -> list[float]:
    return [float(y) for y in np.asarray(line.get_ydata())]


def dots(collection: Any) -> list[list[float]]:
    found: list[list[float]] = np.asarray(collection.get_offsets()).tolist()
    return found


def shapes(ax: Axes, colour: str, *, filled: bool | None = None) -> Iterator[Floats]:
    """The lines of one colour, each as its vertices."""
    for patch in ax.patches:
        if not same_color(patch.get_edgecolor(), colour):
            continue
        if filled is not None and (to_rgba(patch.get_facecolor())[3] > 0) != filled:
            continue
        path = patch.get_path()
        vertices = np.asarray(path.vertices, np.float64)
        starts = [*np.flatnonzero(np.asarray(path.codes) == path.MOVETO).tolist(), len(vertices)]
        yield from (vertices[a:b] for a, b in pairwise(starts))


def nothing_overlaps(figure: Figure) -> None:
    """No text on another, none outside."""
    shown = [(each.get_text(), Text.get_window_extent(each)) for each in written(figure)]  # without what points from it
    canvas = figure.canvas
    width, height = canvas.get_width_height()
    for text, box in shown:
        assert box.x0 >= -2, text
        assert box.x1 <= width + 2, text
        assert box.y0 >= -2, text
        assert box.y1 <= height + 2, text
    for (one, a), (other, b) in combinations(shown, 2):
        apart = min(a.x1, b.x1) - max(a.x0, b.x0) < 2 or min(a.y1, b.y1) - max(a.y0, b.y0) < 3
        assert apart, (one, other)


def test_a_row_for_each_test_and_kind_of_sample_with_p_beside_it(robust: Reading) -> None:
    figure = drawn(spread_boxes, by_test(robust), title="What was found")
    values, p = axes_of(figure)
    labels = [label.get_text() for label in values.get_yticklabels()]
    assert [label for label in labels if label in TESTS] == list(TESTS)
    assert labels.count("1 %") == 7
    said = texts(figure)
    assert {"What was found", "no value", "18 %", "d by weat   (→ in the direction tested)"} <= set(
        said
    )  # 6 of 32 words
    assert said.count("no value") == 1  # competence at 1 %
    boxes = [line for colour in (BLUE, ORANGE) for line in shapes(values, colour) if len(line) == 5]
    assert len(boxes) == 7 * 5 - 1
    assert p.get_xscale() == "log"
    assert xs(values.lines[0]) == [0.0, 0.0]
    assert xs(p.lines[0]) == [0.05, 0.05]
    assert p.xaxis.get_ticklabels()[0].get_text() == "1"
    nothing_overlaps(figure)


def test_boxes_are_those_of_tukey_and_filled_where_p_is_small() -> None:
    values = [1.0, 2.0, 2.5, 3.0, 3.5, 4.0, 9.0]
    clear, unclear = (spreads(seeds(values, [p] * 7, query=f"p {p}"))[0] for p in (0.01, 0.5))
    left, right = axes_of(drawn(spread_boxes, [("a", [("", clear)]), ("b", [("", unclear)])], title="t"))
    for at, filled in ((0.0, True), (1.0, False)):
        (outline,) = [line for line in shapes(left, GREEN, filled=filled) if len(line) == 5]
        assert set(outline[:, 0]) == set(np.quantile(values, [0.25, 0.75]))
        assert outline[:, 1].mean() == pytest.approx(at, abs=0.2)
    lines = [line for line in shapes(left, GREEN) if len(line) == 2 and round(line[:, 1].mean()) == 0]
    assert {x for line in lines for x in line[:, 0]} == {1.0, 2.25, 3.75, 4.0}  # whiskers and their ends
    (median,) = [line for line in shapes(left, "black") if len(line) == 2]
    assert set(median[:, 0]) == {3.0}
    assert [dots(each) for each in left.collections] == [[[9.0, 0.0]], [[9.0, 1.0]]]
    assert [label.get_text() for label in left.get_yticklabels()] == ["a", "b"]
    assert right.get_xlim()[0] < 0.01
    on_logarithms = box_of([1e-4, 1e-3, 1e-3, 1e-2, 1e-2, 1e-1], np.log10)
    assert len(on_logarithms.beyond) == 0
    assert len(box_of([1e-4, 1e-3, 1e-3, 1e-2, 1e-2, 1e-1]).beyond) == 1


def test_few_models_are_dots_and_p_of_nothing_stands_at_the_edge() -> None:
    (found,) = spreads(seeds([0.1, 0.5, 0.3, 0.2], [0.0, 0.01, 0.2, 1.0]))
    left, right = axes_of(drawn(spread_boxes, [("t", [("whole", found)])], title="t"))
    assert not [line for line in shapes(left, GREEN) if len(line) == 5]
    (drawn_dots,) = left.collections
    assert sorted(x for x, _ in dots(drawn_dots)) == [0.1, 0.2, 0.3, 0.5]
    assert np.size(drawn_dots.get_facecolor()) == 0  # hollow: not clear
    assert sorted(x for x, _ in dots(right.collections[0])) == [1e-9, 0.01, 0.2, 1.0]


@pytest.mark.parametrize("values", [(0.0,) * 6, (0.7,) * 6, (0.7,)])
def test_equal_values_and_single_ones_can_be_drawn(values: tuple[float, ...]) -> None:
    (found,) = spreads(seeds(values, [None] * len(values), measure="rnsb"))
    figure = drawn(spread_boxes, [("t", [("whole", found)])], title="t")
    assert len(axes_of(figure)) == 1  # no p
    nothing_overlaps(figure)


def test_trends_have_means_models_and_the_whole_and_a_line_only_where_one_is_shown(diachronic: Reading) -> None:
    found = [trend for trend in diachronic.trends if trend.measure == "weat"]
    figure = drawn(trend_lines, found, title="d over time")
    for ax, trend in zip(axes_of(figure), found, strict=True):
        lines = {line.get_linestyle(): line for line in ax.lines}
        means = next(line for line in ax.lines if line.get_marker() == "o")
        assert ys(means) == [period.mean for period in trend.periods]
        assert xs(means) == [period.time for period in trend.periods]
        models = sorted(float(line[0, 1]) for line in shapes(ax, GREY))
        assert models == sorted(value for period in trend.periods for value in period.values)
        assert ys(lines[":"]) == [trend.whole, trend.whole]
        is_shown = trend.direction == "rises"
        assert ("--" in lines, len(ax.collections)) == (is_shown, int(is_shown))
    said = texts(figure)
    assert {"ar/weat7\nrises: +0.0512 per year", "ar/weat1\nno trend shown", "2007", "2017", "period"} <= set(said)
    nothing_overlaps(figure)


def test_line_band_and_intervals_of_a_trend_lie_where_their_numbers_are() -> None:
    rows = [row(part=str(2001 + y), value=0.1 * y + 0.01 * s, seed=s) for y in range(6) for s in range(-2, 3)]
    (trend,) = read_study(Studied("s", "en", "", frame(rows), 30)).trends
    (ax,) = axes_of(drawn(trend_lines, [trend], title="d"))
    first, last = trend.periods[0].time, trend.periods[-1].time
    (straight,) = [line for line in ax.lines if line.get_linestyle() == "--"]
    assert ys(straight) == [trend.at(first), trend.at(last)]
    (band,) = ax.collections
    low, high = line_band(trend, first) or (0.0, 0.0)
    at_first = [y for x, y in np.asarray(band.get_paths()[0].vertices) if x == first]
    assert (min(at_first), max(at_first)) == pytest.approx((low, high))
    ends = list(shapes(ax, BLUE))
    assert len(ends) == 6  # an interval for each period of five models
    reach = 2.776 * np.std([-0.02, -0.01, 0, 0.01, 0.02], ddof=1) / np.sqrt(5)
    assert np.ptp(ends[0][:, 1]) == pytest.approx(2 * reach, rel=1e-3)


def test_sizes_are_logarithmic(robust: Reading) -> None:
    found = [curve for curve in robust.curves if curve.measure == "weat"]
    figure = drawn(size_curves, found, title="sizes")
    for ax, curve in zip(axes_of(figure), found, strict=True):
        assert ax.get_xscale() == "log"
        means = next(line for line in ax.lines if line.get_marker() == "o")
        assert xs(means) == [point.running_words for point in curve.points]
        for line, point in zip(shapes(ax, BLUE), curve.points, strict=True):
            assert point.spread.mean is not None
            assert point.spread.sd is not None
            assert line[:, 1].tolist() == [point.spread.mean - point.spread.sd, point.spread.mean + point.spread.sd]
    assert {"1.2M", "6M", "120M", "running words, logarithmic"} <= set(texts(figure))
    assert [short_count(n) for n in (950, 20_000, 1.2e6, 3e9)] == ["950", "20k", "1.2M", "3G"]
    nothing_overlaps(figure)


def test_accuracy_by_setting_has_a_line_for_each_window() -> None:
    found = comparisons(settings_study().table)[0]
    figure = drawn(accuracy_lines, found, title="accuracy")
    assert [ax.get_title(loc="left") for ax in axes_of(figure)] == ["word2vec, cbow", "word2vec, skip-gram"]
    for ax in axes_of(figure):
        assert [line.get_label() for line in ax.lines] == ["window 3", "window 5", "window 10"]
        assert len({line.get_linestyle() for line in ax.lines}) == len({line.get_marker() for line in ax.lines}) == 3
    best = max(y for ax in axes_of(figure) for line in ax.lines for y in ys(line))
    assert best == found.best.mean
    assert {"window 3", "100", "500", "dimensions", "share answered right", "58.0 %"} <= set(texts(figure))
    nothing_overlaps(figure)


def test_accuracy_is_not_drawn_where_nothing_or_something_else_varies() -> None:
    def compared(**varies: Sequence[object]) -> Comparison:
        ((name, values),) = varies.items()
        rows = [row(kind="quality", measure="analogies", category="all", model=str(value), p=None, **{name: value}) for value in values]  # fmt: skip
        return comparisons(frame(rows))[0]

    assert accuracies(compared(method=["word2vec", "glove"])) == {}
    assert accuracies(compared(dim=[100, 200]))
    assert accuracies(compared(window=[3, 5]))
    rows = [row(kind="quality", measure="analogies", category="all", model=f"{dim} {epochs}", dim=dim, p=None) for dim in (100, 200) for epochs in (5, 10)]  # fmt: skip
    assert accuracies(comparisons(frame(rows))[0]) == {}


def many_tests(number: int) -> PartsAndWhole:
    tests = tuple(AgainstWhole(f"en/a-rather-long-name-{i}", 3, 0.5 + 0.001 * i, 0.5) for i in range(number))
    return PartsAndWhole(corpus="", cleaning="", model="", sample="whole", rate=1.0, measure="weat", tests=tests, r=None, interval=None, reason="", difference=0.0, distance=0.0)  # fmt: skip


@pytest.mark.parametrize("number", [1, 5, 60])
def test_average_against_whole_has_equal_limits_and_names_apart(number: int) -> None:
    found = many_tests(number)
    figure = drawn(average_against_whole, found, title="AVG and CONC")
    (ax,) = axes_of(figure)
    assert ax.get_xlim() == ax.get_ylim()
    assert dots(ax.collections[0]) == [[test.average, test.whole] for test in found.tests]
    named = [text for text in texts(figure) if text.startswith("en/")]
    assert len(named) == min(number, 24)
    assert f"en/a-rather-long-name-{number - 1}" in named  # the furthest from the line
    nothing_overlaps(figure)


def test_bars_add_up_and_name_their_shares() -> None:
    (found,) = variations(crossed(8, 4, (0.3, 0.1, 0.2), np.random.default_rng(0)))
    figure = drawn(variance_bars, [("t", found)], title="variance", first="sample")
    (ax,) = axes_of(figure)
    widths = [float(np.ptp(np.asarray(patch.get_path().vertices)[:, 0])) for patch in ax.patches]
    parts = found.sample, found.seed, found.rest
    variances = np.array([0.0 if part is None else part.variance for part in parts])
    assert widths == pytest.approx(100 * variances / variances.sum())
    assert len({patch.get_hatch() for patch in ax.patches}) == 2  # what is alike in grey is told apart
    said = texts(figure)
    assert {"sample", "seed, alike for all", "seed, this one only", f"{widths[0]:.0f} %", "sd of all"} <= set(said)
    nothing_overlaps(figure)
    (nothing,) = variations(crossed(3, 3, (0.0, 0.0, 0.0), np.random.default_rng(0)))
    assert shares_of(nothing) == [0.0, 0.0, 0.0]
    many = drawn(
        variance_bars, [(f"{i}, {TESTS[0]}", found) for i in range(MOST_BARS)], title="variance", first="order"
    )
    nothing_overlaps(many)
    given = drawn(variance_bars, [("t", found)], title="one").axes[0]
    assert variance_bars([("t", found)], title="other", ax=given) is given
    assert given.get_title(loc="left") == "other"


def test_figures_have_names_and_titles_that_state_what_was_found(robust: Reading, diachronic: Reading) -> None:
    assert {each.name: each.said for each in drawings(diachronic)} == {
        "trends-weat": "By weat, 1 of 4 tests shows a trend: ar/weat7 rises",
        "trends-km": "By km, 1 of 4 tests shows a trend: ar/weat7 rises",
        "whole-weat": "By weat, the mean over parts and the whole corpus differ by 0.053 on average (r = +0.996)",
        "whole-km": "By km, the mean over parts and the whole corpus differ by 0.028 on average (r = +0.90)",
        "boxes-weat": "By weat: fewer than 5 models of each kind, too few to tell what is stable",
        "boxes-km": "By km: fewer than 5 models of each kind, too few to tell what is stable",
    }
    said = {each.name: each.said for each in drawings(robust)}
    assert list(said) == ["boxes-weat", "boxes-km", "sizes-weat", "sizes-km"]
    assert said["boxes-km"] == "By km, 1 of 7 tests keeps its conclusion in all kinds of models; clear throughout: 1"
    assert re.fullmatch(r"By weat, the models’ d strays by 0\.\d+ with 1\.2M words and by 0\.\d+ with 120M \(standard deviations, medians over tests\)", said["sizes-weat"])  # fmt: skip
    crossed_ = read_study(robustness_study(seeds_=2, draws=3))
    assert re.match(r"In \d+ of 27 series, most of the variance of d by weat comes from the sample", next(each.said for each in drawings(crossed_) if each.name == "variance-weat"))  # fmt: skip
    settings = [each.said for each in drawings(read_study(settings_study()))]
    assert settings[0].startswith("de/analogy-pairs, all: best is word2vec, skip-gram, dim 400, window 10 with 60.3 %; 4 other settings")  # fmt: skip


def test_a_reading_draws_its_main_figure_or_the_one_named(diachronic: Reading) -> None:
    main, named = drawn(diachronic.plot), drawn(diachronic.plot, "whole-km")
    assert len(main.axes) == 4
    assert len(named.axes) == 1
    assert diachronic.plot("whole-km", ax=named.axes[0]) is named.axes[0]
    with pytest.raises(UnknownName, match="Did you mean 'whole-km'"):
        diachronic.plot("whole-kn")
    assert next(iter(figures(diachronic))) == "trends-weat"


def test_many_tests_take_several_figures() -> None:
    rows = [row(query=f"q{q}", part=part, seed=s, value=0.1 * s) for q in range(30) for part in ("a", "b") for s in range(5)]  # fmt: skip
    made = drawings(read_study(Studied("s", "en", "", frame(rows), 10)))
    assert [each.name for each in made] == ["boxes-weat", "boxes-weat-2"]
    assert [each.said[-13:] for each in made] == ["(part 1 of 2)", "(part 2 of 2)"]
    assert len(picture("t", made[0].draw)) < 40_000
    nothing_overlaps(drawn(made[0].draw))


def test_names_are_text_whatever_they_look_like() -> None:
    (found,) = spreads(seeds([0.1, 0.2, 0.3, 0.4, 0.5], query=EVIL))
    made = picture(EVIL, spread_boxes, [(EVIL, [(EVIL, found)])], title=EVIL)
    assert "<b " not in made
    assert made.count("&lt;b onclick='x'&gt;&quot;&amp;$x$") == 3  # said, title, row
    assert shortened("a" * 50, 17) == "a" * 16 + "…"


def test_in_arabic_titles_run_from_right_to_left_and_axes_do_not(diachronic: Reading) -> None:
    with speaking("ar"):
        first = drawings(diachronic)[0]
        figure = drawn(first.draw)
        page = picture(first.said, first.draw)
    title = next(each for each in figure.findobj(Text) if "weat7" in each.get_text() and each.get_fontweight() == "bold")  # fmt: skip
    assert title.get_horizontalalignment() == "right"
    assert figure_of(figure.axes[0]) is figure
    assert re.search(r'<text[^>]*direction="rtl"[^>]*>وفق weat، يُظهر اختبار واحد', page)
    starts = re.findall(r'<text[^>]*text-anchor="(\w+)"[^>]*direction="rtl"[^>]*>لا يظهر اتجاه<', page)
    assert starts == ["end"] * 3  # such a text ends on the left, where the panel begins
    low, high = figure.axes[0].get_xlim()
    assert low < high
    nothing_overlaps(figure)
