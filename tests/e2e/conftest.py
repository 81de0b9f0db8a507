"""What the tests of several commands share: mistakes told within this process, and a real browser."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.command import InProcess, Refused
from weatherglass.cli import main

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> InProcess:
    """Gives a command in a folder without the cost of a process of its own; returns what it said on stdout and stderr."""

    def given(folder: Path, *arguments: str | Path, code: int = 0) -> tuple[str, str]:
        monkeypatch.chdir(folder)
        monkeypatch.setenv("COLUMNS", "120")
        monkeypatch.setattr(sys, "argv", ["weatherglass", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        assert ended.value.code == code, err
        return out, err

    return given


@pytest.fixture
def refused(in_process: InProcess) -> Refused:
    """Checks that a command ends with a sentence and a code, prints no result and leaves no file."""

    def check(folder: Path, *arguments: str | Path, code: int, message: str) -> None:
        before = sorted(folder.iterdir())
        out, err = in_process(folder, *arguments, code=code)
        assert message in err.replace("\n", " ")
        assert "Traceback" not in err
        assert out == ""
        assert sorted(folder.iterdir()) == before

    return check


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        message = "no Chromium on this machine: the browser tests did not run (Debian: apt-get install chromium)"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()
