"""Co-occurrence counts of a corpus within bounded memory, as cells in random order on disk.

Blocks of sentences are counted side by side. What does not fit a counter's table is sorted by key and spilled to disk as
runs, which are merged a range of keys at a time; the order of the keys is the random one that learning wants. The cells
are the same bytes whatever the memory, the threads and the division of the work: they depend on the counts and the seed.
Each pair is kept once: the count is the same in both directions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import lcm
from pathlib import Path
from queue import SimpleQueue
from typing import IO

import numpy as np

from weatherglass.corpus.corpus import BLOCK, LONGEST_SENTENCE, Corpus, Numbers, Tokens
from weatherglass.corpus.side_by_side import side_by_side
from weatherglass.errors import SpecError
from weatherglass.progress import HowFar
from weatherglass.train.counting import (
    MOST_DISTANCE,
    MOST_WORDS,
    Packed,
    Parts,
    add_up,
    count_block,
    keys_of,
    pairs_of,
    salt_of,
)
from weatherglass.train.runs import Counted, Runs
from weatherglass.train.settings import GloVe, Weighting
from weatherglass.train.vocabulary import Vocabulary

CELL = np.dtype([("row", "<i4"), ("column", "<i4"), ("count", "<f8")])
_MOST_PARTS = 1 << 30
_PAIRS_PER_PLACE = 4  # a place in the table must be used about so often to cost less than sorting


def weights_of(window: int, weighting: Weighting) -> tuple[Parts, int]:
    """The weight of each distance in whole parts, and how many parts are one.

    1/d in parts of the least common multiple is exact up to a window of 22; beyond, it is rounded to one in a billion.
    """
    if weighting == "flat":
        return np.ones(window + 1, np.int64), 1
    one = min(lcm(*range(1, window + 1)), _MOST_PARTS)
    distances = np.arange(1, window + 1)
    return np.concatenate([[0], np.round(one / distances).astype(np.int64)]), one


@dataclass(slots=True, eq=False)
class _Counter:
    """What one thread counts into: a table for frequent pairs, a buffer for the others."""

    table: Parts
    buffer: Packed
    filled: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """How the counting is laid out in memory; `most` pairs are looked at together when it is over."""

    window: int
    weights: Parts
    salt: Packed
    limit: int
    table_starts: Numbers
    buffer: int
    block: int
    most: int


def count_cells(
    corpus: Corpus,
    vocabulary: Vocabulary,
    folder: Path,
    settings: GloVe,
    progress: HowFar | None = None,
) -> Path:
    """Count, and write the cells in random order to `cells.npy` in `folder`.

    A cell has row ≤ column and the count of the two words, which is X[row, column] and X[column, row] alike; of a word
    with itself it is counted in both directions, as everywhere.
    """
    plan = plan_for(len(vocabulary.words), vocabulary.running_words, settings)
    runs = Runs(folder)
    try:
        count_into(runs, corpus, vocabulary.row_of, plan, settings.threads, progress)
        return write_cells(runs.merged(runs.ranges(plan.most)), folder, settings)
    finally:
        runs.remove()


def plan_for(words: int, running_words: int, settings: GloVe) -> Plan:
    """For a vocabulary of so many words, which stand so often in the text that is counted."""
    window, memory = settings.window, settings.memory
    pairs = running_words * window
    if window > MOST_DISTANCE:
        raise SpecError(f"window={window}: give 1 to {MOST_DISTANCE}")
    if words > MOST_WORDS:
        raise SpecError(
            f"{words:,} words are more than the {MOST_WORDS:,} that can be counted; give a higher minimum count"
        )
    if memory < 0.01:
        raise SpecError(f"memory={memory}: give at least 0.01 GB")
    entries = int(memory * 1e9 / 8 / settings.threads)
    limit, table_starts = _table_layout(words, min(entries // 2, pairs // _PAIRS_PER_PLACE))
    buffer = max(
        min(entries // 8, pairs), LONGEST_SENTENCE * window
    )  # sorting and adding up take about three more of its size
    block = max(LONGEST_SENTENCE, min(BLOCK, buffer // window // 4))
    most = max(1, int(memory * 1e9) // 8 // CELL.itemsize)
    weights, _one = weights_of(window, settings.weighting)
    return Plan(window, weights, salt_of(settings.seed), limit, table_starts, buffer, block, most)


def _table_layout(words: int, most: int) -> tuple[int, Numbers]:
    """The largest hyperbola whose table has at most so many entries, and where each row of the table begins."""
    first = np.arange(words, dtype=np.int64)

    def sizes(limit: int) -> Numbers:
        """In a row the second word runs from the first one itself to the last with (first + 1)(second + 1) < limit."""
        return np.maximum(np.minimum(words, (limit - 1) // (first + 1)) - first, 0)

    low, high = 1, words * words + 1
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if sizes(middle).sum() <= most else (low, middle - 1)
    return low, np.concatenate([[0], np.cumsum(sizes(low))])


def count_into(
    runs: Runs, corpus: Corpus, row_of: Tokens, plan: Plan, threads: int = 1, progress: HowFar | None = None
) -> None:
    """Count all of the view's sentences; in the end everything is in the runs."""
    counters = [
        _Counter(np.zeros(int(plan.table_starts[-1]), np.int64), np.empty(plan.buffer, np.uint64))
        for _ in range(threads)
    ]
    free: SimpleQueue[_Counter] = SimpleQueue()
    for counter in counters:
        free.put(counter)

    def count(block: tuple[Tokens, Numbers]) -> int:
        counter = free.get()
        try:
            tokens, lengths = block
            if counter.filled + len(tokens) * plan.window > len(counter.buffer):
                _spill(counter, plan, runs)
            counter.filled = count_block(
                tokens,
                lengths,
                row_of,
                plan.window,
                plan.weights,
                plan.salt,
                plan.limit,
                counter.table,
                plan.table_starts,
                counter.buffer,
                counter.filled,
            )
        finally:
            free.put(counter)
        return len(tokens)

    total, done = corpus.counts().words, 0
    for words in side_by_side(count, corpus.blocks(plan.block), threads):
        done += words
        if progress is not None:
            progress(done, total)
    for counter in counters:
        _spill(counter, plan, runs)
        counter.buffer = np.empty(0, np.uint64)  # what follows needs its room
        if counter is not counters[0]:
            counters[0].table += counter.table
            counter.table = np.empty(0, np.int64)
    _spill_table(counters[0].table, plan, runs)


def _spill(counter: _Counter, plan: Plan, runs: Runs) -> None:
    """Empty the counter's buffer into a run."""
    packed = np.sort(counter.buffer[: counter.filled])
    keys, parts = np.empty(len(packed), np.uint64), np.empty(len(packed), np.int64)
    size = add_up(packed, plan.weights, keys, parts)
    counter.filled = 0
    runs.add(keys[:size], parts[:size])


def _spill_table(table: Parts, plan: Plan, runs: Runs) -> None:
    for low in range(0, len(table), plan.most):
        places = low + np.flatnonzero(table[low : low + plan.most])
        rows = np.searchsorted(plan.table_starts, places, side="right") - 1
        keys = keys_of(rows, places - plan.table_starts[rows] + rows, plan.salt)
        order = np.argsort(keys)
        runs.add(keys[order], table[places[order]])


def write_cells(ranges: Iterable[Counted], folder: Path, settings: GloVe) -> Path:
    """The cells of all pairs in the order of their keys, which are those of the seed."""
    salt, (_weights, one) = salt_of(settings.seed), weights_of(settings.window, settings.weighting)
    path, total = folder / "cells.npy", 0
    with path.open("wb") as out:
        _write_header(out, total)
        begin = out.tell()
        for keys, parts in ranges:
            cells = np.empty(len(keys), CELL)
            cells["row"], cells["column"] = pairs_of(keys, salt)
            cells["count"] = parts / one
            cells["count"][cells["row"] == cells["column"]] *= 2
            out.write(cells.data)
            total += len(cells)
        out.seek(0)
        _write_header(out, total)
        assert out.tell() == begin, "numpy leaves room for the number to grow"
    return path


def _write_header(out: IO[bytes], total: int) -> None:
    np.lib.format.write_array_header_1_0(out, {"descr": CELL.descr, "fortran_order": False, "shape": (total,)})
