"""What must hold for every list that ships: those that compare nothing by themselves, but are used by name."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.words.shipped import every_form, firsts
from weatherglass.structure.general_bias import GROUPS
from weatherglass.words import packs
from weatherglass.words.packs import data_folder
from weatherglass.words.query import Query
from weatherglass.words.references import entries

ALL = {query.id: query for query in packs.of_language(None) if not query.is_test}
POPULATIONS = ("German", "Turkish", "Polish", "Italian", "Greek", "French", "US American", "Russian", "Arabic")
STRUCTURE = ("forms", "subspace", "terms", "names", "polarity", *GROUPS)
MITIGATION = ("equalise", "classes", "sentiment-pairs")
RELIGIONS = ["jewish", "christian", "muslim"]
GENDERED = ("ar", "de", "fr")
LEAST_OCCUPATIONS = {"ar": 60, "de": 150, "en": 150, "fr": 100}


@pytest.fixture(params=sorted(ALL))
def query(request: pytest.FixtureRequest) -> Query:
    return ALL[request.param]


def named(name: str) -> list[Query]:
    return [query for query in ALL.values() if query.name == name]


def test_every_language_has_the_lists_of_structure() -> None:
    lacking = [f"{code}/{name}" for code in packs.languages() for name in STRUCTURE if f"{code}/{name}" not in ALL]
    assert not lacking
    assert {query.language for query in named("genus")} == set(GENDERED)
    assert {query.language for query in named("shares")} == {"de", "en"}


def test_every_language_has_the_lists_of_mitigation() -> None:
    lacking = [f"{code}/{name}" for code in packs.languages() for name in MITIGATION if f"{code}/{name}" not in ALL]
    assert not lacking


def test_it_loads_under_its_own_name_with_its_provenance(query: Query) -> None:
    assert (data_folder() / query.language / f"{query.name}.toml").is_file()
    assert query.title
    assert query.source
    assert query.licence
    assert query.caveat
    assert query.year is not None
    assert query.cite
    assert set(query.cite) <= set(entries())
    assert query.language == "en" or query.translation


def test_no_word_and_no_pair_twice_and_the_words_of_a_pair_differ(query: Query) -> None:
    for word_set in query.targets:
        assert [form for form, n in Counter(every_form(word_set.words)).items() if n > 1] == []
    for pair_set in query.pairs:
        assert [pair for pair, n in Counter(pair_set.pairs).items() if n > 1] == []
        for one, other in pair_set.pairs:
            assert not {form.casefold() for form in one} & {form.casefold() for form in other}


@pytest.mark.parametrize("query", named("forms"), ids=lambda query: query.id)
def test_occupations_are_many_and_their_plurals_stand_entry_by_entry(query: Query) -> None:
    by_name = {each.name: each.pairs for each in query.pairs}
    assert list(by_name) == ["forms", "plural"]
    assert len(by_name["forms"]) == len(by_name["plural"])
    assert {each.name for each in query.targets} <= {"epicene"}
    single = sum(len(each.words) for each in query.targets)
    assert len(by_name["forms"]) + single >= LEAST_OCCUPATIONS[query.language]
    paired = {form for pair in by_name["forms"] for word in pair for form in word}
    assert not paired & {form for each in query.targets for form in every_form(each.words)}


@pytest.mark.parametrize("query", named("subspace"), ids=lambda query: query.id)
def test_three_lists_of_pairs_for_a_subspace(query: Query) -> None:
    assert [each.name for each in query.pairs] == ["definitional", "occupations", "long"]
    assert [len(each.pairs) for each in query.pairs[:2]] == [10, 13]
    assert len(query.pairs[2].pairs) == 132 or (query.language != "de" and len(query.pairs[2].pairs) > 40)


@pytest.mark.parametrize("query", [q for name in GROUPS for q in named(name)], ids=lambda query: query.id)
def test_groups_are_one_set_of_pairs_named_by_both(query: Query) -> None:
    (pair_set,) = query.pairs
    first, dash, second = pair_set.name.partition("–")
    assert first
    assert dash
    assert second
    assert 5 <= len(pair_set.pairs) <= 10
    assert query.name == "sex" or query.content_note


@pytest.mark.parametrize("query", named("names"), ids=lambda query: query.id)
def test_twenty_names_of_each_sex_in_nine_populations_and_none_twice(query: Query) -> None:
    assert [each.name for each in query.targets] == [
        f"{group} {sex}" for group in POPULATIONS for sex in ("female", "male")
    ]
    assert {len(each.words) for each in query.targets} == {20}
    everywhere = Counter(form.casefold() for each in query.targets for form in every_form(each.words))
    assert [form for form, n in everywhere.items() if n > 1] == []
    assert query.content_note


@pytest.mark.parametrize(
    ("name", "sides", "least"), [("polarity", ["positive", "negative"], 60), ("terms", ["female", "male"], 8)]
)
def test_two_sides_of_one_size(name: str, sides: list[str], least: int) -> None:
    for query in named(name):
        assert [each.name for each in query.targets] == sides
        one, other = (firsts(each) for each in query.targets)
        assert len(one) == len(other) >= least


@pytest.mark.parametrize("query", named("genus"), ids=lambda query: query.id)
def test_things_by_gender_are_as_many(query: Query) -> None:
    assert {each.name for each in query.targets} in ({"feminine", "masculine"}, {"feminine", "masculine", "neuter"})
    assert {len(each.words) for each in query.targets} == {50}


@pytest.mark.parametrize("query", named("inclusive"), ids=lambda query: query.id)
def test_neutral_words_stand_first_and_are_the_same_beside_both_forms(query: Query) -> None:
    assert [each.name for each in query.pairs] == ["feminine", "masculine"]
    hers, his = ([pair[0] for pair in each.pairs] for each in query.pairs)
    assert hers == his


@pytest.mark.parametrize("query", named("shares"), ids=lambda query: query.id)
def test_every_occupation_has_the_share_of_women_in_it(query: Query) -> None:
    (occupations,) = query.targets
    assert [word[0] for word in occupations.words] == list(query.rates)
    assert len(query.rates) >= 60
    assert all(0 < share < 1 for share in query.rates.values())


@pytest.mark.parametrize("query", named("equalise"), ids=lambda query: query.id)
def test_pairs_to_equalise_share_no_word_and_are_gendered_by_definition(query: Query) -> None:
    (pair_set,) = query.pairs
    assert pair_set.name == "equalise"
    assert not query.targets
    assert len(pair_set.pairs) >= 25
    listed = every_form(query.all_words())
    assert [form for form, n in Counter(listed).items() if n > 1] == []
    folded = {tuple(form.casefold() for form in one + other) for one, other in pair_set.pairs}
    assert [form for form, n in Counter(form for pair in folded for form in pair).items() if n > 1] == []
    (gendered,) = ALL[f"{query.language}/gendered"].targets
    assert not set(listed) - set(every_form(gendered.words))


@pytest.mark.parametrize("query", named("classes"), ids=lambda query: query.id)
def test_classes_match_entry_by_entry_and_share_no_word(query: Query) -> None:
    assert [each.name for each in query.targets] == RELIGIONS
    assert not query.pairs
    (size,) = {len(each.words) for each in query.targets}
    assert size >= 5
    everywhere = Counter(form.casefold() for each in query.targets for form in every_form(each.words))
    assert [form for form, n in everywhere.items() if n > 1] == []
    assert not [form for form in everywhere if " " in form]
    assert query.content_note


@pytest.mark.parametrize("query", named("sentiment-pairs"), ids=lambda query: query.id)
def test_six_pairs_of_sentiment(query: Query) -> None:
    (pair_set,) = query.pairs
    assert pair_set.name == "sentiment"
    assert not query.targets
    assert len(pair_set.pairs) == 6
    forms = every_form(query.all_words())
    assert len(forms) == len({form.casefold() for form in forms}) == 12
    assert not [form for form in forms if " " in form]
