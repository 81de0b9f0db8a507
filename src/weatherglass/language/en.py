"""English: nothing beyond case; in texts the possessive is taken off and other apostrophes collapse (don't → dont)."""

from weatherglass.language.base import Language
from weatherglass.language.steps import (
    CAPITAL_STARTS,
    COMPOSE,
    LINKS,
    LOWER,
    NUMBERS,
    PUNCTUATION,
    Replace,
    Step,
    Substitute,
    no_end_after,
)

APOSTROPHES = Step(
    "apostrophes",
    "the possessive 's is taken off; any other apostrophe inside a word is dropped (don't → dont)",
    (Replace((("’", "'"), ("ʼ", "'"))), Substitute(r"(?i)'s\b", ""), Substitute(r"(\p{L})'(\p{L})", "$1$2")),
)
HYPHENS = Step(
    "hyphens",
    "hyphenated compounds collapse into one word (co-operate → cooperate) instead of coming apart",
    (Substitute(r"(\p{L})[-‐‑](\p{L})", "$1$2"),),
    default=False,
)
LANGUAGE = Language(
    code="en",
    name="English",
    cleaning=(LINKS, COMPOSE, LOWER, APOSTROPHES, HYPHENS, PUNCTUATION, NUMBERS),
    sentences=(
        CAPITAL_STARTS,
        *no_end_after(
            *(
                "Mr",
                "Mrs",
                "Ms",
                "Messrs",
                "Dr",
                "Prof",
                "Rev",
                "Hon",
                "Gen",
                "Col",
                "Capt",
                "Lt",
                "Sgt",
                "Sen",
                "Rep",
                "Gov",
            ),
            *(
                "St",
                "Jr",
                "Sr",
                "Inc",
                "Ltd",
                "Co",
                "Corp",
                "No",
                "Nos",
                "vs",
                "etc",
                "al",
                "cf",
                "ca",
                "approx",
                "Fig",
                "pp",
            ),
            *("Jan", "Feb", "Aug", "Sept", "Oct", "Nov", "Dec", "Ave", "Mt"),
        ),
    ),
)
