"""Lines of `sh` blocks, carried out: our commands in this process, others as far as they go without a network."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from tests.documents.blocks import ROOT
from weatherglass.cli import main

PATIENCE = 300  # seconds; no measure of speed
WRITTEN = (
    "--out",
    "--save-baseline",
    "--figure",
    "--keep-model",
    "--model-out",
)  # options whose file need not be there
_EXIT = re.compile(r"#\s*exit (\d+)")


@dataclass(slots=True)
class Shell:
    """Where the lines of a page are carried out. `given` makes a file that is not there; `serving` are processes to be stopped."""

    folder: Path
    given: Callable[[str], None]
    environment: dict[str, str] = field(default_factory=dict)
    serving: list[subprocess.Popen[str]] = field(default_factory=list)

    def run(self, line: str) -> str:
        """What the line printed. A comment `# exit 1` says how the command must end; otherwise by 0."""
        ends = _EXIT.search(line)
        words = shlex.split(line, comments=True)
        program = PROGRAMS.get(words[0])
        assert program is not None, f"a page gives the command '{words[0]}', which the tests do not know: {line}"
        return program(self, words, int(ends[1]) if ends else 0)

    def stop(self) -> None:
        """As people stop a server."""
        for process in self.serving:
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=PATIENCE)


def lines_of(text: str) -> Iterator[str]:
    """The commands of a block, one at a time; a line that ends with a backslash goes on."""
    for line in text.replace("\\\n", " ").splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            yield line


def _weatherglass(shell: Shell, words: list[str], code: int) -> str:
    for before, word in pairwise(words):
        if before not in WRITTEN:
            shell.given(word)
    if words[1] == "serve":
        return _serve(shell, words)
    printed, said = io.StringIO(), io.StringIO()
    own, sys.argv = sys.argv, words
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(said):
            main()
    except SystemExit as ended:
        found = ended.code or 0
        assert found == code, f"{shlex.join(words)}\nended by {found}, not {code}:\n{said.getvalue()}"
    finally:
        sys.argv = own
    return printed.getvalue()


def _serve(shell: Shell, words: list[str]) -> str:
    """A real server, until the page is over; `$PORT` and `$TOKEN` are its own."""
    own = ["--no-browser", "--state", str(shell.folder / ".state")]
    process = subprocess.Popen(
        [sys.executable, "-m", "weatherglass", *words[1:], *own], cwd=shell.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )  # fmt: skip
    shell.serving.append(process)
    assert process.stdout is not None
    address = re.match(r"http://127\.0\.0\.1:(\d+)/\?token=(\S+)", process.stdout.readline())
    assert address is not None, "no address was printed"
    shell.environment |= {"PORT": address[1], "TOKEN": address[2]}
    return ""


def _really(shell: Shell, words: list[str], code: int) -> str:
    """Another program, with the variables that were set so far."""
    expanded = [re.sub(r"\$(\w+)", lambda name: shell.environment[name[1]], word) for word in words]
    done = subprocess.run(
        expanded, cwd=shell.folder, capture_output=True, text=True, timeout=PATIENCE, check=False,
        env=os.environ | shell.environment,
    )  # fmt: skip
    assert done.returncode == code, f"{shlex.join(words)} ended by {done.returncode}:\n{done.stderr}"
    return done.stdout


def _curl(shell: Shell, words: list[str], code: int) -> str:
    """An answer must be JSON without an error; the id of what was begun is `$ID` afterwards, when it has ended."""
    answer = json.loads(_really(shell, ["curl", "--silent", "--fail", *words[1:]], code))
    if isinstance(answer, dict) and "state" in answer:
        shell.environment["ID"] = answer["id"]
        _wait_for(shell)
    return ""


def _wait_for(shell: Shell) -> None:
    import httpx2 as httpx

    from tests.app.served import ended

    place = f"http://127.0.0.1:{shell.environment['PORT']}"
    with httpx.Client(base_url=place, headers={"Authorization": f"Bearer {shell.environment['TOKEN']}"}) as client:
        assert ended(client, shell.environment["ID"])["state"] == "done"


def _pip(_shell: Shell, words: list[str], _code: int) -> str:
    """What is installed is ours, with extras that there are."""
    assert words[1] == "install", shlex.join(words)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for word in words[2:]:
        match = re.fullmatch(r"(?:\.|weatherglass)(?:\[([\w,]+)\])?", word)
        assert match is not None, f"{word} is not ours"
        for extra in (match[1] or "").split(","):
            assert extra in ("", *project["optional-dependencies"]), f"there is no extra {extra}"
    return ""


def _make(_shell: Shell, words: list[str], _code: int) -> str:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert words[1:], shlex.join(words)
    assert set(words[1:]) <= set(targets), shlex.join(words)
    return ""


def _python(shell: Shell, words: list[str], code: int) -> str:
    """A tool of the project must be there; a script that the page wrote is run."""
    if words[1].startswith("tools/"):
        compile((ROOT / words[1]).read_text("utf-8"), words[1], "exec")
        return ""
    return _really(shell, [sys.executable, *words[1:]], code)


def _dask(_shell: Shell, words: list[str], _code: int) -> str:
    """Its own parser must take the options; the cluster itself is the tests' one."""
    from distributed.cli import dask_scheduler, dask_worker

    command = {"scheduler": dask_scheduler.main, "worker": dask_worker.main}[words[1]]
    command.make_context(words[1], words[2:])
    return ""


def _cat(shell: Shell, words: list[str], _code: int) -> str:
    return "".join((shell.folder / word).read_text("utf-8") for word in words[1:])


PROGRAMS: dict[str, Callable[[Shell, list[str], int], str]] = {
    "weatherglass": _weatherglass,
    "pip": _pip,
    "make": _make,
    "python": _python,
    "pytest": lambda shell, words, code: _really(shell, [sys.executable, "-m", *words], code),
    "dask": _dask,
    "curl": _curl,
    "cat": _cat,
    "openssl": _really,
    "chmod": _really,
}
