"""Our way to each value that is compared with a peer's.

All start where the peers do, from vectors in memory and words as text, and are timed with looking them up.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from benchmarks.asked import COUNTED, DRAWN, DRAWS, GENERATED, SEED, Asked
from weatherglass.embedding.formats import read
from weatherglass.measure import published  # noqa: F401 - registers the measures
from weatherglass.measure.base import Scores, get
from weatherglass.measure.base_pairs import subspace
from weatherglass.measure.result import Result
from weatherglass.measure.run import run
from weatherglass.measure.scrutiny import Scrutiny
from weatherglass.mitigate.base import mitigation
from weatherglass.quality.accuracy import Rows
from weatherglass.quality.analogies import generate, solve
from weatherglass.quality.analogy_accuracy import analogy_accuracy
from weatherglass.quality.neighbours import neighbours
from weatherglass.quality.odd_one_out import odd_one_out
from weatherglass.quality.questions import read_analogies, read_similarity
from weatherglass.quality.ranking import row_lengths
from weatherglass.quality.word_similarity import word_similarity
from weatherglass.stats.permutation import Test, Ties
from weatherglass.words.lookup import FoundPairs, FoundSet, Vectors, find_pairs, found_set, lookup
from weatherglass.words.query import PairSet, Query, WordSet

TIED = 1e-12  # sums nearer than this are equal up to rounding
EXACTLY = Test(method="exact")
THREE = ("weat6", "weat7", "weat8")
PLAINLY = Scrutiny(interval="none", baseline=0)


def _found(asked: Asked, query: Query) -> Vectors:
    found = lookup(asked.embedding, query).vectors
    assert found is not None
    return found


def _scores(asked: Asked, measure: str, query: Query, **params: Any) -> tuple[Vectors, Scores]:
    """The measure by itself: `run` would also tell what each word left out changes, which no peer does."""
    found, each = _found(asked, query), get(measure)
    return found, each.function(found, **{**each.params, **params})


def _values(asked: Asked, measure: str, queries: Iterable[Query], **params: Any) -> list[float]:
    return [_number(_scores(asked, measure, query, **params)[1].value) for query in queries]


def _number(value: float | None) -> float:
    assert value is not None
    return value


def values_of(measure: str, sign: int = 1, **params: Any) -> Callable[[Asked], list[float]]:
    return lambda asked: [sign * value for value in _values(asked, measure, asked.tests.values(), **params)]


def _even(asked: Asked, most: float = math.inf) -> list[Query]:
    """Tests whose target sets are of one size, which some peers ask for."""
    sizes = {name: [len(each.words) for each in query.targets] for name, query in asked.tests.items()}
    return [asked.tests[name] for name, (one, other) in sizes.items() if one == other <= most]


def weat_of_even(asked: Asked) -> list[float]:
    return _values(asked, "weat", _even(asked), ddof=0)


def rnsb_in_singles(asked: Asked) -> list[float]:
    """On single precision, as WEFE: the solver stops early enough for that to show."""
    found = []
    for query in asked.tests.values():
        v, each = _found(asked, query), get("rnsb")
        singles = Vectors(targets=_in_singles(v.targets), attributes=_in_singles(v.attributes))
        found.append(_number(each.function(singles, **each.params).value))
    return found


def _in_singles(sets: tuple[FoundSet, ...]) -> tuple[FoundSet, ...]:
    return tuple(replace(each, vectors=each.vectors.astype(np.float32)) for each in sets)


def ripa(asked: Asked) -> list[float]:
    """As WEFE uses it: the attribute words along the pairs of the i-th words of both target sets; their mean."""
    found = []
    for query in _even(asked):
        pairs = PairSet("targets", tuple(zip(*(each.words for each in query.targets), strict=True)))
        words = Query(name=query.name, language="en", targets=(WordSet("all", _once(query)),))
        scores = get("ripa").function(Vectors(targets=_found(asked, words).targets, pairs=_pairs(asked, pairs)))
        found.append(float(np.concatenate(scores.groups).mean()))
    return found


def _once(query: Query) -> tuple[tuple[str, ...], ...]:
    return tuple(dict.fromkeys(word for each in query.attributes for word in each.words))


def p_values(asked: Asked, queries: Iterable[Query], test: Test) -> list[float]:
    found, weat = [], get("weat")
    assert weat.p is not None
    for query in queries:
        p = weat.p(*_scores(asked, "weat", query), test, **weat.params)
        assert p is not None
        found.append(p.estimate)
    return found


def counted(ties: Ties) -> Callable[[Asked], list[float]]:
    return lambda asked: p_values(asked, _even(asked, COUNTED), Test(method="exact", ties=ties))


def redrawn(asked: Asked) -> list[float]:
    """p as WEFE draws it: every word of both sets anew from all of them, with replacement, no draw twice, strictly larger sums, one added to both counts."""
    one, other = _scores(asked, "weat", asked.tests[DRAWN])[1].groups
    both, seen = np.concatenate([one, other]), one.sum() - other.sum()
    rng, larger, drawn = np.random.default_rng(SEED), 0, set[tuple[int, ...]]()
    while len(drawn) < DRAWS:
        rows = rng.choice(len(both), len(both))
        if tuple(rows.tolist()) not in drawn:
            larger += both[rows[: len(one)]].sum() - both[rows[len(one) :]].sum() > seen
            drawn.add(tuple(rows.tolist()))
    return [float((larger + 1) / (DRAWS + 1))]


def brute_force(asked: Asked) -> list[float]:
    """p of WEAT 6, 7 and 8 by going through all partitions, one after the other."""
    found = []
    for name in THREE:
        one, other = _scores(asked, "weat", asked.tests[name])[1].groups
        scores = [*one.tolist(), *other.tolist()]
        seen, total = math.fsum(one), math.fsum(scores)
        every = [math.fsum(part) for part in combinations(scores, len(one))]
        as_large = sum(2 * part - total >= 2 * seen - total - TIED for part in every)
        found.append(as_large / len(every))
    return found


def audited(asked: Asked, with_p: bool = False) -> list[float]:
    """All of `run`, as an audit calls it."""
    queries = [asked.tests[name] for name in asked.audited]
    found = run(asked.embedding, queries, ("weat",), with_p=with_p, scrutiny=PLAINLY, params={"weat": {"ddof": 0}})
    return [_number(result.value) for result in found if isinstance(result, Result)]


def mitigated(method: str) -> Callable[[Asked], Any]:
    def vectors(asked: Asked) -> Any:
        new = mitigation(method).fit_transform(asked.embedding, "en")
        return new.vectors[[new.index[word] for word in asked.looked_at]]

    return vectors


def direction(asked: Asked) -> Any:
    return subspace(_pairs(asked, asked.pairs), 1)[0]


def _pairs(asked: Asked, pairs: PairSet) -> FoundPairs:
    found, _ = find_pairs(asked.finder, pairs)
    assert found is not None
    return found


def direct_bias(asked: Asked) -> list[float]:
    words = tuple((word,) for word in asked.professions)
    query = Query(name="professions", language="en", targets=(WordSet("professions", words),))
    v = Vectors(targets=_found(asked, query).targets, pairs=_pairs(asked, asked.pairs))
    return [_number(get("direct-bias").function(v, components=1, c=1.0).value)]


def indirect_bias(asked: Asked) -> list[float]:
    found, pairs, index = [], _pairs(asked, asked.pairs), asked.embedding.index
    for ends in asked.alike:
        sets = tuple(found_set(asked.embedding, word, [index[word]]) for word in ends)
        found.append(_number(get("indirect-bias").function(Vectors(targets=sets, pairs=pairs)).value))
    return found


def generated(asked: Asked) -> list[str]:
    (x,), (y,) = asked.pairs.pairs[0]
    found = generate(asked.small, (x, y), n=GENERATED, words=len(asked.small))
    return [f"{pair.x}–{pair.y}" for pair in found.pairs]


def solved(barred: bool) -> Callable[[Asked], list[str]]:
    def words(asked: Asked) -> list[str]:
        lengths = row_lengths(asked.embedding.vectors)
        found = [solve(asked.embedding, a, b, c, finder=asked.finder, lengths=lengths) for a, b, c in asked.asked]
        return [answer.word for each in found for answer in (each.excluded if barred else each.unrestricted)]

    return words


def nearest(asked: Asked) -> list[Any]:
    return [near for each in neighbours(asked.embedding, asked.nearest, k=10).words for near in each.neighbours]


def analogies(asked: Asked) -> list[float]:
    found = analogy_accuracy(Rows(asked.finder), read_analogies(asked.path("analogies.txt")))
    return [float(number) for part in found.categories for number in (part.right, part.covered)]


def similarity(asked: Asked) -> list[float]:
    found = word_similarity(Rows(asked.finder), read_similarity(asked.path("similarity.tsv")))
    return [_number(found.spearman)]


def odd(asked: Asked) -> list[float]:
    return [float(group.right) for group in odd_one_out(Rows(asked.finder), asked.odd).groups]


def vectors_read(asked: Asked) -> Any:
    new = read(asked.path("vectors.bin"))
    return new.vectors[[new.index[word] for word in asked.looked_at]]
