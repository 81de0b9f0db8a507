"""Pages and pictures that are made from the code are up to date."""

from __future__ import annotations

import re
from pkgutil import resolve_name
from types import ModuleType

import pytest
from tools import (
    draw_rooms,
    write_cards,
    write_cli,
    write_formats,
    write_licences,
    write_methods,
    write_python,
    write_steps,
    write_warnings,
)

from weatherglass.study.new import presets, question


@pytest.mark.parametrize(
    "tool",
    [
        write_cards,
        write_cli,
        write_formats,
        write_licences,
        write_methods,
        write_python,
        write_steps,
        write_warnings,
        draw_rooms,
    ],
    ids=lambda tool: tool.__name__,
)
def test_pages_are_what_the_code_says(tool: ModuleType) -> None:
    assert tool.TARGET.read_text("utf-8") == tool.page(), f"run python -m {tool.__name__}"


@pytest.mark.parametrize("tool", [write_cards, write_methods], ids=lambda tool: tool.__name__)
def test_each_card_has_a_page(tool: ModuleType) -> None:
    found = {file: file.read_text("utf-8") for file in tool.FOLDER.iterdir()}
    assert found == tool.pages(), f"run python -m {tool.__name__}"


def test_the_page_of_commands_is_the_same_at_every_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    narrow = write_cli.page()
    monkeypatch.setenv("COLUMNS", "200")
    assert write_cli.page() == narrow


@pytest.mark.parametrize("name", presets())
def test_every_preset_is_told_of(name: str) -> None:
    page = (draw_rooms.ROOT / "docs" / "studies.md").read_text("utf-8")
    assert f"| `{name}` | {question(presets()[name])} |" in page


def test_the_stories_pass_functions_that_exist() -> None:
    page = (draw_rooms.ROOT / "docs" / "architecture.md").read_text("utf-8")
    rooms = "|".join(path.stem for path in (draw_rooms.ROOT / "src" / "weatherglass").iterdir())
    named = set(re.findall(rf"`((?:{rooms})(?:\.\w+)+)`", page))
    assert len(named) > 80
    for name in sorted(named):
        assert resolve_name(f"weatherglass.{name}") is not None, name
