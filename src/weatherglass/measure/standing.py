"""How a test stands: clear or not, by the bounds of p, and in which direction."""

from __future__ import annotations

from typing import Literal

from weatherglass.measure.result import Result
from weatherglass.measure.scrutiny import SIGNIFICANT

Standing = Literal["clear", "unclear", "against", "undecided"]


def standing(result: Result) -> Standing:
    """How a test stands, by the bounds of p.

    "undecided": 0.05 lies between them. "against": the words separate, but in the direction that was not tested.
    """
    assert result.p is not None
    if result.p.high < SIGNIFICANT:
        return "clear"
    if result.p.low < SIGNIFICANT:
        return "undecided"
    one_sided = result.p.alternative != "two-sided"
    return "against" if one_sided and result.p.low > 1 - SIGNIFICANT else "unclear"


def against_the_test(result: Result) -> bool:
    """Whether the value has the sign that was not tested for."""
    assert result.p is not None
    value = result.value or 0.0
    return {"greater": value < 0, "less": value > 0, "two-sided": False}[result.p.alternative]
