"""The screen of words: opened first, then neighbours, projections and analogies, on the page and as data."""

from __future__ import annotations

import csv
import html
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.testclient import TestClient

from tests.app.served import asked, ended, run
from tests.e2e.command import weatherglass
from weatherglass.app.exploring import MOST_POINTS, axes_in, evenly
from weatherglass.embedding.sample import sample_path
from weatherglass.files.plain import json_text
from weatherglass.words import packs

PLANE = {
    "part": "projection",
    "vectors": "sample",
    "words": "doctor, nurse, engineer",
    "x": "he, she",
    "y": "good, bad",
}


@pytest.fixture(scope="module")
def page(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """The page, with the sample opened."""
    with asked(data, state=tmp_path_factory.mktemp("state")) as client:
        run(client, "open", vectors="sample")
        yield client


def _command(*given: str) -> Any:
    return json.loads(weatherglass(*given, "--json").stdout)


def test_vectors_are_opened_with_one_button_and_the_way_back_is_kept(data: Path, tmp_path: Path) -> None:
    with asked(data, state=tmp_path / "state") as page:
        wanted = "/explore?vectors=sample&word=doctor"
        before = page.get(wanted)
        assert 'value="open"' in before.text
        assert "<table" not in before.text
        assert page.get("/explore.json?vectors=sample&word=doctor").json()["opened"] is False
        to = page.post("/explore", data={"wish": "open", "vectors": "sample", "then": wanted}, follow_redirects=False)
        assert to.status_code == 303
        address = urlsplit(to.headers["location"])
        assert parse_qs(address.query)["then"] == [wanted]
        assert ended(page, address.path.removeprefix("/runs/"))["state"] == "done"
        assert page.get(to.headers["location"], follow_redirects=False).headers["location"] == wanted
        assert "<table" in page.get(wanted).text
        assert page.get("/api/runs").json() == []  # nothing that could be reported


@pytest.mark.parametrize("then", ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)"])
def test_the_way_back_leads_to_no_other_place(page: TestClient, then: str) -> None:
    id = run(page, "open", vectors="sample")
    onward = page.get(f"/runs/{id}", params={"then": then}, follow_redirects=False)
    assert onward.headers["location"] == "/embedding/sample"
    sent = page.post("/explore", data={"wish": "open", "vectors": "sample", "then": then}, follow_redirects=False)
    assert sent.headers["location"].startswith("/explore?")


def test_neighbours_are_those_of_the_command(page: TestClient) -> None:
    told = page.get(
        "/api/neighbours", params={"vectors": "sample", "word": ["doctor", "nurse"], "k": 7, "axis": "he, she"}
    )
    same = _command(
        "neighbours", str(sample_path()), "--words", "doctor,nurse", "-k", "7", "--axis", "he,she", "--lang", "en"
    )
    assert told.json() == same
    assert [len(each["neighbours"]) for each in same["words"]] == [7, 7]
    twin = page.get(
        "/explore.json", params={"vectors": "sample", "word": "doctor, nurse", "k": "7", "axis": "he, she"}
    ).json()
    assert twin == same | {"near": {}}


def test_neighbours_on_the_page_and_as_csv(page: TestClient) -> None:
    address = {"vectors": "sample", "word": "doctor", "k": "5"}
    rows = list(csv.DictReader(io.StringIO(page.get("/explore.csv", params=address).text.removeprefix("\ufeff"))))
    text = page.get("/explore", params=address).text
    assert len(rows) == 5
    for row in rows:
        assert f"<bdi>{row['word']}</bdi>" in text
    assert "weatherglass neighbours" in text


def test_a_word_that_is_missing_leads_to_those_spelled_alike(page: TestClient) -> None:
    text = page.get("/explore", params={"vectors": "sample", "word": "docter"}).text
    assert "“docter”" in text.replace("\u2068", "").replace("\u2069", "")
    assert 'href="/explore?word=doctor&amp;vectors=sample' in text


def test_words_are_shown_as_they_are_never_as_markup(page: TestClient) -> None:
    bad = "<script>alert(1)</script>"
    for part, name in (("neighbours", "word"), ("projection", "words"), ("projection", "x"), ("analogies", "a")):
        text = page.get("/explore", params={**PLANE, "part": part, "b": "x", name: bad}).text
        assert "<script>alert" not in text


def test_a_projection_is_that_of_the_command(page: TestClient) -> None:
    wanted = {
        "vectors": "sample",
        "words": ["doctor", "nurse", "docter"],
        "x": "he, she; man, woman",
        "y": "good – bad",
    }
    told = page.get("/api/projection", params=wanted).json()
    same = _command("structure", "projection", str(sample_path()), "--words", "doctor,nurse,docter", "--x", "he,she", "--x", "man,woman", "--y", "good,bad", "--lang", "en")  # fmt: skip
    assert told == same
    assert told["coverage"]["missing"] == ["docter"]


def test_a_projection_on_the_page_has_each_word_in_its_table(page: TestClient) -> None:
    found = page.get("/explore.json", params=PLANE).json()
    text = page.get("/explore", params=PLANE).text
    for word in found["words"]:
        assert f'data-x="{word["x"]}"' in text
        assert f'data-y="{word["y"]}"' in text
    assert "<noscript><picture>" in text
    rows = list(csv.DictReader(io.StringIO(page.get("/explore.csv", params=PLANE).text.removeprefix("\ufeff"))))
    assert {row["word"]: float(row["x"]) for row in rows} == {word["word"]: word["x"] for word in found["words"]}


def test_one_axis_alone_is_shown_without_a_second(page: TestClient) -> None:
    one = {name: value for name, value in PLANE.items() if name != "y"}
    text = page.get("/explore", params=one).text
    assert "data-x=" in text
    assert "data-y=" not in text
    assert page.get("/explore.json", params=one).json()["one_axis"] is True
    header = page.get("/explore.csv", params=one).text.removeprefix("\ufeff").splitlines()[0]
    assert header == "word,x,rank"


def test_too_many_words_are_thinned_out_and_it_is_said(page: TestClient) -> None:
    many = {
        "part": "projection",
        "vectors": "sample",
        "words": "doctor",
        "top": "5000",
        "x_list": "en/base-pairs:gender",
    }
    found = page.get("/explore.json", params=many).json()
    assert found["shown"] == MOST_POINTS < found["of"]
    assert found["words"][0]["word"] == "doctor"
    assert "2,000 are shown" in page.get("/explore", params=many).text


def test_evenly_keeps_the_first_ones_and_reaches_to_the_end() -> None:
    words = [str(i) for i in range(1000)]
    kept = evenly(words, 10, 3)
    assert kept[:3] == ["0", "1", "2"]
    assert len(set(kept)) == 10
    assert int(kept[-1]) > 800
    assert evenly(words, 1000, 3) == words
    assert evenly(words, 5, 800) == words[:5]


def test_every_list_gives_axes_that_differ(page: TestClient) -> None:
    for query in packs.of_language("en"):
        for name, _, (first, second) in axes_in(query):
            assert first, (query.id, name)
            assert second, (query.id, name)
    found = page.get(
        "/api/projection", params={"vectors": "sample", "words": "doctor", "x_list": "en/weat7:targets"}
    ).json()
    assert "math" in found["x"][0]


@pytest.mark.parametrize("format", ["svg", "png"])
@pytest.mark.parametrize("axes", [{"x": "he, she"}, {"x": "he, she", "y": "good, bad"}])
def test_the_figure_is_a_file(page: TestClient, format: str, axes: dict[str, str]) -> None:
    wanted = {"vectors": "sample", "words": ["doctor", "nurse"], **axes}
    drawn = page.get(f"/api/projection/figure.{format}", params=wanted)
    assert drawn.status_code == 200
    assert drawn.content.startswith(b"\x89PNG" if format == "png" else b"<svg ")
    if format == "svg":
        assert "nurse" in drawn.text


def test_analogies_are_computed_once_and_never_without_what_must_be_said(page: TestClient) -> None:
    wanted = {"vectors": "sample", "a": "man", "b": "doctor", "c": "woman", "n": "5"}
    before = page.get("/explore", params={"part": "analogies", **wanted})
    assert 'role="status"' in before.text
    assert page.get("/api/analogies", params=wanted).status_code == 422
    to = page.post("/explore", data={"part": "analogies", **wanted}, follow_redirects=False).headers["location"]
    assert ended(page, urlsplit(to).path.removeprefix("/runs/"))["state"] == "done"
    (then,) = parse_qs(urlsplit(to).query)["then"]
    told = page.get("/api/analogies", params=wanted).json()
    assert told == _command("analogies", str(sample_path()), "--solve", "man,doctor,woman", "-n", "5")
    text = page.get(then).text
    for answer in told["solved"]["excluded"]:
        assert f"<bdi>{answer['word']}</bdi>" in text
    assert len(told["sentences"]) >= 4
    assert "not evidence of bias" in text
    assert page.get(to, follow_redirects=False).headers["location"] == then
    assert page.get(urlsplit(to).path, follow_redirects=False).headers["location"] == then
    again = page.post("/explore", data={"part": "analogies", **wanted}, follow_redirects=False).headers["location"]
    assert again == then


def test_pairs_are_generated_where_there_is_no_third_word(page: TestClient) -> None:
    run(page, "analogies", vectors="sample", a="she", b="he", n=4)
    address = {"part": "analogies", "vectors": "sample", "a": "she", "b": "he", "n": "4"}
    found = page.get("/explore.json", params=address).json()
    assert len(found["generated"]["pairs"]) == 4
    rows = list(csv.DictReader(io.StringIO(page.get("/explore.csv", params=address).text.removeprefix("\ufeff"))))
    assert [row["x"] for row in rows] == [pair["x"] for pair in found["generated"]["pairs"]]


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ({"word": "doctor", "axis": "he"}, "is no axis"),
        ({"word": "doctor", "axis": "he, he"}, "is no axis"),
        ({"word": "doctor", "axis": "zzzq, she"}, "none of the words of the first pole"),
        ({"word": "doctor", "axis_list": "en/none:x"}, "en/none"),
        ({"word": "doctor", "k": "0"}, "greater than or equal to 1"),
        ({"word": ",".join(f"w{i}" for i in range(9))}, "at most 8"),
        ({"part": "projection", "x": "he, she"}, "there are no words yet"),
        ({"part": "projection", "x": "he, she", "words": "zzzq"}, "none of the words to project"),
        ({"part": "analogies", "a": "man"}, "b"),
    ],
)
def test_what_is_wrong_is_said_beside_the_form(page: TestClient, address: dict[str, str], said: str) -> None:
    shown = page.get("/explore", params={"vectors": "sample", **address})
    problem = shown.text.partition('role="alert"')[2].partition("</div>")[0]
    assert said in problem.replace("\u2068", "").replace("\u2069", "")
    assert 'name="vectors"' in shown.text


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/api/neighbours?vectors=sample", 422),
        ("/api/neighbours?vectors=sample&word=doctor&k=101", 422),
        ("/api/neighbours?vectors=sample&word=doctor&more=1", 422),
        ("/api/neighbours?vectors=nowhere&word=doctor", 404),
        ("/api/neighbours?vectors=../etc&word=doctor", 422),
        ("/api/projection?vectors=sample&words=doctor", 422),
        ("/api/projection?vectors=sample&x=he,she&top=50001", 422),
        ("/api/projection/figure.gif?vectors=sample&words=doctor&x=he,she", 422),
        ("/explore?part=nothing", 404),
        ("/explore?vectors=nowhere", 404),
    ],
)
def test_limits_of_the_api(page: TestClient, address: str, status: int) -> None:
    assert page.get(address).status_code == status


def test_vectors_that_are_not_opened_are_not_read_by_a_question(page: TestClient) -> None:
    id = next(each["id"] for each in page.get("/api/vectors").json() if each["name"] == "toy.bin")
    answer = page.get("/api/neighbours", params={"vectors": id, "word": "x1"})
    assert answer.status_code == 422
    assert "/api/open" in answer.json()["problem"]


@pytest.mark.parametrize("language", ["de", "fr", "ar"])
@pytest.mark.parametrize("part", ["neighbours", "projection", "analogies"])
def test_each_part_in_each_language(page: TestClient, language: str, part: str) -> None:
    shown = page.get("/explore", params={**PLANE, "part": part, "word": "doctor", "axis": "he, she", "ui": language})
    assert shown.status_code == 200
    assert f'<html lang="{language}"' in shown.text
    assert "style=" not in shown.text
    assert "Neighbours" not in shown.text


@pytest.mark.parametrize(
    "address",
    [
        {"vectors": "sample", "word": "doctor, nurse", "k": "3", "axis_list": "en/weat7:attributes"},
        {**PLANE, "x_list": "en/base-pairs:gender"},
        {**PLANE, "y": ""},
        {"part": "analogies", "vectors": "sample", "a": "man", "b": "doctor", "c": "woman"},
    ],
    ids=["neighbours", "plane", "line", "analogies"],
)
def test_the_command_and_the_python_on_the_page_give_the_same(
    page: TestClient, address: dict[str, str], tmp_path: Path
) -> None:
    if address.get("part") == "analogies":
        run(page, "analogies", **{name: value for name, value in address.items() if name != "part"})
    command, python = map(html.unescape, re.findall(r'<pre dir="ltr" tabindex="0">(.*?)</pre>', page.get("/explore", params=address | {"ui": "en"}).text, re.S))  # fmt: skip
    told = page.get("/explore.json", params=address).json()
    for more in ("near", "one_axis", "shown", "of"):
        told.pop(more, None)
    where = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        f"{command} --json", shell=True, capture_output=True, check=True, encoding="utf-8", env=where, cwd=tmp_path
    )
    assert json.loads(done.stdout) == told
    names: dict[str, Any] = {}
    exec(python, names)
    told.pop("sentences", None)
    assert json.loads(json_text(names["found"].to_dict())) == told
