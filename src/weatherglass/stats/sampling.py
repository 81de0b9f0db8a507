"""Sampled: groups drawn at random, as the papers do it, and what the share of hits says about p."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from weatherglass.stats.design import Design

_AT_ONCE = 100_000  # groups drawn from one stream of random numbers, whatever the number of threads


@dataclass(frozen=True, slots=True)
class Sample:
    """Of n sums drawn, how many lie above and below the observed one; the rest lies within the band around it."""

    above: int
    below: int
    n: int


def draw(design: Design, n: int, seed: int) -> Sample:
    """Draw n groups without replacement within a group; the same seed gives the same groups."""
    from weatherglass.stats.compiled import sample_sums, threads

    sizes = [min(_AT_ONCE, n - start) for start in range(0, n, _AT_ONCE)]
    above, below = design.observed + design.band, design.observed - design.band

    def block(i: int) -> tuple[int, int]:
        state = np.random.SeedSequence(entropy=seed, spawn_key=(i,)).generate_state(4, np.uint64).astype(np.uint64)
        many, few = sample_sums(design.values, design.size, sizes[i], state, above, below)
        return int(many), int(few)

    with ThreadPoolExecutor(threads()) as pool:
        counts = list(pool.map(block, range(len(sizes))))
    return Sample(sum(many for many, _ in counts), sum(few for _, few in counts), n)


def clopper_pearson(hits: int, n: int, confidence: float) -> tuple[float, float]:
    """An interval that holds the true share with at least this confidence."""
    from scipy.special import betaincinv

    error = 1 - confidence
    low = 0.0 if hits == 0 else float(betaincinv(hits, n - hits + 1, error / 2))
    high = 1.0 if hits == n else float(betaincinv(hits + 1, n - hits, 1 - error / 2))
    return low, high
