"""What the models of a group have to say together about one test, by the rules of `rules`."""

from __future__ import annotations

from dataclasses import dataclass

from weatherglass.measure.scrutiny import SIGNIFICANT
from weatherglass.study.rules import (
    AGAINST,
    LEAST_MODELS,
    MOST_LACKING,
    MOST_SKIPPED,
    Verdict,
    chance_value,
    enough,
    speaks_for,
)
from weatherglass.study.spread import Spread


@dataclass(frozen=True, slots=True)
class Judged:
    """A spread with its verdict, and what the verdict rests on, in words.

    `conclusion`: of a stable test, "clear", "not clear" or "reversed" by p; by the sides where there is no p; "" otherwise.
    """

    spread: Spread
    verdict: Verdict
    because: str

    @property
    def conclusion(self) -> str:
        if self.verdict != "stable":
            return ""
        s = self.spread
        if not s.with_p:
            return f"{'above' if (s.above or 0) > (s.below or 0) else 'below'} {chance_value(s.measure):g}"
        if s.clear > s.unclear:
            return "clear"
        return "reversed" if _against(s) else "not clear"


def judge(spread: Spread) -> Judged:
    """The first rule that applies."""
    verdict, because = _judge(spread)
    return Judged(spread, verdict, because)


def _judge(s: Spread) -> tuple[Verdict, str]:
    if s.lacking > MOST_LACKING * s.models:
        return "too few words", f"{_of(s.lacking, s.models)} models lack words"
    without = s.models - s.measured
    if without > MOST_LACKING * s.models:
        return "not measured", f"{_of(without, s.models)} models have no value: {s.skipped[0][0]}"
    if s.measured < LEAST_MODELS:
        return "too few models", f"{s.measured} with a value"
    if not s.with_p and s.above is None:
        return "no rule", "neither p nor two sides"
    said, same = _conclusion(s)
    trouble = [] if same else [said]
    if without > MOST_SKIPPED * s.models:
        trouble.append(f"{_of(without, s.models)} models have no value")
    sides = _sides(s)
    parts = [*(trouble or [said]), sides] if s.with_p else [*trouble, sides]
    return "unstable" if trouble else "stable", "; ".join(part for part in dict.fromkeys(parts) if part)


def _conclusion(s: Spread) -> tuple[str, bool]:
    """What p says over the models, or without p the sides; and whether that is the same in (nearly) all."""
    one_side = s.above is None or s.below is None or enough(max(s.above, s.below), s.measured)
    if not s.with_p:
        return _sides(s), one_side
    if enough(s.clear, s.with_p):
        return f"p < {SIGNIFICANT:g} in {_all_or(s.clear, s.with_p)}{_meaning(s)}", one_side
    if enough(s.unclear, s.with_p):
        said = f"p ≥ {SIGNIFICANT:g} in {_all_or(s.unclear, s.with_p)}"
        return f"{said}, against the direction tested" if _against(s) else said, True
    undecided = s.with_p - s.clear - s.unclear
    said = f"p < {SIGNIFICANT:g} in {_of(s.clear, s.with_p)}"
    return f"{said}, not decided in {undecided}" if undecided else said, False


def _against(s: Spread) -> bool:
    """Whether the words separate the other way in every model, which the p of the direction tested calls not clear."""
    two_sides = s.above is not None and s.below is not None
    return two_sides and min(s.ps) > AGAINST and speaks_for(s.measure) == "separation"


def _all_or(some: int, all_: int) -> str:
    return f"all {all_}" if some == all_ else _of(some, all_)


def _sides(s: Spread) -> str:
    """Where the values lie."""
    if s.above is None or s.below is None:
        return ""
    chance = f"{chance_value(s.measure):g}"
    if s.measured in (s.above, s.below):
        return f"all {'above' if s.above else 'below'} {chance}"
    if s.above >= s.below:
        return f"above {chance} in {_of(s.above, s.measured)}"
    return f"below {chance} in {_of(s.below, s.measured)}"


def _meaning(s: Spread) -> str:
    return " (for coherence)" if speaks_for(s.measure) == "coherence" else ""


def _of(some: int, all_: int) -> str:
    return f"{some} of {all_}"
