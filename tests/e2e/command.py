"""Giving commands as processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

InProcess = Callable[..., tuple[str, str]]  # the fixture `in_process`
Refused = Callable[..., None]  # the fixture `refused`


def weatherglass(
    *arguments: str | Path,
    cwd: Path | None = None,
    code: int = 0,
    environment: Mapping[str, str] | None = None,
    **options: Any,
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, which must be one of this exit code, without a traceback or a warning.

    `options` are those of `subprocess.run`.
    """
    done = subprocess.run(
        _command(arguments),
        capture_output=True,
        encoding="utf-8",
        cwd=cwd,
        timeout=120,
        check=False,
        env={**os.environ, "COLUMNS": "120", "PYTHONWARNINGS": "error", **(environment or {})},
        **options,
    )
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done


def printed_json(*arguments: str | Path, cwd: Path | None = None) -> Any:
    """What a command prints as JSON, which must be all that it prints."""
    return json.loads(weatherglass(*arguments, "--json", cwd=cwd).stdout)


def started(*arguments: str | Path, cwd: Path, stdout: int = subprocess.DEVNULL) -> subprocess.Popen[str]:
    """A command under way, to be stopped; what it says on stderr can be read."""
    return subprocess.Popen(_command(arguments), cwd=cwd, stdout=stdout, stderr=subprocess.PIPE, encoding="utf-8")


def _command(arguments: tuple[str | Path, ...]) -> list[str]:
    return [sys.executable, "-m", "weatherglass", *map(str, arguments)]


def written(folder: Path, files: Mapping[str, str]) -> Path:
    """The folder, with these files in it."""
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    return folder
