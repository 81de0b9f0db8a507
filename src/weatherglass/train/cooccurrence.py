"""Co-occurrence counts of a corpus within bounded memory, as cells in random order on disk.

Blocks of sentences are counted side by side. What does not fit a counter's table is sorted and spilled to disk as runs,
which are merged a range of pairs at a time. Each pair is kept once: the count is the same in both directions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil, lcm
from pathlib import Path
from queue import SimpleQueue
from threading import Lock
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from weatherglass.corpus.corpus import BLOCK, LONGEST_SENTENCE, Corpus, Numbers, Tokens
from weatherglass.corpus.side_by_side import side_by_side
from weatherglass.errors import SpecError
from weatherglass.files.compressed import Progress
from weatherglass.train.counting import MOST_DISTANCE, MOST_WORDS, WORD_BITS, Packed, Parts, add_up, count_block
from weatherglass.train.vocabulary import Vocabulary

Weighting = Literal["harmonic", "flat"]
CELL = np.dtype([("row", "<i4"), ("column", "<i4"), ("count", "<f8")])
_PAIR = np.dtype([("pair", "<u8"), ("parts", "<i8")])
_MOST_PARTS = 1 << 30
_PAIRS_PER_PLACE = 4  # a place in the table must be used about so often to cost less than sorting
_LOW = np.uint64(MOST_WORDS - 1)


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
class _Plan:
    """How the counting is laid out in memory."""

    window: int
    weights: Parts
    one: int
    limit: int
    table_starts: Numbers
    buffer: int
    block: int


def count_cells(
    corpus: Corpus,
    vocabulary: Vocabulary,
    folder: Path,
    *,
    window: int,
    weighting: Weighting = "harmonic",
    memory: float = 4.0,
    threads: int = 1,
    seed: int = 0,
    progress: Progress | None = None,
) -> Path:
    """Count, and write the cells in random order to `cells.npy` in `folder`; about `memory` GB are used at most.

    A cell has row ≤ column and the count of the two words, which is X[row, column] and X[column, row] alike; of a word
    with itself it is counted in both directions, as everywhere.
    """
    plan = _plan(vocabulary, window, weighting, memory, threads)
    runs = _Runs(folder)
    counters = _count(corpus, vocabulary, plan, runs, threads, progress)
    table = counters[0].table
    for counter in counters:
        runs.spill(counter, plan.weights)
        if counter is not counters[0]:
            table += counter.table
    total = int(np.count_nonzero(table)) + runs.total
    chunk = max(1, int(memory * 1e9) // 8 // CELL.itemsize)
    cells = _cells(table, plan, runs, chunk)
    path = _write_shuffled(cells, ceil(total / chunk), folder, np.random.default_rng(seed))
    runs.remove()
    return path


def _plan(vocabulary: Vocabulary, window: int, weighting: Weighting, memory: float, threads: int) -> _Plan:
    words, pairs = len(vocabulary.words), vocabulary.running_words * window
    if not 1 <= window <= MOST_DISTANCE:
        raise SpecError(f"window={window}: give 1 to {MOST_DISTANCE}")
    if words > MOST_WORDS:
        raise SpecError(
            f"{words:,} words are more than the {MOST_WORDS:,} that can be counted; give a higher minimum count"
        )
    if memory < 0.01:
        raise SpecError(f"memory={memory}: give at least 0.01 GB")
    weights, one = weights_of(window, weighting)
    entries = int(memory * 1e9 / 8 / threads)
    limit, table_starts = _table_layout(words, min(entries // 2, pairs // _PAIRS_PER_PLACE))
    buffer = max(
        min(entries // 8, pairs), LONGEST_SENTENCE * window
    )  # sorting and adding up take about three more of its size
    block = max(LONGEST_SENTENCE, min(BLOCK, buffer // window // 4))
    return _Plan(window, weights, one, limit, table_starts, buffer, block)


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


def _count(
    corpus: Corpus, vocabulary: Vocabulary, plan: _Plan, runs: _Runs, threads: int, progress: Progress | None
) -> list[_Counter]:
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
                runs.spill(counter, plan.weights)
            counter.filled = count_block(
                tokens,
                lengths,
                vocabulary.row_of,
                plan.window,
                plan.weights,
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
    return counters


class _Runs:
    """Sorted pairs with their parts, spilled to disk; each run holds a pair once."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._lock = Lock()
        self.paths: list[Path] = []
        self.total = 0

    def spill(self, counter: _Counter, weights: Parts) -> None:
        """Empty the counter's buffer into a run."""
        if not counter.filled:
            return
        packed = np.sort(counter.buffer[: counter.filled])
        pairs, parts = np.empty(len(packed), np.uint64), np.empty(len(packed), np.int64)
        size = add_up(packed, weights, pairs, parts)
        counter.filled = 0
        with self._lock:
            number = len(self.paths)
            path = self._folder / f"run-{number}.tmp"
            self.paths.append(path)
            self.total += size
        run = np.empty(size, _PAIR)
        run["pair"], run["parts"] = pairs[:size], parts[:size]
        with path.open("wb") as file:
            file.write(run.tobytes())

    def merged(self, most: int) -> Iterator[tuple[Packed, Parts]]:
        """All pairs in order with their sums, from ranges of pairs so narrow that at most about `most` are in memory."""
        before = [0] * len(self.paths)
        for end in self._ends(most):
            slices = []
            for number, path in enumerate(self.paths):
                run = self._open(path)
                until = len(run) if end is None else int(np.searchsorted(run["pair"], end))
                slices.append(np.array(run[before[number] : until]))
                before[number] = until
            some = np.concatenate(slices)
            some = some[np.argsort(some["pair"])]
            if len(some):
                first = np.flatnonzero(np.concatenate([[True], some["pair"][1:] != some["pair"][:-1]]))
                yield some["pair"][first], np.add.reduceat(some["parts"], first)

    def _open(self, path: Path) -> NDArray[np.void]:
        """Mapped only as long as it is looked at: there may be more runs than files may be open."""
        return np.memmap(path, _PAIR, "r")

    def _ends(self, most: int) -> list[np.uint64 | None]:
        """Where to end each range: quantiles of a sample of the pairs, and None for the last."""
        ranges = ceil(self.total / most)
        if ranges < 2:
            return [None] if self.paths else []
        step = max(1, self.total // (ranges * 1000))
        sample = np.sort(np.concatenate([np.array(self._open(path)["pair"][::step]) for path in self.paths]))
        return [*sample[np.arange(1, ranges) * len(sample) // ranges], None]

    def remove(self) -> None:
        for path in self.paths:
            path.unlink()


def _cells(table: Parts, plan: _Plan, runs: _Runs, most: int) -> Iterator[NDArray[np.void]]:
    """All cells, some at a time, in an order that depends on nothing but the counts and `most`."""
    for low in range(0, len(table), most):
        places = low + np.flatnonzero(table[low : low + most])
        rows = np.searchsorted(plan.table_starts, places, side="right") - 1
        yield _made(rows, places - plan.table_starts[rows] + rows, table[places], plan.one)
    for pairs, parts in runs.merged(most):
        yield _made(pairs >> np.uint64(WORD_BITS), pairs & _LOW, parts, plan.one)


def _made(rows: NDArray[np.integer], columns: NDArray[np.integer], parts: Parts, one: int) -> NDArray[np.void]:
    cells = np.empty(len(parts), CELL)
    cells["row"], cells["column"], cells["count"] = rows, columns, parts / one
    cells["count"][cells["row"] == cells["column"]] *= 2
    return cells


def _write_shuffled(chunks: Iterable[NDArray[np.void]], piles: int, folder: Path, random: np.random.Generator) -> Path:
    """All cells in random order: each is thrown on a pile at random, and each pile, which fits memory, is shuffled."""
    names = [folder / f"pile-{number}.tmp" for number in range(max(1, piles))]
    total = 0
    for cells in chunks:
        total += len(cells)
        pile_of = random.integers(len(names), size=len(cells))
        for number, name in enumerate(names):
            with name.open("ab") as file:  # there may be more piles than files may be open
                file.write(cells[pile_of == number].tobytes())
    path = folder / "cells.npy"
    with path.open("wb") as out:
        np.lib.format.write_array_header_1_0(out, {"descr": CELL.descr, "fortran_order": False, "shape": (total,)})
        for name in names:
            cells = np.fromfile(name, CELL)
            random.shuffle(cells)
            out.write(cells.tobytes())
            name.unlink()
    return path
