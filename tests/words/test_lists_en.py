"""The English lists of gender beside the published ones: forms, subspaces, groups, names, polarity, shares."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

from tests.words.shipped import first_pairs, firsts, load, pairs, targets


def test_plurals_stand_beside_their_singulars() -> None:
    found = pairs("en", "forms")
    assert list(found) == ["forms", "plural"]
    singular, plural = (first_pairs(pair_set) for pair_set in found.values())
    assert len(singular) == len(plural) == 32
    for ones, many in zip(singular, plural, strict=True):
        for one, more in zip(ones, many, strict=True):
            assert more in {f"{one}s", f"{one}es", f"{one[:-1]}ies", f"{one[:-2]}en"}


def test_words_of_one_form_are_none_of_the_pairs() -> None:
    epicene = firsts(targets("en", "forms")["epicene"])
    assert len(epicene) >= 150
    assert epicene == sorted(epicene)
    assert all(word.isalpha() and word.islower() for word in epicene)
    paired = {word for pair_set in pairs("en", "forms").values() for pair in first_pairs(pair_set) for word in pair}
    assert not paired & set(epicene)
    assert not [word for word in epicene if word.endswith(("man", "woman", "ess"))]


def test_three_choices_of_pairs_for_a_subspace() -> None:
    found = {name: first_pairs(pair_set) for name, pair_set in pairs("en", "subspace").items()}
    assert {name: len(each) for name, each in found.items()} == {"definitional": 10, "occupations": 13, "long": 47}
    assert found["definitional"] == first_pairs(pairs("en", "base-pairs")["gender"])
    assert set(found["occupations"]) <= set(first_pairs(pairs("en", "forms")["forms"]))


def test_the_long_pairs_as_published_the_female_word_first(real_lists: Path) -> None:
    published = json.loads((real_lists / "debiaswe/equalize_pairs.json").read_text("utf-8"))
    both = [frozenset(word.replace("_", " ").lower() for word in pair) for pair in published]
    long = first_pairs(pairs("en", "subspace")["long"])
    assert [frozenset(pair) for pair in long] == list(dict.fromkeys(both))
    female = {one for one, _ in long}
    assert {"wives", "ex girlfriend", "convent", "granny", "she"} < female
    assert not female & {other for _, other in long}


def test_the_pairs_to_equalise_as_published_the_female_word_first(real_lists: Path) -> None:
    published = json.loads((real_lists / "debiaswe/equalize_pairs.json").read_text("utf-8"))
    equalised = first_pairs(pairs("en", "equalise")["equalise"])
    assert [{*pair} for pair in equalised] == [{word.replace("_", " ") for word in pair} for pair in published]
    long = set(first_pairs(pairs("en", "subspace")["long"]))
    assert {(female.lower(), male.lower()) for female, male in equalised} == long


def test_classes_and_pairs_of_sentiment_as_published() -> None:
    religions = (firsts(each) for each in load("en", "classes").targets)
    assert [tuple(word.lower() for word in words) for words in zip(*religions, strict=True)] == [
        ("judaism", "christianity", "islam"),
        ("jew", "christian", "muslim"),
        ("synagogue", "church", "mosque"),
        ("torah", "bible", "quran"),
        ("rabbi", "priest", "imam"),
    ]
    assert first_pairs(pairs("en", "sentiment-pairs")["sentiment"]) == [
        ("good", "bad"),
        ("positive", "negative"),
        ("happy", "sad"),
        ("peace", "war"),
        ("cheap", "expensive"),
        ("love", "hate"),
    ]


def test_the_terms_are_those_of_the_occupations_test() -> None:
    female, male = targets("en", "terms").values()
    assert [female.words, male.words] == [attribute.words for attribute in load("en", "occupations").attributes]
    assert {*zip(firsts(female), firsts(male), strict=True)} >= {("she", "he"), ("her", "him"), ("hers", "his")}


def test_every_occupation_has_its_share_and_words_of_one_title_the_same() -> None:
    query = load("en", "shares")
    assert firsts(query.targets[0]) == list(query.rates)
    assert len(query.rates) == 78
    assert all(0 < share < 1 for share in query.rates.values())
    listed = query.caveat.split("less than independent: ")[1].split(".")[0]
    titles = [title.replace(" and ", ", ").split(", ") for title in listed.split("; ")]
    assert len(titles) == 15
    for words in titles:
        assert all(query.rates[one] == query.rates[other] for one, other in pairwise(words))
    assert query.rates["nurse"] > query.rates["physician"] > query.rates["plumber"]
