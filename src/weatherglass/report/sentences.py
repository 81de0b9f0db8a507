"""Findings as sentences that a careful person can defend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from weatherglass.measure.result import Result
from weatherglass.report.numbers import difference, effect, p_value, share
from weatherglass.words.query import Query

CLEAR = 0.05
Standing = Literal["clear", "unclear", "against"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence in parts, each with whether it names a set, so that a page can mark those."""

    parts: tuple[tuple[str, bool], ...]

    def text(self) -> str:
        return "".join(text for text, _ in self.parts)


def standing(result: Result) -> Standing:
    """How a test stands, by the bound of p that speaks against it.

    "against": the words separate, but in the direction that was not tested.
    """
    assert result.p is not None
    if result.p.high < CLEAR:
        return "clear"
    one_sided = result.p.alternative != "two-sided"
    return "against" if one_sided and result.p.low > 1 - CLEAR else "unclear"


def finding(result: Result, query: Query) -> Finding:
    """What a WEAT found: the direction, how strong, how surprising."""
    assert result.value is not None
    assert result.p is not None
    (one, other), (a, b) = query.targets, query.attributes
    near, far = (a.name, b.name) if result.value >= 0 else (b.name, a.name)
    means = result.extra["means"]
    numbers = (
        f"d = {effect(result.value)}; mean association with {a.name} rather than {b.name}: "
        f"{difference(means[one.name])} against {difference(means[other.name])}; p {p_value(result.p)}"
    )
    first = one.name[:1].upper() + one.name[1:]
    return Finding(
        (
            (first, True),
            (" lean more towards ", False),
            (near, True),
            (", as against ", False),
            (far, True),
            (", than ", False),
            (other.name, True),
            (f" do ({numbers}). {_reading(result)}", False),
        )
    )


def _reading(result: Result) -> str:
    assert result.p is not None
    p, stands = result.p, standing(result)
    if stands == "against":
        return "The words separate, but in the direction opposite to the one that was tested."
    if p.alternative == "two-sided":
        body = f"Counting both directions, a split this strong has p {p_value(p)}"
    elif p.ties == "strict" and p.estimate == 0:
        looked = "No other way" if p.method == "exact" else f"None of {p.partitions:,} sampled ways"
        body = f"{looked} to divide these words into two such sets gives a stronger split"
    else:
        strength = "this strong" if p.ties == "inclusive" else "stronger than this"
        body = f"A split {strength} comes up in {share(p)} of all ways to divide these words into two such sets"
    if stands == "clear":
        return f"{body}."
    return f"{body}, so the words do not separate clearly; this does not show that there is no association."
