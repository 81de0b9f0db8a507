"""First names by group: what is found, what is left out, and that it is said."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.spaces import random_space
from weatherglass import language as languages
from weatherglass.downstream.names import Found, find_names, names_list, parts_of
from weatherglass.errors import CoverageError, SpecError
from weatherglass.words.lookup import Finder, Match
from weatherglass.words.query import Query, make_query

TURKISH, ITALIAN = ("Ayla", "Elif", "Ceren"), ("Bruno", "Dario", "Enzo")


def listed(**targets: Any) -> Query:
    named = {name.replace("_", " "): list(words) for name, words in targets.items()}
    return make_query({"name": "own", "language": "en", "targets": named})


def found(groups: Query, *words: str) -> Found:
    return find_names(Finder(random_space(*words), languages.get("en"), Match()), groups)


@pytest.mark.parametrize(
    ("group", "parts"),
    [
        ("Turkish female", ("Turkish", "female")),
        ("US American male", ("US American", "male")),
        ("female", ("", "female")),
        ("Turkish", ("Turkish", "")),
        ("US American", ("US American", "")),
    ],
)
def test_population_and_sex_from_the_name_of_a_set(group: str, parts: tuple[str, str]) -> None:
    assert parts_of(group) == parts


def test_names_with_their_groups_ranks_and_vectors() -> None:
    space = random_space(*TURKISH, "other", *ITALIAN)
    names = find_names(
        Finder(space, languages.get("en"), Match()), listed(Italian_male=ITALIAN, Turkish_female=(*TURKISH, "Zehra"))
    )
    assert [(name.word, name.population, name.sex) for name in names.names] == [
        *((word, "Italian", "male") for word in ITALIAN),
        *((word, "Turkish", "female") for word in TURKISH),
    ]
    assert names.populations == ("Italian", "Turkish")
    assert names.missing == {"Turkish female": ("Zehra",)}
    assert names.of(sex="female").tolist() == [False] * 3 + [True] * 3
    assert names.of(population="Turkish", sex="male").sum() == 0
    assert [space.words[row] for row in names.rows] == [name.word for name in names.names]
    np.testing.assert_array_equal(names.vectors, space.vectors[names.rows].astype(np.float64))


def test_a_name_of_two_groups_stands_for_neither_and_it_is_said() -> None:
    names = found(listed(Turkish=(*TURKISH, "Deniz"), Italian=(*ITALIAN, "deniz")), *TURKISH, *ITALIAN, "Deniz")
    assert "Deniz" not in [name.word for name in names.names]
    assert names.notices[0].code == "names-in-two-groups"
    assert names.notices[0].text.endswith("several groups: 1: Deniz (Turkish, Italian).")


def test_a_group_with_too_few_names_is_left_out_and_it_is_said() -> None:
    names = found(listed(Turkish=TURKISH, Italian=ITALIAN, Greek=("Eleni", "Nikos")), *TURKISH, *ITALIAN, "Eleni")
    assert names.populations == ("Turkish", "Italian")
    assert names.left_out == {"Greek": "1 name in the vectors, and 3 are needed"}
    assert names.missing == {"Greek": ("Nikos",)}


@pytest.mark.parametrize(
    ("groups", "said"),
    [
        ({"Turkish": TURKISH, "Italian": ITALIAN[:1]}, r"\(Turkish: 3; Italian: 1\); give groups with more names"),
        ({"female": TURKISH, "male": ITALIAN[:2]}, r"\(female: 3; male: 2\)"),
        ({"Turkish": TURKISH, "Italian": [word.lower() for word in TURKISH]}, r"\(all stand in several groups\)"),
        # Names of no population and one population: nothing to compare.
        ({"female": TURKISH[:2], "male": TURKISH[2:], "Italian": ITALIAN}, r"\(female: 2; male: 1; Italian: 3\)"),
    ],
)
def test_with_one_group_left_there_is_nothing_to_compare(groups: dict[str, Any], said: str) -> None:
    with pytest.raises(CoverageError, match="fewer than two groups of en/own have 3 names or more in vectors " + said):
        found(listed(**groups), *TURKISH, *ITALIAN)


def test_one_population_with_both_sexes_is_enough() -> None:
    names = found(
        listed(Turkish_female=TURKISH, Turkish_male=("Kemal", "Murat", "Selim")), *TURKISH, "Kemal", "Murat", "Selim"
    )
    assert names.populations == ("Turkish",)
    assert not names.notices


def test_names_without_any_vector() -> None:
    with pytest.raises(CoverageError, match="none of the 6 names of en/own is in vectors; give names that are there"):
        found(listed(Turkish=TURKISH, Italian=ITALIAN), "other", "words")


def test_names_found_as_other_words_are_told() -> None:
    """Vectors in lower case do not tell Hope from hope."""
    names = found(listed(Turkish=TURKISH, English=("Hope", "Mark", "Rose")), *TURKISH, "hope", "mark", "Rose")
    (notice,) = names.notices
    assert notice.code == "names-otherwise-spelled"
    assert "2 of 6: Hope as hope, Mark as mark. " in notice.text
    assert [name.word for name in names.names][3:] == ["hope", "mark", "Rose"]


def test_alternatives_that_the_list_itself_gives_are_not_told() -> None:
    names = found(
        listed(Turkish=TURKISH, German=("Jürgen|Juergen", "Horst", "Uwe")), *TURKISH, "Juergen", "Horst", "Uwe"
    )
    assert not names.notices


def test_two_spellings_of_one_name_count_once_and_it_is_said() -> None:
    names = found(listed(Turkish=(*TURKISH, "AYLA"), Italian=ITALIAN), *TURKISH, *ITALIAN)
    assert len(names.names) == 6
    assert ("counted-once", "en/own: AYLA counted once.") in [(each.code, each.text) for each in names.notices]


def test_populations_of_which_a_sex_is_missing_are_told() -> None:
    names = found(listed(Turkish_female=TURKISH, Italian_male=ITALIAN, Italian_female=("Bianca",)), *TURKISH, *ITALIAN)
    (notice,) = names.notices
    assert notice.code == "names-of-one-sex"
    assert "within Turkish (3 and 0), Italian (0 and 3): 3 of either are needed" in notice.text


def test_lists_without_groups_are_refused() -> None:
    with pytest.raises(SpecError, match="en/own has fewer than two sets of names; give two groups or more"):
        names_list(listed(Turkish=TURKISH), "en")
    with pytest.raises(SpecError, match="no list of first names for 'xx'; give groups of names"):
        names_list(None, "xx")
    own = names_list(None, "en")
    assert own.id == "en/names"
