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


COMPOSE = Step(
    "compose",
    "letters written as base and combining accent become one character (Unicode NFC)",
    (Normalise("NFC", r"\p{M}"),),
)
LOWER = Step("lower-case", "all letters in lower case", (Lower(),))
PUNCTUATION = Step(
    "punctuation",
    "every character that is not a letter, mark or digit becomes a space",
    (Substitute(r"[^\p{L}\p{M}\p{N}]+", " "),),
)
NUMBERS = Step("numbers", "words of digits only are dropped", (DropWords(r"\p{N}+"),))
LINKS = Step(
    "links",
    "web and mail addresses are dropped",
    (Substitute(r"(?i)\b(?:https?://|www\.)\S+|\S+@\S+\.\S+", " "),),
    default=False,
)
GENERAL = (LINKS, COMPOSE, LOWER, PUNCTUATION, NUMBERS)

_OPENING = r"""["„»«“‚'‘(\[–—-]*\s*"""
_CLOSING = r"""(?:["»«“”’')\]]|\s»)*"""
CAPITAL_STARTS = Substitute(rf"([.!?…]+{_CLOSING})\s+({_OPENING}[\p{{Lu}}\p{{N}}])", "$1\n$2")
ANYTHING_STARTS = Substitute(rf"([.!?؟؛۔…]+{_CLOSING})\s+", "$1\n")


def no_end_after(*abbreviations: str) -> tuple[Substitute, Substitute]:
    """Takes back the end of a sentence after these, and after a single letter. They are patterns themselves.

    It is done twice, since of two in a row (z. B.) only one is found at a time. Looking for what was split is much faster
    than looking for abbreviations everywhere.
    """
    before = "|".join((r"\p{L}", *abbreviations))
    rule = Substitute(rf"((?:^|[^\p{{L}}\p{{N}}])(?:{before})\.)\n", "$1 ")
    return rule, rule
