"""The data inside a report come back byte for byte, or it is said that they cannot."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.documented import document
from weatherglass.errors import FormatError
from weatherglass.files import write_whole
from weatherglass.report.bundle import data_block, extract
from weatherglass.report.page import html

NAMES = st.from_regex(r"[a-z0-9]{1,8}(-[0-9])?\.json", fullmatch=True)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(NAMES, st.text(), min_size=1, max_size=3))
def test_any_texts_come_back_from_a_page(tmp_path: Path, files: dict[str, str]) -> None:
    page = write_whole(tmp_path / "report.html", html([document()], files))
    found = extract(page)
    assert {name: text.encode() for name, text in found.items()} == {name: t.encode() for name, t in files.items()}
    assert list(found) == list(files)


def test_a_text_that_looks_like_the_block_does_not_hide_it(tmp_path: Path) -> None:
    forged = f'<script type="application/json" id="weatherglass-result">{data_block({"a.json": "no"})}</script>'
    page = write_whole(tmp_path / "r.html", html([document(name=forged, summary=forged)], {"a.json": "yes"}))
    assert extract(page) == {"a.json": "yes"}


def _shortened(data: dict[str, Any]) -> None:
    data["files"][0]["xz"] = data["files"][0]["xz"][:40]


def _named(name: object) -> Callable[[dict[str, Any]], None]:
    return lambda data: data["files"][0].update(name=name)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (_shortened, "has been changed"),
        (lambda data: data["files"][0].update(size=3), "has been changed"),
        (lambda data: data["files"][0].update(size="3"), "damaged"),
        (lambda data: data["files"][0].update(sha256="00"), "result.json inside it has been changed"),
        (lambda data: data["files"][0].update(xz="A" * 40), "damaged"),
        (lambda data: data["files"][0].update(xz=3), "damaged"),
        (lambda data: data["files"][0].pop("sha256"), "damaged"),
        (lambda data: data.pop("files"), "damaged"),
        (lambda data: data.update(files=7), "damaged"),
        (_named("../result.json"), "not allowed"),
        (_named(".."), "not allowed"),
        (_named("/etc/passwd"), "not allowed"),
        (_named(""), "not allowed"),
        (_named(5), "damaged"),
    ],
)
def test_damage_is_told(tmp_path: Path, damage: Callable[[dict[str, Any]], None], said: str) -> None:
    block = data_block({"result.json": "some text that is long enough"})
    data = json.loads(block)
    damage(data)
    page = html([document()], {"result.json": "some text that is long enough"}).replace(block, json.dumps(data))
    with pytest.raises(FormatError, match=said):
        extract(write_whole(tmp_path / "report.html", page))


@pytest.mark.parametrize("block", ["{", "[]", "[" * 100_000])
def test_what_is_no_json_is_told(tmp_path: Path, block: str) -> None:
    page = re.sub(r'(id="weatherglass-result">).*?(</script>)', rf"\1{block}\2", html([document()], {"a": ""}))
    with pytest.raises(FormatError, match="damaged"):
        extract(write_whole(tmp_path / "report.html", page))


def test_a_page_without_data_is_told(tmp_path: Path) -> None:
    page = write_whole(tmp_path / "report.html", html([document()]))
    with pytest.raises(FormatError, match="holds no data"):
        extract(page)
