"""Arabic: words are the same up to diacritics, tatweel, the seat of alef and the final ya.

Taa marbuta (ة) is kept apart from haa (ه): joining them would blur feminine nouns.
"""

import unicodedata

from weatherglass.language.base import Language
from weatherglass.language.steps import (
    ANYTHING_STARTS,
    INVISIBLE,
    LINKS,
    LOWER,
    NUMBERS,
    PUNCTUATION,
    DropWords,
    Normalise,
    Replace,
    Step,
    Substitute,
    no_end_after,
)

_SAME = str.maketrans(
    dict.fromkeys((*map(chr, range(1611, 1619)), "ٰ", "ـ", "\u200c", "\u200d", "\u200e", "\u200f"))
    | dict.fromkeys("أإآٱ", "ا")
    | {"ى": "ي", "ی": "ي", "ک": "ك"}
)


def key(word: str) -> str:
    """The form shared by all spellings of one word."""
    if word.isascii():
        return word
    return unicodedata.normalize("NFC", word).translate(_SAME)


def masculine_of(word: str) -> tuple[str, ...]:
    """مهندسة → مهندس, معلمات → معلمين; and what is no word."""
    if len(word) < 4:
        return ()
    if word.endswith("ة"):
        return (word[:-1],)
    return tuple(word[:-2] + ending for ending in ("", "ين", "ون")) if word.endswith("ات") else ()


# Shapes of a vowel sign by itself: NFKC would put a space before it, in the middle of the word.
_SIGNS = tuple(
    (chr(c), unicodedata.normalize("NFKC", chr(c)).strip())
    for c in (*range(0xFC5E, 0xFC64), 0xFE70, 0xFE72, 0xFE74, *range(0xFE76, 0xFE80, 2))
)
PRESENTATION = Step(
    "presentation-forms",
    "letters in the shapes of printing (ﻻ) become plain letters (Unicode NFKC)",
    (Replace(_SIGNS), Normalise("NFKC", "[\ufb50-\ufdff\ufe70-\ufefc]")),
)
COMPOSE = Step(
    "compose",
    "letters written as base and combining hamza, madda or accent become one character (Unicode NFC)",
    (Normalise("NFC", "[\u0300-\u036f\u0653-\u0655]"),),  # not every vowel sign: that would be most texts, for nothing
)
DIACRITICS = Step("diacritics", "vowel signs and every other combining mark are dropped", (Substitute(r"\p{M}+", ""),))
TATWEEL = Step("tatweel", "tatweel (ـ), which only stretches a word, is dropped", (Substitute("ـ+", ""),))
ALEF = Step("alef", "أ إ آ ٱ → ا", (Replace((("أ", "ا"), ("إ", "ا"), ("آ", "ا"), ("ٱ", "ا"))),))
YAA = Step("yaa", "ى → ي, and the Persian ی → ي, ک → ك", (Replace((("ى", "ي"), ("ی", "ي"), ("ک", "ك"))),))
TAA_MARBUTA = Step(
    "taa-marbuta",
    "ة → ه, as AraVec does; it blurs feminine nouns, so it is done only on request",
    (Replace((("ة", "ه"),)),),
    default=False,
)
_VOWELS, _CONSONANTS = "اويى", "بتثجحخدذرزسشصضطظعغفقكلمنهة"
_LONG = "|".join(f"({letter}){letter}{{2,}}" for letter in _VOWELS + _CONSONANTS)
_SHORT = "".join(f"${{{i}}}" * (1 if i <= len(_VOWELS) else 2) for i in range(1, len(_VOWELS + _CONSONANTS) + 1))
LONG_LETTERS = Step(
    "long-letters",
    "a letter written three times or more in a row is written once if it is ا, و or ي (جمييييل → جميل), else twice (ههههه → هه); much as AraVec does, but two in a row stay",
    (Substitute(_LONG, _SHORT),),
    default=False,
)
ARABIC_ONLY = Step(
    "arabic-only",
    "words with other letters than Arabic ones are dropped",
    (Substitute(r"\S*[^\p{Arabic}\p{M}\p{N}ـ\s]\S*", " "),),
    default=False,
)
DIGITS = Step(
    NUMBERS.name,
    "words of digits only are dropped, also with و, ف, ب, ل, ك or ال written to them (و2007)",
    (DropWords(r"[وفبلك]?(?:ال)?[\p{N}\p{M}]+"),),
)
LANGUAGE = Language(
    code="ar",
    name="Arabic",
    stemmer="arabic",
    key=key,
    masculine_of=masculine_of,
    right_to_left=True,
    cleaning=(
        LINKS,
        INVISIBLE,
        PRESENTATION,
        COMPOSE,
        DIACRITICS,
        TATWEEL,
        ALEF,
        YAA,
        TAA_MARBUTA,
        LONG_LETTERS,
        LOWER,
        PUNCTUATION,
        ARABIC_ONLY,
        DIGITS,
    ),
    sentences=(no_end_after(letter=r"و?\p{L}"), ANYTHING_STARTS),
)
