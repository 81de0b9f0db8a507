"""Arabic: words are the same up to diacritics, tatweel, the seat of alef and the final ya.

Taa marbuta (ة) is kept apart from haa (ه): joining them would blur feminine nouns.
"""

import unicodedata

from weatherglass.language.base import Language

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


LANGUAGE = Language(code="ar", name="Arabic", key=key, right_to_left=True)
