"""The figures of the study of base pairs: well-formed, every point where its number is, readable axes."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.spaces import cased_space
from weatherglass.measure.stability import stability
from weatherglass.measure.stability_result import Example, Stability
from weatherglass.plot.axes import round_ticks
from weatherglass.plot.stability import kappas_by_cosine, scores_by_pair

NAMES = {"direct-bias": "DB", "ripa": "RIPA", "nbm": "NBM"}


@pytest.fixture(scope="module")
def study() -> Stability:
    return stability(cased_space(filler=200), "en", k=10)


def texts(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter("text")]


def test_first_figure_has_a_panel_for_each_measure_and_a_line_for_each_form(study: Stability) -> None:
    root = ET.fromstring(scores_by_pair(study, NAMES))
    forms = list(study.example.scores["ripa"])
    assert len(forms) == 4
    lines = root.findall("polyline")
    assert len(lines) == 3 * 4
    assert all(len(line.attrib["points"].split()) == 10 for line in lines)
    assert len({line.attrib["stroke"] for line in lines[:4]}) == 4
    assert len({line.attrib["stroke-dasharray"] for line in lines[:4]}) == 4  # told apart without colour
    for word in (*forms, *study.pairs, "mean", "+1 sd", "−1 sd"):
        assert word in texts(root)
    assert f"NBM of “{study.example.word}” and its forms by base pair" in texts(root)


def test_points_of_the_first_figure_are_in_the_order_of_their_values(study: Stability) -> None:
    root = ET.fromstring(scores_by_pair(study, NAMES))
    heights = [float(point.split(",")[1]) for point in root.findall("polyline")[0].attrib["points"].split()]
    scores = study.example.scores["direct-bias"][study.example.word]
    assert np.corrcoef(heights, scores)[0, 1] == pytest.approx(-1, abs=1e-3)  # upwards is less in SVG
    guides = {
        text: [float(t.attrib["y"]) for t in root.iter("text") if t.text == text] for text in ("+1 sd", "mean", "−1 sd")
    }
    for above, middle, below in zip(*guides.values(), strict=True):
        assert above < middle < below
        assert middle - above == pytest.approx(below - middle, abs=0.2)


def test_everything_stays_within_the_frame(study: Stability) -> None:
    for markup in (scores_by_pair(study, NAMES), kappas_by_cosine(study)):
        root = ET.fromstring(markup)
        _, _, width, height = map(float, root.attrib["viewBox"].split())
        for circle in root.iter("circle"):
            assert 0 <= float(circle.attrib["cx"]) <= width
            assert 0 <= float(circle.attrib["cy"]) <= height


def test_second_figure_has_a_dot_for_each_two_pairs_and_names_them(study: Stability) -> None:
    marked = replace(study, pair_agreement={**study.pair_agreement, "she–he": 0.1, "gal–guy": 0.9})
    unstable = set(marked.unstable)
    root = ET.fromstring(kappas_by_cosine(marked))
    dots = list(root.iter("circle"))
    assert len(dots) == 45
    for dot in dots:
        said = dot.findtext("title") or ""
        one, other = said.split(":")[0].split(" and ")
        assert (dot.attrib["fill"] == "none") == bool({one, other} & unstable)
    i, j = study.pairs.index("her–his"), study.pairs.index("girl–boy")
    found = [dot.findtext("title") or "" for dot in dots]
    cosine, kappa = study.correlated.cosines[i][j], study.correlated.kappas[i][j]
    assert (
        f"her–his and girl–boy: cosine {cosine:.2f}, κ {kappa:.2f}".replace("-", "−").replace("her−", "her–") in found
    )
    ticks = texts(root)
    assert "0" in ticks
    assert "1" in ticks
    upper = np.triu_indices(len(study.pairs), 1)  # in the order of the dots
    for name, values, sign in (("cx", study.correlated.cosines, 1), ("cy", study.correlated.kappas, -1)):
        places = [float(dot.attrib[name]) for dot in dots]
        assert np.corrcoef(places, np.array(values)[upper])[0, 1] == pytest.approx(sign, abs=1e-3)


def test_words_are_escaped(study: Stability) -> None:
    evil = '<b>"&'
    scores = {name: {evil: tuple(0.0 for _ in study.pairs)} for name in NAMES}
    root = ET.fromstring(scores_by_pair(replace(study, example=Example(word=evil, scores=scores)), NAMES))
    assert evil in texts(root)
    assert evil in root.attrib["aria-label"]


@pytest.mark.parametrize("scale", [1e-12, 1e-3, 1e9])
def test_vectors_of_any_scale_can_be_drawn(study: Stability, scale: float) -> None:
    """RIPA has the scale of the vectors."""
    spread = study.population["ripa"]
    scores = {form: tuple(scale * value for value in values) for form, values in study.example.scores["ripa"].items()}
    scaled = replace(
        study,
        population={**study.population, "ripa": replace(spread, mean=scale * spread.mean, sd=scale * spread.sd)},
        example=replace(study.example, scores={**study.example.scores, "ripa": scores}),
    )
    root = ET.fromstring(scores_by_pair(scaled, NAMES))
    assert "inf" not in texts(root)
    assert "nan" not in texts(root)


@given(st.floats(-1e6, 1e6), st.floats(1e-6, 1e6))
def test_ticks_are_few_round_and_within(low: float, size: float) -> None:
    if abs(low) > 1e6 * size:
        low = 0.0
    ticks = round_ticks(low, low + size)
    assert 1 <= len(ticks) <= 6
    assert ticks == sorted(set(ticks))
    room = 1e-6 * (size + abs(low))
    assert all(low - room <= tick <= low + size + room for tick in ticks)
