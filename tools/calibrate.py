"""Simulate what the statistics promise, and print what they keep, as tables for docs/calibration.md.

    python tools/calibrate.py rejection|coverage|others|shares|topical [simulations]

Rejection: both groups are drawn from one distribution, so every split is as likely as the observed one, and p ≤ 0.05 must
come up in ⌊0.05·M⌋/M of all cases, M being the number of partitions. Coverage: the words of all four sets are drawn from
populations of vectors whose true d is known, and the interval should hold it in 95 of 100 cases. Others: the same for measures
whose value depends on the number of words, so that what must be held is their mean over many draws of as many words; and how
often their p rejects where nothing separates the target sets. Shares: word pairs are drawn whose questions are easy or hard to
answer, and the interval of accuracy over all their questions should hold that of the population. Topical: pairs of other
sets of words of the vectors that ship stand for the target sets of the English tests, and how often p < 0.05 is counted.
"""

import math
import sys
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from weatherglass.auditing import audit
from weatherglass.measure import published  # noqa: F401, registers the measures
from weatherglass.measure.base import ANY, Measure, get
from weatherglass.measure.scrutiny import Resampled, Scrutiny, intervals
from weatherglass.stats.permutation import Test, difference_of_means
from weatherglass.stats.shares import share_interval
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


def others(simulations: int) -> None:
    print("| measure | words of each set | lean | mean value | covered | below | above | mean width | p ≤ 0.05 |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|")
    for name in ("ect", "bat", "km", "rnd", "mac"):
        measure = get(name)
        for n in (8, 25):
            for lean in (0.0, 1.2):
                _coverage_of(measure, n, lean, simulations)


def _coverage_of(measure: Measure, n: int, lean: float, simulations: int) -> None:
    leans = (lean, -lean, 1.5, -1.5)
    rng = np.random.default_rng([n, int(10 * lean)])
    ends, values, rejected = [], [], 0
    for seed in range(simulations):
        v = as_vectors([draw(rng, n, each) for each in leans])
        used = replace(v, attributes=()) if measure.attributes == ANY else v
        scores = measure.function(used, **measure.params)
        assert scores.value is not None
        resampled = Resampled(measure, used, measure.params)
        left_out = [] if measure.of_some is not None else resampled.left_out()
        found, _, _ = intervals(resampled, scores.value, left_out, Scrutiny(), seed)
        assert found is not None
        ends.append((found.low, found.high))
        values.append(scores.value)
        if measure.p is not None:
            p = measure.p(used, scores, Test(n=2000, seed=seed), **measure.params)
            rejected += p is not None and p.estimate <= ALPHA
    low, high = np.array(ends).T
    truth = float(np.mean(values))
    below, above = float((truth < low).mean()), float((truth > high).mean())
    print(
        f"| {measure.name} | {n} | {lean} | {truth:.3f} | {1 - below - above:.3f} | {below:.3f} | {above:.3f} | {(high - low).mean():.3f} | "
        f"{'–' if measure.p is None else format(rejected / simulations, '.3f')} |",
        flush=True,
    )


def chances(
    rng: np.random.Generator, asked: NDArray[np.int64], ease: float, spread: float, good: float
) -> NDArray[np.float64]:
    """Of right answers to questions about two pairs, newly drawn: some pairs are easier, and those that are not good spoil it."""
    pairs = int(asked.max()) + 1
    own = spread * rng.standard_normal((2, pairs)) - 99 * (rng.random(pairs) > good)
    odds: Floats = ease + own[0, asked[:, 0]] + own[1, asked[:, 1]]
    return 1 / (1 + np.exp(-odds))


def shares(simulations: int) -> None:
    print("| word pairs | answers | true accuracy | covered | below | above | mean width | taken for independent |")
    print("|---:|---|---:|---:|---:|---:|---:|---:|")
    for pairs in (8, 16, 40):
        asked = np.argwhere(~np.eye(pairs, dtype=bool))
        for what, ease, spread, good in (
            ("independent", 0.0, 0.0, 1.0),
            ("independent", 3.5, 0.0, 1.0),
            ("pairs differ", 0.0, 1.0, 1.0),
            ("pairs differ much", 1.5, 2.0, 1.0),
            ("pairs differ much", 5.0, 2.0, 1.0),
            ("one pair in 20 is bad", 50.0, 0.0, 0.95),
            ("three in ten are bad", 50.0, 0.0, 0.7),
        ):
            rng = np.random.default_rng([pairs, int(10 * ease), int(10 * spread), int(100 * good)])
            truth = float(chances(rng, np.arange(400_000).reshape(-1, 2), ease, spread, good).mean())
            below = above = alone = 0
            widths = []
            for _ in range(simulations):
                right = rng.random(len(asked)) < chances(rng, asked, ease, spread, good)
                found = share_interval(right, asked)
                naive = share_interval(right, np.arange(2 * len(asked)).reshape(-1, 2))
                assert found is not None
                assert naive is not None
                below += truth < found.low
                above += truth > found.high
                alone += naive.low <= truth <= naive.high
                widths.append(found.high - found.low)
            held = 1 - (below + above) / simulations
            print(
                f"| {pairs} | {what} | {truth:.2f} | {held:.3f} | {below / simulations:.3f} | {above / simulations:.3f} "
                f"| {np.mean(widths):.2f} | {alone / simulations:.3f} |",
                flush=True,
            )


def topical(simulations: int) -> None:
    print("| attribute words of | sizes of sets | random words | words about other topics |\n|---|---:|---:|---:|")
    scrutiny = Scrutiny(interval="none", baseline=simulations)
    audited = audit(language="en", measures=["weat"], structure=False, scrutiny=scrutiny)
    every = []
    for result in audited.results.measured:
        rates = {each.kind: each.rejected_two_sided for each in result.baseline}
        every.append([rates["random"], rates["topical"]])
        one, other = (each.found for each in result.coverage.sets[:2])
        print(f"| `{result.query}` | {one}+{other} | {rates['random']:.2f} | {rates['topical']:.2f} |")
    random, topics = np.mean(every, axis=0)
    print(f"| mean | | {random:.2f} | {topics:.2f} |")


if __name__ == "__main__":
    {"rejection": rejection, "coverage": coverage, "others": others, "shares": shares, "topical": topical}[sys.argv[1]](
        int(sys.argv[2]) if len(sys.argv) > 2 else 20_000
    )
