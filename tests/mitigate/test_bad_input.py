"""What people get wrong, and what they are told: always a sentence of ours that says what to do."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from tests.mitigate.made import changed, everything, filler_of, made, pair_set, sets_of, small
from weatherglass.errors import CoverageError, SpecError, UnknownName
from weatherglass.mitigate.base import METHODS, get, mitigation
from weatherglass.mitigate.roles import Roles
from weatherglass.words.query import PairSet

WITH_PAIRS = sorted(set(METHODS) - {"multi-class"})
WITH_DIRECTIONS = ["hard", "linear-projection", "soft"]


@pytest.mark.parametrize(
    ("name", "settings", "message"),
    [
        ("hard", {"components": 0}, "components=0: give how many directions to remove, at least 1"),
        ("soft", {"components": -2}, "components=-2: give how many directions"),
        ("hard", {"components": 1.0}, "components=1.0: give a whole number"),
        ("hard", {"components": "1"}, "components='1': give a whole number"),
        ("hard", {"components": True}, "components=True: give a whole number"),
        ("hard", {"components": None}, "components=None: give a whole number"),
        ("multi-class", {"components": [1]}, r"components=\[1\]: give a whole number"),
        ("hard", {"inflected": "leave"}, "inflected='leave': give 'protect', 'equalise', 'neutralise'"),
        ("hard", {"inflected": None}, "inflected=None: give a word"),
        ("soft", {"lam": -0.1}, "lam=-0.1: give a weight of 0 or more; 0.2 is usual"),
        ("soft", {"lam": math.nan}, "lam=nan: give a weight of 0 or more"),
        ("soft", {"lam": math.inf}, "lam=inf: give a weight of 0 or more"),
        ("soft", {"lam": "0.2"}, "lam='0.2': give a number"),
        ("soft", {"lam": True}, "lam=True: give a number"),
        ("soft", {"sums": "no"}, "sums='no': give true or false"),
        ("soft", {"sums": 1}, "sums=1: give true or false"),
        ("null-space", {"rounds": 0}, "rounds=0, most=2500: give at least 1 round and 50 words of each side"),
        ("null-space", {"most": 49}, "most=49: give at least 1 round and 50 words of each side"),
        ("null-space", {"rounds": 2.5}, "rounds=2.5: give a whole number"),
        ("null-space", {"seed": -1}, "seed=-1: give 0 or a larger whole number"),
        ("double-hard", {"candidates": 0}, "candidates=0, most=500: give at least 1 candidate and 50 words"),
        ("double-hard", {"seed": "x"}, "seed='x': give a whole number"),
    ],
)
def test_settings_that_make_no_sense(name: str, settings: dict[str, Any], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        mitigation(name, **settings)
    with pytest.raises(SpecError, match=message):
        get(name)(**settings).fit(everything("en"), "en")
    with pytest.raises(SpecError, match=message):
        get(name)().set_params(**settings).fit(everything("en"), "en")


def test_numbers_of_other_kinds_are_numbers() -> None:
    space, roles = small(0)
    one = mitigation("soft", lam=1, components=np.int64(2)).fit_transform(space, roles)
    other = mitigation("soft", lam=np.float32(1), components=2).fit_transform(space, roles)
    assert np.array_equal(one.vectors, other.vectors)


def test_a_setting_or_a_method_that_does_not_exist() -> None:
    with pytest.raises(UnknownName, match=r"no setting of hard 'component'. Did you mean 'components'\?"):
        mitigation("hard", component=1)
    with pytest.raises(UnknownName, match=r"no setting of soft 'lambda'"):
        mitigation("soft").set_params(**{"lambda": 1.0})
    with pytest.raises(UnknownName, match=r"no method of mitigation 'hrad'. Did you mean 'hard'\?"):
        mitigation("hrad")


def test_an_unknown_setting_leaves_the_others_as_they_were() -> None:
    method = mitigation("soft")
    with pytest.raises(UnknownName):
        method.set_params(lam=3.0, nonsense=1)
    assert method.get_params() == mitigation("soft").get_params()


@pytest.mark.parametrize("name", WITH_DIRECTIONS)
def test_more_components_than_the_pairs_span(name: str) -> None:
    space, roles = small(0, pairs=3)
    message = r"components=4: the 3 pairs found span 3 directions; give fewer components or more pairs"
    with pytest.raises(SpecError, match=message):
        mitigation(name, components=4).fit(space, roles)


def test_more_components_than_the_sets_span() -> None:
    space, roles = small(0, of=3, sets=1)
    message = r"components=3: the 1 sets found span 2 directions; give fewer components or more sets"
    with pytest.raises(SpecError, match=message):
        mitigation("multi-class", components=3).fit(space, Roles(language="en", equalise=roles.equalise))


@pytest.mark.parametrize("name", WITH_PAIRS)
def test_pairs_of_words_with_the_same_vector_span_nothing(name: str) -> None:
    space, roles = small(0)
    vectors = space.vectors.astype(np.float64)
    for i in range(4):
        vectors[space.index[f"y{i}"]] = vectors[space.index[f"x{i}"]]
    settings = {"most": 50} if "most" in get(name)().get_params() else {}
    with pytest.raises(SpecError) as error:
        mitigation(name, **settings).fit(
            changed(space, vectors), roles if name != "direction-removal" else neutral(roles)
        )
    if name not in ("null-space", "double-hard"):  # these find before that there is no side to lean to
        assert "4 pairs have" in str(error.value)
        assert "nothing lies between them; give other pairs" in str(error.value)


def neutral(roles: Roles, *words: str) -> Roles:
    return Roles(language="en", pairs=roles.pairs, equalise=roles.equalise, neutral=words or ("n0", "n1"))


def test_sets_of_words_with_the_same_vector_span_nothing() -> None:
    space = made({"a": (1, 2), "b": (2, 4), "c": (3, 6), "n": (1, 0)})
    with pytest.raises(SpecError, match=r"each of the 1 sets have one and the same direction.*give other sets"):
        mitigation("multi-class", components=1).fit(space, Roles(language="en", equalise=sets_of(("a", "b", "c"))))


@pytest.mark.parametrize("name", WITH_PAIRS)
def test_a_word_that_defines_the_direction_cannot_be_neutral(name: str) -> None:
    space = everything("en")
    defining = "good" if name == "direction-removal" else "mother"
    roles = Roles(language="en", neutral=(*filler_of(space)[:150], defining))
    with pytest.raises(SpecError, match=rf"{defining}: a word that defines the direction, or is made equal, cannot be"):
        mitigation(name).fit(space, roles)


def test_a_word_that_is_made_equal_cannot_be_neutral() -> None:
    space, roles = small(0)
    with pytest.raises(SpecError, match="a0, b2: a word that defines"):
        mitigation("hard").fit(space, neutral(roles, "n0", "b2", "a0"))


@pytest.mark.parametrize("name", sorted(METHODS))
def test_no_neutral_word_is_there(name: str) -> None:
    with pytest.raises(CoverageError, match=r"none of the 2 neutral words is in everything-en; give others"):
        mitigation(name).fit(everything("en"), Roles(language="en", neutral=("absent", "nowhere", "absent")))


@pytest.mark.parametrize("name", ["hard", "double-hard"])
def test_a_set_with_a_missing_word_is_left_out_and_named(name: str) -> None:
    space = everything("en")
    sets = sets_of(("she", "he"), ("mother", "absent"), ("king", "king"), ("he", "king"))
    method = mitigation(name, **({"candidates": 1} if name == "double-hard" else {}))
    fitted = method.fit(space, Roles(language="en", equalise=sets)).fitted()
    assert fitted.equalised == (("she", "he"), ("She", "He"))
    told = {notice.code: notice.text for notice in fitted.notices}
    assert "2 of 4 equality sets are left out" in told["sets-missing"]
    assert "mother–absent, king–king." in told["sets-missing"]
    assert (
        "1 equality sets are left out, as a word of theirs stands in an earlier one: he–king."
        in told["word-in-two-sets"]
    )


@pytest.mark.parametrize("name", ["hard", "double-hard", "multi-class"])
def test_no_whole_set_is_an_error_that_names_them(name: str) -> None:
    roles = Roles(language="en", equalise=sets_of(("mother", "absent"), ("nowhere", "he")))
    message = r"none of the 2 equality sets is whole in everything-en \(mother–absent, nowhere–he\)"
    with pytest.raises(CoverageError, match=message):
        mitigation(name).fit(everything("en"), roles)


@pytest.mark.parametrize("name", WITH_PAIRS)
def test_no_pair_is_there(name: str) -> None:
    roles = Roles(language="en", pairs=pair_set(("absent", "he"), ("she", "she")), neutral=("table",))
    message = r"none of the 2 pairs that define the direction is in everything-en \(absent–he, she–she\); give pairs of"
    with pytest.raises(CoverageError, match=message):
        mitigation(name).fit(everything("en"), roles)


def test_a_pair_that_is_missing_or_one_word_twice_is_named() -> None:
    roles = Roles(language="en", pairs=pair_set(("she", "he"), ("she", "absent"), ("king", "king"), ("she", "he")))
    fitted = mitigation("linear-projection").fit(everything("en"), roles).fitted()
    (notice,) = fitted.notices
    assert notice.code == "pairs-missing"
    assert notice.text.startswith(
        "1 of 3 pairs define the direction; of others a word is not there, or both are one word"
    )
    assert "she–absent, king–king." in notice.text
    assert fitted.facts["pairs"] == ["she–he"]


@pytest.mark.parametrize(
    ("roles", "message"),
    [
        ({"neutral": "nurse"}, "neutral='nurse': give a list of words"),
        ({"specific": "nurse"}, "specific='nurse': give a list of words"),
        ({"neutral": (("nurse",),)}, "give a list of words"),
        ({"equalise": (("she", "he"),)}, r"\('she', 'he'\): give two or more words to a set, each with its spellings"),
        ({"equalise": ((("she",),),)}, "give two or more words to a set"),
        ({"pairs": PairSet("p", (("she", "he"),))}, "give two or more words to a set"),  # type: ignore[arg-type]
    ],
)
def test_roles_in_another_shape_are_refused_as_their_letters_would_be_taken_for_words(
    roles: dict[str, Any], message: str
) -> None:
    with pytest.raises(SpecError, match=message):
        Roles(language="en", **roles)


def test_pairs_for_classes_and_no_sets_at_all() -> None:
    with pytest.raises(SpecError, match="multi-class takes sets of words, not pairs; give them as equality sets"):
        mitigation("multi-class").fit(everything("en"), Roles(language="en", pairs=pair_set(("she", "he"))))
    with pytest.raises(SpecError, match="there are no equality sets; give some"):
        mitigation("multi-class").fit(everything("en"), Roles(language="en", equalise=()))


def test_no_neutral_word_at_all_for_soft_mitigation() -> None:
    space, roles = small(0)
    everybody = Roles(language="en", pairs=roles.pairs, specific=space.words)
    with pytest.raises(SpecError, match=r"no word of made is neutral, so that nothing could be weakened; give neutral"):
        mitigation("soft").fit(space, everybody)


def test_no_names_are_there() -> None:
    space = made({"good": (1, 0, 0), "bad": (0, 1, 0), "table": (0, 0, 1)})
    with pytest.raises(CoverageError, match=r"none of the \d+ first names is in made; give others"):
        mitigation("direction-removal").fit(space, "en")


@pytest.mark.parametrize("change", ["all the same", "all in one direction", "two places only"])
@pytest.mark.parametrize("name", sorted(METHODS))
def test_spaces_without_any_shape_give_numbers_or_a_reason(name: str, change: str) -> None:
    space = everything("en")
    vectors = space.vectors.astype(np.float64)
    other = {
        "all the same": np.ones_like(vectors),
        "all in one direction": np.outer(np.arange(1, len(vectors) + 1), vectors[0]),
        "two places only": np.eye(space.dim)[np.arange(len(vectors)) % 2],
    }[change]
    settings = {"candidates": 2} if name == "double-hard" else {}
    try:
        after = mitigation(name, **settings).fit_transform(changed(space, other), "en")
    except (SpecError, CoverageError) as error:
        assert "give" in str(error) or "needed" in str(error)  # noqa: PT017 - either outcome is fine, NaN is not
    else:
        assert np.isfinite(after.vectors).all()
