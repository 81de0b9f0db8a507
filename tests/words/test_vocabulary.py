"""A space's ordinary words, and which of them are neutral."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.spaces import composed_space, random_space
from weatherglass.errors import SpecError
from weatherglass.words.lookup import Match
from weatherglass.words.vocabulary import (
    gendered_by_definition,
    neutral_words,
    ordinary_rows,
)

WORDS = ["the", "Table", "she", "x2", "New_York", "a" * 20, "b" * 21, "été", "don't", "Actress", "-", "HOUSE", "table"]


def test_ordinary_words_are_letters_only_and_not_long() -> None:
    space = random_space(*WORDS)
    ordinary = [space.words[i] for i in ordinary_rows(space)]
    assert ordinary == ["the", "Table", "she", "a" * 20, "été", "Actress", "HOUSE", "table"]
    assert [space.words[i] for i in ordinary_rows(space, most=4)] == ["the", "Table", "she"]


def test_frequency_is_the_row_of_the_file_not_the_place_among_those_read() -> None:
    space = random_space(*WORDS).subset(["the", "table"])
    assert [space.words[i] for i in ordinary_rows(space, most=12)] == ["the"]


def test_composed_words_are_not_among_the_frequent_ones() -> None:
    assert ordinary_rows(composed_space(random_space("the", "table"), ["table"])) == [0]


def test_neutral_words_are_those_that_are_not_gendered_in_any_case() -> None:
    found, missing = neutral_words(random_space(*WORDS), "en", Match())
    assert found.rows == ("the", "Table", "a" * 20, "été", "HOUSE", "table")
    assert missing == ()


def test_without_a_list_neutral_words_cannot_be_told() -> None:
    assert gendered_by_definition("xx") is None
    with pytest.raises(SpecError, match=r"no list of gendered words for 'xx'.*give the neutral words in a file"):
        neutral_words(random_space(*WORDS), "xx", Match())


@pytest.mark.parametrize(
    ("language", "gendered", "neutral"),
    [
        ("de", ["Ärztin", "aerztin", "ÄRZTIN", "grossmutter", "Großmutter"], ["Tisch", "ärzte-haus"]),
        ("fr", ["mère", "mere", "Sœur", "soeur"], ["table"]),
        ("ar", ["امرأة", "امراة", "أخت", "اخت"], ["طاولة"]),
    ],
)
def test_gendered_words_are_known_in_the_spellings_of_cleaned_texts(
    language: str, gendered: list[str], neutral: list[str]
) -> None:
    by_definition = gendered_by_definition(language)
    assert by_definition is not None
    assert all(map(by_definition, gendered))
    assert not any(map(by_definition, neutral))


def test_given_words_are_found_by_the_usual_rules_each_row_once() -> None:
    found, missing = neutral_words(random_space(*WORDS), "en", Match(), ["House", "THE", "the", "New York", "gone"])
    assert found.rows == ("the", "New_York")  # of House the row HOUSE is no form
    assert missing == ("House", "gone")
    assert found.vectors.shape == (2, 4)
    none, missing = neutral_words(random_space(*WORDS), "en", Match(), ["gone"])
    assert none.vectors.shape == (0, 4)
    assert missing == ("gone",)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=25), min_size=1, unique=True))
def test_ordinary_rows_of_any_words(words: list[str]) -> None:
    space = random_space(*words)
    for row in ordinary_rows(space):
        assert space.words[row].isalpha()
        assert len(space.words[row]) <= 20
