"""Indirect bias (Bolukbasi et al. 2016): how much of the likeness of two words comes from the direction of the base pairs."""

from __future__ import annotations

import numpy as np

from weatherglass.arrays import Floats
from weatherglass.embedding.geometry import unit
from weatherglass.measure import base_pairs
from weatherglass.measure.association import NO_VARIATION
from weatherglass.measure.base import NotMeasurable, Scores, measure
from weatherglass.words.lookup import Vectors


def part_of_likeness(one: Floats, other: Floats, direction: Floats) -> tuple[Floats, Floats]:
    """Cosines of all words of one matrix with all of the other, as they are and without the direction.

    β of two words is the difference of the two, divided by the first.
    """
    one, other = unit(one), unit(other)
    rest = [words - np.outer(words @ direction, direction) for words in (one, other)]
    if min(float(np.linalg.norm(words, axis=1).min()) for words in rest) < NO_VARIATION:
        raise NotMeasurable(
            "a word lies on the direction of the base pairs itself, so nothing of it is left without it"
        )
    without: Floats = unit(rest[0]) @ unit(rest[1]).T
    likeness: Floats = one @ other.T
    return likeness, without


@measure(
    name="indirect-bias",
    title="Indirect bias",
    targets=2,
    pairs=True,
    symbol="β",
    unit="share",
    null=0.0,
    what="The part of the likeness (cosine) between the words of two target sets that vanishes when the direction of the base pairs is taken "
    "out; over all words of one set with all of the other.",
    formula="β = (Σ cos(x, y) − Σ cos(x⊥, y⊥)) / Σ cos(x, y) over x ∈ X, y ∈ Y; w⊥ = ŵ − (ŵ·g) g",
    sign="positive: without the direction they would be less alike",
    range="unbounded; 1 means that all likeness comes from the direction",
    good="nearer to 0",
    published="Google News word2vec: β = 0.67 for softball and receptionist (Bolukbasi et al. 2016)",
    limits="A ratio: where the words are hardly alike to begin with, it is large and means nothing, so the cosines stand beside it. The "
    "direction is the first principal one of the base pairs.",
    reading="of the likeness between {t1} and {t2} (mean cosine {likeness}) a part of {value} lies in the direction of the base pairs",
    cite=("bolukbasi2016",),
    swapped="same",
)
def indirect_bias(v: Vectors) -> Scores:
    """β = (Σ w·v − Σ cos(w⊥, v⊥)) / Σ w·v over the words of both sets; a word's score is its own ratio with the other set."""
    direction = base_pairs.subspace(base_pairs.pairs_of(v), 1)[0]
    one, other = (target.vectors for target in v.targets)
    likeness, without = part_of_likeness(one, other, direction)
    if abs(likeness.mean()) < NO_VARIATION:
        raise NotMeasurable("the words of the two sets are not alike at all, so there is no part of it to tell")
    lost = likeness - without

    def ratio(axis: int) -> Floats:
        whole = likeness.sum(axis=axis)
        if np.abs(whole).min() < NO_VARIATION:
            word = v.targets[1 - axis].words[int(np.argmin(np.abs(whole)))]
            raise NotMeasurable(
                f"“{word}” is not like the words of the other set at all, so there is no part of it to tell"
            )
        found: Floats = lost.sum(axis=axis) / whole
        return found

    return Scores(
        value=float(lost.sum() / likeness.sum()),
        groups=(ratio(1), ratio(0)),
        extra={"likeness": float(likeness.mean()), "likeness_without": float(without.mean())},
    )
