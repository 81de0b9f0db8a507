"""Queries as WEFE and others write them, and files of several kinds."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import weatherglass
from tests.embedding.encoders import ByLetters
from tests.words.test_packs import xweat
from weatherglass.errors import SpecError, UnknownName
from weatherglass.words import packs

SETS: dict[str, Any] = {
    "target_sets": [["rose", "tulip"], ["flea", "ant"]],
    "attribute_sets": [["love"], ["hate"]],
    "target_sets_names": ["Flowers", "Insects"],
    "attribute_sets_names": ["Pleasant", "Unpleasant"],
}


@dataclass
class Wefe:
    """With the attributes of WEFE's own class."""

    target_sets: list[list[str]]
    attribute_sets: list[list[str]]
    target_sets_names: list[str] = field(default_factory=list)
    attribute_sets_names: list[str] = field(default_factory=list)


@pytest.mark.parametrize("given", [SETS, Wefe(**SETS)], ids=["dictionary", "object"])
def test_from_wefe_and_back(given: Any) -> None:
    query = weatherglass.from_wefe(given, language="en")
    assert query.id == "en/flowers-insects-pleasant-unpleasant"
    assert query.targets[0].name == "Flowers"
    assert query.attributes[1].words == (("hate",),)
    assert query.to_wefe() == SETS
    assert Wefe(**query.to_wefe()) == Wefe(**SETS)


def test_names_may_be_missing() -> None:
    query = weatherglass.from_wefe(Wefe(SETS["target_sets"], SETS["attribute_sets"]), language="de", name="mine")
    assert query.id == "de/mine"
    assert [each.name for each in query.sets] == ["target 1", "target 2", "attribute 1", "attribute 2"]


AS_ARRAYS: dict[str, dict[str, Any]] = {
    "arrays": {key: np.array(value) for key, value in SETS.items()},
    "arrays in lists": {key: [np.array(each) for each in SETS[key]] for key in ("target_sets", "attribute_sets")},
    "sets of other sizes": {"target_sets": np.array([["rose", "tulip", "lily"], ["ant"]], dtype=object)},
    "names": {"target_sets_names": np.array(["Flowers", "Insects"])},
    "lists of texts of numpy": {"target_sets": [list(np.array(each)) for each in SETS["target_sets"]]},
}


@pytest.mark.parametrize("changed", AS_ARRAYS.values(), ids=AS_ARRAYS)
def test_arrays_are_taken_as_by_wefe(changed: dict[str, Any]) -> None:
    query = weatherglass.from_wefe({**SETS, **changed}, language="en")
    lists = {key: [list(s) for s in value] if key.endswith("sets") else list(value) for key, value in changed.items()}
    assert query.to_wefe() == {**SETS, **lists}
    kinds = {type(word) for each in query.sets for alternatives in each.words for word in alternatives}
    assert kinds == {str}
    json.dumps(query.to_wefe())


@pytest.mark.parametrize(
    ("given", "near"),
    [
        ({"target_sets": SETS["target_sets"], "attribute_set": SETS["attribute_sets"]}, "attribute_sets"),
        ({"target_sets": SETS["target_sets"], "attributes": SETS["attribute_sets"]}, "attribute_sets"),
        ({"target_set": SETS["target_sets"], "attribute_sets": SETS["attribute_sets"]}, "target_sets"),
        ({"target_sets": SETS["target_sets"], "target_set_names": ["a", "b"]}, "target_sets_names"),
        ({"first_targets": {}, "second_target": {}, "first_attribute": {}, "second_attribute": {}}, "first_target"),
        ({"targ1": {}, "targ2": {}, "atr1": {}, "attr2": {}}, "attr1"),
    ],
)
def test_a_misspelt_part_is_not_overlooked(given: dict[str, Any], near: str) -> None:
    with pytest.raises(SpecError, match=f"is no part of a query; did you mean '{near}'"):
        weatherglass.from_wefe(given, language="en")


def test_notes_beside_the_parts_are_left_alone() -> None:
    more = {"title": "Flowers", "name": "x", "targets": "whole", "source": "", "template": "T", 7: "odd"}
    assert weatherglass.from_wefe({**SETS, **more}, language="en").to_wefe() == SETS
    assert weatherglass.from_wefe({**RESPONSIBLY, "target": "a", "attributes": "b"}, language="en").is_test
    assert not weatherglass.from_wefe({"target_sets": SETS["target_sets"], "name": "x"}, language="en").is_test


def test_every_shipped_test_goes_to_wefe_and_back() -> None:
    for query in packs.of_tests(None):
        back = weatherglass.from_wefe(query.to_wefe(), language=query.language, name=query.name)
        assert [(s.name, [w[0] for w in s.words]) for s in back.sets] == [
            (s.name, [w[0] for w in s.words]) for s in query.sets
        ]


def test_a_list_of_words_is_no_query_of_wefe() -> None:
    (professions,) = packs.given(["en/professions"])
    with pytest.raises(SpecError, match="compares no sets"):
        professions.to_wefe()


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"target_sets": None}, "no query that can be read"),
        ({"target_sets": "rose"}, "list of lists"),
        ({"target_sets": ["rose", "tulip"]}, "list of lists"),
        ({"target_sets_names": ["Flowers"]}, "as many names"),
        ({"target_sets_names": ["Flowers", "Flowers"]}, "two sets have one name"),
        ({"target_sets": [["rose|tulip"], ["ant"]]}, r"holds '\|'"),
        ({"target_sets": [["rose"], ["rose"]]}, "one side only"),
        ({"attribute_sets": [[1], ["hate"]]}, "quotation marks"),
    ],
)
def test_what_cannot_be_a_query(changed: dict[str, Any], problem: str) -> None:
    with pytest.raises(SpecError, match=problem):
        weatherglass.from_wefe({**SETS, **changed}, language="en")


RESPONSIBLY: dict[str, dict[str, Any]] = {
    "first_target": {"name": "Flowers", "words": ["rose", "tulip"]},
    "second_target": {"name": "Insects", "words": ["flea", "ant"]},
    "first_attribute": {"name": "Pleasant", "words": ["love"]},
    "second_attribute": {"name": "Unpleasant", "words": ["hate"]},
}
SENTENCES = {
    key: {"category": RESPONSIBLY[named]["name"], "examples": RESPONSIBLY[named]["words"]}
    for key, named in (
        ("targ1", "first_target"), ("targ2", "second_target"), ("attr1", "first_attribute"), ("attr2", "second_attribute"),
    )
}  # fmt: skip


def test_a_json_file_of_any_of_the_forms(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps([SETS, RESPONSIBLY, SENTENCES]), "utf-8")
    queries = weatherglass.read_queries(file, "en")
    assert [query.id for query in queries] == ["en/mine-1", "en/mine-2", "en/mine-3"]
    assert all(query.to_wefe() == SETS for query in queries)
    file.write_text(json.dumps(SETS), "utf-8")
    assert [query.id for query in weatherglass.read_queries(file, "fr")] == ["fr/mine"]


def test_a_test_of_sentences_as_its_authors_publish_it(tmp_path: Path) -> None:
    """One object over many lines in a file that ends in .jsonl; its sentences are encoded as they are."""
    sentences = {
        key: {**each, "examples": [f"This is {word}." for word in each["examples"]]} for key, each in SENTENCES.items()
    }
    file = tmp_path / "sent-flowers.jsonl"
    file.write_text(json.dumps(sentences, indent=2), "utf-8")
    (query,) = weatherglass.read_queries(file, "en")
    embedding = weatherglass.encode_queries(ByLetters(), query)
    assert "This is rose." in embedding
    match = weatherglass.Match(min_words=1)
    (result,) = weatherglass.run(embedding, [query], ["weat"], match=match).measured
    assert result.coverage.found == 6


def test_json_lines_have_a_test_a_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    file.write_text(f"{json.dumps(SETS)}\n\n{json.dumps(RESPONSIBLY)}\n", "utf-8")
    queries = weatherglass.read_queries(file, "en")
    assert [query.id for query in queries] == ["en/mine-1", "en/mine-2"]
    assert all(query.to_wefe() == SETS for query in queries)
    file.write_text(json.dumps(SETS) + "\n", "utf-8")
    assert [query.id for query in weatherglass.read_queries(file, "en")] == ["en/mine"]


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("mine.jsonl", '{"target_sets": [["a"], ["b"]]}\n\n{"target_sets": [}\n', r"line 3 is not readable as JSON"),
        ("mine.jsonl", '{"target_sets": [["a"], ["b"]]}\n"rose"\n', "holds no query"),
        ("mine.jsonl", "{\n}}\n", r"not readable as JSON \(.*Extra data"),
        ("mine.jsonl", "{\n\n", "not readable as JSON"),
        ("mine.json", "{}\n{}\n", "Extra data"),
    ],
)
def test_json_lines_that_cannot_be_read(name: str, text: str, problem: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(text, "utf-8")
    with pytest.raises(SpecError, match=problem):
        weatherglass.read_queries(file, "en")


@pytest.mark.parametrize("text", ["{", "[]", "3", '["rose"]', "{}", '{"targ1": ["a"]}'])
def test_a_json_file_of_something_else(text: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(text, "utf-8")
    with pytest.raises(SpecError, match=r"mine\.json: .*(JSON|expected)"):
        weatherglass.read_queries(file, "en")


def test_a_json_file_does_not_tell_its_language(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(SETS), "utf-8")
    with pytest.raises(SpecError, match="--lang en"):
        weatherglass.read_queries(file)


def test_one_function_for_all_kinds_of_files(tmp_path: Path) -> None:
    (translated,) = [q for q in weatherglass.read_queries(xweat(tmp_path)) if q.id == "es/vocab_en_es-weat7"]
    toml = tmp_path / "own.toml"
    toml.write_text('name = "own"\nlanguage = "en"\n[targets]\na = ["rose"]\n', "utf-8")
    assert weatherglass.read_queries(toml) == (weatherglass.read_query(toml),)
    assert translated.is_test
    with pytest.raises(UnknownName, match=r"kind of file of queries '\.txt'"):
        weatherglass.read_queries("words.txt")
    for name in ("vocab_en_es.csv", "mine.json"):
        with pytest.raises(SpecError, match="read it with read_queries"):
            weatherglass.read_query(tmp_path / name)
