"""Null-space projection: a linear classifier of the test's own finds nothing any more, and what it cost is told."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

from tests.mitigate.made import made, pair_set
from tests.spaces import Floats
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import read
from weatherglass.embedding.geometry import unit
from weatherglass.embedding.sample import sample_path
from weatherglass.errors import SpecError
from weatherglass.measure.base_pairs import direct_bias
from weatherglass.mitigate.base import Method, mitigation
from weatherglass.mitigate.roles import Cast, Roles
from weatherglass.words.lookup import Match

DIM = 30
ROLES = Roles(language="en", pairs=pair_set(("upa", "downa"), ("upb", "downb"), ("upc", "downc")))


def letters(i: int) -> str:
    return "".join(chr(97 + int(digit)) for digit in f"{i:05d}")


@cache
def planted(words: int = 1600, dim: int = DIM) -> Embedding:
    """Every word has a side, which shows along three axes; the pairs lie along the first."""
    rng = np.random.default_rng(0)
    vectors: dict[str, Floats] = {}
    for letter in "abc":
        common = rng.normal(size=dim)
        vectors |= {f"up{letter}": common + 3 * np.eye(dim)[0], f"down{letter}": common - 3 * np.eye(dim)[0]}
    lean = np.zeros(dim)
    lean[:3] = 1.2, 0.9, 0.7
    for i in range(words):
        vectors["n" + letters(i)] = rng.normal(size=dim) + (-1) ** i * lean
    return made(vectors)


def words_of(space: Embedding, method: Method) -> tuple[Floats, Floats]:
    """Words that the method was not fitted on, and which side is planted in them."""
    free = [i for i, word in enumerate(space.words) if word.startswith("n") and word not in method.fitted().used]
    return np.array(free), np.array([i % 2 for i in free])


def told_right(classifier: LinearSVC | LogisticRegression, rows: Floats, sides: Floats) -> float:
    """Of held-out words, after training on the first half."""
    half = len(rows) // 2
    return float(classifier.fit(rows[:half], sides[:half]).score(rows[half:], sides[half:]))


@cache
def fitted(most: int = 300, rounds: int = 20, seed: int = 0) -> Method:
    return mitigation("null-space", most=most, rounds=rounds, seed=seed).fit(planted(), ROLES)


@pytest.mark.parametrize(
    "classifier", [LinearSVC(C=1.0), LogisticRegression(C=10.0, max_iter=2000)], ids=["svm", "logistic"]
)
def test_a_linear_classifier_sees_the_side_of_words_before_and_guesses_after(
    classifier: LinearSVC | LogisticRegression,
) -> None:
    space, method = planted(), fitted(most=790)
    rows, sides = words_of(space, method)
    assert len(rows) > 300
    before = told_right(classifier, unit(space.vectors[rows]), sides)
    after = told_right(classifier, unit(method.transform(space).vectors[rows]), sides)
    assert before > 0.85
    assert abs(after - 0.5) < 3 * np.sqrt(0.25 / (len(rows) / 2))


def test_directions_are_orthonormal_and_taken_from_every_word() -> None:
    method = fitted()
    directions = method.fitted().directions
    assert directions @ directions.T == pytest.approx(np.eye(len(directions)), abs=1e-9)
    after = unit(method.transform(planted()).vectors)
    assert np.abs(after @ directions.T).max() < 1e-6
    assert all(map(method.fitted().treated, planted().words))


def test_what_it_tells_of_its_accuracy_is_so() -> None:
    facts = fitted().fitted().facts
    assert facts["accuracy"][0] > 0.85
    assert facts["accuracy"][1] <= 0.5 + np.sqrt(0.25 / 120)
    assert facts["rounds"] == len(fitted().fitted().directions) > 1
    assert (facts["trained_on"], facts["held_out"]) == (360, 120)
    assert abs(facts["accuracy_held_out"] - 0.5) < 4 * np.sqrt(0.25 / 120)
    assert fitted().fitted().notices == ()


def test_no_held_out_word_is_called_used_and_all_others_are() -> None:
    used = fitted().fitted().used
    assert {word for word in used if word.startswith(("up", "down"))} == {
        f"{side}{x}" for side in ("up", "down") for x in "abc"
    }
    assert len(used) == 6 + 600 - 120


def test_the_sides_are_the_words_that_lean_most() -> None:
    space, method = planted(), fitted()
    cast = Cast(space, ROLES, Match())
    lean = direct_bias(space.vectors.astype(np.float64), cast.pairs()).mean(axis=0)
    assert cast.leaning(cast.pairs()) == pytest.approx(lean)
    words = [i for i, word in enumerate(space.words) if word.startswith("n")]
    order = sorted(words, key=lambda i: -lean[i])
    most = {space.words[i] for i in (*order[:300], *order[-300:])}
    assert {word for word in method.fitted().used if word.startswith("n")} < most


def test_too_few_rounds_are_told() -> None:
    method = fitted(rounds=1)
    (notice,) = method.fitted().notices
    assert notice.code == "above-chance"
    assert "After 1 rounds" in notice.text
    assert "give more rounds" in notice.text
    assert len(method.fitted().directions) == 1


def test_an_end_that_was_luck_is_told() -> None:
    """The words that end the rounds are no more than guessed, those kept apart are."""
    method = fitted(seed=20).fitted()
    assert method.facts["accuracy"][1] < 0.5
    assert method.facts["accuracy_held_out"] > 0.5 + 2 * np.sqrt(0.25 / method.facts["held_out"])
    (notice,) = method.notices
    assert notice.code == "above-chance"
    assert f"tells {method.facts['accuracy_held_out']:.0%} of words right that played no part" in notice.text


def test_something_is_left_of_every_word_however_many_rounds_there_are() -> None:
    rng = np.random.default_rng(1)
    vectors = {"upa": (1, 0, 0.1), "downa": (-1, 0, 0.1)}
    vectors |= {"n" + letters(i): (*(rng.normal(size=2) + (-1) ** i), (-1) ** i) for i in range(600)}
    space = made(vectors)
    method = mitigation("null-space", rounds=50).fit(space, Roles(language="en", pairs=pair_set(("upa", "downa"))))
    directions = method.fitted().directions
    assert len(directions) <= 2
    assert np.abs(unit(method.transform(space).vectors) @ directions.T).max() < 1e-5
    if method.fitted().notices:
        assert "no more can be taken" in method.fitted().notices[0].text


def test_the_same_seed_gives_the_same_and_another_one_other_words() -> None:
    again = mitigation("null-space", most=300, rounds=20).fit(planted(), ROLES).fitted()
    assert again.directions.tobytes() == fitted().fitted().directions.tobytes()
    assert again.facts == fitted().fitted().facts
    assert fitted(seed=1).fitted().used != again.used


def test_too_few_words_of_a_side_are_an_error_that_says_how_many_there_are() -> None:
    space = planted().subset((*planted().words[:6], *planted().words[6:60]))
    with pytest.raises(SpecError, match=r"neutral words of made lean to one of the sides; at least 50 are needed"):
        mitigation("null-space").fit(space, ROLES)


def test_on_the_vectors_that_ship() -> None:
    space = read(sample_path())
    method = mitigation("null-space", most=400).fit(space, "en")
    cast = Cast(space, Roles(language="en"), Match())
    lean = cast.leaning(cast.pairs())
    free = np.array([i for i, word in enumerate(space.words) if word not in method.fitted().used])
    order = free[np.argsort(lean[free])]
    rows = np.random.default_rng(0).permutation(np.concatenate([order[:300], order[-300:]]))
    sides = (lean[rows] > 0).astype(int)
    before = told_right(LinearSVC(), unit(space.vectors[rows]), sides)
    after = told_right(LinearSVC(), unit(method.transform(space).vectors[rows]), sides)
    assert before > 0.85
    assert after < 0.65
