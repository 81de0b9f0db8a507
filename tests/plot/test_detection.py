"""Detectors in figures: accuracies and their intervals where the numbers are, kinds of vectors told by shape as by colour."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from tests.detected import GIVEN, made_detection, made_scores, made_similarity, without_own
from tests.plot.seen import bars, readable, words_of
from weatherglass.downstream.detected import Detection
from weatherglass.errors import UnknownName
from weatherglass.plot.detection import accuracies, chance, figures, similarities
from weatherglass.plot.figure import drawn, picture
from weatherglass.plot.pieces import BLUE, GREEN, GREY, ORANGE
from weatherglass.wording.messages import speaking

EVIL = "<b onclick='x'>\"&$x$"


def of_accuracies(found: Detection) -> Axes:
    (only,) = drawn(accuracies, found).axes
    return only


def segments(ax: Axes, width: float) -> list[np.ndarray]:
    """Of each collection of lines of this width."""
    lines = [
        each
        for each in ax.collections
        if isinstance(each, LineCollection) and np.atleast_1d(each.get_linewidth())[0] == width
    ]
    return [np.array(each.get_segments()) for each in lines]


def test_accuracies_say_the_finding_the_unit_and_who_is_best() -> None:
    assert sorted(words_of(readable(drawn(accuracies, made_detection())))) == sorted([
        "→ share of test texts told right",
        "counted words", *("random", GIVEN, "own") * 3,
        "72.0 %, no vectors", "Bag of vectors, vectors frozen, common words", "LSTM, vectors frozen, common words", "Attention, vectors trained further, all words", "80.0 %, best by validation",
        f"Best by validation: attention with vectors {GIVEN}, 80.0 % right;\ncounted words alone 72.0 %",
        "random vectors", "given vectors", "own vectors", "95 % interval over seeds", "95 % interval over seeds and texts", "guessing", "counted words",
    ])  # fmt: skip


def test_a_row_for_each_detector_in_the_shape_and_colour_of_its_vectors() -> None:
    found = made_detection()
    ax = of_accuracies(found)
    looks = [(line.get_marker(), line.get_color(), np.asarray(line.get_xdata()).tolist()) for line in ax.lines]
    of_kind = {space: [each.test.accuracy.value for each in found.detectors if each.space == space] for space in ("random", GIVEN, "own")}  # fmt: skip
    assert looks == [
        ("^", ORANGE, [found.counting.test.accuracy.value]), ("o", GREY, of_kind["random"]), ("s", BLUE, of_kind[GIVEN]), ("D", GREEN, of_kind["own"]),
    ]  # fmt: skip
    rows = [row for line in ax.lines for row in np.asarray(line.get_ydata()).tolist()]
    assert sorted(rows) == [0, 2, 3, 4, 6, 7, 8, 10, 11, 12]  # headings between them
    assert ax.yaxis.get_inverted()


def test_intervals_guessing_and_counted_words_lie_where_the_numbers_are() -> None:
    found = made_detection()
    ax = of_accuracies(found)
    scores = [found.counting.test.accuracy, *(each.test.accuracy for each in found.detectors)]
    (thick,) = segments(ax, 3.6)
    seeds = [each.interval_seeds for each in scores if each.interval_seeds is not None]
    assert thick[:, :, 0].tolist() == [[each.low, each.high] for each in seeds]
    guessing, counted, thin = segments(ax, 1.2)
    assert set(guessing[:, :, 0].flatten()) == {chance(found)}
    assert set(counted[:, :, 0].flatten()) == {found.counting.test.accuracy.value}
    both = [each.interval for each in scores if each.interval is not None]
    assert thin[:, :, 0].tolist() == [[each.low, each.high] for each in both]


def test_one_seed_has_no_interval() -> None:
    ax = of_accuracies(without_own())
    assert segments(ax, 3.6) == []
    assert len(segments(ax, 1.2)) == 2  # guessing, and counted words


def with_similarities(*values: float, name: str = "عَرَب") -> Detection:
    found = made_detection()
    spaces = tuple(replace(found.spaces[1], name=f"{name}{i or ''}", similarity=made_similarity(value)) for i, value in enumerate(values))  # fmt: skip
    return replace(found, spaces=(found.spaces[0], *spaces, found.spaces[2]))


def test_similarity_beside_chance() -> None:
    (ax,) = readable(drawn(similarities, with_similarities(0.39, 0.02))).axes
    each = made_similarity()
    assert np.asarray(ax.lines[0].get_xdata()).tolist() == [0.39, 0.02]
    assert [bar.get_x() for bar in bars(ax)] == pytest.approx([each.floor_low] * 2)
    assert [bar.get_x() + bar.get_width() for bar in bars(ax)] == pytest.approx([each.floor_high] * 2)
    assert segments(ax, 1.6)[0][:, 0, 0].tolist() == [each.floor] * 2
    assert [label.get_text() for label in ax.get_yticklabels()] == ["عَرَب", "عَرَب1"]
    assert ax.get_title("left") == "1 of 2 spaces is more like the task’s own than chance makes it"
    (alone,) = drawn(similarities, made_detection()).axes
    assert alone.get_title("left").replace("\n", " ") == f"Similarity of {GIVEN} to the task’s own space: 0.39, where chance gives 0.01 to 0.05"  # fmt: skip
    assert alone.get_xlabel() == "→ more like the task’s own space (mean cosine)"
    assert list(figures(made_detection())) == ["accuracies", "similarities"]
    assert list(figures(without_own())) == ["accuracies"]


def test_in_arabic_texts_lie_apart() -> None:
    with speaking("ar"):
        for draw in (accuracies, similarities):
            said = words_of(readable(drawn(draw, made_detection())))
            assert not [text for text in said if "vectors" in text or "chance" in text]


def test_plotted_by_name_and_on_axes_of_ones_own() -> None:
    own = Figure().subplots()
    assert made_detection().plot(ax=own) is own
    assert own.get_title("left").startswith("Best by validation")
    with pytest.raises(UnknownName, match="similarities"):
        made_detection().plot("similarity")


@pytest.mark.parametrize(
    ("values", "name"),
    [([0.5] * 9, "a"), ([0.0, 1.0] * 4 + [0.5], "x" * 80), ([0.5 + 1e-6 * i for i in range(9)], "فضاء الكلمات في الأخبار العربية الطويلة")],
    ids=["equal", "far apart", "close"],
)  # fmt: skip
def test_whatever_the_numbers_and_names_no_text_is_cut_or_covered(values: list[float], name: str) -> None:
    found = made_detection()
    spaces = tuple(replace(each, name=name if each.kind == "given" else each.name) for each in found.spaces)
    detectors = tuple(
        replace(each, space=name if each.space == GIVEN else each.space, test=made_scores(value, reach=1e-7))
        for each, value in zip(found.detectors, values, strict=True)
    )
    readable(drawn(accuracies, replace(found, spaces=spaces, detectors=detectors)))
    readable(drawn(similarities, with_similarities(*values, name=name)))


def test_names_stay_text() -> None:
    found = made_detection()
    spaces = tuple(replace(each, name=EVIL, kind="given") for each in found.spaces)
    detectors = tuple(replace(each, space=EVIL) for each in found.detectors)
    hostile = replace(found, spaces=spaces, detectors=detectors)
    assert words_of(drawn(accuracies, hostile)).count(EVIL) == 9
    assert "<b onclick" not in picture("said", accuracies, hostile)
