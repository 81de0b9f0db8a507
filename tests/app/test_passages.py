"""The passages of a trace: their text is on the page as long as the corpus is there, harmless, and nowhere else."""

from __future__ import annotations

import io
import json
import re
import shutil
import zipfile
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.app.served import asked, run
from tests.app.test_hostile import SCRIPT
from tests.app.texts import PLANTED, QUICK, planted_corpus, reworded, spoken_corpus
from weatherglass.app.desk import Desk
from weatherglass.corpus.store import MANIFEST, open_corpus
from weatherglass.report.passages import parts
from weatherglass.trace.traced import Trace

HOSTILE = {
    0: "<script>alert(1)</script>",
    1: "<img src=x onerror=alert(1)>",
    2: "\u202egnp",
    3: '"onmouseover=alert(1)',
    4: "</q></li></details>",
    5: "{{ 7*7 }}",
    6: "x" * 900,
}
LANGUAGES = ("en", "de", "fr", "ar")


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with a corpus whose background words mean harm, the page's state beside it, and the id of a trace."""
    root = tmp_path_factory.mktemp("traced")
    corpus = planted_corpus(root / "data" / "planted.corpus")
    tested = {forms[0] for each in PLANTED.sets for forms in each.words}
    frequent = [word for word in open_corpus(corpus).words if word not in tested]
    reworded(corpus, {frequent[i]: word for i, word in HOSTILE.items()})
    with asked(root / "data", state=root / "state") as page:
        (listed,) = page.get("/api/corpora").json()
        own = _desk(page).sets.save(PLANTED)
        return root, run(page, "trace", corpus=listed["id"], query=own, verify=[5], **QUICK)


@pytest.fixture
def id(traced: tuple[Path, str]) -> str:
    return traced[1]


@pytest.fixture
def folder(traced: tuple[Path, str], tmp_path: Path) -> Path:
    """A copy of that folder, to be changed."""
    for name in ("data", "state"):
        shutil.copytree(traced[0] / name, tmp_path / name)
    return tmp_path / "data"


@pytest.fixture
def page(folder: Path, tmp_path: Path) -> Iterator[TestClient]:
    with asked(folder, state=tmp_path / "state") as client:
        yield client


def _desk(page: TestClient) -> Desk:
    desk: Desk = page.app.state.desk  # type: ignore[attr-defined]
    return desk


def _quoted(page: TestClient, id: str, language: str = "en") -> list[str]:
    """What stands in quotations on the page of a result."""
    return re.findall(r"<q [^>]*>(.*?)</q>", page.get(f"/runs/{id}", params={"ui": language}).text, re.DOTALL)


def _plain(quoted: str) -> list[str]:
    return unescape(re.sub(r"</?mark[^>]*>", "", quoted)).split()


def _words(page: TestClient, id: str) -> set[str]:
    """Of the quotations, without those of the test, and without what stands in every page."""
    tested = {forms[0] for each in PLANTED.sets for forms in each.words}
    return {word for each in _quoted(page, id) for word in _plain(each) if len(word) > 5} - tested


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_is_that_of_the_corpus_with_its_words_marked(
    page: TestClient, id: str, folder: Path, language: str
) -> None:
    trace = _desk(page).runs.found(id)
    assert isinstance(trace, Trace)
    corpus = open_corpus(folder / "planted.corpus")
    every = [each for part in parts(trace, corpus) for each in part.passages]
    quoted = _quoted(page, id, language)
    assert len(quoted) == len(every) > 40
    first = trace.passages[0]
    shown = next(each for each, one in zip(quoted, every, strict=True) if one.sentence == first.sentence + 1)
    marked = re.findall(r'<mark class="(\w+)" title="[^"]+">', shown)
    assert marked == [mark.kind for mark in first.marks]
    assert {"test", "for"} <= {kind for each in quoted for kind in re.findall(r'<mark class="(\w+)"', each)}
    html = page.get(f"/runs/{id}", params={"ui": language}).text
    assert html.index('id="passages"') < html.index('id="passages-text"') < html.index('id="check"')
    assert '<q lang="zxx" dir="ltr">' in html


def test_words_that_mean_harm_are_only_text(page: TestClient, id: str) -> None:
    html = page.get(f"/runs/{id}").text
    assert not SCRIPT.search(html)
    assert "<img src=x" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "&lt;img src=x onerror=alert(1)&gt;" in html
    assert '"onmouseover' not in html
    assert "&lt;/q&gt;" in html
    assert "{{ 7*7 }}" in html
    assert "\u202e" not in html
    assert html.count("<q ") == html.count("</q>")


def test_the_text_is_in_nothing_that_is_taken_away(page: TestClient, id: str, tmp_path: Path) -> None:
    words = _words(page, id)
    assert len(words) > 100
    texts = {
        address: page.get(address).content
        for address in (
            f"/runs/{id}.json",
            f"/runs/{id}.csv",
            f"/api/runs/{id}",
            f"/api/runs/{id}/result",
            f"/api/runs/{id}/same",
            f"/api/runs/{id}/documents.csv",
            f"/report/preview?run={id}",
            f"/report?run={id}",
            "/",
            "/start.json",
            "/trace",
            *(f"/report/{id}.{ending}" for ending in ("html", "md", "latex", "json")),
            *(f"/api/runs/{id}/table.csv?name={name}" for name in page.get(f"/api/runs/{id}/tables").json()),
            *(f"/api/runs/{id}/figure.svg?name={name}" for name in page.get(f"/api/runs/{id}/figures").json()),
            *(f"/api/runs/{id}/pictures/{i}.svg" for i in (1, 2, 3)),
        )
    }
    packed = zipfile.ZipFile(io.BytesIO(page.get(f"/report/{id}.csv").content))
    texts |= {f"zip: {name}": packed.read(name) for name in packed.namelist()}
    kept = [each for each in (tmp_path / "state").rglob("*") if each.is_file()]
    texts |= {str(each): each.read_bytes() for each in kept}
    for where, text in texts.items():
        assert text, where
        assert [word for word in words if word in text.decode("utf-8", "replace")] == [], where


def test_a_corpus_of_another_direction_keeps_its_own(tmp_path: Path) -> None:
    spoken_corpus(tmp_path / "data" / "ar", "ar/weat7")
    spoken_corpus(tmp_path / "data" / "en", "en/weat7")
    with asked(tmp_path / "data", state=tmp_path / "state") as page:
        ids = {each["name"]: each["id"] for each in page.get("/api/corpora").json()}
        for name, direction in (("ar", "rtl"), ("en", "ltr")):
            wished = QUICK | {"dim": 4, "least_documents": 2}
            id = run(page, "trace", corpus=ids[name], query=f"{name}/weat7", **wished)
            for language in ("en", "ar"):
                html = page.get(f"/runs/{id}", params={"ui": language}).text
                assert f'<q lang="{name}" dir="{direction}">' in html


def _says(page: TestClient, id: str, said: str) -> None:
    """The page is shown without text, and says why; what else there is of the result stays."""
    answer = page.get(f"/runs/{id}")
    assert answer.status_code == 200
    assert said in re.sub("</?bdi>", "", answer.text)
    assert "<q " not in answer.text
    assert 'id="passages"' in answer.text
    for address in (f"/runs/{id}.json", f"/runs/{id}.csv", f"/report/{id}.html"):
        assert page.get(address).status_code == 200


def test_where_the_corpus_is_gone_it_is_said_in_words(page: TestClient, id: str, folder: Path, tmp_path: Path) -> None:
    shutil.move(folder / "planted.corpus", tmp_path / "elsewhere")
    _says(page, id, "The corpus planted.corpus is not in the data folder any more")
    (folder / "planted.corpus").symlink_to(tmp_path / "elsewhere")
    _says(page, id, "The corpus planted.corpus is not in the data folder any more")
    (folder / "planted.corpus").unlink()
    shutil.move(tmp_path / "elsewhere", folder / "planted.corpus")
    assert _quoted(page, id)  # there again


def test_where_the_corpus_is_another_one_it_is_said_in_words(page: TestClient, id: str, folder: Path) -> None:
    assert _quoted(page, id)
    planted_corpus(folder / "planted.corpus")  # with words that mean no harm
    _says(page, id, "The corpus planted.corpus is another one now")


@pytest.mark.parametrize("part", ["words.txt", "tokens.npy", "starts.npy", MANIFEST])
def test_where_the_corpus_is_damaged_it_is_said_in_words(page: TestClient, id: str, folder: Path, part: str) -> None:
    file = folder / "planted.corpus" / part
    if part == MANIFEST:
        told = json.loads(file.read_text("utf-8"))
        file.write_text(json.dumps({"format": told["format"], "version": told["version"]}), "utf-8")
    else:
        file.write_bytes(file.read_bytes()[:60])
    _says(page, id, "The corpus planted.corpus cannot be read any more")


def test_a_result_made_elsewhere_has_no_corpus(page: TestClient, id: str, tmp_path: Path) -> None:
    report = page.get(f"/report/{id}.html").content
    with asked(tmp_path / "other", data=None, state=tmp_path / "elsewhere") as other:
        sent = other.post("/", data={"wish": "result"}, files={"file": ("trace.html", report)}, follow_redirects=False)
        assert sent.status_code == 303, sent.text
        opened = sent.headers["location"].removeprefix("/runs/")
        _says(other, opened, "This result was made elsewhere")
        assert f"/api/runs/{opened}/documents.csv" not in other.get(f"/runs/{opened}").text
    here = page.post("/", data={"wish": "result"}, files={"file": ("trace.html", report)}, follow_redirects=False)
    _says(page, here.headers["location"].removeprefix("/runs/"), "This result was made elsewhere")


def test_a_result_that_was_changed_shows_nothing_beyond_the_corpus(page: TestClient, id: str, tmp_path: Path) -> None:
    file = tmp_path / "state" / "runs" / id / "result.json"
    told = json.loads(file.read_text("utf-8"))
    told["passages"][0]["sentence"] = 10**9
    _desk(page).runs._read.clear()
    file.write_text(json.dumps(told), "utf-8")
    _says(page, id, "cannot be read any more")
