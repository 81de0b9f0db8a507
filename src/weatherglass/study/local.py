"""Tasks on this machine: a process for each core, one model in each at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from weatherglass.study.folder import done_keys, write_failure
from weatherglass.study.plan import Task
from weatherglass.study.task import Ended, Job, carry_out, in_worker, marker

_KILLED = "its process was killed, perhaps because the memory did not suffice; give fewer workers"


def locally(job: Job, tasks: Iterable[Task], workers: int, scratch: Path) -> Iterator[Ended]:
    """Carry the tasks out, the longest first, so that no core waits for another at the end."""
    left = {task.key: task for task in sorted(tasks, key=lambda task: -task.expected)}
    if workers == 1:
        from threadpoolctl import threadpool_limits

        with threadpool_limits(1):
            for task in left.values():
                yield carry_out(job, task, scratch)
        return
    alone: list[Task] = []  # those that were under way when a process was killed: one of them may be the reason
    while left:
        try:
            for ended in _side_by_side(job, left.values(), workers, scratch):
                del left[ended.key]
                yield ended
        except BrokenProcessPool:
            done = done_keys(job.folder)
            for key in [key for key in left if key in done]:  # written, but not told
                del left[key]
                yield Ended(key)
            under_way = [key for key in left if marker(scratch, key).exists()]
            alone += [left.pop(key) for key in under_way]
            if not under_way:  # a process died without a task, so nothing could be learnt from trying again
                raise
    for task in alone:
        yield _by_itself(job, task, scratch)


def _side_by_side(job: Job, tasks: Iterable[Task], workers: int, scratch: Path) -> Iterator[Ended]:
    from joblib import Parallel, delayed

    pool = Parallel(n_jobs=workers, backend="loky", return_as="generator_unordered", batch_size=1)
    calls = [delayed(in_worker)(job, task, scratch) for task in tasks]
    yield from pool(calls)


def _by_itself(job: Job, task: Task, scratch: Path) -> Ended:
    marker(scratch, task.key).unlink(missing_ok=True)
    try:
        (ended,) = _side_by_side(job, [task], 2, scratch)
    except BrokenProcessPool:
        marker(scratch, task.key).unlink(missing_ok=True)
        write_failure(job.folder, task, _KILLED)
        return Ended(task.key, error=_KILLED)
    return ended
