"""How much of a spread comes from the sample (or the order) of the sentences, and how much from the training seed.

Samples × seeds is a two-way layout of random effects: value = mean + sample + seed + rest. Components by the method of
moments (expected mean squares), their intervals by the modified large-sample method (Ting, Burdick, Graybill, Jeyaratnam &
Lu 1990), which is exact where only one mean square is involved.

A seed starts the training of other sentences otherwise, so what a seed does is mostly in the rest, not in the part that all
samples share. What training again moves is therefore seed + rest, and that is what is called training here.

Subsamples of one corpus overlap. Of N sentences n = fN are drawn without replacement; the mean of anything over them varies
by σ²/n · (1 − f), over n sentences of fresh texts by σ²/n. So to first order, which is what a smooth function of such means
follows, the variance of the sample is too small by 1 − f, and the standard deviation of fresh texts is that of subsamples
divided by √(1 − f). The part of the training is not too small and is not corrected.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.special import chdtri, fdtrc, fdtri

from weatherglass.arrays import Floats
from weatherglass.study.rules import LARGEST_CONFOUNDED_RATE, LARGEST_RATE, LEVEL
from weatherglass.study.spread import GROUP, Ends, Group, first_seen, place
from weatherglass.study.table import with_value

# Why something is not told, or must be known; reports put these into words.
CONFOUNDED, ORDER_CONFOUNDED = "confounded", "order-confounded"
ONE_MODEL, ONE_SAMPLE, NOT_CROSSED = "one-model", "one-sample", "not-crossed"
NO_SUBSAMPLES, ONE_SEED, TOO_LARGE = "no-subsamples", "one-seed", "too-large"
SAME_COUNTS = "same-counts"


@dataclass(frozen=True, slots=True)
class Component:
    """A variance with its interval. `negative`: the moments gave less than 0, which is set to 0."""

    variance: float
    interval: Ends | None
    negative: bool = False

    @property
    def sd(self) -> float:
        return math.sqrt(self.variance)

    @property
    def sd_interval(self) -> Ends | None:
        return None if self.interval is None else (math.sqrt(self.interval[0]), math.sqrt(self.interval[1]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Variation:
    """Where the spread of one test over a group of models comes from.

    `sample`: which sentences (or their order, for permutations); `seed`: what a seed does alike to all samples; `rest`: what
    only this sample with this seed does; `training` = seed + rest. Without several seeds these are None, and `reason`
    says so. `p`: of no difference between samples (F test). `raw_sd`: of all values. `fresh_sd`: what it would be over fresh
    texts as long as a subsample; `fresh_at_most` where seeds cannot be told apart and it is an upper limit; None where it cannot
    be told, and `fresh_reason` says why. `left_out`: models that are not part of the complete block.
    """

    group: Group
    query: str
    measure: str
    draws: int
    seeds: int
    left_out: int
    raw_sd: float | None
    sample: Component | None = None
    seed: Component | None = None
    rest: Component | None = None
    training: Component | None = None
    p: float | None = None
    fresh_sd: float | None = None
    fresh_at_most: bool = False
    fresh_reason: str = ""
    reason: str = ""
    notes: tuple[str, ...] = ()


def variations(table: pl.DataFrame) -> tuple[Variation, ...]:
    """One for each group and test that has values."""
    rows = with_value(table, "bias").group_by([*GROUP, "query", "measure"], maintain_order=True)
    grouped = rows.agg("draw", "seed", "value", method=pl.col("method").first())
    made = []
    for *kind, query, measure, draws, seeds, values, method in grouped.iter_rows():
        group = Group(*kind)
        found = _variation(group, query, measure, np.array(draws), np.array(seeds), np.array(values, np.float64))
        if method == "glove" and group.sample == "permutation":
            found = replace(found, notes=(SAME_COUNTS,))
        made.append(found)
    measures, tests = first_seen(v.measure for v in made), first_seen(v.query for v in made)
    made.sort(key=lambda v: (measures[v.measure], tests[v.query], *place(v.group)))
    return tuple(made)


def _variation(
    group: Group, query: str, measure: str, draws: NDArray[np.int64], seeds: NDArray[np.int64], values: Floats
) -> Variation:
    raw = float(values.std(ddof=1)) if len(values) > 1 else None
    n_draws, n_seeds = len(np.unique(draws)), len(np.unique(seeds))
    fresh, at_most, why = _fresh(group, raw if n_draws > 1 else None, None, None)

    def plain(reason: str = "", training: Component | None = None) -> Variation:
        return Variation(
            group=group, query=query, measure=measure, draws=n_draws, seeds=n_seeds, left_out=0, raw_sd=raw, training=training,
            fresh_sd=fresh, fresh_at_most=at_most, fresh_reason=why, reason=reason,
        )  # fmt: skip

    if len(values) < 2:
        return plain(ONE_MODEL)
    if n_draws == 1:
        variance = float(values.var(ddof=1))
        return plain(training=Component(variance, _chi_square(variance, len(values) - 1)))
    if n_seeds == 1:
        return plain(ORDER_CONFOUNDED if group.sample == "permutation" else CONFOUNDED)
    block = _complete_block(draws, seeds, values)
    if block is None:
        return plain(NOT_CROSSED)
    sample, seed, rest, training, p = components(block)
    fresh, at_most, why = _fresh(group, raw, sample, training)
    return Variation(
        group=group, query=query, measure=measure, draws=block.shape[0], seeds=block.shape[1], left_out=len(values) - block.size,
        raw_sd=raw, sample=sample, seed=seed, rest=rest, training=training, p=p, fresh_sd=fresh, fresh_at_most=at_most, fresh_reason=why,
    )  # fmt: skip


def _fresh(
    group: Group, raw: float | None, sample: Component | None, training: Component | None
) -> tuple[float | None, bool, str]:
    """The standard deviation over fresh texts, whether that is an upper limit, or why there is none."""
    if group.sample != "subsample":
        return None, False, NO_SUBSAMPLES if group.sample == "permutation" else ONE_SAMPLE
    if raw is None:  # or the spread of seeds alone, which tells nothing of other texts
        return None, False, ONE_SAMPLE
    if sample is None or training is None:
        if group.rate > LARGEST_CONFOUNDED_RATE:
            return None, False, ONE_SEED
        return raw / math.sqrt(1 - group.rate), True, ""
    if group.rate > LARGEST_RATE:
        return None, False, TOO_LARGE
    return math.sqrt(sample.variance / (1 - group.rate) + training.variance), False, ""


def _complete_block(draws: NDArray[np.int64], seeds: NDArray[np.int64], values: Floats) -> Floats | None:
    """Draws × seeds × repeats without a gap: draws (or seeds) that lack a model are left out, whichever costs less."""
    rows, row = np.unique(draws, return_inverse=True)
    columns, column = np.unique(seeds, return_inverse=True)
    counts = np.zeros((len(rows), len(columns)), int)
    np.add.at(counts, (row, column), 1)
    keeps = [(counts.min(axis=1) > 0, np.ones(len(columns), bool)), (np.ones(len(rows), bool), counts.min(axis=0) > 0)]
    keep_rows, keep_columns = max(keeps, key=lambda keep: int(keep[0].sum() * keep[1].sum()))
    kept = counts[np.ix_(keep_rows, keep_columns)]
    if kept.size == 0 or min(kept.shape) < 2:
        return None
    repeats = int(kept.min())
    block = np.empty((*kept.shape, repeats))
    for i, r in enumerate(np.flatnonzero(keep_rows)):
        for j, c in enumerate(np.flatnonzero(keep_columns)):
            block[i, j] = values[(row == r) & (column == c)][:repeats]
    return block


def components(block: Floats) -> tuple[Component, Component, Component, Component, float | None]:
    """Sample, seed, rest, training (= seed + rest), and p of no difference between samples; block: samples × seeds × repeats."""
    a, b, r = block.shape
    cells = block.mean(axis=2)
    mean, by_a, by_b = cells.mean(), cells.mean(axis=1), cells.mean(axis=0)
    ms_a = b * r * float(((by_a - mean) ** 2).sum()) / (a - 1)
    ms_b = a * r * float(((by_b - mean) ** 2).sum()) / (b - 1)
    df_ab = (a - 1) * (b - 1)
    ms_ab = r * float(((cells - by_a[:, None] - by_b + mean) ** 2).sum()) / df_ab
    df_e = a * b * (r - 1)
    ms_e = float(((block - cells[..., None]) ** 2).sum()) / df_e if df_e else 0.0
    squares_a, squares_b, squares_ab, squares_e = (ms_a, a - 1), (ms_b, b - 1), (ms_ab, df_ab), (ms_e, df_e)
    sample = _difference(squares_a, squares_ab, b * r)
    seed = _difference(squares_b, squares_ab, a * r)
    repeated = [(1 - 1 / r, squares_e)] if df_e else []
    rest = _sum([(1 / r, squares_ab), *repeated])
    training = _sum([(1 / (a * r), squares_b), ((a - 1) / (a * r), squares_ab), *repeated])
    p = float(fdtrc(a - 1, df_ab, ms_a / ms_ab)) if ms_ab > 0 else None
    return sample, seed, rest, training, p


Squares = tuple[float, int]  # a mean square, and its degrees of freedom
_TAIL = (1 - LEVEL) / 2


def _over_chi(df: int, tail: float) -> float:
    """df / the point of χ² that is exceeded with probability `tail`."""
    return df / float(chdtri(df, tail))


def _chi_square(variance: float, df: int) -> Ends:
    return variance * _over_chi(df, _TAIL), variance * _over_chi(df, 1 - _TAIL)


def _difference(one: Squares, other: Squares, divisor: int) -> Component:
    """(one − other) / divisor; the interval by Ting et al. 1990, exact where `other` is 0 or known."""
    (s1, n1), (s2, n2) = one, other
    estimate = (s1 - s2) / divisor
    g1, h2 = 1 - _over_chi(n1, _TAIL), _over_chi(n2, 1 - _TAIL) - 1
    h1, g2 = _over_chi(n1, 1 - _TAIL) - 1, 1 - _over_chi(n2, _TAIL)
    low, up = (float(fdtri(n1, n2, tail)) for tail in (_TAIL, 1 - _TAIL))
    g12 = ((up - 1) ** 2 - (g1 * up) ** 2 - h2**2) / up
    h12 = ((1 - low) ** 2 - (h1 * low) ** 2 - g2**2) / low
    down = (g1 * s1) ** 2 + (h2 * s2) ** 2 + g12 * s1 * s2
    high = (h1 * s1) ** 2 + (g2 * s2) ** 2 + h12 * s1 * s2
    ends = (
        max(0.0, estimate - math.sqrt(max(0.0, down)) / divisor),
        max(0.0, estimate + math.sqrt(max(0.0, high)) / divisor),
    )
    return Component(max(0.0, estimate), ends, estimate < 0)


def _sum(parts: list[tuple[float, Squares]]) -> Component:
    """A sum of mean squares with positive weights; the interval by Graybill & Wang 1980, exact for one."""
    estimate = sum(weight * s for weight, (s, _) in parts)
    down = sum((weight * s * (1 - _over_chi(n, _TAIL))) ** 2 for weight, (s, n) in parts)
    high = sum((weight * s * (_over_chi(n, 1 - _TAIL) - 1)) ** 2 for weight, (s, n) in parts)
    return Component(estimate, (max(0.0, estimate - math.sqrt(down)), estimate + math.sqrt(high)))
