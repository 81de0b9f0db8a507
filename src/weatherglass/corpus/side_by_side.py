"""Work on a stream in several threads, with the results in the stream's order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Done = TypeVar("Done")


def side_by_side(work: Callable[[Item], Done], items: Iterable[Item], threads: int) -> Iterator[Done]:
    """`work` done on each item, only a few ahead of the one that is handed on, so that memory stays bounded."""
    with ThreadPoolExecutor(threads) as pool:
        ahead: deque[Future[Done]] = deque()
        for item in items:
            ahead.append(pool.submit(work, item))
            if len(ahead) > threads:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()
