"""The figures of the study of base pairs: what they say, and that every mark is where its number is."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace
from functools import partial

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.text import Text

from tests.spaces import cased_space
from weatherglass.measure.stability import stability
from weatherglass.measure.stability_result import Example, Stability
from weatherglass.plot.figure import drawn, picture
from weatherglass.plot.stability import (
    MOST_WORDS,
    agreement,
    drawn_words,
    figures,
    kappas_by_cosine,
    scores_by_pair,
    sides_by_word,
)
from weatherglass.stats.agreement import landis_koch
from weatherglass.wording.messages import speaking
from weatherglass.wording.numbers import effect

SIDES = [
    "first word, 1 sd or more",
    "first word, less",
    "second word, less",
    "second word, 1 sd or more",
]


@pytest.fixture(scope="module")
def study() -> Stability:
    return stability(cased_space(filler=200), "en", k=10)


def said(whole: Figure) -> list[str]:
    texts = (text.get_text() for text in whole.findobj(Text) if text.get_visible())
    return [text.replace("\u00a0", " ") for text in texts if text]


def axes(whole: Figure) -> Axes:
    (only,) = whole.axes
    return only


def cells(whole: Figure) -> dict[tuple[float, float], PathPatch]:
    """The middle of every cell, and the shape it is a part of."""
    found: dict[tuple[float, float], PathPatch] = {}
    for patch in axes(whole).patches:
        assert isinstance(patch, PathPatch)
        corners = np.asarray(patch.get_path().vertices).reshape(-1, 5, 2)[:, :4]
        for x, y in corners.mean(axis=1):
            assert (round(float(x), 6), round(float(y), 6)) not in found
            found[round(float(x), 6), round(float(y), 6)] = patch
    return found


def test_the_main_figure_has_a_cell_for_every_two_pairs_in_the_order_of_agreement(study: Stability) -> None:
    whole = drawn(agreement, study)
    order = sorted(study.pairs, key=lambda pair: -study.pair_agreement[pair])
    names = [pair + "*" * (pair in study.unstable) for pair in order]
    assert [text.get_text() for text in axes(whole).get_yticklabels()] == names
    assert [text.get_text() for text in axes(whole).get_xticklabels()] == [*names, "mean"]
    shapes = cells(whole)
    assert len(shapes) == 10 * 9 + 10
    numbers = {text.get_position(): text.get_text() for text in axes(whole).texts}
    for row, one in enumerate(order):
        for column, other in enumerate(order):
            i, j = study.pairs.index(one), study.pairs.index(other)
            if i == j:
                assert (column, row) not in shapes
                continue
            kappa = study.correlated.kappas[i][j]
            assert numbers[column, row] == effect(kappa)
            assert (column, row) in shapes
        assert numbers[10.4, row] == effect(study.pair_agreement[one])


def test_cells_of_one_colour_have_one_word_for_their_kappa(study: Stability) -> None:
    """And darker ones a higher kappa, so that grey says the same; those below chance are hatched."""
    pairs = range(10)
    kappas = tuple(tuple(1.0 if i == j else 1 - 0.16 * abs(i - j) for i in pairs) for j in pairs)
    wide = replace(
        study,
        correlated=replace(study.correlated, kappas=kappas),
        pair_agreement={pair: 1 - i / 10 for i, pair in enumerate(study.pairs)},  # so that their order stays
    )
    by_light: dict[float, list[float]] = {}
    for (x, y), patch in cells(drawn(agreement, wide)).items():
        if x < 10:
            kappa = kappas[int(x)][int(y)]
            light = float(np.dot(to_rgb(patch.get_facecolor()), (0.2126, 0.7152, 0.0722)))
            by_light.setdefault(light, []).append(kappa)
            assert bool(patch.get_hatch()) == (kappa < 0)
    ordered = [by_light[light] for light in sorted(by_light)]
    assert [{landis_koch(kappa) for kappa in kappas} for kappas in ordered] == [
        {"almost perfect"}, {"substantial"}, {"moderate"}, {"fair"}, {"slight"}, {"poor"}
    ]  # fmt: skip


def test_titles_state_what_was_found(study: Stability) -> None:
    some = replace(study, pair_agreement={**dict.fromkeys(study.pairs, 0.9), "gal–guy": 0.1, "she–he": 0.4})
    assert "2 of 10 base pairs agree no more than fairly with the others" in said(drawn(agreement, some))
    one = replace(study, pair_agreement={**dict.fromkeys(study.pairs, 0.9), "gal–guy": 0.1})
    assert "1 of 10 base pairs agrees no more than fairly with the others" in said(drawn(agreement, one))
    none = replace(study, pair_agreement=dict.fromkeys(study.pairs, 0.9))
    assert "All 10 base pairs agree more than fairly with the others" in said(drawn(agreement, none))
    c = study.correlated
    upper = np.triu_indices(10, 1)
    r = np.corrcoef(np.array(c.cosines)[upper], np.array(c.kappas)[upper])[0, 1]
    assert f"Cosine and agreement of two pairs go together at r = {r:+.2f}".replace("-", "−") in said(
        drawn(kappas_by_cosine, study)
    )
    alike = replace(c, kappas=tuple(tuple(1.0 for _ in study.pairs) for _ in study.pairs))
    assert "Cosine or agreement is the same for every two pairs" in said(
        drawn(kappas_by_cosine, replace(study, correlated=alike))
    )


def test_many_pairs_have_no_numbers_in_their_cells(study: Stability) -> None:
    many = tuple(f"one{i}–other{i}" for i in range(30))
    kappas = tuple(tuple(0.5 if i != j else 1.0 for i in range(30)) for j in range(30))
    large = replace(
        study,
        pairs=many,
        pair_agreement=dict.fromkeys(many, 0.5),
        correlated=replace(study.correlated, kappas=kappas),
    )
    whole = drawn(agreement, large)
    assert not list(axes(whole).texts)
    assert len(cells(whole)) == 30 * 29 + 30
    assert whole.get_figwidth() <= 9


def test_words_are_spread_over_all_and_their_cells_say_side_and_size(study: Stability) -> None:
    words = drawn_words(study)
    means = [sum(study.profession_scores[word]) for word in words]
    assert len(words) == len(set(words)) == MOST_WORDS
    assert means == sorted(means, reverse=True)
    every = sorted(sum(scores) for scores in study.profession_scores.values())
    assert (means[-1], means[0]) == (every[0], every[-1])
    whole = drawn(sides_by_word, study)
    order = sorted(study.pairs, key=lambda pair: -study.pair_agreement[pair])
    shapes = cells(whole)
    assert len(shapes) == 10 * MOST_WORDS
    far = study.population["direct-bias"].sd
    looks = set()
    for (x, y), patch in shapes.items():
        score = study.profession_scores[words[int(y)]][study.pairs.index(order[int(x)])]
        assert bool(patch.get_hatch()) == (score < 0)  # told apart without colour
        looks.add((score > 0, abs(score) >= far, patch.get_facecolor()))
    assert len(looks) == len({(side, size) for side, size, _ in looks}) == len({colour for *_, colour in looks}) == 4
    beside = [text.get_text() for text in axes(whole).texts]
    assert beside[0] == f"{sum(s > 0 for s in study.profession_scores[words[0]])} : {sum(s < 0 for s in study.profession_scores[words[0]])}"  # fmt: skip
    share = f"{100 * study.base_pairs['direct-bias'].one_side:.0f} %"
    texts = said(whole)
    assert any(text.startswith(share) and text.endswith("lean the same way by all 10 pairs") for text in texts)
    assert [text for text in texts if text in SIDES] == SIDES


def test_a_panel_for_each_measure_and_a_line_for_each_form(study: Stability) -> None:
    whole = drawn(scores_by_pair, study)
    forms = list(study.example.scores["ripa"])
    assert len(forms) == 4
    for ax, (measure, scores) in zip(whole.axes, study.example.scores.items(), strict=True):
        lines = {line.get_label(): line for line in ax.lines if line.get_label() in forms}
        assert list(lines) == forms
        assert len({line.get_linestyle() for line in lines.values()}) == 4  # told apart without colour
        assert len({line.get_marker() for line in lines.values()}) == 4
        for form, values in scores.items():
            assert np.asarray(lines[form].get_ydata()) == pytest.approx(values)
        heights = [float(np.asarray(line.get_ydata())[0]) for line in ax.lines if line.get_label() not in forms]
        spread = study.population[measure]
        assert heights == pytest.approx([0, spread.mean, spread.mean + spread.sd, spread.mean - spread.sd])
    texts = said(whole)
    for word in (*forms, "mean", "+1 sd", "−1 sd", "DB → first word", "RIPA → first word", "NBM → first word"):
        assert word in texts
    n = sum(score > 0 for score in study.example.scores["nbm"][study.example.word])
    verb = "puts “professor” towards its" if n == 1 else "put “professor” towards their"
    assert f"NBM: {n} of 10 pairs {verb} first word" in texts


def test_a_dot_for_every_two_pairs_hollow_where_one_is_unstable(study: Stability) -> None:
    marked = replace(study, pair_agreement={**dict.fromkeys(study.pairs, 0.9), "she–he": 0.1})
    stable, unstable = (each for each in axes(drawn(kappas_by_cosine, marked)).collections)
    assert isinstance(stable, PathCollection)
    assert isinstance(unstable, PathCollection)
    assert [len(np.asarray(each.get_offsets())) for each in (stable, unstable)] == [36, 9]
    assert [len(np.asarray(each.get_facecolor())) for each in (stable, unstable)] == [1, 0]
    i = study.pairs.index("she–he")
    c = study.correlated
    expected = [(c.cosines[i][j], c.kappas[i][j]) for j in range(10) if j != i]
    assert np.asarray(unstable.get_offsets()) == pytest.approx(np.array(expected))


def test_every_figure_is_small_and_can_stand_in_a_page(study: Stability) -> None:
    assert list(figures(study)) == ["agreement", "words", "scores", "cosines"]
    for name, draw in figures(study).items():
        markup = picture(name, draw)
        assert len(markup) < 40_000
        width = float(ET.fromstring(markup).attrib["width"])
        assert width <= 9 * 96


def test_results_draw_themselves(study: Stability) -> None:
    ax = Figure().subplots()
    assert study.plot("cosines", ax=ax) is ax
    assert ax.get_xlabel() == "cosine of the difference vectors → point alike"
    with mpl.rc_context({"backend": "agg"}):
        assert len(drawn(partial(study.plot, "scores")).axes) == 3
        assert len(drawn(study.plot).axes[0].get_yticks()) == 10


def test_long_and_hostile_names_are_texts_that_fit(study: Stability) -> None:
    evil = '<b>"&$x_1$' + "a" * 300
    scores = {name: {evil: tuple(0.0 for _ in study.pairs)} for name in study.example.scores}
    hostile = replace(
        study,
        example=Example(word=evil, scores=scores),
        profession_scores={evil: tuple(0.1 for _ in study.pairs), "clerk": tuple(-0.1 for _ in study.pairs)},
    )
    for name in ("words", "scores"):
        root = ET.fromstring(picture(evil, figures(hostile)[name]))
        assert any((text.text or "").startswith('<b>"&$x_1$aaa') for text in root.iter("text"))


@pytest.mark.parametrize("scale", [1e-12, 1e9])
def test_vectors_of_any_scale_can_be_drawn(study: Stability, scale: float) -> None:
    """RIPA has the scale of the vectors."""
    spread = study.population["ripa"]
    scores = {form: tuple(scale * value for value in values) for form, values in study.example.scores["ripa"].items()}
    scaled = replace(
        study,
        population={**study.population, "ripa": replace(spread, mean=scale * spread.mean, sd=scale * spread.sd)},
        example=replace(study.example, scores={**study.example.scores, "ripa": scores}),
    )
    low, high = drawn(scores_by_pair, scaled).axes[1].get_ylim()
    assert low < scale * spread.mean < high
    assert high - low < 100 * scale


def test_arabic_texts_run_from_right_to_left_and_stay_in_their_places(study: Stability) -> None:
    """Also where they begin with a number."""
    with speaking("ar"):
        root = ET.fromstring(picture("كلمات", figures(study)["words"]))
        title = axes(drawn(sides_by_word, study)).get_title(loc="left").replace("\u200f", "")
    (found,) = (text for text in root.iter("text") if text.text == title)
    assert title[0].isdigit()
    assert (found.attrib["direction"], found.attrib["text-anchor"]) == ("rtl", "end")
    words = [text for text in root.iter("text") if text.text in study.profession_scores]
    assert len(words) == MOST_WORDS
    assert all("direction" not in text.attrib for text in words)
