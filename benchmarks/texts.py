"""Text to measure on: German parliament debates where they are at hand, otherwise made-up words as unequal in frequency."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from pathlib import Path

import numpy as np

GERMAN = Path("../shared/data/corpora/germaparl.jsonl.xz")


def german_paragraphs(characters: int) -> list[str]:
    """Paragraphs of about so many characters in all."""
    found, size = [], 0
    for paragraph in _paragraphs():
        found.append(paragraph)
        size += len(paragraph)
        if size >= characters:
            break
    return found


def german_words(words: int) -> list[list[str]]:
    """Paragraphs of about so many words in all, in lower case and without marks."""
    found, size = [], 0
    for paragraph in _paragraphs():
        sentence = "".join(c if c.isalnum() else " " for c in paragraph.lower()).split()
        if sentence:
            found.append(sentence)
            size += len(sentence)
        if size >= words:
            break
    return found


def _paragraphs() -> Iterator[str]:
    if GERMAN.exists():
        with lzma.open(GERMAN, "rt", encoding="utf-8") as file:
            for line in file:
                yield from json.loads(line)["text"].split("\n")
        return
    random = np.random.default_rng(0)
    syllables = ["sch", "ä", "er", "en", "ung", "ver", "ge", "lich", "st", "au", "ö", "ü", "ß", "be", "ar", "in"]
    lexicon = ["".join(random.choice(syllables, random.integers(1, 5))) for _ in range(60_000)]
    while True:
        numbers = random.zipf(1.1, 120) % len(lexicon)
        yield " ".join(lexicon[n].capitalize() + ("." if n % 9 == 0 else "") for n in numbers)
