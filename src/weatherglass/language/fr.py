"""French: œ/oe and æ/ae, the two apostrophes, and a last try without accents."""

import unicodedata

from weatherglass.language.base import Language

_LIGATURES = str.maketrans({"œ": "oe", "Œ": "Oe", "æ": "ae", "Æ": "Ae"})


def spellings(word: str) -> tuple[str, ...]:
    """Ligatures apart and together, the other apostrophe, accents dropped."""
    together = word.replace("oe", "œ").replace("Oe", "Œ")
    apart = word.translate(_LIGATURES)
    apostrophe = word.replace("'", "’") if "'" in word else word.replace("’", "'")
    plain = "".join(c for c in unicodedata.normalize("NFD", apart) if not unicodedata.combining(c))
    tried = (apart, together, apostrophe, plain)
    return tuple(dict.fromkeys(form for form in tried if form != word))


LANGUAGE = Language(code="fr", name="French", spellings=spellings)
