"""Concepts: pairs of forms such as Ärztin–Arzt, or single words. What is missing is said pair by pair.

A pair of which one form is missing is left out: it never becomes a concept of one word.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from weatherglass.arrays import Bools, Floats
from weatherglass.embedding.geometry import unit
from weatherglass.structure.space import Space
from weatherglass.words.lookup import Substitution, find_pairs
from weatherglass.words.query import PairSet, Query, WordSet

Forms = Literal["paired", "feminine", "masculine"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """A concept that is left out, and the forms of it that were not found; none where both share a row."""

    concept: str
    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Concepts:
    """Found concepts, row by row: `one` is compared with the first group of a pair of groups, `other` with the second.

    The first `paired` have a form for each, the others one word for both.
    """

    name: str
    labels: tuple[str, ...]
    one: Floats
    other: Floats
    paired: int
    asked: int
    missing: tuple[Missing, ...]
    substituted: tuple[Substitution, ...]

    def __len__(self) -> int:
        return len(self.labels)

    def only(self, kept: Bools) -> Concepts:
        """Some of them."""
        labels = tuple(label for label, keep in zip(self.labels, kept, strict=True) if keep)
        paired = int(kept[: self.paired].sum())
        return replace(self, labels=labels, one=self.one[kept], other=self.other[kept], paired=paired)


def concepts(space: Space, query: Query, forms: Forms, name: str = "") -> Concepts:
    """The concepts of a list: its first pairs (feminine form first), and the words of its sets.

    `forms`: both forms of a pair, or one of them as a single word.
    """
    pairs = query.pairs[0] if query.pairs else PairSet("", ())
    singles = tuple(word for target in query.targets for word in target.words)
    if forms != "paired":
        chosen = tuple(pair[0 if forms == "feminine" else 1] for pair in pairs.pairs)
        singles = chosen + singles
        pairs = PairSet("", ())
    found, covered = find_pairs(space.finder, pairs)
    alone, also = space.found(WordSet("", singles))
    both = (np.empty((0, space.embedding.dim)),) * 2 if found is None else (found.one.vectors, found.other.vectors)
    one, other = (unit(np.concatenate([side, alone.vectors])) for side in both)
    return Concepts(
        name=name or query.name,
        labels=(*(() if found is None else found.labels), *alone.words),
        one=one,
        other=other,
        paired=covered.found,
        asked=covered.asked + also.asked,
        missing=(
            *missing_forms(space, pairs, covered.missing),
            *(Missing(concept=word, forms=(word,)) for word in also.missing),
        ),
        substituted=covered.substituted + also.substituted,
    )


def missing_forms(space: Space, pairs: PairSet, missing: tuple[str, ...]) -> tuple[Missing, ...]:
    """Which words of the pairs that were left out are not there."""
    left_out = set(missing)
    found = []
    for pair in pairs.pairs:
        label = "–".join(word[0] for word in pair)
        if label in left_out:
            absent = tuple(word[0] for word in pair if space.finder.find(word) is None)
            found.append(Missing(concept=label, forms=absent))
            left_out.remove(label)
    return tuple(found)
