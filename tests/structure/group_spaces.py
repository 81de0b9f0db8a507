"""Small spaces with groups and concepts whose cosines are given, and larger ones with planted pairs among filler words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from weatherglass.arrays import Floats
from weatherglass.embedding.embedding import Embedding
from weatherglass.structure.space import Space
from weatherglass.words.lookup import Match
from weatherglass.words.query import PairSet, Query, WordSet

GROUPS = PairSet("women–men", ((("she",), ("he",)), (("woman",), ("man",))))


def space_of(embedding: Embedding, *, draws: int = 200, seed: int = 0, language: str = "en") -> Space:
    return Space(embedding, language, Match(), seed, draws)


def groups_of(k: int) -> PairSet:
    """As many pairs of group words: fa–ma, fb–mb, …"""
    return PairSet("women–men", tuple(((f"f{chr(97 + j)}",), (f"m{chr(97 + j)}",)) for j in range(k)))


def with_cosines(words: Mapping[str, Sequence[float]], groups: PairSet = GROUPS) -> Embedding:
    """Words whose cosines with the group words are as given: with all the first ones of the pairs, then with the second ones.

    Each of these lies along an axis of its own, at a length that cosines do not see; one more axis makes up each word's length.
    """
    k = len(groups.pairs)
    named = [pair[side][0] for side in (0, 1) for pair in groups.pairs]
    vectors = {word: (1.0 + i % 3) * np.eye(2 * k + 1)[i] for i, word in enumerate(named)}
    for word, cosines in words.items():
        rest = np.sqrt(1 - np.square(cosines).sum())
        vectors[word] = np.array([*cosines, rest])
    return Embedding.from_arrays(list(vectors), np.array(list(vectors.values())), name="cosines")


def pairs_named(name: str, *pairs: str) -> PairSet:
    """Pairs written as `she he`."""
    split = (pair.split() for pair in pairs)
    return PairSet(name, tuple(((one,), (other,)) for one, other in split))


def words_query(*words: str, name: str = "words") -> Query:
    return Query(name=name, language="en", targets=(WordSet(name, tuple((word,) for word in words)),))


def letters(number: int) -> str:
    """A word of five letters for each number, in an order that is not the alphabet's."""
    scrambled = (number * 48_271 + 11) % 99_991
    found = "q"
    for _ in range(4):
        scrambled, digit = divmod(scrambled, 18)
        found += "abcdefghijklmnopqrst"[digit]
    return found


def among_filler(own: Mapping[str, Floats], *, filler: Floats, every: int = 7) -> Embedding:
    """These words at every seventh row, filler words between them."""
    words = [letters(i) for i in range(len(filler))]
    vectors = list(filler)
    for i, (word, vector) in enumerate(own.items()):
        words.insert(every * i, word)
        vectors.insert(every * i, vector)
    return Embedding.from_arrays(words, np.array(vectors).astype(np.float32), name="filler")
