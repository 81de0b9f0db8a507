"""The reference of the API: every call that there is, and commands that do what they say."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from starlette.testclient import TestClient

from tests.app.served import Served, asked
from weatherglass.app.reference import Call, reference

BASE = "http://127.0.0.1:1"


def _calls(page: TestClient, *, by_token: bool = True) -> dict[tuple[str, str], Call]:
    groups = reference(page.get("/api/openapi.json").json(), BASE, by_token=by_token)
    return {(call.method, call.path): call for group in groups for call in group.calls}


def test_every_call_is_there_and_on_the_page(page: TestClient) -> None:
    schema = page.get("/api/openapi.json").json()
    every = {(method.upper(), path) for path, calls in schema["paths"].items() for method in calls}
    calls = _calls(page)
    assert calls.keys() == every
    shown = page.get("/api").text
    for call in calls.values():
        assert f'id="{call.anchor}"' in shown
        assert call.about
        assert call.answers
    assert len({call.anchor for call in calls.values()}) == len(calls)
    assert page.get("/api.json").json() == schema


def test_what_a_body_takes_is_told_with_what_is_usual(page: TestClient) -> None:
    fields = {each.name: each for each in _calls(page)["POST", "/api/audit"].fields}
    assert fields["vectors"].needed
    assert fields["vectors"].kind == "string ^[0-9a-z]{4,32}$"
    assert (fields["seed"].usual, fields["seed"].needed) == ("0", False)
    assert fields["comparisons"].kind == "integer, ≥ 0 and ≤ 2,000"
    assert fields["alternative"].kind == '"greater" | "less" | "two-sided"'
    assert fields["smallest_effect"].kind == "number, ≤ 2, > 0 | null"
    assert fields["queries"].kind.startswith("list of string")


def _typed(example: str, token: str, **known: str) -> tuple[str, str, dict[str, str], Any]:
    """Method, address, headers and body of a command, with what only the reader knows filled in."""
    words = shlex.split(example.replace("$TOKEN", token))
    assert words.pop(0) == "curl"
    method, headers, body, address = "GET", {}, None, ""
    while words:
        word = words.pop(0)
        if word == "-X":
            method = words.pop(0)
        elif word == "-H":
            name, _, value = words.pop(0).partition(": ")
            headers[name] = value
        elif word == "-d":
            body = json.loads(words.pop(0))
        else:
            address = word
    for name, value in known.items():
        address = address.replace(name, value)
    return method, address, headers, body


@pytest.mark.parametrize("by_token", [True, False])
def test_the_commands_ask_what_they_say(by_token: bool, tmp_path: Path) -> None:
    """Work is asked for, followed and taken away by nothing but what the page shows."""
    token = "the-token" if by_token else ""
    with asked(tmp_path, token=token) as page:
        page.headers.clear()
        page.headers["Authorization"] = f"Bearer {token}"
        calls = _calls(page, by_token=by_token)
        page.headers.clear()

        def ask(method: str, path: str, **known: str) -> httpx.Response:
            verb, address, headers, body = _typed(calls[method, path].example, token, **known)
            return page.request(verb, address.replace(BASE, "http://127.0.0.1"), headers={k: v.replace(BASE, "http://127.0.0.1") for k, v in headers.items()}, json=body)  # fmt: skip

        taken = ask("POST", "/api/audit")
        assert taken.status_code == 202, taken.text
        id = taken.json()["id"]
        assert ask("GET", "/api/jobs/{id}", ID=id).json()["id"] == id
        assert ask("DELETE", "/api/jobs/{id}", ID=id).status_code == 200
        assert ask("GET", "/api/vectors").json()[0]["id"] == "sample"
        assert ask("GET", "/api/runs").json() == []


def test_the_token_itself_is_not_on_the_page(server: Served) -> None:
    with server.client() as client:
        shown = client.get("/api").text
    assert "Bearer $TOKEN" in shown
    assert server.token not in shown
