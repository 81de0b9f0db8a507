"""What is given is recognised, or said; and mistakes are told before anything is done."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from weatherglass.embedding.formats import read, write
from weatherglass.embedding.sample import sample_path
from weatherglass.errors import SpecError
from weatherglass.replication.given import content_of, fitting, read_items
from weatherglass.replication.paper import paper

KURPICZ = paper("kurpicz-briki-2020")


@pytest.fixture
def vectors(tmp_path: Path) -> Path:
    return Path(shutil.copy(sample_path(), tmp_path / f"my-glove-vectors{''.join(sample_path().suffixes)}"))


def test_vectors_are_recognised_with_language_and_method(vectors: Path) -> None:
    (item,), notices = read_items([vectors], KURPICZ)
    assert (item.role, item.language, item.method) == ("vectors", "en", "glove")
    assert ["is taken for glove because it is called so" in notice.text for notice in notices] == [True]
    assert fitting([item], "vectors", "en", "glove") == (item,)
    assert fitting([item], "vectors", "en", "word2vec") == fitting([item], "vectors", "de") == ()


def test_what_is_said_counts_more_than_a_name(vectors: Path) -> None:
    (item,), _ = read_items([f"word2vec={vectors}"], KURPICZ)
    assert item.method == "word2vec"


def test_a_folder_is_looked_through_and_what_is_not_used_is_told(vectors: Path) -> None:
    (vectors.parent / "notes.md").write_text("Nothing to measure.", "utf-8")
    items, (notice, guessed) = read_items([vectors.parent], KURPICZ)
    assert [item.name for item in items] == [vectors.name]
    assert "notes.md (not recognised)" in notice.text
    assert guessed.code == "guessed-method"


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(read(sample_path()), tmp_path_factory.mktemp("plain") / "v.bin")


@pytest.mark.parametrize(
    ("name", "method"),
    [
        ("GoogleNews-vectors-negative300.bin", "word2vec"),
        ("full_uni_sg_300_wiki.bin", "word2vec"),  # AraVec
        ("full_grams_cbow_100_twitter.bin", "word2vec"),
        ("glove.6B.100d.bin", "glove"),
        ("cc.de.300.bin", "fasttext"),
        ("wiki.ar.bin", "fasttext"),
        ("wiki-news-300d-1M.bin", "fasttext"),
        ("crawl-300d-2M.bin", "fasttext"),
        ("dewiki.bin", ""),
        ("acc.bin", ""),
    ],
)
def test_the_method_is_told_by_names_under_which_vectors_are_published(
    plain: Path, tmp_path: Path, name: str, method: str
) -> None:
    (tmp_path / name).symlink_to(plain)
    (item,), notices = read_items([tmp_path / name], KURPICZ)
    assert (item.method, len(notices)) == (method, bool(method))
    (item,), notices = read_items([f"vectors:en={tmp_path / name}"], KURPICZ)
    assert (item.method, notices) == ("", ())


def test_files_of_one_name_are_told_apart(tmp_path: Path) -> None:
    paths = [tmp_path / folder / "v.bin" for folder in ("one", "two")]
    for path in paths:
        path.parent.mkdir()
        write(read(sample_path(), limit=50), path)
    items, _ = read_items([f"glove:en={paths[0]}", f"vectors:en={paths[1]}", f"glove:en={paths[0]}"], KURPICZ)
    assert [item.name for item in items] == ["one/v.bin", "two/v.bin"]


def test_content_tells_files_and_folders_from_others(tmp_path: Path) -> None:
    (tmp_path / "lexicon").mkdir()
    (tmp_path / "lexicon" / "words.csv").write_text("good,1\n", "utf-8")
    before = content_of(str(tmp_path / "lexicon"))
    assert content_of(str(tmp_path / "lexicon")) == before
    (tmp_path / "lexicon" / "words.csv").write_text("good,-1\n", "utf-8")
    assert content_of(str(tmp_path / "lexicon")) != before


def test_sentences_come_with_their_scores(tmp_path: Path) -> None:
    for name in ("pairs.txt", "gold.txt"):
        (tmp_path / name).write_text("x", "utf-8")
    (item,), _ = read_items([f"sentences={tmp_path / 'pairs.txt'},{tmp_path / 'gold.txt'}"], paper("lauscher-2020"))
    assert (Path(item.path).name, Path(item.gold).name) == ("pairs.txt", "gold.txt")
    assert item.language == "ar"


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ([], "nothing to work on"),
        (["nowhere.bin"], "no such file"),
        (["picture=a.png"], "'picture' is nothing that can be given"),
        (["corpus=texts.jsonl"], "say the language"),
        (["notes.md"], "cannot be recognised"),
        (["analogies=notes.md", "analogies=texts.jsonl"], "analogies were given 2 times"),
        (["corpus:it=texts.jsonl"], "the experiments of kurpicz-briki-2020 are in en, de, fr"),
    ],
)
def test_mistakes_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: list[str], problem: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("texts.jsonl").write_text('{"text": "x"}\n', "utf-8")
    Path("notes.md").write_text("No vectors here.", "utf-8")
    with pytest.raises(SpecError, match=problem):
        read_items(given, KURPICZ)
