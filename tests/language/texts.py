"""Texts for the tests: what real and broken files contain, in any order."""

from __future__ import annotations

from hypothesis import strategies as st

PIECES = (
    *"aeioubcdlmnstyIJSTZ",
    *("ä", "Ö", "ü", "a\u0308", "U\u0308", "ß", "ẞ", "é", "E\u0301", "ç", "œ", "Æ", "ﬁ", "İ", "ı", "Σ", "ǀ"),
    *("1", "23", "٤", "۵", "७", "²", "½", "Ⅷ", "Ⓐ"),
    *" .,;:!?…-–—‐‑'’ʼ‘`´\"«»„“()/*_·&@#%+",
    *("\t", "\n", "\r\n", "\u00a0", "\u202f", "\u2003", "\u2028", "  "),
    *("\u00ad", "\u200b", "\u200c", "\u200d", "\u200e", "\u2060", "\ufeff", "\ufe0f", "\u0301", "\u20e3"),
    *("👩‍🔬", "❤️", "1️⃣", "🇫🇷", "\x00", "\x1f"),
    *("ا", "أ", "إ", "آ", "ٱ", "ب", "ة", "ى", "ي", "ی", "ک", "ك", "ؤ", "و\u0654", "ا\u0653", "ء", "ه", "و", "ل", "ال"),
    *("\u064e", "\u0651", "\u064b", "\u0670", "ـ", "ﻻ", "ﷲ", "ﹰ", "ﱠ", "ﹱ", "،", "؟", "٫", "گ", "ڤ"),
    *("'s", "n't", "in", "innen", "In", "Innen", "*in", ":r", "www.", "http://", "@b.c"),
    *(
        "l'",
        "qu'",
        "jusqu’",
        "d'",
        "-d'",
        "c'est-à-dire",
        "rendez-vous",
        "-t-",
        "-t'",
        "-il",
        "-le",
        "-moi",
        "-en",
        "-y",
        "·e",
    ),
    *(
        "elle",
        "que",
        "là",
        "quelqu'un",
        "aujourd'hui",
        "Dr. ",
        "z. B. ",
        "3. ",
        "M. ",
        "No. ",
        "etc. ",
        "Art. ",
        "? ",
        "! ",
    ),
)
pieces = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)
# Any character Python knows; those it does not know yet may be letters elsewhere
anything = st.text(st.characters(exclude_categories=("Cs", "Cn")), max_size=15)
texts = st.one_of(pieces, anything, st.tuples(pieces, anything, pieces).map("".join))
