"""Measuring small spaces, and listing what the measures count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weatherglass.embedding.embedding import Embedding
from weatherglass.measure.inputs import Given
from weatherglass.measure.result import Outcome, Result, Skipped
from weatherglass.measure.run import run
from weatherglass.measure.scrutiny import Scrutiny
from weatherglass.words.lookup import FoundPairs, FoundSet, Match, Vectors
from weatherglass.words.query import PairSet, Query, make_query

Floats = NDArray[np.float64]
BARE = Scrutiny(interval="none", baseline=0)


def space_of(rows: Mapping[str, Sequence[float] | Floats]) -> Embedding:
    return Embedding.from_arrays(list(rows), np.array(list(rows.values()), np.float32), name="small")


def query_of(targets: Mapping[str, Sequence[str]], **more: Any) -> Query:
    return make_query({"name": "small", "language": "en", "targets": {k: list(w) for k, w in targets.items()}, **more})


def pairs_of(*pairs: tuple[str, str], neutral: Sequence[str] | None = None) -> Given:
    made = PairSet("base pairs", tuple(((one,), (other,)) for one, other in pairs))
    return Given(pairs=made, neutral=None if neutral is None else tuple(neutral))


def outcome(name: str, space: Embedding, query: Query, **options: Any) -> Outcome:
    params = {name: options.pop("params", {})}
    options = {"match": Match(min_words=1), "scrutiny": BARE, **options}
    return run(space, query, [name], params=params, **options).outcomes[0]


def measured(name: str, space: Embedding, query: Query, **options: Any) -> Result:
    found = outcome(name, space, query, **options)
    assert isinstance(found, Result), found
    return found


def skipped(name: str, space: Embedding, query: Query, **options: Any) -> str:
    found = outcome(name, space, query, **options)
    assert isinstance(found, Skipped), found
    return found.reason


def scores(result: Result) -> dict[str, float]:
    return {word.word: word.score for word in result.words}


def found_set(name: str, vectors: Floats) -> FoundSet:
    words = tuple(f"{name}{i}" for i in range(len(vectors)))
    return FoundSet(name, words, words, vectors, np.arange(len(vectors)))


def random_vectors(sizes: Sequence[int], dim: int, seed: int, lean: float = 0.0) -> Vectors:
    """Two target sets x and y and attribute sets a and b, of these sizes; x leans to a and y to b by `lean`."""
    rng = np.random.default_rng(seed)
    axis = np.eye(dim)[0]
    sets = [
        found_set(name, rng.normal(size=(n, dim)) + side * lean * axis)
        for name, n, side in zip("xyab", sizes, (1, -1, 1, -1), strict=False)
    ]
    return Vectors(targets=tuple(sets[:2]), attributes=tuple(sets[2:]))


def random_pairs(count: int, dim: int, seed: int) -> FoundPairs:
    rng = np.random.default_rng(seed)
    return FoundPairs(found_set("f", rng.normal(size=(count, dim))), found_set("m", rng.normal(size=(count, dim))))


def splits(first: int, second: int) -> Iterator[tuple[list[int], list[int]]]:
    """Every way to choose the first group, and what is left."""
    for chosen in combinations(range(first + second), first):
        yield list(chosen), [i for i in range(first + second) if i not in chosen]


def cosine(one: Floats, other: Floats) -> float:
    return float(one @ other / np.sqrt((one @ one) * (other @ other)))
