"""Is there one direction along which the words of pairs differ? (Bolukbasi et al. 2016; Gerard 2017, section 4.1)"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from weatherglass.arrays import Floats, Singles
from weatherglass.measure import base_pairs
from weatherglass.measure.baseline import Pool, drawn_like, log_ranks
from weatherglass.measure.result import Lacking
from weatherglass.stats.intervals import Interval, jackknife
from weatherglass.structure.space import COMPOSED, LEVEL, Space
from weatherglass.words.lookup import FoundPairs, SetCoverage, find_pairs
from weatherglass.words.query import PairSet

LIST = "subspace"
COMPONENTS = 10
LEAST_PAIRS = 3
SAME = 1e-6  # a shorter difference of 32-bit vectors of unit length is rounding
FREQUENCY = 0.5  # cosine with the difference of random words as frequent, from which that is told
DRIFT = 0.25  # share of the pairs' way along the direction that these must go, too
_QUANTILE = 0.95
_AT_ONCE = 4_000_000  # numbers of random differences held in memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Loading:
    """A pair: the cosine of its difference with the direction that the other pairs give.

    `outlier`: no more along it than one in twenty differences of random words is.
    """

    pair: str
    cosine: float
    outlier: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomPairs:
    """The same of as many pairs of random words, each as frequent as the word it stands for.

    Mean, 5 and 95 % points of each component's share of the variance, and of the first's lead over the second (`gap`).
    `as_large`: share of the draws, the pairs themselves counted, whose first component explains as much. `cosine`: the 95 %
    point of the absolute cosines of random differences with the direction. `frequency`: the cosine of the direction with their mean: far from 0 where it
    leads, like theirs, from frequent to rare words. `drift`: how far they go along it on average, as a share of how far the pairs do; about 0
    where the pairs' words are equally frequent, and `frequency` then any number.
    """

    draws: int
    mean: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    gap: float
    as_large: float
    cosine: float
    frequency: float
    drift: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Subspace:
    """What the differences of a list's pairs have in common.

    `shares`: of their variance, by principal component. `dominant`: whether the first explains more, and leads the second by
    more, than that of 95 % of the random lists, and most pairs go along with it; None where there are none to compare with. `direction`: the first component, pointing
    from the second words of the pairs to the first ones.
    """

    list: str
    coverage: SetCoverage
    shares: tuple[float, ...]
    interval: Interval | None
    random: RandomPairs | None
    no_random: str
    dominant: bool | None
    loadings: tuple[Loading, ...]
    direction: tuple[float, ...]

    @property
    def going_along(self) -> float:
        """The share of the pairs that are no outliers."""
        return 1 - sum(loading.outlier for loading in self.loadings) / len(self.loadings)

    @property
    def follows_frequency(self) -> bool:
        """Whether the direction is as much that of frequency as of what the pairs are about."""
        return self.random is not None and abs(self.random.frequency) > FREQUENCY and abs(self.random.drift) > DRIFT


def subspace(space: Space, pair_set: PairSet) -> Subspace | Lacking:
    """Of one list of pairs; missing pairs are named in its coverage."""
    pairs, coverage = find_pairs(space.finder, pair_set)
    if pairs is None or coverage.found < LEAST_PAIRS:
        return Lacking(
            skipped=f"{pair_set.name}: {coverage.found} of {coverage.asked} pairs were found; at least {LEAST_PAIRS} are needed"
        )
    along = base_pairs.differences(pairs)
    lengths = np.linalg.norm(along, axis=1)
    if lengths.min() < SAME:
        label = pairs.labels[int(np.argmin(lengths))]
        return Lacking(
            skipped=f"{pair_set.name}: the two words of {label} have the same direction, so nothing lies between them"
        )
    gram = along @ along.T
    shares = explained(gram[None])[0]
    direction = base_pairs.subspace(pairs, 1)[0]
    random = _random_pairs(space, pairs, direction, shares[0])
    limit = random.cosine if isinstance(random, RandomPairs) else 0.0
    loadings = tuple(
        Loading(pair=label, cosine=cosine, outlier=cosine <= limit)
        for label, cosine in zip(pairs.labels, _with_the_others(gram).tolist(), strict=True)
    )
    dominant = None
    if isinstance(random, RandomPairs):
        ahead = shares[0] > random.high[0] and shares[0] - _second(shares) > random.gap
        dominant = bool(ahead and 2 * sum(loading.outlier for loading in loadings) < len(loadings))
    return Subspace(
        list=pair_set.name,
        coverage=coverage,
        shares=tuple(shares[:COMPONENTS].tolist()),
        interval=_interval(float(shares[0]), gram),
        random=random if isinstance(random, RandomPairs) else None,
        no_random=random if isinstance(random, str) else "",
        dominant=dominant,
        loadings=loadings,
        direction=tuple(direction.tolist()),
    )


def explained(grams: Floats) -> Floats:
    """Shares of the variance by component, largest first, from the inner products of differences; many lists at once.

    Principal components of words centred at the middle of their pair: the same as of the differences without centring them,
    which would remove the very direction sought.
    """
    strengths = np.maximum(np.linalg.eigvalsh(grams)[:, ::-1], 0.0)
    total = strengths.sum(axis=1, keepdims=True)
    shares: Floats = np.divide(strengths, total, out=np.zeros_like(strengths), where=total > 0)
    return shares


def _second(shares: Floats) -> float:
    return float(shares[1]) if len(shares) > 1 else 0.0


def _interval(share: float, gram: Floats) -> Interval | None:
    """Of the first component's share, by leaving out each pair; a share ends at 0 and 1."""
    without = explained(np.stack([_without(gram, i) for i in range(len(gram))]))[:, 0]
    found = jackknife(share, [without], LEVEL)
    return None if found is None else replace(found, low=max(0.0, found.low), high=min(1.0, found.high))


def _without(gram: Floats, i: int) -> Floats:
    return np.delete(np.delete(gram, i, axis=0), i, axis=1)


def _with_the_others(gram: Floats) -> Floats:
    """Cosine of each difference with the first direction of all the others."""
    cosines = np.empty(len(gram))
    for i in range(len(gram)):
        strengths, vectors = np.linalg.eigh(_without(gram, i))
        weights = vectors[:, -1] * (1.0 if vectors[:, -1].sum() >= 0 else -1.0)
        cosines[i] = np.delete(gram[i], i) @ weights / np.sqrt(strengths[-1] * gram[i, i])
    return cosines


def _random_pairs(space: Space, pairs: FoundPairs, direction: Floats, first: float) -> RandomPairs | str:
    if isinstance(space.pool, str):
        return space.pool
    pool: Pool = space.pool
    if any((side.ranks < 0).all() for side in (pairs.one, pairs.other)):
        return COMPOSED
    wanted = np.concatenate([log_ranks(pairs.one), log_ranks(pairs.other)])
    # A word of several pairs is stood for by one word: pairs that share words have that in common whatever these are.
    rows = (*pairs.one.rows, *pairs.other.rows)
    own = {row: i for i, row in enumerate(dict.fromkeys(rows))}
    drawn = drawn_like(pool, wanted[[rows.index(row) for row in own]], space.free(pool, pairs.one, pairs.other))
    if drawn is None:
        return "the file holds too few words to draw random pairs of like frequency from"
    drawn = drawn[:, [own[row] for row in rows]]
    n = len(pairs.labels)
    shares, cosines = [], []
    mean = np.zeros(space.embedding.dim)
    for some in np.array_split(drawn, max(1, drawn.size * space.embedding.dim // _AT_ONCE)):
        along: Singles = pool.units[some[:, :n]] - pool.units[some[:, n:]]
        shares.append(explained(np.einsum("rid,rjd->rij", along, along, optimize=True).astype(np.float64)))
        mean += along.sum(axis=(0, 1), dtype=np.float64)
        lengths = np.linalg.norm(along, axis=2)
        apart = lengths > SAME  # two words may have one vector
        cosines.append(np.abs(along @ direction.astype(np.float32))[apart] / lengths[apart])
    everything = np.concatenate(shares)
    gaps = everything[:, 0] - (everything[:, 1] if n > 1 else 0.0)
    low, high = np.quantile(everything[:, :COMPONENTS], [1 - _QUANTILE, _QUANTILE], axis=0)
    return RandomPairs(
        draws=len(drawn),
        mean=tuple(everything[:, :COMPONENTS].mean(axis=0).tolist()),
        low=tuple(low.tolist()),
        high=tuple(high.tolist()),
        gap=float(np.quantile(gaps, _QUANTILE)),
        as_large=float((1 + np.count_nonzero(everything[:, 0] >= first)) / (1 + len(drawn))),
        cosine=float(np.quantile(np.concatenate(cosines), _QUANTILE)),
        frequency=float(mean @ direction / np.linalg.norm(mean)),
        drift=float(
            mean @ direction / (drawn.shape[0] * n) / max(base_pairs.differences(pairs).mean(axis=0) @ direction, SAME)
        ),
    )
