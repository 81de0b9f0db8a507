"""Other ways to write a word, language by language, and which languages there are."""

from __future__ import annotations

import unicodedata

import pytest

from weatherglass import language
from weatherglass.errors import SpecError


@pytest.mark.parametrize(
    ("code", "word", "others"),
    [
        ("en", "naïve", ()),
        ("xx", "Ärztin", ()),
        ("de", "Mann", ()),
        ("de", "schön", ("schoen",)),
        ("de", "ÄÖÜ", ("AeOeUe",)),
        ("de", "AeOeUe", ("ÄÖÜ",)),
        ("de", "aeoeue", ("äöü",)),
        ("de", "weiß", ("weiss",)),
        ("de", "Größe", ("Groesse", "Grösse")),  # in ASCII, as the Swiss write it
        ("de", "Strasse", ("Straße",)),
        ("de", "neuess", ("neueß", "neüss")),  # tried last, and not found
        ("fr", "homme", ()),
        ("fr", "œuf", ("oeuf",)),
        ("fr", "Œuvre", ("Oeuvre",)),
        ("fr", "Oeuvre", ("Œuvre",)),
        ("fr", "ex æquo", ("ex aequo",)),
        ("fr", "Æsope", ("Aesope",)),
        ("fr", "l'art", ("l’art",)),
        ("fr", "l’art", ("l'art",)),
        ("fr", "élève", ("eleve",)),
        ("fr", "l'œuvre née", ("l'oeuvre née", "l’œuvre née", "l'oeuvre nee")),
    ],
)
def test_spellings_best_first_without_the_word_itself(code: str, word: str, others: tuple[str, ...]) -> None:
    assert language.get(code).spellings(word) == others


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("أخت", "اخت"),
        ("إخوة", "اخوة"),
        ("آباء", "اباء"),
        ("ٱلبيت", "البيت"),
        ("على", "علي"),
        ("علی", "علي"),  # Persian ya
        ("کتاب", "كتاب"),  # Persian kaf
        ("مُمَرِّضَةٌ", "ممرضة"),
        ("هٰذا", "هذا"),
        ("جمـيل", "جميل"),
        ("می\u200cخواهم", "ميخواهم"),
        ("\u200fنعم\u200e", "نعم"),
        ("ن\u200dعم", "نعم"),
        (unicodedata.normalize("NFD", "أخت"), "اخت"),
        ("cafe", "cafe"),
    ],
)
def test_the_arabic_key_of_all_spellings_of_a_word_is_one(one: str, other: str) -> None:
    key = language.get("ar").key
    assert key is not None
    assert key(one) == key(other) == other


def test_the_arabic_key_keeps_apart_what_tells_words_apart() -> None:
    key = language.get("ar").key
    assert key is not None
    assert len({key(word) for word in ("معلمة", "معلمه", "معلم", "معلمو", "مؤلم", "مولم")}) == 6


@pytest.mark.parametrize(
    ("code", "right_to_left", "capitalised_nouns", "has_key"),
    [("ar", True, False, True), ("de", False, True, False), ("en", False, False, False), ("fr", False, False, False)],
)
def test_what_is_known_of_a_language(code: str, right_to_left: bool, capitalised_nouns: bool, has_key: bool) -> None:
    found = language.get(code)
    assert code in language.codes()
    assert (found.right_to_left, found.capitalised_nouns) == (right_to_left, capitalised_nouns)
    assert (found.key is not None) == has_key


def test_any_code_of_two_or_three_letters_is_a_language_and_nothing_else_is() -> None:
    assert language.get("swa").name == "swa"
    for wrong in ("d", "deut", "DE", "d1", ""):
        with pytest.raises(SpecError, match="is not a language code"):
            language.get(wrong)
