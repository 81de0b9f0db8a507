"""What is done on the page is done the same by the command and the Python that it shows: run, they give the same numbers."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.app.served import run
from tests.e2e.command import weatherglass
from weatherglass.app.desk import Desk
from weatherglass.report.write import json_of
from weatherglass.words.query import make_query

OWN = make_query(
    {
        "name": "own",
        "language": "en",
        "targets": {"flowers": ["rose", "tulip", "daisy", "lily"], "insects": ["ant", "flea", "spider", "bee"]},
        "attributes": {"good": ["love", "peace", "happy", "joy"], "bad": ["hatred", "war", "sad", "pain"]},
    }
)
ASKED: dict[str, tuple[str, dict[str, Any]]] = {
    "own": ("audit", {"vectors": "sample", "queries": ["own"], "comparisons": 20}),
    "options": (
        "audit",
        {
            "vectors": "sample",
            "language": "en",
            "queries": ["en/weat6"],
            "measures": ["weat", "ect"],
            "alternative": "two-sided",
            "method": "sampled",
            "interval": "none",
            "comparisons": 0,
            "smallest_effect": 0.5,
            "min_coverage": 0.4,
            "min_words": 2,
            "seed": 3,
            "structure": "no",
        },
    ),
}


def _comparable(text: str) -> Any:
    """The JSON of a result without what differs from run to run."""
    found = json.loads(text)
    found.get("environment", {}).pop("seconds", None)
    return found


@pytest.fixture(params=list(ASKED))
def done(request: pytest.FixtureRequest, page: TestClient) -> tuple[TestClient, str]:
    work, asked = ASKED[request.param]
    desk: Desk = page.app.state.desk  # type: ignore[attr-defined]
    queries = [desk.sets.save(OWN) if each == "own" else each for each in asked["queries"]]
    return page, run(page, work, **asked | {"queries": queries})


def test_the_command_gives_the_same_result(done: tuple[TestClient, str], data: Path, tmp_path: Path) -> None:
    page, id = done
    told = page.get(f"/api/runs/{id}/same").json()
    for name, text in told["files"].items():
        (tmp_path / name).write_text(text, "utf-8")
    program, *arguments = shlex.split(told["command"])
    assert program == "weatherglass"
    printed = weatherglass(*arguments, "--json", cwd=tmp_path).stdout
    assert _comparable(printed) == _comparable(page.get(f"/api/runs/{id}/result").text)


def test_the_python_gives_the_same_result(
    done: tuple[TestClient, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, id = done
    told = page.get(f"/api/runs/{id}/same").json()
    for name, text in told["files"].items():
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(told["python"], names)
    assert _comparable(json_of([names["found"]])) == _comparable(page.get(f"/api/runs/{id}/result").text)
