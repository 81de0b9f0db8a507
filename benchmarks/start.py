"""How long a person waits: the command line's help, and the audit of the sample that ships."""

from __future__ import annotations

import subprocess
import sys
import tempfile

from benchmarks.table import Row, best_of


def _command(*arguments: str) -> float:
    with tempfile.TemporaryDirectory() as folder:
        return best_of(
            5,
            lambda: subprocess.run(
                [sys.executable, "-m", "weatherglass", *arguments], check=True, capture_output=True, cwd=folder
            ),
        )


def run() -> list[Row]:
    help_time, audit_time = _command("--help"), _command("audit")
    return [
        Row("weatherglass --help", f"{help_time:.2f} s", "", "", "< 0.3 s", help_time < 0.3),
        Row("weatherglass audit (sample, 12 tests, report)", f"{audit_time:.2f} s", "", "", "seconds", audit_time < 10),
    ]
