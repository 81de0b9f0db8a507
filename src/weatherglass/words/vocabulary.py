"""A space's ordinary words: the most frequent ones, and those of them that are not gendered by definition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from weatherglass import language as languages
from weatherglass.embedding.embedding import Embedding
from weatherglass.errors import SpecError
from weatherglass.words import packs
from weatherglass.words.lookup import Finder, FoundSet, Match, find_set, forms, found_set
from weatherglass.words.query import WordSet

MOST_FREQUENT = 50_000  # rows of the file that are looked at, as Zhang et al. 2021 do
LONGEST = 20


def ordinary_rows(embedding: Embedding, most: int = MOST_FREQUENT) -> list[int]:
    """Rows among the file's first `most` whose words are letters only and not long, as Bolukbasi et al. 2016 keep them."""
    return [
        i
        for i, (word, rank) in enumerate(zip(embedding.words, embedding.ranks, strict=True))
        if 0 <= rank < most and is_ordinary(word)
    ]


def is_ordinary(word: str) -> bool:
    return len(word) <= LONGEST and word.isalpha()


@cache
def gendered_by_definition(language: str) -> Callable[[str], bool] | None:
    """Whether a word is, in any of its spellings, on the language's list; None where no list is known."""
    known = packs.word_list(language, "gendered")
    return None if known is None else listed(language, (form for word in known.all_words() for form in word))


@dataclass(frozen=True, slots=True)
class Listed:
    """Whether a word is on a list, in any of its spellings; `known` are these, folded, and mapped by `key` where there is one."""

    known: frozenset[str]
    key: Callable[[str], str] | None

    def __call__(self, word: str) -> bool:
        folded = word.casefold()
        return (folded if self.key is None else self.key(folded)) in self.known

    def none_of(self, words: Iterable[str]) -> bool:
        """Whether none of these is on it; all are folded at once, as millions are asked for."""
        folded = "\n".join(words).casefold().split("\n")
        return self.known.isdisjoint(folded if self.key is None else map(self.key, folded))


def listed(language: str, words: Iterable[str]) -> Listed:
    """Whether a word is one of these, in any of its spellings."""
    rules = languages.get(language)
    spelled = {form.casefold() for word in words for form, _ in forms(word, rules, Match())}
    return Listed(frozenset(spelled if rules.key is None else map(rules.key, spelled)), rules.key)


def partners(words: Sequence[str], language: str) -> list[tuple[int, int]]:
    """Places of words that are, by their ending, the feminine form of another one that is there, and of that one."""
    masculine_of = languages.get(language).masculine_of
    place = {word.casefold(): i for i, word in enumerate(words)}
    found = []
    for i, word in enumerate(words):
        for other in masculine_of(word):
            partner = place.get(other.casefold())
            if partner is not None and partner != i:
                found.append((i, partner))
    return found


def neutral_words(
    embedding: Embedding, language: str, match: Match, given: Iterable[str] | None = None
) -> tuple[FoundSet, tuple[str, ...]]:
    """The words that count as neutral, and those of the `given` ones that the space does not have.

    Unless they are given, they are the most frequent ordinary words less the language's gendered ones. Where a language
    has no list of those, there is no telling them apart.
    """
    name = "neutral words"
    if given is not None:
        asked = WordSet(name, tuple((word,) for word in given))
        found, coverage = find_set(Finder(embedding, languages.get(language), match), asked)
        return found, coverage.missing
    gendered = gendered_by_definition(language)
    if gendered is None:
        raise SpecError(
            f"there is no list of gendered words for '{language}', so the neutral words cannot be told from them; give "
            "the neutral words in a file"
        )
    rows = [i for i in ordinary_rows(embedding) if not gendered(embedding.words[i])]
    return found_set(embedding, name, rows), ()
