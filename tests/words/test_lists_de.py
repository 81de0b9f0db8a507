"""The German lists of gender beyond those that every language has: plurals, pairs of groups, names, polarity, genus."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.words.shipped import every_form, first_pairs, firsts, load, pairs, targets
from tests.words.test_lists import GERARD
from weatherglass.words.query import PairSet

GROUPS = ("German", "Turkish", "Polish", "Italian", "Greek", "French", "US American", "Russian", "Arabic")
PAIRS_OF_GROUPS = {
    "sex": "women–men",
    "origin": "foreigners–Germans",
    "religion": "Muslims–Christians",
    "orientation": "gay–straight",
}
# A plural of another stem than the singular's, first letters apart.
IRREGULAR = {"Feuerwehrmann", "Kameramann", "Kaufmann"}


def plain(word: str) -> str:
    return word.lower().translate(str.maketrans("äöü", "aou"))


def check_forms(singular: PairSet, plural: PairSet) -> None:
    """Entry by entry, the plural is of the same word: feminines add -nen or -en, masculines at most an ending."""
    assert len(singular.pairs) == len(plural.pairs)
    for (feminine, masculine), (feminines, masculines) in zip(first_pairs(singular), first_pairs(plural), strict=True):
        assert feminines == feminine + ("nen" if feminine.endswith("in") else "en")
        if masculine in IRREGULAR:
            assert masculines == masculine.removesuffix("mann") + "männer"
        else:
            assert plain(masculines) in {plain(masculine) + ending for ending in ("", "n", "e", "en", "s")}
            assert (masculines == masculine) == masculine.endswith("er")


def test_occupations_have_their_plurals() -> None:
    found = pairs("de", "forms")
    assert list(found) == ["forms", "plural"]
    assert len(found["forms"].pairs) >= 160
    check_forms(found["forms"], found["plural"])
    singulars = every_form(tuple(word for pair in found["forms"].pairs for word in pair))
    assert [form for form, n in Counter(singulars).items() if n > 1] == []
    known = dict(found["plural"].pairs) | {
        m: ms for (_, m), (_, ms) in zip(*(s.pairs for s in found.values()), strict=True)
    }
    for singular, plural in pairs("de", "plurals")["plural"].pairs:
        assert set(plural) <= set(known[singular])
    gendered = set(every_form(targets("de", "gendered")["gendered"].words))
    neutral = {"Kaufleute"}  # of either sex
    assert {form for pair in found["plural"].pairs for word in pair for form in word} - gendered == neutral


def test_the_occupations_of_the_thesis_in_its_order() -> None:
    found = pairs("de", "gerard-occupations")
    assert list(found) == ["singular", "plural"]
    assert [masculine for _, masculine in first_pairs(found["singular"])] == GERARD.split()
    check_forms(found["singular"], found["plural"])
    of_all = pairs("de", "forms")
    assert found["singular"].pairs == of_all["forms"].pairs[:57]
    assert found["plural"].pairs == of_all["plural"].pairs[:57]


def test_the_pairs_of_the_subspace() -> None:
    found = pairs("de", "subspace")
    assert {name: len(pair_set.pairs) for name, pair_set in found.items()} == {
        "definitional": 10,
        "occupations": 13,
        "long": 132,
    }
    male, female = load("de", "gerard-competence").targets
    assert found["occupations"].pairs == tuple(zip(female.words, male.words, strict=True))
    assert set(found["occupations"].pairs) < set(found["long"].pairs)
    every = Counter(form for pair in found["long"].pairs for word in pair for form in word)
    assert max(every.values()) == 1
    gendered = {form.casefold() for form in every_form(targets("de", "gendered")["gendered"].words)}
    assert {form.casefold() for form in every_form(load("de", "subspace").all_words())} <= gendered


def test_the_terms_are_those_of_the_science_test() -> None:
    female, male = targets("de", "terms").values()
    assert (female.name, male.name) == ("female", "male")
    of_test = {word_set.name: word_set for word_set in load("de", "gerard-science").attributes}
    assert set(female.words) == set(of_test["female terms"].words)
    assert male.words == of_test["male terms"].words
    assert list(zip(firsts(female), firsts(male), strict=True))[:2] == [("Frau", "Mann"), ("Mädchen", "Junge")]


@pytest.mark.parametrize(("name", "named"), PAIRS_OF_GROUPS.items())
def test_one_set_of_pairs_of_groups(name: str, named: str) -> None:
    query = load("de", name)
    assert [pair_set.name for pair_set in query.pairs] == [named]
    assert 5 <= len(query.pairs[0].pairs) <= 10
    assert not query.targets
    assert query.content_note or name == "sex"
    for one, other in first_pairs(query.pairs[0]):
        assert one[0].isupper() == other[0].isupper()


def test_names_of_nine_groups_and_no_name_twice() -> None:
    found = targets("de", "names")
    assert list(found) == [f"{group} {sex}" for group in GROUPS for sex in ("female", "male")]
    assert {len(word_set.words) for word_set in found.values()} == {20}
    assert load("de", "names").content_note
    listed = set(every_form(load("de", "names").all_words()))
    assert not listed & set(every_form(targets("de", "gendered")["gendered"].words))


def test_polarity_is_balanced_and_names_nobody() -> None:
    found = targets("de", "polarity")
    assert list(found) == ["positive", "negative"]
    for word_set in found.values():
        capitals = [word[0].isupper() for word in firsts(word_set)]
        assert (len(capitals), sum(capitals)) == (80, 30)
        assert capitals == sorted(capitals, reverse=True)
    words = set(every_form(load("de", "polarity").all_words()))
    for name in ("gendered", *PAIRS_OF_GROUPS):
        assert not words & set(every_form(load("de", name).all_words()))


def test_things_of_three_genders() -> None:
    found = targets("de", "genus")
    assert list(found) == ["feminine", "masculine", "neuter"]
    assert [len(word_set.words) for word_set in found.values()] == [50, 50, 50]
    words = every_form(load("de", "genus").all_words())
    assert all(word[0].isupper() for word in words)
    assert not set(words) & set(every_form(targets("de", "gendered")["gendered"].words))


def test_neutral_words_stand_first_and_are_the_same_in_both_sets() -> None:
    found = pairs("de", "inclusive")
    assert list(found) == ["feminine", "masculine"]
    assert len(found["feminine"].pairs) >= 25
    assert [one for one, _ in found["feminine"].pairs] == [one for one, _ in found["masculine"].pairs]
    assert all(one[0].endswith(("ende", "kräfte", "leute", "igte", "ige")) for one, _ in found["feminine"].pairs)
    assert all(feminine[0].endswith(("innen", "frauen")) for _, feminine in found["feminine"].pairs)
    neutral = {one for one, _ in found["feminine"].pairs}
    assert not neutral & {other for pair_set in found.values() for _, other in pair_set.pairs}
