"""How much nearer a word lies to one set of attribute words than to another."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from weatherglass.embedding.geometry import cosines
from weatherglass.words.lookup import FoundSet, Vectors

Floats = NDArray[np.float64]
_BITS = 40


def association(words: FoundSet, a: FoundSet, b: FoundSet) -> Floats:
    """s(w, A, B) for each word: the difference of its mean cosines with A and with B."""
    towards_a = cosines(words.vectors, a.vectors).mean(axis=1)
    towards_b = cosines(words.vectors, b.vectors).mean(axis=1)
    return _without_noise(towards_a - towards_b)


def _without_noise(scores: Floats) -> Floats:
    """Scores as multiples of 2⁻⁴⁰, about 1e-12.

    The vectors are 32-bit numbers, so a score is good to about 1e-7. What lies below 1e-12 is the noise of arithmetic;
    it would break ties at random, and ties count in a permutation test.
    """
    rounded: Floats = np.ldexp(np.rint(np.ldexp(scores, _BITS)), -_BITS)
    return rounded


def similarities(v: Vectors) -> tuple[Floats, ...]:
    """Cosines of all target words, set after set, with the words of each attribute set."""
    targets = np.concatenate([target.vectors for target in v.targets])
    return tuple(cosines(targets, attribute.vectors) for attribute in v.attributes)


def weighted_association(similar: Sequence[Floats], weights: Sequence[Floats]) -> Floats:
    """Scores of all target words (columns) for many weightings of the attribute words (rows)."""
    towards_a, towards_b = (
        (each / each.sum(axis=1, keepdims=True)) @ table.T for table, each in zip(similar, weights, strict=True)
    )
    difference: Floats = towards_a - towards_b
    return difference
