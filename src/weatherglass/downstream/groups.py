"""Do the names of one group score higher than those of another? Means, B_c, rank tests, and what chance alone would give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Literal

import numpy as np

from weatherglass.arrays import Bools, Floats
from weatherglass.downstream.diffused import Balanced, Compared, Group, Pair
from weatherglass.measure.association import without_noise
from weatherglass.stats.effects import common_language
from weatherglass.stats.intervals import Interval, bca, drawn_weights
from weatherglass.stats.multiplicity import adjust

RESAMPLES = 2000
DEALS = 2000
DEALT_WITHIN = 9_999
LEVEL = 0.95
MOST_COUNTED = 2_500  # pairs of names up to which U is compared with all ways to deal the ranks
_ROUNDING = 1e-12
Kind = Literal["population", "sex"]


def compare_groups(scores: Floats, members: Mapping[str, Bools], by: Kind, seed: int) -> Compared:
    """Each two of these groups of names, and all together."""
    scores = without_noise(scores)
    groups = {name: _sorted(scores[chosen]) for name, chosen in members.items()}
    means = {name: _Mean(values, seed + i) for i, (name, values) in enumerate(groups.items())}
    pairs = with_holm([_pair(one, other, groups, means) for one, other in combinations(groups, 2)])
    all_of_them = _sorted(np.concatenate(list(groups.values())))
    h, p = _kruskal_wallis(list(groups.values()))
    return Compared(
        by=by,
        groups=tuple(
            Group(name=name, names=len(values), mean=float(values.mean()), interval=means[name].interval())
            for name, values in groups.items()
        ),
        pairs=pairs,
        bias=float(np.mean([pair.bias for pair in pairs])),
        floor=_floor(all_of_them, [len(values) for values in groups.values()], seed),
        h=h,
        p=p,
        explained=None if h is None else h / (len(all_of_them) - 1),
    )


def compare_two(scores: Floats, one: tuple[str, Bools], other: tuple[str, Bools], seed: int) -> Pair:
    """Two groups by themselves; `p_holm` is left to whoever knows the other pairs."""
    scores = without_noise(scores)
    groups = {name: _sorted(scores[chosen]) for name, chosen in (one, other)}
    means = {name: _Mean(values, seed + i) for i, (name, values) in enumerate(groups.items())}
    return _pair(one[0], other[0], groups, means)


def balanced(scores: Floats, strata: Sequence[tuple[Bools, Bools]], seed: int) -> Balanced:
    """The mean over strata of the difference between the first and the second group of each."""
    scores = without_noise(scores)
    sides = [(_sorted(scores[one]), _sorted(scores[other])) for one, other in strata]
    means = [(_Mean(one, seed + 2 * i), _Mean(other, seed + 2 * i + 1)) for i, (one, other) in enumerate(sides)]
    k = len(sides)
    difference = sum(one.value - other.value for one, other in means) / k
    interval = p = None
    if any(float(np.ptp(np.concatenate(pair))) > 0 for pair in sides):
        drawn = sum((one.drawn - other.drawn for one, other in means), np.zeros(RESAMPLES)) / k
        left_out = [
            difference + sign * (mean.left_out - mean.value) / k
            for one, other in means
            for sign, mean in ((1, one), (-1, other))
        ]
        interval = bca(difference, drawn, left_out, LEVEL)
        p = _p_within(sides, difference, seed)
    return Balanced(
        populations=k,
        names=sum(len(one) + len(other) for one, other in sides),
        difference=difference,
        interval=interval,
        p=p,
    )


def _p_within(sides: Sequence[tuple[Floats, Floats]], difference: float, seed: int) -> float:
    """The share of ways to deal the groups to the scores within each stratum that differ as much; what is observed is one of them."""
    rng = np.random.default_rng(seed)
    dealt = np.zeros(DEALT_WITHIN)
    for one, other in sides:
        both = np.broadcast_to(np.concatenate([one, other]), (DEALT_WITHIN, len(one) + len(other)))
        mixed = rng.permuted(both, axis=1)
        dealt += mixed[:, : len(one)].mean(axis=1) - mixed[:, len(one) :].mean(axis=1)
    as_far = np.count_nonzero(np.abs(dealt / len(sides)) >= abs(difference) - _ROUNDING)
    return float((as_far + 1) / (DEALT_WITHIN + 1))


def with_holm(pairs: Sequence[Pair]) -> tuple[Pair, ...]:
    """With p adjusted for all of them; those without a p have none."""
    tested = {i: pair.p for i, pair in enumerate(pairs) if pair.p is not None}
    adjusted = dict(zip(tested, adjust(list(tested.values()), "holm").tolist(), strict=True))
    return tuple(replace(pair, p_holm=adjusted.get(i)) for i, pair in enumerate(pairs))


def _sorted(scores: Floats) -> Floats:
    """So that the order of the names does not change what is drawn."""
    found: Floats = np.sort(scores)
    return found


class _Mean:
    """The mean of a group's scores when its names are drawn again, and with each left out."""

    def __init__(self, values: Floats, seed: int):
        self.value = float(values.mean())
        self.varies = len(values) > 1 and float(np.ptp(values)) > 0
        n = len(values)
        weights = np.concatenate([drawn for (drawn,) in drawn_weights((n,), RESAMPLES, seed)])
        self.drawn: Floats = weights @ values / n
        self.left_out: Floats = (values.sum() - values) / max(n - 1, 1)

    def interval(self) -> Interval | None:
        return bca(self.value, self.drawn, [self.left_out], LEVEL) if self.varies else None


def _pair(one: str, other: str, groups: Mapping[str, Floats], means: Mapping[str, _Mean]) -> Pair:
    a, b = means[one], means[other]
    interval = None
    if a.varies and b.varies:
        left_out = [a.left_out - b.value, a.value - b.left_out]
        interval = bca(a.value - b.value, a.drawn - b.drawn, left_out, LEVEL)
    u, p, method = _mann_whitney(groups[one], groups[other])
    return Pair(
        one=one,
        other=other,
        difference=a.value - b.value,
        interval=interval,
        u=u,
        p=p,
        p_holm=None,
        p_method=method,
        above=common_language(groups[one], groups[other]),
    )


def _mann_whitney(
    one: Floats, other: Floats
) -> tuple[float | None, float | None, Literal["exact", "normal approximation", "none"]]:
    both = np.concatenate([one, other])
    if np.ptp(both) == 0:
        return None, None, "none"
    from scipy.stats import mannwhitneyu

    counted = len(one) * len(other) <= MOST_COUNTED and len(np.unique(both)) == len(both)
    found = mannwhitneyu(one, other, alternative="two-sided", method="exact" if counted else "asymptotic")
    return float(found.statistic), float(found.pvalue), "exact" if counted else "normal approximation"


def _kruskal_wallis(groups: Sequence[Floats]) -> tuple[float | None, float | None]:
    if np.ptp(np.concatenate(groups)) == 0:
        return None, None
    from scipy.stats import kruskal

    found = kruskal(*groups)
    return float(found.statistic), float(found.pvalue)


def _floor(scores: Floats, sizes: Sequence[int], seed: int) -> float:
    """The mean |difference| over all pairs of groups when the scores are dealt to groups of these sizes at random."""
    rng = np.random.default_rng(seed)
    dealt = rng.permuted(np.broadcast_to(scores, (DEALS, len(scores))), axis=1)
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    means = np.add.reduceat(dealt, starts, axis=1) / np.asarray(sizes)
    one, other = np.triu_indices(len(sizes), 1)
    return float(np.abs(means[:, one] - means[:, other]).mean())
