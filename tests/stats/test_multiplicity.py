"""Adjusted p-values against statsmodels, by hand, and by the properties that bounds rely on."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from weatherglass.errors import SpecError, UnknownName
from weatherglass.stats.multiplicity import PROCEDURES, Procedure, Verdict, adjust, adjust_bounds, verdict

THEIRS = {"holm": "holm", "benjamini-hochberg": "fdr_bh", "benjamini-yekutieli": "fdr_by"}
# A few round values make ties likely, also with the ends 0 and 1.
P = st.one_of(st.sampled_from([0.0, 0.001, 0.01, 0.02, 0.05, 0.5, 1.0]), st.floats(0, 1))
EACH = pytest.mark.parametrize("procedure", PROCEDURES)


@pytest.fixture(autouse=True)
def _no_looking_for_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    """statsmodels does so at every call of Holm's method, which amid thousands of collected tests takes a second each time."""
    monkeypatch.setattr(gc, "collect", lambda: 0)


def test_every_procedure_is_compared() -> None:
    assert tuple(THEIRS) == PROCEDURES


@EACH
@given(p=st.lists(P, min_size=1, max_size=25))
def test_against_statsmodels(procedure: Procedure, p: list[float]) -> None:
    theirs = multipletests(p, method=THEIRS[procedure])[1]
    np.testing.assert_allclose(adjust(p, procedure), theirs, rtol=1e-12, atol=1e-300)


@EACH
@given(p=st.lists(P, max_size=25))
def test_never_below_the_p_value_and_in_the_same_order(procedure: Procedure, p: list[float]) -> None:
    adjusted = adjust(p, procedure)
    assert (adjusted >= p).all()
    assert (adjusted <= 1).all()
    for mine, own in zip(p, adjusted, strict=True):
        assert (adjusted[np.array(p) == mine] == own).all()
        assert (adjusted[np.array(p) > mine] >= own).all()


@EACH
@given(p=st.lists(P, min_size=1, max_size=15), data=st.data())
def test_raising_one_lowers_none(procedure: Procedure, p: list[float], data: st.DataObject) -> None:
    i = data.draw(st.integers(0, len(p) - 1))
    raised = [*p[:i], max(p[i], data.draw(P)), *p[i + 1 :]]
    assert (adjust(raised, procedure) >= adjust(p, procedure)).all()


@EACH
@given(triples=st.lists(st.tuples(P, P, P).map(sorted), max_size=15))
def test_bounds_hold_for_all_between(procedure: Procedure, triples: list[list[float]]) -> None:
    low, between, high = np.array(triples, float).reshape(-1, 3).T
    lowest, highest = adjust_bounds(low, high, procedure)
    adjusted = adjust(between, procedure)
    assert (lowest <= adjusted).all()
    assert (adjusted <= highest).all()


@EACH
@given(p=st.lists(P, max_size=10))
def test_bounds_that_meet_give_the_adjusted_value(procedure: Procedure, p: list[float]) -> None:
    low, high = adjust_bounds(p, p, procedure)
    assert low.tolist() == high.tolist() == adjust(p, procedure).tolist()


@pytest.mark.parametrize(
    ("procedure", "by_hand"),
    [
        # In order: 0.005, 0.01, 0.03, 0.04. Times 4, 3, 2, 1: 0.02, 0.03, 0.06, 0.04; the last may not be below 0.06.
        ("holm", [0.03, 0.06, 0.06, 0.02]),
        # Times 4/1, 4/2, 4/3, 4/4: 0.02, 0.02, 0.04, 0.04.
        ("benjamini-hochberg", [0.02, 0.04, 0.04, 0.02]),
        # Those times 1 + 1/2 + 1/3 + 1/4 = 25/12.
        ("benjamini-yekutieli", [0.5 / 12, 1 / 12, 1 / 12, 0.5 / 12]),
    ],
)
def test_by_hand(procedure: Procedure, by_hand: list[float]) -> None:
    assert adjust([0.01, 0.04, 0.03, 0.005], procedure) == pytest.approx(by_hand, rel=1e-12)


def test_a_larger_p_is_pulled_down_to_the_next_by_benjamini_hochberg() -> None:
    # Times 3, 3/2, 1: 0.12, 0.0675, 0.048; none may be above a later one.
    assert adjust([0.04, 0.045, 0.048], "benjamini-hochberg") == pytest.approx([0.048] * 3, rel=1e-12)


@EACH
def test_one_p_stays_and_large_ones_stop_at_one(procedure: Procedure) -> None:
    assert adjust([0.03], procedure).tolist() == [0.03]
    assert adjust([0.9, 1, 1], procedure).max() == 1


@EACH
def test_none_at_all(procedure: Procedure) -> None:
    assert adjust([], procedure).shape == (0,)
    assert adjust([], procedure).dtype == np.float64
    assert [len(bound) for bound in adjust_bounds([], [], procedure)] == [0, 0]


@EACH
def test_what_was_given_is_left_alone(procedure: Procedure) -> None:
    p = np.array([0.5, 0.01, 0.2])
    adjust(p, procedure)
    assert p.tolist() == [0.5, 0.01, 0.2]


@pytest.mark.parametrize(
    ("p", "says"),
    [
        ([0.1, -0.01], "1 of 2 do not, the first is number 2, -0.01"),
        ([1.5, 0.1, 2], "2 of 3 do not, the first is number 1, 1.5"),
        ([0.1, float("nan")], "number 2, nan"),
        ([float("inf")], "number 1, inf"),
        (0.1, r"an array of shape \(\)"),
        ([[0.1, 0.2]], r"an array of shape \(1, 2\)"),
    ],
)
def test_bad_p_values(p: Any, says: str) -> None:
    with pytest.raises(SpecError, match=says):
        adjust(p, "holm")
    with pytest.raises(SpecError, match=says):
        adjust_bounds(p, p, "holm")


def test_bad_bounds() -> None:
    with pytest.raises(SpecError, match="2 lower and 1 upper"):
        adjust_bounds([0.1, 0.2], [0.3], "holm")
    with pytest.raises(SpecError, match=r"number 2 is 0\.3 and 0\.2"):
        adjust_bounds([0.1, 0.3], [0.1, 0.2], "holm")


@pytest.mark.parametrize("p", [[0.1], []])
def test_an_unknown_procedure(p: list[float]) -> None:
    with pytest.raises(UnknownName, match="Did you mean 'holm'"):
        adjust(p, "holms")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0.01, 0.04, "clear"),
        (0.0, np.nextafter(0.05, 0), "clear"),
        (0.04, 0.05, "inconclusive"),
        (0.04, 0.06, "inconclusive"),
        (0.05, 0.05, "not clear"),
        (0.05, 0.06, "not clear"),
        (0.2, 1.0, "not clear"),
    ],
)
def test_verdict(low: float, high: float, expected: Verdict) -> None:
    assert verdict(low, high, 0.05) == expected


@given(P, P, st.floats(0, 1, exclude_min=True, exclude_max=True))
def test_bounds_are_inconclusive_where_their_ends_differ(one: float, other: float, alpha: float) -> None:
    low, high = sorted((one, other))
    ends = {verdict(low, low, alpha), verdict(high, high, alpha)}
    assert "inconclusive" not in ends
    assert verdict(low, high, alpha) == (ends.pop() if len(ends) == 1 else "inconclusive")


@pytest.mark.parametrize(
    ("low", "high"), [(0.2, 0.1), (-0.1, 0.1), (0.1, 1.1), (0.1, float("nan")), (float("nan"), 0.1)]
)
def test_verdict_on_bad_bounds(low: float, high: float) -> None:
    with pytest.raises(SpecError, match=f"low={low} and high={high}"):
        verdict(low, high, 0.05)


@pytest.mark.parametrize("alpha", [0, 1, 5, float("nan")])
def test_verdict_at_a_bad_level(alpha: float) -> None:
    with pytest.raises(SpecError, match=f"alpha={alpha}"):
        verdict(0.01, 0.02, alpha)
