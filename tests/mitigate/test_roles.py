"""Who is protected, made equal or treated: words of lists in any case and spelling, and inflected forms."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from tests.mitigate.made import cosines_with, everything, filler_of, made, pair_set, sets_of, small
from tests.spaces import Floats
from weatherglass import language as languages
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.geometry import unit
from weatherglass.mitigate.base import Method, mitigation
from weatherglass.mitigate.roles import Cast, Inflected, Roles
from weatherglass.words import packs
from weatherglass.words.lookup import Match
from weatherglass.words.vocabulary import gendered_by_definition, listed

GENDERED = ("ar", "de", "fr")
FORMS = {"de": ("Ärztin", "Arzt"), "fr": ("infirmière", "infirmier"), "ar": ("معلمة", "معلم")}
BY_ENDING = {"de": ("Zirkelmalerin", "Zirkelmaler"), "fr": ("blagoteuse", "blagoteur"), "ar": ("مزمكرة", "مزمكر")}


def added(space: Embedding, *words: str, seed: int = 9) -> Embedding:
    """The space with more words at its end, which mean nothing."""
    vectors = np.random.default_rng(seed).normal(size=(len(words), space.dim)).astype(np.float32)
    return Embedding.from_arrays([*space.words, *words], np.concatenate([space.vectors, vectors]), name=space.name)


@cache
def hard(language: str, inflected: Inflected) -> tuple[Embedding, Method]:
    """Fitted on all words of the lists and a pair of forms that only the ending tells."""
    space = added(everything(language), *BY_ENDING[language])
    return space, mitigation("hard", inflected=inflected).fit(space, language)


def neutral_rows(space: Embedding, after: Embedding) -> Floats:
    return unit(np.array([after[each] for each in filler_of(space)[:300]]))


@pytest.mark.parametrize("language", GENDERED)
def test_both_forms_of_a_word_are_protected(language: str) -> None:
    space, method = hard(language, "protect")
    after = method.transform(space)
    for word in (*FORMS[language], *BY_ENDING[language]):
        assert not method.fitted().treated(word), word
        assert after[word] == pytest.approx(unit(space[word][None])[0], abs=2e-7)
    assert method.fitted().treated(filler_of(everything(language))[0])


@pytest.mark.parametrize("language", GENDERED)
def test_both_forms_are_made_equal_if_that_is_wanted(language: str) -> None:
    space, method = hard(language, "equalise")
    feminine, masculine = FORMS[language]
    assert (feminine, masculine) in method.fitted().equalised
    after = method.transform(space)
    neutral = neutral_rows(everything(language), after)
    near = cosines_with(after, feminine, neutral)
    assert near == pytest.approx(cosines_with(after, masculine, neutral), abs=1e-6)
    assert (feminine, masculine) not in hard(language, "protect")[1].fitted().equalised


@pytest.mark.parametrize("language", GENDERED)
def test_both_forms_lose_the_direction_if_that_is_wanted_and_it_is_told(language: str) -> None:
    space, method = hard(language, "neutralise")
    (notice,) = (each for each in method.fitted().notices if each.code == "inflected-neutralised")
    assert "lose most of what tells their two forms apart" in notice.text
    after = method.transform(space)
    for word in (*FORMS[language], *BY_ENDING[language]):
        assert method.fitted().treated(word), word
        assert np.abs(method.fitted().directions @ after[word].astype(np.float64)).max() < 1e-6
    mother = {"de": "Mutter", "fr": "mère", "ar": "أم"}[language]
    assert not method.fitted().treated(mother)


def test_english_has_no_forms_to_protect() -> None:
    space = everything("en")
    treated = [mitigation("hard", inflected=each).fit(space, "en").fitted() for each in ("protect", "neutralise")]
    assert [each for each in space.words if treated[0].treated(each)] == [
        each for each in space.words if treated[1].treated(each)
    ]
    assert not any(notice.code == "inflected-neutralised" for each in treated for notice in each.notices)


def test_rare_feminine_forms_are_judged_by_their_ending() -> None:
    """Words that the method was not fitted on, of which the masculine form was there."""
    method = hard("de", "protect")[1].fitted()
    assert "Zirkelmalerinnen" not in hard("de", "protect")[0]
    assert not method.treated("Zirkelmalerinnen")
    assert not method.treated("ZIRKELMALERINNEN")
    assert method.treated("Wolkenschieberin"), "there is no Wolkenschieber"
    assert method.treated("Zirkel")
    assert not hard("ar", "protect")[1].fitted().treated("مزمكرات")


def test_a_form_is_protected_in_every_case_in_which_it_stands() -> None:
    """A later row in capitals does not stand in for the usual one."""
    words = ("Quirler", "Quirlerin", "quirler", "QUIRLER", "QUIRLERIN")
    space = added(everything("de"), *words)
    method = mitigation("hard").fit(space, "de").fitted()
    assert [word for word in words if method.treated(word)] == []


def test_arabic_forms_are_protected_in_every_spelling() -> None:
    """With and without hamza and vowel signs, also where only one spelling has its counterpart."""
    words = ("أزمكرة", "أزمكر", "ازمكر", "أُزمكرة")
    method = mitigation("hard").fit(added(everything("ar"), *words), "ar").fitted()
    assert [word for word in (*words, "ازمكرة", "معلمة", "مُعلمة") if method.treated(word)] == []


def test_words_gendered_by_definition_are_protected_in_any_case() -> None:
    space = added(everything("en"), "She", "HE", "Mother", "FATHERS", "Nurse")
    method = mitigation("hard").fit(space, "en").fitted()
    assert [word for word in ("she", "She", "HE", "Mother", "FATHERS", "MOTHER") if method.treated(word)] == []
    assert method.treated("Nurse")


def test_sets_are_made_equal_in_every_case_in_which_they_are_whole() -> None:
    space = added(everything("en"), "Aunt", "Uncle", "AUNT", "QUEEN", "KING")
    assert {"aunt", "uncle"} <= set(space.words)
    method = mitigation("hard").fit(space, "en")
    done = set(method.fitted().equalised)
    assert {("aunt", "uncle"), ("Aunt", "Uncle"), ("QUEEN", "KING")} <= done
    assert not any("AUNT" in words for words in done)
    after = method.transform(space)
    neutral = neutral_rows(everything("en"), after)
    assert cosines_with(after, "QUEEN", neutral) == pytest.approx(cosines_with(after, "KING", neutral), abs=1e-6)


@pytest.mark.parametrize("language", packs.languages())
def test_no_list_names_a_word_to_make_equal_that_it_does_not_protect(language: str) -> None:
    """Otherwise a set of which a word is missing would be neutralised instead."""
    gendered = gendered_by_definition(language)
    query = packs.word_list(language, "equalise")
    assert gendered is not None
    assert query is not None
    assert [form for pair in query.pairs[0].pairs for word in pair for form in word if not gendered(form)] == []


@pytest.mark.parametrize(
    ("language", "word", "same"),
    [
        ("de", "Frau", ("frau", "FRAU", "Frau")),
        ("de", "Großmutter", ("GROSSMUTTER", "Grossmutter", "grossmutter", "großmutter")),
        ("fr", "épouse", ("Épouse", "ÉPOUSE", "epouse")),
        ("en", "step mother", ("step_mother", "Step_Mother", "STEP MOTHER")),
        ("ar", "إمرأة", ("امرأة", "إمراة", "اِمرأة")),
    ],
)
def test_a_listed_word_is_known_in_any_case_and_spelling(language: str, word: str, same: tuple[str, ...]) -> None:
    known = listed(language, [word])
    assert [each for each in (word, *same) if not known(each)] == []
    assert not known("x" + word)


def test_frau_is_gendered_by_definition_in_capitals_too() -> None:
    gendered = gendered_by_definition("de")
    assert gendered is not None
    assert [each for each in ("Frau", "FRAU", "frau", "Mütter", "MUETTER") if not gendered(each)] == []
    assert not gendered("Tisch")


def test_pairs_and_sets_that_are_given_are_not_neutral_unless_specific_words_are_given_too() -> None:
    space, roles = small(1)
    given = Roles(language="en", pairs=roles.pairs, equalise=roles.equalise)
    method = mitigation("hard").fit(space, given).fitted()
    assert [word for word in space.words if not method.treated(word)] == [w for w in space.words if w[0] in "xyab"]
    own = Roles(language="en", pairs=roles.pairs, equalise=roles.equalise, specific=("s0",))
    method = mitigation("hard").fit(space, own).fitted()
    assert [word for word in space.words if not method.treated(word)] == ["s0"]


def test_own_pairs_about_gender_go_with_the_lists_of_the_language() -> None:
    space = everything("en")
    method = (
        mitigation("hard").fit(space, Roles(language="en", pairs=pair_set(("she", "he"), ("woman", "man")))).fitted()
    )
    usual = mitigation("hard").fit(space, "en").fitted()
    assert method.equalised == usual.equalised
    assert not method.treated("daughter")


def test_neutral_words_given_are_the_only_ones_that_are_treated() -> None:
    space = everything("en")
    chosen = filler_of(space)[:5]
    method = mitigation("hard").fit(space, Roles(language="en", neutral=(*chosen, chosen[0], "absent"))).fitted()
    assert [word for word in space.words if method.treated(word)] == list(chosen)
    (notice,) = (each for each in method.notices if each.code == "neutral-missing")
    assert "1 of 6 neutral words are not there: absent." in notice.text


def test_what_is_read_from_a_file_for_roles() -> None:
    roles = Roles(language="en", pairs=pair_set(("up", "down")), equalise=sets_of(("a", "b", "c")), neutral=("n",))
    *lists, given = roles.queries()
    assert [word[0] for word in given.targets[0].words] == ["n", "up", "down", "a", "b", "c"]
    assert {query.name for query in lists} == {"subspace", "equalise", "classes", "forms", "sentiment-pairs", "names"}


def test_leaning_is_the_mean_difference_of_cosines_with_the_two_words_of_each_pair() -> None:
    space = made({"up": (2, 0, 0), "down": (0, 1, 0), "n": (3, 0, 4), "m": (1, 1, 0)})
    cast = Cast(space, Roles(language="en", pairs=pair_set(("up", "down"))), Match())
    assert cast.leaning(cast.pairs()) == pytest.approx([1, -1, 0.6, 0], abs=1e-7)


def test_every_language_with_rules_has_lists() -> None:
    assert set(languages.codes()) == set(packs.languages())
