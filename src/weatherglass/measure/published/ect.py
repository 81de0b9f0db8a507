"""The embedding coherence test (Dev & Phillips 2019), as Lauscher et al. 2020 use it."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np

from weatherglass.arrays import Floats
from weatherglass.embedding.geometry import cosines
from weatherglass.measure.association import NO_VARIATION
from weatherglass.measure.base import Arity, NotMeasurable, Scores, by_set, measure, vectors_of
from weatherglass.stats.permutation import PValue, Test, p_from_counts, p_from_t, smallest_share
from weatherglass.words.lookup import Vectors

LEAST_WORDS = 3
MOST_COUNTED = 8  # attribute words whose orders are all looked at: 40,320


def p_value(v: Vectors, scores: Scores, test: Test, /, **params: Any) -> PValue:
    """Of the correlation: over all orders of a few attribute words, by Student's t for more."""
    one, other = (_ranks(each) for each in _similarities(v))
    n = len(one)
    if n <= MOST_COUNTED:
        orders = np.array(list(permutations(range(n))), np.intp)
        sums = np.rint(4 * (one * other[orders]).sum(axis=1))  # ranks are halves at most, so these are whole
        here = np.rint(4 * (one * other).sum())
        above, below = int((sums > here).sum()), int((sums < here).sum())
        floor = smallest_share(len(orders), test)
        return p_from_counts(above, below, len(orders), test, sampled=False, floor=floor)
    from scipy.stats import pearsonr

    return p_from_t(float(pearsonr(one, other, alternative=test.alternative).pvalue), test)


def left_out(v: Vectors) -> list[Floats]:
    """ρ without each word: without a target word its set's mean is another, without an attribute word the rest is kept."""
    attributes = vectors_of(v.attributes)
    one, other = _similarities(v)
    found = []
    for target, fixed in zip(v.targets, (other, one), strict=True):
        total, n = target.vectors.sum(axis=0), len(target.words)
        means = (total - target.vectors) / max(n - 1, 1)
        some = np.linalg.norm(means, axis=1) >= NO_VARIATION * np.linalg.norm(target.vectors, axis=1).max()
        values = np.full(n, np.nan)
        values[some] = _correlations(cosines(means[some], attributes), np.tile(fixed, (int(some.sum()), 1)))
        found.append(values)
    kept = ~np.eye(len(one), dtype=bool)
    without = _correlations(*(np.tile(each, (len(one), 1))[kept].reshape(len(one), -1) for each in (one, other)))
    return [*found, *by_set(without, v.attributes)]


def _correlations(one: Floats, other: Floats) -> Floats:
    """Spearman's ρ row by row; NaN without variation, or with fewer than three columns."""
    varied = np.minimum(np.ptp(one, axis=1), np.ptp(other, axis=1)) >= NO_VARIATION
    if one.shape[1] < LEAST_WORDS:
        return np.full(len(one), np.nan)
    ranked = [_ranks(each) for each in (one, other)]
    x, y = (each - each.mean(axis=1, keepdims=True) for each in ranked)
    scale = np.sqrt((x**2).sum(axis=1) * (y**2).sum(axis=1))
    found: Floats = np.divide((x * y).sum(axis=1), scale, out=np.full(len(x), np.nan), where=varied & (scale > 0))
    return found


@measure(
    name="ect",
    title="Embedding coherence test",
    targets=2,
    attributes=Arity(1, None),
    scores="attributes",
    symbol="ρ",
    unit="correlation",
    null=None,
    what="Correlates (Spearman) how near the attribute words lie to the mean of one target set with how near they lie to "
    "the mean of the other.",
    formula="ρ(cos(mean X, a), cos(mean Y, a)) over all attribute words a",
    sign="a word's score is positive when it lies nearer to the mean of target set 1",
    range="−1 to 1",
    bounds=(-1.0, 1.0),
    good="nearer to 1: both target sets order the attribute words alike",
    published="Arabic fastText: 0.69, 0.62, 0.17, 0.02 for tests 1, 2, 7, 8 (Lauscher et al. 2020, table 3)",
    limits="It compares orders only: a shift that is the same for all attribute words is not seen. A small p speaks for "
    "coherence, the opposite of what it says in an association test, so it takes no part in corrections for several "
    "tests; it takes the attribute words for independent, which words of one set are not. Two sets about one topic cohere for that reason alone.",
    reading="{T1} and {t2} order the attribute words alike to the degree ρ = {value}",
    cite=("dev2019", "lauscher2020"),
    swapped="same",
    lengths_matter=True,
    p=p_value,
    p_from="the share of orders of the attribute words that correlate as well; a small one speaks for coherence, not for bias",
    small_p="coherence",
    left_out=left_out,
)
def ect(v: Vectors) -> Scores:
    """Spearman's ρ over all attribute words of their cosines with the two target sets' mean vectors."""
    one, other = _similarities(v)
    if len(one) < LEAST_WORDS:
        raise NotMeasurable(f"a correlation over {len(one)} attribute words says nothing; give at least {LEAST_WORDS}")
    if min(np.ptp(one), np.ptp(other)) < NO_VARIATION:
        raise NotMeasurable("no variation: all attribute words lie equally near to a target set, so nothing correlates")
    correlation = float(_correlations(one[None], other[None])[0])
    groups = by_set(one - other, v.attributes)
    return Scores(value=max(-1.0, min(1.0, correlation)), groups=groups, extra={"words": len(one)})


def _similarities(v: Vectors) -> Floats:
    """Cosines of all attribute words with the mean vector of each target set."""
    means = np.stack([target.vectors.mean(axis=0) for target in v.targets])
    lengths = [np.linalg.norm(target.vectors, axis=1).max() for target in v.targets]
    if (np.linalg.norm(means, axis=1) < NO_VARIATION * np.array(lengths)).any():
        raise NotMeasurable("the vectors of a target set cancel out, so their mean has no direction")
    return cosines(means, vectors_of(v.attributes))


def _ranks(values: Floats) -> Floats:
    """With ties sharing their mean rank, after the noise of arithmetic is taken away."""
    from scipy.stats import rankdata

    ranks: Floats = rankdata(np.round(values, 9), axis=-1)
    return ranks
