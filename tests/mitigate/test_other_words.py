"""Gendered words that were not fitted on: which pairs, and tests with them the right way round."""

from __future__ import annotations

import numpy as np
import pytest

from tests.mitigate.spaces import FEMALE, MALE, SUMS, fitted, leaning_space, pack_space, sums_and_arts
from tests.spaces import random_space
from weatherglass import language as languages
from weatherglass.embedding.embedding import Embedding
from weatherglass.mitigate.base import METHODS
from weatherglass.mitigate.other_words import (
    LEAST,
    LISTS,
    MOST,
    NAME,
    WITH_OTHERS,
    other_pairs,
    with_other_words,
)
from weatherglass.mitigate.roles import is_about_gender
from weatherglass.words import packs
from weatherglass.words.lookup import Finder, Match
from weatherglass.words.query import PairSet

LANGUAGES = ("en", "de", "fr", "ar")


def _finder(language: str = "en") -> Finder:
    return Finder(pack_space(language), languages.get(language), Match())


def _rows(pairs: PairSet) -> set[str]:
    return {word for pair in pairs.pairs for (word,) in pair}


@pytest.mark.parametrize("language", LANGUAGES)
def test_other_pairs_share_no_row_with_those_used_or_with_each_other(language: str) -> None:
    finder = _finder(language)
    definitional = packs.word_list(language, "subspace")
    assert definitional is not None
    used = frozenset(
        finder.embedding.words[hit[0]]
        for pair in definitional.pairs[0].pairs
        for word in pair
        if (hit := finder.find(word)) is not None
    )
    others = other_pairs(finder, language, used)
    assert others is not None
    assert LEAST <= len(others.pairs) <= MOST
    assert not _rows(others) & used
    assert len(_rows(others)) == 2 * len(others.pairs)
    assert _rows(others) <= set(finder.embedding.words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_stands_on_both_sides_of_the_lists(language: str) -> None:
    """The first word of every pair is the female one, which the way round of a test hangs on."""
    found = [query for name in LISTS if (query := packs.word_list(language, name)) is not None]
    pairs = [pair for query in found for pair_set in query.pairs for pair in pair_set.pairs]
    female, male = ({form for pair in pairs for form in pair[i]} for i in (0, 1))
    assert len(found) == len(LISTS)
    assert not female & male


def test_the_most_frequent_pairs_come_first() -> None:
    finder = _finder()
    others = other_pairs(finder, "en", frozenset())
    assert others is not None
    assert len(others.pairs) == MOST
    ranks = [max(finder.embedding.index[word] for (word,) in pair) for pair in others.pairs]
    assert ranks == sorted(ranks)


def test_too_few_pairs_are_none() -> None:
    words = ("she", "he", "woman", "man", "girl", "boy", "mother", "father")
    finder = Finder(random_space(*words), languages.get("en"), Match())
    assert LEAST == 4
    assert other_pairs(finder, "en", frozenset()) is not None
    assert other_pairs(finder, "en", frozenset({"he"})) is None
    assert other_pairs(Finder(random_space("cat"), languages.get("en"), Match()), "en", frozenset()) is None


OTHERS = PairSet(
    NAME,
    tuple(
        ((a,), (b,))
        for a, b in (("mom", "dad"), ("aunt", "uncle"), ("queen", "king"), ("mother", "father"), ("sister", "brother"))
    ),
)


@pytest.mark.parametrize("seed", range(3))
def test_female_words_go_where_female_words_were(seed: int) -> None:
    """Also in a space that knows nothing of gender: the lists decide, not the vectors."""
    words = {*FEMALE, *MALE, *(word for pair in OTHERS.pairs for (word,) in pair), *SUMS, "opera", "dance", "drama"}
    for space in (leaning_space(filler=100), random_space(*sorted(words), dim=12, seed=seed)):
        finder = Finder(space, languages.get("en"), Match())
        others = PairSet(NAME, tuple(pair for pair in OTHERS.pairs if all(w[0] in space for w in pair)))
        assert len(others.pairs) == len(OTHERS.pairs)
        male_first = with_other_words(finder, sums_and_arts(), others)
        turned = sums_and_arts(attributes={"female": list(FEMALE), "male": list(MALE)})
        female_first = with_other_words(finder, turned, others)
        assert male_first is not None
        assert female_first is not None
        kept = [("dad",), ("uncle",), ("king",), ("father",)]  # brother and sister are in the test already
        assert list(male_first.attributes[0].words) == kept == list(female_first.attributes[1].words)
        assert male_first.attributes[1].words[0] == ("mom",) == female_first.attributes[0].words[0]
        assert male_first.name == "sums" + WITH_OTHERS
        assert [each.name for each in male_first.attributes] == ["male", "female"]
        assert male_first.targets == sums_and_arts().targets


def test_words_that_no_list_has_are_told_by_the_vectors() -> None:
    """Gendered by definition, but in none of the pairs: the set that lies on the female side is the female one."""
    space = leaning_space(filler=100)
    gendered = packs.word_list("en", "gendered")
    listed = {
        form
        for name in LISTS
        if (q := packs.word_list("en", name))
        for p in q.pairs
        for pair in p.pairs
        for word in pair
        for form in word
    }
    assert gendered is not None
    free = [word[0] for word in gendered.all_words() if not set(word) & listed and word[0].isalpha()][:8]
    assert len(free) == 8
    vectors = {word: space[like] for word, like in zip(free, (*MALE[:4], *FEMALE[:4]), strict=True)}
    words = [*(word for word in space.words if word not in vectors), *vectors]
    made = Embedding.from_arrays(words, np.array([vectors[w] if w in vectors else space[w] for w in words]))
    query = sums_and_arts(attributes={"one": free[:4], "other": free[4:]})
    found = with_other_words(Finder(made, languages.get("en"), Match()), query, OTHERS)
    assert found is not None
    assert found.attributes[0].words[0] == ("dad",)


def test_gendered_targets_are_replaced_too() -> None:
    finder = Finder(leaning_space(filler=100), languages.get("en"), Match())
    query = sums_and_arts(
        targets={"male": list(MALE), "female": list(FEMALE)},
        attributes={"sums": list(SUMS), "arts": ["poetry", "dance", "novel", "opera"]},
    )
    found = with_other_words(finder, query, OTHERS)
    assert found is not None
    assert found.attributes == query.attributes
    assert found.targets[0].words[0] == ("dad",)


def test_other_tests_have_no_such_twin() -> None:
    finder = _finder()
    others = other_pairs(finder, "en", frozenset())
    assert others is not None
    for name in ("weat1", "weat3", "weat6"):
        (query,) = packs.resolve([f"en/{name}"])
        assert with_other_words(finder, query, others) is None


def test_a_test_without_words_in_the_vectors_has_no_twin() -> None:
    words = [word for pair in OTHERS.pairs for (word,) in pair]
    finder = Finder(random_space(*words), languages.get("en"), Match())
    assert with_other_words(finder, sums_and_arts(), OTHERS) is None


def test_own_words_are_told_by_their_rows_not_by_their_spelling() -> None:
    """The test writes Brother and Sister, the vectors brother and sister: one and the same row."""
    finder = Finder(leaning_space(filler=100), languages.get("en"), Match())
    query = sums_and_arts(attributes={"m": ["Brother", "he", "him", "his"], "f": ["Sister", "she", "her", "hers"]})
    found = with_other_words(finder, query, OTHERS)
    assert found is not None
    assert ("brother",) not in found.attributes[0].words
    assert ("sister",) not in found.attributes[1].words


def test_what_is_about_gender() -> None:
    assert is_about_gender("en", frozenset({"she", "he"}))
    assert not is_about_gender("en", frozenset({"good", "bad"}))
    assert not is_about_gender("en", frozenset())
    assert not is_about_gender("xx", frozenset({"she", "he"}))
    assert is_about_gender("en", frozenset({"she", "tree"}))  # at least half of the words
    assert not is_about_gender("en", frozenset({"she", "tree", "house"}))


@pytest.mark.parametrize("name", sorted(METHODS))
def test_methods_by_what_they_are_about(name: str) -> None:
    about = is_about_gender("en", fitted(name).fitted().defining)
    assert about == (name not in ("multi-class", "direction-removal"))
