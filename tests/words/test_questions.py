"""The lists of questions that test how good vectors are: pairs for analogies, groups with an odd word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

from weatherglass import language as languages
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import read
from weatherglass.words import packs
from weatherglass.words.lookup import Finder, Match
from weatherglass.words.query import Query, Word
from weatherglass.words.references import entries

LANGUAGES = ("ar", "de", "en", "fr")
ANALOGIES, ODD = "analogy-pairs", "odd-one-out"
KINDS = ("semantic: ", "grammar: ")


def load(language: str, name: str) -> Query:
    query = packs.word_list(language, name)
    assert query is not None
    return query


def same(language: str, words: Iterable[Word]) -> list[str]:
    """Every spelling as the most forgiving lookup sees it."""
    key = languages.get(language).key or str
    return [key(form).casefold() for word in words for form in word]


def twice(forms: list[str]) -> list[str]:
    return [form for form, n in Counter(forms).items() if n > 1]


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    assert isinstance(request.param, str)
    return request.param


@pytest.mark.parametrize("name", [ANALOGIES, ODD])
def test_they_say_where_they_come_from(language: str, name: str) -> None:
    query = load(language, name)
    assert query.title
    assert query.licence
    assert query.caveat
    assert "Own list" in query.source
    assert "not yet reviewed by a native speaker" in f"{query.source} {query.translation}".lower()
    assert bool(query.translation) == (language != "en")
    assert query.year is not None
    assert query.cite
    assert set(query.cite) <= set(entries())


@pytest.mark.parametrize("name", [ANALOGIES, ODD])
def test_every_word_is_one_token_in_the_script_of_the_language(language: str, name: str) -> None:
    """Letters only: no space, hyphen or apostrophe, and no Arabic vowel sign, which is no letter."""
    forms = [form for word in load(language, name).all_words() for form in word]
    assert [form for form in forms if not form.isalpha()] == []
    assert [form for form in forms if ("\u0600" <= form[0] <= "\u06ff") != (language == "ar")] == []


def test_analogies_are_of_both_kinds_and_told_apart_by_their_names(language: str) -> None:
    query = load(language, ANALOGIES)
    assert not query.sets
    assert not query.groups
    assert 10 <= len(query.pairs) <= 14
    assert [pair_set.name for pair_set in query.pairs if not pair_set.name.startswith(KINDS)] == []
    for kind in KINDS:
        assert sum(pair_set.name.startswith(kind) for pair_set in query.pairs) >= 5


def test_a_category_has_enough_pairs_and_no_word_twice(language: str) -> None:
    """A word twice would make a question whose answer is among its words."""
    for pair_set in load(language, ANALOGIES).pairs:
        assert 8 <= len(pair_set.pairs) <= 16, pair_set.name
        assert twice(same(language, (word for pair in pair_set.pairs for word in pair))) == [], pair_set.name


def test_groups_have_enough_words_and_no_word_twice(language: str) -> None:
    query = load(language, ODD)
    assert not query.sets
    assert not query.pairs
    assert 20 <= len(query.groups) <= 30
    for group in query.groups:
        assert 4 <= len(group.together) <= 6, group.name
        assert 4 <= len(group.odd) <= 8, group.name
        assert twice(same(language, group.words.words)) == [], group.name


def test_arabic_articles_give_nothing_away() -> None:
    """A group of common nouns is definite or indefinite as a whole; names are as they are."""
    for group in load("ar", ODD).groups:
        definite = {word[0].startswith("ال") for word in group.words.words}
        assert len(definite) == 1 or group.name in {"countries", "capitals", "continents"}, group.name


REAL = (("en", "en-glove6b-100d-50k.bin"), ("fr", "fr-spacy-20k.bin"))


def rows(embedding: Embedding, language: str, words: Iterable[Word]) -> list[int | None]:
    finder = Finder(embedding, languages.get(language), Match())
    return [None if (hit := finder.find(word)) is None else hit[0] for word in words]


@pytest.mark.real
@pytest.mark.parametrize(("language", "file"), REAL)
def test_real_vectors_know_the_words(real_vectors: Path, language: str, file: str) -> None:
    embedding = read(real_vectors / file)
    for name in (ANALOGIES, ODD):
        found = rows(embedding, language, load(language, name).all_words())
        assert np.mean([row is not None for row in found]) > 0.95


@pytest.mark.real
@pytest.mark.parametrize(("language", "file"), REAL)
def test_real_vectors_solve_some_of_every_category(real_vectors: Path, language: str, file: str) -> None:
    """b − a + c, the words of the question left out: a category that good vectors cannot solve is badly made."""
    embedding = read(real_vectors / file)
    unit = embedding.vectors / np.linalg.norm(embedding.vectors, axis=1, keepdims=True)
    for pair_set in load(language, ANALOGIES).pairs:
        found = [rows(embedding, language, pair) for pair in pair_set.pairs]
        pairs = [(a, b) for a, b in found if a is not None and b is not None]
        asked = np.array([(a, b, c, d) for a, b in pairs for c, d in pairs if a != c])
        cosines = (unit[asked[:, 1]] - unit[asked[:, 0]] + unit[asked[:, 2]]) @ unit.T
        np.put_along_axis(cosines, asked[:, :3], -np.inf, axis=1)
        assert np.mean(cosines.argmax(axis=1) == asked[:, 3]) > 0.2, pair_set.name


@pytest.mark.real
@pytest.mark.parametrize(("language", "file"), REAL)
def test_real_vectors_find_most_odd_words(real_vectors: Path, language: str, file: str) -> None:
    """The word least like the mean of all."""
    embedding = read(real_vectors / file)
    unit = embedding.vectors / np.linalg.norm(embedding.vectors, axis=1, keepdims=True)
    right = []
    for group in load(language, ODD).groups:
        together = [row for row in rows(embedding, language, group.together) if row is not None]
        for odd in rows(embedding, language, group.odd):
            if odd is not None:
                words = unit[[*together, odd]]
                right.append(int(np.argmin(words @ words.mean(axis=0))) == len(together))
    assert np.mean(right) > 0.85
