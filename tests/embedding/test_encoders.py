"""Encoders of texts: words alone, and words in sentences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import weatherglass
from tests.embedding.encoders import ByLetters
from tests.embedding.files import codes
from weatherglass.embedding.encoders import PLACE, filled, sentences_of, shipped_templates
from weatherglass.errors import SpecError, UnknownName


def test_words_alone_have_the_vectors_that_the_encoder_gives() -> None:
    encoder = ByLetters()
    found = weatherglass.encode_words(encoder, ["nurse", "doctor", "nurse"])
    assert found.words == ("nurse", "doctor")
    np.testing.assert_allclose(found["doctor"], encoder.of("doctor"), rtol=1e-6)
    assert encoder.asked == ["nurse", "doctor"]


def test_a_word_in_sentences_is_the_mean_of_their_directions() -> None:
    encoder = ByLetters()
    found = weatherglass.encode_words(encoder, ["nurse"], templates=["This is {word}.", "{word} is here."])
    both = [encoder.of("This is nurse."), encoder.of("Nurse is here.")]  # which begins with a capital
    expected = np.mean([vector / np.linalg.norm(vector) for vector in both], axis=0)
    np.testing.assert_allclose(found["nurse"], expected, rtol=1e-5)


def test_what_is_known_of_such_vectors_is_told() -> None:
    with pytest.raises(SpecError, match="words: give texts; 1 is none"):
        weatherglass.encode_words(ByLetters(), [1, "b"])  # type: ignore[list-item]
    found = weatherglass.encode_words(ByLetters(), ["a", "b"], templates="This is {word}.", name="letters")
    identity = found.identity()
    assert identity["name"] == "letters"
    assert identity["format"] == "mean over 1 template, encoder ByLetters"
    assert identity["origin"]["templates"] == {"words": ["This is {word}."]}
    assert found.ranks.tolist() == [-1, -1]  # no order of frequency
    alone = weatherglass.encode_words(ByLetters(), ["a", "b"])
    assert alone.format == "words as they are, encoder ByLetters"
    assert alone.sha256 != found.sha256


class Odd:
    """Gives whatever it is told to."""

    def __init__(self, given: Any) -> None:
        self.given = given

    def encode(self, _texts: list[str]) -> Any:
        return self.given


def test_a_word_whose_sentence_has_no_direction_is_left_out() -> None:
    given = np.array([[1.0, 0], [0, 0], [0, 1], [1, 1]])
    found = weatherglass.encode_words(Odd(given), ["a", "b"], templates=["x {word}", "y {word}"])
    assert found.words == ("b",)
    assert codes(found.notices) == ["zero-vectors"]
    for number in (np.nan, np.inf):
        given[1] = number
        found = weatherglass.encode_words(Odd(given), ["a", "b"], templates=["x {word}", "y {word}"])
        assert found.words == ("b",)
        assert codes(found.notices) == ["not-finite"]


@pytest.mark.parametrize("given", [np.ones(3), np.ones((2, 3)), "text", None, [[1.0], [1.0, 2.0], [3.0]]])
def test_an_encoder_that_gives_something_else(given: Any) -> None:
    with pytest.raises(SpecError, match=r"Odd\.encode gave"):
        weatherglass.encode_words(Odd(given), ["a", "b", "c"])


def test_lists_of_rows_will_do() -> None:
    assert weatherglass.encode_words(Odd([[1, 2], [3, 0.5]]), ["a", "b"])["b"].tolist() == [3, 0.5]
    assert weatherglass.encode_words(Odd(np.array([[1, 2], [3, 4]])), ["a", "b"])["b"].tolist() == [3, 4]


@pytest.mark.parametrize("tokens", [[[5, 7], [5, 8]], [[5], [5, 6, 8]], ((5, 7), (5, 8)), [[5], []], [5, 8]])
def test_the_numbers_of_tokens_are_no_vectors(tokens: Any) -> None:
    with pytest.raises(SpecError, match=r"Odd\.encode gave lists of whole numbers, as a tokenizer does"):
        weatherglass.encode_words(Odd(tokens), ["a", "b"])


def test_a_class_is_no_encoder() -> None:
    kind: Any = ByLetters
    with pytest.raises(SpecError, match=r"ByLetters is a class; give an encoder .* ByLetters\(…\)"):
        weatherglass.encode_words(kind, ["a"])
    with pytest.raises(SpecError, match="ByLetters is a class"):
        weatherglass.encode_queries(kind, "en/weat6")


def test_mistakes_in_what_is_asked() -> None:
    no_encoder: Any = object()
    with pytest.raises(SpecError, match="no method `encode`"):
        weatherglass.encode_words(no_encoder, ["a"])
    with pytest.raises(SpecError, match="give a list of words"):
        weatherglass.encode_words(ByLetters(), "nurse")
    for nothing in (None, 3):
        with pytest.raises(SpecError, match=f"words={nothing}: give a list of words"):
            weatherglass.encode_words(ByLetters(), nothing)  # type: ignore[arg-type]
        with pytest.raises(SpecError, match=f"templates={nothing}: give sentences with"):
            weatherglass.encode_words(ByLetters(), ["a"], templates=nothing)  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="no words to encode"):
        weatherglass.encode_words(ByLetters(), [])
    with pytest.raises(UnknownName, match=r"no list of templates 'en/name'\. Did you mean 'en/names'"):
        weatherglass.encode_words(ByLetters(), ["a"], templates="en/name")
    for template in ("{word} and {word}", "none"):
        with pytest.raises(SpecError, match="exactly once"):
            weatherglass.encode_words(ByLetters(), ["a"], templates=[template])


def test_templates_ship_for_four_languages() -> None:
    listed = shipped_templates()
    assert set(listed) >= {f"{code}/{kind}" for code in ("en", "de", "fr", "ar") for kind in ("words", "names")}
    for name, sentences in listed.items():
        assert sentences_of(name) == sentences
        assert len(set(sentences)) == len(sentences) >= 5
        assert all(each.count(PLACE) == 1 and each.endswith(".") for each in sentences)


def test_no_shipped_template_chooses_an_article() -> None:
    """The English ones for names are those of May et al. (2019); none puts 'a', 'an' or an article with a gender before the word."""
    assert len(shipped_templates()["en/names"]) == 8
    before = {each.split(PLACE)[0].strip().lower().split(" ")[-1] for s in shipped_templates().values() for each in s}
    assert not before & {"a", "an", "the", "der", "die", "das", "ein", "eine", "le", "la", "un", "une", "هذا", "هذه"}


def test_a_sentence_begins_with_a_capital_and_the_word_stays() -> None:
    assert filled("{word} is here.", "nurse") == "Nurse is here."
    assert filled("“{word}” is a word.", "nurse") == "“nurse” is a word."
    assert filled("هنا {word}.", "أحمد") == "هنا أحمد."
