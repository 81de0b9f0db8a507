"""Direct bias (Bolukbasi et al. 2016): projections on base pairs or on their subspace, and their aggregate."""

from __future__ import annotations

import math

import numpy as np

from weatherglass.embedding.geometry import unit
from weatherglass.errors import SpecError
from weatherglass.measure import base_pairs
from weatherglass.measure.base import Arity, Scores, by_set, means_by_set, measure, vectors_of
from weatherglass.words.lookup import Vectors


@measure(
    name="direct-bias",
    title="Direct bias",
    targets=Arity(1, None),
    pairs=True,
    symbol="DirectBias",
    unit="cosine",
    null=None,
    what="For each word, the difference of its cosines with the two words of a base pair (components 0), or its projection on the first "
    "components of all pairs; and the mean of |cosine with the direction|^c over the words.",
    formula="DB(w) = ŵ·(x̂ − ŷ); aggregate: mean over w and pairs of |cos(w, x̂ − ŷ)|^c",
    sign="a word's score is positive towards the first word of the pairs; with two components or more it has no sign",
    range="0 to 1 for the aggregate; unrelated vectors of d dimensions give about √(2/(πd)), 0.046 for d = 300 and c = 1",
    bounds=(0.0, 1.0),
    good="nearer to what unrelated vectors give",
    published="Google News word2vec, 327 occupations, c = 1, first component of ten pairs (components = 1): 0.08 (Bolukbasi et al. 2016); standard deviation of a word's score 0.053 (Zhang "
    "et al. 2021)",
    limits="Which way a word leans, and how far, changes with the base pair: over ten pairs the directions agree at κ = 0.45 only (Zhang "
    "et al. 2021). The aggregate is never 0, not even for random vectors.",
    reading="the words' cosines with the direction of the base pairs, without sign and to the power {c}, have the mean {value}; unrelated vectors would give {floor}",
    cite=("bolukbasi2016", "zhang2021"),
    swapped="same",
)
def direct_bias(v: Vectors, *, components: int = 0, c: float = 1.0) -> Scores:
    """DB(w) = ŵ·(x̂ − ŷ) per pair, or on the pairs' subspace; value = mean |cos(w, g)|^c."""
    if components < 0:
        raise SpecError(f"components={components!r}: give 0 for each pair by itself, or how many directions")
    if not 0 <= c < math.inf:
        raise SpecError(f"c={c!r}: give an exponent of 0 or more; 1 is usual")
    pairs, words = base_pairs.pairs_of(v), vectors_of(v.targets)
    floor = unrelated(words.shape[1], c, max(components, 1))
    if components:
        along = unit(words) @ base_pairs.subspace(pairs, components).T
        length = np.minimum(np.linalg.norm(along, axis=1), 1.0)
        scores = along[:, 0] if components == 1 else length
        groups = by_set(scores, v.targets)
        means = means_by_set(groups, v.targets)
        extra = {"means": means, "floor": floor, "pairs": list(pairs.labels)}
        return Scores(value=float((length**c).mean()), groups=groups, extra=extra)
    by_pair = base_pairs.direct_bias(words, pairs)
    reach = np.linalg.norm(base_pairs.differences(pairs), axis=1, keepdims=True)
    value = float((np.minimum(np.abs(by_pair / reach), 1.0) ** c).mean())
    return base_pairs.scores_of_pairs(v, by_pair, value, floor=floor)


def unrelated(dim: int, c: float, k: int) -> float:
    """E of the c-th power of a random direction's projection on k dimensions."""
    if k >= dim:
        return 1.0
    return math.exp(math.lgamma((c + k) / 2) + math.lgamma(dim / 2) - math.lgamma(k / 2) - math.lgamma((c + dim) / 2))
