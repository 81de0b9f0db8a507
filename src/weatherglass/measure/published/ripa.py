"""Relational inner product association (Ethayarajh, Duvenaud & Hirst 2019)."""

from __future__ import annotations

from weatherglass.measure import base_pairs
from weatherglass.measure.base import Arity, Scores, measure, vectors_of
from weatherglass.words.lookup import Vectors


@measure(
    name="ripa",
    title="Relational inner product association",
    targets=Arity(1, None),
    pairs=True,
    symbol="RIPA",
    unit="length",
    null=0.0,
    what="For each word, the length of its projection on the direction of a base pair, without normalising any vector.",
    formula="RIPA(w) = w·(x − y) / ‖x − y‖",
    sign="positive: towards the first word of the pairs",
    range="unbounded; it has the scale of the vectors",
    good="nearer to 0",
    published="Google News word2vec: mean 0.024 and standard deviation 0.239 over the most frequent words and ten base pairs; κ over the pairs "
    "0.42 (Zhang et al. 2021)",
    limits="It has no scale of its own, so values from other vectors are not comparable. On vectors of unit length its sign is that of "
    "direct bias by definition. Changing the base pair often changes a word's side.",
    cite=("ethayarajh2019", "zhang2021"),
    smooth=True,
    lengths_matter=True,
)
def ripa(v: Vectors) -> Scores:
    """RIPA(w) = w·(x − y)/‖x − y‖ for each base pair, and the mean over them."""
    return base_pairs.scores_of_pairs(v, base_pairs.ripa(vectors_of(v.targets), base_pairs.pairs_of(v)))
