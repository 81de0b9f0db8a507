"""Word sets held against opened vectors, as pages and the API tell it: each word's state, how much of a set is found, spellings nearby."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from weatherglass.app.spaces import Spaces
from weatherglass.wording.messages import say

if TYPE_CHECKING:
    from weatherglass.words.lookup import Match
    from weatherglass.words.near import Near
    from weatherglass.words.overlap import CheckedSet, CheckedWord
    from weatherglass.words.query import Query

# Beside the colour, so that nothing is told by colour alone.
SIGNS = {"found": "✓", "missing": "✗", "substituted": "≈", "duplicate": "2×", "overlapping": "⚠"}
_MOST_SUGGESTED = 5


def _match() -> Match:
    """As tests do unless they are told otherwise."""
    from weatherglass.words.lookup import Match

    return Match()


def thresholds() -> str:
    """What a set needs, in words."""
    from weatherglass.words.lookup import LOW_COVERAGE

    needed = _match()
    return say("app.words.thresholds", share=round(100 * needed.min_coverage), least=needed.min_words, low=round(100 * LOW_COVERAGE))  # fmt: skip


def checked(spaces: Spaces, run: str, query: Query) -> list[dict[str, Any]]:
    """Each set with what is found of it, as plain data with sentences in the language spoken."""
    from weatherglass.words.overlap import check_sets

    finder = spaces.get(run).finder(query.language)
    return [_set(each) for each in check_sets(finder.embedding, query, _match(), finder=finder)]


def _set(each: CheckedSet) -> dict[str, Any]:
    from weatherglass.words.lookup import LOW_COVERAGE

    needed = _match()
    few = each.found < needed.min_words or each.coverage < needed.min_coverage
    state = "few" if few else "low" if each.coverage < LOW_COVERAGE else "enough"
    return {
        "role": each.role,
        "role_said": say(f"app.words.role.{each.role}"),
        "name": each.name,
        "found": each.found,
        "asked": each.asked,
        "coverage": each.coverage,
        "state": state,
        "said": say("app.words.found_of", found=each.found, n=each.asked),
        "verdict": say(f"app.words.verdict.{state}"),
        "words": [_word(word) for word in each.words],
        "missing": missing_words(each),
    }


def missing_words(each: CheckedSet) -> list[str]:
    """Those for which spellings nearby may help; of a pair, the words that are not there."""
    every = [part for word in each.words for part in (word.parts or (word,))]
    return list(dict.fromkeys(word.text for word in every if word.state == "missing"))


def _word(word: CheckedWord) -> dict[str, Any]:
    also = [each.name for each in word.also]
    return {
        "text": word.text,
        "state": word.state,
        "sign": SIGNS[word.state],
        "used": word.used,
        "rank": None if word.rank is None else word.rank + 1,
        "also": also,
        "said": say(f"app.words.state_said.{word.state}", used=word.used, sets=say("number.comma").join(also)),
    }


def suggested(spaces: Spaces, run: str, word: str, language: str) -> tuple[Near, ...]:
    """Words of the vocabulary that are spelled like it."""
    from weatherglass.words.near import near

    return near(spaces.get(run).embedding, word, _MOST_SUGGESTED, language=language)
