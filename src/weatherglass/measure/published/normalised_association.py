"""Association of single words in units of their own spread: the word score of WEFAT."""

from __future__ import annotations

from typing import Literal

from weatherglass.measure.association import normalised
from weatherglass.measure.base import Arity, Scores, means_by_set, measure
from weatherglass.words.lookup import Vectors


@measure(
    name="normalised-association",
    title="Normalised association",
    targets=Arity(1, None),
    attributes=2,
    symbol="s",
    unit="effect",
    null=0.0,
    what="For each word, its mean cosine with one attribute set minus that with the other, divided by the standard deviation of its "
    "cosines with all attribute words.",
    formula="s(w) = (mean over a ∈ A of cos(w, a) − mean over b ∈ B of cos(w, b)) / std over A ∪ B of cos(w, ·)",
    sign="positive: nearer to attribute set 1",
    range="within ±2 for attribute sets of equal size with ddof 0",
    good="nearer to 0",
    published="as the word score of WEFAT in Caliskan et al. 2017; values of single words are not printed there",
    limits="Dividing by the spread makes a faint lean look strong where a word is about equally far from all attribute words.",
    cite=("caliskan2017",),
    smooth=True,
)
def normalised_association(v: Vectors, *, ddof: Literal[0, 1] = 1) -> Scores:
    """s(w, A, B) of every target word over std_{x∈A∪B} cos(w, x)."""
    groups = tuple(normalised(target, *v.attributes, ddof=ddof) for target in v.targets)
    means = means_by_set(groups, v.targets)
    return Scores(value=None, groups=groups, extra={"means": means})
