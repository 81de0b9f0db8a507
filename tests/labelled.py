"""Labelled texts in which a few words decide, and vectors that know which words these are."""

from __future__ import annotations

from itertools import product

import numpy as np

from weatherglass.downstream.texts import Texts
from weatherglass.embedding.embedding import Embedding

CLASSES = ("sexist", "neutral")


def made_words(start: str, count: int) -> list[str]:
    """Different words without any sign that cleaning would take away."""
    ends = ("".join(letters) for letters in product("abcdefghij", repeat=2))
    return [start + end for end, _ in zip(ends, range(count), strict=False)]


FILLERS, BAD, GOOD = made_words("filler", 40), made_words("bad", 20), made_words("good", 20)


def labelled(count: int, *, seed: int = 0, parts: bool = False, words: int = 8, shift: int = 0) -> Texts:
    """As many texts of each class, each with one word that decides; with `parts` their last thirds hold deciding words that training lacks."""
    generator = np.random.default_rng(seed)
    labels = [i % 2 == 0 for i in range(count)]
    names = ["train" if i < count // 2 else "validation" if i < 2 * count // 3 else "test" for i in range(count)]
    texts = []
    for label, name in zip(labels, names, strict=True):
        known = slice(0, 10) if name == "train" or not parts else slice(10 - shift, 20)
        text = [*generator.choice(FILLERS, words), generator.choice((BAD if label else GOOD)[known])]
        texts.append(" ".join(generator.permutation(text)))
    return Texts(
        name="made",
        texts=tuple(texts),
        labels=tuple(labels),
        classes=CLASSES,
        rows=tuple(range(1, count + 1)),
        parts=tuple(names) if parts else None,
        notices=(),
    )


def knowing(dim: int = 10, *, seed: int = 0) -> Embedding:
    """Vectors whose first dimension tells the deciding words apart."""
    words = [*FILLERS, *BAD, *GOOD]
    vectors = np.random.default_rng(seed).normal(size=(len(words), dim)) * 0.5
    vectors[len(FILLERS) :, 0] += np.repeat([4.0, -4.0], 20)
    return Embedding.from_arrays(words, vectors.astype(np.float32), "knowing")
