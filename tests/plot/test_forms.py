"""Forms and words in pictures: one mark a word, names that do not cover each other."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.patches import StepPatch

from tests.gendered import gendered_structure
from tests.plot.seen import across, covering, names, seen, texts, titles, upwards
from tests.shaped import RANKED, made_asymmetry, made_correlation, made_occupations, made_vocabulary
from weatherglass.measure.result import Lacking
from weatherglass.plot.forms import asymmetries, nouns, occupation_shares, vocabulary_histogram
from weatherglass.structure.generic_masculine import Side
from weatherglass.structure.genus import Genus
from weatherglass.structure.occupations import Point

EVIL = "</script><b onclick='x'>\"&"


def test_both_sides_are_sorted_and_feminine_words_have_their_sign_turned() -> None:
    made = seen(asymmetries, [made_asymmetry(), made_asymmetry(name="mine", value=-0.13, interval=None)])
    for ax in made.axes:
        lines = {str(line.get_label()): line for line in ax.lines}
        his, hers = lines["masculine words → male"], lines["feminine words → female"]
        assert upwards(his) == [0.05, 0.08, 0.12, 0.15]
        assert upwards(hers) == [0.1, 0.15, 0.25, 0.3]
        assert (his.get_marker(), hers.get_marker()) == ("o", "s")
        assert his.get_linestyle() != hers.get_linestyle()
        # neutral words: 0.01 above zero for the masculine, 0.02 of the feminine with its sign turned, below it
        flat = [upwards(line)[0] for line in ax.lines if str(line.get_label()).startswith("_")]
        assert sorted(flat) == [-0.02, 0.0, 0.01]
    assert titles(made) == [
        "occupations: feminine words are more female than masculine ones male",
        "mine: masculine words are more male than feminine ones female",
    ]


def test_without_neutral_words_there_are_no_dotted_lines_and_nothing_is_claimed() -> None:
    sides = [Side(words=4, mean=0.1, neutral=None) for _ in range(2)]
    made = seen(asymmetries, [made_asymmetry(masculine=sides[0], feminine=sides[1], value=None)])
    assert len(made.axes[0].lines) == 3
    assert titles(made) == ["occupations: without neutral words, no asymmetry can be told"]


def test_a_point_for_each_occupation_and_the_line_from_none_to_all() -> None:
    found = made_occupations(made_correlation(), Lacking(skipped="too few"), made_correlation(p=0.01, form="feminine plural", towards="female"))  # fmt: skip
    made = seen(occupation_shares, found)
    assert len(made.axes) == 2
    for ax in made.axes:
        points = np.asarray(ax.collections[0].get_offsets())
        assert points[:2] == pytest.approx(np.array([(0, 0), (1 / 11, 0.2)]))
        assert len(points) == 12
        line = ax.lines[0]
        assert (across(line), upwards(line)) == ([0, 1], [-0.2, 1.3])
    assert titles(made) == [
        "No correlation with the share of men is shown masculine singular: r = +0.43, ρ = 0.00, 12 words",
        "The association follows the share of women feminine plural: r = +0.43, ρ = 0.00, 12 words",
    ]
    said = texts(occupation_shares, found)
    assert {"0 %", "100 %", "share of men (%) → more men", "closer to female terms →"} <= set(said)


@pytest.mark.parametrize(("r", "shown"), [(-0.001, "0.00"), (0.001, "0.00"), (-0.345, "−0.34"), (-1.0, "−1.00")])
def test_signs_are_real_and_zero_has_none(r: float, shown: str) -> None:
    (title,) = titles(seen(occupation_shares, made_occupations(made_correlation(r=r))))
    assert f"r = {shown}," in title


def test_where_only_the_order_is_certain_there_is_no_line_and_places_instead_of_shares() -> None:
    points = [Point(word=f"w{i}", share=float(i), score=i / 10) for i in range(12)]
    form = made_correlation(points, form="feminine singular", towards="female", **RANKED)
    made = seen(occupation_shares, made_occupations(form, ranks_only=True))
    (ax,) = made.axes
    assert titles(made) == ["The association follows the share of women feminine singular: r = +0.10 … +0.40, ρ = +0.31, 12 words"]  # fmt: skip
    assert ax.get_xlabel() == "place in the order of the share of women → more women"
    assert not [line for line in ax.lines if len(set(upwards(line))) > 1]
    assert list(ax.get_xticks()) == []


@pytest.mark.parametrize(("n", "longest"), [(10, 40), (60, 12), (60, 40)])
def test_names_cover_neither_each_other_nor_a_point_and_stay_inside(n: int, longest: int) -> None:
    rng = np.random.default_rng(n + longest)
    points = [Point(word="wörter"[i % 6] * int(rng.integers(1, longest)), share=rng.uniform(), score=rng.normal()) for i in range(n)]  # fmt: skip
    made = seen(occupation_shares, made_occupations(made_correlation(points)))
    (ax,) = made.axes
    inside = ax.get_window_extent()
    named = names(made)
    assert named
    assert covering(named) == []
    places = ax.transData.transform(np.asarray(ax.collections[0].get_offsets()))
    for name in named:
        box = name.get_window_extent()
        assert inside.x0 <= box.x0 <= box.x1 <= inside.x1, name.get_text()
        assert not [at for at in places if box.contains(*at)], name.get_text()


def test_points_apart_are_all_named_and_of_many_some() -> None:
    points = [Point(word=f"w{i}", share=i / 11, score=i / 11) for i in range(12)]
    made = seen(occupation_shares, made_occupations(made_correlation(points)))
    assert {name.get_text() for name in names(made)} == {point.word for point in points}
    crowded = [Point(word=f"w{i}", share=i / 99, score=(i * 37 % 100) / 99) for i in range(100)]
    assert len(names(seen(occupation_shares, made_occupations(made_correlation(crowded))))) == 14


def test_a_mark_for_each_noun_and_the_mean_of_its_gender() -> None:
    found = gendered_structure("de").genus
    assert isinstance(found, Genus)
    made = seen(nouns, found)
    (ax,) = made.axes
    genders = list(dict.fromkeys(each.set for each in found.scores))
    assert [text.get_text() for text in ax.get_yticklabels()] == genders
    for row, name in enumerate(genders):
        scores = [each.score for each in found.scores if each.set == name]
        assert np.asarray(ax.collections[row].get_offsets())[:, 0] == pytest.approx(np.array(scores))
        mean = ax.lines[row + 1]  # the first is that at zero
        assert across(mean) == pytest.approx([found.means[name]] * 2)
    assert {"← closer to female terms", "closer to male terms →"} <= set(texts(nouns, found))
    assert titles(made)[0].startswith("Masculine nouns lie nearer to male terms than feminine nouns do (d = ")


def test_bars_are_as_high_as_their_counts_and_the_middles_are_marked() -> None:
    made = seen(vocabulary_histogram, made_vocabulary())
    (ax,) = made.axes
    (steps,) = (patch for patch in ax.patches if isinstance(patch, StepPatch))
    counts, edges, _ = steps.get_data()
    assert counts.tolist() == [2, 700, 790, 8]
    assert edges.tolist() == [-0.5, -0.25, 0.0, 0.25, 0.5]
    assert [across(line)[0] for line in ax.lines] == [0.31, -0.29]
    assert len({str(line.get_linestyle()) for line in ax.lines}) == 2
    said = texts(vocabulary_histogram, made_vocabulary(sides=("Krankenschwester", "m" * 60)))
    assert "← closer to mmmmmmmmmmmmmmmmmmmmmmm…" in said
    assert "closer to Krankenschwester →" in said
    assert "middle of the pairs’ words, Krankenschwester (+0.310)" in said
    assert titles(made) == ["Of 1,500 words, surprisingly far out: 1 word on the feminine side, 0 words on the masculine side"]  # fmt: skip


def test_words_are_escaped() -> None:
    points = [Point(word=f"{EVIL}{i}", share=i / 11, score=i / 11) for i in range(12)]
    for draw, found in (
        (occupation_shares, made_occupations(made_correlation(points))),
        (asymmetries, [made_asymmetry(name=EVIL)]),
    ):
        assert any("</script><b onclick" in text for text in texts(draw, found))
