"""Counted pairs in the order of their keys: merging them, and keeping on disk what does not fit memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil
from pathlib import Path
from threading import Lock

import numpy as np

from weatherglass.train.counting import KEY_BITS, Packed, Parts, merge_two

Counted = tuple[Packed, Parts]  # keys, in order and each once, and the parts counted for each


def bounds(ranges: int) -> Packed:
    """Where each of so many equal ranges of keys begins, and, beyond all keys, where the last one ends."""
    return np.array([number * (1 << KEY_BITS) // ranges for number in range(ranges + 1)], np.uint64)


def merge(several: Sequence[Counted]) -> Counted:
    """All keys, with the sums of their parts: whole numbers, so that the result is the same in whatever order."""
    if not several:
        return np.empty(0, np.uint64), np.empty(0, np.int64)
    while len(several) > 1:
        merged = [_merge_two(*several[at : at + 2]) for at in range(0, len(several) - 1, 2)]
        several = merged + list(several[2 * len(merged) :])
    return several[0]


def _merge_two(one: Counted, other: Counted) -> Counted:
    keys, parts = np.empty(len(one[0]) + len(other[0]), np.uint64), np.empty(len(one[0]) + len(other[0]), np.int64)
    size = merge_two(*one, *other, keys, parts)
    return keys[:size], parts[:size]


def split(counted: Counted, ends: Packed) -> list[Counted]:
    """The pieces between neighbouring `ends`, copied, so that each can be handed on and let go of by itself."""
    keys, parts = counted
    places = np.searchsorted(keys, ends)
    return [(keys[low:high].copy(), parts[low:high].copy()) for low, high in pairwise(places)]


class Runs:
    """Counted pairs spilled to disk: in each run the keys, then their parts."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._lock = Lock()
        self._sizes: dict[Path, int] = {}

    def add(self, keys: Packed, parts: Parts) -> None:
        """Another run; threads may add theirs at the same time."""
        if not len(keys):
            return
        with self._lock:
            path = self._folder / f"run-{len(self._sizes)}.tmp"
            self._sizes[path] = len(keys)
        with path.open("wb") as file:
            file.write(keys.data)
            file.write(parts.data)

    def merged(self, ranges: int) -> Iterator[Counted]:
        """Range after range of the keys, so that one alone is in memory."""
        before = dict.fromkeys(self._sizes, 0)
        for end in bounds(ranges)[1:]:
            slices = []
            for path, low in before.items():
                # Mapped only as long as it is looked at: there may be more runs than files may be open.
                size = self._sizes[path]
                keys = np.memmap(path, np.uint64, "r", shape=size)
                high = int(np.searchsorted(keys, end))
                parts = np.memmap(path, np.int64, "r", offset=8 * size, shape=size)
                slices.append((np.array(keys[low:high]), np.array(parts[low:high])))
                before[path] = high
            yield merge(slices)

    def ranges(self, most: int) -> int:
        """How many ranges it takes for one to hold at most about so many pairs, even before equal ones are merged."""
        return max(1, ceil(sum(self._sizes.values()) / most))

    def remove(self) -> None:
        for path in self._sizes:
            path.unlink(missing_ok=True)
