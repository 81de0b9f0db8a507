"""The French lists of gender and groups: forms and plurals, subspace, terms, groups, names, polarity, nouns, neutral words."""

from __future__ import annotations

from tests.words.shipped import load, pairs, targets

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
    "equalise",
    "classes",
    "sentiment-pairs",
)


def test_plurals_stand_in_the_order_of_the_forms() -> None:
    found = pairs("fr", "forms")
    assert list(found) == ["forms", "plural"]
    assert len(found["forms"].pairs) >= 110
    for singulars, plurals in zip(found["forms"].pairs, found["plural"].pairs, strict=True):
        for singular, plural in zip(singulars, plurals, strict=True):
            assert plural == tuple(f"{form}s" for form in singular)


def test_epicene_occupations_are_in_no_pair() -> None:
    epicene = targets("fr", "forms")["epicene"].words
    paired = {word for pair_set in pairs("fr", "forms").values() for pair in pair_set.pairs for word in pair}
    assert len(epicene) == 30
    assert not set(epicene) & paired


def test_the_long_list_of_the_subspace_holds_the_others() -> None:
    found = {name: pair_set.pairs for name, pair_set in pairs("fr", "subspace").items()}
    assert list(found) == ["definitional", "occupations", "long"]
    assert (len(found["definitional"]), len(found["occupations"])) == (10, 13)
    assert len(found["long"]) >= 80
    assert found["long"][:23] == found["definitional"] + found["occupations"]


def test_neutral_words_stand_first_and_in_the_same_order() -> None:
    feminine, masculine = (pairs("fr", "inclusive")[side].pairs for side in ("feminine", "masculine"))
    assert len(feminine) >= 25
    assert [neutral for neutral, _ in feminine] == [neutral for neutral, _ in masculine]
    gendered = {word for side in (feminine, masculine) for _, word in side}
    assert not {neutral for neutral, _ in feminine} & gendered


def test_no_word_is_more_than_one_token() -> None:
    for name in LISTS:
        assert not [form for word in load("fr", name).all_words() for form in word if " " in form]
