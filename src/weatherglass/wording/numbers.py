"""Numbers as people read them, in the language spoken. Rounding happens here.

The decimal sign is a point in every language, as in the data; only thousands are set apart as the language does.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from decimal import ROUND_CEILING, ROUND_FLOOR, Context
from typing import TypeVar

from weatherglass.measure.base import Unit
from weatherglass.measure.baseline import Baseline
from weatherglass.measure.family import Correction
from weatherglass.measure.scrutiny import SIGNIFICANT, Equivalence
from weatherglass.stats.intervals import Interval
from weatherglass.stats.permutation import PValue
from weatherglass.wording.messages import grouped, say

_WIDE = 0.05  # bounds of p this far apart, relative to their middle, are shown as such
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
Given = TypeVar("Given")


def effect(value: float) -> str:
    """Two decimals, with a real minus sign."""
    return _minus(f"{value:.2f}")


def or_dash(value: Given | None, shown: Callable[[Given], str]) -> str:
    """A table's cell, with a dash for what is not there."""
    return "–" if value is None else shown(value)


def listed(items: Iterable[str]) -> str:
    """One beside the other, with the commas of the language."""
    return say("number.comma").join(items)


def in_turn(items: Iterable[str]) -> str:
    """Clauses one after the other, with its semicolons."""
    return say("number.semicolon").join(items)


def counted(n: int, what: str) -> str:
    """So many of something, each kind of thing a message, in the form that the number asks for."""
    return say(f"count.{what}", n=n)


def whole(value: float) -> str:
    """A number of things that need not be whole, such as words of equal weight."""
    return grouped(round(value))


def length(value: float) -> str:
    """A vector's length: three digits."""
    return f"{value:.3g}"


def storage(size: int) -> str:
    """How much room something takes, in thousands, as drives and downloads count: three digits."""
    unit = next((name for name, least in (("GB", 10**9), ("MB", 10**6)) if size >= least), "kB")
    number = size / {"GB": 10**9, "MB": 10**6, "kB": 10**3}[unit]
    return say(f"number.storage.{unit}", size=f"{number:.3g}" if number < 100 else f"{number:.0f}")


def value(number: float, unit: Unit) -> str:
    """A measure's value by what kind of number it is."""
    if unit in ("length", "divergence"):
        return _minus(f"{number:.3g}")
    text = f"{number:.3f}" if unit == "cosine" else f"{number:.2f}"
    if unit == "share" and text == "1.00" and number < 1:
        return say("number.over", value="0.99")
    return _minus(text)


def span(interval: Interval | Equivalence, shown: Callable[[float], str] = effect) -> str:
    """Both ends, for a sentence."""
    return say("number.span", low=shown(interval.low), high=shown(interval.high))


def span_cell(interval: Interval | None, shown: Callable[[float], str] = effect) -> str:
    """The same for a table's column."""
    return "–" if interval is None else f"{shown(interval.low)} … {shown(interval.high)}"


def interval_of(interval: Interval | Equivalence, shown: Callable[[float], str] = effect) -> str:
    """Both ends with the level: 95 % interval 0.10 to 0.20."""
    return say("number.interval", level=level(interval), span=span(interval, shown))


def level(interval: Interval | Equivalence) -> str:
    """The confidence level as people write it: 95 %."""
    return f"{100 * interval.level:.3g} %"


def correlation(value: float) -> str:
    """Two decimals and always a sign."""
    return _minus(f"{value:+.2f}")


def change(value: float) -> str:
    """How an effect changes: three decimals, as many as it takes for two digits where it is small, and always a sign."""
    size = abs(value)
    if size >= 0.01 or size < 1e-9:
        return _minus(f"{value:+.3f}")
    return _minus(f"{value:+.{1 - math.floor(math.log10(size))}f}")


def difference(value: float) -> str:
    """A difference of cosines."""
    return _minus(f"{value:+.3f}")


def score(value: float) -> str:
    """A classifier's score of a name, or a difference of such: log10 of odds."""
    return _minus(f"{value:+.2f}")


def group_bias(value: float) -> str:
    """A difference of mean scores without its sign; nothing only where it is nothing but rounding."""
    if value < 1e-9:
        return "0"
    return say("number.under", value="0.001") if value < 0.0005 else f"{value:.3f}"


def odds(logarithm: float) -> str:
    """Odds, or a ratio of odds, from their log10: three digits, very large and very small ones as a power of ten."""
    if -3 <= logarithm < 4:
        number = 10**logarithm
        return f"{number:.2f}" if 0.1 <= number < 10 else _odds_rounded(number)
    return f"10{f'{logarithm:.0f}'.translate(_SUPERSCRIPT)}"


def _odds_rounded(number: float) -> str:
    rounded = float(f"{number:.3g}")
    return grouped(int(rounded)) if rounded >= 1000 else f"{rounded:g}"


def p_said(p: float) -> str:
    """With its sign of relation, also where it is too small for a number."""
    return f"p = {probability(p)}" if p else "p < 10⁻³⁰⁰"


def _minus(text: str) -> str:
    """With a real minus sign, and no sign before a zero."""
    return text.replace("-", "−") if float(text) else text.lstrip("+-")


def probability(value: float) -> str:
    """Two significant digits; small ones as a power of ten; never rounded across 0.05."""
    if value == 0:
        return "0"
    if value < 0.0001:
        return power_of_ten(f"{value:.1e}")
    if value < 0.01:
        return f"{value:.2g}"
    return next(
        text
        for decimals in range(3, 18)
        if (float(text := f"{value:.{decimals}f}".rstrip("0").rstrip(".")) < SIGNIFICANT) == (value < SIGNIFICANT)
    )


def share(p: PValue) -> str:
    """A p-value as per cent of all partitions."""
    if _no_hit(p):
        return say("number.less_than", value=per_cent(p.high))
    return per_cent(p.estimate)


def per_cent(value: float) -> str:
    """Two digits are enough, except near 5 %."""
    hundredths = 100 * value
    if hundredths >= 10:
        return f"{hundredths:.0f} %"
    if hundredths < 0.01:
        return f"{probability(hundredths)} %"
    return next(
        f"{text} %"
        for digits in range(2, 18)
        if (float(text := f"{hundredths:.{digits}g}") < 100 * SIGNIFICANT) == (value < SIGNIFICANT)
    )


def some(part: float) -> str:
    """A share, in words where it is nothing."""
    return per_cent(part) if part else say("number.none")


def share_of(value: float) -> str:
    """A share of answers, with one decimal; all and none only where it is all and none."""
    text = f"{100 * value:.1f}"
    if text == "100.0":
        return "100 %" if value == 1 else say("number.over", value="99.9 %")
    if text == "0.0":
        return "0 %" if value == 0 else say("number.under", value="0.1 %")
    return f"{text} %"


def points(value: float) -> str:
    """A difference of shares, in points of per cent."""
    return _minus(f"{100 * value:+.1f}")


def left(share: float) -> str:
    """What is left of something, as a share of it; with a minus where its sign has turned."""
    size = abs(share)
    text = share_of(size) if size < 0.001 else per_cent(size)
    return f"−{text}" if share < 0 and size >= 0.001 else text


def share_cell(interval: Interval) -> str:
    """Both ends of an interval of such a share."""
    return say("number.span", low=f"{100 * interval.low:.1f}", high=f"{100 * interval.high:.1f} %")


def as_extreme(baseline: Baseline) -> str:
    """How many pairs of other sets have a value at least as extreme; for a table's column."""
    return some(baseline.as_extreme / baseline.sets)


def p_value(p: PValue) -> str:
    """With its sign of relation; its upper bound where no sampled partition reached the observed one, both if far apart."""
    if _no_hit(p):
        return f"< {probability(p.high)}"
    if _far_apart(p):
        return say("number.between", low=probability(p.low), high=probability(p.high))
    return f"= {probability(p.estimate)}"


def corrected(p: PValue, correction: Correction) -> str:
    """A corrected p; its upper bound where p itself is shown as one."""
    return f"< {probability(correction.high)}" if _no_hit(p) else probability(correction.estimate)


def p_cell(p: PValue) -> str:
    """The same for a table's column."""
    if _far_apart(p):
        return f"{probability(p.low)}–{probability(p.high)}"
    return p_value(p).removeprefix("= ")


def _no_hit(p: PValue) -> bool:
    return p.method == "sampled" and p.low == 0.0


def _far_apart(p: PValue) -> bool:
    return p.method == "certified" and p.high - p.low > _WIDE * p.estimate


def p_method(p: PValue, of: str = "partitions") -> str:
    """How a p-value was computed, in words; `of`: what was counted, partitions or orders."""
    tail = say(f"number.tail.{p.alternative}")
    if p.method == "t":
        return say("number.p.t", tail=tail)
    count = _count(p.partitions) if p.method != "sampled" else grouped(p.partitions)
    said = say(f"number.p.{of}", count=count)
    if p.method == "exact":
        return say("number.p.exact", tail=tail, counted=said)
    low, high = _bounds(p.low, p.high)
    return say(f"number.p.{p.method}", tail=tail, counted=said, low=low, high=high)


def _bounds(low: float, high: float) -> list[str]:
    """Rounded outwards, with as many digits as it takes to tell them apart, at least three."""
    for digits in range(3, 18):
        ends = [
            float(Context(prec=digits, rounding=rounding).create_decimal(f"{end:.12g}"))
            for end, rounding in ((low, ROUND_FLOOR), (high, ROUND_CEILING))
        ]
        if len({f"{end:.{digits - 1}g}" for end in (low, high)}) == 2:
            break
    return [power_of_ten(f"{end:.{digits}g}") for end in ends]


def power_of_ten(text: str) -> str:
    """A number as it is computed with, 2e-7, as it is read; any other as it is."""
    if "e" not in text:
        return text
    mantissa, exponent = text.split("e")
    return f"{mantissa}×10{str(int(exponent)).translate(_SUPERSCRIPT)}"


def p_method_short(p: PValue) -> str:
    """The same for a table's column."""
    return "t" if p.method == "t" else f"{say(f'number.p.short.{p.method}')} {_count(p.partitions)}"


def _count(n: int) -> str:
    if n < 1_000_000:
        return grouped(n)
    return power_of_ten(f"{float(n):.1e}")
