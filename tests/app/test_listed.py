"""What screens list can be had without the page, and every page says which vectors it is about and where to go on."""

from __future__ import annotations

import html
import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser
from starlette.testclient import TestClient

from tests.app.served import Served, run
from tests.app.visited import visited
from tests.e2e.command import weatherglass
from weatherglass.embedding.sample import sample_path
from weatherglass.measure.base import MEASURES
from weatherglass.words import packs

LISTING = ("/", "/embedding", "/embedding/sample", "/words", "/words/en/weat1", "/words/en/weat1?vectors=sample", "/words/edit", "/studies", "/methods")  # fmt: skip
FORMS = ("/test", "/structure", "/stability", "/trace", "/compare", "/mitigate", "/diffusion")


def _shown(page: TestClient, address: str) -> str:
    return page.get(address, params={"ui": "en"} if "?" not in address else None).text


def _same(page: TestClient, address: str) -> tuple[str, str]:
    """The command and the Python at the end of a page."""
    shown = _shown(page, address).partition('id="exports"')[2]
    command, python = (html.unescape(each) for each in re.findall(r"<pre[^>]*>(.*?)</pre>", shown, re.DOTALL)[:2])
    return command, python


def _found(python: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(python, names)
    return names


@pytest.mark.parametrize("address", [*LISTING, *FORMS])
def test_every_screen_says_how_it_is_done_elsewhere(page: TestClient, address: str) -> None:
    command, python = _same(page, address)
    for line in command.splitlines():
        assert line.startswith("weatherglass ")
    compile(python, "shown", "exec")
    shown = _shown(page, address)
    path = address.partition("?")[0]
    for ending in ("json", "csv"):
        assert f'href="{"/start" if path == "/" else path}.{ending}' in shown


def test_the_python_of_the_start_finds_the_vectors_in_the_folder(
    page: TestClient, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(data)
    listed = {each["name"] for each in page.get("/embedding.json").json()["vectors"] if each["id"] != "sample"}
    found = {path.as_posix() for path in _found(_same(page, "/")[1])["vectors"]}
    assert listed <= found  # a script follows links that lead out of the folder; the page does not


def test_the_command_of_the_vectors_describes_them(page: TestClient, data: Path) -> None:
    command, _ = _same(page, "/embedding")
    named = [shlex.split(line) for line in command.splitlines()]
    toy = next(each for each in named if each[-1] == "toy.bin")
    told = json.loads(weatherglass(*toy[1:], "--json", cwd=data).stdout)
    listed = {each["name"]: each for each in page.get("/embedding.json").json()["vectors"]}
    assert (told["rows"], told["dim"]) == (listed["toy.bin"]["rows"], listed["toy.bin"]["dim"])


def test_the_sample_is_read_by_what_its_page_shows(page: TestClient) -> None:
    _, python = _same(page, "/embedding/sample")
    assert _found(python)["found"].source.path == sample_path()


def test_lists_are_had_by_what_their_page_shows(page: TestClient) -> None:
    command, python = _same(page, "/words?language=de")
    assert _found(python)["found"] == packs.load("de")
    assert "weat7" in weatherglass(*shlex.split(command)[1:]).stdout


def test_a_list_is_looked_up_by_what_its_page_shows(page: TestClient) -> None:
    run(page, "open", vectors="sample")
    _, python = _same(page, "/words/en/weat1?vectors=sample")
    shown = page.get("/words/en/weat1.json?vectors=sample").json()["sets"]
    assert [each.found for each in _found(python)["found"]] == [each["found"] for each in shown]
    command, python = _same(page, "/words/en/weat1")
    assert _found(python)["query"] == packs.catalogue()["en/weat1"]
    assert "aster" in weatherglass(*shlex.split(command)[1:]).stdout


def test_the_cards_are_had_by_what_their_page_shows(page: TestClient) -> None:
    command, python = _same(page, "/methods")
    assert _found(python)["found"].keys() == MEASURES.keys()
    printed = weatherglass(*shlex.split(command.splitlines()[0])[1:]).stdout
    assert "weat" in printed


def test_the_head_of_a_page_says_what_vectors_are_once_they_are_open(page: TestClient) -> None:
    before = _shown(page, "/test?vectors=sample&ui=en").partition("<nav")[0]
    assert "14,563 words" in before
    assert "SHA-256" not in before
    run(page, "open", vectors="sample")
    after = _shown(page, "/test?vectors=sample&ui=en").partition("<nav")[0]
    told = page.get("/embedding/sample.json").json()
    assert "English" in after
    assert f"SHA-256: {told['sha256']}" in after


def test_tests_are_listed_before_other_lists_and_the_likely_language_first(page: TestClient) -> None:
    shown = _shown(page, "/words?language=fr&ui=en")
    assert shown.index("French (") < shown.index("Arabic (")
    rows = [each for each in page.get("/words.json?language=fr").json()["sets"] if each["language"] == "fr"]
    kinds = [each["test"] for each in rows]
    assert kinds == sorted(kinds, reverse=True)
    form = _shown(page, "/test?vectors=sample&language=de&ui=en")
    assert form.index("<summary>German (") < form.index("<summary>English (")


def test_a_comparison_begins_with_the_vectors_that_one_was_at(page: TestClient) -> None:
    ids = [each["id"] for each in page.get("/embedding.json").json()["vectors"]]
    assert page.get("/compare.json").json()["asked"]["spaces"] == ids[:2]
    assert page.get("/compare.json", params={"vectors": ids[2]}).json()["asked"]["spaces"] == [ids[2], ids[0]]
    assert page.get("/compare.json", params={"spaces": ids[1:3]}).json()["asked"]["spaces"] == ids[1:3]


def test_a_result_leads_on(page: TestClient) -> None:
    id = run(page, "audit", vectors="sample", queries=["en/weat1", "en/weat6", "en/weat7", "en/weat8"], comparisons=0)
    shown = _shown(page, f"/runs/{id}")
    assert shown.index(f'href="/report?run={id}"') < shown.index('id="findings"')
    for name in ("stability", "structure", "explore", "mitigate"):
        assert f'href="/{name}?vectors=sample"' in shown
    assert shown.count('<details class="part">') == 4
    assert "association tests could be run" in _shown(page, "/").partition('id="recent"')[2]  # what was found


def test_keys_lead_to_the_search_and_to_their_list(browser: Browser, server: Served) -> None:
    with visited(browser, server, "/methods") as page:
        page.keyboard.press("/")
        page.wait_for_url("**/explore")
        page.keyboard.press("/")
        assert page.evaluate("document.activeElement.name") == "word"
        page.keyboard.press("?")
        assert page.input_value("#f-word") == "?"
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("?")
        page.wait_for_url("**/methods#keys")
