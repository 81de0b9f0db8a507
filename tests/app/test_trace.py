"""Traces on the page: which corpora can be chosen, what is refused before anybody waits, and that the command and the Python give the same."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.app.served import PATIENCE, asked, ended, run
from tests.app.texts import PLANTED, QUICK, planted_corpus, spoken_corpus
from tests.app.typed import given_the_same
from weatherglass.app.asking import as_pairs, controls, from_pairs, made
from weatherglass.app.choices import smooth_measures
from weatherglass.app.desk import Desk
from weatherglass.app.works.trace import TRACE, AskedOfTrace
from weatherglass.corpus.store import MANIFEST, open_corpus
from weatherglass.measure.base import MEASURES
from weatherglass.train.settings import GloVe
from weatherglass.train.training import train_vectors

KEPT: dict[str, Any] = {name: QUICK[name] for name in ("dim", "window", "min_count", "epochs", "x_max")}
LANGUAGES = ("en", "de", "fr", "ar")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of corpora: one with an association planted, below it one in English; vectors of the first with their model, and without."""
    root = tmp_path_factory.mktemp("texts")
    corpus = open_corpus(planted_corpus(root / "planted.corpus"))
    spoken_corpus(root / "more" / "english", "en/weat7")
    train_vectors(corpus, "glove", out=root / "kept.bin", keep_model=True, threads=1, **KEPT)
    train_vectors(corpus, "glove", out=root / "alone.bin", threads=1, seed=1, **KEPT)
    return root


@pytest.fixture
def page(folder: Path, tmp_path: Path) -> Iterator[TestClient]:
    with asked(folder, state=tmp_path / "state") as client:
        yield client


def _desk(page: TestClient) -> Desk:
    desk: Desk = page.app.state.desk  # type: ignore[attr-defined]
    return desk


def _ids(page: TestClient) -> dict[str, str]:
    """Of corpora and vectors by their names, and of the test that is planted."""
    every = [*page.get("/api/corpora").json(), *page.get("/api/vectors").json()]
    return {each["name"]: each["id"] for each in every} | {"own": _desk(page).sets.save(PLANTED)}


def _wished(page: TestClient, **changed: Any) -> dict[str, Any]:
    """With names in place of ids."""
    ids = _ids(page)
    given = {"corpus": "planted.corpus", "query": "own", **QUICK, **changed}
    return {
        name: ids.get(value, value) if name in ("corpus", "query", "vectors") else value
        for name, value in given.items()
    }


ASKED: dict[str, dict[str, Any]] = {
    "checked": {"verify": [5, 12.5], "by": ["source", "decade"], "top": 7, "seed": 3},
    "a word": {"word": "vipumo", "models": 1, "least_documents": 3},
    "another figure": {"number": "difference"},
    "another measure": {"measure": "mac", "epochs": 4},
    "vectors that were kept": {"vectors": "kept.bin"} | dict.fromkeys(KEPT) | {"models": 3},
    "a test that ships": {"corpus": "more/english", "query": "en/weat7", "dim": 4, "least_documents": 2},
}


@pytest.mark.parametrize("case", ASKED)
def test_what_is_to_be_typed_gives_the_same_result(case: str, page: TestClient, folder: Path, tmp_path: Path) -> None:
    wished = _wished(page, **ASKED[case])
    id = run(page, "trace", **wished)
    for place in ("command", "python"):
        (tmp_path / place).mkdir()
        for each in folder.iterdir():
            (tmp_path / place / each.name).symlink_to(each)
    given_the_same(page, id, tmp_path)
    model = AskedOfTrace.model_validate(wished)
    assert made(AskedOfTrace, from_pairs(AskedOfTrace, as_pairs(model))) == model  # its address asks for the same
    assert str(tmp_path) not in page.get(f"/api/runs/{id}/result").text


def test_every_document_can_be_had(page: TestClient) -> None:
    id = run(page, "trace", **_wished(page, top=3))
    found = page.get(f"/api/runs/{id}/result").json()
    rows = page.get(f"/api/runs/{id}/documents.csv").text.splitlines()
    assert len(found["documents"]) == 6
    assert len(rows) == 1 + found["ranked"]
    assert f"/api/runs/{id}/documents.csv" in page.get(f"/runs/{id}").text
    assert len(page.get(f"/api/runs/{id}/table.csv", params={"name": "documents"}).text.splitlines()) == 7
    audit = run(page, "audit", vectors="sample", queries=["en/weat7"], measures=["weat"], comparisons=0)
    assert page.get(f"/api/runs/{audit}/documents.csv").status_code == 404
    assert "documents.csv" not in page.get(f"/runs/{audit}").text


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"corpus": "kept.bin"}, "no file"),
        ({"corpus": "0" * 16}, "no file"),
        ({"query": "en/none-such"}, "none-such"),
        ({"query": "zxx/*"}, "zxx/*"),
        ({"query": "/etc/planted.toml"}, "no query"),
        ({"query": "own-0123456789abcdef"}, "word set"),
        ({"query": "en/weat7"}, "the language of the corpus"),
        ({"corpus": "more/english"}, "the language of the corpus"),
        ({"measure": "ect"}, "jumps"),
        ({"measure": "none-such"}, "none-such"),
        ({"measure": "wefat"}, "needs"),
        ({"word": "vipumo", "number": "difference"}, "give one of them"),
        ({"by": ["sauce"]}, "sauce"),
        ({"vectors": "kept.bin"}, "dim"),
        ({"vectors": "kept.bin"} | dict.fromkeys(KEPT) | {"models": 2}, "models"),
        ({"vectors": "alone.bin"} | dict.fromkeys(KEPT) | {"models": 3}, "no model was kept"),
        ({"vectors": "sample"} | dict.fromkeys(KEPT) | {"models": 3}, "no model was kept"),
        (
            {"corpus": "more/english", "query": "en/weat7", "vectors": "kept.bin"}
            | dict.fromkeys(KEPT)
            | {"models": 3},
            "not trained on this corpus",
        ),
        ({"models": 6}, "models"),
        ({"verify": [1, 2, 3, 4, 5]}, "verify"),
        ({"verify": [100]}, "verify"),
        ({"verify": [0]}, "verify"),
        ({"dim": 1001}, "dim"),
        ({"x_max": 0}, "x_max"),
        ({"top": 0}, "top"),
        ({"least_documents": 1}, "least_documents"),
        ({"by": ["a,b"]}, "by"),
    ],
)
def test_what_does_not_fit_is_told_before_anybody_waits(changed: dict[str, Any], told: str, page: TestClient) -> None:
    answer = page.post("/api/trace", json=_wished(page, **changed))
    assert answer.status_code in (404, 422), answer.text
    assert told in answer.json()["problem"]
    assert page.get("/api/jobs").json() == []


def test_a_corpus_that_cannot_be_used_is_told_before_anybody_waits(tmp_path: Path) -> None:
    for name in ("old", "cut", "single", "tableless"):
        planted_corpus(tmp_path / "data" / name)
    _changed(tmp_path / "data" / "old", version=99)
    _changed(tmp_path / "data" / "cut", after=None)
    _changed(tmp_path / "data" / "single", after={"words": 10, "sentences": 1, "documents": 1})
    (tmp_path / "data" / "tableless" / "documents.arrow").write_bytes(b"cut")
    with asked(tmp_path / "data", state=tmp_path / "state") as page:
        wishes = {"old": "another version", "cut": "damaged", "single": "one document", "tableless": "table of documents"}  # fmt: skip
        for name, told in wishes.items():
            answer = page.post("/api/trace", json=_wished(page, corpus=name, by=["source"]))
            assert answer.status_code == 422
            assert answer.json()["problem"].startswith(f"{name}: ") or name == "single"
            assert told in answer.json()["problem"]
            assert str(tmp_path) not in answer.text
        shown = page.get("/trace").text
        assert "old&#x2069; (cannot be read)" in shown
        assert page.get("/api/jobs").json() == []


def _changed(corpus: Path, **facts: Any) -> None:
    manifest = json.loads((corpus / MANIFEST).read_text("utf-8"))
    (corpus / MANIFEST).write_text(json.dumps(manifest | facts), "utf-8")


def test_what_is_wrong_with_a_corpus_is_told_by_the_work(tmp_path: Path) -> None:
    planted_corpus(tmp_path / "data" / "planted.corpus")
    (tmp_path / "data" / "planted.corpus" / "tokens.npy").write_bytes(b"cut")
    with asked(tmp_path / "data", state=tmp_path / "state") as page:
        job = ended(page, page.post("/api/trace", json=_wished(page)).json()["id"])
    assert (job["state"], job["cause"]["kind"]) == ("failed", "input")
    assert "planted.corpus: is damaged" in job["cause"]["text"]
    assert str(tmp_path) not in job["cause"]["text"]


def test_a_corpus_built_again_is_another_question(tmp_path: Path) -> None:
    corpus = planted_corpus(tmp_path / "data" / "planted.corpus")
    with asked(tmp_path / "data", state=tmp_path / "state") as page:
        model = AskedOfTrace.model_validate(_wished(page))
        first = _desk(page).id_of(TRACE, model)
        assert _desk(page).id_of(TRACE, model) == first
        planted_corpus(corpus)
        assert _desk(page).id_of(TRACE, model) != first


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_begins_with_a_corpus_and_a_test_in_its_language(language: str, page: TestClient) -> None:
    ids = _ids(page)
    told = page.get("/trace.json").json()["asked"]
    assert (told["corpus"], told["query"]) == (ids["more/english"], "en/weat1")
    told = page.get("/trace.json", params={"corpus": ids["planted.corpus"]}).json()["asked"]
    assert (told["corpus"], told["query"]) == (ids["planted.corpus"], ids["own"])
    shown = page.get("/trace", params={"corpus": ids["planted.corpus"], "ui": language}).text
    assert f'<option value="{ids["planted.corpus"]}" selected>' in shown
    assert f'<option value="{ids["own"]}" selected>' in shown
    assert 'value="en/weat7"' in shown
    assert 'value="de/weat7"' not in shown  # there is no corpus of this language
    assert f'<option value="{ids["kept.bin"]}">' in shown
    assert f'<option value="{ids["alone.bin"]}"' not in shown
    assert 'class="empty"' in shown


def test_a_form_is_sent_as_people_fill_it_in(page: TestClient) -> None:
    ids = _ids(page)
    filled = {"corpus": ids["planted.corpus"], "query": ids["own"], "verify": "5 %, 12.5", "by": "source، year", "vectors": "", "dim": "10"}  # fmt: skip
    typed = made(AskedOfTrace, from_pairs(AskedOfTrace, filled.items()))
    assert (typed.verify, typed.by, typed.dim, typed.window) == ([5, 12.5], ["source", "year"], 10, None)
    refused = page.post("/trace", data={**filled, "by": "sauce, <b>"})
    assert refused.status_code == 422
    assert "no field of the documents &#39;sauce&#39;" in refused.text
    assert 'value="sauce, &lt;b&gt;"' in refused.text
    assert 'value="5, 12.5"' in refused.text
    quick = {name: str(value) for name, value in QUICK.items()}
    answer = page.post("/trace", data=filled | quick | {"verify": "", "by": ""}, follow_redirects=False)
    assert answer.status_code == 303
    assert ended(page, answer.headers["location"].removeprefix("/runs/"))["state"] == "done"
    shown = page.get("/trace").text
    assert "Recent results" in shown
    assert "Trace: <bdi>planted.corpus</bdi>" in shown


def test_vectors_that_one_was_at_are_traced_in_only_if_their_model_was_kept(page: TestClient) -> None:
    ids = _ids(page)
    for name, chosen in (("alone.bin", ""), ("sample", ""), ("kept.bin", ids["kept.bin"])):
        id = ids.get(name, name)
        assert page.get("/trace.json", params={"vectors": id}).json()["asked"]["vectors"] == chosen
        shown = page.get("/trace", params={"vectors": id}).text
        assert f'href="/test?vectors={id}"' in shown  # the menu leads on with them
        assert 'role="alert"' not in shown


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("has_data", [True, False])
def test_without_a_corpus_the_command_is_shown_that_makes_one(tmp_path: Path, language: str, has_data: bool) -> None:
    with asked(tmp_path, data=tmp_path if has_data else None, state=tmp_path / "state") as page:
        shown = page.get("/trace", params={"ui": language}).text
        assert 'class="empty"' in shown
        assert "weatherglass corpus build texts.jsonl texts.corpus --lang en" in shown
        assert ("weatherglass serve --data" in shown) != has_data
        assert '<button type="submit" class="go">' not in shown
        refused = page.post("/trace", data={"query": "en/weat7"})
        assert refused.status_code == 422
        assert 'role="alert"' in refused.text


def test_where_no_test_fits_the_form_says_where_words_are(tmp_path: Path) -> None:
    planted_corpus(tmp_path / "data" / "planted.corpus")
    with asked(tmp_path / "data", state=tmp_path / "state") as page:
        shown = page.get("/trace").text
        assert "There is no test in the language of these corpora" in shown
        assert 'href="/words"' in shown


def test_corpora_are_at_the_start(page: TestClient) -> None:
    listed = page.get("/start.json").json()["corpora"]
    assert [each["name"] for each in listed] == ["more/english", "planted.corpus"]
    shown = page.get("/").text
    for each in listed:
        assert f'href="/trace?corpus={each["id"]}"' in shown
    kinds = [line.split(",")[0] for line in page.get("/start.csv").text.splitlines()]
    assert kinds.count("corpus") == 2


def test_only_measures_that_can_be_traced_are_offered(page: TestClient) -> None:
    names = [name for name, _ in smooth_measures()]
    assert "weat" in names
    assert "ect" not in names
    assert set(names) == {name for name, card in MEASURES.items() if card.smooth}
    (measure,) = [each for each in controls(AskedOfTrace, {}) if each.name == "measure"]
    assert (measure.kind, measure.value) == ("smooth-measure", "weat")


def test_what_a_help_says_is_left_empty_is_what_training_takes() -> None:
    from weatherglass.wording.messages import say

    for name in KEPT:
        assert f"{getattr(GloVe(), name):g}" in say(f"app.trace.help.{name}")


def test_work_that_is_cancelled_leaves_nothing_in_other_folders(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    passing = tmp_path / "passing"
    passing.mkdir()
    monkeypatch.setenv("TMPDIR", str(passing))
    with asked(folder, state=tmp_path / "state") as page:
        id = page.post("/api/trace", json=_wished(page, epochs=1000, models=5, verify=[1, 2, 3, 4])).json()["id"]
        until = time.monotonic() + PATIENCE
        while page.get(f"/api/jobs/{id}").json()["what"] != "training":
            assert time.monotonic() < until
            time.sleep(0.02)
        page.delete(f"/api/jobs/{id}")
        run(page, "audit", vectors="sample", queries=["en/weat7"], measures=["weat"], comparisons=0)
    assert list(passing.iterdir()) == []
    assert not list((tmp_path / "state" / "runs").glob(".*"))


def test_a_trace_is_done_in_a_folder_of_any_name(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder / "planted.corpus", tmp_path / "data" / "اسم <b>&\"'")
    with asked(tmp_path / "data", state=tmp_path / "state") as page:
        (corpus,) = page.get("/api/corpora").json()
        id = run(page, "trace", **_wished(page, corpus=corpus["name"]))
        for address in ("/", "/trace", f"/runs/{id}"):
            shown = page.get(address).text
            assert "<b>&" not in shown
            assert "&lt;b&gt;&amp;" in shown
