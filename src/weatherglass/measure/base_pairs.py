"""Scores of words along base pairs such as (she, he): a row for each pair, a column for each word.

The measures of single words by Bolukbasi et al. 2016, Ethayarajh et al. 2019 and Gonen & Goldberg 2019, as plain
functions of arrays, so that a single result and a study over a whole vocabulary compute the same.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Floats, Indices
from weatherglass.embedding.geometry import principal_directions, unit
from weatherglass.measure.association import NO_VARIATION
from weatherglass.measure.base import NotMeasurable, Scores, by_set, means_by_set
from weatherglass.words.lookup import FoundPairs, Vectors

Signs = NDArray[np.int8]
NO_SIDE = 1e-7  # scores of 32-bit vectors of unit length nearer to 0 than this have no sign
_AT_ONCE = 1024


def differences(pairs: FoundPairs) -> Floats:
    """x̂ − ŷ of each pair."""
    return unit(pairs.one.vectors) - unit(pairs.other.vectors)


def direct_bias(words: Floats, pairs: FoundPairs) -> Floats:
    """ŵ·(x̂ − ŷ): the difference of a word's cosines with the two words of a pair."""
    scores: Floats = differences(pairs) @ unit(words).T
    return np.where(np.abs(scores) < NO_SIDE, 0.0, scores)


def mean_direct_bias(vectors: NDArray[np.floating], rows: Indices, pairs: FoundPairs) -> Floats:
    """The mean over the pairs for many rows of a matrix, some at a time, as they are wanted in double precision."""
    found = np.empty(len(rows))
    for start in range(0, len(rows), _AT_ONCE):
        some = slice(start, start + _AT_ONCE)
        found[some] = direct_bias(vectors[rows[some]].astype(np.float64), pairs).mean(axis=0)
    return found


def ripa(words: Floats, pairs: FoundPairs) -> Floats:
    """w·(x − y)/‖x − y‖, on vectors as they are."""
    along = pairs.one.vectors - pairs.other.vectors
    scores: Floats = (along / np.linalg.norm(along, axis=1, keepdims=True)) @ words.T
    return np.where(np.abs(scores) < NO_SIDE * np.linalg.norm(words, axis=1), 0.0, scores)


def sides(scores: Floats) -> Signs:
    """1 towards the first word of the pair, −1 towards the second, 0 for neither."""
    return np.sign(scores).astype(np.int8)


def subspace(pairs: FoundPairs, k: int) -> Floats:
    """The first k principal directions of the pairs, each centred at its own mean (Bolukbasi et al. 2016), a row each.

    The first points the way the mean difference does, so that its sign means what the pairs' order says.
    """
    one, other = unit(pairs.one.vectors), unit(pairs.other.vectors)
    middle = (one + other) / 2
    directions = principal_directions(np.concatenate([one - middle, other - middle]), NO_SIDE)
    if k > len(directions):
        raise NotMeasurable(f"{len(one)} base pairs do not span {k} directions; give more pairs or fewer components")
    found: Floats = directions[:k]
    if (one - other).mean(axis=0) @ found[0] < 0:
        found[0] *= -1
    return found


def scores_of_pairs(v: Vectors, by_pair: Floats, value: float | None = None, **extra: object) -> Scores:
    """Each word's mean over the pairs, and how far the pairs agree about it."""
    assert v.pairs is not None
    mean = by_pair.mean(axis=0)
    groups = by_set(mean, v.targets)
    side = sides(by_pair)
    agreed = (side == side[0]).all(axis=0)
    return Scores(
        value=value,
        groups=groups,
        extra={
            "means": means_by_set(groups, v.targets),
            "by_pair": {label: row.tolist() for label, row in zip(v.pairs.labels, by_pair, strict=True)},
            "same_side_for_all_pairs": float(agreed.mean()),
            **extra,
        },
    )


def pairs_of(v: Vectors) -> FoundPairs:
    """The base pairs; a measure that needs them is never called without."""
    if v.pairs is None:
        raise NotMeasurable("there are no base pairs; give some with --pair, such as she,he")
    lengths = np.linalg.norm(differences(v.pairs), axis=1)
    if lengths.min() < NO_VARIATION:
        label = v.pairs.labels[int(np.argmin(lengths))]
        raise NotMeasurable(
            f"the two words of the base pair {label} have the same direction, so nothing lies between them"
        )
    return v.pairs
