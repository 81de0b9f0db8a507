"""Word sets: those that ship, one's own, what vectors hold of them, and the editor."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from tests.app.served import asked, run
from weatherglass.app.drafts import Draft, from_query, loose_query, strict_query, with_alternatives
from weatherglass.app.files import SAMPLE
from weatherglass.embedding.formats import read
from weatherglass.embedding.sample import sample_path
from weatherglass.errors import SpecError
from weatherglass.words import packs
from weatherglass.words.lookup import Match, coverage_of
from weatherglass.words.query import make_query

LANGUAGES = ("en", "de", "fr", "ar")
WORDS = {
    "name": "mine",
    "language": "en",
    "targets-1-name": "women",
    "targets-1-words": "she, her; woman",
    "targets-2-name": "men",
    "targets-2-words": "he\nhim\nman",
    "attributes-1-name": "art",
    "attributes-1-words": "art، poetry, dance",
    "attributes-2-name": "science",
    "attributes-2-words": '"science"\ttechnology\nphysics',
}


@pytest.fixture(scope="module")
def opened(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """The page with the sample opened; it remembers the language that it was last asked in."""
    with asked(data, state=tmp_path_factory.mktemp("opened")) as page:
        run(page, "open", vectors=SAMPLE)
        yield page


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_list_that_ships_is_there_with_its_own_page(opened: TestClient, language: str) -> None:
    shown = opened.get("/words", params={"ui": language}).text
    for query in packs.catalogue().values():
        assert f'href="/words/{query.id}"' in shown
    for query in packs.load(language):
        answer = opened.get(f"/words/{query.id}", params={"ui": language, "vectors": SAMPLE})
        assert answer.status_code == 200, query.id


def test_what_is_found_is_what_a_test_would_find(opened: TestClient) -> None:
    sample = read(sample_path())
    for query in (*packs.of_tests("en"), *packs.of_tests("de")):
        told = opened.get(f"/words/{query.id}.json", params={"vectors": SAMPLE}).json()["sets"]
        expected = coverage_of(sample, query, Match())
        assert [(each["name"], each["found"], each["asked"]) for each in told] == [
            (each.name, each.found, each.asked) for each in expected.sets
        ]


def test_words_are_told_apart_by_a_sign_and_in_words(opened: TestClient) -> None:
    shown = opened.get("/words/de/weat7", params={"vectors": SAMPLE, "ui": "en"}).text
    assert "✗" in shown
    assert "as algebra" in shown
    assert "2 of 8 words" in shown
    assert "at least 50 %" in shown


def test_words_without_open_vectors_are_shown_alone_with_a_way_to_open_them(page: TestClient) -> None:
    shown = page.get("/words/en/weat7", params={"vectors": SAMPLE}).text
    assert "is not open yet" in shown
    assert f'action="/embedding/{SAMPLE}"' in shown
    assert "algebra" in shown
    assert "✗" not in page.get("/words/en/weat7").text


def test_the_table_has_each_word_with_its_state(opened: TestClient) -> None:
    lines = opened.get("/words/en/weat7.csv", params={"vectors": SAMPLE}).text.splitlines()
    assert lines[0].lstrip("\ufeff") == "role,set,word,state,used,rank"
    assert len(lines) == 33


def saved(page: TestClient, **changed: str) -> str:
    answer = page.post("/words/edit", data=WORDS | changed, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).removeprefix("/words/own/")


def test_own_sets_are_saved_tested_with_and_deleted(page: TestClient) -> None:
    id = saved(page)
    assert f'href="/words/own/{id}"' in page.get("/words").text
    assert f"queries={id}" in page.get(f"/words/own/{id}").text
    written = tomllib.loads(page.get(f"/api/sets/{id}.toml").text)
    assert written["targets"] == {"women": ["she", "her", "woman"], "men": ["he", "him", "man"]}
    assert written["attributes"]["science"] == ["science", "technology", "physics"]
    found = run(page, "audit", vectors=SAMPLE, language="en", queries=[id], comparisons=0)
    assert page.get(f"/api/runs/{found}/result").json()["results"]
    assert (
        page.post(f"/words/own/{id}", data={"wish": "delete"}, follow_redirects=False).headers["location"] == "/words"
    )
    assert page.get(f"/words/own/{id}").status_code == 404


def test_lists_that_ship_are_not_deleted(page: TestClient) -> None:
    assert page.post("/words/en/weat7", data={"wish": "delete"}).status_code == 422
    assert page.get("/words/en/weat7").status_code == 200


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"targets-2-words": "he, her"}, "a word can be on one side only"),
        ({"targets-2-name": "women"}, "two sets are called"),
        ({"pairs-1-one": "he, man", "pairs-1-other": "she"}, "give each line its partner"),
        ({"targets-1-words": "x" * 201}, "200 are allowed"),
        ({"language": "klingon!"}, "language code"),
    ],
)
def test_what_a_test_could_not_use_is_refused_and_stays_in_the_editor(page: TestClient, changed: dict[str, str], said: str) -> None:  # fmt: skip
    answer = page.post("/words/edit", data=WORDS | changed)
    assert answer.status_code == 422
    assert said in answer.text
    assert "poetry" in answer.text
    assert page.get("/api/sets", params={"language": "en"}).json()[0]["id"].startswith("en/")


def test_checking_without_scripts_is_an_address(opened: TestClient) -> None:
    changed = WORDS | {"ui": "en", "vectors": SAMPLE, "targets-1-words": "she\nShe\ndocter\nman"}
    told = opened.get("/words/edit.json", params=changed).json()["sets"]
    assert [(word["text"], word["state"]) for word in told[0]["words"]] == [
        ("she", "found"),
        ("She", "duplicate"),
        ("docter", "missing"),
        ("man", "overlapping"),
    ]
    shown = opened.get("/words/edit", params=changed).text
    assert "also in men" in shown
    assert "docter%7Cdoctor" in shown  # a link that adds the spelling
    added = opened.get("/words/edit.json", params=changed | {"also": "docter|doctor"}).json()
    assert added["fields"]["targets-1-words"] == "she\nShe\ndocter|doctor\nman"
    assert added["sets"][0]["words"][2]["state"] == "substituted"


def test_a_list_is_copied_into_the_editor_whole(page: TestClient) -> None:
    for id in ("en/weat7", "en/base-pairs", "de/names", "ar/sex"):
        query = packs.catalogue()[id]
        again = strict_query(from_query(query))
        assert (again.targets, again.attributes, again.pairs) == (query.targets, query.attributes, query.pairs)
        assert page.get("/words/edit", params={"copy": id}).status_code == 200


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("mine.csv", "women,men\nshe,he\nwoman,man\n"),
        ("mine.txt", "women: she, woman\nmen: he, man\n"),
        ("mine.toml", 'name = "mine"\nlanguage = "en"\n[targets]\nwomen = ["she", "woman"]\nmen = ["he", "man"]\n'),
    ],
)
def test_a_file_goes_into_the_editor(page: TestClient, name: str, content: str) -> None:
    answer = page.post("/words", data={"language": "en"}, files={"file": (name, content)}, follow_redirects=False)
    assert answer.status_code == 303
    fields = parse_qs(urlsplit(answer.headers["location"]).query)
    assert fields["targets-1-words"] == ["she\nwoman"]
    assert fields["targets-2-name"] == ["men"]


def test_a_long_file_is_kept_and_one_that_cannot_be_read_says_why(page: TestClient) -> None:
    words = "\n".join(f"word{i},other{i}" for i in range(3000))
    answer = page.post("/words", data={"language": "de"}, files={"file": ("long.csv", f"one,two\n{words}\n")}, follow_redirects=False)  # fmt: skip
    assert answer.headers["location"].startswith("/words/edit?copy=own-")
    assert "word2999" in page.get(answer.headers["location"]).text
    refused = page.post("/words", data={"language": "de"}, files={"file": ("mine.csv", "one,\nfine,stray\n")})
    assert refused.status_code == 422
    assert "line 2" in refused.text


def test_coverage_and_spellings_nearby_over_the_api(opened: TestClient) -> None:
    given = {"vectors": SAMPLE, "language": "en", "sets": [{"role": "targets", "name": "X", "text": "doctor, docter"}]}
    told = opened.post("/api/coverage", json=given, params={"ui": "de"}).json()["sets"][0]
    assert (told["found"], told["asked"], told["state"], told["missing"]) == (1, 2, "few", ["docter"])
    assert told["said"] == "1 von 2 Wörtern"
    near = opened.get("/api/near", params={"vectors": SAMPLE, "word": "docter", "language": "en"}).json()
    assert near[0]["word"] == "doctor"
    assert opened.post("/api/coverage", json=given | {"sets": []}).json() == {"sets": []}


@pytest.mark.parametrize(
    "wrong",
    [
        {"vectors": "../../etc"},
        {"language": "english"},
        {"more": 1},
        {"sets": [{"role": "other", "text": "a"}]},
        {"sets": [{"role": "targets", "words": ["a" * 201]}]},
        {"sets": [{"role": "targets", "words": ["a"] * 20_001}]},
        {"sets": [{"role": "targets", "text": "a" * 1_000_001}]},
        {"pairs": [{"one": "a, b", "other": "c"}]},
    ],
)
def test_what_the_api_is_given_is_bounded(opened: TestClient, wrong: dict[str, object]) -> None:
    given = {"vectors": SAMPLE, "language": "en", "sets": [{"role": "targets", "text": "she"}], **wrong}
    answer = opened.post("/api/coverage", json=given)
    assert answer.status_code == 422
    assert answer.json()["problem"]


def test_vectors_that_are_not_open_are_said_to_be(page: TestClient) -> None:
    answer = page.get("/api/near", params={"vectors": SAMPLE, "word": "she"})
    assert answer.status_code == 422
    assert "not open" in answer.json()["problem"]


def test_sets_over_the_api_have_the_id_of_the_same_words(page: TestClient) -> None:
    given = {"name": "mine", "language": "en", "sets": [{"role": "targets", "name": "X", "words": ["she", "he"]}]}
    first, again = (page.post("/api/sets", json=given) for _ in range(2))
    assert first.status_code == 201
    assert first.json() == again.json()
    id = first.json()["id"]
    assert page.get("/api/sets").json()[0]["id"] == id
    assert page.delete(f"/api/sets/{id}").status_code == 200
    assert page.delete(f"/api/sets/{id}").status_code == 404


def test_files_that_ship_can_be_had_as_they_are(page: TestClient) -> None:
    assert make_query(tomllib.loads(page.get("/api/sets/fr/weat1.toml").text)).id == "fr/weat1"
    assert page.get("/api/sets/fr/nothing.toml").status_code == 404
    assert page.get("/api/sets/fr/..%2fen%2fweat7.toml").status_code == 404


@pytest.mark.parametrize("word", ["<script>alert(1)</script>", '"><img src=x>', "\u202eevil", "=cmd()", "a&amp;b"])
def test_words_of_people_are_shown_not_run(opened: TestClient, word: str) -> None:
    changed = WORDS | {"vectors": SAMPLE, "name": word, "targets-1-name": word, "targets-1-words": f"{word}\nshe"}
    for answer in (opened.get("/words/edit", params=changed), opened.post("/words/edit", data=changed)):
        assert "<script>alert" not in answer.text
        assert "<img src=x" not in answer.text
        assert "\u202e" not in answer.text
    lines = opened.get("/words/edit.csv", params=changed).text.splitlines()
    assert not any(cell.startswith("=") for line in lines for cell in line.split(","))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(min_size=1, max_size=12), max_size=6), st.lists(st.text(min_size=1, max_size=12), max_size=6))
def test_any_text_is_a_draft_that_is_looked_up_or_refused(one: list[str], other: list[str]) -> None:
    draft = Draft(fields={"name": "x", "language": "en", "targets-1-words": "\n".join(one), "targets-2-words": "\n".join(other)})  # fmt: skip
    try:
        loose = loose_query(draft)
        strict = strict_query(draft)
    except SpecError:
        return
    assert loose is not None
    assert loose.targets == strict.targets
    assert strict_query(from_query(strict)).targets == strict.targets


def test_a_spelling_is_added_to_its_word_only() -> None:
    draft = Draft(fields={"targets-1-words": "nurse|nurses, doctor", "targets-1-name": "nurse", "pairs-1-one": "nurse"})
    added = with_alternatives(draft, ["nurse|Nurse", "|x", "y|"]).fields
    assert json.loads(json.dumps(added)) == {
        "targets-1-words": "nurse|nurses|Nurse\ndoctor",
        "targets-1-name": "nurse",
        "pairs-1-one": "nurse|Nurse",
    }
