"""Measures as functions of the vectors of their words."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.contract.measures import PAIRS, query_for, space_of, those
from weatherglass.errors import CoverageError, SpecError, UnknownName
from weatherglass.measure.base import Measure
from weatherglass.measure.inputs import Given, Inputs
from weatherglass.measure.run import run
from weatherglass.trace.effect import Effect, Target, effect_of
from weatherglass.words.lookup import Match


def effect_for(each: Measure, **given: str) -> Effect:
    space, query = space_of(), query_for(each)
    target = Target.of(query, each.name, **given)  # type: ignore[arg-type]
    inputs = Inputs(space, Match(), Given(pairs=PAIRS))
    return effect_of(target, inputs.prepare(each, query, inputs.look_up(query)))


def vectors_of(effect: Effect) -> np.ndarray:
    space = space_of()
    return np.array([space[word] for word in effect.words], np.float64)


@those(lambda each: each.smooth)
def test_a_smooth_measure_is_the_same_as_when_it_is_run(each: Measure) -> None:
    query = query_for(each)
    (result,) = run(space_of(), query, [each.name], given=Given(pairs=PAIRS)).measured
    word = result.words[1].word
    effect = effect_for(each, word=word)
    assert effect(vectors_of(effect)) == pytest.approx(result.words[1].score, abs=1e-12)
    if result.value is not None:
        whole = effect_for(each)
        assert whole(vectors_of(whole)) == pytest.approx(result.value, abs=1e-12)


@those(lambda each: each.smooth)
def test_its_slopes_say_what_small_steps_do(each: Measure) -> None:
    """In a random direction, and twice as far: a value that jumps, or a slope that is wrong, shows in one of them."""
    effect = effect_for(each, word="x1" if each.scores == "targets" else "a1")
    vectors = vectors_of(effect)
    slopes = effect.gradient(vectors)
    random = np.random.default_rng(1)
    for size in (1e-3, 2e-3):
        step = size * random.normal(size=vectors.shape)
        ahead, behind = effect(vectors + step), effect(vectors - step)
        assert (ahead - behind) / 2 == pytest.approx(float((slopes * step).sum()), rel=1e-3, abs=1e-8)


def test_the_slope_of_an_association_by_hand() -> None:
    """s(w) = cos(w, a) − cos(w, b): its slope along w is (â − cos(w, a)ŵ)/‖w‖ less the same with b."""
    effect = effect_for(run_card("word-association"), word="x0")
    vectors = vectors_of(effect)
    w = vectors[effect.words.index("x0")]
    unit = w / np.linalg.norm(w)
    slope = np.zeros_like(w)
    for letter, count, sign in (("a", 4, 1), ("b", 3, -1)):
        for i in range(count):
            other = vectors[effect.words.index(f"{letter}{i}")]
            other = other / np.linalg.norm(other)
            slope += sign / count * (other - (unit @ other) * unit) / np.linalg.norm(w)
    assert effect.gradient(vectors)[effect.words.index("x0")] == pytest.approx(slope, abs=1e-7)


def run_card(name: str) -> Measure:
    from weatherglass.measure.base import get

    return get(name)


def test_other_figures_of_a_measure() -> None:
    weat = run_card("weat")
    (result,) = run(space_of(), query_for(weat), ["weat"]).measured
    effect = effect_for(weat, number="difference")
    assert effect(vectors_of(effect)) == pytest.approx(result.extra["difference"])
    assert effect.target.symbol == "difference"
    with pytest.raises(UnknownName, match="difference, std"):
        effect_for(weat, number="differenz")


def test_what_cannot_be_traced() -> None:
    weat, km, association = (run_card(name) for name in ("weat", "km", "word-association"))
    with pytest.raises(SpecError, match=r"km jumps .* measures that can: .*weat"):
        Target.of(query_for(km), "km")
    with pytest.raises(SpecError, match="two things to trace"):
        Target.of(query_for(weat), "weat", word="x0", number="difference")
    with pytest.raises(UnknownName, match="parameter of weat 'dof'"):
        Target.of(query_for(weat), "weat", params={"dof": 1})
    with pytest.raises(UnknownName, match="Did you mean 'weat'"):
        Target.of(query_for(weat), "wat")
    with pytest.raises(SpecError, match="say whose score"):
        effect_for(association)
    with pytest.raises(UnknownName, match=r"'x00'. Did you mean 'x0'"):
        effect_for(weat, word="x00")
    target = Target.of(query_for(weat), "weat")
    with pytest.raises(CoverageError, match="too few words"):
        effect_of(target, target.prepared(space_of().subset(["x0", "x1"]), Match()))


def test_the_measures_that_are_smooth() -> None:
    from weatherglass.measure.base import MEASURES

    smooth = {name for name, each in MEASURES.items() if each.smooth}
    assert {"weat", "wefat", "word-association", "ripa", "mac"} <= smooth
    assert not smooth & {"km", "bat", "ect", "nbm", "svm", "rnsb"}


def test_the_largest_effect() -> None:
    from weatherglass.measure.published.weat import largest_effect

    assert largest_effect(8, 8, 0) == pytest.approx(2)
    assert largest_effect(8, 8, 1) == pytest.approx(1.936, abs=1e-3)
    assert largest_effect(2, 6, 1) == pytest.approx(2.16, abs=1e-3)
    assert math.isfinite(largest_effect(1, 1, 1))
