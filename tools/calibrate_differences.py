"""Simulate pairs of spaces and print how often the p and the interval of a difference are right, for docs/comparing.md.

    python tools/calibrate_differences.py [simulations]

Both spaces of a pair are noisy copies of one, so that words have the same true associations in both; for the last rows, the
association itself is weaker, or turned, in the second.
"""

import sys

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from weatherglass.measure import published  # noqa: F401, registers the measures
from weatherglass.measure.base import get
from weatherglass.measure.result import Result, WordScore
from weatherglass.stats.permutation import Test
from weatherglass.study.difference import Measured, difference_between
from weatherglass.words.lookup import Coverage, FoundSet, Vectors

DIMENSIONS, NOISE, SPREAD = 30, 0.5, 0.3
LARGE = 2000  # words of the sets that tell the true difference
CARD = get("weat")
Floats = NDArray[np.float64]


def spaces(random: np.random.Generator, words: int, leans: tuple[float, float]) -> list[Vectors]:
    """Two spaces whose target sets lean to the attribute sets by so much, with noise of their own each."""
    sides = (1.0, -1.0, 0.0, 0.0)
    base = [random.normal(size=(words, DIMENSIONS)) / np.sqrt(DIMENSIONS) for _ in sides]
    for vectors, centre in zip(base, (0.0, 0.0, 1.0, -1.0), strict=True):
        vectors[:, 0] += random.normal(centre, SPREAD, words)
    made = []
    for lean in leans:
        noisy = [vectors + NOISE * random.normal(size=vectors.shape) / np.sqrt(DIMENSIONS) for vectors in base]
        for vectors, side in zip(noisy, sides, strict=True):
            vectors[:, 0] += side * lean
        x, y, a, b = (_found(name, vectors) for name, vectors in zip("xyab", noisy, strict=True))
        made.append(Vectors(targets=(x, y), attributes=(a, b)))
    return made


def _found(name: str, vectors: Floats) -> FoundSet:
    words = tuple(f"{name}{i}" for i in range(len(vectors)))
    return FoundSet(name, words, words, vectors, np.arange(len(vectors)))


def measured(v: Vectors, name: str) -> Measured:
    scores = CARD.function(v, ddof=1)
    words = tuple(
        WordScore(word, one.name, float(score))
        for one, group in zip(v.targets, scores.groups, strict=True)
        for word, score in zip(one.words, group, strict=True)
    )
    result = Result(
        measure="weat", query="q", embedding=name, value=scores.value, p=None, coverage=Coverage(sets=()), words=words,
        params={"ddof": 1},
    )  # fmt: skip
    return Measured(result=result, vectors=v)


def true_difference(leans: tuple[float, float]) -> float:
    """Of sets so large that the words hardly matter."""
    if leans[0] == leans[1]:
        return 0.0
    found = []
    for seed in range(5):
        one, other = (CARD.function(v, ddof=1).value for v in spaces(np.random.default_rng(100 + seed), LARGE, leans))
        assert one is not None
        assert other is not None
        found.append(other - one)
    return float(np.mean(found))


def main(simulations: int) -> None:
    print("| words in each set | true difference | p ≤ 0.05 | interval holds it |\n|---|---:|---:|---:|")
    for words, leans in (
        (5, (0.35, 0.35)), (8, (0.35, 0.35)), (8, (0.0, 0.0)), (12, (0.35, 0.35)), (20, (0.35, 0.35)),
        (8, (0.35, 0.1)), (8, (0.3, -0.3)), (20, (0.35, 0.1)),
    ):  # fmt: skip
        true = true_difference(leans)
        random = np.random.default_rng(1)
        rejected = held = 0
        for _ in range(simulations):
            one, other = spaces(random, words, leans)
            found = difference_between(
                CARD, measured(one, "one"), measured(other, "other"), test=Test(n=2000), level=0.95, resamples=999
            )
            assert found.p is not None
            assert found.interval is not None
            rejected += found.p.estimate <= 0.05
            held += found.interval.low <= true <= found.interval.high
        kind = "" if leans[0] else ", no association"
        print(f"| {words}{kind} | {true:+.2f} | {rejected / simulations:.1%} | {held / simulations:.1%} |", flush=True)


if __name__ == "__main__":
    with threadpool_limits(1):
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
