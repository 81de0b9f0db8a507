"""The steps of cleaning a text, as data: every language lists its own, in order, and every step has a name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Lower:
    """Lower case."""


@dataclass(frozen=True, slots=True)
class Normalise:
    """Unicode normal form `form`, for the texts in which the pattern `where` occurs (asking first is much faster)."""

    form: Literal["NFC", "NFKC"]
    where: str


@dataclass(frozen=True, slots=True)
class Replace:
    """Literal texts and what takes their place."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Substitute:
    """A pattern (in the syntax of Rust's regex: no look-around) and what takes its place, with $1 for its groups."""

    pattern: str
    by: str


@dataclass(frozen=True, slots=True)
class DropWords:
    """Words, after splitting at white space, of which the pattern matches the whole."""

    pattern: str


Action = Lower | Normalise | Replace | Substitute | DropWords


@dataclass(frozen=True, slots=True)
class Step:
    """One named step. `default`: done unless it is left out; the others are done only on request."""

    name: str
    what: str
    actions: tuple[Action, ...]
    default: bool = True


# A sign that the steps to come would drop is written as a noncharacter, which no text has, until the words are done.
KEPT = {"*": "\ufdd0", "·": "\ufdd1", "'": "\ufdd2", "-": "\ufdd3"}
ANY_KEPT = "\ufdd0-\ufdd3"

COMPOSE = Step(
    "compose",
    "letters written as base and combining accent become one character (Unicode NFC)",
    (Normalise("NFC", r"\p{M}"),),
)
INVISIBLE = Step(
    "invisible",
    "characters that are not seen are dropped, so that they do not part a word: soft hyphens, zero-width spaces and joiners, marks of direction, selectors of an emoji's look",
    (Substitute(r"\p{Default_Ignorable_Code_Point}+", ""),),
)
LOWER = Step(
    "lower-case",
    "all letters in lower case",
    (Lower(), Replace((("i\N{COMBINING DOT ABOVE}", "i"),))),  # what Unicode makes of İ
)
PUNCTUATION = Step(
    "punctuation",
    "every character that is not a letter, mark or digit becomes a space, and takes marks that follow it along",
    (Substitute(rf"(?:[^\p{{L}}\p{{M}}\p{{N}}{ANY_KEPT}]\p{{M}}*)+", " "),),
)
NUMBERS = Step("numbers", "words of digits only are dropped", (DropWords(r"[\p{N}\p{M}]+"),))
LINKS = Step(
    "links",
    "web and mail addresses are dropped",
    (
        Substitute(r"(?i)(?-u:\b)(?:https?://|www\.)\S+", " "),
        Substitute(r"\S+@\S+\.\S+", " "),
    ),
    default=False,
)
_PARTING = Step(
    INVISIBLE.name,
    INVISIBLE.what + "; the zero-width space parts words, as scripts without spaces use it",
    (Substitute("\N{ZERO WIDTH SPACE}", " "), *INVISIBLE.actions),
)
GENERAL = (LINKS, _PARTING, COMPOSE, LOWER, PUNCTUATION, NUMBERS)
# The underscore, which marks italics in plain text (_l'homme_), would hide that a word begins or ends beside it.
PLAIN_APOSTROPHE = Replace((*((other, "'") for other in "’‘ʼ´`"), ("_", " ")))

NO_END = "\ufdd4"  # after a full stop that ends no sentence, until the ends are found; a noncharacter as well
# White space, but not no-break spaces alone: they are written where a line, let alone a sentence, must not end.
_GAP = "\N{NO-BREAK SPACE}*[\\s&&[^\N{NO-BREAK SPACE}]]+"
_OPENING = r"""[\s§"„»«“‚'‘›‹(\[–—-]*"""
_CLOSING = r"""(?:["»«“”‘’'›‹)\]]|\s»)*"""
CAPITAL_STARTS = Substitute(rf"([.!?…]+{_CLOSING}){_GAP}({_OPENING}[\p{{Lu}}\p{{N}}])", "$1\n$2")
ANYTHING_STARTS = Substitute(rf"([.!?؟؛۔…]+{_CLOSING}){_GAP}", "$1\n")


def no_end_after(*abbreviations: str, before_numbers: tuple[str, ...] = (), letter: str = r"\p{L}") -> Substitute:
    """The full stop after these, and after a single `letter`, does not end the sentence. All are patterns.

    `before_numbers` are words of their own as well (art, No), so they count only before a number, Roman or not.
    """
    # A \b would do before the word, but not as fast: beside a letter with an accent it costs ten times as much.
    pattern = rf"(^|[^\p{{L}}\p{{M}}\p{{N}}])(?:((?:(?:{'|'.join((letter, *abbreviations))})\.)+)"
    if before_numbers:
        pattern += rf"|((?:{'|'.join(before_numbers)})\.)({_GAP}(?:\p{{N}}|[IVX]+(?-u:\b)))"
    return Substitute(pattern + ")", "${1}${2}" + ("${3}" + NO_END + "${4}" if before_numbers else NO_END))


def end_between(number: str, *words: str) -> Substitute:
    """The full stop after the pattern `number` ends the sentence after all where one of these words, or a bracket or dash, follows."""
    return Substitute(rf"({number}\.){NO_END}({_GAP}(?:(?:{'|'.join(words)})(?-u:\b)|[(\[–—]))", "$1$2")
