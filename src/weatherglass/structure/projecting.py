"""Words on two axes, each of which leads from one pole to another: he to she, good to bad.

An axis is the difference of the means of its poles' vectors, each scaled to length one; where a word lies on it is its cosine with
that difference. Two axes are seldom at right angles: their cosine is told.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from weatherglass import language as languages
from weatherglass.arrays import Floats
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.geometry import unit
from weatherglass.errors import CoverageError, Notice, SpecError
from weatherglass.files.plain import fields_of, from_plain
from weatherglass.progress import HowFar
from weatherglass.shown import Shown
from weatherglass.structure.subspace import SAME
from weatherglass.words.lookup import Coverage, Finder, FoundSet, Match, find_set
from weatherglass.words.query import Query, WordSet
from weatherglass.words.reading import read_for

if TYPE_CHECKING:
    import polars as pl

Pole = str | Sequence[str]  # a word, or several
NO_LANGUAGE = "mul"  # words are then matched as they are written, but for case
SLANTED = 0.3  # cosine of two axes, from which on it is told that they say the same in part


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedWord:
    """A word and its cosines with the two axes: positive towards the first pole of each."""

    word: str
    x: float
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Projection(Shown):
    """Words on two axes. `x` and `y`: the words of the first and the second pole that were found; `slant`: the cosine of the two axes."""

    embedding: Mapping[str, Any]
    x: tuple[tuple[str, ...], tuple[str, ...]]
    y: tuple[tuple[str, ...], tuple[str, ...]]
    slant: float
    words: tuple[PlacedWord, ...]
    coverage: Coverage
    warnings: tuple[Notice, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The stable JSON shape; it grows only by new keys."""
        return {"kind": "projection", **fields_of(self)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Projection:
        """The inverse of `to_dict`."""
        return from_plain(cls, data)

    def table(self) -> pl.DataFrame:
        """A row for each word."""
        import polars as pl

        return pl.DataFrame([fields_of(each) for each in self.words])


def project(
    vectors: str | os.PathLike[str] | Embedding,
    words: Sequence[str],
    x: tuple[Pole, Pole],
    y: tuple[Pole, Pole],
    *,
    language: str = NO_LANGUAGE,
    match: Match | None = None,
    finder: Finder | None = None,
    allow_pickle: bool = False,
    progress: HowFar | None = None,
) -> Projection:
    """Project words on two axes, each given by two poles: `x=("he", "she")`, or `x=(["he", "man"], ["she", "woman"])`.

    Words that are missing are named in the coverage and in a notice; a pole of which no word is found, and words none of which is
    found, are an error. `language`: whose rules words are matched by; `finder`: one of these vectors that does so already.
    """
    match = match or Match()
    query = _query(words, x, y, language)
    embedding = vectors
    if not isinstance(embedding, Embedding):
        embedding = read_for([query], embedding, match, allow_pickle=allow_pickle, progress=progress)
    finder = finder or Finder(embedding, languages.get(language), match)
    found = [find_set(finder, each) for each in query.sets]
    coverage = Coverage(sets=tuple(covered for _, covered in found))
    for each in coverage.sets:
        if not each.found:
            raise CoverageError(
                f"{embedding.name}: none of the {each.name} were found ({', '.join(each.missing)}); give words that are in the vectors"
            )
    placed, *poles = (each for each, _ in found)
    axes = np.stack([axis_between(poles[0], poles[1]), axis_between(poles[2], poles[3])])
    places = unit(placed.vectors) @ axes.T
    return Projection(
        embedding=embedding.identity(),
        x=(poles[0].words, poles[1].words),
        y=(poles[2].words, poles[3].words),
        slant=float(axes[0] @ axes[1]),
        words=tuple(
            PlacedWord(word=word, x=float(at[0]), y=float(at[1])) for word, at in zip(placed.words, places, strict=True)
        ),
        coverage=coverage,
        warnings=(*embedding.notices, *_notices(coverage)),
    )


def _query(words: Sequence[str], x: tuple[Pole, Pole], y: tuple[Pole, Pole], language: str) -> Query:
    poles = {
        "words of the first pole of x": x[0],
        "words of the second pole of x": x[1],
        "words of the first pole of y": y[0],
        "words of the second pole of y": y[1],
    }
    sets = {
        "words to project": words,
        **{name: [pole] if isinstance(pole, str) else pole for name, pole in poles.items()},
    }
    for name, given in sets.items():
        if not given or not all(given):
            raise SpecError(f"{name}: give at least one")
    made = tuple(WordSet(name, tuple((word,) for word in given)) for name, given in sets.items())
    return Query(name="projection", language=language, targets=made)


def axis_between(first: FoundSet, second: FoundSet) -> Floats:
    """From the middle of the second pole to that of the first, at length one."""
    along: Floats = unit(first.vectors).mean(axis=0) - unit(second.vectors).mean(axis=0)
    length = float(np.linalg.norm(along))
    if length < SAME:
        one, other = ", ".join(first.words), ", ".join(second.words)
        raise SpecError(f"{one} and {other} have the same direction, so that no axis leads from one to the other")
    return along / length


def _notices(coverage: Coverage) -> tuple[Notice, ...]:
    found = []
    if coverage.missing:
        found.append(Notice("missing-words", f"Not in the vectors, and left out: {', '.join(coverage.missing)}."))
    other = [sub for each in coverage.sets for sub in each.substituted]
    if other:
        said = ", ".join(f"{each.word} as {each.used} ({each.how})" for each in other)
        found.append(Notice("substituted", f"Words matched by another spelling: {said}."))
    return tuple(found)
