"""The Arabic lists of gender, groups, names and polarity; their words are told apart as the language's rules do."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.words.shipped import load, pairs, targets
from weatherglass import language as languages
from weatherglass.words.query import Query, Word

GROUPS = ("German", "Turkish", "Polish", "Italian", "Greek", "French", "US American", "Russian", "Arabic")
PAIRED = {
    "sex": "women–men",
    "origin": "foreigners–Arabs",
    "religion": "Muslims–Christians",
    "orientation": "gay–straight",
}
MITIGATION = ("equalise", "classes", "sentiment-pairs")
LISTS = ("forms", "subspace", "base-pairs", "gendered", "terms", *PAIRED, "names", "polarity", "genus", *MITIGATION)


def key(word: str) -> str:
    normalise = languages.get("ar").key
    assert normalise is not None
    return normalise(word)


def keys(words: tuple[Word, ...]) -> list[str]:
    """Every spelling of every word; those of one word that are alike count once."""
    return [form for word in words for form in {key(form) for form in word}]


@pytest.fixture(params=LISTS)
def query(request: pytest.FixtureRequest) -> Query:
    return load("ar", request.param)


def test_every_word_is_one_arabic_word_without_vowel_signs(query: Query) -> None:
    letters = set("ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي")
    for word in query.all_words():
        assert all(set(form) <= letters for form in word), word


def test_no_word_twice_however_alef_and_ya_are_written(query: Query) -> None:
    if query.name != "gendered":  # where أنها and إنها are both left out
        for word_set in query.targets:
            assert [form for form, n in Counter(keys(word_set.words)).items() if n > 1] == []
    for pair_set in query.pairs:
        for side in zip(*pair_set.pairs, strict=True):
            assert [form for form, n in Counter(keys(side)).items() if n > 1] == []
        one, other = zip(*pair_set.pairs, strict=True)
        assert not set(keys(one)) & set(keys(other))


def test_two_sides_share_no_word_however_it_is_written() -> None:
    for name in ("terms", "polarity", "genus"):
        one, other = targets("ar", name).values()
        assert len(one.words) == len(other.words)
        assert not set(keys(one.words)) & set(keys(other.words))


def test_forms_and_plurals_are_of_the_same_occupations_in_the_same_order() -> None:
    forms, plural = load("ar", "forms").pairs
    assert (forms.name, plural.name) == ("forms", "plural")
    assert len(forms.pairs) == len(plural.pairs) >= 70
    for (feminine, masculine), (feminines, masculines) in zip(forms.pairs, plural.pairs, strict=True):
        assert [f"{form[:-1]}ات" for form in feminine] == list(feminines)
        assert all(form.endswith("ة") for form in feminine)
        sound = [form for form in masculines if form.endswith(("ون", "ين"))]
        assert {form[:-2] for form in sound} <= {*masculine, *(form.removesuffix("ي") for form in masculine)}


def test_the_pairs_of_the_subspace() -> None:
    found = pairs("ar", "subspace")
    assert [len(found[name].pairs) for name in ("definitional", "occupations")] == [10, 13]
    long = found["long"].pairs
    assert len(long) >= 60
    assert long[:23] == found["definitional"].pairs + found["occupations"].pairs
    forms = pairs("ar", "forms")["forms"].pairs
    assert set(found["occupations"].pairs) < set(forms) < set(long)


def test_ten_base_pairs_and_the_monarchs() -> None:
    found = pairs("ar", "base-pairs")
    assert list(found) == ["gender", "monarchs"]
    assert (len(found["gender"].pairs), len(found["monarchs"].pairs)) == (10, 1)


def test_gendered_words_hold_those_of_the_other_lists() -> None:
    gendered = {form for word in targets("ar", "gendered")["gendered"].words for form in word}
    assert len(gendered) >= 250
    named = [
        word for name in ("base-pairs", "forms", "subspace", "terms", "sex") for word in load("ar", name).all_words()
    ]
    assert {form for word in named for form in word} <= gendered


def test_no_thing_and_no_polar_word_is_gendered() -> None:
    gendered = set(keys(targets("ar", "gendered")["gendered"].words))
    for name in ("genus", "polarity"):
        assert not gendered & set(keys(load("ar", name).all_words()))


def test_the_sizes_of_the_sets() -> None:
    assert {name: len(words.words) for name, words in targets("ar", "terms").items()} == {"female": 10, "male": 10}
    assert {name: len(words.words) for name, words in targets("ar", "polarity").items()} == {
        "positive": 80,
        "negative": 80,
    }
    assert {name: len(words.words) for name, words in targets("ar", "genus").items()} == {
        "feminine": 50,
        "masculine": 50,
    }


def test_twenty_names_a_group_and_no_name_twice() -> None:
    names = targets("ar", "names")
    assert list(names) == [f"{group} {sex}" for group in GROUPS for sex in ("female", "male")]
    assert {len(each.words) for each in names.values()} == {20}
    assert [name for name, n in Counter(keys(load("ar", "names").all_words())).items() if n > 1] == []
