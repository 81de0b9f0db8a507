"""German: ä/ae, ö/oe, ü/ue and ß/ss, in both directions.

Corpora are often cleaned to ae and ss; Swiss lists write ss where the vocabulary has ß. The direction
from ae to ä is tried last: it makes non-words ("neue" → "neü"), which are simply not found.
"""

from weatherglass.language.base import Language
from weatherglass.language.steps import (
    CAPITAL_STARTS,
    COMPOSE,
    LINKS,
    LOWER,
    NUMBERS,
    Replace,
    Step,
    Substitute,
    no_end_after,
)

_TO_ASCII = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})
_TO_UMLAUT = (("ae", "ä"), ("oe", "ö"), ("ue", "ü"), ("Ae", "Ä"), ("Oe", "Ö"), ("Ue", "Ü"))


def spellings(word: str) -> tuple[str, ...]:
    """ASCII spelling, Swiss spelling, with ß for ss, with umlauts for digraphs."""
    umlauts = word
    for digraph, letter in _TO_UMLAUT:
        umlauts = umlauts.replace(digraph, letter)
    tried = (word.translate(_TO_ASCII), word.replace("ß", "ss"), word.replace("ss", "ß"), umlauts)
    return tuple(dict.fromkeys(form for form in tried if form != word))


_STAR = "\N{LATIN LETTER DENTAL CLICK}"  # counts as a letter, so the star survives until it is put back
INCLUSIVE = Step(
    "inclusive-forms",
    "Lehrer*in, Lehrer:in, Lehrer_in, Lehrer/in and LehrerIn become lehrer*in, apart from lehrerin, with which they would be merged",
    (
        Substitute(r"(\p{L}{2})(?:[*:_·•]|/-?)([Ii]n(?:nen)?)\b", "$1" + _STAR + "$2"),
        Substitute(r"(\p{Ll}{2})I(n(?:nen)?)\b", "$1" + _STAR + "i$2"),
    ),
    default=False,
)
UMLAUTS = Step(
    "umlauts", "ä → ae, ö → oe, ü → ue, ß → ss", (Replace((("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss"))),)
)
CAPITAL_UMLAUTS = Replace((("Ä", "Ae"), ("Ö", "Oe"), ("Ü", "Ue"), ("ẞ", "SS")))  # left where lower case is left out
ALPHANUMERIC = Step(
    "alphanumeric",
    "every character that is not a letter or digit is dropped, so that hyphenated compounds collapse into one word",
    (Substitute(r"[^\p{L}\p{N} ]+", ""), Replace(((_STAR, "*"),))),
)
LANGUAGE = Language(
    code="de",
    name="German",
    spellings=spellings,
    capitalised_nouns=True,
    # The protocol of Gérard (2017), section 3.3: COMPOSE only makes sure that every umlaut is one.
    cleaning=(
        LINKS,
        INCLUSIVE,
        COMPOSE,
        LOWER,
        Step(UMLAUTS.name, UMLAUTS.what, (*UMLAUTS.actions, CAPITAL_UMLAUTS)),
        ALPHANUMERIC,
        NUMBERS,
    ),
    sentences=(
        CAPITAL_STARTS,
        *no_end_after(
            *(
                "Dr",
                "Prof",
                "Nr",
                "Abs",
                "Art",
                "Ziff",
                "Bd",
                "Hr",
                "Fr",
                "Frl",
                "St",
                "Str",
                "Abg",
                "Min",
                "Mio",
                "Mrd",
                "Tsd",
            ),
            *(
                "bzw",
                "ca",
                "usw",
                "usf",
                "vgl",
                "evtl",
                "ggf",
                "inkl",
                "exkl",
                "sog",
                "bspw",
                "insb",
                "etc",
                "geb",
                "gest",
                "Jh",
            ),
            *("Jan", "Feb", "Aug", "Sept", "Okt", "Nov", "Dez", "Hrsg", "Ing", "Dipl", "Kap", "Tel", r"\d{1,3}"),
        ),
    ),
)
