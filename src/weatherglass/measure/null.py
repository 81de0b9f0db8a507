"""What an association test would give if the target words were divided otherwise: the distribution that p is about."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from weatherglass.arrays import Floats
from weatherglass.measure.base import get
from weatherglass.measure.result import Result
from weatherglass.stats.partitions import all_splits, drawn_splits

MOST_COUNTED = 20_000  # splits: enough for a picture
DRAWN = 10_000


@dataclass(frozen=True, slots=True)
class Null:
    """Values of other splits of the same words; `every`: all there are, else as many drawn at random."""

    values: Floats
    every: bool


def null_of(result: Result) -> Null:
    """For a test that compares two groups of association scores."""
    effect = get(result.measure).group_effect
    assert effect is not None
    one, other = (len(result.group(s.name)) for s in result.coverage.sets[:2])
    every = math.comb(one + other, one) <= MOST_COUNTED
    splits = all_splits(one, other) if every else drawn_splits(one, other, DRAWN, result.seed)
    scores = np.array([word.score for s in result.coverage.sets[:2] for word in result.group(s.name)])
    rows = np.broadcast_to(scores, splits.shape)
    members = splits.astype(float)
    return Null(effect(rows, rows, members, 1 - members, **result.params), every)
