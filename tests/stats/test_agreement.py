"""Kappas against scikit-learn and statsmodels, by hand, and where the formula has no answer."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats import inter_rater

from weatherglass.errors import SpecError
from weatherglass.stats.agreement import Kappa, cohen_kappa, fleiss_kappa, landis_koch

PAIRS = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1, max_size=30)


@st.composite
def tables(draw: st.DrawFn) -> list[list[int]]:
    raters, categories = draw(st.integers(2, 6)), draw(st.integers(1, 4))
    item = st.lists(st.integers(0, categories - 1), min_size=raters, max_size=raters)
    return [[labels.count(c) for c in range(categories)] for labels in draw(st.lists(item, min_size=1, max_size=12))]


@given(PAIRS)
def test_cohen_agrees_with_scikit_learn(pairs: list[tuple[str, str]]) -> None:
    assume(len({label for pair in pairs for label in pair}) > 1)
    a, b = zip(*pairs, strict=True)
    kappa = cohen_kappa(a, b)
    assert kappa.value == pytest.approx(cohen_kappa_score(a, b), abs=1e-12)
    assert kappa.items == len(pairs)
    assert not kappa.decided


@given(tables())
def test_fleiss_agrees_with_statsmodels(table: list[list[int]]) -> None:
    assume(sum(map(any, zip(*table, strict=True))) > 1)
    kappa = fleiss_kappa(table)
    assert kappa.value == pytest.approx(inter_rater.fleiss_kappa(np.array(table)), abs=1e-12)
    assert kappa.items == len(table)
    assert not kappa.decided


@given(PAIRS)
def test_fleiss_for_two_raters_is_never_above_cohen(pairs: list[tuple[str, str]]) -> None:
    fleiss = fleiss_kappa([[pair.count(label) for label in "abc"] for pair in pairs])
    cohen = cohen_kappa(*zip(*pairs, strict=True))
    assert fleiss.observed == cohen.observed
    assert fleiss.value <= cohen.value


def test_cohen_by_hand() -> None:
    # Of 50 items both say yes to 20 and no to 15; only a says yes to 5, only b to 10. Observed: 35/50 = 0.7.
    # a says yes to 25, b to 30. Expected: 25/50 · 30/50 + 25/50 · 20/50 = 0.5. Kappa: (0.7 − 0.5) / (1 − 0.5) = 0.4,
    # which in floating point would be 0.3999…
    a = ["yes"] * 25 + ["no"] * 25
    b = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15
    assert cohen_kappa(a, b) == Kappa(value=0.4, observed=0.7, expected=0.5, items=50, decided=False)
    assert cohen_kappa(a, b).words == "fair"


def test_fleiss_by_hand() -> None:
    # Three raters. Of the three pairs of ratings for an item agree 3, 1 and 3. Observed: 7/9.
    # Of nine ratings 4 and 5 are in the two categories. Expected: (16 + 25) / 81 = 41/81.
    # Kappa: (63/81 − 41/81) / (40/81) = 22/40.
    kappa = fleiss_kappa([[3, 0], [1, 2], [0, 3]])
    assert kappa == Kappa(value=0.55, observed=7 / 9, expected=41 / 81, items=3, decided=False)
    assert kappa.words == "moderate"


def test_complete_disagreement() -> None:
    assert cohen_kappa("ab", "ba").value == -1
    assert fleiss_kappa([[1, 1], [1, 1]]).value == -1
    assert cohen_kappa("ab", "ba").words == "poor"


def test_each_rater_keeping_to_another_label_is_chance_and_not_decided() -> None:
    assert cohen_kappa("aaa", "bbb") == Kappa(value=0, observed=0, expected=0, items=3, decided=False)


@pytest.mark.parametrize("kappa", [cohen_kappa("aaa", "aaa"), fleiss_kappa([[0, 4, 0]] * 3)], ids=["cohen", "fleiss"])
def test_one_category_throughout_is_decided(kappa: Kappa) -> None:
    assert kappa == Kappa(value=1, observed=1, expected=1, items=3, decided=True)


def test_full_agreement_on_two_categories_is_not_decided() -> None:
    assert cohen_kappa("aab", "aab") == Kappa(value=1, observed=1, expected=5 / 9, items=3, decided=False)
    assert not fleiss_kappa([[2, 0], [2, 0], [0, 2]]).decided


def test_labels_of_any_kind() -> None:
    a, b = [("x", 1), None, 3, "d"], [("x", 1), None, 4, "d"]
    assert cohen_kappa(a, b).observed == 0.75
    assert cohen_kappa(a, b) == cohen_kappa("abcd", "abed")


def test_counts_in_a_narrow_type_do_not_overflow() -> None:
    table = np.array([[200, 0], [0, 200]], np.uint8)
    assert fleiss_kappa(table) == Kappa(value=1, observed=1, expected=0.5, items=2, decided=False)


def test_a_kappa_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        cohen_kappa("ab", "ab").value = 0.0  # type: ignore[misc]


@pytest.mark.parametrize(
    ("value", "word"),
    [
        (-1, "poor"), (-0.004, "poor"), (-0.0, "slight"), (0, "slight"), (0.2, "slight"),
        (np.nextafter(0.2, 1), "fair"), (0.205, "fair"), (0.21, "fair"), (0.4, "fair"),
        (0.401, "moderate"), (0.6, "moderate"), (0.601, "substantial"), (0.8, "substantial"),
        (0.801, "almost perfect"), (1, "almost perfect"),
    ],
)  # fmt: skip
def test_words(value: float, word: str) -> None:
    assert landis_koch(value) == word


@pytest.mark.parametrize("value", [float("nan"), 1.01, -1.01, 55])
def test_words_for_what_is_no_kappa(value: float) -> None:
    with pytest.raises(SpecError, match=f"between -1 and 1; {value} was given"):
        landis_koch(value)


@pytest.mark.parametrize(
    ("a", "b", "says"),
    [
        ("abc", "ab", "one gave 3, the other 2"),
        ("", "a", "one gave 0, the other 1"),
        ("", "", "both lists of labels are empty"),
        (["a", float("nan")], ["a", np.float32("nan")], "2 of 4 labels are NaN"),
    ],
)
def test_bad_labels(a: Any, b: Any, says: str) -> None:
    with pytest.raises(SpecError, match=says):
        cohen_kappa(a, b)


@pytest.mark.parametrize(
    ("counts", "says"),
    [
        ([], r"needs items; a table of shape \(0,\)"),
        (np.zeros((0, 3), int), r"needs items; a table of shape \(0, 3\)"),
        ([[], []], r"needs items; a table of shape \(2, 0\)"),
        ([2, 1], r"an array of shape \(2,\)"),
        ([[[2, 1]]], r"an array of shape \(1, 1, 2\)"),
        ([[2, 1], [3]], "the rows differ in length"),
        ([[2, 1], [2, 2]], "add up to between 3 and 4"),
        ([[3, -1], [1, 1]], "-1 was given"),
        ([[1.5, 0.5]], "float64"),
        ([[2.0, 1.0]], "whole numbers stored as floats"),
        ([[float("nan"), 1]], "float64"),
        ([["yes", "no"]], "not shares or labels"),
        ([[True, True]], "bool"),
        ([[1, 0], [0, 1]], "each row adds up to 1"),
        ([[0, 0]], "each row adds up to 0"),
    ],
)
def test_bad_counts(counts: Any, says: str) -> None:
    with pytest.raises(SpecError, match=says):
        fleiss_kappa(counts)
