"""Relative norm distance (Garg et al. 2018)."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from weatherglass.arrays import Floats
from weatherglass.embedding.geometry import unit
from weatherglass.errors import SpecError
from weatherglass.measure.association import NO_VARIATION
from weatherglass.measure.base import Arity, NotMeasurable, Scores, by_set, measure, target_sizes, vectors_of
from weatherglass.stats.partitions import p_among_partitions
from weatherglass.stats.permutation import PValue, Test
from weatherglass.words.lookup import Vectors


def p_value(v: Vectors, scores: Scores, test: Test, /, **params: Any) -> PValue:
    """Among random partitions of the target words; “greater” means nearer to target set 1, as in WEAT."""
    targets, attributes = _vectors(v, params["normalise"])
    sizes = target_sizes(v)
    distances = _distances(targets, attributes, params["distance"])
    # Distances have the vectors' scale; values are compared in units of it, so that ties are ties at any scale.
    scale = 1.0 if params["distance"] == "cosine" else float(np.linalg.norm(targets, axis=1).max())

    def statistic(members: Floats) -> Floats:
        near, far = (distances(group / group.sum(axis=1, keepdims=True)) for group in (members, 1 - members))
        value: Floats = (far - near).mean(axis=1) / scale
        return value

    assert scores.value is not None
    return p_among_partitions(statistic, sizes, -scores.value / scale, test)


def _vectors(v: Vectors, normalise: bool) -> tuple[Floats, Floats]:
    both = (vectors_of(sets) for sets in (v.targets, v.attributes))
    one, other = (unit(vectors) if normalise else vectors for vectors in both)
    return one, other


def _shortest(gram: Floats) -> float:
    """The squared length below which a mean of target words has no direction."""
    return float(NO_VARIATION**2 * np.diag(gram).max())


def _distances(targets: Floats, attributes: Floats, distance: str) -> Any:
    """A function from shares of the target words, a group a row, to the attribute words' distances from their means."""
    gram, across = targets @ targets.T, targets @ attributes.T
    own = (attributes**2).sum(axis=1)
    shortest = _shortest(gram)

    def distances(shares: Floats) -> Floats:
        towards = shares @ across
        length = ((shares @ gram) * shares).sum(axis=1, keepdims=True)
        if distance == "cosine":
            scale = np.sqrt(np.maximum(length, shortest) * own)
            similar: Floats = np.where(length < shortest, 0.0, towards / scale)  # a mean of 0 is near to nothing
            return 1 - similar
        found: Floats = np.sqrt(np.maximum(own - 2 * towards + length, 0.0))
        return found

    return distances


@measure(
    name="rnd",
    title="Relative norm distance",
    targets=2,
    attributes=Arity(1, None),
    scores="attributes",
    symbol="difference",
    unit="length",
    null=0.0,
    what="For each attribute word, its distance from the mean of target set 1 minus that from the mean of target set 2; then the mean.",
    formula="mean over all attribute words a of (‖a − mean X‖ − ‖a − mean Y‖)",
    sign="negative: the attribute words lie nearer to target set 1",
    range="within ± the distance between the two means; within ±2 for cosines",
    good="nearer to 0",
    published="Garg et al. 2018 follow it over a century of text (women and men, occupations); they sum over words and normalise the vectors",
    limits="A target set whose words are longer, or closer together, has a mean that is further from or nearer to everything; the "
    "difference need not come from the attribute words.",
    reading="the attribute words lie {size} nearer to {nearer} than to {further} on average (difference {value})",
    cite=("garg2018",),
    smooth=True,
    swapped="sign",
    lengths_matter=True,
    p=p_value,
    p_from="the share of partitions of the target words into sets of the same sizes that bring the attribute words as near to the first; “greater” looks for nearer to target set 1",
)
def rnd(v: Vectors, *, distance: Literal["norm", "cosine"] = "norm", normalise: bool = False) -> Scores:
    """Mean over attribute words of dist(a, mean T1) − dist(a, mean T2)."""
    if distance not in ("norm", "cosine"):
        raise SpecError(f"distance={distance!r}: give 'norm' or 'cosine'")
    targets, attributes = _vectors(v, normalise)
    sizes = target_sizes(v)
    shares = np.zeros((2, sum(sizes)))
    shares[0, : sizes[0]], shares[1, sizes[0] :] = 1 / sizes[0], 1 / sizes[1]
    lengths = ((shares @ targets) ** 2).sum(axis=1)
    if distance == "cosine" and lengths.min() < _shortest(targets @ targets.T):
        raise NotMeasurable("the vectors of a target set cancel out, so their mean has no direction")
    near, far = _distances(targets, attributes, distance)(shares)
    groups = by_set(near - far, v.attributes)
    value = float((near - far).mean())
    nearer, further = (target.name for target in v.targets[:: 1 if value <= 0 else -1])
    extra = {"sum": float((near - far).sum()), "size": abs(value), "nearer": nearer, "further": further}
    return Scores(value=value, groups=groups, extra=extra)
