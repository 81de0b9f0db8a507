"""The command `trace` as a process: what it prints, what it writes, what it refuses; and its pages in a real browser."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest
from playwright.sync_api import Browser

from tests.e2e.command import InProcess, Refused, printed_json, weatherglass
from tests.e2e.pages import WIDER, headings_in_order, links_lead_to_their_sections, opened, unfolded
from weatherglass.cli.trace import FILES
from weatherglass.corpus import synthetic
from weatherglass.corpus.store import open_corpus
from weatherglass.report.write import read_results

SETTINGS = ("--dim", "8", "--window", "4", "--min-count", "1", "--epochs", "10", "--x-max", "10")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trace")
    synthetic.write_documents(folder / "texts.jsonl", 200, carrying=0.1, words=4)
    synthetic.write_query(folder / "planted.toml", words=4)
    weatherglass("corpus", "build", "texts.jsonl", "corpus", "--lang", "zxx", cwd=folder)
    return folder


@pytest.fixture(scope="module")
def out(place: Path) -> str:
    return weatherglass("trace", "corpus", "--query", "planted.toml", *SETTINGS, "--models", "2", "--verify", "10", "--top", "20", "--by", "source", "--out", "r", "--figure", "groups:source=g.svg", cwd=place).stdout  # fmt: skip


def test_what_is_printed(out: str) -> None:
    lines = out.splitlines()
    assert lines[0].startswith("The effect is d = ")
    for title in ("Documents that carry most of the effect", "Documents that work most against it", "Groups in numbers", "Trained again without documents", "Words of the test in the corpus"):  # fmt: skip
        assert title in lines
    assert sum(line.startswith("loud ") for line in lines) == 1
    passages = lines[lines.index("Passages ([word of the test], +carries the effect, −works against it)") + 1 :]
    assert passages[0].startswith("−0.")
    assert "[" in passages[0]
    assert lines[-2:] == ["Report: r/trace.html", "Passages, with text of the corpus, for yourself: r/passages.html"]


def test_what_is_written(place: Path, out: str) -> None:
    assert sorted(file.name for file in (place / "r").iterdir()) == sorted(FILES)
    assert (place / "g.svg").read_text("utf-8").startswith("<?xml")
    documents = pl.read_csv(place / "r" / "documents.csv")
    assert len(documents) == 200
    assert documents["planted"][:10].to_list().count("yes") >= 7
    assert pl.read_csv(place / "r" / "groups.csv")["value"].to_list() == ["loud", "mixed", "quiet"]
    (found,) = read_results(place / "r")
    (again,) = read_results(place / "r" / "trace.html")
    assert again == found
    tested = {word[0] for each in synthetic.query(4).sets for word in each.words}
    others = {*open_corpus(place / "corpus").words} - tested
    for name, shown in (
        ("trace.html", False),
        ("trace.json", False),
        ("documents.csv", False),
        ("passages.html", True),
    ):
        text = (place / "r" / name).read_text("utf-8")
        assert any(word in text for word in others) == shown, name


def test_json_is_the_same_and_can_be_made_again_by_its_command(place: Path, out: str) -> None:
    data = json.loads((place / "r" / "trace.json").read_text("utf-8"))
    again = printed_json("trace", "corpus", "--query", "planted.toml", *SETTINGS, "--models", "2", "--verify", "10", "--top", "20", "--by", "source", cwd=place)  # fmt: skip
    assert again == data
    assert data["kind"] == "trace"


def test_vectors_that_kept_their_model(place: Path, refused: Refused, in_process: InProcess) -> None:
    weatherglass("train", "corpus", "--method", "glove", *SETTINGS, "--keep-model", "--out", "v.bin", "--force", cwd=place)  # fmt: skip
    assert (place / "v.bin.glove.npz").is_file()
    text, _ = in_process(place, "trace", "corpus", "--query", "planted.toml", "--vectors", "v.bin", "--top", "3")
    assert "note: One model alone" in text
    refused(place, "trace", "corpus", "--query", "planted.toml", "--vectors", "v.bin", "--dim", "9", code=2, message="dim: the vectors given are one model, trained with settings of its own")  # fmt: skip
    refused(place, "trace", "corpus", "--where", "source=loud", "--query", "planted.toml", "--vectors", "v.bin", code=2, message="another part of this corpus")  # fmt: skip


def test_what_is_refused(place: Path, refused: Refused) -> None:
    base = ("trace", "corpus", "--query", "planted.toml")
    for options, code, message in (
        (("--measure", "km"), 2, "km jumps where vectors move a little"),
        (("--verify", "0"), 2, "Invalid value for '--verify'"),
        (("--by", "party", *SETTINGS), 2, "There is no field of the documents 'party'"),
        (("--figure", "x.doc"), 2, "a figure is written as"),
        (("--report-lang", "xx"), 2, "language of reports 'xx'"),
        (("--dim", "900"), 4, "beside no more different words than the vectors have dimensions (900)"),
        (("--vectors", "none.bin"), 4, "none.bin"),
    ):
        refused(place, *base, *options, code=code, message=message)
    refused(place, "trace", "corpus", "--query", "en/weat6", code=2, message="not in the language 'zxx'")
    refused(place, "trace", "nowhere", "--query", "planted.toml", code=4, message="there is no such file or folder")
    refused(place, "trace", "texts.jsonl", "--query", "planted.toml", code=2, message="say their language (--lang)")


def test_texts_are_cleaned_first(place: Path, in_process: InProcess) -> None:
    text, _ = in_process(place, "trace", "texts.jsonl", "--lang", "zxx", "--query", "planted.toml", *SETTINGS, "--models", "1", "--top", "2")  # fmt: skip
    assert "Documents that carry most of the effect" in text


@pytest.mark.browser
@pytest.mark.parametrize("name", ["trace.html", "passages.html"])
@pytest.mark.parametrize("width", [1100, 360])
def test_pages_in_a_browser(browser: Browser, place: Path, out: str, name: str, width: int) -> None:
    with unfolded(browser, place / "r" / name, width) as page:
        assert page.evaluate(WIDER) == []
        headings_in_order(page)


@pytest.mark.browser
def test_links_of_the_report(browser: Browser, place: Path, out: str) -> None:
    with opened(browser, place / "r" / "trace.html") as page:
        assert links_lead_to_their_sections(page) == 11
        assert page.locator("section#documents svg").count() == 2
    with opened(browser, place / "r" / "passages.html") as page:
        assert page.locator("mark.test").count() > 20
