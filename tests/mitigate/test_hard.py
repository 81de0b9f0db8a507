"""Hard mitigation: what is removed, what is kept, what is made equal; by hand, by properties, and by another implementation."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.mitigate.made import cosines_with, made, pair_set, rows_of, sets_of, small
from tests.spaces import Floats
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.geometry import unit
from weatherglass.mitigate.base import Method, mitigation
from weatherglass.mitigate.roles import Roles

SEEDS = st.integers(0, 10_000)
COMPONENTS = st.integers(1, 3)
TIGHT = 1e-6


def hard(seed: int, components: int = 1, **sizes: int) -> tuple[Embedding, Embedding, Method]:
    space, roles = small(seed, **sizes)
    method = mitigation("hard", components=components).fit(space, roles)
    return space, method.transform(space), method


@given(SEEDS, COMPONENTS)
def test_neutral_words_have_nothing_left_of_the_directions_and_length_one(seed: int, components: int) -> None:
    _, after, method = hard(seed, components)
    directions = method.fitted().directions
    assert directions @ directions.T == pytest.approx(np.eye(components), abs=1e-12)
    neutral = rows_of(after, "n")
    assert np.abs(neutral @ directions.T).max() < TIGHT
    assert np.linalg.norm(neutral, axis=1) == pytest.approx(1, abs=TIGHT)


@given(SEEDS, COMPONENTS)
def test_neutral_words_keep_everything_else(seed: int, components: int) -> None:
    before, after, method = hard(seed, components)
    directions = method.fitted().directions
    rows = unit(rows_of(before, "n"))
    assert rows_of(after, "n") == pytest.approx(unit(rows - rows @ directions.T @ directions), abs=TIGHT)


@given(SEEDS, COMPONENTS)
def test_protected_words_keep_their_direction(seed: int, components: int) -> None:
    before, after, _ = hard(seed, components)
    assert rows_of(after, "s") == pytest.approx(unit(rows_of(before, "s")), abs=2e-7)


@given(SEEDS, COMPONENTS, st.integers(2, 3))
def test_words_made_equal_are_equally_near_to_every_neutral_word(seed: int, components: int, of: int) -> None:
    before, after, method = hard(seed, components, of=of)
    directions = method.fitted().directions
    neutral = rows_of(after, "n")
    assert len(method.fitted().equalised) == 3
    for words in method.fitted().equalised:
        near = [cosines_with(after, each, neutral) for each in words]
        assert all(each == pytest.approx(near[0], abs=TIGHT) for each in near)
        new = np.array([after[each] for each in words], np.float64)
        assert np.linalg.norm(new, axis=1) == pytest.approx(1, abs=TIGHT)
        outside = new - new @ directions.T @ directions
        assert outside == pytest.approx(np.tile(outside[0], (of, 1)), abs=TIGHT)
        old = unit(np.array([before[each] for each in words]))
        assert outside[0] == pytest.approx((old - old @ directions.T @ directions).mean(axis=0), abs=TIGHT)


def test_words_that_were_not_treated_are_not_equally_near() -> None:
    _, after, _ = hard(1)
    specific = rows_of(after, "s")
    assert np.abs(cosines_with(after, "a0", specific) - cosines_with(after, "b0", specific)).min() > 0.01


def test_two_words_made_equal_are_opposite_within_the_subspace() -> None:
    _, after, method = hard(2, 2)
    directions = method.fitted().directions
    one, other = (directions @ after[each].astype(np.float64) for each in ("a1", "b1"))
    assert one == pytest.approx(-other, abs=TIGHT)
    assert np.linalg.norm(one) > 0.01


BY_HAND = {
    "she": (3, 4, 0),  # (0.6, 0.8, 0)
    "he": (-1.2, 1.6, 0),  # (−0.6, 0.8, 0): the pair differs by (1.2, 0, 0), so the direction is the first axis
    "nurse": (6, 0, 8),  # (0.6, 0, 0.8), without its first part (0, 0, 0.8), of length one (0, 0, 1)
    "clerk": (-2, 2, 1),  # (−2, 2, 1)/3, without its first part (0, 2, 1)/3, of length one (0, 2, 1)/√5
    "girl": (1, 2, 2),  # protected: (1, 2, 2)/3
    "queen": (1.6, 0, 1.2),  # (0.8, 0, 0.6)
    "king": (0, 0.6, 0.8),
    # μ = (0.4, 0.3, 0.7), ν = (0, 0.3, 0.7), ‖ν‖² = 0.58, √0.42 = 0.6480740698;
    # queen's first part is 0.4 above the mean's, king's 0.4 below
}
EXPECTED = {
    "nurse": (0, 0, 1),
    "clerk": (0, 0.894427191, 0.4472135955),
    "girl": (1 / 3, 2 / 3, 2 / 3),
    "she": (0.6, 0.8, 0),
    "queen": (0.6480740698, 0.3, 0.7),
    "king": (-0.6480740698, 0.3, 0.7),
}


def test_a_case_worked_out_on_paper() -> None:
    roles = Roles(
        language="en",
        pairs=pair_set(("she", "he")),
        equalise=sets_of(("queen", "king")),
        specific=("she", "he", "girl"),
    )
    after = mitigation("hard").fit_transform(made(BY_HAND), roles)
    for each, vector in EXPECTED.items():
        assert after[each] == pytest.approx(vector, abs=2e-7), each


def debiased(
    words: list[str], vectors: Floats, pairs: list[list[str]], specific: set[str], equalise: list[list[str]]
) -> Floats:
    """Bolukbasi et al. 2016 as their text says it, word by word, for a subspace of one direction."""
    new = {each: vector / np.sqrt(vector @ vector) for each, vector in zip(words, vectors, strict=True)}
    centred = []
    for one, other in pairs:
        middle = (new[one] + new[other]) / 2
        centred += [new[one] - middle, new[other] - middle]
    covariance = sum(np.outer(each, each) for each in centred)
    direction = np.linalg.eigh(covariance)[1][:, -1]
    for each in words:
        if each not in specific:
            left = new[each] - (new[each] @ direction) * direction
            new[each] = left / np.sqrt(left @ left)
    for one, other in equalise:
        middle = (new[one] + new[other]) / 2
        outside = middle - (middle @ direction) * direction
        rest = np.sqrt(1 - outside @ outside)
        if (new[one] - new[other]) @ direction < 0:
            rest = -rest
        new[one], new[other] = outside + rest * direction, outside - rest * direction
    return np.array([new[each] for each in words])


@given(SEEDS)
def test_another_implementation_finds_the_same(seed: int) -> None:
    space, roles = small(seed, dim=12)
    assert roles.pairs is not None
    pairs = [[one[0], other[0]] for one, other in roles.pairs.pairs]
    sets = [[one[0], other[0]] for one, other in roles.equalise or ()]
    expected = debiased(list(space.words), space.vectors.astype(np.float64), pairs, set(roles.specific or ()), sets)
    assert mitigation("hard").fit_transform(space, roles).vectors == pytest.approx(expected, abs=TIGHT)


def test_a_set_whose_words_do_not_differ_along_the_direction_is_named_and_not_moved() -> None:
    vectors = {**BY_HAND, "aunt": (0, 1, 0), "uncle": (0, 0, 1)}
    roles = Roles(
        language="en",
        pairs=pair_set(("she", "he")),
        equalise=sets_of(("queen", "king"), ("aunt", "uncle")),
        specific=("she", "he", "aunt", "uncle"),
    )
    method = mitigation("hard").fit(made(vectors), roles)
    assert [notice.code for notice in method.fitted().notices] == ["not-equalised"]
    assert "aunt–uncle" in method.fitted().notices[0].text
    assert method.transform(made(vectors))["aunt"] == pytest.approx((0, 1, 0))


def test_no_sets_at_all_leave_the_pairs_apart() -> None:
    space, roles = small(3)
    given = Roles(language="en", pairs=roles.pairs, equalise=(), specific=roles.specific)
    method = mitigation("hard").fit(space, given)
    assert method.fitted().equalised == ()
    assert method.transform(space)["a0"] == pytest.approx(unit(space["a0"][None])[0], abs=2e-7)


def test_pairs_about_something_else_are_made_equal_themselves_and_she_and_he_stay_as_they_were() -> None:
    """The lists of gendered words say nothing about another direction."""
    rng = np.random.default_rng(0)
    words = ["rich", "poor", "costly", "cheap", "she", "he", "mother", "father", "table", "chair"]
    space = made({each: rng.normal(size=5) for each in words})
    method = mitigation("hard").fit(space, Roles(language="en", pairs=pair_set(("rich", "poor"), ("costly", "cheap"))))
    assert set(method.fitted().equalised) == {("rich", "poor"), ("costly", "cheap")}
    after, direction = method.transform(space), method.fitted().directions
    treated = np.array([after[each] for each in ("she", "he", "mother", "father", "table", "chair")], np.float64)
    assert np.abs(treated @ direction.T).max() < TIGHT
    assert cosines_with(after, "rich", treated) == pytest.approx(cosines_with(after, "poor", treated), abs=TIGHT)


def multi_class(seed: int, components: int) -> tuple[Embedding, Embedding, Method]:
    space, roles = small(seed, of=3, sets=4)
    method = mitigation("multi-class", components=components).fit(space, Roles(language="en", equalise=roles.equalise))
    return space, method.transform(space), method


@given(SEEDS, st.integers(1, 4))
def test_three_classes_are_equally_near_to_every_other_word(seed: int, components: int) -> None:
    _, after, method = multi_class(seed, components)
    others = np.concatenate([rows_of(after, letter) for letter in "nsxy"])
    assert np.abs(others @ method.fitted().directions.T).max() < TIGHT
    for words in method.fitted().equalised:
        near = [cosines_with(after, each, others) for each in words]
        assert near[0] == pytest.approx(near[1], abs=TIGHT)
        assert near[0] == pytest.approx(near[2], abs=TIGHT)


def test_the_subspace_of_classes_is_that_of_their_words_about_the_mean_of_each_set() -> None:
    space, _, method = multi_class(5, 2)
    scatter = np.zeros((space.dim, space.dim))
    for i in range(4):
        rows = unit(np.array([space[f"{letter}{i}"] for letter in "abc"]))
        for row in rows:
            scatter += np.outer(row - rows.mean(axis=0), row - rows.mean(axis=0))
    first = np.linalg.eigh(scatter)[1][:, :-3:-1].T
    assert np.abs(first @ method.fitted().directions.T) == pytest.approx(np.eye(2), abs=1e-9)


def test_words_of_a_set_that_is_not_whole_are_not_taken_for_neutral() -> None:
    space, roles = small(4, of=3)
    sets = (*(roles.equalise or ()), *sets_of(("s0", "s1", "absent")))
    method = mitigation("multi-class").fit(space, Roles(language="en", equalise=sets))
    assert not any(map(method.fitted().treated, ("s0", "s1", "S1", "a0")))
    assert method.fitted().treated("s2")
