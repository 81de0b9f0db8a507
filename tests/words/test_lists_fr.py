"""The French lists of gender and groups: forms and plurals, subspace, terms, groups, names, polarity, nouns, neutral words."""

from __future__ import annotations

from collections import Counter

import pytest

from weatherglass.words.packs import data_folder
from weatherglass.words.query import PairSet, Query, WordSet, read_query
from weatherglass.words.references import entries

LISTS = (
    "forms",
    "subspace",
    "terms",
    "sex",
    "origin",
    "religion",
    "orientation",
    "polarity",
    "names",
    "genus",
    "inclusive",
)
GROUPS = {
    "sex": "women–men",
    "origin": "foreigners–French",
    "religion": "Muslims–Christians",
    "orientation": "gay–straight",
}
POPULATIONS = ("German", "Turkish", "Polish", "Italian", "Greek", "French", "US American", "Russian", "Arabic")


def load(name: str) -> Query:
    return read_query(data_folder() / "fr" / f"{name}.toml")


def targets(name: str) -> dict[str, WordSet]:
    return {word_set.name: word_set for word_set in load(name).targets}


def pairs(name: str) -> dict[str, PairSet]:
    return {pair_set.name: pair_set for pair_set in load(name).pairs}


@pytest.mark.parametrize("name", LISTS)
def test_provenance_and_no_word_or_pair_twice(name: str) -> None:
    query = load(name)
    assert (query.name, query.language) == (name, "fr")
    assert query.title
    assert query.source
    assert query.licence
    assert query.caveat
    assert query.year is not None
    assert query.cite
    assert set(query.cite) <= set(entries())
    assert "native speaker" in query.translation
    assert not query.is_test
    for word_set in query.targets:
        forms = [form for word in word_set.words for form in word]
        assert [form for form, n in Counter(forms).items() if n > 1] == []
    for pair_set in query.pairs:
        assert [pair for pair, n in Counter(pair_set.pairs).items() if n > 1] == []
        for one, other in pair_set.pairs:
            assert not {form.casefold() for form in one} & {form.casefold() for form in other}


def test_plurals_stand_in_the_order_of_the_forms() -> None:
    found = pairs("forms")
    assert list(found) == ["forms", "plural"]
    assert len(found["forms"].pairs) >= 110
    for singulars, plurals in zip(found["forms"].pairs, found["plural"].pairs, strict=True):
        for singular, plural in zip(singulars, plurals, strict=True):
            assert plural == tuple(f"{form}s" for form in singular)


def test_epicene_occupations_are_in_no_pair() -> None:
    epicene = targets("forms")["epicene"].words
    paired = {word for pair_set in pairs("forms").values() for pair in pair_set.pairs for word in pair}
    assert len(epicene) == 30
    assert not set(epicene) & paired


def test_the_long_list_of_the_subspace_holds_the_others() -> None:
    found = {name: pair_set.pairs for name, pair_set in pairs("subspace").items()}
    assert list(found) == ["definitional", "occupations", "long"]
    assert (len(found["definitional"]), len(found["occupations"])) == (10, 13)
    assert len(found["long"]) >= 80
    assert found["long"][:23] == found["definitional"] + found["occupations"]


@pytest.mark.parametrize("name", sorted(GROUPS))
def test_groups_are_one_set_of_pairs(name: str) -> None:
    assert list(pairs(name)) == [GROUPS[name]]
    assert 5 <= len(pairs(name)[GROUPS[name]].pairs) <= 10
    assert bool(load(name).content_note) == (name != "sex")


def test_names_are_twenty_in_each_set_and_none_twice() -> None:
    found = targets("names")
    assert list(found) == [f"{group} {sex}" for group in POPULATIONS for sex in ("female", "male")]
    assert {len(word_set.words) for word_set in found.values()} == {20}
    names = [form.casefold() for word_set in found.values() for word in word_set.words for form in word]
    assert [name for name, n in Counter(names).items() if n > 1] == []


@pytest.mark.parametrize(
    ("name", "sides", "size"),
    [
        ("terms", ("female", "male"), 10),
        ("polarity", ("positive", "negative"), 80),
        ("genus", ("feminine", "masculine"), 50),
    ],
)
def test_two_sides_of_one_size(name: str, sides: tuple[str, str], size: int) -> None:
    found = targets(name)
    assert tuple(found) == sides
    assert [len(word_set.words) for word_set in found.values()] == [size, size]


def test_neutral_words_stand_first_and_in_the_same_order() -> None:
    feminine, masculine = (pairs("inclusive")[side].pairs for side in ("feminine", "masculine"))
    assert len(feminine) >= 25
    assert [neutral for neutral, _ in feminine] == [neutral for neutral, _ in masculine]
    gendered = {word for side in (feminine, masculine) for _, word in side}
    assert not {neutral for neutral, _ in feminine} & gendered


def test_no_word_is_more_than_one_token() -> None:
    for name in LISTS:
        assert not [form for word in load(name).all_words() for form in word if " " in form]
