"""Studies to begin with: filled in for the corpus they are about, and refused where they could not be."""

from __future__ import annotations

from pathlib import Path

import pytest

from weatherglass.corpus.build import build_from_words
from weatherglass.errors import SpecError, UnknownName
from weatherglass.study.new import new_study
from weatherglass.study.written import read_spec


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return build_from_words([["ein", "satz"]], tmp_path / "corpus", language="de").folder


def test_the_path_leads_to_the_corpus_from_where_the_file_is(corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "studies").mkdir()
    file = new_study("robustness", corpus, tmp_path / "studies" / "mine.toml")
    assert 'path = "../corpus"' in file.read_text("utf-8")
    study = read_spec(file)
    assert Path(study.corpora[0].path).resolve() == corpus
    assert (study.name, study.language) == ("robustness-de", "de")


def test_the_tests_are_those_of_the_language(corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "texts.txt").write_text("Texts.", "utf-8")
    for language, queries in (("de", '["de/gerard-*"]'), ("fr", '["fr/weat*"]'), ("it", '["query.toml"]')):
        file = new_study("robustness", tmp_path / "texts.txt", tmp_path / f"{language}.toml", language=language)
        assert f"queries = {queries}" in file.read_text("utf-8")


def test_what_cannot_be_begun(corpus: Path, tmp_path: Path) -> None:
    target = tmp_path / "mine.toml"
    with pytest.raises(UnknownName, match="Did you mean 'robustness'"):
        new_study("robustnes", corpus, target)
    with pytest.raises(SpecError, match="was cleaned as 'de', not 'fr'"):
        new_study("robustness", corpus, target, language="fr")
    with pytest.raises(SpecError, match="no code of a language"):
        new_study("robustness", corpus, target, language="German")
    with pytest.raises(SpecError, match="there is no file or folder"):
        new_study("robustness", tmp_path / "none", target, language="de")
    assert not target.exists()
