"""Numbers as people read them. Rounding happens here and nowhere else."""

from __future__ import annotations

from weatherglass.stats.permutation import PValue

_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_TAIL = {"greater": "one-sided", "less": "one-sided, other direction", "two-sided": "two-sided"}


def effect(value: float) -> str:
    """Two decimals, with a real minus sign."""
    return _minus(f"{value:.2f}")


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


def share(value: float) -> str:
    """A probability as per cent."""
    per_cent = 100 * value
    if per_cent >= 10:
        return f"{per_cent:.0f} %"
    if per_cent >= 0.01:
        return f"{per_cent:.2g} %"
    return "less than 0.01 %"


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
