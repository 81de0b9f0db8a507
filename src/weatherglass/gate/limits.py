"""What can be limited: which number, on which side of the limit it exceeds it, and which measures have such a number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from weatherglass.files.toml import NUMBER, Kind
from weatherglass.gate.stored import Stored, WordsUsed, unlike
from weatherglass.measure.base import Measure
from weatherglass.measure.result import Outcome, Result
from weatherglass.stats.intervals import Interval
from weatherglass.words.lookup import SetCoverage

Value = float | bool  # of a limit, as it is written


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """What is held against a limit, with the bounds between which it lies; or `why` it is not known.

    `of`: the set or pair it belongs to. `before` and `now`: what a change is the difference of.
    """

    value: float | None = None
    low: float | None = None
    high: float | None = None
    of: str = ""
    before: float | None = None
    now: float | None = None
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A limit and the number held against it; `exceeded` is None where that cannot be told."""

    key: str
    limit: Value
    exceeded: bool | None
    number: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """All that limits are held against: an outcome, the words it rests on, and the same test in the baseline, or why there is none."""

    outcome: Outcome
    card: Measure
    words: tuple[WordsUsed, ...] = ()
    before: Stored | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """A kind of limit. `lacks`: why a measure can never have the number, empty where it can.

    `of_words`: known whether or not the test could be run.
    """

    kind: Kind
    side: Literal["above", "below"]
    number: Callable[[Facts], Number]
    lacks: Callable[[Measure], str] = lambda _card: ""
    of_words: bool = False


def read(key: str, limit: Value, facts: Facts, obstacle: str = "") -> Reading:
    """Hold an outcome against a limit. With an obstacle, a reason not to rely on the outcome, only its words are looked at."""
    each = LIMITS[key]
    number = Number(why=obstacle) if obstacle and not each.of_words else each.number(facts)
    return Reading(key=key, limit=limit, exceeded=_exceeded(number, limit, each.side), number=number)


def _exceeded(number: Number, limit: Value, side: str) -> bool | None:
    """By its bounds; a number that is equal to the limit does not exceed it."""
    if number.low is None or number.high is None:
        return None
    edge = 0.0 if limit is True else limit
    if side == "above":
        return True if number.low > edge else False if number.high <= edge else None
    return True if number.high < edge else False if number.low >= edge else None


def _certain(value: float, **more: Any) -> Number:
    return Number(value=value, low=value, high=value, **more)


def _result(facts: Facts) -> Result:
    """Limits on more than words are held against results only; the others have an obstacle."""
    assert isinstance(facts.outcome, Result)
    return facts.outcome


def _effect(facts: Facts) -> Number:
    value = _result(facts).value
    return Number(why="there is no value") if value is None else _certain(value)


def _distance(value: float, card: Measure) -> float:
    """How far from no association, whichever way."""
    return abs(value - (card.null or 0.0))


def _effect_size(facts: Facts) -> Number:
    value = _result(facts).value
    return Number(why="there is no value") if value is None else _certain(_distance(value, facts.card))


def _p(facts: Facts) -> Number:
    p = _result(facts).p
    return Number(why="there is no p") if p is None else Number(value=p.estimate, low=p.low, high=p.high)


def _adjusted(facts: Facts) -> Number:
    adjusted = _result(facts).adjusted
    if adjusted is None:
        return Number(why="there is no corrected p")
    holm = adjusted.by("holm")
    return Number(value=holm.estimate, low=holm.low, high=holm.high)


def _of_interval(end: Callable[[Interval, Measure], float]) -> Callable[[Facts], Number]:
    def number(facts: Facts) -> Number:
        interval = _result(facts).interval
        return Number(why="there is no interval") if interval is None else _certain(end(interval, facts.card))

    return number


def _beyond(interval: Interval, card: Measure) -> float:
    """How far the interval lies beyond the value without association; negative where it includes it."""
    null = card.null or 0.0
    return max(interval.low - null, null - interval.high)


def least_covered(outcome: Outcome) -> SetCoverage | None:
    """The set of which the smallest share of words was found."""
    return min(outcome.coverage.sets, key=lambda each: each.share, default=None)


def _coverage(facts: Facts) -> Number:
    least = least_covered(facts.outcome)
    return Number(why="the test has no sets") if least is None else _certain(least.share, of=least.name)


def _stability(facts: Facts) -> Number:
    agreement = _result(facts).extra.get("pair_agreement")
    if not agreement:
        return Number(why="the vectors hold too few of the language’s pairs and professions to tell")
    label = min(agreement, key=agreement.__getitem__)
    return _certain(agreement[label], of=label)


def _change(difference: Callable[[float, float, Measure], float]) -> Callable[[Facts], Number]:
    """A limit on what a value has become since the baseline, of now and before."""

    def number(facts: Facts) -> Number:
        result, before = _result(facts), facts.before
        if isinstance(before, str):
            return Number(why=before)
        if why := unlike(before, result, facts.words):
            return Number(why=why)
        if result.value is None or before.value is None:
            return Number(why="there is no value")
        change = difference(result.value, before.value, facts.card)
        return _certain(change, before=before.value, now=result.value)

    return number


def _no_value(card: Measure) -> str:
    return "" if card.reading else "has a score for each word and no value of its own"


def _no_null(card: Measure) -> str:
    return _no_value(card) or ("" if card.null is not None else "has no fixed value that stands for no association")


def _no_p(card: Measure) -> str:
    if card.p is None:
        return "has no p"
    return "" if card.small_p == "separation" else "has a p that speaks for coherence where it is small, not for bias"


def _no_interval(card: Measure) -> str:
    return _no_value(card) or ("" if card.resampled else "has no interval")


def _no_change(card: Measure) -> str:
    own = "looks at each space’s own neutral words, so values of two spaces do not rest on the same words"
    return _no_value(card) or (own if card.neutral else "")


def _between(low: float, high: float) -> Kind:
    """Above one number, and up to another."""
    return lambda value: NUMBER[0](value) and low < value <= high, f"a number above {low:g}, up to {high:g}"


_FROM_0: Kind = (lambda value: NUMBER[0](value) and value >= 0, "a number from 0 on")
_TRUE: Kind = (lambda value: value is True, "true; to demand nothing, leave it out")

LIMITS: dict[str, Limit] = {
    "effect_above": Limit(kind=NUMBER, side="above", number=_effect, lacks=_no_value),
    "effect_below": Limit(kind=NUMBER, side="below", number=_effect, lacks=_no_value),
    "effect_abs_above": Limit(kind=_FROM_0, side="above", number=_effect_size, lacks=_no_null),
    "p_below": Limit(kind=_between(0, 1), side="below", number=_p, lacks=_no_p),
    "p_adjusted_below": Limit(kind=_between(0, 1), side="below", number=_adjusted, lacks=_no_p),
    "interval_low_above": Limit(
        kind=NUMBER, side="above", number=_of_interval(lambda interval, _: interval.low), lacks=_no_interval
    ),
    "interval_high_below": Limit(
        kind=NUMBER, side="below", number=_of_interval(lambda interval, _: interval.high), lacks=_no_interval
    ),
    "interval_excludes_null": Limit(
        kind=_TRUE, side="above", number=_of_interval(_beyond), lacks=lambda card: _no_interval(card) or _no_null(card)
    ),
    "coverage_below": Limit(kind=_between(0, 1), side="below", number=_coverage, of_words=True),
    "stability_below": Limit(
        kind=_between(-1, 1),
        side="below",
        number=_stability,
        lacks=lambda card: "" if card.pairs else "has no base pairs",
    ),
    "effect_rise_above": Limit(
        kind=NUMBER, side="above", number=_change(lambda now, before, _: now - before), lacks=_no_change
    ),
    "effect_fall_above": Limit(
        kind=NUMBER, side="above", number=_change(lambda now, before, _: before - now), lacks=_no_change
    ),
    "effect_change_above": Limit(
        kind=_FROM_0, side="above", number=_change(lambda now, before, _: abs(now - before)), lacks=_no_change
    ),
    "effect_abs_rise_above": Limit(
        kind=NUMBER,
        side="above",
        number=_change(lambda now, before, card: _distance(now, card) - _distance(before, card)),
        lacks=lambda card: _no_change(card) or _no_null(card),
    ),
}
