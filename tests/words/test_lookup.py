"""Which row stands for a word, and what is reported about it."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.spaces import composed_space, random_space
from weatherglass import language as languages
from weatherglass.errors import SpecError
from weatherglass.words.lookup import (
    Finder,
    Lookup,
    Match,
    coverage_of,
    find_pairs,
    forms,
    lookup,
)
from weatherglass.words.query import PairSet, Query, make_query
from weatherglass.words.reading import words_to_read


def found(word: str, language: str, *vocabulary: str, match: Match | None = None) -> tuple[str, str] | None:
    space = random_space(*vocabulary)
    hit = Finder(space, languages.get(language), match or Match()).find(tuple(word.split("|")))
    return None if hit is None else (space.words[hit[0]], hit[1])


@pytest.mark.parametrize(
    ("word", "language", "vocabulary", "expected"),
    [
        ("Paris", "en", ["paris", "Paris"], ("Paris", "as written")),
        ("NASA", "en", ["Nasa", "nasa"], ("nasa", "case")),
        ("NASA", "en", ["Nasa"], ("Nasa", "case")),
        ("rose", "en", ["Rose"], ("Rose", "case")),
        ("rose", "en", ["ROSE"], None),
        ("Ärztin", "de", ["Aerztin"], ("Aerztin", "spelling")),
        ("Ärztin", "de", ["aerztin"], ("aerztin", "spelling")),
        ("Ärztin", "de", ["ärztin", "aerztin"], ("ärztin", "case")),
        ("Aerztin", "de", ["Ärztin"], ("Ärztin", "spelling")),
        ("Großvater", "de", ["Grossvater"], ("Grossvater", "spelling")),
        ("Grossvater", "de", ["Großvater"], ("Großvater", "spelling")),
        ("größte", "de", ["grösste"], ("grösste", "spelling")),
        ("größte", "de", ["groesste"], ("groesste", "spelling")),
        ("Ärztin", "en", ["Aerztin"], None),
        ("sœur", "fr", ["soeur"], ("soeur", "spelling")),
        ("soeur", "fr", ["sœur"], ("sœur", "spelling")),
        ("élève", "fr", ["eleve"], ("eleve", "spelling")),
        ("l'art", "fr", ["l’art"], ("l’art", "spelling")),
        ("أخت", "ar", ["اخت"], ("اخت", "normalised")),
        ("اخت", "ar", ["أخت"], ("أخت", "normalised")),
        ("ممرضة", "ar", ["مُمَرِّضَة"], ("مُمَرِّضَة", "normalised")),
        ("ممرضة", "ar", ["ممرضه"], None),
        ("مـدرسة", "ar", ["مدرسة"], ("مدرسة", "normalised")),
        ("New York", "en", ["New_York"], ("New_York", "underscore")),
        ("new york", "en", ["New_York"], ("New_York", "underscore")),
        ("Narzisse|Narzise", "de", ["narzise", "narzisse"], ("narzisse", "case")),
        ("Narzisse|Narzise", "de", ["Narzise"], ("Narzise", "alternative")),
        ("é", "fr", [unicodedata.normalize("NFD", "é")], (unicodedata.normalize("NFD", "é"), "unicode")),
    ],
)
def test_matching(word: str, language: str, vocabulary: list[str], expected: tuple[str, str] | None) -> None:
    assert found(word, language, *vocabulary) == expected


@pytest.mark.parametrize(
    ("word", "language", "vocabulary", "match"),
    [
        ("NASA", "en", "nasa", Match(case=False)),
        ("Ärztin", "de", "Aerztin", Match(spelling=False)),
        ("اخت", "ar", "أخت", Match(normalise=False)),
        ("أخت", "ar", "اخت", Match(normalise=False)),
        ("New York", "en", "New_York", Match(underscore=False)),
    ],
)
def test_each_step_can_be_switched_off(word: str, language: str, vocabulary: str, match: Match) -> None:
    assert found(word, language, vocabulary) is not None
    assert found(word, language, vocabulary, match=match) is None


@given(st.text(min_size=1, max_size=12), st.sampled_from(["en", "de", "fr", "ar", "xx"]))
def test_forms_are_distinct_and_begin_with_the_word(word: str, code: str) -> None:
    listed = [form for form, _ in forms(word, languages.get(code), Match())]
    assert listed[0] == word
    assert len(set(listed)) == len(listed)


@given(st.text(alphabet="أإآاىيةهبت\u064b\u0651\u0640", min_size=1, max_size=8))
def test_arabic_key_is_stable(word: str) -> None:
    key = languages.get("ar").key
    assert key is not None
    assert key(key(word)) == key(word)


def query_of(x: list[str], y: list[str], a: list[str], b: list[str], language: str = "en") -> Query:
    return make_query({"name": "q", "language": language, "targets": {"X": x, "Y": y}, "attributes": {"A": a, "B": b}})


VOCABULARY = [f"{s}{i}" for s in "xyab" for i in range(10)]


def look(x: list[str], y: list[str], *, extra: tuple[str, ...] = (), match: Match | None = None) -> Lookup:
    query = query_of(x, y, ["a1", "a2", "a3"], ["b1", "b2", "b3"])
    return lookup(random_space(*VOCABULARY, *extra), query, match)


def test_coverage_counts_and_names() -> None:
    result = look(["x1", "x2", "x3", "X4", "gone", "lost"], ["y1", "y2", "y3"])
    x = result.coverage.sets[0]
    assert (x.found, x.asked, x.missing) == (4, 6, ("gone", "lost"))
    assert [(s.word, s.used, s.how) for s in x.substituted] == [("X4", "x4", "case")]
    assert (result.coverage.found, result.coverage.asked) == (13, 15)
    assert result.vectors is not None
    assert result.vectors.targets[0].words == ("x1", "x2", "x3", "X4")
    assert result.vectors.targets[0].rows == ("x1", "x2", "x3", "x4")
    assert [n.code for n in result.notices] == ["low-coverage", "substituted"]


def test_four_of_five_words_are_not_few_and_examples_are_three() -> None:
    result = look(["x1", "x2", "x3", "x4", "gone"], ["Y1", "Y2", "Y3", "Y4"])
    assert [(n.code, n.text) for n in result.notices] == [
        ("substituted", "en/q: 4 words: Y1 as y1 (case), Y2 as y2 (case), Y3 as y3 (case), …")
    ]
    fewer = look(["x1", "x2", "x3", "gone"], ["y1", "y2", "Y3"])
    assert [(n.code, n.text) for n in fewer.notices] == [
        ("low-coverage", "en/q: only 3 of 4 words of 'X' were found."),
        ("substituted", "en/q: 1 word: Y3 as y3 (case)."),
    ]


def test_of_a_test_that_cannot_be_used_only_what_was_counted_once_is_noted() -> None:
    result = look(["X1", "gone", "lost", "left"], ["y1", "y2", "y3", "y1"])
    assert result.vectors is None
    assert [n.code for n in result.notices] == ["counted-once"]


@pytest.mark.parametrize(
    ("words", "usable"),
    [
        (["x1", "x2", "x3"], True),
        (["x1", "x2"], False),
        (["x1", "x2", "x3", "g1", "g2", "g3"], True),
        (["x1", "x2", "x3", "g1", "g2", "g3", "g4"], False),
    ],
)
def test_half_of_the_words_and_three_are_needed(words: list[str], usable: bool) -> None:
    result = look(words, ["y1", "y2", "y3"])
    assert (result.vectors is not None) == usable
    assert bool(result.reason) != usable
    if not usable:
        assert "X: " in result.reason


def test_thresholds_are_options() -> None:
    assert look(["x1", "g1", "g2"], ["y1", "y2", "y3"], match=Match(min_words=1, min_coverage=0)).vectors is not None
    with pytest.raises(SpecError, match=r"^min_coverage=1\.5:"):
        Match(min_coverage=1.5)
    with pytest.raises(SpecError, match="min_test_coverage=-1:"):
        Match(min_test_coverage=-1)
    with pytest.raises(SpecError, match="min_words"):
        Match(min_words=0)


def test_a_share_of_all_words_can_be_asked_for() -> None:
    """AraWEAT leaves a test out of which less than a fifth of all words is found; sets of their own may be nearly empty."""
    words = (["x1", *(f"g{i}" for i in range(8))], ["y1", "y2", "y3"])  # with the attributes 10 of 18 words are found
    loose = Match(min_words=1, min_coverage=0, min_test_coverage=10 / 18)
    assert look(*words, match=loose).vectors is not None
    few = look(*words, match=replace(loose, min_test_coverage=0.56))
    assert few.vectors is None
    assert few.reason == "too few words: 10 of 18 words of all sets found (a test needs at least 56% of its words)"


def test_a_word_listed_twice_counts_once() -> None:
    result = look(["x1", "x2", "x3", "x1"], ["y1", "y2", "y3"])
    x = result.coverage.sets[0]
    assert (x.found, x.asked, x.duplicates) == (3, 3, ("x1",))
    assert [n.code for n in result.notices] == ["counted-once"]


def test_a_missing_word_listed_twice_is_missing_once() -> None:
    x = look(["x1", "x2", "x3", "gone", "gone"], ["y1", "y2", "y3"]).coverage.sets[0]
    assert (x.found, x.asked, x.missing, x.duplicates) == (3, 4, ("gone",), ("gone",))


def test_two_words_that_match_one_row_count_once() -> None:
    x = look(["x1", "x2", "x3", "X3"], ["y1", "y2", "y3"]).coverage.sets[0]
    assert (x.found, x.asked, x.duplicates) == (3, 3, ("X3",))


def test_one_row_on_both_sides_is_unusable_and_names_both_words() -> None:
    result = look(["x1", "x2", "x3", "Rose"], ["y1", "y2", "y3", "ROSE"], extra=("rose",))
    assert result.vectors is None
    assert "'Rose' (X) and 'ROSE' (Y) match the same row 'rose'" in result.reason


def test_a_word_in_a_target_and_an_attribute_set_is_a_warning() -> None:
    result = look(["x1", "x2", "x3", "a1"], ["y1", "y2", "y3"])
    assert result.vectors is not None
    assert [n.code for n in result.notices] == ["shared-word"]
    assert "a1" in result.notices[0].text


def test_composed_words_come_last_and_are_reported() -> None:
    space = composed_space(random_space("x1", "rose", "Rose", "lily"), ["Rose"])
    assert Finder(space, languages.get("en"), Match()).find(("Rose",)) == (space.index["rose"], "case")
    finder = Finder(space, languages.get("en"), Match(case=False))
    assert finder.find(("Rose",)) == (space.index["Rose"], "subwords")
    assert finder.find(("Rose", "lily")) == (space.index["lily"], "alternative")
    assert finder.find(("Rose", "none")) == (space.index["Rose"], "subwords")


def test_composed_words_stand_for_no_other_spelling() -> None:
    """Their vector is made of the letters asked for; of the form without vowel signs the file holds nothing."""
    space = composed_space(random_space("أخت", "بيت"), ["أخت"])
    finder = Finder(space, languages.get("ar"), Match())
    assert finder.find(("اخت",)) is None
    assert finder.find(("أخت",)) == (space.index["أخت"], "subwords")


def pairs_of(*pairs: tuple[str, str]) -> PairSet:
    return PairSet("pairs", tuple((tuple(one.split("|")), tuple(other.split("|"))) for one, other in pairs))


def test_pairs_are_found_whole_or_named_as_missing() -> None:
    space = random_space("she", "he", "Mary", "John", "girl")
    asked = pairs_of(("she", "he"), ("mary", "john"), ("girl", "boy"), ("lass|girl", "he"), ("nobody", "none"))
    found, coverage = find_pairs(Finder(space, languages.get("en"), Match()), asked)
    assert found is not None
    assert found.labels == ("she–he", "mary–john", "lass–he")
    assert (found.one.rows, found.other.rows) == (("she", "Mary", "girl"), ("he", "John", "he"))
    assert np.array_equal(found.other.vectors[1], space["John"].astype(np.float64))
    assert (coverage.found, coverage.asked, coverage.missing) == (3, 5, ("girl–boy", "nobody–none"))
    assert [(s.word, s.used, s.how) for s in coverage.substituted] == [
        ("mary", "Mary", "case"),
        ("john", "John", "case"),
        ("lass", "girl", "alternative"),
    ]


def test_a_pair_on_one_row_or_listed_twice_counts_not_or_once() -> None:
    finder = Finder(random_space("she", "he"), languages.get("en"), Match())
    found, coverage = find_pairs(finder, pairs_of(("she", "She")))
    assert found is None
    assert coverage.missing == ("she–She",)
    found, coverage = find_pairs(finder, pairs_of(("she", "he"), ("She", "He"), ("he", "she")))
    assert found is not None
    assert found.labels == ("she–he", "he–she")
    assert (coverage.found, coverage.asked, coverage.duplicates) == (2, 2, ("She–He",))
    found, coverage = find_pairs(finder, pairs_of(("she", "gone"), ("she", "gone")))
    assert found is None
    assert (coverage.asked, coverage.missing, coverage.duplicates) == (1, ("she–gone",), ("she–gone",))


CASED = st.sampled_from(["she", "She", "SHE", "he", "He", "mary", "Mary", "x y", "x_y", "ä", "ae"])


@given(
    st.lists(CASED, min_size=1, unique=True),
    st.lists(st.tuples(CASED, CASED), max_size=8),
    st.sampled_from(["en", "de"]),
)
def test_found_and_missing_pairs_are_those_asked(
    vocabulary: list[str], asked: list[tuple[str, str]], code: str
) -> None:
    found, coverage = find_pairs(Finder(random_space(*vocabulary), languages.get(code), Match()), pairs_of(*asked))
    assert coverage.found + len(coverage.missing) == coverage.asked
    assert coverage.asked + len(coverage.duplicates) == len(asked)
    assert (found is None) == (coverage.found == 0)
    if found is not None:
        assert len(found.labels) == coverage.found
        rows = list(zip(found.one.rows, found.other.rows, strict=True))
        assert all(one != other for one, other in rows)
        assert len(set(rows)) == len(rows)


def test_coverage_counts_sets_pairs_and_groups() -> None:
    query = make_query(
        {
            "name": "all",
            "language": "en",
            "targets": {"jobs": ["nurse", "pilot"]},
            "pairs": {"sex": [["she", "he"], ["woman", "man"]]},
            "groups": {"fruit": {"together": ["apple", "pear"], "odd": ["chair", "juice"]}},
        }
    )
    coverage = coverage_of(random_space("nurse", "she", "he", "man", "apple", "Pear", "juice"), query, Match())
    assert [(s.name, s.found, s.asked) for s in coverage.sets] == [("jobs", 1, 2), ("sex", 1, 2), ("fruit", 3, 4)]
    assert coverage.missing == ("pilot", "woman–man", "chair")
    assert {"apple", "pear", "Pear", "chair"} <= words_to_read([query], Match())
