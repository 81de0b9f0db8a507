"""Queries as people write them, and what is said when they are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.spaces import toy_query
from weatherglass.errors import FormatError, SpecError
from weatherglass.words.query import read_query

GOOD = """
name = "my-test"
language = "de"
title = "Mathe  und Blumen "
cite = ["gerard2017"]
year = 2017
[targets]
math = ["Mathematik", "Algebra"]
flowers = ["Tulpe", "Narzisse|Narzise"]
[attributes]
male = ["er", "Mann"]
female = ["sie", "Frau"]
[pairs]
sex = [["sie", "er"], ["Frau", "Mann"]]
[groups]
fruit = {together = ["Apfel", "Birne"], odd = ["Stuhl|Sessel", "Saft"]}
[rates]
Tulpe = 0.91
"""


def test_the_documented_shape(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(GOOD, "utf-8")
    query = read_query(file)
    assert query.id == "de/my-test"
    assert (query.title, query.cite, query.year) == ("Mathe und Blumen", ("gerard2017",), 2017)
    assert [s.name for s in query.targets] == ["math", "flowers"]
    assert query.targets[1].words == (("Tulpe",), ("Narzisse", "Narzise"))
    assert [s.name for s in query.attributes] == ["male", "female"]
    assert query.pairs[0].pairs[1] == (("Frau",), ("Mann",))
    assert query.groups[0].name == "fruit"
    assert query.groups[0].together == (("Apfel",), ("Birne",))
    assert query.groups[0].odd == (("Stuhl", "Sessel"), ("Saft",))
    assert query.rates == {"Tulpe": 0.91}
    assert {("Mathematik",), ("Frau",), ("Birne",), ("Stuhl", "Sessel")} <= set(query.all_words())


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('name = "my-test"', "", "key 'name'"),
        ('language = "de"', 'language = "German"', "key 'language'.*got 'German'"),
        ("2017\n", "true\n", "key 'year'.*whole number, got True"),
        ("2017\n", '"2017"\n', "key 'year'.*whole number, got '2017'"),
        ('["gerard2017"]', '"gerard2017"', "key 'cite'.*list of citation keys, got 'gerard2017'"),
        ('["gerard2017"]', "[2017]", r"key 'cite'.*list of citation keys, got \[2017\]"),
        ('title = "Mathe', "title = 3 #", "key 'title'.*needs a text, got 3"),
        ("[targets]", "[target]", r"key 'target'.*did you mean 'targets'"),
        ("[rates]", "[wishes]", "key 'wishes'.*known keys"),
        ('["Mathematik", "Algebra"]', '"Mathematik"', r"key 'targets\.math'.*list of words"),
        ('["Mathematik", "Algebra"]', "[]", "list of words"),
        ('["Mathematik", "Algebra"]', "[1, 2]", "in quotation marks"),
        ('"Algebra"', '""', "1 to 200 characters"),
        ('"Algebra"', f'"{"x" * 201}"', "1 to 200 characters"),
        ('"Algebra"', '"Alg\\u202Eebra"', r"control character U\+202E"),
        ('"Algebra"', '"Alg\\u0000ebra"', r"control character U\+0000"),
        ('"Algebra"', '"Tulpe"', "'Tulpe' is in 'math' and in 'flowers'"),
        ('"Algebra"', '"Narzise"', "'Narzise' is in 'math' and in 'flowers'"),
        ('female = ["sie", "Frau"]', 'female = ["sie", "Mann"]', "'Mann' is in 'male' and in 'female'"),
        ('["sie", "er"]', '["sie"]', "pairs of two words"),
        ('[["sie", "er"], ["Frau", "Mann"]]', '"sie"', r"key 'pairs\.sex'.*list of pairs, got 'sie'"),
        ('[["sie", "er"], ["Frau", "Mann"]]', "[]", r"key 'pairs\.sex'.*list of pairs, got \[\]"),
        ("together =", "togther =", r"key 'groups\.fruit'.*'together' and 'odd', got.*togther"),
        (', odd = ["Stuhl|Sessel", "Saft"]', "", r"key 'groups\.fruit'.*'together' and 'odd'"),
        ('["Stuhl|Sessel", "Saft"]', "[]", r"key 'groups\.fruit\.odd'.*list of words"),
        ('["Stuhl|Sessel", "Saft"]', '["Stuhl", 3]', r"key 'groups\.fruit\.odd'.*in quotation marks"),
        ('["Apfel", "Birne"]', '["Apfel"]', r"key 'groups\.fruit\.together'.*at least two words, got \['Apfel'\]"),
        ('"Saft"]', '"Birne"]', r"key 'groups\.fruit'.*'Birne' is in 'together' and in 'odd'"),
        ("fruit = {", '"fr\\u202Euit" = {', r"key 'groups'.*control character U\+202E"),
        ("[groups]\nfruit", "[groups]\nmeat = 3\nfruit", r"key 'groups\.meat'.*needs a table"),
        ("0.91", "nan", "finite number"),
        ("Tulpe = 0.91", "Tulppe = 0.91", r"key 'rates\.Tulppe'.*did you mean 'Tulpe'"),
        ('name = "my-test"', 'name = "my\\u001Btest"', r"key 'name'.*control character U\+001B"),
        ("math =", '"ma\\u202Eth" =', r"key 'targets'.*control character U\+202E"),
        ("sex =", '"s\\u202Eex" =', r"key 'pairs'.*control character U\+202E"),
        ("0.91", '"much"', "finite number"),
        ("0.91", "true", "finite number, got True"),
        ('name = "my-test"', "name = [", "not a readable TOML"),
    ],
)
def test_mistakes_name_the_key_and_the_cure(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in GOOD
    file = tmp_path / "bad.toml"
    file.write_text(GOOD.replace(old, new), "utf-8")
    with pytest.raises(SpecError, match=message) as caught:
        read_query(file)
    assert "bad.toml" in str(caught.value)


def test_a_missing_file_and_one_that_is_not_text(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="no such file"):
        read_query(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FormatError, match="not a text in UTF-8"):
        read_query(tmp_path / "bytes.toml")


def test_words_are_composed_unicode() -> None:
    query = toy_query(targets={"x": ["a\u0308"], "y": ["y1"]}, rates={"a\u0308": 1})
    assert query.targets[0].words == (("ä",),)
    assert query.rates == {"ä": 1.0}


def test_words_of_pairs_may_have_rates_too() -> None:
    query = toy_query(pairs={"forms": [["teacher|tutor", "teachers"]]}, rates={"tutor": 0.5, "teachers": 1})
    assert query.rates == {"tutor": 0.5, "teachers": 1.0}


def test_a_query_without_words_is_refused() -> None:
    with pytest.raises(SpecError, match="there are no words"):
        toy_query(targets={})


def test_groups_alone_are_words_enough() -> None:
    groups = {"fruit": {"together": ["apple", "pear"], "odd": ["chair"]}}
    query = toy_query(targets={}, attributes={}, groups=groups)
    assert query.all_words() == (("apple",), ("pear",), ("chair",))
    assert not query.is_test
