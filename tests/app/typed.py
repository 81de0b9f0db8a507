"""What a result shows to be typed, typed: the command as in a shell, and the Python, each in a folder of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from weatherglass.report.write import json_of

# As people type it: a program of this name, and Python beside it.
SHELL = """set -e
weatherglass() { "$PYTHON" -m weatherglass "$@"; }
python() { "$PYTHON" "$@"; }
"""


def _comparable(text: str) -> Any:
    """Without the command, and the name of each file as it was given."""
    found = json.loads(text)
    found.pop("command", None)
    for space in found.get("spaces", ()):
        del space["file"]
    return found


def _beside(page: TestClient, id: str, folder: Path) -> dict[str, Any]:
    """What is to be typed, with the files that it needs laid there."""
    told: dict[str, Any] = page.get(f"/api/runs/{id}/same").json()
    for name, text in told["files"].items():
        (folder / name).write_text(text, "utf-8")
    return told


def _typed(command: str, folder: Path) -> str:
    done = subprocess.run(
        ["bash", "-c", f"{SHELL}{command} --json"],
        cwd=folder, env=os.environ | {"PYTHON": sys.executable}, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@contextmanager
def _within(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def _python(code: str, folder: Path) -> str:
    names: dict[str, Any] = {}
    with _within(folder):
        exec(code, names)
    return json_of([names["found"]])


def given_the_same(page: TestClient, id: str, tmp_path: Path) -> None:
    """The command and the Python, each in a folder of its own, give what the page has."""
    shown = _comparable(page.get(f"/api/runs/{id}/result").text)
    by_command, by_python = tmp_path / "command", tmp_path / "python"
    for folder in (by_command, by_python):
        folder.mkdir(exist_ok=True)
    told = _beside(page, id, by_command)
    assert _comparable(_typed(told["command"], by_command)) == shown
    _beside(page, id, by_python)
    assert _comparable(_python(told["python"], by_python)) == shown
