"""Gendered words that a method was not fitted on, and tests with them: what holds for the fitted words only is no finding."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from weatherglass.embedding.geometry import unit
from weatherglass.measure.base_pairs import differences
from weatherglass.mitigate.roles import DEFINITIONAL, FORMS
from weatherglass.words import packs
from weatherglass.words.lookup import Finder, FoundPairs, find_pairs, find_set
from weatherglass.words.query import PairSet, Query, Word, WordSet
from weatherglass.words.vocabulary import gendered_by_definition

NAME = "pairs it was not fitted on"
WITH_OTHERS = " with other gendered words"  # added to the name of a test that uses them
LEAST = 4  # pairs without which there is no such test
MOST = 30
LISTS = ("base-pairs", DEFINITIONAL, "sex", FORMS)
_MOSTLY = 0.5


def other_pairs(finder: Finder, language: str, used: frozenset[str]) -> PairSet | None:
    """Pairs of female and male words, none of them used, the most frequent ones; None where there are too few."""
    found, _ = find_pairs(finder, PairSet(NAME, _listed(language)))
    if found is None:
        return None
    free = []
    taken: set[str] = set()
    for i in np.argsort(np.maximum(found.one.ranks, found.other.ranks), kind="stable").tolist():
        rows = {found.one.rows[i], found.other.rows[i]}
        if not rows & (used | taken):
            taken |= rows
            free.append(((found.one.rows[i],), (found.other.rows[i],)))
    return PairSet(NAME, tuple(free[:MOST])) if len(free) >= LEAST else None


def _listed(language: str) -> tuple[tuple[Word, Word], ...]:
    """All pairs of the language's lists; the first word of each is the female one."""
    lists = [packs.word_list(language, name) for name in LISTS]
    return tuple(pair for query in lists if query is not None for pair_set in query.pairs for pair in pair_set.pairs)


def with_other_words(finder: Finder, query: Query, others: PairSet) -> Query | None:
    """The test with these words in place of its own gendered ones; None where it has no two gendered sets to replace."""
    gendered = gendered_by_definition(query.language)
    found, _ = find_pairs(finder, others)
    if gendered is None or found is None:
        return None
    for role in ("attributes", "targets"):
        sets: tuple[WordSet, ...] = getattr(query, role)
        if len(sets) == 2 and all(
            sum(gendered(word[0]) for word in each.words) >= _MOSTLY * len(each.words) for each in sets
        ):
            rows = [set(find_set(finder, each)[0].rows) for each in query.sets]
            if not all(rows):
                return None
            sides = [tuple(pair[i] for pair in others.pairs) for i in (0, 1)]
            if not _first_is_female(finder, sets, found):
                sides.reverse()
            own = set().union(*rows)
            kept = [tuple(word for word in side if word[0] not in own) for side in sides]
            new = tuple(WordSet(each.name, side) for each, side in zip(sets, kept, strict=True))
            if min(len(side) for side in kept) < LEAST:
                return None
            name = query.name + WITH_OTHERS
            return (
                replace(query, name=name, attributes=new)
                if role == "attributes"
                else replace(query, name=name, targets=new)
            )
    return None


def _first_is_female(finder: Finder, sets: tuple[WordSet, ...], pairs: FoundPairs) -> bool:
    """By the lists; where they know none of the words, by which set lies further along the way from the male to the female words."""
    listed = _listed(finder.language.code)
    female, male = ({form for pair in listed for form in pair[i]} for i in (0, 1))
    first, second = ({form for word in each.words for form in word} for each in sets)
    more = len(first & female) + len(second & male) - len(first & male) - len(second & female)
    if more:
        return more > 0
    middle = [unit(find_set(finder, each)[0].vectors).mean(axis=0) for each in sets]
    return float(differences(pairs).mean(axis=0) @ (middle[0] - middle[1])) >= 0
