"""How sure a share of right answers is, where the questions are not independent of each other.

Analogies are made of word pairs, two to a question, and every pair is in many questions: a pair whose words are rare or
ambiguous spoils all of its questions. As if questions were drawn one by one, an interval would be far too narrow.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Floats, Indices
from weatherglass.stats.intervals import Interval, check_level

LEAST_UNITS = 4  # below this there is no telling how much they differ


def share_interval(
    right: NDArray[np.bool_], units: Indices, strata: Indices | None = None, level: float = 0.95
) -> Interval | None:
    """Of the share of right answers, as far as it hangs on which units (word pairs) the questions are made of.

    `units`: a row per question with the numbers of its one or two units, −1 for none. Answers to questions that share a unit
    may go together (Aronow, Samii & Assenova 2015, with the degrees of freedom of the units). Their variance tells how many
    independent questions these are worth, and that many go into Wilson's interval: at least as many as can be picked without a
    common unit, which for all pairs with all others is a theorem on U-statistics (Hoeffding 1948). That worst case counts like
    one wrong answer (or right one, if these are fewer), as a few answers hardly show what goes together, and all alike show
    nothing. `strata`: kinds of questions that are given, not drawn. None where there are fewer than four units, or
    hardly more than kinds. How often it holds is in docs/calibration.md.
    """
    check_level(level)
    kinds = np.zeros(len(right), np.int64) if strata is None else np.unique(strata, return_inverse=True)[1].reshape(-1)
    numbers = np.unique(units)
    n, kinds_given = int(np.count_nonzero(numbers >= 0)), int(kinds.max(initial=0)) + 1
    if n < LEAST_UNITS or n <= 2 * kinds_given:
        return None
    from scipy.special import stdtrit

    hits = right.astype(np.float64)
    share = float(hits.mean())
    worst = 1 / _without_common_unit(units)
    few = min(int(right.sum()), len(right) - int(right.sum()))
    if few:
        variance = _variance(hits, kinds, units) * n / (n - 2 * kinds_given)
        estimated = min(max(variance / (share * (1 - share)), 1 / len(right)), worst)
        worst = (few * estimated + worst) / (few + 1)
    worth = 1 / worst
    t = float(stdtrit(n - kinds_given, (1 + level) / 2))
    middle = (share + t * t / (2 * worth)) / (1 + t * t / worth)
    reach = t / (1 + t * t / worth) * math.sqrt(share * (1 - share) / worth + (t / (2 * worth)) ** 2)
    return Interval(
        low=min(max(middle - reach, 0.0), share),
        high=max(min(middle + reach, 1.0), share),
        level=level,
        method="clustered Wilson",
        resamples=0,
    )


def _variance(hits: Floats, kinds: Indices, units: Indices) -> float:
    """Of the mean: products of the residuals of any two questions with a common unit, each two once."""
    counts = np.bincount(kinds)
    residuals = hits - (np.bincount(kinds, hits) / counts)[kinds]
    numbered = np.unique(units, return_inverse=True)[1].reshape(units.shape)
    size = int(numbered.max()) + 1
    given = units >= 0
    by_unit = sum(np.bincount(numbered[given[:, i], i], residuals[given[:, i]], size) for i in range(units.shape[1]))
    total = float((np.asarray(by_unit) ** 2).sum())
    if units.shape[1] == 2:  # questions of the same two units were counted with either
        both = given.all(axis=1)
        ends = np.sort(numbered[both], axis=1)
        _, together = np.unique(ends[:, 0] * size + ends[:, 1], return_inverse=True)
        total -= float((np.bincount(together.reshape(-1), residuals[both]) ** 2).sum())
    return max(total, 0.0) / len(hits) ** 2


def _without_common_unit(units: Indices) -> int:
    """How many questions can be picked, from the first on, so that no two have a unit in common."""
    taken: set[int] = {-1}
    picked = 0
    for question in units.tolist():
        if not any(unit in taken and unit >= 0 for unit in question):
            taken.update(question)
            picked += 1
    return picked
