"""The neighbourhood bias metric (Gonen & Goldberg 2019)."""

from __future__ import annotations

import numpy as np

from weatherglass.errors import SpecError
from weatherglass.measure import base_pairs
from weatherglass.measure.base import Arity, NotMeasurable, Scores, measure, vectors_of
from weatherglass.words.lookup import Vectors


@measure(
    name="nbm",
    title="Neighbourhood bias metric",
    targets=Arity(1, None),
    pairs=True,
    neutral=True,
    symbol="NBM",
    unit="share",
    null=0.0,
    what="For each word, how many of its nearest neutral words lean to the first word of a base pair, minus how many lean to the second, as "
    "a share of the neighbours.",
    formula="NBM(w) = (n₁ − n₂) / k, n₁ and n₂ of the k nearest neutral words lean towards x and towards y",
    sign="positive: more neighbours lean towards the first word of the pairs",
    range="−1 to 1",
    good="nearer to 0",
    published="Google News word2vec, K = 100, 26,145 neutral words: mean −0.038 and standard deviation 0.431; κ over ten base pairs 0.29 (Zhang "
    "et al. 2021)",
    limits="The least stable of the measures by base pairs: neighbours lean alike, so a word tips from one side to the other as a whole. "
    "It depends on which words count as neutral.",
    cite=("gonen2019", "zhang2021"),
)
def nbm(v: Vectors, *, k: int = 100) -> Scores:
    """(#towards x − #towards y)/K among the K nearest neutral words by cosine, a word itself left out."""
    if k < 1:
        raise SpecError(f"k={k!r}: give a positive number of neighbours")
    from weatherglass.embedding.neighbours import nearest

    assert v.neutral is not None
    pairs, words = base_pairs.pairs_of(v), vectors_of(v.targets)
    place = {row: i for i, row in enumerate(v.neutral.rows)}
    own = np.array([place.get(row, -1) for target in v.targets for row in target.rows], np.int64)
    others = len(place) - int((own >= 0).any())
    if k > others:
        raise NotMeasurable(
            f"k = {k} neighbours were asked for, but there are {others:,} neutral words; give a smaller k, or more words"
        )
    near = nearest(words, v.neutral.vectors, k, own)
    side = base_pairs.sides(base_pairs.direct_bias(v.neutral.vectors, pairs))
    by_pair = np.stack([row[near].mean(axis=1, dtype=np.float64) for row in side])
    return base_pairs.scores_of_pairs(v, by_pair, neutral_words=len(place))
