"""What the README shows is what happens."""

from __future__ import annotations

import contextlib
import io
import re
import tomllib
from pathlib import Path

from weatherglass.words.query import make_query

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def test_the_python_example_prints_what_is_shown() -> None:
    match = re.search(r"```python\n(.*?)```\s+```text\n(.*?)```", README, flags=re.DOTALL)
    assert match is not None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(match[1], "README.md", "exec"), {})
    assert printed.getvalue() == match[2]


def test_the_query_example_is_valid() -> None:
    match = re.search(r"```toml[^\n]*\n(.*?)```", README, flags=re.DOTALL)
    assert match is not None
    assert make_query(tomllib.loads(match[1])).id == "en/my-test"


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README) + re.findall(r"`((?:docs|src)/[\w/.-]+)`", README):
        assert (ROOT / target).exists(), target


def test_every_make_target_named_exists() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"make ([a-z-]+)", README):
        assert re.search(rf"^{target}:", makefile, flags=re.MULTILINE), target


def test_what_comes_first_comes_in_this_order() -> None:
    first = (
        "Weatherglass measures",
        "![The start of a report",
        "## Two commands",
        "```python",
        "## What the numbers do not say",
    )
    places = [README.index(each) for each in first]
    assert places == sorted(places)
    assert re.findall(r"^## (.+)", README, flags=re.MULTILINE)[:3] == [
        "Two commands", "Ten lines of Python", "What the numbers do not say",
    ]  # fmt: skip
    match = re.search(r"```python\n(.*?)```", README, flags=re.DOTALL)
    assert match is not None
    assert len([line for line in match[1].splitlines() if line]) == 10
