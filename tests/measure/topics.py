"""Spaces to compare with other words in: one without any structure, one of topics; and the comparison by hand.

In a topical space each word is noise plus its topic's direction, more of it in some topics than in others. Words are
random letters and ranks have nothing to do with topics.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.spaces import toy_query
from weatherglass.embedding.embedding import Embedding
from weatherglass.measure.base import get
from weatherglass.measure.baseline import (
    Baseline,
    Pool,
    _random_pairs,
    _topical_pairs,
    baselines,
    pool_of,
)
from weatherglass.measure.published.weat import weat
from weatherglass.stats.permutation import Test
from weatherglass.words.lookup import Match, Vectors, lookup
from weatherglass.words.query import Query

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]
SIZES = (8, 6, 5, 5)
TOPICS = 150
TWO_SIDED = Test(alternative="two-sided")


@dataclass(frozen=True)
class Space:
    embedding: Embedding
    topics: Indices

    def query(self, rows: Sequence[int] | Indices, sizes: Sequence[int] = SIZES, name: str = "test") -> Query:
        words = [self.embedding.words[i] for i in rows]
        x, y, a, b = (words[end - n : end] for n, end in zip(sizes, np.cumsum(sizes), strict=True))
        return toy_query(name=name, targets={"x": x, "y": y}, attributes={"a": a, "b": b})

    def vectors(self, rows: Sequence[int] | Indices, sizes: Sequence[int] = SIZES) -> Vectors:
        found = lookup(self.embedding, self.query(rows, sizes), Match(min_words=1)).vectors
        assert found is not None
        return found

    def any_words(self, rng: np.random.Generator, n: int = sum(SIZES)) -> Indices:
        return rng.choice(len(self.embedding), n, replace=False)

    def four_topics(self, rng: np.random.Generator) -> Indices:
        """Rows of a test, each set of another topic."""
        topics = rng.choice(TOPICS, 4, replace=False)
        return np.concatenate(
            [rng.choice(np.flatnonzero(self.topics == t), n, replace=False) for t, n in zip(topics, SIZES, strict=True)]
        )


def random_words(n: int, rng: np.random.Generator) -> list[str]:
    return [bytes(letters).decode() for letters in rng.integers(97, 123, size=(n, 9)).astype(np.uint8)]


def make_space(words: int, topics: int, seed: int = 0) -> Space:
    rng = np.random.default_rng(seed)
    vectors = rng.normal(size=(words, 30))
    topic = np.full(words, -1)
    if topics:
        topic = rng.integers(topics, size=words)
        vectors += (rng.normal(size=(topics, 30)) * rng.uniform(0.3, 2, size=(topics, 1)))[topic]
    return Space(Embedding.from_arrays(random_words(words, rng), vectors.astype(np.float32)), topic)


def pool_from(space: Space, pairs: int = 100, seed: int = 0) -> Pool:
    pool = pool_of(space.embedding, pairs, seed)
    assert isinstance(pool, Pool), pool
    return pool


def value_of(v: Vectors) -> float:
    value = weat(v).value
    assert value is not None
    return value


def compare(space: Space, pool: Pool, v: Vectors, test: Test | None = None) -> tuple[Baseline, Baseline]:
    effect = get("weat").group_effect
    assert effect is not None
    found = baselines(pool, space.embedding, v, effect, {}, value_of(v), test or Test())
    assert [each.kind for each in found] == ["random", "topical"]
    return found[0], found[1]


def unit(vectors: NDArray[Any]) -> Floats:
    wide = np.asarray(vectors, np.float64)
    scaled: Floats = wide / np.sqrt((wide**2).sum(axis=1, keepdims=True))
    return scaled


def cohesion_by_hand(vectors: NDArray[Any]) -> float:
    return float(np.mean([one @ other for one, other in combinations(unit(vectors), 2)]))


def free_of(space: Space, pool: Pool, v: Vectors) -> NDArray[np.bool_]:
    own = [space.embedding.index[word] for s in (*v.targets, *v.attributes) for word in s.words]
    return ~np.isin(pool.rows, own)


def drawn(space: Space, pool: Pool, v: Vectors) -> dict[str, tuple[Indices, Indices]]:
    """The rows of both kinds of pairs, as the module draws them."""
    free = free_of(space, pool, v)
    ranks = [np.sort(np.log2(target.ranks + 1.0)) for target in v.targets]
    cohesions = [cohesion_by_hand(target.vectors) for target in v.targets]
    pairs = {"random": _random_pairs(pool, ranks, free), "topical": _topical_pairs(pool, ranks, cohesions, free)}
    return {kind: (pool.rows[x[: pool.pairs]], pool.rows[y[: pool.pairs]]) for kind, (x, y) in pairs.items()}


def scores_by_hand(space: Space, v: Vectors, rows: Indices) -> Floats:
    a, b = (unit(attribute.vectors) for attribute in v.attributes)
    words = unit(space.embedding.vectors[rows])
    scores: Floats = (words @ a.T).mean(axis=1) - (words @ b.T).mean(axis=1)
    return scores


def d_by_hand(x: Floats, y: Floats) -> float:
    return float((x.mean() - y.mean()) / np.concatenate([x, y]).std(ddof=1))
