"""Numbers as people read them. Rounding happens here; `study_cells` has what only studies need."""

from __future__ import annotations

from collections.abc import Callable
from decimal import ROUND_CEILING, ROUND_FLOOR, Context
from typing import TypeVar

from weatherglass.measure.base import Unit
from weatherglass.measure.baseline import Baseline
from weatherglass.measure.family import Correction
from weatherglass.measure.scrutiny import SIGNIFICANT, Equivalence
from weatherglass.stats.intervals import Interval
from weatherglass.stats.permutation import PValue

_WIDE = 0.05  # bounds of p this far apart, relative to their middle, are shown as such
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
Given = TypeVar("Given")
_TAIL = {"greater": "one-sided", "less": "one-sided, other direction", "two-sided": "two-sided"}


def effect(value: float) -> str:
    """Two decimals, with a real minus sign."""
    return _minus(f"{value:.2f}")


def or_dash(value: Given | None, shown: Callable[[Given], str]) -> str:
    """A table's cell, with a dash for what is not there."""
    return "–" if value is None else shown(value)


def counted(n: int, what: str) -> str:
    """So many of something, in the plural where it is not one."""
    return f"{n:,} {what}{'' if n == 1 else 's'}"


def whole(value: float) -> str:
    """A number of things that need not be whole, such as words of equal weight."""
    return f"{value:,.0f}"


def length(value: float) -> str:
    """A vector's length: three digits."""
    return f"{value:.3g}"


def value(number: float, unit: Unit) -> str:
    """A measure's value by what kind of number it is."""
    if unit in ("length", "divergence"):
        return _minus(f"{number:.3g}")
    text = f"{number:.3f}" if unit == "cosine" else f"{number:.2f}"
    if unit == "share" and text == "1.00" and number < 1:
        return "over 0.99"
    return _minus(text)


def span(interval: Interval | Equivalence, shown: Callable[[float], str] = effect) -> str:
    """Both ends, for a sentence."""
    return f"{shown(interval.low)} to {shown(interval.high)}"


def span_cell(interval: Interval | None, shown: Callable[[float], str] = effect) -> str:
    """The same for a table's column."""
    return "–" if interval is None else f"{shown(interval.low)} … {shown(interval.high)}"


def interval_of(interval: Interval | Equivalence, shown: Callable[[float], str] = effect) -> str:
    """Both ends with the level: 95 % interval 0.10 to 0.20."""
    return f"{level(interval)} interval {span(interval, shown)}"


def level(interval: Interval | Equivalence) -> str:
    """The confidence level as people write it: 95 %."""
    return f"{100 * interval.level:.3g} %"


def correlation(value: float) -> str:
    """Two decimals and always a sign."""
    return _minus(f"{value:+.2f}")


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
    return "under 0.001" if value < 0.0005 else f"{value:.3f}"


def odds(logarithm: float) -> str:
    """Odds, or a ratio of odds, from their log10: three digits, very large and very small ones as a power of ten."""
    if -3 <= logarithm < 4:
        number = 10**logarithm
        return f"{number:.2f}" if 0.1 <= number < 10 else f"{float(f'{number:.3g}'):,g}"
    return f"10{f'{logarithm:.0f}'.translate(_SUPERSCRIPT)}"


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
        return _power_of_ten(f"{value:.1e}")
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
        return f"less than {per_cent(p.high)}"
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
    return per_cent(part) if part else "none"


def share_of(value: float) -> str:
    """A share of answers, with one decimal; all and none only where it is all and none."""
    text = f"{100 * value:.1f}"
    if text == "100.0":
        return "100 %" if value == 1 else "over 99.9 %"
    if text == "0.0":
        return "0 %" if value == 0 else "under 0.1 %"
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
    return f"{100 * interval.low:.1f} to {100 * interval.high:.1f} %"


def as_extreme(baseline: Baseline) -> str:
    """How many pairs of other sets have a value at least as extreme; for a table's column."""
    return some(baseline.as_extreme / baseline.sets)


def p_value(p: PValue) -> str:
    """With its sign of relation; its upper bound where no sampled partition reached the observed one, both if far apart."""
    if _no_hit(p):
        return f"< {probability(p.high)}"
    if p.method == "certified" and p.high - p.low > _WIDE * p.estimate:
        return f"between {probability(p.low)} and {probability(p.high)}"
    return f"= {probability(p.estimate)}"


def corrected(p: PValue, correction: Correction) -> str:
    """A corrected p; its upper bound where p itself is shown as one."""
    return f"< {probability(correction.high)}" if _no_hit(p) else probability(correction.estimate)


def p_cell(p: PValue) -> str:
    """The same for a table's column."""
    return p_value(p).removeprefix("= ").replace("between ", "").replace(" and ", "–")


def _no_hit(p: PValue) -> bool:
    return p.method == "sampled" and p.low == 0.0


def p_method(p: PValue) -> str:
    """How a p-value was computed, in words."""
    tail = _TAIL[p.alternative]
    if p.method == "t":
        return f"{tail}, by Student’s t"
    if p.method == "exact":
        return f"{tail}, exact, all {_count(p.partitions)} partitions counted"
    bounds = _bounds(p.low, p.high)
    if p.method == "certified":
        return f"{tail}, certain to lie between {bounds}, among all {_count(p.partitions)} partitions"
    return f"{tail}, from {p.partitions:,} sampled partitions, with 99 % confidence between {bounds}"


def _bounds(low: float, high: float) -> str:
    """Rounded outwards, with as many digits as it takes to tell them apart, at least three."""
    for digits in range(3, 18):
        ends = [
            float(Context(prec=digits, rounding=rounding).create_decimal(f"{end:.12g}"))
            for end, rounding in ((low, ROUND_FLOOR), (high, ROUND_CEILING))
        ]
        if len({f"{end:.{digits - 1}g}" for end in (low, high)}) == 2:
            break
    return " and ".join(_power_of_ten(f"{end:.{digits}g}") for end in ends)


def _power_of_ten(text: str) -> str:
    if "e" not in text:
        return text
    mantissa, exponent = text.split("e")
    return f"{mantissa}×10{str(int(exponent)).translate(_SUPERSCRIPT)}"


def p_method_short(p: PValue) -> str:
    """The same for a table's column."""
    return "t" if p.method == "t" else f"{p.method} {_count(p.partitions)}"


def _count(n: int) -> str:
    if n < 1_000_000:
        return f"{n:,}"
    return _power_of_ten(f"{float(n):.1e}")
