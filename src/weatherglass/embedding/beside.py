"""Things handed on, in order and a few at a time, to who uses them in a thread of its own.

What either side does wrong is raised here, and nobody waits for who has stopped.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import Full, Queue
from typing import Generic, TypeVar

T = TypeVar("T")

_WAITING = 6  # things that are given but not yet taken
_LOOK_UP = 0.05  # seconds after which who waits for room sees whether anybody still takes
_END, _BROKEN_OFF = object(), object()


class _Stopped(BaseException):
    """The other side has stopped; no mistake of this one, so that nobody on the way takes it for one."""


class _Line(Generic[T]):
    def __init__(self) -> None:
        self.stopped = threading.Event()  # nothing is taken any more
        self._waiting: Queue[T | object] = Queue(_WAITING)

    def put(self, thing: T | object) -> None:
        while not self.stopped.is_set():
            with suppress(Full):
                self._waiting.put(thing, timeout=_LOOK_UP)
                return
        raise _Stopped

    def __iter__(self) -> Iterator[T]:
        while (thing := self._waiting.get()) is not _END:
            if thing is _BROKEN_OFF:
                raise _Stopped
            yield thing  # type: ignore[misc]  # the two marks are the only objects that are no T


@contextmanager
def handed_on(use: Callable[[Iterator[T]], None]) -> Iterator[Callable[[T], None]]:
    """A function to give things to, which `use` takes from the other side; at the end, it has used them all."""
    line: _Line[T] = _Line()
    failures: list[BaseException] = []

    def work() -> None:
        try:
            use(iter(line))
        except BaseException as error:
            failures.append(error)
        finally:
            line.stopped.set()

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        yield line.put
        line.put(_END)
    except _Stopped:
        pass
    except BaseException:
        with suppress(_Stopped):
            line.put(_BROKEN_OFF)
        raise
    finally:
        thread.join()
    if failures:
        raise failures[0]
