"""How far a base pair agrees with the others of its language about which way words lean (Zhang et al. 2021)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Floats
from weatherglass.measure import base_pairs
from weatherglass.stats.agreement import cohen_kappa
from weatherglass.words.lookup import FoundPairs

UNSTABLE = 0.4  # a mean kappa up to which Landis & Koch speak of fair agreement at most
LEAST_WORDS = 50
LEAST_PAIRS = 3


def kappas_between(one: NDArray[np.int8], other: NDArray[np.int8]) -> Floats:
    """Cohen's kappa of every row of sides with every row of the other."""
    return np.array([[cohen_kappa(a.tolist(), b.tolist()).value for b in other] for a in one])


def agreement_with_others(pairs: FoundPairs, others: FoundPairs | None, words: Floats) -> dict[str, float] | None:
    """Each pair's mean kappa with the other pairs, over the sides of these words by direct bias.

    A pair that is not among the others as it stands may name the sexes in the other order, so it is compared both ways
    round, and the better agreement counts. None where there are too few words or pairs to tell.
    """
    if others is None or len(words) < LEAST_WORDS or len(others.labels) < LEAST_PAIRS:
        return None
    mine, theirs = (base_pairs.sides(base_pairs.direct_bias(words, each)) for each in (pairs, others))
    kappas, turned = kappas_between(mine, theirs), kappas_between(-mine, theirs)
    listed = list(zip(others.one.rows, others.other.rows, strict=True))
    found = {}
    for i, label in enumerate(pairs.labels):
        own = (pairs.one.rows[i], pairs.other.rows[i])
        different = [j for j, row in enumerate(listed) if set(row) != set(own)]
        as_it_stands = float(kappas[i, different].mean())
        found[label] = as_it_stands if own in listed else max(as_it_stands, float(turned[i, different].mean()))
    return found
