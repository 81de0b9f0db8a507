"""German: ä/ae, ö/oe, ü/ue and ß/ss, in both directions.

Corpora are often cleaned to ae and ss; Swiss lists write ss where the vocabulary has ß. The direction
from ae to ä is tried last: it makes non-words ("neue" → "neü"), which are simply not found.
"""

from weatherglass.language.base import Language

_TO_ASCII = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})
_TO_UMLAUT = (("ae", "ä"), ("oe", "ö"), ("ue", "ü"), ("Ae", "Ä"), ("Oe", "Ö"), ("Ue", "Ü"))


def spellings(word: str) -> tuple[str, ...]:
    """ASCII spelling, Swiss spelling, with ß for ss, with umlauts for digraphs."""
    umlauts = word
    for digraph, letter in _TO_UMLAUT:
        umlauts = umlauts.replace(digraph, letter)
    tried = (word.translate(_TO_ASCII), word.replace("ß", "ss"), word.replace("ss", "ß"), umlauts)
    return tuple(dict.fromkeys(form for form in tried if form != word))


LANGUAGE = Language(code="de", name="German", spellings=spellings, capitalised_nouns=True)
