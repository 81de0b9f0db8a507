"""Effects beside a standardised difference, on scales of their own."""

from __future__ import annotations

import numpy as np

from weatherglass.arrays import Floats


def common_language(x: Floats, y: Floats) -> float:
    """The probability that a random member of x scores above a random member of y; ties count half."""
    ordered = np.sort(y)
    below = np.searchsorted(ordered, x, "left").sum()
    not_above = np.searchsorted(ordered, x, "right").sum()
    return float((below + not_above) / (2 * len(x) * len(y)))


def correlation(x: Floats, y: Floats) -> float | None:
    """Pearson's r; None where it does not exist: fewer than three pairs, or one side without variation."""
    if len(x) < 3 or np.ptp(x) == 0 or np.ptp(y) == 0:
        return None
    return float(np.clip(np.corrcoef(x, y)[0, 1], -1.0, 1.0))


def rank_correlation(x: Floats, y: Floats) -> float | None:
    """Spearman's ρ, equal values having their mean rank; None where it does not exist."""
    from scipy.stats import rankdata

    return correlation(rankdata(x), rankdata(y))
