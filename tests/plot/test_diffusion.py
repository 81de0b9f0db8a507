"""Diffusion in figures: every name and every mean where its number is, sexes told by shape as by colour, grey near chance."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import same_color
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from tests.diffused import ZERO, compared, few_groups, made_diffusion, near_chance
from tests.plot.seen import bars, readable, words_of
from weatherglass.downstream.diffused import Classified, Compared, Diffusion, Name
from weatherglass.errors import UnknownName
from weatherglass.plot.diffusion import MOST_DOTS, figures, names, sexes_of, stages
from weatherglass.plot.figure import drawn, picture
from weatherglass.plot.pieces import BLUE, GREY, PURPLE
from weatherglass.wording.messages import speaking

EVIL = "<b onclick='x'>\"&$x$"


def of_names(found: Diffusion, i: int = 0) -> Axes:
    (only,) = drawn(names, found, found.classified[i]).axes
    return only


def populations(each: Classified) -> Compared:
    found = each.stages[0].populations
    assert found is not None
    return found


def dots(ax: Axes) -> list[Line2D]:
    """Marks of names, those of a sex together."""
    return [line for line in ax.lines if line.get_marker() not in ("None", "", None)]


def segments(ax: Axes, width: float) -> np.ndarray:
    (found,) = (
        each
        for each in ax.collections
        if isinstance(each, LineCollection) and np.atleast_1d(each.get_linewidth())[0] == width
    )
    return np.array(found.get_segments())


def test_names_by_group_say_the_finding_the_unit_and_the_direction() -> None:
    found = few_groups("German", "Polish", "Arabic")
    each = found.classified[0]
    clear = len(populations(each).clear_pairs)
    assert sorted(words_of(readable(drawn(names, found, each)))) == sorted([
        "score S of the linear support vector machine: log10 of the odds of “positive”", "Arabic", "German", "Polish", "← more negative", "→ more positive",
        f"Polish names score highest, Arabic names lowest; {clear} of 3 pairs are clearly apart", "female", "male", "mean of the group", "its 95 % interval", "score of a vector of zeros",
    ])  # fmt: skip


def test_a_mark_for_each_name_where_its_score_is_told_apart_by_shape_and_colour() -> None:
    found = made_diffusion()
    each = found.classified[0]
    ax = of_names(found)
    order = [group.name for group in sorted(populations(each).groups, key=lambda group: group.mean)]
    assert [label.get_text() for label in ax.get_yticklabels()] == order  # from below
    women, men = dots(ax)
    assert [(line.get_marker(), line.get_markeredgecolor()) for line in (women, men)] == [("o", PURPLE), ("s", BLUE)]
    for line, sex, up in ((women, "female", 1), (men, "male", -1)):
        drawn_at = sorted(zip(np.asarray(line.get_xdata()), np.round(np.asarray(line.get_ydata())), strict=True))
        scored = zip(found.names, each.stages[0].scores, strict=True)
        assert drawn_at == sorted((score, order.index(name.population)) for name, score in scored if name.sex == sex)
        offsets = np.asarray(line.get_ydata()) - np.round(np.asarray(line.get_ydata()))
        assert np.all(offsets * up > 0)  # women above men
    dashed = next(line for line in ax.lines if line.get_linestyle() == "--")
    assert np.asarray(dashed.get_xdata()).tolist() == [ZERO, ZERO]


def test_means_and_their_intervals_lie_where_the_numbers_are() -> None:
    found = few_groups("German", "Arabic")
    groups = sorted(populations(found.classified[0]).groups, key=lambda group: group.mean)
    ax = of_names(found)
    assert segments(ax, 2)[:, 0, 0].tolist() == [group.mean for group in groups]
    drawn_bars = [(bar.get_x(), bar.get_x() + bar.get_width()) for bar in bars(ax)]
    ends = [(group.interval.low, group.interval.high) for group in groups if group.interval is not None]
    assert np.array(drawn_bars) == pytest.approx(np.array(ends))
    assert ax.get_title("left") == f"{groups[1].name} names score clearly higher than {groups[0].name} names"


def colours(figure: Figure) -> set[str]:
    """Those of marks and lines, by name, but for black."""
    lines = [line for ax in figure.axes for line in ax.lines]
    known = {"purple": PURPLE, "blue": BLUE, "grey": GREY}
    return {name for name, colour in known.items() for line in lines if same_color(line.get_markeredgecolor(), colour)}


def test_near_chance_all_is_grey_and_hollow() -> None:
    found = near_chance()
    first, second = found.classified
    assert colours(drawn(names, found, first)) == {"grey"}
    panels = drawn(stages, first, "population")
    assert colours(panels) == {"grey"}
    assert {line.get_markerfacecolor() for ax in panels.axes for line in dots(ax)} == {"none"}
    assert of_names(found).get_title("left").startswith("Near chance (52.0\u00a0% of held-out words right)")
    assert colours(drawn(names, found, second)) == {"purple", "blue", "grey"}
    assert next(iter(figures(found))) == "names-logistic"  # the one that can be read is the main one


def test_without_sexes_there_is_one_lane_and_no_key_of_them() -> None:
    found = made_diffusion(sexes=False)
    assert sexes_of(found) == []
    ax = of_names(found)
    assert "female" not in words_of(readable(drawn(names, found, found.classified[0])))
    (every,) = dots(ax)
    assert len(every.get_xdata()) == len(found.names)  # type: ignore[arg-type]
    assert list(figures(found)) == ["names-svm", "names-logistic", "population-svm", "population-logistic"]


def test_of_one_population_sexes_are_drawn() -> None:
    found = few_groups("German", "Polish")
    stage = replace(found.classified[0].stages[0], populations=None)
    ax = of_names(replace(found, classified=(replace(found.classified[0], stages=(stage,)),)))
    assert sorted(label.get_text() for label in ax.get_yticklabels()) == ["female", "male"]
    assert ax.get_title("left").startswith("female names score ")


def many_names(n: int) -> Diffusion:
    """Two populations, one sex each, with so many names."""
    found = made_diffusion()
    listed = tuple(Name(word=f"{population}{i}", population=population, sex="female", rank=i) for population in "XY" for i in range(n))  # fmt: skip
    groups = {population: [0.001 * i for i in range(n)] for population in "XY"}
    stage = replace(found.classified[0].stages[0], scores=tuple(groups["X"] + groups["Y"]), populations=compared("population", groups), sexes=None, within=())  # fmt: skip
    return replace(found, names=listed, classified=(replace(found.classified[0], stages=(stage,)),))


def test_many_names_are_a_box() -> None:
    few, many = (of_names(many_names(n)) for n in (MOST_DOTS, MOST_DOTS + 1))
    assert [len(line.get_xdata()) for line in dots(few)] == [2 * MOST_DOTS]  # type: ignore[arg-type]
    none, middles = dots(many)
    assert len(none.get_xdata()) == 0  # type: ignore[arg-type]
    assert np.asarray(middles.get_xdata()).tolist() == [0.04, 0.04]
    assert segments(many, 1.2)[0, :, 0] == pytest.approx([0.004, 0.076])  # nine in ten
    box = bars(many)[-1]
    assert [box.get_x(), box.get_x() + box.get_width()] == pytest.approx([0.02, 0.06])  # half of them


@pytest.mark.parametrize("by", ["population", "sex"])
def test_a_panel_for_each_stage_on_one_scale(by: str) -> None:
    each = made_diffusion().classified[0]
    whole = readable(drawn(stages, each, by))
    panels = whole.axes
    assert len(panels) == len(each.stages)
    assert len({ax.get_xlim() for ax in panels}) == 1
    groups = 9 if by == "population" else 2
    for ax, stage in zip(panels, each.stages, strict=True):
        found = stage.populations if by == "population" else stage.sexes
        assert found is not None
        (marks,) = dots(ax)
        assert sorted(np.asarray(marks.get_xdata()).tolist()) == sorted(group.mean for group in found.groups)
        assert len(marks.get_xdata()) == groups  # type: ignore[arg-type]
        assert ax.get_xlabel() == "→ more positive"
    assert [ax.get_title("left").replace("\n", " ").split(" B_c ")[0] for ax in panels] == [
        "before", "embedding level", "embedding level, retrained", "classifier level", "classifier level, retrained", "classifier level, other classifier",
    ]  # fmt: skip
    assert panels[3].get_title("left").endswith("B_c 0")  # by construction
    what = {"population": "populations", "sex": "sexes"}[by]
    assert whole.get_suptitle().startswith(f"B_c of {what} is ")
    assert "by construction" in whole.get_suptitle().replace("\n", " ")


def test_in_arabic_and_german_texts_lie_apart() -> None:
    found = few_groups("German", "Arabic")
    each = found.classified[0]
    with speaking("ar"):
        whole = readable(drawn(names, found, each))
        assert "→ أكثر إيجابية" in words_of(whole)
        assert "mean" not in " ".join(words_of(whole))
        readable(drawn(stages, each, "population"))
    with speaking("de"):
        assert "Klassifikatorebene,\nanderer\nKlassifikator\nB_c" in " ".join(words_of(readable(drawn(stages, each, "population"))))  # fmt: skip


def test_names_of_any_length_and_script_stay_text() -> None:
    found = made_diffusion("ar")
    groups = {"x" * 80: [0.1, 0.2], EVIL: [0.3, 0.5], "عَرَب": [0.0, 0.1]}
    stage = replace(found.classified[0].stages[0], populations=compared("population", groups))
    each = replace(found.classified[0], stages=(stage, replace(stage, level="embedding")))
    for whole in (drawn(names, found, each), drawn(stages, each, "population")):
        assert {EVIL, "عَرَب", f"{'x' * 23}…"} <= set(words_of(readable(whole)))
    assert "<b onclick" not in picture("said", names, found, each)


def test_plotted_by_name_and_on_axes_of_ones_own() -> None:
    found = few_groups("German", "Polish")
    own = Figure().subplots()
    assert found.plot(ax=own) is own
    assert own.get_title("left") == "Polish names score higher than German names, but not clearly"
    assert len(drawn(found.plot, "sex-logistic").axes) == 6
    with pytest.raises(UnknownName, match="names-svm"):
        found.plot("names-svn")


@pytest.mark.parametrize(
    "scores",
    [[[0.0, 0.0], [0.0, 0.0]], [[-5.0, 5.0], [4.9, 5.0]], [[1e-6, 2e-6], [3e-6, 4e-6]], [[0.1 * i, 0.2 * i] for i in range(30)]],
    ids=["equal", "far apart", "close", "many"],
)  # fmt: skip
def test_whatever_the_scores_no_text_is_cut_or_covered(scores: list[list[float]]) -> None:
    found = made_diffusion(sexes=False)
    groups = {f"group {i}": each for i, each in enumerate(scores)}
    listed = tuple(Name(word=f"{name} {i}", population=name, sex="", rank=None) for name, each in groups.items() for i in range(len(each)))  # fmt: skip
    stage = replace(found.classified[0].stages[0], scores=tuple(x for each in scores for x in each), populations=compared("population", groups))  # fmt: skip
    each = replace(found.classified[0], zero=scores[0][0], stages=(stage, replace(stage, level="classifier")))
    readable(drawn(names, replace(found, names=listed), each))
    readable(drawn(stages, each, "population"))
