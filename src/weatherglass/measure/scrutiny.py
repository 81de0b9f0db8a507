"""How sure a value is: its interval, the words it hangs on, and effects on other scales."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Floats
from weatherglass.errors import SpecError
from weatherglass.measure.association import similarities, weighted_association
from weatherglass.measure.base import Measure, NotMeasurable, Scores
from weatherglass.stats.effects import common_language, correlation
from weatherglass.stats.intervals import (
    Interval,
    bca,
    drawn_weights,
    jackknife,
    kept_at_random,
    left_out_weights,
    subsampling,
)
from weatherglass.stats.permutation import PValue, Test
from weatherglass.words.lookup import FoundSet, Vectors

SIGNIFICANT = 0.05
SUBSAMPLES = 400
MOST_WORDS_FOR_P = 24  # target words up to which p is computed anew without each word: 12 + 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Scrutiny:
    """How closely each value is looked at.

    `resamples` of the bootstrap and `baseline` sets (0: none); `full` computes p without each word for large sets too.
    `smallest_effect`: the smallest value of interest; whether the value is shown to be smaller is then told.
    """

    interval: Literal["bootstrap", "jackknife", "none"] = "bootstrap"
    level: float = 0.95
    resamples: int = 9_999
    baseline: int = 300
    full: bool = False
    smallest_effect: float | None = None

    def __post_init__(self) -> None:
        if self.interval not in ("bootstrap", "jackknife", "none"):
            raise SpecError(f"interval={self.interval!r}: give 'bootstrap', 'jackknife' or 'none'")
        if not 0 < self.level < 1:
            raise SpecError(f"level={self.level}: give a confidence level between 0 and 1, such as 0.95")
        least = max(200, math.ceil(10 / (1 - self.level) - 1 - 1e-9))  # ten of them beyond the ends
        if self.resamples < least:
            raise SpecError(f"resamples={self.resamples}: give at least {least}, or interval='none'")
        if self.baseline < 0 or 0 < self.baseline < 20:
            raise SpecError(f"baseline={self.baseline}: give at least 20 sets, or 0 for none")
        if self.smallest_effect is not None and not 0 < self.smallest_effect < math.inf:
            raise SpecError(f"smallest_effect={self.smallest_effect}: give a positive number, such as 0.3")


@dataclass(frozen=True, slots=True, kw_only=True)
class Equivalence:
    """Whether a value is shown to be smaller than the smallest one of interest, in either direction.

    Two one-sided tests at 0.05: shown if the 90 % interval lies within ± `smallest`. A large p alone shows no absence.
    """

    smallest: float
    low: float
    high: float
    level: float
    shown: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Effects:
    """Beside the value: the difference of mean scores, the probability that a word of the first set scores above one of
    the second, and the correlation of the words' scores with their log frequency (None: not known)."""

    difference: float
    common_language: float
    frequency_correlation: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WithoutWord:
    """The value, and p where it was computed, when one word is left out.

    And whether the sign, or the side of 0.05 on which p lies, is then another. A p that is not below 0.05 because one
    word less cannot reach it does not count.
    """

    word: str
    set: str
    value: float
    p: float | None = None
    flips_sign: bool = False
    flips_significance: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Influence:
    """What each word does to the value, largest change first; `with_p`: whether p was computed without each word too."""

    words: tuple[WithoutWord, ...]
    with_p: bool

    @property
    def sign_flips(self) -> tuple[str, ...]:
        return tuple(each.word for each in self.words if each.flips_sign)

    @property
    def significance_flips(self) -> tuple[str, ...]:
        return tuple(each.word for each in self.words if each.flips_significance)


def effects(groups: Sequence[Floats], v: Vectors, *, frequency_known: bool) -> Effects:
    """Effects of two groups on other scales; frequency falls with the row number, so its logarithm does with log rank."""
    x, y = groups
    ranks = np.concatenate([target.ranks for target in v.targets])
    in_file = ranks >= 0
    both = np.concatenate([x, y])
    known = correlation(both[in_file], -np.log(ranks[in_file] + 1.0)) if frequency_known else None
    return Effects(
        difference=float(x.mean() - y.mean()), common_language=common_language(x, y), frequency_correlation=known
    )


class Resampled:
    """A measure's values for other weights of the same words."""

    def __init__(self, each: Measure, v: Vectors, params: Mapping[str, Any]):
        self.each, self.v, self.params = each, v, params
        self.sizes = [len(s.words) for s in (*v.targets, *v.attributes)]
        self._similar = similarities(v) if each.group_effect is not None else ()

    def values(self, weights: Sequence[Floats]) -> Floats:
        """A value for each row of weights; NaN where there is none."""
        if self.each.group_effect is None:
            return np.array([self._value([row > 0 for row in rows]) for rows in zip(*weights, strict=True)])
        scores = weighted_association(self._similar, weights[2:])
        n = self.sizes[0]
        return self.each.group_effect(scores[:, :n], scores[:, n:], *weights[:2], **self.params)

    def _value(self, kept: Sequence[NDArray[np.bool_]]) -> float:
        measured = measure_kept(self.each, self.v, kept, self.params)
        return np.nan if measured is None or measured.value is None else measured.value

    def left_out(self) -> list[Floats]:
        """The value with each word left out, set by set; NaN for the only word of a set."""
        if self.each.left_out is not None and 1 not in self.sizes:
            return self.each.left_out(self.v, **self.params)
        alone = np.repeat(np.array(self.sizes) == 1, self.sizes)
        out = np.full(sum(self.sizes), np.nan)
        if not alone.all():
            out[~alone] = self.values([w[~alone] for w in left_out_weights(self.sizes)])
        return np.split(out, np.cumsum(self.sizes)[:-1])


def measure_kept(
    each: Measure, v: Vectors, kept: Sequence[NDArray[np.bool_]], params: Mapping[str, Any]
) -> Scores | None:
    """Measure with some of the words only; None where there is no value."""
    sets = [_subset(s, keep) for s, keep in zip((*v.targets, *v.attributes), kept, strict=True)]
    n = len(v.targets)
    try:
        return each.function(replace(v, targets=tuple(sets[:n]), attributes=tuple(sets[n:])), **params)
    except NotMeasurable:
        return None


def _subset(found: FoundSet, keep: NDArray[np.bool_]) -> FoundSet:
    def chosen(words: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(word for word, kept in zip(words, keep, strict=True) if kept)

    return replace(
        found,
        words=chosen(found.words),
        rows=chosen(found.rows),
        vectors=found.vectors[keep],
        ranks=found.ranks[keep],
    )


def intervals(
    resampled: Resampled, value: float, left_out: Sequence[Floats], scrutiny: Scrutiny, seed: int
) -> tuple[Interval | None, Equivalence | None, str]:
    """The value's interval, and how it compares with the smallest value of interest; or None and the reason.

    Words are drawn within each of the sets, targets and attributes: a test's authors might have listed others of all
    four. Where a word counted twice would break the measure, each word is left out once instead, or, for measures that
    jump, a quarter of the words at random.
    """
    if scrutiny.interval == "none":
        return None, None, ""
    if 1 in resampled.sizes:
        return None, None, "a set has one word only, so nothing is known about how the value varies with it"
    both = 1 - 2 * SIGNIFICANT  # of two one-sided tests
    if resampled.each.of_some is not None:
        kept = kept_at_random(resampled.sizes, SUBSAMPLES, seed)
        values = resampled.each.of_some(resampled.v, kept, **resampled.params)
        found, narrow = (
            _within(subsampling(value, values, resampled.sizes, level), resampled.each)
            for level in (scrutiny.level, both)
        )
        why_not = "" if np.isfinite(values).all() else "some of the words alone have no value"
    elif scrutiny.interval == "jackknife" or resampled.each.group_effect is None:
        found, narrow = (_within(jackknife(value, left_out, level), resampled.each) for level in (scrutiny.level, both))
        why_not = "without some of the words there is no value"
    else:
        drawn = drawn_weights(resampled.sizes, scrutiny.resamples, seed)
        replicates = np.concatenate([resampled.values(weights) for weights in drawn])
        found, narrow = (bca(value, replicates, left_out, level) for level in (scrutiny.level, both))
        why_not = "too many resamples of the words have no variation"
    smallest = scrutiny.smallest_effect if resampled.each.null == 0 else None
    return found, _equivalence(narrow, smallest), "" if found else why_not


def _within(interval: Interval | None, each: Measure) -> Interval | None:
    """Cut at the values the measure can take; a jackknife knows nothing of those."""
    if interval is None or each.bounds is None:
        return interval
    least, most = each.bounds
    return replace(interval, low=max(interval.low, least), high=min(interval.high, most))


def _equivalence(interval: Interval | None, smallest: float | None) -> Equivalence | None:
    if interval is None or smallest is None:
        return None
    shown = -smallest < interval.low and interval.high < smallest
    return Equivalence(smallest=smallest, low=interval.low, high=interval.high, level=interval.level, shown=shown)


def influence(
    resampled: Resampled, value: float, p: PValue | None, left_out: Sequence[Floats], test: Test, scrutiny: Scrutiny
) -> Influence:
    """What the value, and p, become without each word."""
    v = resampled.v
    sets = (*v.targets, *v.attributes)
    targets = sum(len(s.words) for s in v.targets)
    quick = resampled.each.group_effect is not None
    with_p = p is not None and quick and (scrutiny.full or targets <= MOST_WORDS_FOR_P)
    found = []
    for which, (word_set, values) in enumerate(zip(sets, left_out, strict=True)):
        for i, (word, without) in enumerate(zip(word_set.words, values, strict=True)):
            if np.isfinite(without):
                p_without = _p_without(resampled, which, i, test) if with_p else None
                found.append(
                    WithoutWord(
                        word=word,
                        set=word_set.name,
                        value=float(without),
                        p=None if p_without is None else p_without.estimate,
                        flips_sign=bool(without * value < 0),
                        flips_significance=_flips(p, p_without),
                    )
                )
    found.sort(key=lambda one: -abs(one.value - value))
    return Influence(words=tuple(found), with_p=with_p)


def _flips(p: PValue | None, without: PValue | None) -> bool:
    if p is None or without is None or without.floor >= SIGNIFICANT:
        return False
    return (p.high < SIGNIFICANT) != (without.high < SIGNIFICANT)


def _p_without(resampled: Resampled, which: int, i: int, test: Test) -> PValue | None:
    kept = [np.ones(n, bool) for n in resampled.sizes]
    kept[which][i] = False
    each = resampled.each
    scores = measure_kept(each, resampled.v, kept, resampled.params)
    return None if scores is None or each.p is None else each.p(resampled.v, scores, test, **resampled.params)
