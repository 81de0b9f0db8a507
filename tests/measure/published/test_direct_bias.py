"""Direct bias by hand, by its formula, and its floor by simulation."""

from __future__ import annotations

from dataclasses import replace
from math import pi, sqrt

import numpy as np
import pytest

from tests.measure.measuring import (
    cosine,
    found_set,
    measured,
    pairs_of,
    query_of,
    random_pairs,
    random_vectors,
    scores,
    skipped,
    space_of,
)
from weatherglass.embedding.geometry import unit
from weatherglass.errors import SpecError
from weatherglass.measure.published.direct_bias import direct_bias
from weatherglass.words.lookup import FoundPairs, Vectors

# she and he are axes, so x̂ − ŷ = (1, −1, 0), of length √2.
ROWS = {"she": (2, 0, 0), "he": (0, 3, 0), "p": (3, 4, 0), "q": (1, 0, 0), "r": (0, 0, 2), "s": (-4, 3, 0)}
PAIR = pairs_of(("she", "he"))


def test_one_pair_by_hand() -> None:
    """Scores: p 0.6 − 0.8 = −0.2, q 1, r 0, s −0.8 − 0.6 = −1.4. Cosines with the direction are those over √2."""
    query = query_of({"x": ["p", "q"], "y": ["r", "s"]})
    result = measured("direct-bias", space_of(ROWS), query, given=PAIR)
    assert scores(result) == pytest.approx({"p": -0.2, "q": 1, "r": 0, "s": -1.4}, abs=1e-7)
    assert result.value == pytest.approx((0.2 + 1 + 0 + 1.4) / sqrt(2) / 4)
    assert result.extra["means"] == pytest.approx({"x": 0.4, "y": -0.7})
    assert result.extra["same_side_for_all_pairs"] == 1


@pytest.mark.parametrize(("c", "expected"), [(0, 1.0), (1, 2.6 / sqrt(2) / 4), (2, (0.04 + 1 + 0 + 1.96) / 2 / 4)])
def test_the_exponent(c: float, expected: float) -> None:
    query = query_of({"x": ["p", "q", "r", "s"]})
    result = measured("direct-bias", space_of(ROWS), query, given=PAIR, params={"c": c})
    assert result.value == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("c", [0.0, 0.5, 1.0, 2.0])
def test_several_pairs_by_loops(c: float) -> None:
    v = replace(random_vectors((3, 2), 5, 0), pairs=random_pairs(4, 5, 1))
    assert v.pairs is not None
    words = np.concatenate([t.vectors for t in v.targets])
    together = list(zip(v.pairs.one.vectors, v.pairs.other.vectors, strict=True))
    found = direct_bias(v, c=c)
    by_pair = [[cosine(w, x) - cosine(w, y) for w in words] for x, y in together]
    assert np.concatenate(found.groups) == pytest.approx(np.mean(by_pair, axis=0))
    assert list(found.extra["by_pair"]) == list(v.pairs.labels)
    assert list(found.extra["by_pair"].values()) == [pytest.approx(row) for row in by_pair]
    directions = [unit(x[None])[0] - unit(y[None])[0] for x, y in together]
    assert found.value == pytest.approx(np.mean([[abs(cosine(w, g)) ** c for g in directions] for w in words]))
    signs = np.sign(by_pair)
    assert found.extra["same_side_for_all_pairs"] == pytest.approx(np.mean((signs == signs[0]).all(axis=0)))


def test_one_component_of_one_pair_is_the_pair_itself() -> None:
    query = query_of({"x": ["p", "q", "r", "s"]})
    plain = measured("direct-bias", space_of(ROWS), query, given=PAIR)
    component = measured("direct-bias", space_of(ROWS), query, given=PAIR, params={"components": 1})
    assert component.value == pytest.approx(plain.value, rel=1e-6)
    assert scores(component) == pytest.approx({word: s / sqrt(2) for word, s in scores(plain).items()}, abs=1e-6)


@pytest.mark.parametrize("components", [1, 2, 3])
@pytest.mark.parametrize("c", [1.0, 2.0])
def test_components_as_an_eigenproblem_has_them(components: int, c: float) -> None:
    """The directions are the eigenvectors of Σ δδᵀ over the pairs' unit vectors less their mean."""
    pairs = random_pairs(5, 6, 2)
    pairs = FoundPairs(replace(pairs.one, vectors=pairs.one.vectors + 2 * np.eye(6)[0]), pairs.other)
    v = replace(random_vectors((3, 2), 6, 0), pairs=pairs)
    scatter = np.zeros((6, 6))
    for x, y in zip(unit(pairs.one.vectors), unit(pairs.other.vectors), strict=True):
        for each in (x - (x + y) / 2, y - (x + y) / 2):
            scatter += np.outer(each, each)
    _, vectors = np.linalg.eigh(scatter)
    directions = vectors[:, ::-1].T[:components]
    words = unit(np.concatenate([t.vectors for t in v.targets]))
    lengths = np.linalg.norm(words @ directions.T, axis=1)
    found = direct_bias(v, components=components, c=c)
    assert found.value == pytest.approx(np.mean(lengths**c))
    scored = np.concatenate(found.groups)
    if components == 1:
        assert np.abs(scored) == pytest.approx(lengths)
        mean = (unit(pairs.one.vectors) - unit(pairs.other.vectors)).mean(axis=0)
        sign = np.sign(mean @ directions[0])
        assert scored == pytest.approx(sign * words @ directions[0])
    else:
        assert scored == pytest.approx(lengths)
    assert found.extra["pairs"] == list(pairs.labels)


def test_more_components_than_the_pairs_span_are_refused() -> None:
    query = query_of({"x": ["p", "q"]})
    reason = skipped("direct-bias", space_of(ROWS), query, given=PAIR, params={"components": 2})
    assert "do not span 2 directions" in reason


@pytest.mark.parametrize(
    ("dim", "c", "components"), [(5, 1.0, 1), (50, 1.0, 1), (20, 2.0, 1), (20, 1.0, 3), (10, 0.5, 2)]
)
def test_the_floor_by_simulation(dim: int, c: float, components: int) -> None:
    words = unit(np.random.default_rng(0).normal(size=(200_000, dim)))
    simulated = (np.linalg.norm(words[:, :components], axis=1) ** c).mean()
    v = replace(random_vectors((2, 2), dim, 0), pairs=random_pairs(5, dim, 1))
    assert direct_bias(v, c=c, components=components).extra["floor"] == pytest.approx(simulated, rel=0.01)


def test_the_floor_of_the_card() -> None:
    """About √(2/(πd)), 0.046 for d = 300; 1/d for squares; 1 for everything that is all there is."""
    v = replace(random_vectors((2, 2), 300, 0), pairs=random_pairs(2, 300, 1))
    assert direct_bias(v).extra["floor"] == pytest.approx(sqrt(2 / (pi * 300)), rel=0.01)
    assert round(direct_bias(v).extra["floor"], 3) == 0.046
    assert direct_bias(v, c=2).extra["floor"] == pytest.approx(1 / 300)
    assert direct_bias(v, c=0).extra["floor"] == pytest.approx(1)


def test_a_word_on_the_direction_gives_1_and_no_more() -> None:
    rng = np.random.default_rng(0)
    for _ in range(50):
        x, y = rng.normal(size=(2, 7))
        pairs = FoundPairs(found_set("f", x[None]), found_set("m", y[None]))
        along = unit(x[None]) - unit(y[None])
        v = Vectors(targets=(found_set("x", along),), pairs=pairs)
        for components in (0, 1):
            value = direct_bias(v, components=components).value
            assert value is not None
            assert 1 - 1e-12 < value <= 1


def test_what_cannot_be_asked_for() -> None:
    v = replace(random_vectors((2, 2), 4, 0), pairs=random_pairs(2, 4, 1))
    with pytest.raises(SpecError, match="components=-1"):
        direct_bias(v, components=-1)
    for c in (-1.0, np.inf, np.nan):
        with pytest.raises(SpecError, match="exponent"):
            direct_bias(v, c=c)
