from __future__ import annotations

import numpy as np
import pytest

from tests.spaces import random_space
from tests.structure.group_spaces import pairs_named, space_of
from weatherglass.structure.concepts import Missing, concepts, missing_forms
from weatherglass.words.lookup import Substitution
from weatherglass.words.query import PairSet, Query, WordSet

OWN = Query(
    name="own",
    language="en",
    pairs=(
        pairs_named("singular", "actress actor", "queen king", "waitress waiter"),
        pairs_named("plural", "actresses actors"),
    ),
    targets=(WordSet("jobs", (("nurse",), ("doctor",))), WordSet("more", (("pilot",),))),
)
WORDS = ("actress", "actor", "queen", "king", "waitress", "waiter", "actresses", "actors", "nurse", "doctor", "pilot")


def test_pairs_come_first_with_a_form_for_each_group_and_single_words_stand_for_both() -> None:
    embedding = random_space(*WORDS)
    found = concepts(space_of(embedding), OWN, "paired")
    assert found.labels == ("actress–actor", "queen–king", "waitress–waiter", "nurse", "doctor", "pilot")
    assert (len(found), found.paired, found.asked, found.missing) == (6, 3, 6, ())
    for i, (one, other) in enumerate(
        [("actress", "actor"), ("queen", "king"), ("waitress", "waiter"), *[(word, word) for word in WORDS[-3:]]]
    ):
        for side, word in ((found.one, one), (found.other, other)):
            vector = embedding[word].astype(np.float64)
            assert side[i] == pytest.approx(vector / np.linalg.norm(vector))


@pytest.mark.parametrize(
    ("forms", "chosen"),
    [("feminine", ("actress", "queen", "waitress")), ("masculine", ("actor", "king", "waiter"))],
)
def test_one_form_of_the_pairs_can_stand_for_both_groups(forms: str, chosen: tuple[str, ...]) -> None:
    found = concepts(space_of(random_space(*WORDS)), OWN, "feminine" if forms == "feminine" else "masculine")
    assert found.labels == (*chosen, "nurse", "doctor", "pilot")
    assert found.paired == 0
    assert np.array_equal(found.one, found.other)


@pytest.mark.parametrize("gone", ["actress", "actor"])
def test_a_pair_without_one_of_its_forms_is_reported_and_never_a_single_word(gone: str) -> None:
    found = concepts(space_of(random_space(*(word for word in WORDS if word != gone))), OWN, "paired")
    assert found.missing == (Missing(concept="actress–actor", forms=(gone,)),)
    assert found.labels == ("queen–king", "waitress–waiter", "nurse", "doctor", "pilot")
    assert (len(found), found.paired, found.asked) == (5, 2, 6)
    assert not np.array_equal(found.one[:2], found.other[:2])
    assert np.array_equal(found.one[2:], found.other[2:])


def test_a_pair_without_both_forms_names_both_and_a_missing_single_word_is_named_as_itself() -> None:
    found = concepts(space_of(random_space("queen", "king", "nurse", "pilot")), OWN, "paired")
    assert found.missing == (
        Missing(concept="actress–actor", forms=("actress", "actor")),
        Missing(concept="waitress–waiter", forms=("waitress", "waiter")),
        Missing(concept="doctor", forms=("doctor",)),
    )
    assert len(found) + len(found.missing) == found.asked == 6


def test_a_missing_form_of_the_chosen_kind_is_missing_whether_or_not_the_other_is_there() -> None:
    space = space_of(random_space(*(word for word in WORDS if word != "king")))
    assert concepts(space, OWN, "masculine").missing == (Missing(concept="king", forms=("king",)),)
    assert concepts(space, OWN, "feminine").missing == ()


def test_two_forms_in_one_row_are_no_pair_and_no_form_of_them_is_missing() -> None:
    # In vectors without capitals both are found in one row.
    query = Query(name="own", language="de", pairs=(pairs_named("", "Weise weise", "Ärztin Arzt"),))
    found = concepts(space_of(random_space("weise", "ärztin", "arzt"), language="de"), query, "paired")
    assert found.missing == (Missing(concept="Weise–weise", forms=()),)
    assert found.labels == ("Ärztin–Arzt",)
    assert found.substituted == (
        Substitution("Ärztin", "ärztin", "case"),
        Substitution("Arzt", "arzt", "case"),
    )


def test_nothing_found_gives_no_concepts_and_names_everything() -> None:
    found = concepts(space_of(random_space("other", dim=7)), OWN, "paired", "professions")
    assert (found.name, len(found), found.paired, found.asked) == ("professions", 0, 0, 6)
    assert found.one.shape == found.other.shape == (0, 7)
    assert len(found.missing) == 6


def test_a_list_of_pairs_alone_and_one_of_words_alone_are_concepts_too() -> None:
    space = space_of(random_space(*WORDS))
    only_pairs = Query(name="pairs", language="en", pairs=OWN.pairs)
    only_words = Query(name="words", language="en", targets=OWN.targets)
    assert concepts(space, only_pairs, "paired").labels == ("actress–actor", "queen–king", "waitress–waiter")
    assert concepts(space, only_words, "paired").labels == ("nurse", "doctor", "pilot")
    assert concepts(space, only_words, "paired").name == "words"


def test_a_concept_that_stands_there_twice_counts_once() -> None:
    query = Query(
        name="twice",
        language="en",
        pairs=(pairs_named("", "actress actor", "actress actor", "Actress Actor"),),
        targets=(WordSet("", (("nurse",), ("nurse",))),),
    )
    found = concepts(space_of(random_space(*WORDS)), query, "paired")
    assert found.labels == ("actress–actor", "nurse")
    assert (found.asked, found.missing) == (2, ())


def test_the_first_spelling_that_is_there_stands_for_a_form() -> None:
    query = Query(name="own", language="en", pairs=(PairSet("", ((("poetess", "poet"), ("bard", "maker")),)),))
    found = concepts(space_of(random_space("poet", "maker")), query, "paired")
    assert found.labels == ("poetess–bard",)
    assert [(each.word, each.used, each.how) for each in found.substituted] == [
        ("poetess", "poet", "alternative"),
        ("bard", "maker", "alternative"),
    ]


def test_words_of_another_script_are_found_by_their_normalised_form() -> None:
    query = Query(name="own", language="ar", pairs=(pairs_named("", "طبيبة طبيب", "معلمة معلّم"),))
    found = concepts(space_of(random_space("طبيبة", "طبيب", "معلمة", "معلم"), language="ar"), query, "paired")
    assert found.paired == 2
    assert [each.used for each in found.substituted] == ["معلم"]


def test_missing_forms_are_told_only_of_pairs_that_were_left_out() -> None:
    space = space_of(random_space("a", "b", "c"))
    pairs = pairs_named("", "a b", "c d", "x y")
    assert missing_forms(space, pairs, ("x–y",)) == (Missing(concept="x–y", forms=("x", "y")),)
    assert missing_forms(space, pairs, ()) == ()
