"""The tests of one run as a family: p-values corrected for how many there are."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from weatherglass.measure.scrutiny import SIGNIFICANT
from weatherglass.stats.multiplicity import PROCEDURES, Procedure, Verdict, adjust, adjust_bounds, verdict
from weatherglass.stats.permutation import PValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """An adjusted p-value with bounds, and what they say at 0.05; "inconclusive" when they lie on both sides."""

    procedure: Procedure
    estimate: float
    low: float
    high: float
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjusted:
    """A test's p-value among the `family` tests of its run.

    `counted_with`: an earlier test of the run with the same words, with which it is counted as one.
    """

    family: int
    corrections: tuple[Correction, ...]
    counted_with: str | None = None

    def by(self, procedure: Procedure) -> Correction:
        return next(each for each in self.corrections if each.procedure == procedure)


def adjust_family(tests: Sequence[tuple[str, Hashable, PValue]]) -> list[Adjusted]:
    """Adjust (name, words, p) of each test; tests of the same words are one test under two names."""
    first: dict[Hashable, int] = {}
    for i, (_, words, _) in enumerate(tests):
        first.setdefault(words, i)
    members = list(first.values())
    place = {i: k for k, i in enumerate(members)}
    p = [tests[i][2] for i in members]
    table = {
        procedure: (
            adjust([each.estimate for each in p], procedure),
            *adjust_bounds([each.low for each in p], [each.high for each in p], procedure),
        )
        for procedure in PROCEDURES
    }
    found = []
    for i, (_, words, _) in enumerate(tests):
        twin = first[words]
        corrections = []
        for procedure, columns in table.items():
            estimate, low, high = (float(column[place[twin]]) for column in columns)
            decided = verdict(low, high, SIGNIFICANT)
            corrections.append(Correction(procedure=procedure, estimate=estimate, low=low, high=high, verdict=decided))
        found.append(
            Adjusted(
                family=len(members),
                corrections=tuple(corrections),
                counted_with=tests[twin][0] if twin != i else None,
            )
        )
    return found
