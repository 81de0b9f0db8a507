"""Vectors before and after they are opened."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.app.served import asked, ended, run
from weatherglass.app.files import SAMPLE
from weatherglass.app.opened import estimated, fewer_words, free_memory, opened_run
from weatherglass.embedding.describe import describe
from weatherglass.embedding.formats import read
from weatherglass.files.plain import fields_of, json_text

LANGUAGES = ("en", "de", "fr", "ar")


def id_of(page: TestClient, name: str) -> str:
    return next(str(each["id"]) for each in page.get("/api/vectors").json() if each["name"] == name)


def test_before_opening_it_is_told_what_that_takes(page: TestClient) -> None:
    id = id_of(page, "toy.bin")
    told = page.get(f"/embedding/{id}.json").json()
    assert told["opened"] is None
    assert told["memory"] > 0
    assert told["free"] > told["memory"]
    assert '<button class="go">Open</button>' in page.get(f"/embedding/{id}").text


def test_opening_leads_back_to_the_page_which_then_tells_what_they_are_like(page: TestClient, data: Path) -> None:
    id = id_of(page, "toy.bin")
    answer = page.post(f"/embedding/{id}", data={"limit": "0"}, follow_redirects=False)
    assert answer.status_code == 303
    to = answer.headers["location"]
    assert ended(page, to.removeprefix("/runs/"))["state"] == "done"
    assert page.get(to, follow_redirects=False).headers["location"] == f"/embedding/{id}"
    told = page.get(f"/embedding/{id}.json").json()
    assert told == json.loads(json_text({"schema_version": 1, **fields_of(describe(read(data / "toy.bin")))}))
    shown = page.get(f"/embedding/{id}").text
    assert told["sha256"] in shown
    for word in told["most_frequent"]:
        assert f"<bdi>{word}</bdi>" in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_state_is_said_in_every_language(page: TestClient, language: str) -> None:
    for address in ("/embedding", f"/embedding/{SAMPLE}"):
        assert page.get(address, params={"ui": language}).status_code == 200
    run(page, "open", vectors=SAMPLE, limit=500)
    shown = page.get(f"/embedding/{SAMPLE}", params={"ui": language}).text
    assert "500" in shown
    assert page.get(f"/embedding/{SAMPLE}", params={"ui": language, "again": "yes"}).status_code == 200


def test_the_vocabulary_is_a_table(page: TestClient) -> None:
    run(page, "open", vectors=SAMPLE, limit=50)
    lines = page.get(f"/embedding/{SAMPLE}.csv").text.splitlines()
    assert lines[0].lstrip("\ufeff") == "rank,word"
    assert len(lines) == 51


def test_a_broken_file_says_what_is_wrong_and_in_which_line(page: TestClient) -> None:
    id = id_of(page, "broken.vec")
    to = page.post(f"/embedding/{id}", data={"limit": "0"}, follow_redirects=False).headers["location"]
    job = ended(page, to.removeprefix("/runs/"))
    assert job["state"] == "failed"
    for address in (to, f"/embedding/{id}"):
        shown = page.get(address).text
        assert "broken.vec, line 3" in shown
        assert "/tmp" not in shown.replace("/tmpl", "")


def test_a_pickle_is_not_opened_but_told_how_to_convert(tmp_path: Path) -> None:
    (tmp_path / "model.kv").write_bytes(
        b"\x80\x04\x95\x00\x00\x00\x00\x00\x00\x00\x00\x8c\x1agensim.models.keyedvectors\x94."
    )
    with asked(tmp_path) as page:
        shown = page.get(f"/embedding/{id_of(page, 'model.kv')}").text
    assert "save_word2vec_format" in shown
    assert '<button class="go">' not in shown


def test_opened_vectors_are_those_of_the_file_as_it_is_now(tmp_path: Path) -> None:
    file = tmp_path / "small.vec"
    file.write_text("2 3\na 1 2 3\nb 3 2 1\n", "utf-8")
    with asked(tmp_path) as page:
        desk, id = page.app.state.desk, id_of(page, "small.vec")  # type: ignore[attr-defined]
        assert opened_run(desk, id) is None
        first = run(page, "open", vectors=id)
        found = opened_run(desk, id)
        assert found is not None
        assert found.id == first
        file.write_text("3 3\na 1 2 3\nb 3 2 1\nc 1 1 1\n", "utf-8")
        assert opened_run(desk, id) is None
        assert "not open yet" in page.get(f"/embedding/{id}").text


def test_where_memory_is_short_the_first_words_are_offered(page: TestClient) -> None:
    file = page.app.state.desk.files.get(SAMPLE)  # type: ignore[attr-defined]
    assert fewer_words(file, 10**12) == 0
    assert fewer_words(file, 0) == 0  # nothing is known
    whole = estimated(file)
    assert whole is not None
    fewer = fewer_words(file, whole.memory - 1)
    assert 0 < fewer < whole.rows


def test_free_memory_is_at_most_what_work_may_take() -> None:
    assert 0 < free_memory(1000) <= 1000
    assert free_memory() > 1000


def test_words_of_hostile_files_are_shown_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "evil.vec").write_text("2 3\n<script>alert(1)</script> 1 2 3\n\u202eabc 3 2 1\n", "utf-8")
    with asked(tmp_path) as page:
        id = id_of(page, "evil.vec")
        run(page, "open", vectors=id)
        shown = page.get(f"/embedding/{id}").text
    assert "<script>alert" not in shown
    assert "&lt;script&gt;alert(1)" in shown
    assert "\u202e" not in shown


def test_lengths_can_be_taken_along_as_a_figure(page: TestClient) -> None:
    id = run(page, "open", vectors="sample")
    assert f"/api/runs/{id}/lengths.svg" in page.get("/embedding/sample").text
    for ending, begins in (("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
        assert page.get(f"/api/runs/{id}/lengths.{ending}?ui=ar").content.startswith(begins)
    other = run(page, "audit", vectors="sample", queries=["en/weat1"], measures=["weat"], comparisons=0)
    assert page.get(f"/api/runs/{other}/lengths.svg").status_code == 404
