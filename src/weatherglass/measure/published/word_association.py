"""Association of single words with two attribute sets: the part of WEAT that Zhang et al. 2021 call WA."""

from __future__ import annotations

from weatherglass.measure.association import association
from weatherglass.measure.base import Arity, Scores, means_by_set, measure
from weatherglass.words.lookup import Vectors


@measure(
    name="word-association",
    title="Word association",
    targets=Arity(1, None),
    attributes=2,
    symbol="s",
    unit="cosine",
    null=0.0,
    what="For each word, its mean cosine with one attribute set minus that with the other.",
    formula="s(w) = mean over a ∈ A of cos(w, a) − mean over b ∈ B of cos(w, b)",
    sign="positive: nearer to attribute set 1",
    range="−2 to 2, in practice within ±0.5",
    good="nearer to 0",
    published="Google News word2vec, one base pair: mean −0.001 and standard deviation 0.053 over the most frequent words (Zhang et al. 2021)",
    limits="A score has no p of its own: attribute words are too few to tell a word's lean from the choice of them. Which way a word "
    "leans often changes with the attribute words; try others.",
    cite=("caliskan2017", "zhang2021"),
    smooth=True,
)
def word_association(v: Vectors) -> Scores:
    """s(w, A, B) of every target word."""
    groups = tuple(association(target, *v.attributes) for target in v.targets)
    means = means_by_set(groups, v.targets)
    return Scores(value=None, groups=groups, extra={"means": means})
