"""Linear projection and the removal of a direction from chosen words, against the formula written out."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.mitigate.made import everything, made, pair_set, rows_of, small
from tests.spaces import Floats
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.geometry import unit
from weatherglass.mitigate.base import mitigation
from weatherglass.mitigate.roles import Roles

SEEDS = st.integers(0, 10_000)


def differences(space: Embedding, roles: Roles, *, scaled: bool) -> Floats:
    assert roles.pairs is not None
    sides = [np.array([space[pair[i][0]] for pair in roles.pairs.pairs], np.float64) for i in (0, 1)]
    one, other = map(unit, sides) if scaled else sides
    return one - other


@given(SEEDS, st.integers(1, 3))
def test_linear_projection_takes_the_directions_from_every_word_and_nothing_else(seed: int, components: int) -> None:
    space, roles = small(seed)
    along = differences(space, roles, scaled=True)
    directions = np.linalg.eigh(along.T @ along)[1][:, ::-1][:, :components].T
    rows = space.vectors.astype(np.float64)
    new = mitigation("linear-projection", components=components).fit_transform(space, roles).vectors
    assert new == pytest.approx(rows - rows @ directions.T @ directions, abs=1e-5)
    lengths = np.linalg.norm(new, axis=1)
    assert (np.abs(new @ directions.T).max(axis=1) < 1e-6 * np.maximum(lengths, 1)).all()
    assert np.abs(lengths - 1).max() > 0.1, "rows are not to be scaled"


def test_linear_projection_of_chosen_words_leaves_the_others() -> None:
    space, roles = small(1)
    chosen = Roles(language="en", pairs=roles.pairs, neutral=("n1", "n2"))
    method = mitigation("linear-projection").fit(space, chosen)
    after = method.transform(space)
    moved = {each for each in space.words if not np.array_equal(space[each], after[each])}
    assert moved == {"n1", "n2"}
    assert {each for each in space.words if method.fitted().treated(each)} == moved


@given(SEEDS)
def test_the_removed_direction_is_the_first_of_the_differences_as_they_are(seed: int) -> None:
    space, roles = small(seed)
    chosen = ("n0", "n3", "s1")
    method = mitigation("direction-removal").fit(space, Roles(language="en", pairs=roles.pairs, neutral=chosen))
    along = differences(space, roles, scaled=False)
    direction = np.linalg.eigh(along.T @ along)[1][:, -1]
    direction = direction if along.mean(axis=0) @ direction > 0 else -direction
    assert method.fitted().directions[0] == pytest.approx(direction, abs=1e-6)
    after = method.transform(space)
    for each in space.words:
        row = space[each].astype(np.float64)
        if each in chosen:
            assert after[each] == pytest.approx(row - (row @ direction) * direction, abs=1e-5)
        else:
            assert after[each].tobytes() == space[each].tobytes()


def test_the_direction_points_from_the_second_words_to_the_first() -> None:
    space = made({"good": (3, 1, 0), "bad": (-1, 1, 0), "happy": (1, 0, 1), "sad": (0, 0, 1), "Anna": (2, 2, 2)})
    roles = Roles(language="en", pairs=pair_set(("good", "bad"), ("happy", "sad")), neutral=("Anna",))
    method = mitigation("direction-removal").fit(space, roles)
    assert method.fitted().directions[0] == pytest.approx((1, 0, 0), abs=1e-7)
    assert method.transform(space)["Anna"] == pytest.approx((0, 2, 2), abs=1e-6)
    turned = Roles(language="en", pairs=pair_set(("bad", "good"), ("sad", "happy")), neutral=("Anna",))
    assert mitigation("direction-removal").fit(space, turned).fitted().directions[0] == pytest.approx(
        (-1, 0, 0), abs=1e-7
    )


def test_without_words_given_it_is_the_first_names_that_lose_sentiment() -> None:
    space = everything("de")
    method = mitigation("direction-removal").fit(space, "de")
    after = method.transform(space)
    moved = [each for each in space.words if not np.array_equal(space[each], after[each])]
    assert moved
    assert moved == [each for each in space.words if method.fitted().treated(each)]
    names = unit(np.array([after[each] for each in moved]))
    assert np.abs(names @ method.fitted().directions.T).max() < 1e-6
    assert np.abs(unit(rows_of(space, moved[0])) @ method.fitted().directions.T).max() > 0.1


@pytest.mark.parametrize("name", ["linear-projection", "direction-removal"])
def test_words_not_fitted_on_are_treated_by_the_same_rule(name: str) -> None:
    space, roles = small(2)
    chosen = Roles(language="en", pairs=roles.pairs, neutral=("n0",))
    method = mitigation(name).fit(space, chosen)
    other = made({"n0": np.arange(7) + 1.0, "unseen": np.arange(7) - 3.0})
    after = method.transform(other)
    assert np.abs(after["n0"].astype(np.float64) @ method.fitted().directions.T).max() < 1e-5
    assert np.array_equal(after["unseen"], other["unseen"])
