"""Sets held against a vocabulary: each word's state, and that tests find the same."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.spaces import composed_space, random_space
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import read
from weatherglass.embedding.sample import sample_path
from weatherglass.words import packs
from weatherglass.words.lookup import Match, SetCoverage, Substitution, coverage_of, lookup
from weatherglass.words.overlap import CheckedSet, CheckedWord, check_sets
from weatherglass.words.query import PairSet, Query, Word, WordSet, make_query

ONE = Match(min_words=1, min_coverage=0)


def words_of(*words: str) -> tuple[Word, ...]:
    return tuple(tuple(word.split("|")) for word in words)


def states(checked: CheckedSet) -> list[tuple[str, str, str]]:
    return [(word.text, word.state, word.used) for word in checked.words]


def test_each_word_has_a_state() -> None:
    space = random_space("she", "Her", "mother", "he", "art", "job")
    query = Query(
        name="q",
        language="en",
        targets=(
            WordSet("women", words_of("she", "her", "mum|mother", "lady", "she", "lady", "She")),
            WordSet("men", words_of("he")),
        ),
        attributes=(WordSet("arts", words_of("art")), WordSet("jobs", words_of("job"))),
    )
    women, men, *attributes = check_sets(space, query, ONE)
    assert states(women) == [
        ("she", "found", "she"),
        ("her", "substituted", "Her"),
        ("mum", "substituted", "mother"),
        ("lady", "missing", ""),
        ("she", "duplicate", "she"),
        ("lady", "duplicate", ""),
        ("She", "duplicate", "she"),
    ]
    assert [word.rank for word in women.words] == [0, 1, 2, None, 0, None, 0]
    assert [word.how for word in women.words][:4] == [("as written",), ("case",), ("alternative",), ()]
    assert (women.role, women.name, women.asked, women.found, women.coverage) == ("targets", "women", 4, 3, 0.75)
    assert states(men) == [("he", "found", "he")]
    assert [(each.role, each.name) for each in attributes] == [("attributes", "arts"), ("attributes", "jobs")]


def test_a_row_in_two_sets_is_told_in_both() -> None:
    space = random_space("nurse", "pilot", "art", "job")
    query = Query(
        name="q",
        language="en",
        targets=(WordSet("one", words_of("nurse", "pilot")), WordSet("two", words_of("Nurse"))),
        attributes=(WordSet("a", words_of("art", "pilot", "nurse")), WordSet("b", words_of("job"))),
    )
    one, two, a, b = check_sets(space, query, ONE)
    assert [(word.state, word.also) for word in one.words] == [
        ("overlapping", (("targets", "two"), ("attributes", "a"))),
        ("overlapping", (("attributes", "a"),)),
    ]
    assert (two.words[0].state, two.words[0].used, two.words[0].how) == ("overlapping", "nurse", ("case",))
    assert [word.state for word in a.words] == ["found", "overlapping", "overlapping"]
    assert b.words[0].also == ()
    assert one.found == one.asked == 2


def test_pairs_count_as_one_and_show_both_words() -> None:
    space = random_space("she", "he", "Woman", "man", "sister", "girl", "boy")
    pairs = [["she", "he"], ["woman", "man"], ["sister", "brother"], ["She", "he"], ["girl", "Girl"]]
    query = make_query(
        {"name": "q", "language": "en", "pairs": {"base": pairs, "more": [["she", "he"], ["girl", "boy"]]}}
    )
    base, more = check_sets(space, query, Match())
    assert states(base) == [
        ("she–he", "overlapping", "she–he"),
        ("woman–man", "substituted", "Woman–man"),
        ("sister–brother", "missing", ""),
        ("She–he", "duplicate", "she–he"),
        ("girl–Girl", "missing", "girl–girl"),  # one row cannot be both
    ]
    assert (base.role, base.asked, base.found) == ("pairs", 4, 2)
    assert [(part.text, part.state, part.rank) for part in base.words[2].parts] == [
        ("sister", "found", 4),
        ("brother", "missing", None),
    ]
    assert base.words[1].rank == 3
    assert base.words[0].also == (("pairs", "more"),)
    assert [word.state for word in more.words] == ["overlapping", "found"]


def test_groups_may_share_words() -> None:
    space = random_space("cat", "dog", "car", "bus")
    groups = {
        "animals": {"together": ["cat", "dog"], "odd": ["car"]},
        "things": {"together": ["car", "bus"], "odd": ["cat", "dog"]},
    }
    checked = check_sets(space, make_query({"name": "q", "language": "en", "groups": groups}), Match())
    assert [(each.role, each.name, each.found) for each in checked] == [
        ("groups", "animals", 3),
        ("groups", "things", 4),
    ]
    assert {word.state for each in checked for word in each.words} == {"found"}


def test_a_composed_word_has_no_rank() -> None:
    space = composed_space(random_space("nurse", "pilot"), ["nurse"])
    query = make_query({"name": "q", "language": "en", "targets": {"jobs": ["nurse"]}})
    word = check_sets(space, query, Match())[0].words[0]
    assert (word.state, word.used, word.how, word.rank) == ("substituted", "nurse", ("subwords",), None)


def test_an_empty_set_has_no_coverage() -> None:
    checked = CheckedSet(role="targets", name="none", words=(), asked=0, found=0)
    assert checked.coverage == 0.0


def as_coverage(checked: CheckedSet) -> SetCoverage:
    """What the states say, in the form in which a lookup reports it."""
    used = [word for word in checked.words if word.state in ("found", "substituted", "overlapping")]
    singles: list[CheckedWord] = [part for word in used for part in (word.parts or (word,))]
    return SetCoverage(
        name=checked.name,
        found=len(used),
        asked=checked.asked,
        missing=tuple(word.text for word in checked.words if word.state == "missing"),
        substituted=tuple(
            Substitution(word.text, word.used, word.how[0]) for word in singles if word.how != ("as written",)
        ),
        duplicates=tuple(word.text for word in checked.words if word.state == "duplicate"),
    )


def assert_agrees(space: Embedding, query: Query, match: Match) -> None:
    """The same counts, words and rows as a test finds, and an overlap exactly where a test refuses or warns."""
    checked = check_sets(space, query, match)
    assert tuple(map(as_coverage, checked)) == coverage_of(space, query, match).sets
    assert [each.coverage for each in checked] == [each.share for each in coverage_of(space, query, match).sets]
    looked_up = lookup(space, query, replace(match, min_words=1, min_coverage=0))
    sides = {
        role: [word for each in checked if each.role == role for word in each.words if word.state == "overlapping"]
        for role in ("targets", "attributes")
    }
    within = any(other.role == role for role, words in sides.items() for word in words for other in word.also)
    across = any(other.role == "attributes" for word in sides["targets"] for other in word.also)
    if not looked_up.reason.startswith("too few words"):  # which is said first
        assert within == ("match the same row" in looked_up.reason)
    assert across == any(notice.code == "shared-word" for notice in looked_up.notices)
    if looked_up.vectors is not None:
        found = (*looked_up.vectors.targets, *looked_up.vectors.attributes)
        for each, there in zip(checked, found, strict=False):
            used = [word for word in each.words if word.state in ("found", "substituted", "overlapping")]
            assert tuple(word.used for word in used) == there.rows
            assert [-1 if word.rank is None else word.rank for word in used] == there.ranks.tolist()


@pytest.fixture(scope="module")
def sample() -> Embedding:
    return read(sample_path())


@pytest.mark.parametrize("language", packs.languages())
@pytest.mark.parametrize("match", [Match(), Match(case=False, spelling=False, normalise=False, underscore=False)])
def test_every_shipped_query_is_checked_as_it_is_looked_up(sample: Embedding, language: str, match: Match) -> None:
    queries = packs.load(language)
    assert len(queries) > 10
    for query in queries:
        assert_agrees(sample, query, match)


@pytest.mark.parametrize("language", packs.languages())
def test_in_a_space_of_their_own_words_too(language: str) -> None:
    """The sample has few words but English ones; here each second word is there, in capitals at times."""
    for query in packs.load(language):
        known = dict.fromkeys(form for word in query.all_words() for form in word)
        spelled = [word if i % 3 else word.capitalize() for i, word in enumerate(known) if i % 4]
        assert_agrees(random_space(*dict.fromkeys(spelled)), query, Match())


WORDS = st.lists(
    st.lists(st.sampled_from(["a", "A", "b", "B", "ä", "ae", "c", "d", "Ab", "ab"]), min_size=1, max_size=2).map(tuple),
    min_size=1,
    max_size=6,
).map(tuple)


@given(
    sets=st.lists(WORDS, min_size=2, max_size=4),
    pairs=st.lists(st.tuples(WORDS, WORDS).map(lambda sides: tuple(zip(*sides, strict=False))), max_size=2),
    vocabulary=st.lists(st.sampled_from(["a", "A", "b", "Ä", "ae", "C", "ab", "Ab"]), min_size=1, unique=True),
    split=st.integers(1, 4),
)
def test_any_sets_are_checked_as_they_are_looked_up(
    sets: list[tuple[Word, ...]], pairs: list[tuple[tuple[Word, Word], ...]], vocabulary: list[str], split: int
) -> None:
    named = tuple(WordSet(str(i), words) for i, words in enumerate(sets))
    pair_sets = tuple(PairSet(f"p{i}", each) for i, each in enumerate(pairs))
    query = Query(name="q", language="de", targets=named[:split], attributes=named[split:], pairs=pair_sets)
    assert_agrees(random_space(*vocabulary), query, ONE)
