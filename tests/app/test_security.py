"""What somebody who means harm could try: at the door, with files, with results made elsewhere, and with the queue."""

from __future__ import annotations

import json
import stat
import time
import tracemalloc
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import psutil
import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.testclient import TestClient

from tests.app.served import PATIENCE, asked, ended, run, served, settings
from tests.report.test_report import hostile_audit
from tests.spaces import toy_space
from weatherglass.app.desk import Desk
from weatherglass.app.server import make_app
from weatherglass.app.uploads import keep_results
from weatherglass.embedding.formats import write
from weatherglass.errors import FormatError, SpecError
from weatherglass.report.bundle import extract
from weatherglass.report.spreadsheet import csv_text
from weatherglass.report.write import json_of
from weatherglass.words.pasted import read_pasted

TOKEN = "told-to-nobody-else"
ONCE = "good-for-one-time"
SLOW = {"vectors": "sample", "comparisons": 2000}  # takes many seconds
QUICK = {"vectors": "sample", "queries": ["en/weat1"], "comparisons": 0, "measures": ["weat"]}


@pytest.fixture
def locked(data: Path, tmp_path: Path) -> Iterator[TestClient]:
    """A page that asks for a token, asked by somebody who has none."""
    app = make_app(settings(data, state=tmp_path / "state", token=TOKEN, once=ONCE, port=4321))
    with TestClient(app, base_url="http://127.0.0.1:4321", follow_redirects=False) as client:
        yield client


def _desk(page: TestClient) -> Desk:
    desk: Desk = page.app.state.desk  # type: ignore[attr-defined]
    return desk


def test_an_error_of_ours_goes_no_further_than_an_answer_with_the_usual_headers(data: Path, tmp_path: Path) -> None:
    """What reaches the server that calls us is logged there with its text, which may be what somebody typed."""
    app = make_app(settings(data, state=tmp_path))

    async def breaks(request: Request) -> Response:
        raise RuntimeError(request.query_params["word"])

    app.add_route("/api/breaks", breaks)
    with TestClient(app, base_url="http://127.0.0.1") as client:  # raises what comes through
        answer = client.get("/api/breaks", params={"word": "geheimnisvolleswort"})
    assert answer.status_code == 500
    assert answer.json()["problem"].startswith("RuntimeError")
    assert "geheimnisvolleswort" not in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("headers", [{"Origin": "http://["}, {"Content-Length": "1" * 5000}, {"Content-Length": "²"}])
def test_headers_that_make_no_sense_are_refused(locked: TestClient, headers: dict[str, str]) -> None:
    cookie = {"Cookie": f"weatherglass-4321={TOKEN}"}
    sent = [(name.encode(), value.encode("latin-1")) for name, value in (headers | cookie).items()]
    answer = locked.post("/test", content=b"", headers=sent)
    assert answer.status_code in (400, 403, 413)
    assert "nosniff" in answer.headers["x-content-type-options"]


def test_what_is_open_to_all_tells_nothing_of_the_work(locked: TestClient) -> None:
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    id = locked.post("/api/audit", json=SLOW, headers=bearer).json()["id"]
    assert id in locked.get("/", headers=bearer).text
    for address in ("/static/nowhere", "/static/../", "/static/..%2f..%2fapi/jobs", "/static//api/jobs", "/static/"):
        answer = locked.get(address)
        assert answer.status_code in (401, 404), address
        assert id not in answer.text
    assert locked.post("/static/app.js").status_code == 403


@pytest.mark.parametrize("cookie", ['x={"a":1}; weatherglass-4321={}', "weatherglass-4321=tossed; weatherglass-4321={}", "weatherglass-4321={}; weatherglass-4321=tossed", 'x="; weatherglass-4321={}'])  # fmt: skip
def test_cookies_of_other_servers_on_this_machine_lock_nobody_out(locked: TestClient, cookie: str) -> None:
    assert locked.get("/", headers={"Cookie": cookie.replace("{}", TOKEN)}).status_code == 200
    assert locked.get("/", headers={"Cookie": cookie.replace("{}", "wrong")}).status_code == 401


def test_a_token_in_an_address_never_stays_there(locked: TestClient) -> None:
    """Else whoever passes on the address of a page passes on the token."""
    for _ in ("without a cookie", "with one"):
        answer = locked.get(f"/test?vectors=sample&token={TOKEN}")
        assert (answer.status_code, answer.headers["location"]) == (303, "/test?vectors=sample")
    assert TOKEN not in locked.get("/test?vectors=sample").text


def test_what_the_browser_is_started_with_is_good_once(locked: TestClient, data: Path, tmp_path: Path) -> None:
    assert locked.get("/", headers={"Authorization": f"Bearer {ONCE}"}).status_code == 401
    assert locked.get(f"/?token={ONCE}").status_code == 303
    assert locked.get("/").status_code == 200
    locked.cookies.clear()
    assert locked.get(f"/?token={ONCE}").status_code == 401


def test_the_token_is_in_no_list_of_processes(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {opened}.part && mv {opened}.part {opened}\n', "utf-8")
    browser.chmod(0o700)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    with served(data, "--state", tmp_path / "state", "--browser") as server:
        until = time.monotonic() + PATIENCE
        while not opened.is_file():
            assert time.monotonic() < until
            time.sleep(0.05)
        given = opened.read_text("utf-8")
        assert given.startswith(f"{server.base}/?token=")
        assert server.token not in given
        processes = [psutil.Process(server.process.pid), *psutil.Process(server.process.pid).children(recursive=True)]
        assert not any(server.token in " ".join(each.cmdline()) for each in processes)


@pytest.mark.parametrize(
    ("site", "dest", "status"),
    [("cross-site", "image", 403), ("same-site", "iframe", 403), ("cross-site", "empty", 403), ("cross-site", "document", 200), ("same-origin", "image", 200), ("none", "document", 200)],
)  # fmt: skip
def test_pages_of_other_sites_cannot_make_us_work(page: TestClient, site: str, dest: str, status: int) -> None:
    headers = {"Sec-Fetch-Site": site, "Sec-Fetch-Dest": dest}
    assert page.get("/api/vectors", headers=headers).status_code == status


def test_only_files_may_be_long(data: Path, tmp_path: Path) -> None:
    with asked(data, state=tmp_path, text=100_000) as client:
        assert client.post("/api/audit", content=b"[" * 200_000).status_code == 413
        parts = (b"[" * 10_000 for _ in range(20))
        assert client.post("/api/audit", content=parts, headers={"Content-Type": "application/json"}).status_code == 413
        files = {"file": ("x.vec", b"x" * 200_000)}
        assert client.post("/", data={"wish": "vectors"}, files=files).status_code == 422


def test_a_report_that_begins_very_often_is_refused_at_once(tmp_path: Path) -> None:
    """By a pattern this would take days, in which nothing else is answered."""
    file = tmp_path / "report.html"
    file.write_text('<script type="application/json" id="weatherglass-result">' * 300_000, "utf-8")
    with pytest.raises(FormatError, match="holds no data"):
        extract(file)


def test_a_query_file_with_an_endless_name_is_refused_at_once() -> None:
    for text in ("a." * 400_000 + "b = 1", "[" + "a . " * 200_000 + "b]", '"a".' * 200_000 + "b = 1"):
        with pytest.raises(SpecError, match="dots"):
            read_pasted(text.encode(), "own.toml", "en")


def test_a_zip_is_unpacked_in_little_memory_whatever_its_method(page: TestClient) -> None:
    """Of bzip2, some hundred bytes become as many megabytes, which Python would unpack at once."""
    given = BytesIO()
    with zipfile.ZipFile(given, "w", zipfile.ZIP_BZIP2) as archive, archive.open("result.json", "w") as member:
        for _ in range(600):
            member.write(bytes(1 << 20))
    assert len(given.getvalue()) < 10_000
    tracemalloc.start()
    try:
        with pytest.raises(FormatError, match="unpacks to more than"):
            keep_results(_desk(page), "results.zip", given)
        assert tracemalloc.get_traced_memory()[1] < 100 << 20
    finally:
        tracemalloc.stop()


def _damaged(data: bytes, entry: bytes = b"result.json") -> bytes:
    """A zip whose packed bytes were changed."""
    given = BytesIO()
    with zipfile.ZipFile(given, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(entry.decode(), data)
    whole = bytearray(given.getvalue())
    start = 30 + len(entry)
    whole[start : start + 20] = b"\xff" * 20
    return bytes(whole)


def test_a_damaged_zip_is_a_clear_error(page: TestClient) -> None:
    files = {"file": ("results.zip", _damaged(json_of([hostile_audit()]).encode()))}
    answer = page.post("/", data={"wish": "result"}, files=files)
    assert answer.status_code == 422
    assert "damaged" in answer.text


def _changed(*path: Any, to: Any) -> str:
    data = json.loads(json_of([hostile_audit()]))
    inside = data
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = to
    return json.dumps(data)


@pytest.mark.parametrize(
    "text",
    [
        _changed("results", 0, "p", to=-1),
        _changed("results", 0, "coverage", to="none"),
        _changed("results", 0, "coverage", "sets", 0, "asked", to={}),
        _changed("results", 0, "influence", "words", 0, "p", to=10**400),
        _changed("results", 1, "value", to={"a": 1}),
        _changed("queries", 0, "targets", to=1),
        _changed("results", 0, "effects", to=[[]]),
        '{"kind": "audit"}',
        '{"results": []}',
        "[" * 100_000,
        '{"kind": {"kind": []}}',
        "1" * 10_000,
        "null",
    ],
    ids=lambda text: str(len(text)),
)  # fmt: skip
def test_what_is_no_result_in_all_its_parts_is_refused_when_it_is_opened(page: TestClient, text: str) -> None:
    """Once kept, it would stand in the way of every page that lists it."""
    answer = page.post("/", data={"wish": "result"}, files={"file": ("result.json", text.encode())})
    assert answer.status_code == 422
    assert not page.get("/api/runs").json()
    assert page.get("/").status_code == 200


def test_one_damaged_thing_of_ours_hides_none_of_the_others(page: TestClient, tmp_path: Path) -> None:
    desk = _desk(page)
    good = desk.runs.keep(hostile_audit(), "good", {})
    own = desk.sets.save(hostile_audit().queries[0])
    state = tmp_path / "state"
    for i, text in enumerate(("", "{", "[]", '{"work": 1}', '{"asked": null}')):
        folder = state / "runs" / f"{i:020x}"
        (folder / "vectors").mkdir(parents=True)
        (folder / "vectors" / "x.bin").write_bytes(b"x")
        for name in ("asked.json", "result.json"):
            (folder / name).write_text(text, "utf-8")
    (state / "sets" / f"own-{0:016x}.toml").write_text("x", "utf-8")
    for address in ("/", "/test", "/words", "/report", "/compare", "/api/runs", "/api/sets", "/api/vectors"):
        answer = page.get(address)
        assert answer.status_code == 200, address
        assert str(tmp_path) not in answer.text
    assert [each["id"] for each in page.get("/api/runs").json()] == [good]
    assert own in [each["id"] for each in page.get("/api/sets").json()]
    broken = page.get(f"/words/own/own-{0:016x}")
    assert broken.status_code == 422
    assert str(tmp_path) not in broken.text


def test_a_damaged_study_is_told_and_hides_nothing(tmp_path: Path) -> None:
    for i, manifest in enumerate(("[" * 100_000, '{"format": "weatherglass-study", "tasks": 1}', "[]")):
        folder = tmp_path / "data" / f"study{i}"
        folder.mkdir(parents=True)
        (folder / "manifest.json").write_text(manifest, "utf-8")
        (folder / "study.toml").write_text("", "utf-8")
    with asked(tmp_path / "data", state=tmp_path / "state") as page:
        for address in ("/", "/studies", "/studies.json"):
            answer = page.get(address)
            assert answer.status_code == 200, address
            assert str(tmp_path) not in answer.text


def test_folders_of_ours_are_for_nobody_else(data: Path, tmp_path: Path) -> None:
    """Also where the folder around them was there before, open to all."""
    state = tmp_path / "state"
    (state / "runs").mkdir(parents=True)
    for each in (state, state / "runs"):
        each.chmod(0o755)
    with asked(data, state=state) as page:
        run(page, "audit", **QUICK)
        _desk(page).sets.save(hostile_audit().queries[0])
        files = {"file": ("x.bin", (data / "toy.bin").read_bytes())}
        assert page.post("/", data={"wish": "vectors"}, files=files).status_code == 200
    for name in ("runs", "sets", "uploads"):
        assert stat.S_IMODE((state / name).stat().st_mode) == 0o700, name


def test_uploads_do_not_fill_the_disk(data: Path, tmp_path: Path) -> None:
    content = (data / "toy.bin").read_bytes()
    with asked(data, state=tmp_path / "state", uploads=3 * len(content)) as page:
        sent = [page.post("/", data={"wish": "vectors"}, files={"file": (f"{i}.bin", content)}) for i in range(5)]
        assert [each.status_code for each in sent] == [200, 200, 200, 422, 422]
        assert "--data" in sent[-1].text
    assert sum(each.stat().st_size for each in (tmp_path / "state" / "uploads").iterdir()) <= 3 * len(content)


def test_a_folder_of_very_many_files_is_looked_at_as_far_as_is_bearable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from weatherglass.app import files

    monkeypatch.setattr(files, "_MOST_LOOKED_AT", 10)
    for i in range(30):
        (tmp_path / f"{i:03}.txt").write_text("no vectors", "utf-8")
    write(toy_space(), tmp_path / "005.bin")
    write(toy_space(), tmp_path / "999.bin")
    with asked(tmp_path, state=tmp_path / ".state") as page:
        for _ in range(4):
            (tmp_path / "000.txt").write_text(f"{time.time_ns()}", "utf-8")
            assert [each["name"] for each in page.get("/api/vectors").json()][1:] == ["005.bin"]
        assert len(_desk(page).files._known) <= 2 * 10 + 10


@pytest.mark.parametrize("when", ["before", "after"])
def test_links_that_lead_out_are_not_followed_however_late_they_come(tmp_path: Path, when: str) -> None:
    folder, outside = tmp_path / "data", tmp_path / "outside"
    for each in (folder, outside):
        each.mkdir()
    write(toy_space(), folder / "toy.bin")
    write(toy_space(), outside / "secret.bin")
    with asked(folder, state=tmp_path / "state") as page:
        id = next(each["id"] for each in page.get("/api/vectors").json() if each["name"] == "toy.bin")
        if when == "after":  # it waits in the queue meanwhile
            first = page.post("/api/audit", json=SLOW).json()["id"]
            job = page.post("/api/open", json={"vectors": id}).json()["id"]
        (folder / "toy.bin").unlink()
        (folder / "toy.bin").symlink_to(outside / "secret.bin")
        if when == "before":
            assert page.post("/api/open", json={"vectors": id}).status_code == 404
            return
        page.delete(f"/api/jobs/{first}")
        told = ended(page, job)
    assert (told["state"], told["cause"]["kind"]) == ("failed", "input")
    assert "leads out" in told["cause"]["text"]
    assert str(tmp_path) not in told["cause"]["text"]


def test_files_beside_vectors_are_no_way_out_either(tmp_path: Path) -> None:
    folder, secret = tmp_path / "data", tmp_path / "secret.txt"
    folder.mkdir()
    head = json.dumps({"embeddings": {"dtype": "F32", "shape": [3, 4], "data_offsets": [0, 48]}}).encode()
    (folder / "own.safetensors").write_bytes(len(head).to_bytes(8, "little") + head + b"\0\0\x80\x3f" * 12)
    secret.write_text("a\nb\nc\n", "utf-8")
    (folder / "own.vocab.txt").symlink_to(secret)
    with asked(folder, state=tmp_path / "state") as page:
        ids = [each["id"] for each in page.get("/api/vectors").json() if each["name"] == "own.safetensors"]
        told = ended(page, page.post("/api/open", json={"vectors": ids[0]}).json()["id"])
    assert told["state"] == "failed"
    assert "leads out" in told["cause"]["text"]


@pytest.mark.parametrize("name", ["own.toml", "own.csv"])
def test_no_file_is_read_by_a_name_that_comes_from_outside(page: TestClient, tmp_path: Path, name: str) -> None:
    """The library takes queries by the names of files, too."""
    secret = tmp_path / name
    secret.write_text('name = "geheim"\nlanguage = "en"\ngeheim = 1\n', "utf-8")
    (corpus,) = page.get("/api/corpora").json()
    wishes: dict[str, dict[str, Any]] = {
        "audit": {"vectors": "sample", "queries": [str(secret)]},
        "mitigate": {"vectors": "sample", "queries": [str(secret)]},
        "trace": {"corpus": corpus["id"], "query": str(secret)},
    }
    for work, wished in wishes.items():
        answer = page.post(f"/api/{work}", json=wished)
        assert answer.status_code == 404
        assert answer.json()["problem"].startswith(f"There is no query '{secret}'")
        assert "geheim" not in answer.text
    assert page.get("/api/jobs").json() == []


def test_cells_that_spreadsheets_take_for_formulas_are_marked() -> None:
    import polars as pl

    words = ["=x", "+x", "-x", "@x", "\tx", "\rx", "\n=x", "＝x", "＋x", "－x", "＠x"]
    read = pl.read_csv(csv_text(pl.DataFrame({"word": words})).encode())["word"].to_list()
    assert read == [f"'{word}" for word in words]
