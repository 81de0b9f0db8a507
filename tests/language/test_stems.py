"""Stems: forms of one word share one, words of no language with rules are their own."""

from __future__ import annotations

import pytest

from weatherglass import language as languages
from weatherglass.language.stems import stems


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", ("attack", "Attacks", "attacked")),
        ("de", ("schön", "schönes", "Schönen", "schöner")),
        ("fr", ("heureux", "heureuse", "Heureuses")),
        ("ar", ("كتاب", "الكتاب", "كتابها")),
    ],
)
def test_forms_of_one_word_have_one_stem(code: str, words: tuple[str, ...]) -> None:
    found = stems(words, languages.get(code))
    assert len(found) == len(words)
    assert len(set(found)) == 1


def test_in_the_order_of_the_words_and_in_lower_case() -> None:
    assert stems(["Cats", "dog", "CATS"], languages.get("en")) == ["cat", "dog", "cat"]


def test_a_language_without_rules_has_words_as_stems() -> None:
    assert stems(["Cats", "cat"], languages.get("xx")) == ["cats", "cat"]
    assert stems([], languages.get("xx")) == []


@pytest.mark.parametrize("code", languages.codes())
def test_every_language_with_rules_has_a_stemmer_that_is_there(code: str) -> None:
    language = languages.get(code)
    assert language.stemmer
    assert len(stems(["a", "b"], language)) == 2
