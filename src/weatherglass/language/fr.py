"""French: œ/oe and æ/ae, the two apostrophes, and a last try without accents."""

import unicodedata

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

_LIGATURES = str.maketrans({"œ": "oe", "Œ": "Oe", "æ": "ae", "Æ": "Ae"})


def spellings(word: str) -> tuple[str, ...]:
    """Ligatures apart and together, the other apostrophe, accents dropped."""
    together = word.replace("oe", "œ").replace("Oe", "Œ")
    apart = word.translate(_LIGATURES)
    apostrophe = word.replace("'", "’") if "'" in word else word.replace("’", "'")
    plain = "".join(c for c in unicodedata.normalize("NFD", apart) if not unicodedata.combining(c))
    tried = (apart, together, apostrophe, plain)
    return tuple(dict.fromkeys(form for form in tried if form != word))


_POINT = "\N{LATIN LETTER DENTAL CLICK}"  # counts as a letter, so the point survives until it is put back
_ENDINGS = "e|ne|le|te|se|ve|fe|re|ère|euse|rice|trice"
INCLUSIVE = Step(
    "inclusive-forms",
    "étudiant·e·s, étudiant.e.s, étudiant-e-s and étudiant(e)s become étudiant·e·s; without this step they come apart",
    (
        Substitute(rf"(\p{{L}}{{3}})(?:[·•.]|-)({_ENDINGS})(?:[·•.]|-)s\b", f"$1{_POINT}$2{_POINT}s"),
        Substitute(rf"(\p{{L}}{{3}})\(({_ENDINGS})\)s\b", f"$1{_POINT}$2{_POINT}s"),
        Substitute(rf"(\p{{L}}{{3}})(?:[·•]({_ENDINGS})s|\(({_ENDINGS})s\))(\W|$)", f"$1{_POINT}$2$3{_POINT}s$4"),
        Substitute(rf"(\p{{L}}{{3}})(?:[·•]({_ENDINGS})|\(({_ENDINGS})\))(\W|$)", f"$1{_POINT}$2$3$4"),
    ),
    default=False,
)
ELISIONS = Step(
    "elisions",
    "l', d', j', m', t', s', n', c', qu', jusqu', lorsqu', puisqu', quoiqu' are words of their own (l'homme → l homme)",
    (
        Replace((("\u2019", "'"), ("\u02bc", "'"))),
        Substitute(r"(?i)\b([ldjmtsnc]|(?:jus|lors|puis|quoi)?qu)'", "$1 "),
    ),
)
PRONOUNS = Step(
    "pronouns",
    "pronouns after the verb are words of their own (dit-elle → dit elle, a-t-on → a on)",
    (Substitute(r"(?i)-(?:t-)?(je|tu|ils?|elles?|on|nous|vous|ce|moi|toi|lui|leur|les?|la|là|ci|y|en)\b", " $1"),),
)
LIGATURES = Step("ligatures", "œ → oe, æ → ae", (Replace((("œ", "oe"), ("æ", "ae"), ("Œ", "Oe"), ("Æ", "Ae"))),))
WORDS = Step(
    "punctuation",
    "what is not a letter, mark or digit becomes a space, but a hyphen or apostrophe between letters stays (grand-mère, aujourd'hui)",
    (
        Substitute(r"[^\p{L}\p{M}\p{N}'-]+", " "),
        Substitute(r"(?:^|[ '-])['-]+|['-]+(?:[ '-]|$)", " "),
        Replace(((_POINT, "·"),)),
    ),
)
LANGUAGE = Language(
    code="fr",
    name="French",
    spellings=spellings,
    cleaning=(LINKS, COMPOSE, INCLUSIVE, LOWER, ELISIONS, PRONOUNS, LIGATURES, WORDS, NUMBERS),
    sentences=(
        CAPITAL_STARTS,
        *no_end_after(
            "MM",
            "Dr",
            "Pr",
            "St",
            "Ste",
            "Mgr",
            "Me",
            "etc",
            "cf",
            "av",
            "apr",
            "env",
            "vol",
            "chap",
            "art",
            "al",
            "p",
            "pp",
        ),
    ),
)
