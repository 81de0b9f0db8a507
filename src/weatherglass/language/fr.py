"""French: œ/oe and æ/ae, the two apostrophes, and a last try without accents."""

import unicodedata
from itertools import takewhile

from weatherglass.language.base import Language
from weatherglass.language.steps import (
    ANY_KEPT,
    CAPITAL_STARTS,
    COMPOSE,
    INVISIBLE,
    KEPT,
    LINKS,
    LOWER,
    NUMBERS,
    PLAIN_APOSTROPHE,
    DropWords,
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


_ENDINGS = (
    ("trice", ("teur",)),
    ("euse", ("eur", "eux")),
    ("ère", ("er",)),
    ("enne", ("en",)),
    ("onne", ("on",)),
    ("elle", ("el", "eau")),
    ("ive", ("if",)),
    ("esse", ("e", "")),
    ("e", ("",)),
)


def masculine_of(word: str) -> tuple[str, ...]:
    """actrice → acteur, infirmière → infirmier, étudiantes → étudiants; and what is no word."""
    if not word.endswith(("e", "es")):  # most words
        return ()
    singular = word.removesuffix("s")
    plural = word[len(singular) :]
    return tuple(
        stem + other + plural
        for ending, others in _ENDINGS
        if len(stem := singular.removesuffix(ending)) > (1 if len(ending) > 3 else 2) and stem != singular  # ac-trice
        for other in others
    )


def inclusive(feminine: str, masculine: str) -> tuple[str, ...]:
    """étudiant·e, étudiant.e, étudiant-e, étudiant(e), or of the plural étudiant·e·s, étudiant·es …; acteur·rice, acteur·trice, acteur·ice."""
    hers, his = feminine.removesuffix("s"), masculine.removesuffix("s")
    if hers == his or (feminine == hers) != (masculine == his):
        return ()
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(hers, his, strict=False)))
    if shared == len(hers):
        return ()
    written = (hers[max(start, 0) :] for start in (shared - 1, shared + 1, shared - 2))
    added = [hers[shared:], *(ending for ending in written if len(ending) > 1 and ending in _FEMININE.split("|"))]
    ends = [""] if feminine == hers else ["{}s", "s"]
    return tuple(
        f"{his}{sign}{ending}{end.format(sign)}" for ending in added for sign in "·.-" for end in ends
    ) + tuple(f"{his}({ending}){'' if feminine == hers else 's'}" for ending in added[:1])


TYPOGRAPHY = Step(
    "typography",
    "the typographic apostrophe and hyphen become the plain ones",
    (PLAIN_APOSTROPHE, Replace((("‐", "-"), ("‑", "-")))),
)
_POINT = KEPT["·"]
_MIDDLE = "[·•‧⋅]"
# The ending as it follows the masculine: étudiant·e, cher·ère, acteur·ice, lecteur·trice, professionnel·le, maître·sse
_FEMININE = "e|ne|le|te|se|ve|fe|re|he|que|sse|esse|ère|ière|euse|ice|rice|trice|ale|elle"
# After a full stop a capital begins a sentence (fin.Le); after a hyphen or slash some are words of their own (dis-le)
_SINGULAR = rf"(?i:{_MIDDLE}({_FEMININE}))|\.({_FEMININE})|(?i:[-/](e|ère|ière|euse|ice|rice|trice))"
_END = r"([^\p{L}\p{M}\p{N}]|$)"  # instead of \b, which is slow beside accents
INCLUSIVE = Step(
    "inclusive-forms",
    "étudiant·e·s, étudiant·es, étudiant.e.s, étudiant-e-s, étudiant/e/s and étudiant(e)s become étudiant·e·s; without this step they come apart",
    (
        Substitute(
            rf"(?i)(\p{{L}}{{2}})(?:{_MIDDLE}|[./-])({_FEMININE})(?:{_MIDDLE}|[./-])s{_END}",
            f"$1{_POINT}$2{_POINT}s$3",
        ),
        Substitute(rf"(?i)(\p{{L}}{{2}})\(({_FEMININE})(?:s\)|\)s|\)\(s\)){_END}", f"$1{_POINT}$2{_POINT}s$3"),
        Substitute(rf"(\p{{L}}{{2}})(?:{_SINGULAR})[sS]{_END}", f"$1{_POINT}$2$3$4{_POINT}s$5"),
        Substitute(rf"(\p{{L}}{{2}})(?:{_SINGULAR}|\(({_FEMININE})\)){_END}", f"$1{_POINT}$2$3$4$5$6"),
        Substitute(r"(\p{L})[·‧⋅](\p{L})", f"$1{_POINT}$2"),  # any other: il·elle, ceux·celles
    ),
    default=False,
)
_PRONOUN = "je|tu|ils?|elles?|on|nous|vous|ce|moi|toi|lui|leur|les?|la|là|ci|y|en"
# No more of the word follows: in arc-en-ciel, sur-le-champ and Bar-le-Duc it does, and they stay
_LAST = r"([^\p{L}\p{M}\p{N}'-]|['-][^\p{L}\p{M}\p{N}]|['-]?$)"
PRONOUNS = Step(
    "pronouns",
    "pronouns after the verb, and -ci and -là, are words of their own (dit-elle → dit elle, a-t-on → a on, va-t'en → va t en)",
    (
        Substitute("(?i)(rendez|garde-à)-(vous)", "$1" + KEPT["-"] + "$2"),
        Substitute(rf"(?i)-([lmt])'(en|y){_LAST}", " $1 $2 $3"),
        Substitute(rf"(?i)-(?:t[-'])?({_PRONOUN})(?:-({_PRONOUN}|que))?{_LAST}", " $1 $2 $3"),
    ),
)
ELISIONS = Step(
    "elisions",
    "l', d', j', m', t', s', n', c', ç', qu', jusqu', lorsqu', puisqu', quoiqu' are words of their own (l'homme → l homme); c'est-à-dire, chef-d'œuvre and aujourd'hui stay whole",
    (
        Substitute(r"(?i)(\p{L}-[dl])'(\p{L})|(c)'(est-à-dire)", "${1}${3}" + KEPT["'"] + "${2}${4}"),
        Substitute(r"(?i)\b([ldjmtsncç]|(?:jus|lors|puis|quoi)?qu)'", "$1 "),
    ),
)
LIGATURES = Step("ligatures", "œ → oe, æ → ae", (Replace((("œ", "oe"), ("æ", "ae"), ("Œ", "Oe"), ("Æ", "Ae"))),))
WORDS = Step(
    "punctuation",
    "what is not a letter, mark or digit becomes a space, but a hyphen or apostrophe between two of them stays (grand-mère, aujourd'hui)",
    (
        Substitute(rf"(?:[^\p{{L}}\p{{M}}\p{{N}}'{ANY_KEPT}-]\p{{M}}*)+", " "),
        Substitute(r"(?:[ '-]\p{M}*){2,}|^['-]\p{M}*|['-]\p{M}*$", " "),
    ),
)
DIGITS = Step(
    NUMBERS.name,
    "words of digits only are dropped, also with hyphens (1914-1918)",
    (DropWords(r"[\p{N}\p{M}][\p{N}\p{M}'-]*"),),
)
_ABBREVIATIONS = "MM Mmes? Mlles? Mgr Me Dr Pr Ste? av apr cf ex éd trad al"
LANGUAGE = Language(
    code="fr",
    name="French",
    stemmer="french",
    spellings=spellings,
    masculine_of=masculine_of,
    inclusive=inclusive,
    cleaning=(
        LINKS,
        INVISIBLE,
        COMPOSE,
        TYPOGRAPHY,
        INCLUSIVE,
        LOWER,
        PRONOUNS,
        ELISIONS,
        LIGATURES,
        WORDS,
        DIGITS,
    ),
    sentences=(
        no_end_after(
            *_ABBREVIATIONS.split(),
            before_numbers=("art", "chap", "env", "fig", "nos?", "pp", "vol"),
            letter=r"[\p{L}--[ay]]",  # "il y en a." and "allons-y." end
        ),
        CAPITAL_STARTS,
    ),
)
