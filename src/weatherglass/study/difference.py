"""The difference of a measure between two spaces, on the same words: its interval and its p.

Only cosines within each space are used, so nothing needs to be aligned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np

from weatherglass.arrays import Floats
from weatherglass.measure.base import Measure
from weatherglass.measure.family import Adjusted
from weatherglass.measure.result import Result
from weatherglass.measure.scrutiny import SUBSAMPLES, Resampled
from weatherglass.stats.exchanges import p_among_exchanges
from weatherglass.stats.intervals import Interval, drawn_weights, jackknife, kept_at_random, percentile, subsampling
from weatherglass.stats.permutation import PValue, Test
from weatherglass.words.lookup import Vectors

_Found = TypeVar("_Found")
_SAME_VALUE = 1e-9
_DECIMALS = 6  # cosines of 32-bit vectors are good to about 1e-7; a smaller difference between spaces is rounding
SAME = 10.0**-_DECIMALS


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A measure in the space `after` minus that in `before`; what there is none of has its reason beside it.

    p: for each target word it is left to chance which of its two scores comes from which space.
    """

    before: str
    after: str
    value: float | None
    no_value: str = ""
    interval: Interval | None = None
    no_interval: str = ""
    p: PValue | None = None
    no_p: str = ""
    adjusted: Adjusted | None = None

    @property
    def clear(self) -> bool:
        """Whether p is small enough among those of all differences."""
        return self.adjusted is not None and self.adjusted.by("holm").verdict == "clear"


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """A result with the vectors it was measured on."""

    result: Result
    vectors: Vectors

    @property
    def words(self) -> tuple[tuple[str, ...], ...]:
        """Of every set, as the query writes them."""
        return tuple(each.words for each in (*self.vectors.targets, *self.vectors.attributes))


def difference_between(
    card: Measure, before: Measured, after: Measured, *, test: Test, level: float, resamples: int
) -> Difference:
    """The difference with its interval and p, or why there is none."""
    names = before.result.embedding, after.result.embedding
    one, other = before.result.value, after.result.value
    if one is None or other is None:
        why = f"{card.name} scores single words and has no value of its own"
        return Difference(before=names[0], after=names[1], value=None, no_value=why, no_interval=why, no_p=why)
    found = Difference(before=names[0], after=names[1], value=other - one)
    if before.words != after.words:
        why = "the spaces were measured on different words, so the difference mixes the spaces with the words"
        return replace(found, no_interval=why, no_p=why)
    interval, no_interval = paired_interval(card, before, after, level=level, resamples=resamples, seed=test.seed)
    p, no_p = _or(
        exchange_p(card, before.result, after.result, test),
        f"{card.name} is no function of two groups of association scores that could be exchanged",
    )
    return replace(found, interval=interval, no_interval=no_interval, p=p, no_p=no_p)


def paired_interval(
    card: Measure, before: Measured, after: Measured, *, level: float, resamples: int, seed: int
) -> tuple[Interval | None, str]:
    """The same words are drawn, or left out, in both spaces each time, so what they have in common cancels out.

    By percentiles: of simulated differences of d that are zero they cover 0.92 to 0.96 at a level of 0.95, BCa 0.85 to 0.93
    (docs/comparing.md).
    """
    if not card.resampled:
        return None, f"resampling the words does not tell how the value of {card.name} varies"
    spaces = [Resampled(card, each.vectors, each.result.params) for each in (before, after)]
    sizes = spaces[0].sizes
    if 1 in sizes:
        return None, "a set has one word only, so nothing is known about how the difference varies with it"
    value = (after.result.value or 0.0) - (before.result.value or 0.0)
    if card.of_some is not None:
        kept = kept_at_random(sizes, SUBSAMPLES, seed)
        one, other = (card.of_some(each.v, kept, **each.params) for each in spaces)
        return _or(
            subsampling(value, other - one, sizes, level), "the value does not vary, or is not there, with fewer words"
        )
    if card.group_effect is None:
        left_out = [b - a for a, b in zip(*(each.left_out() for each in spaces), strict=True)]
        return _or(jackknife(value, left_out, level), "without some of the words there is no value")
    drawn = [spaces[1].values(weights) - spaces[0].values(weights) for weights in drawn_weights(sizes, resamples, seed)]
    return _or(percentile(np.concatenate(drawn), level), "too many resamples of the words have no variation")


def _or(found: _Found | None, why_not: str) -> tuple[_Found | None, str]:
    return found, "" if found is not None else why_not


def exchange_p(card: Measure, before: Result, after: Result, test: Test) -> PValue | None:
    """Two-sided: no direction of a difference was foreseen. None for measures that are no function of two groups.

    The null: for each target word, its two scores might as well have come from the other space. A measure that sees
    neither the mean nor the spread of the scores, such as d, is tested on scores brought to mean 0 and spread 1 within each
    space: otherwise the spaces' scales alone, which the measure ignores, would be exchanged too.
    """
    effect = card.group_effect
    if effect is None:
        return None
    groups = [_groups(result) for result in (before, after)]
    n = len(groups[0][0])
    ones = np.ones(n), np.ones(len(groups[0][1]))

    def values(scores: Floats, params: Mapping[str, Any]) -> Floats:
        of_x, of_y = (np.broadcast_to(each, (len(scores), len(each))) for each in ones)
        return effect(scores[:, :n], scores[:, n:], of_x, of_y, **params)

    raw = [np.concatenate(each) for each in groups]
    level = [(scores - scores.mean()) / scores.std() for scores in raw]
    params = [before.params, after.params]
    same = all(
        abs(float(values(scaled[None], own)[0] - values(scores[None], own)[0])) < _SAME_VALUE
        for scaled, scores, own in zip(level, raw, params, strict=True)
    )
    one, other = level if same else raw
    return p_among_exchanges(
        lambda a, b: values(b, params[1]) - values(a, params[0]),
        one,
        other,
        replace(test, alternative="two-sided"),
        decimals=_DECIMALS,
    )


def _groups(result: Result) -> Sequence[Floats]:
    """The scores of the two target sets."""
    names = list(dict.fromkeys(word.set for word in result.words))
    return [np.array([word.score for word in result.group(name)]) for name in names]
