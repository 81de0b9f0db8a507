"""The start: what can be opened, what people bring along, and what is refused."""

from __future__ import annotations

import io
import json
import pickle
import zipfile
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.app.served import asked, run
from tests.spaces import toy_space
from weatherglass.app.files import SAMPLE
from weatherglass.embedding.formats import write

LANGUAGES = ("en", "de", "fr", "ar")


def sent(page: TestClient, wish: str, name: str, content: bytes) -> tuple[int, str, str]:
    """What comes of sending a file: the status, where to go, and the page."""
    answer = page.post("/", data={"wish": wish}, files={"file": (name, content)}, follow_redirects=False)
    return answer.status_code, answer.headers.get("location", ""), answer.text


@pytest.fixture
def vectors(tmp_path: Path) -> bytes:
    return write(toy_space(), tmp_path / "made.bin").read_bytes()


@pytest.fixture(scope="module")
def result(data: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A result of the sample as JSON, and as a report."""
    from weatherglass.report.write import read_result, report_html

    with asked(data, state=tmp_path_factory.mktemp("elsewhere")) as page:
        id = run(page, "audit", vectors=SAMPLE, language="en", queries=["en/weat7"], comparisons=0)
        text = page.get(f"/api/runs/{id}/result").text
    return text, report_html(read_result(text, "result.json"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_vectors_are_listed_with_their_sizes_the_sample_first(page: TestClient, language: str) -> None:
    shown = page.get("/", params={"ui": language}).text
    files = page.get("/start.json").json()["vectors"]
    assert files[0]["id"] == SAMPLE
    assert files[0]["rows"] > 1000
    assert {"toy.bin", "more/toy.vec", "broken.vec"} < {each["name"] for each in files}
    for each in files:
        assert f'href="/embedding/{each["id"]}"' in shown
        assert f'href="/test?vectors={each["id"]}"' in shown


def test_without_a_folder_the_command_to_type_is_shown(tmp_path: Path) -> None:
    with asked(tmp_path, data=None, state=tmp_path) as page:
        assert "weatherglass serve --data FOLDER" in page.get("/").text
    with asked(tmp_path) as page:
        assert "weatherglass serve --data FOLDER" not in page.get("/").text


def test_vectors_that_are_sent_are_kept_under_a_name_of_ours_and_can_be_looked_at(
    page: TestClient, vectors: bytes
) -> None:
    status, to, _ = sent(page, "vectors", "../../so <b>ein</b>/Vektor möglich.bin", vectors)
    assert status == 303
    (name,) = [each["name"] for each in page.get("/api/vectors").json() if f"/embedding/{each['id']}" == to]
    assert name.startswith("Vektor-m-glich-")
    assert name.endswith(".bin")
    assert page.get(to).status_code == 200
    assert sent(page, "vectors", "Vektor möglich.bin", vectors)[1] == to  # the same file again is the same


def test_another_file_of_the_same_name_does_not_take_its_place(page: TestClient, vectors: bytes) -> None:
    first = sent(page, "vectors", "mine.bin", vectors)[1]
    second = sent(page, "vectors", "mine.vec", b"2 3\na 1 2 3\nb 3 2 1\n")[1]
    third = sent(page, "vectors", "mine.vec", b"2 3\na 1 2 3\nc 3 2 1\n")[1]
    assert len({first, second, third}) == 3


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("model.kv", pickle.dumps({"gensim": [1, 2]}), "save_word2vec_format"),
        ("model.pt", pickle.dumps([1]), "save_word2vec_format"),
        ("notes.txt", b"Not vectors, only notes.\nTwo lines.\n", "known format"),
        ("empty.bin", b"", "is empty"),
    ],
)
def test_what_is_no_vectors_is_refused_with_its_cause_and_not_kept(page: TestClient, name: str, content: bytes, said: str) -> None:  # fmt: skip
    before = page.get("/api/vectors").json()
    status, _, shown = sent(page, "vectors", name, content)
    assert status == 422
    assert said in shown
    assert name in shown
    assert "/tmp" not in shown
    assert page.get("/api/vectors").json() == before
    assert not list(page.app.state.desk.files.uploads.iterdir())  # type: ignore[attr-defined]


def test_a_form_without_a_file_says_so(page: TestClient) -> None:
    answer = page.post("/", data={"wish": "vectors"})
    assert answer.status_code == 422
    assert "No file was chosen" in answer.text


@pytest.mark.parametrize("name", ["result.json", "report.html", "bundle.zip"])
def test_a_result_made_elsewhere_is_opened_and_listed(page: TestClient, result: tuple[str, str], name: str) -> None:
    text, report = result
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("made/result.json", text)
        archive.writestr("made/notes.txt", "not looked at")
    content = {"result.json": text.encode(), "report.html": report.encode(), "bundle.zip": packed.getvalue()}[name]
    status, to, _ = sent(page, "result", name, content)
    assert status == 303
    assert page.get(f"/api{to}/result").json() == json.loads(text)
    assert page.get(to).status_code == 200
    (listed,) = page.get("/start.json").json()["runs"]
    assert listed["about"] == name
    assert listed["finding"]
    assert listed["finding"] in page.get("/").text


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("result.json", b'{"kind": "audit", "schema_version": 99}', "schema_version 99"),
        ("result.json", b"[1, 2", "is not JSON"),
        ("other.json", b'{"kind": "weather"}', "no result of Weatherglass"),
        ("page.html", b"<p>hello</p>", "holds no data of Weatherglass"),
        ("bundle.zip", b"PK\x03\x04 cut", "damaged"),
        ("words.csv", b"a,b", "none of the kinds"),
    ],
)
def test_what_is_no_result_is_refused_with_its_cause(page: TestClient, name: str, content: bytes, said: str) -> None:
    status, _, shown = sent(page, "result", name, content)
    assert status == 422
    assert said in shown
    assert "/tmp" not in shown
    assert page.get("/api/runs").json() == []


def test_a_zip_that_unpacks_to_too_much_is_refused(page: TestClient) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("result.json", "w") as file:
        for _ in range(520):
            file.write(b" " * (1 << 20))
    status, _, shown = sent(page, "result", "bundle.zip", packed.getvalue())
    assert status == 422
    assert "unpacks to more than" in shown


def test_a_result_in_the_folder_is_opened_from_there(tmp_path: Path, result: tuple[str, str]) -> None:
    (tmp_path / "audit").mkdir()
    (tmp_path / "audit" / "result.json").write_text(result[0], "utf-8")
    with asked(tmp_path) as page:
        (file,) = page.get("/start.json").json()["results"]
        assert file["name"] == "audit/result.json"
        answer = page.post("/", data={"wish": "open", "file": file["id"]}, follow_redirects=False)
        assert answer.status_code == 303
        assert page.get(f"/api{answer.headers['location']}/result").json() == json.loads(result[0])
        assert page.post("/", data={"wish": "open", "file": SAMPLE}).status_code == 422


def test_the_table_has_files_and_results(page: TestClient, result: tuple[str, str]) -> None:
    sent(page, "result", "result.json", result[0].encode())
    lines = page.get("/start.csv").text.splitlines()
    assert lines[0].lstrip("\ufeff") == "kind,id,name,format,size,rows,dim,made"
    assert {line.split(",")[0] for line in lines[1:]} == {"vectors", "corpus", "run: opened"}
