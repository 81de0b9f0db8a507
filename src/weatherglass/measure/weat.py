"""The word embedding association test (Caliskan, Bryson & Narayanan 2017)."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from weatherglass.embedding.geometry import cosines
from weatherglass.errors import SpecError
from weatherglass.measure.base import NotMeasurable, Scores, measure
from weatherglass.words.lookup import FoundSet, Vectors

# Cosines of 32-bit vectors are good to about 1e-7; a smaller spread is rounding.
NO_VARIATION = 1e-6


def association(words: FoundSet, a: FoundSet, b: FoundSet) -> NDArray[np.float64]:
    """s(w, A, B) for each word: how much nearer to A than to B, as a difference of mean cosines."""
    towards_a = cosines(words.vectors, a.vectors).mean(axis=1)
    towards_b = cosines(words.vectors, b.vectors).mean(axis=1)
    result: NDArray[np.float64] = towards_a - towards_b
    return result


@measure(
    name="weat",
    title="Word embedding association test",
    targets=2,
    attributes=2,
    null=0.0,
    permutes=True,
    what="Compares how much nearer two sets of target words lie to one attribute set than to the other.",
    sign="positive: target set 1 is nearer to attribute set 1, and target set 2 to attribute set 2",
    range="d is bounded by the sizes: within ±2 for sets of equal size with ddof 0, ±1.94 for 8+8 words with ddof 1",
    limits="d has no scale of its own: it relates the difference to the spread among these very words, so it cannot be "
    "compared with human effect sizes, and sets of other sizes have other bounds. Sets about one topic differ from "
    "each other more easily than random words, so a small p alone is weak evidence.",
    cite=("caliskan2017",),
)
def weat(v: Vectors, *, ddof: Literal[0, 1] = 1) -> Scores:
    """Effect size d = (mean_X s − mean_Y s) / std_{X∪Y} s."""
    if ddof not in (0, 1):
        raise SpecError(f"ddof={ddof!r}: give 0 or 1")
    x, y = (association(target, *v.attributes) for target in v.targets)
    difference = float(x.mean() - y.mean())
    spread = float(np.std(np.concatenate([x, y]), ddof=ddof))
    if spread < NO_VARIATION:
        raise NotMeasurable("no variation: all words have the same association, so there is nothing to relate d to")
    means = {target.name: float(s.mean()) for target, s in zip(v.targets, (x, y), strict=True)}
    return Scores(
        value=difference / spread, groups=(x, y), extra={"difference": difference, "std": spread, "means": means}
    )
