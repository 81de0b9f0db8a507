"""General biases of toy spaces, and their cosines one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from tests.structure.group_spaces import GROUPS, groups_of, pairs_named, space_of, with_cosines, words_query
from weatherglass.arrays import Floats
from weatherglass.embedding.embedding import Embedding
from weatherglass.stats.intervals import drawn_weights
from weatherglass.structure.concepts import Forms, concepts
from weatherglass.structure.general_bias import GeneralBias, general_bias
from weatherglass.structure.sentiment import SentimentDifference
from weatherglass.words.query import PairSet, Query


def bias_of(
    embedding: Embedding,
    query: Query,
    groups: PairSet = GROUPS,
    forms: Forms = "paired",
    polarity: Mapping[str, float] | None = None,
    *,
    draws: int = 200,
    seed: int = 0,
) -> GeneralBias:
    space = space_of(embedding, draws=draws, seed=seed)
    found = general_bias(space, concepts(space, query, forms), groups, forms, polarity)
    assert isinstance(found, GeneralBias)
    return found


def singles(cosines: Floats) -> tuple[Embedding, Query, PairSet]:
    """A concept of one word for each row of cosines."""
    groups = groups_of(cosines.shape[1] // 2)
    words = {f"c{i}": row.tolist() for i, row in enumerate(cosines)}
    return with_cosines(words, groups), words_query(*words), groups


def forms_of(one: Floats, other: Floats) -> tuple[Embedding, Query, PairSet]:
    """A concept of two forms for each row of cosines."""
    groups = groups_of(one.shape[1] // 2)
    words = {f"{kind}{i}": row.tolist() for kind, rows in (("o", one), ("p", other)) for i, row in enumerate(rows)}
    query = Query(name="forms", language="en", pairs=(pairs_named("", *(f"o{i} p{i}" for i in range(len(one)))),))
    return with_cosines(words, groups), query, groups


def drawn_cosines(n: int, k: int, seed: int, scale: float = 0.1) -> Floats:
    cosines: Floats = np.random.default_rng(seed).normal(0, scale, size=(n, 2 * k))
    return cosines


def sentiment_of(found: GeneralBias) -> SentimentDifference:
    assert found.sentiment is not None
    return found.sentiment


def true_cosines(embedding: Embedding, words: Sequence[str], groups: PairSet) -> Floats:
    """As 32-bit vectors have them."""
    named = [pair[side][0] for side in (0, 1) for pair in groups.pairs]
    return np.array(
        [
            [
                float(embedding[word].astype(float) @ embedding[group].astype(float))
                / float(np.linalg.norm(embedding[word].astype(float)) * np.linalg.norm(embedding[group].astype(float)))
                for group in named
            ]
            for word in words
        ]
    )


def counted_out(n: int, k: int, times: int, seed: int) -> list[tuple[list[int], list[int]]]:
    """The concepts and group pairs of each resample, one by one."""
    drawn = []
    for rows, columns in drawn_weights((n, k), times, seed):
        for row, column in zip(rows.astype(int), columns.astype(int), strict=True):
            drawn.append((np.repeat(np.arange(n), row).tolist(), np.repeat(np.arange(k), column).tolist()))
    return drawn
