"""A page printed to PDF by a Chromium that is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from weatherglass.errors import SpecError

_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
_FLAGS = ("--headless", "--disable-gpu", "--disable-background-networking", "--no-first-run", "--no-pdf-header-footer")
_LONGEST = 300  # seconds
_INSTEAD = "write the report as .html, open it in a browser and print it"


def chromium() -> str | None:
    """Where one is installed."""
    return next((found for name in _NAMES if (found := shutil.which(name))), None)


def printed(page: str) -> bytes:
    """The page's HTML as PDF, laid out as its rules for paper say."""
    program = chromium()
    if program is None:
        raise SpecError(f"a PDF is made by Chromium, and none is installed ({', '.join(_NAMES)}); {_INSTEAD}")
    with TemporaryDirectory() as folder:
        source, target = Path(folder, "report.html"), Path(folder, "report.pdf")
        source.write_text(page, "utf-8")
        as_root = ["--no-sandbox"] if getattr(os, "geteuid", lambda: -1)() == 0 else []  # it refuses to start otherwise
        asked = [f"--user-data-dir={folder}/profile", f"--print-to-pdf={target}", source.as_uri()]
        try:
            done = subprocess.run(  # noqa: S603  (a page of our own, which holds no script)
                [program, *_FLAGS, *as_root, *asked], capture_output=True, timeout=_LONGEST, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise SpecError(f"{program} made no PDF ({error}); {_INSTEAD}") from error
        if not target.is_file():
            said = done.stderr.decode(errors="replace").strip().splitlines()
            raise SpecError(f"{program} made no PDF ({said[-1] if said else f'code {done.returncode}'}); {_INSTEAD}")
        return target.read_bytes()
