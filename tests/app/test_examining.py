"""Structure, stability, comparison, mitigation and diffusion: what the page says to type gives the very result that it shows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.app.served import asked, ended, run
from tests.app.typed import given_the_same
from weatherglass.app.asking import as_pairs, from_pairs, made
from weatherglass.app.files import made_id
from weatherglass.app.work import works
from weatherglass.app.works.mitigate import AskedOfMitigate
from weatherglass.mitigate.base import METHODS
from weatherglass.wording.numbers import storage

EXAMINING = ("structure", "stability", "compare", "mitigate", "diffusion")
OWN = """name = "own"
language = "en"

[targets]
flowers = ["rose", "tulip", "daisy", "lily"]
insects = ["ant", "flea", "spider", "bee"]

[attributes]
good = ["love", "peace", "happy", "joy"]
bad = ["hatred", "war", "sad", "pain"]
"""
ASKED: dict[str, tuple[str, dict[str, Any]]] = {
    "direction": ("structure", {"vectors": "sample"}),
    "direction by own pairs": (
        "structure",
        {"vectors": "sample", "language": "en", "pairs": [["she", "he"], ["woman", "man"], ["her", "his"]], "draws": 200, "seed": 2},
    ),
    "groups": (
        "structure",
        {"vectors": "sample", "language": "en", "parts": ["bias"], "groups": ["sex", "religion"], "own_groups": [["rich", "poor"]], "task": "professions", "forms": "paired", "extremes": 3, "draws": 100},
    ),
    "all words": (
        "structure",
        {"vectors": "sample", "language": "en", "parts": ["vocabulary"], "pairs": [["she", "he"]], "most": 2000, "draws": 100},
    ),
    "stability": (
        "stability",
        {"vectors": "sample", "k": 10, "word": "nurse", "neutral": ["table", "house", "water", "table", "stone", "paper", "number", "city", "book", "road", "train", "music", "river", "window"]},
    ),
    "mitigation": ("mitigate", {"vectors": "sample", "queries": ["en/weat6"], "words": 3000}),
    "mitigation with own words": (
        "mitigate",
        {
            "vectors": "sample", "method": "soft", "language": "en", "queries": ["en/weat7"], "words": 3000, "lam": 0.5, "components": 2, "sums": True,
            "pairs": [["she", "he"], ["woman", "man"]], "equalise": [["mother", "father"], ["girl", "boy"]], "specific": ["queen", "king"], "format": "vec",
        },
    ),
    "mitigation by chance": (
        "mitigate",
        {"vectors": "sample", "method": "null-space", "queries": ["en/weat6"], "words": 3000, "rounds": 2, "most": 200, "seed": 3, "neutral": ["nurse", "engineer", "doctor"]},
    ),
    "diffusion": ("diffusion", {"vectors": "sample", "refits": 2}),
    "diffusion with own pairs": (
        "diffusion",
        {"vectors": "sample", "language": "en", "pairs": [["good", "bad"], ["happy", "sad"]], "lengths": "unit", "refits": 0, "seed": 1},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", list(ASKED))
def test_what_is_to_be_typed_gives_the_same_result(case: str, page: TestClient, tmp_path: Path) -> None:
    work, wished = ASKED[case]
    id = run(page, work, **wished)
    given_the_same(page, id, tmp_path)
    asked = works()[work].asked.model_validate(wished)
    assert made(type(asked), from_pairs(type(asked), as_pairs(asked))) == asked  # its address asks for the same


def test_mitigated_vectors_are_compared_with_those_before(page: TestClient, tmp_path: Path) -> None:
    mitigated = run(page, "mitigate", vectors="sample", queries=["en/weat6"], words=3000)
    made_there = next(each for each in page.get("/api/vectors").json() if each["made_by"])
    assert made_there["id"] == made_id(mitigated)
    assert made_there["made_by"] == "hard"
    own = page.app.state.desk.sets.save(_query())  # type: ignore[attr-defined]
    wished: dict[str, Any] = {
        "spaces": ["sample", made_there["id"]], "reference": made_there["id"], "queries": ["en/weat6", own], "measures": ["weat"],
        "resamples": 200, "level": 0.9, "min_words": 2, "min_coverage": 0.4, "common_words": False, "alike": False, "seed": 4,
    }  # fmt: skip
    id = run(page, "compare", **wished)
    for folder in ("command", "python"):
        (tmp_path / folder).mkdir()
        answer = page.get(f"/api/runs/{mitigated}/vectors")
        (tmp_path / folder / made_there["name"]).write_bytes(answer.content)
        told = page.get(f"/api/runs/{mitigated}/vectors.provenance.json").content
        (tmp_path / folder / f"{made_there['name']}.provenance.json").write_bytes(told)
    given_the_same(page, id, tmp_path)
    found = page.get(f"/api/runs/{id}/result").json()
    assert found["reference"] == made_there["name"]
    assert str(tmp_path) not in json.dumps(found)  # nothing tells where files lie


def _query() -> Any:
    from weatherglass.words.pasted import read_pasted

    return read_pasted(OWN.encode(), "own.toml", "en")


def test_made_vectors_go_with_their_result(page: TestClient) -> None:
    id = run(page, "mitigate", vectors="sample", queries=["en/weat6"], words=2000, format="npz")
    shown = page.get(f"/runs/{id}").text
    answer = page.get(f"/api/runs/{id}/vectors")
    name = "glove-6b-100d-sample-hard-"
    assert name in answer.headers["content-disposition"]
    assert f"({storage(len(answer.content))})" in shown
    assert f"/compare?spaces=sample&amp;spaces={made_id(id)}" in shown
    assert page.get(f"/stability?vectors={made_id(id)}").text.count(f'value="{made_id(id)}" selected') == 1
    assert f'name="spaces" value="{made_id(id)}"' in page.get("/compare").text
    page.delete(f"/api/runs/{id}")
    assert [each for each in page.get("/api/vectors").json() if each["made_by"]] == []
    assert page.get(f"/api/runs/{id}/vectors").status_code == 404
    assert page.post("/api/stability", json={"vectors": made_id(id)}).status_code == 404


def test_vectors_given_are_never_written_to(data: Path, tmp_path: Path) -> None:
    from weatherglass.embedding.sample import sample_path

    folder = tmp_path / "data"
    folder.mkdir()
    given = folder / "own words, old.npz"
    given.write_bytes(sample_path().read_bytes())
    before = {each.name: each.read_bytes() for each in folder.iterdir()}
    with asked(folder, state=tmp_path / "state") as page:
        (file,) = [each for each in page.get("/api/vectors").json() if each["name"] == given.name]
        run(page, "mitigate", vectors=file["id"], queries=["en/weat6"], words=2000)
        made_there = [each["name"] for each in page.get("/api/vectors").json() if each["made_by"]]
    assert {each.name: each.read_bytes() for each in folder.iterdir()} == before
    assert len(made_there) == 1
    assert made_there[0].startswith("own_words__old-hard-")


@pytest.mark.parametrize("screen", EXAMINING)
@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_screen_without_results_says_what_to_do(screen: str, language: str, page: TestClient) -> None:
    shown = page.get(f"/{screen}?ui={language}").text
    assert 'class="empty"' in shown
    if screen == "compare":
        assert 'href="/mitigate?vectors=sample"' in shown
    else:
        assert f'<form method="post" action="/{screen}"><input type="hidden" name="vectors" value="sample">' in shown


def test_one_press_gives_a_result(page: TestClient) -> None:
    answer = page.post("/structure", data={"vectors": "sample"}, follow_redirects=False)
    assert answer.status_code == 303
    id = answer.headers["location"].removeprefix("/runs/")
    assert ended(page, id)["state"] == "done"
    shown = page.get(f"/runs/{id}").text
    assert "definitional" in shown
    assert shown.count("<picture>") >= 2


def test_every_word_on_the_direction_can_be_had(page: TestClient) -> None:
    id = run(page, "structure", vectors="sample", language="en", parts=["vocabulary"], most=500, draws=100)
    assert f"/api/runs/{id}/vocabulary.csv" in page.get(f"/runs/{id}").text
    lines = page.get(f"/api/runs/{id}/vocabulary.csv").text.splitlines()
    assert len(lines) == 501
    without = run(page, "structure", vectors="sample", language="en", draws=100)
    assert "vocabulary.csv" not in page.get(f"/runs/{without}").text
    assert page.get(f"/api/runs/{without}/vocabulary.csv").status_code == 404


@pytest.mark.parametrize(
    ("work", "wished", "told"),
    [
        ("structure", {"vectors": "sample", "parts": ["bias"], "groups": ["sex"]}, "language"),
        ("structure", {"vectors": "sample", "parts": ["bias"], "own_groups": [["rich", "poor"]]}, "language"),
        ("structure", {"vectors": "sample", "pairs": [["she"]]}, "two words"),
        ("structure", {"vectors": "sample", "pairs": [["she", "she"]]}, "different"),
        ("structure", {"vectors": "sample", "parts": ["other"]}, "parts"),
        ("stability", {"vectors": "sample", "language": "xx"}, "xx"),
        ("stability", {"vectors": "sample", "k": 0}, "k"),
        ("compare", {"spaces": ["sample"]}, "spaces"),
        ("compare", {"spaces": ["sample", "sample"]}, "twice"),
        ("structure", {"vectors": "sample", "language": "xx"}, "xx"),
        ("mitigate", {"vectors": "sample", "language": "xx"}, "xx"),
        ("mitigate", {"vectors": "sample", "method": "none-such"}, "none-such"),
        ("mitigate", {"vectors": "sample", "method": "hard", "lam": 0.1}, "lam"),
        ("mitigate", {"vectors": "sample", "equalise": [["mother"]]}, "two or more"),
        ("mitigate", {"vectors": "sample", "queries": ["en/none-such"]}, "none-such"),
        ("diffusion", {"vectors": "sample", "language": "xx"}, "xx"),
        ("diffusion", {"vectors": "sample", "pairs": [["good", "a,b"]]}, "comma"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_told_before_anybody_waits(
    work: str, wished: dict[str, Any], told: str, page: TestClient
) -> None:
    answer = page.post(f"/api/{work}", json=wished)
    assert answer.status_code in (404, 422)
    assert told in answer.json()["problem"]
    assert page.get("/api/jobs").json() == []


def test_a_form_with_a_mistake_comes_back_filled_in(page: TestClient) -> None:
    answer = page.post("/structure", data={"vectors": "sample", "pairs": "she, he\n<b>her"})
    assert answer.status_code == 422
    assert "give two words on each line" in answer.text
    assert "&lt;b&gt;her" in answer.text
    assert "<b>her" not in answer.text


def test_a_reference_must_be_among_those_compared(page: TestClient) -> None:
    ids = [each["id"] for each in page.get("/api/vectors").json()]
    answer = page.post("/api/compare", json={"spaces": ids[:2], "reference": ids[2]})
    assert answer.status_code == 422
    assert "reference" in answer.json()["problem"]


def test_every_setting_of_a_method_can_be_asked_for() -> None:
    known = {name for method in METHODS.values() for name in method().get_params()}
    assert known <= set(AskedOfMitigate.model_fields)
