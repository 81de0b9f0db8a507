"""Spaces to look closely at, and what is looked at worked out by hand: scores, d, p, and queries without a word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.spaces import toy_query
from weatherglass.embedding.embedding import Embedding
from weatherglass.measure.result import Result
from weatherglass.measure.run import run
from weatherglass.measure.scrutiny import Scrutiny
from weatherglass.stats.intervals import drawn_weights
from weatherglass.words.lookup import FoundSet, Match, Vectors, lookup
from weatherglass.words.query import Query

Floats = NDArray[np.float64]
SMALL = Match(min_words=1)
QUICK = Scrutiny(resamples=999, baseline=0)
SIZES = (4, 3, 3, 2)


def random_space(sizes: Sequence[int] = SIZES, seed: int = 0, lean: float = 0.0) -> tuple[Embedding, Query]:
    """Random vectors; the targets lean towards the two attribute sets, the first two axes."""
    rng = np.random.default_rng(seed)
    names = [[f"{name}{i}" for i in range(n)] for name, n in zip("xyab", sizes, strict=True)]
    poles = np.eye(8)[:2]
    shifts = (lean * (poles[0] - poles[1]), lean * (poles[1] - poles[0]), 2 * poles[0], 2 * poles[1])
    vectors = np.concatenate([rng.normal(size=(n, 8)) + by for n, by in zip(sizes, shifts, strict=True)])
    query = toy_query(
        targets=dict(zip("xy", names[:2], strict=True)), attributes=dict(zip("ab", names[2:], strict=True))
    )
    return Embedding.from_arrays([word for some in names for word in some], vectors.astype(np.float32)), query


def scored_space(x: Sequence[float], y: Sequence[float]) -> tuple[Embedding, Query]:
    """Words with these scores: a and b are axes, and (s, 0, √(1−s²)) has the cosines s and 0 with them."""
    scores = {f"x{i}": s for i, s in enumerate(x)} | {f"y{i}": s for i, s in enumerate(y)}
    axes = {"a0": (1.0, 0.0, 0.0), "a1": (2.0, 0.0, 0.0), "b0": (0.0, 1.0, 0.0), "b1": (0.0, 3.0, 0.0)}
    rows = {**{word: (s, 0.0, sqrt(1 - s * s)) for word, s in scores.items()}, **axes}
    query = toy_query(
        targets={"x": [w for w in scores if w[0] == "x"], "y": [w for w in scores if w[0] == "y"]},
        attributes={"a": ["a0", "a1"], "b": ["b0", "b1"]},
    )
    return Embedding.from_arrays(list(rows), np.array(list(rows.values()), np.float32)), query


def vectors_of(space: Embedding, query: Query) -> Vectors:
    found = lookup(space, query, SMALL).vectors
    assert found is not None
    return found


def measured(space: Embedding, query: Query, scrutiny: Scrutiny = QUICK, **options: Any) -> Result:
    outcome = run(space, query, match=SMALL, scrutiny=scrutiny, **options).outcomes[0]
    assert isinstance(outcome, Result), outcome
    return outcome


def repeated(found: FoundSet, times: Floats) -> FoundSet:
    return replace(found, vectors=np.repeat(found.vectors, times.astype(int), axis=0))


def scores_by_hand(v: Vectors) -> tuple[Floats, Floats]:
    def mean_cosine(word: Floats, others: FoundSet) -> float:
        return float(np.mean([word @ o / sqrt((word @ word) * (o @ o)) for o in others.vectors]))

    a, b = v.attributes
    x, y = (np.array([mean_cosine(word, a) - mean_cosine(word, b) for word in t.vectors]) for t in v.targets)
    return x, y


def d_by_hand(x: Floats, y: Floats, *, ddof: int = 1) -> float:
    return float((x.mean() - y.mean()) / np.concatenate([x, y]).std(ddof=ddof))


def p_by_hand(x: Floats, y: Floats) -> float:
    both = np.concatenate([x, y])
    sums = [sum(both[list(chosen)]) for chosen in combinations(range(len(both)), len(x))]
    return float(np.mean([s >= x.sum() - 1e-9 for s in sums]))


def without(query: Query, which: int, i: int) -> Query:
    """The query without one word; sets are counted through targets and attributes."""
    sets = [replace(s, words=s.words[:i] + s.words[i + 1 :]) if k == which else s for k, s in enumerate(query.sets)]
    return replace(query, targets=tuple(sets[:2]), attributes=tuple(sets[2:]))


def each_word(query: Query) -> list[tuple[str, int, int]]:
    return [(w[0], which, i) for which, s in enumerate(query.sets) for i, w in enumerate(s.words)]


def all_drawn(sizes: Sequence[int], resamples: int, seed: int) -> list[NDArray[np.float64]]:
    return [np.concatenate(parts) for parts in zip(*drawn_weights(sizes, resamples, seed), strict=True)]
