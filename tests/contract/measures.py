"""A space and a query for any measure, by what its card says, and measuring them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from weatherglass.embedding.embedding import Embedding
from weatherglass.measure.base import MEASURES, Measure
from weatherglass.measure.inputs import Given, Inputs
from weatherglass.measure.result import Outcome, Result
from weatherglass.measure.run import run
from weatherglass.measure.scrutiny import Scrutiny
from weatherglass.words.lookup import Match, Vectors
from weatherglass.words.query import PairSet, Query, make_query

Floats = NDArray[np.float64]
QUICK = Scrutiny(resamples=200, baseline=0)
DIM = 12
SIZES = (6, 5, 4, 3)  # of two target and two attribute sets, unequal on purpose
NEUTRAL = tuple(f"n{i}" for i in range(48))
PAIRS = PairSet("base pairs", tuple(((f"f{i}",), (f"m{i}",)) for i in range(3)))
GIVEN = Given(pairs=PAIRS, neutral=NEUTRAL)
# Parameters that suit a small space, by name, whichever measure has them.
SMALL = {"k": 7, "most": 8, "pool": 30, "train": 20, "permutations": 7, "runs": 5, "restarts": 4}


def those(fit: Callable[[Measure], bool]) -> pytest.MarkDecorator:
    """Only the measures whose card says so."""
    chosen = [each for _, each in sorted(MEASURES.items()) if fit(each)]
    assert chosen
    return pytest.mark.parametrize("each", chosen, ids=lambda each: each.name)


def names(sizes: Sequence[int] = SIZES) -> list[list[str]]:
    return [[f"{letter}{i}" for i in range(n)] for letter, n in zip("xyab", sizes, strict=True)]


def query_for(each: Measure, sizes: Sequence[int] = SIZES) -> Query:
    """Two sets of each kind, fewer where the card takes no more; a rate for every target word."""
    words = names(sizes)
    sets = []
    for arity, two in ((each.targets, words[:2]), (each.attributes, words[2:])):
        sets.append(two if arity.most is None else two[: arity.most])
    targets = dict(zip(("flowers", "insects"), sets[0], strict=False))
    rates = {word: (7 * i % 11) / 10 for i, word in enumerate(word for some in sets[0] for word in some)}
    attributes = dict(zip(("pleasant", "unpleasant"), sets[1], strict=False))
    return make_query({"name": "q", "language": "en", "targets": targets, "attributes": attributes, "rates": rates})


@cache
def space_of(seed: int = 0, strength: float = 0.6, sizes: tuple[int, ...] = SIZES) -> Embedding:
    """Target and attribute sets, the sides of base pairs and neutral words, all leaning along the first axis."""
    rng = np.random.default_rng(seed)
    x, y, a, b = names(sizes)
    axis = np.eye(DIM)[0]
    rows: dict[str, Floats] = {}
    sides = ((x, 1.0), (y, -1.0), (a, 1.5), (b, -1.5), ([w[0][0] for w in PAIRS.pairs], 2.0))
    for some, lean in (*sides, ([w[1][0] for w in PAIRS.pairs], -2.0)):
        rows |= {word: rng.normal(size=DIM) + strength * lean * axis for word in some}
    rows |= {word: rng.normal(size=DIM) + strength * (-1) ** i * axis for i, word in enumerate(NEUTRAL)}
    return Embedding.from_arrays(list(rows), np.array(list(rows.values()), np.float32), name="planted")


def params_of(each: Measure, **more: Any) -> dict[str, dict[str, Any]]:
    small = {**SMALL, **more}
    return {each.name: {key: small[key] for key in each.params if key in small}}


def outcome_of(each: Measure, space: Embedding, query: Query | None = None, **options: Any) -> Outcome:
    options = {"scrutiny": QUICK, "given": GIVEN, "params": params_of(each), **options}
    return run(space, query or query_for(each), [each.name], **options).outcomes[0]


def measured(each: Measure, space: Embedding, query: Query | None = None, **options: Any) -> Result:
    outcome = outcome_of(each, space, query, **options)
    assert isinstance(outcome, Result), outcome
    return outcome


@cache
def usual(name: str) -> Result:
    """The result in the usual space, measured once for all tests that only look at it."""
    return measured(MEASURES[name], space_of())


def changed(space: Embedding, change: Callable[[Floats], Floats]) -> Embedding:
    return Embedding.from_arrays(space.words, change(space.vectors.astype(np.float64)), name=space.name)


def scores_of(result: Result) -> list[float]:
    return [word.score for word in result.words]


def prepared(each: Measure, space: Embedding, sizes: Sequence[int] = SIZES) -> Vectors:
    """What `run` gives to the measure."""
    inputs = Inputs(space, Match(min_words=1), GIVEN)
    query = query_for(each, sizes)
    found = inputs.prepare(each, query, inputs.look_up(query)).vectors
    assert found is not None
    return found


def same_numbers(one: Result, other: Result, tolerance: float) -> None:
    assert other.value == (None if one.value is None else pytest.approx(one.value, abs=tolerance, rel=tolerance))
    assert scores_of(other) == pytest.approx(scores_of(one), abs=tolerance, rel=tolerance)
    if one.p is None or other.p is None:
        assert one.p == other.p
    else:
        assert other.p.estimate == pytest.approx(one.p.estimate, abs=tolerance)
