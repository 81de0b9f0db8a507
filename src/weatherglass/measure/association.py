"""How much nearer a word lies to one set of attribute words than to another."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from weatherglass.arrays import Floats
from weatherglass.embedding.geometry import cosines
from weatherglass.errors import SpecError
from weatherglass.measure.base import NotMeasurable, vectors_of
from weatherglass.words.lookup import FoundSet, Vectors

_BITS = 40
# Cosines of 32-bit vectors are good to about 1e-7; a smaller spread is rounding.
NO_VARIATION = 1e-6


def association(words: FoundSet, a: FoundSet, b: FoundSet) -> Floats:
    """s(w, A, B) for each word: the difference of its mean cosines with A and with B."""
    towards_a = cosines(words.vectors, a.vectors).mean(axis=1)
    towards_b = cosines(words.vectors, b.vectors).mean(axis=1)
    return without_noise(towards_a - towards_b)


def without_noise(scores: Floats) -> Floats:
    """Scores as multiples of 2⁻⁴⁰, about 1e-12.

    The vectors are 32-bit numbers, so a score is good to about 1e-7. What lies below 1e-12 is the noise of arithmetic;
    it would break ties at random, and ties count in a permutation test.
    """
    rounded: Floats = np.ldexp(np.rint(np.ldexp(scores, _BITS)), -_BITS)
    return rounded


def similarities(v: Vectors) -> tuple[Floats, ...]:
    """Cosines of all target words, set after set, with the words of each attribute set."""
    targets = vectors_of(v.targets)
    return tuple(cosines(targets, attribute.vectors) for attribute in v.attributes)


def weighted_association(similar: Sequence[Floats], weights: Sequence[Floats]) -> Floats:
    """Scores of all target words (columns) for many weightings of the attribute words (rows)."""
    towards_a, towards_b = (
        (each / each.sum(axis=1, keepdims=True)) @ table.T for table, each in zip(similar, weights, strict=True)
    )
    difference: Floats = towards_a - towards_b
    return difference


def normalised(words: FoundSet, a: FoundSet, b: FoundSet, *, ddof: int) -> Floats:
    """Each word's association divided by the standard deviation of its cosines with A and B together."""
    check_ddof(ddof)
    if len(a.words) == len(b.words) == 1:
        raise NotMeasurable(
            "with one attribute word on either side a normalised association is ±1.41 or ±1 whatever the vectors; give more words"
        )
    spread = cosines(words.vectors, np.concatenate([a.vectors, b.vectors])).std(axis=1, ddof=ddof)
    if (spread < NO_VARIATION).any():
        word = words.words[int(np.argmin(spread))]
        raise NotMeasurable(
            f"no variation: “{word}” is equally near to all attribute words, so its association cannot be related to anything"
        )
    scores: Floats = association(words, a, b) / spread
    return scores


def check_ddof(ddof: int) -> None:
    if ddof not in (0, 1):
        raise SpecError(f"ddof={ddof!r}: give 0 or 1")
