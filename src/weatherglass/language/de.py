"""German: ä/ae, ö/oe, ü/ue and ß/ss, in both directions.

Corpora are often cleaned to ae and ss; Swiss lists write ss where the vocabulary has ß. The direction
from ae to ä is tried last: it makes non-words ("neue" → "neü"), which are simply not found.
"""

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
    Replace,
    Step,
    Substitute,
    end_between,
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


_UMLAUT_UNDONE = (("ä", "a"), ("ö", "o"), ("ü", "u"), ("ae", "a"), ("oe", "o"), ("ue", "u"))
_ENDINGS = (
    ("frauen", ("männer", "maenner", "leute")),
    ("frau", ("mann",)),
    ("innen", ("", "e", "en", "n")),  # Lehrer, Ärzte, Studenten, Nachbarn
    ("in", ("", "e")),
)
_FEMININE = tuple(ending for ending, _ in _ENDINGS)


def masculine_of(word: str) -> tuple[str, ...]:
    """Lehrerin → Lehrer, Kollegin → Kollege, Ärztinnen → Ärzte, Köchin → Koch, Kauffrau → Kaufmann; and what is no word."""
    if not word.endswith(_FEMININE):  # nearly all words
        return ()
    for ending, others in _ENDINGS:
        stem = word.removesuffix(ending)
        if len(stem) > 2 and stem != word:
            plain = [_last_replaced(stem, *each) for each in _UMLAUT_UNDONE]
            stems = dict.fromkeys((stem, *(form.capitalize() if stem[0].isupper() else form for form in plain)))
            return tuple(form + other for form in stems for other in others)
    return ()


def _last_replaced(word: str, old: str, new: str) -> str:
    return new.join(word.lower().rsplit(old, 1)) if old in word.lower() else word


def inclusive(feminine: str, _masculine: str) -> tuple[str, ...]:
    """Lehrer*in, Lehrer:in, Lehrer_in, LehrerIn and Lehrer/in, or the same of the plural."""
    for ending in ("innen", "in"):
        stem = feminine.removesuffix(ending)
        if stem != feminine:
            return (*(f"{stem}{sign}{ending}" for sign in "*:_/"), f"{stem}{ending.capitalize()}")
    return ()


_STAR = KEPT["*"]
_ENGLISH = "[Ll]inked|Add|Adm|All|Built|Check|Drive|Fade|Log|Mix|Opt|Plug|Sign|Sit|Stand|Zoom"
_END = r"([^\p{L}\p{N}_]|$)"  # instead of \b, which is slow beside umlauts
INCLUSIVE = Step(
    "inclusive-forms",
    "Lehrer*in, Lehrer:in, Lehrer_in, Lehrer/in, Lehrer(in) and LehrerIn become lehrer*in, apart from lehrerin, with which they would be merged; and jede*r stays apart from jeder",
    (
        *INVISIBLE.actions,
        # Lehrer*in, Lehrer*Innen, Held*innenplatz; after a colon a capital begins a word of its own (Thema:Innenpolitik)
        Substitute(rf"(\p{{L}}{{2}})(?:[*_·•]([Ii])|:(i))(nnen|n{_END})", f"${{1}}{_STAR}${{2}}${{3}}${{4}}"),
        # jede*r, eine:n, ein*e, Angestellte/r
        Substitute(rf"(\p{{L}}{{2}})(?:[*:·•]([emnr])|/([mnr])){_END}", f"${{1}}{_STAR}${{2}}${{3}}${{4}}"),
        # Lehrer/in, Lehrer/-innen, Lehrer(in); of nouns only, because "an/in" are two prepositions
        Substitute(rf"(\p{{Lu}}\p{{L}}+)(?:/-?(in|[iI]nnen)|\((in|innen)\)){_END}", f"${{1}}{_STAR}${{2}}${{3}}${{4}}"),
        # LehrerIn, BürgerInnenrechte; but not what English writes so
        Substitute(rf"({_ENGLISH})In{_END}", "${1}in${2}"),
        Substitute(rf"(\p{{Ll}}{{2}})I(nnen|n{_END})", f"${{1}}{_STAR}i${{2}}"),
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
    (Substitute(rf"[^\p{{L}}\p{{N}} {ANY_KEPT}]+", ""),),
)
_ABBREVIATIONS = (
    "Dr Prof Hr Fr Frl St Abg Min Mio Mrd Mill Tsd Hrsg Ing Dipl BGBl "
    "bzw ca vgl evtl ggf inkl exkl einschl sog bspw insb insbes bes gem geb gest max mind rd"
)
_BEFORE_NUMBERS = "Nr Nrn Abs Art Ziff Bd Kap Tel Jan Feb Aug Sept Okt Nov Dez"
# Words that begin a sentence and are no nouns: after "Ziffer 3." they tell the end from an ordinal ("am 3. Oktober").
_STARTS = (
    "Aber Als Am An Auch Auf Aus Bei Bitte Da Damit Dann Das Dass Daß Dem Den Denn Der Des Die Dies Diese Diesem Diesen Dieser "
    "Dieses Doch Ein Eine Einem Einen Einer Eines Er Es Für Hat Hier Ich Ihr Ihre Im In Ist Ja Jetzt Kein Keine Man Mein Meine "
    "Mit Nach Nicht Nun Ob Oder Sein Seine Sie Sind So Und Unser Unsere Unter Vom Von Vor Was Weil Wenn Wer Werden Wie Wir "
    "Wird Wo Zu Zum Zur Über Um"
)
LANGUAGE = Language(
    code="de",
    name="German",
    stemmer="german",
    spellings=spellings,
    capitalised_nouns=True,
    masculine_of=masculine_of,
    inclusive=inclusive,
    # The protocol of Gérard (2017), section 3.3: COMPOSE only makes sure that every umlaut is one. Invisible characters
    # need no step: ALPHANUMERIC drops them.
    cleaning=(
        LINKS,
        COMPOSE,
        INCLUSIVE,
        LOWER,
        Step(UMLAUTS.name, UMLAUTS.what, (*UMLAUTS.actions, CAPITAL_UMLAUTS)),
        ALPHANUMERIC,
        NUMBERS,
    ),
    sentences=(
        no_end_after(
            *(r"\d{1,3}", "[IVX]{2,5}", *_ABBREVIATIONS.split()),
            before_numbers=(r"\p{L}*[Ss]tr", *_BEFORE_NUMBERS.split()),
        ),
        end_between("[0-9IVX]", *_STARTS.split()),
        CAPITAL_STARTS,
    ),
)
