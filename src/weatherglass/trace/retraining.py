"""GloVe trained several times side by side: with other seeds, or without some documents, always with the same vocabulary.

The vocabulary stays that of the whole, also where a word falls below the least count: with the same rows, the same seed begins with
the same numbers and learns in the same order, so that what differs comes from the documents and not from chance.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Lock
from typing import TypeVar

from weatherglass.corpus.corpus import Corpus
from weatherglass.progress import HowFar
from weatherglass.train.glove import Model, train_glove
from weatherglass.train.settings import GloVe
from weatherglass.train.vocabulary import Vocabulary

Kept = TypeVar("Kept")
_COUNTING = 0.1  # of a training's time, about
_STEPS = 1000  # of one training, that progress is told in


def trained(
    jobs: Sequence[tuple[Corpus, GloVe]],
    vocabulary: Vocabulary,
    keep: Callable[[Model], Kept],
    threads: int,
    progress: HowFar | None = None,
) -> list[Kept]:
    """What is to be kept of each model, in the order of the jobs; a stop ends all of them."""
    stopped, told = Event(), _Told(len(jobs), progress)

    def work(number: int) -> Kept:
        corpus, settings = jobs[number]

        def tell(phase: str, done: int, total: int) -> None:
            if stopped.is_set():
                raise KeyboardInterrupt
            share = done / total
            told(number, _COUNTING * share if phase == "counting" else _COUNTING + (1 - _COUNTING) * share)

        with tempfile.TemporaryDirectory(prefix="weatherglass-") as folder:
            model, _facts = train_glove(corpus, vocabulary, settings, Path(folder), progress=tell)
        told(number, 1.0)
        return keep(model)

    pool = ThreadPoolExecutor(threads)
    futures = [pool.submit(work, number) for number in range(len(jobs))]
    try:
        return [future.result() for future in futures]
    except BaseException:
        stopped.set()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


class _Told:
    """How far all of them are together."""

    def __init__(self, jobs: int, progress: HowFar | None):
        self._shares = [0.0] * jobs
        self._progress = progress
        self._lock = Lock()

    def __call__(self, number: int, share: float) -> None:
        if self._progress is None:
            return
        with self._lock:
            self._shares[number] = share
            self._progress(round(_STEPS * sum(self._shares)), _STEPS * len(self._shares))
