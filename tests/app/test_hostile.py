"""Words, names and files that mean harm, on every page of a result; and nothing that people type is logged."""

from __future__ import annotations

import csv
import io
import re
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.app.served import asked, ended, served
from tests.report.test_report import HOSTILE, hostile_audit
from weatherglass.app.desk import Desk
from weatherglass.embedding.formats import write
from weatherglass.report.spreadsheet import csv_text
from weatherglass.words.query import Query

SCRIPT = re.compile(r"<script(?! type=\"(module\" src=\"/static/|application/json))")


def _harmless(html: str) -> None:
    assert not SCRIPT.search(html)
    assert "<img src=x" not in html
    assert "onerror=alert(1)>" not in html
    assert "<b>" not in html


@pytest.fixture
def hostile(page: TestClient) -> tuple[TestClient, str]:
    """A result whose words mean harm."""
    desk: Desk = page.app.state.desk  # type: ignore[attr-defined]
    return page, desk.runs.keep(hostile_audit(), "<script>alert(1)</script>", {})


@pytest.mark.parametrize("language", ["en", "ar"])
def test_pages_of_a_result_escape_every_word(hostile: tuple[TestClient, str], language: str) -> None:
    page, id = hostile
    html = page.get(f"/runs/{id}?ui={language}").text
    _harmless(html)
    assert "&lt;img src=x onerror=alert(1)&gt;" in html
    _harmless(page.get("/").text)


def test_pictures_of_a_result_are_whole_svg_that_escapes_every_word(hostile: tuple[TestClient, str]) -> None:
    page, id = hostile
    names = page.get(f"/api/runs/{id}/figures").json()
    assert len(names) >= 3
    files = [page.get(f"/api/runs/{id}/figure.svg", params={"name": name}) for name in names]
    files += [page.get(f"/api/runs/{id}/pictures/{i}.svg?ink={ink}") for i in (1, 2) for ink in ("", "dark")]
    for each in files:
        assert each.status_code == 200, each.text
        tags = {element.tag.rpartition("}")[2] for element in ET.fromstring(each.content).iter()}
        assert not tags & {"script", "img", "foreignObject", "a", "b"}


def test_tables_of_a_result_are_no_formulas(hostile: tuple[TestClient, str]) -> None:
    page, id = hostile
    for address in (f"/runs/{id}.csv", f"/api/runs/{id}/table.csv"):
        text = page.get(address).text.removeprefix("\ufeff")
        for row in csv.reader(io.StringIO(text)):
            assert not any(cell.startswith(("=", "+", "@", "\t", "\r")) for cell in row if not _is_number(cell))


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def test_formulas_are_marked_as_text() -> None:
    import polars as pl

    assert "'=cmd" in csv_text(pl.DataFrame({"word": ["=cmd|x"]}))


@pytest.mark.parametrize(
    "name",
    ["<script>alert(1)</script>.bin", "\u202egnp.bin", "a&b\"'.bin", "=cmd.bin", "x" * 200 + ".bin", "é ü ع.bin"],
)
def test_names_of_files_are_only_text(tmp_path: Path, name: str, data: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    try:
        (folder / name.replace("/", "_")).write_bytes((data / "toy.bin").read_bytes())
    except OSError:
        pytest.skip("this file system has no such name")
    with asked(folder, state=tmp_path / "state") as page:
        (id,) = [each["id"] for each in page.get("/api/vectors").json() if each["id"] != "sample"]
        for address in ("/", f"/test?vectors={id}", f"/embedding/{id}"):
            _harmless(page.get(address).text)
        told = page.get(f"/test.json?vectors={id}").json()
        assert told["command"].startswith("weatherglass audit ")


@pytest.mark.parametrize(
    "word", [*HOSTILE, "\u202eabc", "a\u0000b", "x" * 5000, "\ud800".encode("utf-8", "surrogatepass").decode("latin-1")]
)
def test_whatever_is_typed_into_an_address_comes_back_as_text(page: TestClient, word: str) -> None:
    for address in ("/test", "/explore", "/words", "/report", "/studies", "/structure", "/trace", "/nowhere"):
        for name in ("vectors", "corpus", "word", "queries", "query", "by", "title", "run", "language", "seed", "x"):
            answer = page.get(address, params={name: word})
            assert answer.status_code < 500, (address, name)
            _harmless(answer.text)


def test_an_own_set_of_hostile_words_is_kept_as_it_is(page: TestClient, tmp_path: Path) -> None:
    desk: Desk = page.app.state.desk  # type: ignore[attr-defined]
    query: Query = hostile_audit().queries[0]
    id = desk.sets.save(query)
    assert desk.sets.get(id) == query
    html = page.get(f"/test?vectors=sample&queries={id}").text
    _harmless(html)
    _harmless(page.get(f"/words/{id}").text)


def test_nothing_that_is_typed_is_logged(data: Path, tmp_path: Path) -> None:
    secret = "geheimnisvolleswort"
    with served(data, "--state", tmp_path) as server, server.client() as page:
        for address in ("/test", "/explore", "/words", "/nowhere", f"/{secret}", f"/api/{secret}", f"/runs/{secret}"):
            page.get(address, params={"word": secret, "vectors": secret})
        page.post("/api/audit", json={"vectors": "sample", "queries": [secret]})
        page.post("/api/audit", content=secret.encode())
        time.sleep(0.2)
        server.process.terminate()
        out, err = server.process.communicate(timeout=30)
    assert secret not in out + err
    assert server.token not in err


def test_a_file_that_unpacks_to_much_more_is_refused(tmp_path: Path) -> None:
    import gzip

    from tests.spaces import toy_space

    folder = tmp_path / "data"
    folder.mkdir()
    write(toy_space(), folder / "plain.vec")
    lines = (folder / "plain.vec").read_bytes().splitlines(keepends=True)
    with gzip.open(folder / "bomb.vec.gz", "wb") as file:
        file.write(b"900000 " + lines[0].split()[1] + b"\n" + lines[1] * 500_000)
    with asked(folder, state=tmp_path / "state", unpacked=1 << 20) as page:
        id = next(each["id"] for each in page.get("/api/vectors").json() if each["name"] == "bomb.vec.gz")
        job = ended(page, page.post("/api/open", json={"vectors": id}).json()["id"])
        assert (job["state"], job["cause"]["kind"]) == ("failed", "input")
        assert "unpacks to" in job["cause"]["text"]
