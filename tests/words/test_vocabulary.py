"""A space's ordinary words, and which of them are neutral."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from weatherglass.embedding.embedding import Embedding
from weatherglass.errors import SpecError
from weatherglass.words.lookup import Match
from weatherglass.words.vocabulary import (
    frequency_known,
    gendered_words,
    neutral_words,
    ordinary_rows,
)

WORDS = ["the", "Table", "she", "x2", "New_York", "a" * 20, "b" * 21, "été", "don't", "Actress", "-", "HOUSE", "table"]


def space_of(words: list[str]) -> Embedding:
    return Embedding.from_arrays(words, np.random.default_rng(0).normal(size=(len(words), 4)).astype(np.float32))


def test_ordinary_words_are_letters_only_and_not_long() -> None:
    space = space_of(WORDS)
    ordinary = [space.words[i] for i in ordinary_rows(space)]
    assert ordinary == ["the", "Table", "she", "a" * 20, "été", "Actress", "HOUSE", "table"]
    assert [space.words[i] for i in ordinary_rows(space, most=4)] == ["the", "Table", "she"]


def test_frequency_is_the_row_of_the_file_not_the_place_among_those_read() -> None:
    space = space_of(WORDS).subset(["the", "table"])
    assert [space.words[i] for i in ordinary_rows(space, most=12)] == ["the"]


def test_composed_words_are_not_among_the_frequent_ones() -> None:
    base = space_of(["the", "table"])
    ranks = base.ranks.copy()
    ranks[1] = -1
    space = Embedding(base.name, base.words, base.vectors.copy(), ranks, base.rows)
    assert ordinary_rows(space) == [0]


def test_neutral_words_are_those_that_are_not_gendered_in_any_case() -> None:
    found, missing = neutral_words(space_of(WORDS), "en", Match())
    assert found.rows == ("the", "Table", "a" * 20, "été", "HOUSE", "table")
    assert missing == ()


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_lists_of_gendered_words_hold_the_base_pairs(language: str) -> None:
    from weatherglass.words import packs

    gendered = gendered_words(language)
    pairs = packs.word_list(language, "base-pairs")
    assert gendered is not None
    assert pairs is not None
    named = {"en": {"mary", "john"}, "de": {"maria", "johannes"}, "fr": {"anne", "paul"}}[language]
    assert {form.casefold() for word in pairs.all_words() for form in word} - gendered <= named | {"sie", "ihre"}


def test_without_a_list_neutral_words_cannot_be_told() -> None:
    assert gendered_words("ar") is None
    assert gendered_words("xx") is None
    with pytest.raises(SpecError, match=r"no list of gendered words for 'ar'.*give the neutral words in a file"):
        neutral_words(space_of(WORDS), "ar", Match())


def test_given_words_are_found_by_the_usual_rules_each_row_once() -> None:
    found, missing = neutral_words(space_of(WORDS), "en", Match(), ["House", "THE", "the", "New York", "gone"])
    assert found.rows == ("the", "New_York")  # of House the row HOUSE is no form
    assert missing == ("House", "gone")
    assert found.vectors.shape == (2, 4)
    none, missing = neutral_words(space_of(WORDS), "en", Match(), ["gone"])
    assert none.vectors.shape == (0, 4)
    assert missing == ("gone",)


def test_rows_by_the_alphabet_do_not_tell_frequency() -> None:
    words = [f"w{i:04}" for i in range(300)]
    assert not frequency_known(space_of(words))
    shuffled = [words[i] for i in np.random.default_rng(1).permutation(300)]
    assert frequency_known(space_of(shuffled))
    assert frequency_known(space_of(words[:50]))  # too few to tell, so it is believed


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=25), min_size=1, unique=True))
def test_ordinary_rows_of_any_words(words: list[str]) -> None:
    space = space_of(words)
    for row in ordinary_rows(space):
        assert space.words[row].isalpha()
        assert len(space.words[row]) <= 20
