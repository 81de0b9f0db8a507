"""What sentiment classifiers learn from: signs, and words of one lemma that stay together."""

from __future__ import annotations

import numpy as np
import pytest

from tests.downstream.made import unspoken
from tests.spaces import random_space
from weatherglass import language as languages
from weatherglass.downstream.lexicon_words import Training, joined_lemmas, signed_words, training_of
from weatherglass.errors import CoverageError, SpecError
from weatherglass.words import packs
from weatherglass.words.lexicon import Entry, Lexicon
from weatherglass.words.lookup import Finder, Match

RNG = np.random.default_rng(0)
GOOD, BAD = ([unspoken(RNG) for _ in range(25)] for _ in range(2))


def lexicon(*more: Entry, good: int = 25, bad: int = 25) -> Lexicon:
    entries = (
        *(Entry(word, 0.5, word) for word in GOOD[:good]),
        *(Entry(word, -1.0, word) for word in BAD[:bad]),
    )
    return Lexicon("own", (*entries, *more), "table")


def trained(given: Lexicon, *words: str, names: tuple[str, ...] = ()) -> Training:
    space = random_space(*GOOD, *BAD, *words)
    finder = Finder(space, languages.get("en"), Match())
    return training_of(signed_words(given, "en"), finder, [space.index[name] for name in names])


def test_words_with_their_signs_each_row_once() -> None:
    training = trained(lexicon(Entry("plain", 0.0, "plain"), Entry("absent", 1.0, "absent")), "plain")
    assert training.rows.tolist() == list(range(50))
    assert training.positive.tolist() == [True] * 25 + [False] * 25
    used = training.used
    assert (used.asked, used.positive, used.negative, used.lemmas) == (51, 25, 25, 50)
    assert training.notices == ()


def test_words_of_one_lemma_or_stem_stay_together_also_through_others() -> None:
    lemmas = ["go", "go", "walk", "walks", "Walking", "sing", "walk"]
    words = ["went", "goes", "walked", "walks", "walking", "sang", "strode"]
    assert joined_lemmas(lemmas, words, languages.get("en")).tolist() == [0, 0, 1, 1, 1, 2, 1]


def test_joining_compares_with_a_plain_search() -> None:
    rng = np.random.default_rng(3)
    words = [unspoken(rng, 3) for _ in range(80)]
    lemmas = [unspoken(rng, 1) + unspoken(rng, 1) for _ in range(80)]
    found = joined_lemmas(lemmas, words, languages.get("xx"))
    expected = list(range(80))
    for _ in range(80):
        for i in range(80):
            for j in range(80):
                if lemmas[i] == lemmas[j] or words[i] == words[j]:
                    expected[i] = expected[j] = min(expected[i], expected[j])
    assert [found[i] == found[j] for i in range(80) for j in range(i)] == [
        expected[i] == expected[j] for i in range(80) for j in range(i)
    ]
    assert set(found) == set(range(max(found) + 1))


def test_names_are_left_out_of_what_is_learnt_and_said() -> None:
    training = trained(
        lexicon(Entry("Hope", 1.0, "hope"), Entry("Grim", -1.0, "grim")), "hope", "grim", names=("hope",)
    )
    assert training.used.left_out_names == ("hope",)
    assert (training.used.positive, training.used.negative) == (25, 26)


def test_a_word_that_both_signs_lead_to_is_left_out_and_said() -> None:
    """“Weise” and “weise” are two words in the lexicon, and one where all is in lower case."""
    training = trained(lexicon(Entry("Wicked", 1.0, "Wicked"), Entry("wicked", -1.0, "wicked")), "wicked")
    assert (training.used.positive, training.used.negative) == (25, 25)
    (notice,) = training.notices
    assert notice.code == "words-of-both-signs"
    assert notice.text == "Words left out, as positive and negative words of own lead to them: 1: wicked."


@pytest.mark.parametrize(("good", "bad", "sign"), [(25, 0, "negative"), (0, 25, "positive")])
def test_lexicons_of_one_sign_are_refused(good: int, bad: int, sign: str) -> None:
    with pytest.raises(SpecError, match=f"the lexicon own has no {sign} words, and a classifier learns to tell both"):
        signed_words(lexicon(good=good, bad=bad), "en")


def test_too_few_words_are_refused() -> None:
    with pytest.raises(
        CoverageError, match="of the 44 words of own, 25 positive and 19 negative lemmas are in vectors; 20 of either"
    ):
        trained(lexicon(bad=19))
    assert trained(lexicon(bad=20)).used.negative == 20


def test_forms_of_one_lemma_are_not_many_words() -> None:
    forms = tuple(Entry(word, -1.0, "one") for word in BAD)
    with pytest.raises(CoverageError, match="25 positive and 1 negative lemmas"):
        trained(Lexicon("own", (*lexicon(bad=0).entries, *forms), "table"))


def test_the_languages_own_list() -> None:
    for code in ("en", "de", "fr", "ar"):
        signed = signed_words(None, code)
        listed = packs.word_list(code, "polarity")
        assert listed is not None
        assert {(each.word, each.positive) for each in signed.words} == {
            (word, target.name == "positive") for target in listed.targets for word in target.words
        }
    with pytest.raises(SpecError, match="no list of positive and negative words for 'xx'; give a lexicon"):
        signed_words(None, "xx")
