"""Co-occurrence counts on a cluster of dask.distributed: the same cells, byte for byte, as on one machine.

Each task counts a part of the sentences and gives its pairs in eight ranges of keys. Then eight parts at a time are
merged, range by range, and each result is divided into eight narrower ranges, until all parts are one. A range shrinks
by as much as the parts behind it grow, so no task handles more pairs than a single part has, however large the corpus.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil
from operator import getitem
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np

from weatherglass.corpus.cluster import refuse_other_versions, shared_scratch, versions
from weatherglass.corpus.corpus import Corpus, Numbers, Tokens
from weatherglass.corpus.shared import open_same
from weatherglass.errors import SpecError
from weatherglass.progress import HowFar
from weatherglass.train.cooccurrence import count_into, plan_for, write_cells
from weatherglass.train.counting import Packed
from weatherglass.train.runs import Counted, Runs, bounds, merge, split
from weatherglass.train.settings import GloVe
from weatherglass.train.vocabulary import Vocabulary

if TYPE_CHECKING:
    from distributed import Client, Future

_TOGETHER = 8  # parts merged, and ranges made, at once
_MOST_WORDS, _LEAST_WORDS = 1 << 24, 1 << 18  # in a part: few enough for a worker's memory, enough to be worth sending
_MOST_SENTENCES = 1 << 21  # in a part: their numbers travel with the task


@dataclass(frozen=True, slots=True)
class _Job:
    """What all tasks of a counting share."""

    location: str
    sha256: str
    words: int
    settings: GloVe
    versions: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Part:
    """Numbers of sentences in rising order: the first, how many, and the steps between them, packed; none if all are 1."""

    first: int
    sentences: int
    steps: bytes = b""
    width: str = ""


def count_cells_on_cluster(
    corpus: Corpus,
    vocabulary: Vocabulary,
    folder: Path,
    client: Client,
    settings: GloVe,
    *,
    parts: int | None = None,
    progress: HowFar | None = None,
) -> Path:
    """Count on the cluster's workers, and write the `cells.npy` that `count_cells` would write.

    Workers copy a corpus that has a URL, and open one with a path where it is, so all must see it there. A task has one
    thread, whatever the settings, and the memory they give. The number of `parts` changes nothing but the time; by default it fits the cluster.
    """
    settings = replace(settings, threads=1)
    words = len(vocabulary.words)
    plan_for(words, vocabulary.running_words, settings)  # refuses here
    if parts is not None and parts < 1:
        raise SpecError(f"parts={parts}: give at least 1")
    location = corpus.origin or str(corpus.folder.resolve())
    job = _Job(location, corpus.facts.sha256, words, settings, versions())
    threads = sum(client.nthreads().values())  # type: ignore[no-untyped-call]
    described = _parts_of(corpus, parts or _enough(corpus, threads))
    with _failures_told():
        # Held to the end: a part whose worker dies after all are counted is counted again, and needs it again.
        rows = client.scatter(vocabulary.row_of, broadcast=True)  # type: ignore[no-untyped-call]
        ranges, counted = _submitted(client, job, described, rows)
        _follow(counted, corpus, progress)
        return write_cells(_fetched(ranges), folder, settings)


def _enough(corpus: Corpus, threads: int) -> int:
    """As many parts as keep a part small, and, in a small corpus, all threads busy to the end."""
    counts = corpus.counts()
    busy = min(4 * threads, ceil(counts.words / _LEAST_WORDS))
    return max(1, busy, ceil(counts.words / _MOST_WORDS), ceil(counts.sentences / _MOST_SENTENCES))


def _parts_of(corpus: Corpus, parts: int) -> list[_Part]:
    """About as many words in each. What is near what does not depend on the order of sentences, so it is the corpus's own."""
    numbers = None if corpus.chosen is None else np.sort(corpus.chosen)
    ends = corpus.starts[1:] if numbers is None else np.cumsum(corpus.lengths_of(numbers))
    wanted = np.arange(1, parts) * int(ends[-1]) // parts
    places = np.unique([0, *np.searchsorted(ends, wanted, side="right"), len(ends)])
    return [
        _Part(int(low), int(high - low)) if numbers is None else _packed(numbers[low:high])
        for low, high in pairwise(places)
    ]


def _packed(numbers: Numbers) -> _Part:
    steps = np.diff(numbers)
    if (steps == 1).all():
        return _Part(int(numbers[0]), len(numbers))
    width = np.min_scalar_type(int(steps.max())).str
    return _Part(int(numbers[0]), len(numbers), zlib.compress(steps.astype(width).tobytes(), 1), width)


def _unpacked(part: _Part) -> Numbers:
    if not part.width:
        return np.arange(part.first, part.first + part.sentences)
    steps = np.frombuffer(zlib.decompress(part.steps), part.width)
    return part.first + np.concatenate([[0], np.cumsum(steps, dtype=np.int64)])


def _submitted(
    client: Client, job: _Job, parts: list[_Part], rows: Future[Any]
) -> tuple[list[Future[Any]], list[Future[Any]]]:
    """What will be the pairs of each range, in order; and what will be the words of each part, once it is counted."""

    def submit(level: int, work: Any, *given: Any) -> Future[Any]:
        """Merging goes before counting more, so that results do not pile up. Dask need not look for equal tasks."""
        return client.submit(work, *given, priority=level, pure=False)

    ranges = min(_TOGETHER, len(parts))
    counted = [submit(0, _count_part, job, part, rows, ranges) for part in parts]
    groups = [[submit(1, getitem, future, number) for number in range(ranges)] for future in counted]
    words = [submit(1, getitem, future, ranges) for future in counted]
    while len(groups) > 1:
        after = ceil(len(groups) / _TOGETHER)
        narrower = min(_TOGETHER, after)
        ends = bounds(ranges * narrower)
        grown: list[list[Future[Any]]] = []
        for first in range(0, len(groups), _TOGETHER):
            together = groups[first : first + _TOGETHER]
            grown.append([])
            for number in range(ranges):
                own = ends[number * narrower : (number + 1) * narrower + 1]
                pieces = [group[number] for group in together]
                if narrower == 1:
                    grown[-1].append(submit(1, merge, pieces))
                else:
                    merged = submit(1, _merge_part, pieces, own)
                    grown[-1] += [submit(1, getitem, merged, place) for place in range(narrower)]
        groups, ranges = grown, ranges * narrower
    return groups[0], words


def _count_part(job: _Job, part: _Part, row_of: Tokens, ranges: int) -> list[Any]:
    """On a worker: the part's pairs in so many ranges of keys, and at the end how many words it has."""
    from distributed import get_worker

    refuse_other_versions(job.versions)
    own = Path(get_worker().local_directory)
    corpus = replace(open_same(job.location, job.sha256, shared_scratch(own)), chosen=_unpacked(part))
    words = corpus.counts().words
    plan = plan_for(job.words, words, job.settings)
    with TemporaryDirectory(dir=own) as folder:
        runs = Runs(Path(folder))
        count_into(runs, corpus, row_of, plan)
        return [*((keys.copy(), parts.copy()) for keys, parts in runs.merged(ranges)), words]


def _merge_part(pieces: list[Counted], ends: Packed) -> list[Counted]:
    return split(merge(pieces), ends)


def _follow(counted: list[Future[Any]], corpus: Corpus, progress: HowFar | None) -> None:
    """Tell how far the counting is. What was told of is let go, or dask would count it again if its worker died."""
    from distributed import as_completed

    total, done = corpus.counts().words, 0
    waiting = as_completed(counted, loop=counted[0].client.loop)  # type: ignore[no-untyped-call]
    counted.clear()
    for future in waiting:
        done += future.result()
        if progress is not None:
            progress(done, total)


def _fetched(ranges: list[Future[Any]]) -> Iterator[Counted]:
    """One after another, each let go when it is written."""
    ranges.reverse()
    while ranges:
        yield ranges.pop().result()


@contextmanager
def _failures_told() -> Iterator[None]:
    from distributed import CancelledError, KilledWorker

    try:
        yield
    except KilledWorker as error:
        raise SpecError(
            "several workers died at the same part of the counting, probably for want of memory; give a lower memory, more "
            f"memory or fewer threads to each worker ({error})"
        ) from error
    except CancelledError as error:
        raise SpecError(f"the cluster lost the counting: is its scheduler still running? ({error})") from error
