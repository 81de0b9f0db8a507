"""Forms and words in pictures: one mark a word, names that do not cover each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.plot.pictures import all_texts, covering, drawn, extent, said, titles
from tests.shaped import RANKED, made_asymmetry, made_correlation, made_vocabulary
from weatherglass.plot.axes import BLUE, GREY, ORANGE
from weatherglass.plot.forms import histogram, scatter, sorted_associations, strips
from weatherglass.structure.occupations import Point

EVIL = "</script><b onclick='x'>\"&\u202e"


def test_both_sides_are_sorted_and_feminine_words_have_their_sign_turned() -> None:
    root = drawn(sorted_associations([made_asymmetry(), made_asymmetry(name="names")]))
    circles, squares = list(root.iter("circle")), list(root.iter("rect"))
    assert [e.findtext("title") for e in circles] == ["0.050", "0.080", "0.120", "0.150"] * 2
    assert [e.findtext("title") for e in squares] == ["0.100", "0.150", "0.250", "0.300"] * 2
    heights = [float(e.attrib["cy"]) for e in circles[:4]]
    assert heights == sorted(heights, reverse=True)
    dotted = [line for line in root.iter("line") if "stroke-dasharray" in line.attrib]
    assert [line.attrib["stroke"] for line in dotted] == [BLUE, ORANGE] * 2
    # 0.01 above zero for the masculine, 0.02 of the feminine with its sign turned: below it.
    assert float(dotted[0].attrib["y1"]) < float(dotted[1].attrib["y1"])
    assert len(root.findall("polyline")) == 4
    assert covering(all_texts(root)) == []


def test_without_neutral_words_there_are_no_dotted_lines() -> None:
    base = made_asymmetry()
    sides = [type(base.masculine)(words=4, mean=0.1, neutral=None) for _ in range(2)]
    root = drawn(sorted_associations([made_asymmetry(masculine=sides[0], feminine=sides[1])]))
    assert not [line for line in root.iter("line") if "stroke-dasharray" in line.attrib]


def test_a_point_for_each_occupation_and_the_line_from_none_to_all() -> None:
    root = drawn(scatter([made_correlation()], ranks=False))
    points = list(root.iter("circle"))
    assert [e.findtext("title") for e in points[:2]] == ["Beruf0: 0.00", "Beruf1: 0.20"]
    assert len(points) == 12
    (line,) = [line for line in root.iter("line") if line.attrib["stroke"] == ORANGE]
    # Through −0.2 at no men and 1.3 at all men; Beruf0 (0, 0) and Beruf11 (1, 0.2) give the scale.
    (x0, y0), (x1, y1) = ((float(points[i].attrib["cx"]), float(points[i].attrib["cy"])) for i in (0, 11))
    per_unit = (y0 - y1) / 0.2
    assert (float(line.attrib["x1"]), float(line.attrib["x2"])) == pytest.approx((x0, x1), abs=0.2)
    assert float(line.attrib["y1"]) == pytest.approx(y0 + 0.2 * per_unit, abs=1)
    assert float(line.attrib["y2"]) == pytest.approx(y0 - 1.3 * per_unit, abs=3)
    assert "masculine singular: r = 0.43, 12 words" in said(root)
    assert {"0 %", "100 %", "share of men"} <= set(said(root))


def test_a_steep_line_stays_in_the_picture() -> None:
    drawn(scatter([made_correlation(slope=9.0, intercept=-6.0)], ranks=False))


@pytest.mark.parametrize(("r", "shown"), [(-0.001, "0.00"), (0.001, "0.00"), (-0.345, "−0.34"), (-1.0, "−1.00")])
def test_signs_are_real_and_zero_has_none(r: float, shown: str) -> None:
    root = drawn(scatter([made_correlation(r=r)], ranks=False))
    assert f"masculine singular: r = {shown}, 12 words" in said(root)


def test_where_only_the_order_is_certain_there_is_no_line_and_places_instead_of_shares() -> None:
    points = [Point(word=f"w{i}", share=float(i), score=i / 10) for i in range(12)]
    found = made_correlation(points, form="feminine singular", towards="female", **RANKED)
    root = drawn(scatter([found], ranks=True))
    assert "feminine singular: ρ = 0.31, 12 words" in said(root)
    assert "place in the order of the share of women" in said(root)
    assert "100 %" not in said(root)
    assert not [line for line in root.iter("line") if line.attrib["stroke"] == ORANGE]


def names_of(root_texts: list[str], words: list[str]) -> set[str]:
    return set(root_texts) & set(words)


shares = st.floats(0, 1)
words_ = st.text(st.characters(codec="utf-8", categories=("Lu", "Ll", "Lo")), min_size=1, max_size=60)


@given(st.lists(st.tuples(words_, shares, st.floats(-2, 2)), min_size=10, max_size=60))
def test_names_cover_neither_each_other_nor_a_point(rows: list[tuple[str, float, float]]) -> None:
    points = [Point(word=word, share=share, score=score) for word, share, score in rows]
    root = drawn(scatter([made_correlation(points), made_correlation(points)], ranks=False))
    assert len(list(root.iter("circle"))) == 2 * len(points)
    names = [text for text in all_texts(root) if text.attrib["font-size"] == "9.5"]
    assert covering(names) == []
    dots = [(float(dot.attrib["cx"]), float(dot.attrib["cy"])) for dot in root.iter("circle")]
    for name in names:
        left, right, base = extent(name)
        middle = base - 3.5
        assert not [x for x, y in dots if left < x < right and abs(y - middle) < 8], name.text


def test_points_apart_are_all_named() -> None:
    points = [Point(word=f"w{i}", share=i / 11, score=i / 11) for i in range(12)]
    root = drawn(scatter([made_correlation(points)], ranks=False))
    assert names_of(said(root), [point.word for point in points]) == {point.word for point in points}


def test_a_mark_for_each_noun_and_the_mean_of_its_gender() -> None:
    groups = [("masculine", [("Tisch", 0.2), ("Stuhl", 0.4)]), ("feminine", [("Lampe", -0.1), ("Tür", -0.3), ("Uhr", 0.1)])]  # fmt: skip
    root = drawn(strips(groups, ("male terms", "female terms")))
    assert titles(root)[1:] == ["Tisch: 0.200", "Stuhl: 0.400", "Lampe: -0.100", "Tür: -0.300", "Uhr: 0.100"]
    means = [line for line in root.iter("line") if line.attrib["stroke-width"] == "3"]
    tisch, stuhl = (float(dot.attrib["cx"]) for dot in root.iter("circle"))
    assert float(means[0].attrib["x1"]) == pytest.approx((tisch + stuhl) / 2, abs=0.2)
    # The mean of −0.1, −0.3 and 0.1 is −0.1: three tenths left of Tisch, which is one tenth left of 0.3.
    assert float(means[1].attrib["x1"]) == pytest.approx(tisch - 3 * (stuhl - tisch) / 2, abs=0.3)
    assert {"male terms →", "← female terms", "masculine", "feminine"} <= set(said(root))
    assert covering(all_texts(root)) == []


def test_nouns_of_one_score_can_be_drawn() -> None:
    drawn(strips([("masculine", [("a", 0.0), ("b", 0.0)]), ("feminine", [("c", 0.0)])], ("male", "female")))


def test_bars_are_as_high_as_their_counts() -> None:
    root = drawn(histogram(made_vocabulary()))
    bars = [rect for rect in root.iter("rect") if rect.attrib["fill"] == GREY]
    assert [bar.findtext("title") for bar in bars] == ["2 words", "700 words", "790 words", "8 words"]
    heights = [float(bar.attrib["height"]) for bar in bars]
    assert [height / heights[2] for height in heights] == pytest.approx([2 / 790, 700 / 790, 1, 8 / 790], abs=0.002)
    dashed = [float(line.attrib["x1"]) for line in root.iter("line") if "stroke-dasharray" in line.attrib]
    left = float(bars[0].attrib["x"])
    per_unit = (float(bars[2].attrib["x"]) - left) / 0.5
    assert dashed == pytest.approx([left + 0.81 * per_unit, left + 0.21 * per_unit], abs=0.3)
    assert covering(all_texts(root)) == []


@pytest.mark.parametrize("typical", [(0.01, -0.01), (-0.01, 0.01), (0.1, 0.1), (0.5, 0.49), (-0.5, -0.49)])
@pytest.mark.parametrize("sides", [("feminine", "masculine"), ("Krankenschwester", "Krankenpfleger")])
def test_the_names_of_the_sides_do_not_cover_each_other(typical: tuple[float, float], sides: tuple[str, str]) -> None:
    root = drawn(histogram(made_vocabulary(typical=typical, sides=sides)))
    assert covering(all_texts(root)) == []


def test_a_middle_beyond_the_words_is_not_drawn() -> None:
    root = drawn(histogram(made_vocabulary(typical=(0.9, -0.29))))
    assert len([line for line in root.iter("line") if "stroke-dasharray" in line.attrib]) == 1


def test_words_are_escaped() -> None:
    points = [Point(word=f"{EVIL}{i}", share=i / 11, score=i / 11) for i in range(12)]
    for picture in (
        scatter([made_correlation(points)], ranks=False),
        strips([("masculine", [(EVIL, 0.1)]), (EVIL, [(EVIL, 0.2)])], (EVIL, EVIL)),
        sorted_associations([made_asymmetry(name=EVIL)]),
    ):
        assert "<b" not in picture
        assert "</script" not in picture
        assert any(EVIL in text for text in titles(drawn(picture)) + said(drawn(picture)))
