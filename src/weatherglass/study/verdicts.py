"""What the models of a group have to say together about one test, by the rules of `rules`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

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

Sort = Literal["clear", "not clear", "reversed", "sides", "changes", "unstable", "words", "few", "none"]
SORTS: tuple[Sort, ...] = get_args(Sort)
KEPT: tuple[Sort, ...] = SORTS[:4]  # stable, with the same conclusion in all kinds of models


@dataclass(frozen=True, slots=True)
class Reason:
    """Something that a verdict rests on: its code, in how many models out of how many, and what is known beside that.

    `undecided`: models whose p is not known well enough. `said`: why models have no value, as it was said where they were measured.
    """

    code: str
    some: int = 0
    of: int = 0
    undecided: int = 0
    said: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """A spread with its verdict, and what the verdict rests on.

    `conclusion`: of a stable test, "clear", "not clear" or "reversed" by p; by the sides where there is no p; "" otherwise.
    """

    spread: Spread
    verdict: Verdict
    because: tuple[Reason, ...]

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


def over_kinds(judged: Sequence[Judged]) -> Sort:
    """What became of one test over all kinds of models."""
    verdicts = [each.verdict for each in judged]
    conclusions = {each.conclusion for each in judged if each.verdict == "stable"}
    if len(conclusions) > 1:
        return "changes"
    if "unstable" in verdicts:
        return "unstable"
    if not conclusions:
        return "few" if "too few models" in verdicts else "none"
    if any(verdict != "stable" for verdict in verdicts):
        return "words" if {"too few words", "stable"} == set(verdicts) else "unstable"
    (conclusion,) = conclusions
    return next((sort for sort in KEPT if sort == conclusion), "sides")


def _judge(s: Spread) -> tuple[Verdict, tuple[Reason, ...]]:
    if s.lacking > MOST_LACKING * s.models:
        return "too few words", (Reason("lack-words", s.lacking, s.models),)
    without = s.models - s.measured
    if without > MOST_LACKING * s.models:
        return "not measured", (Reason("no-value-because", without, s.models, said=s.skipped[0][0]),)
    if s.measured < LEAST_MODELS:
        return "too few models", (Reason("few-models", s.measured, s.models),)
    if not s.with_p and s.above is None:
        return "no rule", (Reason("no-rule"),)
    conclusion, same = _conclusion(s)
    trouble = [] if same else [conclusion]
    if without > MOST_SKIPPED * s.models:
        trouble.append(Reason("no-value", without, s.models))
    sides = _sides(s)
    parts = [*(trouble or [conclusion]), sides] if s.with_p else [*trouble, sides]
    return "unstable" if trouble else "stable", tuple(part for part in dict.fromkeys(parts) if part is not None)


def _conclusion(s: Spread) -> tuple[Reason | None, bool]:
    """What p says over the models, or without p the sides; and whether that is the same in (nearly) all."""
    one_side = s.above is None or s.below is None or enough(max(s.above, s.below), s.measured)
    if not s.with_p:
        return _sides(s), one_side
    if enough(s.clear, s.with_p):
        coherent = speaks_for(s.measure) == "coherence"
        return Reason("coherent" if coherent else "clear", s.clear, s.with_p), one_side
    if enough(s.unclear, s.with_p):
        return Reason("against" if _against(s) else "not-clear", s.unclear, s.with_p), True
    undecided = s.with_p - s.clear - s.unclear
    return Reason("undecided" if undecided else "clear", s.clear, s.with_p, undecided), False


def _against(s: Spread) -> bool:
    """Whether the words separate the other way in every model, which the p of the direction tested calls not clear."""
    two_sides = s.above is not None and s.below is not None
    return two_sides and min(s.ps) > AGAINST and speaks_for(s.measure) == "separation"


def _sides(s: Spread) -> Reason | None:
    """Where the values lie."""
    if s.above is None or s.below is None:
        return None
    return Reason("above", s.above, s.measured) if s.above >= s.below else Reason("below", s.below, s.measured)
