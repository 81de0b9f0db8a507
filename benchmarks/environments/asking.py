"""A peer's environment, made on demand, and questions put to it: JSON there, JSON back."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Answers = dict[str, dict[str, Any]]


class NotThere(Exception):
    """Why a peer cannot be asked on this machine, in one line."""


@dataclass(frozen=True)
class Peer:
    """A tool: its packages to the last digit, the module that runs it, and which Python it needs ("": any, so ours)."""

    name: str
    version: str
    packages: tuple[str, ...]
    module: str
    folder: str
    python: str = ""


def ask(peer: Peer, folder: Path, question: dict[str, Any]) -> Answers:
    """What the peer answers; NotThere says why it cannot."""
    python = environment(folder / peer.folder, peer.packages, peer.python)
    print(f"asking {peer.name} (slow)", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory(dir=folder) as place:
        path = Path(place) / "question.json"
        path.write_text(json.dumps(question), "utf-8")
        done = subprocess.run([str(python), "-m", peer.module, str(path)], capture_output=True, text=True, check=False)
        if done.returncode:  # it is there, so this is a mistake of ours
            raise RuntimeError(f"{peer.name} failed:\n{done.stderr[-2000:]}")
        answers: Answers = json.loads(done.stdout.splitlines()[-1])
        return answers


def environment(folder: Path, packages: tuple[str, ...], version: str = "") -> Path:
    """The Python of a virtual environment with exactly these packages."""
    python, done = folder.absolute() / "bin" / "python", folder / "done"
    wanted = "\n".join(packages)
    if not (done.exists() and done.read_text() == wanted):
        maker = _python(version) if version else Path(sys.executable)
        print(f"installing {packages[0]}", file=sys.stderr, flush=True)
        run(maker, "-m", "venv", "--clear", folder)
        run(python, "-m", "pip", "install", "-q", "--retries", "1", "--prefer-binary", *packages)
        done.write_text(wanted)
    return python


def run(*command: str | Path) -> str:
    """Its standard output; NotThere with the last line that it complained with."""
    try:
        return subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True).stdout
    except subprocess.CalledProcessError as error:
        raise NotThere((error.stderr.strip().splitlines() or [str(error)])[-1]) from error


def _python(version: str) -> Path:
    """A Python of this version: on the path, or one of pyenv's."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = shutil.which(f"python{version}")
    for python in [*([Path(found)] if found else []), *sorted(pyenv.glob(f"{version}.*/bin/python"))]:
        try:
            said = run(python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])")
        except NotThere:  # pyenv's stand-in on the path, where another version is chosen
            continue
        if said.strip() == version:
            return python
    raise NotThere(f"it needs Python {version}, which is not on this machine")
