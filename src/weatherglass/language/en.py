"""English: nothing beyond case; in texts the possessive is taken off and other apostrophes collapse (don't → dont)."""

from weatherglass.language.base import Language
from weatherglass.language.steps import (
    CAPITAL_STARTS,
    COMPOSE,
    INVISIBLE,
    LINKS,
    LOWER,
    NUMBERS,
    PLAIN_APOSTROPHE,
    PUNCTUATION,
    Step,
    Substitute,
    no_end_after,
)

APOSTROPHES = Step(
    "apostrophes",
    "the possessive 's (and with it the short is: she's → she) is taken off; any other apostrophe inside a word is dropped (don't → dont)",
    (PLAIN_APOSTROPHE, Substitute(r"\b'[sS]\b", ""), Substitute(r"\b'\b", "")),
)
HYPHENS = Step(
    "hyphens",
    "hyphenated compounds collapse into one word (co-operate → cooperate) instead of coming apart",
    (Substitute(r"(\p{L}\p{M}*)[-‐‑]\b", "$1"),),
    default=False,
)
_ABBREVIATIONS = "Mr Mrs Ms Messrs Dr Prof Rev Hon Gen Col Capt Lt Sgt Sen Rep Gov St Jr Sr Inc Ltd Co Corp Ave Mt vs al cf ca approx"
_BEFORE_NUMBERS = "Nos? Figs? Vol Ch Sec Art pp Jan Feb Mar Apr Jun Jul Aug Sept? Oct Nov Dec"
LANGUAGE = Language(
    code="en",
    name="English",
    stemmer="english",
    cleaning=(LINKS, INVISIBLE, COMPOSE, LOWER, APOSTROPHES, HYPHENS, PUNCTUATION, NUMBERS),
    sentences=(
        no_end_after(
            *_ABBREVIATIONS.split(),
            before_numbers=tuple(_BEFORE_NUMBERS.split()),
            letter=r"[\p{L}--I]",  # "So do I." and "World War I." end
        ),
        CAPITAL_STARTS,
    ),
)
