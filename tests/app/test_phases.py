"""Everything that long work says it is doing can be said in words."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import weatherglass
from weatherglass.app.view import phase_said, phases
from weatherglass.wording.messages import languages, speaking

SOURCE = Path(weatherglass.__file__).parent


def _told() -> Iterator[str]:
    """What is handed to `phase(progress, …)` and to `progress(…)`, as far as the code spells it out."""
    for file in SOURCE.rglob("*.py"):
        tree = ast.parse(file.read_text("utf-8"))
        named = {
            target.id: node.value.value
            for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if called == "phase" and len(call.args) == 2:
                what = call.args[1]
            elif called in ("progress", "_progress") and len(call.args) == 3:
                what = call.args[0]
            else:
                continue
            if isinstance(what, ast.Constant):
                yield str(what.value)
            elif isinstance(what, ast.Name) and what.id in named:
                yield str(named[what.id])
            elif isinstance(what, ast.JoinedStr) and isinstance(what.values[0], ast.Constant):
                yield str(what.values[0].value) + "a.bin"


def test_the_code_tells_of_phases() -> None:
    assert {"reading", "reading a.bin", "measuring", "aligning", "training", "writing", "training detectors"} <= {
        *_told()
    }


@pytest.mark.parametrize("language", languages())
def test_every_phase_has_words(language: str) -> None:
    with speaking(language):
        for what in {*_told()}:
            said = phase_said(what)
            assert said != what or language == "en"
            assert what in phases() or what.partition(" ")[0] in phases(), what


def test_a_phase_names_the_file_it_is_about() -> None:
    assert phase_said("reading a b.bin") == "reading the vectors (a b.bin)"
    assert phase_said("something else") == "something else"
