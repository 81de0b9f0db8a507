"""Findings as sentences that a careful person can defend."""

from __future__ import annotations

from dataclasses import dataclass

from weatherglass.measure.result import Result
from weatherglass.report.numbers import difference, effect, probability, share
from weatherglass.words.query import Query

CLEAR = 0.05


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence in parts, so that a page can mark the set names."""

    first: str
    second: str
    nearer: str
    farther: str
    numbers: str
    reading: str

    def text(self) -> str:
        return (
            f"Compared with {self.second}, {self.first} lie closer to {self.nearer} than to {self.farther} ({self.numbers}). "
            f"{self.reading}"
        )


def is_clear(result: Result) -> bool:
    """Whether even the upper bound of p is below the usual threshold."""
    return result.p is not None and result.p.high < CLEAR


def finding(result: Result, query: Query) -> Finding:
    """What a WEAT found: the direction, how strong, how surprising."""
    assert result.value is not None
    assert result.p is not None
    (one, other), (a, b) = query.targets, query.attributes
    near, far = (a.name, b.name) if result.value >= 0 else (b.name, a.name)
    numbers = (
        f"d = {effect(result.value)}, difference of mean associations {difference(result.extra['difference'])}, "
        f"p = {probability(result.p.estimate)}"
    )
    return Finding(one.name, other.name, near, far, numbers, _reading(result))


def _reading(result: Result) -> str:
    assert result.p is not None
    assert result.value is not None
    p, rate = result.p, share(result.p.estimate)
    if p.alternative == "greater" and result.value < 0:
        return (
            f"This runs against the direction that was tested: {rate} of all ways to divide these words give at least as "
            "high a value."
        )
    if p.alternative == "less" and result.value > 0:
        return (
            f"This runs against the direction that was tested: {rate} of all ways to divide these words give at most this "
            "value."
        )
    if p.alternative == "two-sided":
        body = f"A split this strong in either direction has p = {probability(p.estimate)}"
    else:
        body = f"A split this strong comes up in {rate} of all ways to divide these words into two such sets"
    if is_clear(result):
        return f"{body}."
    return f"{body}, so the words do not separate clearly; this does not show that there is no association."
