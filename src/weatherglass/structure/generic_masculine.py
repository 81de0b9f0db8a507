"""Are masculine forms less male than feminine forms are female? (Gerard 2017, section 4.3)

The two means of the thesis can differ because all words lean to one side. So each side is seen from neutral words as frequent as its own, and the
asymmetry (−s of the feminine) − (s of the masculine) is tested on what is left, word by word without absolute values.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from weatherglass.arrays import Floats
from weatherglass.embedding.geometry import cosines
from weatherglass.measure.association import association, without_noise
from weatherglass.measure.result import Lacking, WordScore
from weatherglass.measure.scrutiny import SIGNIFICANT
from weatherglass.stats.exchanges import p_of_mean_difference
from weatherglass.stats.intervals import Interval, bca, drawn_weights
from weatherglass.stats.permutation import PValue, Test, difference_of_means
from weatherglass.structure.concepts import Missing, missing_forms
from weatherglass.structure.space import LEVEL, RESAMPLES, Space
from weatherglass.words.lookup import FoundSet, find_pairs
from weatherglass.words.query import PairSet, WordSet

MASCULINE, FEMININE = "masculine", "feminine"
LEAST_WORDS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """The words of one sex: how many, their mean association (positive: male), and that of neutral words as frequent."""

    words: int
    mean: float
    neutral: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Asymmetry:
    """One experiment.

    `paired`: feminine and masculine forms of the same concepts, otherwise two sets such as names. `raw`: the mean of the feminine
    words with its sign turned, less that of the masculine ones. `value`: the same after taking off the neutral words' means; its `interval`,
    and `p` (two-sided) among exchanges within pairs, or among partitions of the two sets. None, with the reason, where there are no neutral words.
    """

    name: str
    paired: bool
    masculine: Side
    feminine: Side
    raw: float
    value: float | None
    interval: Interval | None
    p: PValue | None
    wilcoxon_p: float | None
    no_neutral: str
    scores: tuple[WordScore, ...]
    missing: tuple[Missing, ...]
    asked: int

    @property
    def verdict(self) -> Literal["feminine", "masculine", "not_shown", "unknown"]:
        """Which words are shown to lean more to their own sex; p takes the neutral means for known, the interval draws the neutral words again."""
        if self.value is None or self.p is None:
            return "unknown"
        doubted = self.interval is not None and self.interval.low <= 0 <= self.interval.high
        if self.p.estimate >= SIGNIFICANT or doubted:
            return "not_shown"
        return "feminine" if self.value > 0 else "masculine"


def of_pairs(space: Space, name: str, pairs: PairSet) -> Asymmetry | Lacking:
    """Of feminine and masculine forms."""
    found, covered = find_pairs(space.finder, pairs)
    if found is None or covered.found < LEAST_WORDS:
        return _too_few(name, covered.found, covered.asked, "pairs of forms")
    return _asymmetry(
        space,
        name,
        found.one,
        found.other,
        paired=True,
        asked=covered.asked,
        missing=missing_forms(space, pairs, covered.missing),
    )


def of_sets(space: Space, name: str, feminine: WordSet, masculine: WordSet) -> Asymmetry | Lacking:
    """Of words that come in no pairs, such as first names."""
    (hers, covered), (his, also) = space.found(feminine), space.found(masculine)
    if min(covered.found, also.found) < LEAST_WORDS:
        least = covered if covered.found <= also.found else also
        return _too_few(name, least.found, least.asked, f"words of “{least.name}”")
    both = sorted({*hers.rows} & {*his.rows})
    if both:
        return Lacking(
            skipped=f"{name}: “{both[0]}” stands for a word of “{feminine.name}” and for one of “{masculine.name}”"
        )
    missing = tuple(Missing(concept=word, forms=(word,)) for word in (*covered.missing, *also.missing))
    return _asymmetry(space, name, hers, his, paired=False, asked=covered.asked + also.asked, missing=missing)


def _too_few(name: str, found: int, asked: int, what: str) -> Lacking:
    return Lacking(skipped=f"{name}: {found} of {asked} {what} were found; at least {LEAST_WORDS} are needed")


def _asymmetry(
    space: Space,
    name: str,
    feminine: FoundSet,
    masculine: FoundSet,
    *,
    paired: bool,
    asked: int,
    missing: tuple[Missing, ...],
) -> Asymmetry | Lacking:
    terms = space.terms()
    if isinstance(terms, Lacking):
        return terms
    female, male = terms
    hers, his = association(feminine, male, female), association(masculine, male, female)
    raw = -hers.mean() - his.mean()
    neutral = space.neutral_like((feminine, masculine), (female, male))
    offsets = value = interval = p = wilcoxon = None
    if not isinstance(neutral, str):
        towards_male, towards_female = (cosines(neutral[0], each.vectors).mean(axis=1) for each in (male, female))
        scores, times = without_noise(towards_male - towards_female), neutral[1]
        offsets = times @ scores / times.sum(axis=1)
        one, other = without_noise(offsets[0] - hers), without_noise(his - offsets[1])
        test = Test(alternative="two-sided", seed=space.seed)
        value = float(one.mean() - other.mean())
        if paired:
            p = p_of_mean_difference(one, other, test)
            wilcoxon = _wilcoxon(one - other)
        else:
            p = difference_of_means(one, other, test)
        own = [-(hers + his)] if paired else [-hers, -his]
        interval = _interval(own, scores, times, value, space.seed)
    return Asymmetry(
        name=name,
        paired=paired,
        masculine=Side(words=len(his), mean=float(his.mean()), neutral=None if offsets is None else float(offsets[1])),
        feminine=Side(words=len(hers), mean=float(hers.mean()), neutral=None if offsets is None else float(offsets[0])),
        raw=float(raw),
        value=value,
        interval=interval,
        p=p,
        wilcoxon_p=wilcoxon,
        no_neutral=neutral if isinstance(neutral, str) else "",
        scores=(
            *(WordScore(word, FEMININE, float(score)) for word, score in zip(feminine.words, hers, strict=True)),
            *(WordScore(word, MASCULINE, float(score)) for word, score in zip(masculine.words, his, strict=True)),
        ),
        missing=missing,
        asked=asked,
    )


def _wilcoxon(differences: Floats) -> float | None:
    """Two-sided, of Wilcoxon's signed ranks; None where nothing differs."""
    if not np.any(differences):
        return None
    from scipy.stats import wilcoxon

    return float(wilcoxon(differences).pvalue)


def _interval(own: list[Floats], neutral: Floats, times: Floats, value: float, seed: int) -> Interval | None:
    """Forms (as pairs, or set by set) and neutral words drawn again; `own` are their parts of the asymmetry."""
    replicates = []
    for *drawn, others in drawn_weights([*map(len, own), len(neutral)], RESAMPLES, seed):
        mean = sum(weights @ scores / len(scores) for weights, scores in zip(drawn, own, strict=True))
        replicates.append(mean + sum((others * side) @ neutral / (others @ side) for side in times))
    left_out = [value - scores.mean() + (scores.sum() - scores) / (len(scores) - 1) for scores in own]
    moved = [(side @ neutral - side * neutral) / (side.sum() - side) - side @ neutral / side.sum() for side in times]
    left_out.append(value + np.sum(moved, axis=0))
    return bca(value, np.concatenate(replicates), left_out, LEVEL)
