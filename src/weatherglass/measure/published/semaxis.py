"""Words on the axis between two sets of words (An, Kwak & Ahn 2018)."""

from __future__ import annotations

import numpy as np

from weatherglass.embedding.geometry import cosines
from weatherglass.measure.association import NO_VARIATION, without_noise
from weatherglass.measure.base import Arity, NotMeasurable, Scores, means_by_set, measure
from weatherglass.words.lookup import Vectors


@measure(
    name="semaxis",
    title="SemAxis",
    targets=Arity(1, None),
    attributes=2,
    symbol="cos",
    unit="cosine",
    null=0.0,
    what="For each word, its cosine with the axis that leads from the mean of attribute set 2 to the mean of attribute set 1.",
    formula="cos(w, mean A − mean B)",
    sign="positive: towards attribute set 1",
    range="−1 to 1",
    good="nearer to 0",
    published="An, Kwak & Ahn 2018 rank words by it; single values depend on the vectors",
    limits="The axis holds whatever else tells the two sets apart: their topics, their frequency. Their paper widens each pole by its "
    "nearest neighbours; here the poles are the words given.",
    cite=("an2018",),
    smooth=True,
    lengths_matter=True,
)
def semaxis(v: Vectors) -> Scores:
    """cos(w, mean(A) − mean(B)) of every target word."""
    one, other = (attribute.vectors.mean(axis=0) for attribute in v.attributes)
    axis = one - other
    longest = max(np.linalg.norm(attribute.vectors, axis=1).max() for attribute in v.attributes)
    if np.linalg.norm(axis) < NO_VARIATION * longest:
        raise NotMeasurable("the two attribute sets have the same mean vector, so there is no axis between them")
    groups = tuple(without_noise(cosines(target.vectors, axis[None])[:, 0]) for target in v.targets)
    means = means_by_set(groups, v.targets)
    return Scores(value=None, groups=groups, extra={"means": means})
