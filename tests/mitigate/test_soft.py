"""Soft mitigation on spaces: what λ does, sums and means, and what is told."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.mitigate.made import everything, rows_of, small
from tests.mitigate.test_soft_objective import by_loops
from weatherglass.embedding.geometry import unit
from weatherglass.mitigate.base import mitigation
from weatherglass.mitigate.steps import Multiply

SEEDS = st.integers(0, 10_000)


@given(SEEDS)
def test_with_a_weight_of_nothing_no_inner_product_changes(seed: int) -> None:
    space, roles = small(seed)
    after = mitigation("soft", lam=0.0).fit_transform(space, roles).vectors.astype(np.float64)
    units = unit(space.vectors)
    assert after @ after.T == pytest.approx(units @ units.T, abs=1e-6)


@pytest.mark.parametrize("sums", [False, True])
@pytest.mark.parametrize("components", [1, 2])
@settings(max_examples=8)
@given(seed=SEEDS)
def test_the_objective_is_that_of_the_paper_on_the_words_themselves(sums: bool, components: int, seed: int) -> None:
    space, roles = small(seed)
    method = mitigation("soft", lam=0.7, components=components, sums=sums).fit(space, roles)
    words, fitted = unit(space.vectors), method.fitted()
    neutral = unit(rows_of(space, "n"))
    weight = 0.7 if sums else 0.7 * len(words) ** 2 / (len(neutral) * components)
    (multiply,) = (step for step in fitted.steps if isinstance(step, Multiply))
    before, after = fitted.facts["objective"]
    assert before == pytest.approx(by_loops(words, neutral, fitted.directions, weight, np.eye(space.dim)), rel=1e-6)
    assert after == pytest.approx(by_loops(words, neutral, fitted.directions, weight, multiply.matrix), rel=1e-6)
    assert after < before
    new = words @ multiply.matrix
    assert method.transform(space).vectors == pytest.approx(unit(new), abs=1e-6)
    left = np.linalg.norm(neutral @ multiply.matrix @ multiply.matrix @ fitted.directions.T)
    share = left / np.linalg.norm(neutral @ fitted.directions.T)
    assert fitted.facts["left_along_the_directions"] == pytest.approx(share, rel=1e-6)


def test_the_more_weight_the_less_is_left_until_every_word_has_lost_the_direction() -> None:
    space, roles = small(1)
    left = []
    for lam in (0.0, 0.05, 1.0, 100.0, 1e7):
        method = mitigation("soft", lam=lam).fit(space, roles)
        left.append(method.fitted().facts["left_along_the_directions"])
        after = method.transform(space).vectors.astype(np.float64)
    assert left[0] == pytest.approx(1, abs=1e-9)
    assert left == sorted(left, reverse=True)
    assert np.abs(after @ method.fitted().directions.T).max() < 0.01


def test_a_weight_that_does_next_to_nothing_is_told() -> None:
    space = everything()
    told = mitigation("soft", lam=1e-4, sums=True).fit(space, "en").fitted()
    assert "little-done" in [notice.code for notice in told.notices]
    assert told.facts["left_along_the_directions"] > 0.99
    enough = mitigation("soft").fit(space, "en").fitted()
    assert "little-done" not in [notice.code for notice in enough.notices]
    assert enough.facts["left_along_the_directions"] < 0.6
