"""The data inside a report come back byte for byte, or it is said that they cannot."""

from __future__ import annotations

import base64
import hashlib
import json
import lzma
import re
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.documented import document
from weatherglass.errors import FormatError
from weatherglass.files import write_whole
from weatherglass.files.compressed import unpacking_at_most
from weatherglass.report import bundle
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


def _packed(size: int, claimed: int) -> dict[str, Any]:
    data = bytes(size)
    packed = base64.b64encode(lzma.compress(data, preset=1)).decode()
    return {"name": f"{size}.json", "sha256": hashlib.sha256(data).hexdigest(), "size": claimed, "xz": packed}


def _with(files: list[dict[str, Any]], folder: Path) -> Path:
    block = data_block({"a.json": "a"})
    page = html([document()], {"a.json": "a"}).replace(block, json.dumps({"schema_version": 1, "files": files}))
    return write_whole(folder / "report.html", page)


def test_data_that_unpack_to_too_much_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "MOST", 1000)
    assert len(extract(_with([_packed(500, 500), _packed(499, 499)], tmp_path))) == 2
    with pytest.raises(FormatError, match="more than the 1,000 bytes"):
        extract(_with([_packed(500, 500), _packed(501, 501)], tmp_path))
    with unpacking_at_most(400), pytest.raises(FormatError, match="more than the 400 bytes"):
        extract(_with([_packed(500, 500)], tmp_path))


@pytest.mark.parametrize("claimed", [-5, -1, 0, 3, 1 << 40])
def test_a_bomb_that_lies_about_its_size_is_refused_before_it_fills_memory(claimed: int, tmp_path: Path) -> None:
    page = _with([_packed(100 << 20, claimed)], tmp_path)
    assert page.stat().st_size < 1 << 20
    tracemalloc.start()
    try:
        with (
            unpacking_at_most(1 << 20),
            pytest.raises(FormatError, match=r"has been changed|more than the 1,048,576 bytes"),
        ):
            extract(page)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 20 << 20


def test_no_more_than_half_a_gigabyte_is_unpacked_of_a_report() -> None:
    assert bundle.MOST == 512 << 20
