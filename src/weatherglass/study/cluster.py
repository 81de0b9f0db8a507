"""Tasks on a Dask cluster: the same tasks, on any machine that shares corpus and results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from weatherglass.corpus.cluster import connected, refuse_other_versions, shared_scratch, versions
from weatherglass.study.folder import write_failure
from weatherglass.study.plan import Task
from weatherglass.study.task import Ended, Job, carry_out, one_thread_for_good

_TRIES = 2  # more, after an error that is not the task's own; a worker that is lost does not count


def on_cluster(job: Job, tasks: Iterable[Task], address: str) -> Iterator[Ended]:
    """Hand all tasks to the scheduler, the longest first, and tell of each as it ends, wherever that is."""
    from distributed import as_completed

    with connected(address) as client:
        wanted = versions()
        shared = client.scatter(job, broadcast=True)  # type: ignore[no-untyped-call]
        ordered = sorted(tasks, key=lambda task: -task.expected)
        futures = {
            client.submit(_on_worker, shared, task, wanted, pure=False, retries=_TRIES, priority=-number): task
            for number, task in enumerate(ordered)
        }
        for future in as_completed(list(futures), loop=client.loop):  # type: ignore[no-untyped-call]
            task = futures.pop(future)
            if future.status == "finished":
                yield future.result()
            else:
                error = f"lost on the cluster: {future.exception() or future.status}"
                write_failure(job.folder, task, error)
                yield Ended(task.key, error=error)


def _on_worker(job: Job, task: Task, wanted: Mapping[str, str]) -> Ended:
    """On a machine of the cluster, which copies a corpus that has an address to its own disk once."""
    from distributed import get_worker

    refuse_other_versions(wanted)
    one_thread_for_good()
    scratch = Path(get_worker().local_directory)
    return carry_out(replace(job, copies=shared_scratch(scratch)), task, scratch)
