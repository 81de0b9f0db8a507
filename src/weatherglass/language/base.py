"""What the toolkit knows of a language when it looks words up and cleans texts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from weatherglass.language.steps import CAPITAL_STARTS, GENERAL, Step, Substitute, no_end_after


def no_spellings(_word: str) -> tuple[str, ...]:
    return ()


def no_inclusive_forms(_feminine: str, _masculine: str) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """One language's rules.

    `spellings` gives other ways to write the same word, best first, without the word itself; they are
    tried one by one. `key` maps every spelling that counts as the same word to one form; it is needed
    only where the spellings cannot be listed, because then the whole vocabulary must be mapped.
    `capitalised_nouns`: nouns are written with a capital, so that lower case alone would leave them out.
    `masculine_of` gives the words whose feminine form this one may be, by its ending; `inclusive` the spellings that name both
    sexes at once, from a feminine form and the masculine one. `stemmer` is the language's name among the stemmers of Snowball.
    `cleaning` are the steps a text goes through on its way to words; `sentences` put a line break after each
    sentence of a paragraph.
    """

    code: str
    name: str
    spellings: Callable[[str], tuple[str, ...]] = no_spellings
    key: Callable[[str], str] | None = None
    right_to_left: bool = False
    capitalised_nouns: bool = False
    masculine_of: Callable[[str], tuple[str, ...]] = no_spellings
    inclusive: Callable[[str, str], tuple[str, ...]] = no_inclusive_forms
    stemmer: str = ""
    cleaning: tuple[Step, ...] = GENERAL
    sentences: tuple[Substitute, ...] = (no_end_after(), CAPITAL_STARTS)
