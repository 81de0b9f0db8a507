"""The words a question is asked with, as they stand in the vectors."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from weatherglass import language as languages
from weatherglass.embedding.embedding import Embedding
from weatherglass.errors import CoverageError, SpecError
from weatherglass.words.lookup import Finder, How, Match


@dataclass(frozen=True, slots=True)
class Input:
    """A word as given, the row that stands for it, and how that was found."""

    word: str
    used: str
    how: How


def english(embedding: Embedding) -> Finder:
    return Finder(embedding, languages.get("en"), Match())


def find(embedding: Embedding, words: Sequence[str], finder: Finder | None) -> tuple[list[int], tuple[Input, ...]]:
    """Rows and how they were found; a word that is not there is an error that shows what is."""
    finder = finder or english(embedding)
    rows, inputs = [], []
    for word in words:
        hit = finder.find((word,))
        if hit is None:
            near = _near_spellings(word, embedding.words)
            hint = f"near spellings that are: {', '.join(near)}" if near else "nor is any near spelling"
            raise CoverageError(f"'{word}' is not among the {len(embedding):,} words of {embedding.name}; {hint}")
        rows.append(hit[0])
        inputs.append(Input(word, embedding.words[hit[0]], hit[1]))
    return rows, tuple(inputs)


def _near_spellings(word: str, words: Iterable[str]) -> list[str]:
    candidates = (each for each in words if abs(len(each) - len(word)) <= 2 and each.isprintable())
    return difflib.get_close_matches(word, candidates, n=3, cutoff=0.75)


def refuse_same(a: Input, others: Iterable[Input]) -> None:
    """With a = b the answer is c, with a = c it is b: nothing would be asked."""
    for other in others:
        if other.used == a.used:
            if other.word == a.word:
                raise SpecError(f"'{a.word}' is given twice; give different words")
            raise SpecError(f"'{a.word}' and '{other.word}' stand for the same row '{a.used}'; give different words")
