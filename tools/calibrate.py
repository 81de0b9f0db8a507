"""Simulate what the statistics promise, and print what they keep, as tables for docs/calibration.md.

    python tools/calibrate.py rejection|coverage [simulations]

Rejection: both groups are drawn from one distribution, so every split is as likely as the observed one, and p ≤ 0.05 must
come up in ⌊0.05·M⌋/M of all cases, M being the number of partitions. Coverage: the words of all four sets are drawn from
populations of vectors whose true d is known, and the interval should hold it in 95 of 100 cases.
"""

import math
import sys

import numpy as np
from numpy.typing import NDArray

from weatherglass.measure import weat  # noqa: F401, registers the measure
from weatherglass.measure.base import get
from weatherglass.measure.scrutiny import Resampled, Scrutiny, intervals
from weatherglass.stats.permutation import Test, difference_of_means
from weatherglass.words.lookup import FoundSet, Vectors

ALPHA = 0.05
DIMENSIONS = 50
POPULATION = 4000
Floats = NDArray[np.float64]


def rejection(simulations: int) -> None:
    print("| words | partitions M | p | rejected at 0.05 | ⌊0.05·M⌋/M |\n|---|---:|---|---:|---:|")
    for n, m, method, seconds in (
        (3, 3, "auto", 2.0),
        (4, 4, "auto", 2.0),
        (5, 5, "auto", 2.0),
        (4, 8, "auto", 2.0),
        (8, 8, "auto", 2.0),
        (12, 12, "auto", 2.0),
        (25, 25, "certified", 0.003),
        (50, 50, "certified", 0.01),
    ):
        rng = np.random.default_rng([n, m])
        rejected = 0
        for _ in range(simulations):
            scores = rng.standard_t(4, n + m)
            p = difference_of_means(scores[:n], scores[n:], Test(method=method, seconds=seconds))  # type: ignore[arg-type]
            rejected += p.estimate <= ALPHA
        total = math.comb(n + m, n)
        expected = math.floor(total / 20) / total
        print(f"| {n}+{m} | {total:.4g} | {p.method} | {rejected / simulations:.4f} | {expected:.4f} |", flush=True)


def draw(rng: np.random.Generator, words: int, lean: float) -> Floats:
    """Vectors of words that lean along the first axis."""
    vectors = rng.normal(size=(words, DIMENSIONS))
    vectors[:, 0] += lean
    return vectors


def as_vectors(sets: list[Floats]) -> Vectors:
    found = [
        FoundSet(name, tuple(map(str, range(len(s)))), tuple(map(str, range(len(s)))), s, np.arange(len(s)))
        for name, s in zip("xyab", sets, strict=True)
    ]
    return Vectors(targets=tuple(found[:2]), attributes=tuple(found[2:]))


def coverage(simulations: int) -> None:
    measure = get("weat")
    print("| words of each set | true d | covered | below | above | mean width |\n|---|---:|---:|---:|---:|---:|")
    for n in (8, 25):
        for lean in (0.0, 0.5, 1.2, 2.5):
            leans = (lean, -lean, 1.5, -1.5)
            rng = np.random.default_rng([n, int(10 * lean)])
            truth = measure.function(as_vectors([draw(rng, POPULATION, each) for each in leans]), ddof=1).value
            assert truth is not None
            below = above = 0
            widths = []
            for seed in range(simulations):
                resampled = Resampled(measure, as_vectors([draw(rng, n, each) for each in leans]), {"ddof": 1})
                value = float(resampled.values([np.ones((1, n))] * 4)[0])
                found, _, _ = intervals(resampled, value, resampled.left_out(), Scrutiny(resamples=1999), seed)
                assert found is not None
                below += truth < found.low
                above += truth > found.high
                widths.append(found.high - found.low)
            shares = [x / simulations for x in (simulations - below - above, below, above)]
            print(
                f"| {n} | {truth:.2f} | {shares[0]:.3f} | {shares[1]:.3f} | {shares[2]:.3f} | {np.mean(widths):.2f} |",
                flush=True,
            )


if __name__ == "__main__":
    {"rejection": rejection, "coverage": coverage}[sys.argv[1]](int(sys.argv[2]) if len(sys.argv) > 2 else 20_000)
