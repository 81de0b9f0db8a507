"""Arabic: words are the same up to diacritics, tatweel, the seat of alef and the final ya.

Taa marbuta (ة) is kept apart from haa (ه): joining them would blur feminine nouns.
"""

import unicodedata

from weatherglass.language.base import Language
from weatherglass.language.steps import (
    ANYTHING_STARTS,
    LINKS,
    LOWER,
    NUMBERS,
    PUNCTUATION,
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


PRESENTATION = Step(
    "presentation-forms",
    "letters in the shapes of printing (ﻻ) become plain letters (Unicode NFKC)",
    (Normalise("NFKC", "[\ufb50-\ufdff\ufe70-\ufeff]"),),
)
DIACRITICS = Step("diacritics", "vowel signs and every other combining mark are dropped", (Substitute(r"\p{M}+", ""),))
TATWEEL = Step(
    "tatweel",
    "tatweel (ـ) and invisible joiners and marks of direction are dropped",
    (Substitute("[ـ\u200c-\u200f\u202a-\u202e\u2066-\u2069]+", ""),),
)
ALEF = Step("alef", "أ إ آ ٱ → ا", (Replace((("أ", "ا"), ("إ", "ا"), ("آ", "ا"), ("ٱ", "ا"))),))
YAA = Step("yaa", "ى → ي, and the Persian ی → ي, ک → ك", (Replace((("ى", "ي"), ("ی", "ي"), ("ک", "ك"))),))
TAA_MARBUTA = Step(
    "taa-marbuta",
    "ة → ه, as AraVec does; it blurs feminine nouns, so it is done only on request",
    (Replace((("ة", "ه"),)),),
    default=False,
)
LONG_LETTERS = Step(
    "long-letters",
    "a letter written three times or more in a row is written twice (جمييييل → جمييل), as in AraVec",
    tuple(Substitute(f"{letter}{{3,}}", letter * 2) for letter in "ابتثجحخدذرزسشصضطظعغفقكلمنهويةى"),
    default=False,
)
ARABIC_ONLY = Step(
    "arabic-only",
    "words with other letters than Arabic ones are dropped",
    (Substitute(r"\S*[^\p{Arabic}\p{N}\s]\S*", " "),),
    default=False,
)
LANGUAGE = Language(
    code="ar",
    name="Arabic",
    key=key,
    right_to_left=True,
    cleaning=(
        LINKS,
        PRESENTATION,
        DIACRITICS,
        TATWEEL,
        ALEF,
        YAA,
        TAA_MARBUTA,
        LONG_LETTERS,
        LOWER,
        PUNCTUATION,
        ARABIC_ONLY,
        NUMBERS,
    ),
    sentences=(ANYTHING_STARTS, *no_end_after()),
)
