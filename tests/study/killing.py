"""Run a study in which one task kills its process: `python -m tests.study.killing STUDY OUT`."""

from __future__ import annotations

import os
import signal
import sys
from importlib import import_module
from pathlib import Path

from weatherglass.study import local, task
from weatherglass.study.plan import Task
from weatherglass.study.run import run_study
from weatherglass.study.task import Ended, Job


def deadly(job: Job, given: Task, scratch: Path) -> Ended:
    """As `in_worker`, but for one task."""
    if given.sample.kind == "permutation" and given.method == "glove":
        task.marker(scratch, given.key).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return task.in_worker(job, given, scratch)


if __name__ == "__main__":
    named = import_module("tests.study.killing")  # by its full name, so that other processes find it
    setattr(local, "in_worker", named.deadly)  # noqa: B010  (the type checker does not know it as a name of that module)
    run_study(sys.argv[1], sys.argv[2], workers=2)
