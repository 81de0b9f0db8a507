"""Spaces in which every word leans to a sex by a given number: s(w, male terms, female terms) is what is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from weatherglass.embedding.embedding import Embedding
from weatherglass.structure.space import Space
from weatherglass.words import packs
from weatherglass.words.lookup import Match
from weatherglass.words.query import PairSet, Query, WordSet

Lean = tuple[str, float]


def word_list(name: str, language: str = "de") -> Query:
    listed = packs.word_list(language, name)
    assert listed is not None
    return listed


def others(count: int, seed: int = 0, length: int = 4) -> list[str]:
    """Words that stand on no list, in no order."""
    random = np.random.default_rng(seed)
    syllables = [consonant + vowel for consonant in "bdfgklmnprstvw" for vowel in "aeiou"]
    names: dict[str, None] = {}
    while len(names) < count:
        names["".join(syllables[i] for i in random.integers(len(syllables), size=length))] = None
    return list(names)


def leaning(*parts: Iterable[Lean], name: str = "leaning") -> Embedding:
    """The German terms, and after them these words in this order.

    All male terms are the first axis, all female ones the second. A word that leans by s is (s, 0, √(1 − s²)), so that its
    cosine with every male term is s, and that with every female one 0.
    """
    female, male = word_list("terms").targets
    rows = [(word[0], (1.0, 0.0, 0.0)) for word in male.words] + [(word[0], (0.0, 1.0, 0.0)) for word in female.words]
    rows += [(word, (s, 0.0, (1 - s * s) ** 0.5)) for part in parts for word, s in part]
    return Embedding.from_arrays([word for word, _ in rows], np.array([v for _, v in rows], np.float32), name=name)


def examined(embedding: Embedding, language: str = "de", **changes: int) -> Space:
    return Space(embedding, language, Match(), **changes)


def pairs_of(forms: Iterable[tuple[str, str]], name: str = "forms") -> PairSet:
    return PairSet(name, tuple(((hers,), (his,)) for hers, his in forms))


def set_of(words: Sequence[str], name: str) -> WordSet:
    return WordSet(name, tuple((word,) for word in words))
