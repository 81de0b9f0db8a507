"""A space's ordinary words: the most frequent ones, and those of them that are not gendered by definition."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import islice, pairwise

from weatherglass import language as languages
from weatherglass.embedding.embedding import Embedding
from weatherglass.errors import SpecError
from weatherglass.words import packs
from weatherglass.words.lookup import Finder, FoundSet, Match, find_set, forms, found_set
from weatherglass.words.query import WordSet

MOST_FREQUENT = 50_000  # rows of the file that are looked at, as Zhang et al. 2021 do
LONGEST = 20
_SORTED = 0.9  # of neighbouring rows in alphabetical order; by frequency it is about half
_LEAST_ROWS = 100
_FIRST_ROWS = (
    1_000  # that show the order; further down, words that occur equally often often stand in the alphabet's order
)


def frequency_known(embedding: Embedding) -> bool:
    """Whether the row number can stand for frequency: not in a file sorted by the alphabet."""
    known = (word.casefold() for word, rank in zip(embedding.words, embedding.ranks, strict=True) if rank >= 0)
    words = list(islice(known, _FIRST_ROWS))
    in_order = sum(one <= other for one, other in pairwise(words))
    return len(words) < _LEAST_ROWS or in_order < _SORTED * len(words)


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
    if known is None:
        return None
    rules = languages.get(language)

    def plain(word: str) -> str:
        folded = word.casefold()
        return folded if rules.key is None else rules.key(folded)

    listed = frozenset(
        plain(form) for word in known.all_words() for each in word for form, _ in forms(each, rules, Match())
    )
    return lambda word: plain(word) in listed


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
