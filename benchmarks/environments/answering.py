"""What the modules of all peers do with a question. Python 3.7 must be able to run this, and `table`."""

from __future__ import annotations

import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, Callable  # noqa: UP035 - of an old Python

from benchmarks.table import timed


def answer(times: int, work: Callable[[], Any]) -> dict[str, Any]:
    """The value, and the shortest of so many runs after one that warms up."""
    work()
    seconds, value = timed(times, work)
    return {"seconds": seconds, "value": value}


def once(work: Callable[[], Any]) -> dict[str, Any]:
    """For what takes minutes: one run, as it is."""
    seconds, value = timed(1, work)
    return {"seconds": seconds, "value": value}


def reply(answers_to: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Put the question, whose file is the argument, and print the answers; what a peer prints meanwhile is no part of them."""
    question = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    with redirect_stdout(sys.stderr):
        answers = answers_to(question)
    print(json.dumps(answers))
