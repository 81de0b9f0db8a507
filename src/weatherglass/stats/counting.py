"""Exact: how many groups of a size have a sum above another, by meeting in the middle.

The words are halved. For each size k the sums of all k-subsets of one half and of all (n−k)-subsets of the other are
sorted, and one walk through both counts the pairs above a threshold. Of the sizes of a half only the smaller ones are
kept: a subset and its complement add up to the half. Of large designs a few words are put aside, and the count is
repeated for each subset of those, which takes less memory for a little more time: 25+25 words are 1.3e14 partitions,
counted by 16 walks through two times 4.2e6 sums.

Where there are few different scores, such as +1 and −1, it is enough to count how many of each are drawn, however many words
there are.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from weatherglass.stats.design import Design, Integers, Tail, halved, largest_kept

_NUMPY_STEPS = 5_000_000  # more of them are faster compiled, even with the time it takes to load the compiler
_SUMS = 9_000_000  # kept at a time; 8 bytes each
_MOST_ASIDE = 6
_BYTES = 8
_MOST_KEPT = 64  # words of a half's largest subsets
_FEW = 500_000  # ways to draw so many of each score
Lists = list[Integers]  # of each size, sorted
CountPairs = Callable[[Integers, Integers, int, int], tuple[int, int]]


def _kept(words: int, size: int) -> int:
    """How many sums the halves of these words have, of sizes that are kept."""
    halves = words // 2, words - words // 2
    if largest_kept(halves[0], size) > _MOST_KEPT:
        return 1 << _MOST_KEPT  # far too many, whatever their number
    return sum(math.comb(half, k) for half in halves for k in range(largest_kept(half, size) + 1))


def _put_aside(words: int, size: int) -> int:
    """How many words to put aside so that the sums of the others fit into little memory."""
    return next((e for e in range(0, _MOST_ASIDE, 2) if _kept(words - e, size) <= _SUMS), _MOST_ASIDE)


def steps(words: int, size: int) -> int:
    """Sums to merge and to walk through, which is what exact counting costs in time."""
    aside = _put_aside(words, size)
    return 2 * (1 + (1 << aside)) * _kept(words - aside, size)


def memory(words: int, size: int) -> int:
    """Bytes that exact counting needs."""
    return _BYTES * _kept(words - _put_aside(words, size), size)


def few_scores(design: Design) -> bool:
    """Whether the different scores are so few that it is enough to count how many of each are drawn."""
    _, times = np.unique(design.values, return_counts=True)
    return 4 * len(times) <= len(design.values) and math.prod(int(n) + 1 for n in times) <= _FEW


def count(design: Design) -> Tail:
    """The exact numbers of partitions above the observed one and from it upwards, up to the rounding of the scores."""
    if few_scores(design):
        above, upwards = _beyond_by_score(design)
    else:
        above, upwards = _beyond(design, compiled=steps(len(design.values), design.size) > _NUMPY_STEPS)
    same = design.same if design.band else upwards - above
    return Tail(above=(above, upwards - same), upwards=(above + same, upwards), total=design.partitions)


def _beyond_by_score(design: Design) -> tuple[int, int]:
    """The same as `_beyond`, by how many of each score are drawn."""
    ways = {(0, 0): 1}  # size and sum
    for score, times in zip(*np.unique(design.values, return_counts=True), strict=True):
        longer: dict[tuple[int, int], int] = {}
        drawn = [(k, k * int(score), math.comb(int(times), k)) for k in range(min(int(times), design.size) + 1)]
        for (size, total), many in ways.items():
            for k, more, ways_of_k in drawn[: design.size - size + 1]:
                key = size + k, total + more
                longer[key] = longer.get(key, 0) + many * ways_of_k
        ways = longer
    sums = [(total, many) for (size, total), many in ways.items() if size == design.size]
    above = sum(many for total, many in sums if total > design.observed + design.band)
    return above, sum(many for total, many in sums if total >= design.observed - design.band)


def _beyond(design: Design, *, compiled: bool) -> tuple[int, int]:
    """How many sums exceed the observed one by more than the band; how many do not fall short of it by more."""
    aside = _put_aside(len(design.values), design.size)
    halves = halved(design.values[aside:])
    if not compiled:
        lists = [_sorted_sums(values, design.size) for values in halves]
        return _add_up(design, aside, halves, lists, map, (_pairs_with_sum_above, _pairs_with_difference_above))
    from weatherglass.stats import compiled as kernels

    with ThreadPoolExecutor(kernels.threads()) as pool:
        lists = list(pool.map(lambda values: _sorted_sums_compiled(values, design.size), halves))
        counters = kernels.pairs_with_sum_above, kernels.pairs_with_difference_above
        return _add_up(design, aside, halves, lists, pool.map, counters)


def _add_up(
    design: Design,
    aside: int,
    halves: tuple[Integers, Integers],
    lists: list[Lists],
    run: Callable[..., Iterable[tuple[int, int]]],
    counters: tuple[CountPairs, CountPairs],
) -> tuple[int, int]:
    """The pairs above both thresholds, over all ways to take words from those put aside and from the two halves."""
    (a, b), (of_a, of_b), (sum_above, difference_above) = halves, lists, counters
    all_a, all_b = int(a.sum()), int(b.sum())
    thresholds = design.observed + design.band, design.observed - design.band - 1

    def count_size(task: tuple[int, int, int]) -> tuple[int, int]:
        already, from_a, from_b = task
        one, other = (threshold - already for threshold in thresholds)
        turned_a, turned_b = from_a >= len(of_a), from_b >= len(of_b)  # where the complements are kept
        sums_a = of_a[len(a) - from_a] if turned_a else of_a[from_a]
        sums_b = of_b[len(b) - from_b] if turned_b else of_b[from_b]
        if turned_a and turned_b:
            pairs = len(sums_a) * len(sums_b)
            above = sum_above(sums_a, sums_b, all_a + all_b - one - 1, all_a + all_b - other - 1)
            return pairs - above[0], pairs - above[1]
        if turned_a:
            return difference_above(sums_b, sums_a, one - all_a, other - all_a)
        if turned_b:
            return difference_above(sums_a, sums_b, one - all_b, other - all_b)
        return sum_above(sums_a, sums_b, one, other)

    tasks = [
        (sum(chosen), from_a, left - from_a)
        for taken in range(min(aside, design.size) + 1)
        for chosen in itertools.combinations(design.values[:aside].tolist(), taken)
        for left in [design.size - taken]
        for from_a in range(max(0, left - len(b)), min(left, len(a)) + 1)
    ]
    counts = list(run(count_size, sorted(tasks, key=lambda task: abs(task[1] - task[2]))))
    return sum(int(one) for one, _ in counts), sum(int(other) for _, other in counts)


def _pairs_with_sum_above(a: Integers, b: Integers, one: int, other: int) -> tuple[int, int]:
    below = np.searchsorted(b, np.subtract.outer([one, other], a), "right").sum(axis=1)
    return len(a) * len(b) - int(below[0]), len(a) * len(b) - int(below[1])


def _pairs_with_difference_above(a: Integers, b: Integers, one: int, other: int) -> tuple[int, int]:
    above = np.searchsorted(b, np.subtract.outer([-one, -other], -a), "left").sum(axis=1)
    return int(above[0]), int(above[1])


def _sorted_sums(values: Integers, size: int) -> Lists:
    sums: list[Integers] = [np.zeros(1, np.int64)]
    sums += [np.empty(0, np.int64)] * largest_kept(len(values), size)
    for value in values:
        for k in range(len(sums) - 1, 0, -1):
            if len(sums[k - 1]):
                sums[k] = np.concatenate([sums[k], sums[k - 1] + value])
    return [np.sort(each) for each in sums]


def _sorted_sums_compiled(values: Integers, size: int) -> Lists:
    from weatherglass.stats.compiled import fill_sorted_sums

    lengths = [math.comb(len(values), k) for k in range(largest_kept(len(values), size) + 1)]
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    out = np.empty(starts[-1], np.int64)
    fill_sorted_sums(values, starts, out)
    return [out[start:end] for start, end in itertools.pairwise(starts)]
