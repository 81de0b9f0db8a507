"""What is given is recognised, or said; and mistakes are told before anything is done."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from weatherglass.embedding.sample import sample_path
from weatherglass.errors import SpecError
from weatherglass.replication.given import fitting, read_items
from weatherglass.replication.paper import paper

KURPICZ = paper("kurpicz-briki-2020")


@pytest.fixture
def vectors(tmp_path: Path) -> Path:
    return Path(shutil.copy(sample_path(), tmp_path / f"my-glove-vectors{''.join(sample_path().suffixes)}"))


def test_vectors_are_recognised_with_language_and_method(vectors: Path) -> None:
    (item,), notices = read_items([vectors], KURPICZ)
    assert (item.role, item.language, item.method) == ("vectors", "en", "glove")
    assert notices == ()
    assert fitting([item], "vectors", "en", "glove") == (item,)
    assert fitting([item], "vectors", "en", "word2vec") == fitting([item], "vectors", "de") == ()


def test_what_is_said_counts_more_than_a_name(vectors: Path) -> None:
    (item,), _ = read_items([f"word2vec={vectors}"], KURPICZ)
    assert item.method == "word2vec"


def test_a_folder_is_looked_through_and_what_is_not_used_is_told(vectors: Path) -> None:
    (vectors.parent / "notes.md").write_text("Nothing to measure.", "utf-8")
    items, (notice,) = read_items([vectors.parent], KURPICZ)
    assert [item.name for item in items] == [vectors.name]
    assert "notes.md" in notice.text


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
