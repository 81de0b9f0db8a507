"""Numbers as people read them. Rounding happens here and nowhere else."""

from __future__ import annotations

from weatherglass.stats.permutation import PValue

_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_TAIL = {"greater": "one-sided", "less": "one-sided, other direction", "two-sided": "two-sided"}


def effect(value: float) -> str:
    """Two decimals, with a real minus sign."""
    return _minus(f"{value:.2f}")


def length(value: float) -> str:
    """A vector's length: three digits."""
    return f"{value:.3g}"


def difference(value: float) -> str:
    """A difference of cosines."""
    return _minus(f"{value:+.3f}")


def _minus(text: str) -> str:
    return text.replace("-", "−")


def probability(value: float) -> str:
    """Two significant digits; small ones as a power of ten."""
    if value == 0:
        return "0"
    if value >= 0.0001:
        return f"{value:.2g}" if value < 0.01 else f"{value:.3f}".rstrip("0").rstrip(".")
    mantissa, exponent = f"{value:.1e}".split("e")
    return f"{mantissa}×10{str(int(exponent)).translate(_SUPERSCRIPT)}"


def share(p: PValue) -> str:
    """A p-value as per cent of all partitions."""
    if _no_hit(p):
        return f"less than {per_cent(p.high)}"
    return per_cent(p.estimate)


def per_cent(value: float) -> str:
    """Two digits are enough."""
    hundredths = 100 * value
    if hundredths >= 10:
        return f"{hundredths:.0f} %"
    return f"{hundredths:.2g} %" if hundredths >= 0.01 else f"{probability(hundredths)} %"


def p_value(p: PValue) -> str:
    """With its sign of relation; where no sampled partition reached the observed one, its upper bound."""
    return f"< {probability(p.high)}" if _no_hit(p) else f"= {probability(p.estimate)}"


def p_cell(p: PValue) -> str:
    """The same for a table's column."""
    return p_value(p).removeprefix("= ")


def _no_hit(p: PValue) -> bool:
    return p.method == "sampled" and p.low == 0.0


def p_method(p: PValue) -> str:
    """How a p-value was computed, in words."""
    tail = _TAIL[p.alternative]
    if p.method == "exact":
        return f"{tail}, exact, all {p.partitions:,} partitions"
    bounds = f"{probability(p.low)} to {probability(p.high)}"
    return f"{tail}, {p.method}, {p.partitions:,} partitions, 99 % interval {bounds}"


def p_method_short(p: PValue) -> str:
    """The same for a table's column."""
    return f"{p.method} {_count(p.partitions)}"


def _count(n: int) -> str:
    return f"{n:,}" if n < 1_000_000 else f"{n:.2g}".replace("e+0", "e").replace("e+", "e")
