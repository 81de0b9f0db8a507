"""Mean average cosine distance (Manzini et al. 2019)."""

from __future__ import annotations

import numpy as np

from weatherglass.embedding.geometry import cosines
from weatherglass.measure.base import Arity, Scores, measure
from weatherglass.words.lookup import Vectors


@measure(
    name="mac",
    title="Mean average cosine distance",
    targets=Arity(1, None),
    attributes=Arity(1, None),
    symbol="MAC",
    unit="cosine",
    null=1.0,
    what="The mean cosine distance (1 − cosine) between target words and attribute sets: each target word with each set, then the mean.",
    formula="mean over w and attribute sets A of (1 − mean over a ∈ A of cos(w, a))",
    sign="below 1: target words lie on the side of the attribute words",
    range="0 to 2; 1 means that nothing is near to anything",
    bounds=(0.0, 2.0),
    good="their paper reads a value nearer to 1 as less bias",
    published="Manzini et al. 2019 give it for gender, race and religion in vectors of their own, before and after debiasing",
    limits="It does not tell the target sets apart: a value far from 1 may come from all of them being near to all attributes, which is "
    "topic. There is no null to test it against.",
    reading="the mean cosine distance between target words and attribute sets is {value}",
    cite=("manzini2019",),
    smooth=True,
    swapped="same",
)
def mac(v: Vectors) -> Scores:
    """Mean over target words and attribute sets of the mean cosine distance between them."""
    near = (
        np.mean([cosines(target.vectors, attribute.vectors).mean(axis=1) for attribute in v.attributes], axis=0)
        for target in v.targets
    )
    groups = tuple(np.clip(1 - each, 0.0, 2.0) for each in near)
    return Scores(value=float(np.concatenate(groups).mean()), groups=groups)
