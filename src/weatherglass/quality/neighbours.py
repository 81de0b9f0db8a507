"""The words nearest to given ones, and to which pole of an axis each of them leans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from weatherglass import language as languages
from weatherglass.arrays import Floats, Singles
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.geometry import unit
from weatherglass.errors import CoverageError, Notice, SpecError
from weatherglass.files.plain import fields_of, from_plain
from weatherglass.measure.association import without_noise
from weatherglass.quality.inputs import Input
from weatherglass.quality.ranking import nearest_rows, row_lengths
from weatherglass.structure.projecting import NO_LANGUAGE, Pole, axis_between
from weatherglass.words.lookup import Finder, Match, find_set
from weatherglass.words.query import WordSet

if TYPE_CHECKING:
    import polars as pl

SCHEMA_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """A word near another. `rank`: its place in the file, from 1, which is mostly that of its frequency; `side`: its cosine with the axis."""

    word: str
    cosine: float
    rank: int
    side: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """A word as it was found, where it stands itself, and its neighbours, nearest first."""

    of: Input
    rank: int
    side: float | None = None
    neighbours: tuple[Neighbour, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbours:
    """What surrounds words. `axis`: the words found of its first pole, towards which sides are positive, and of its second."""

    embedding: Mapping[str, Any]
    language: str
    k: int
    words: tuple[Surroundings, ...]
    missing: tuple[str, ...] = ()
    axis: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    warnings: tuple[Notice, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The stable JSON shape; it grows only by new keys."""
        return {"kind": "neighbours", "schema_version": SCHEMA_VERSION, **fields_of(self)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Neighbours:
        """The inverse of `to_dict`."""
        return from_plain(cls, data)

    def table(self) -> pl.DataFrame:
        """A row for each neighbour of each word."""
        import polars as pl

        columns = {"of": pl.String, "word": pl.String, "cosine": pl.Float64, "rank": pl.Int64, "side": pl.Float64}
        rows = [{"of": each.of.used, **fields_of(near)} for each in self.words for near in each.neighbours]
        return pl.DataFrame(rows, schema=columns)


def neighbours(
    embedding: Embedding,
    words: Sequence[str],
    *,
    k: int = 20,
    axis: tuple[Pole, Pole] | None = None,
    language: str = NO_LANGUAGE,
    finder: Finder | None = None,
    lengths: Singles | None = None,
) -> Neighbours:
    """The k words of highest cosine with each of these; of equals the earlier row.

    Words that are not there are named as missing. `axis`: two poles such as `("he", "she")`; each word then tells its cosine with what
    leads from the second to the first. `lengths` (`row_lengths`), and a `finder`, spare going through all rows where many are asked after another.
    """
    if k < 1 or not words:
        raise SpecError(f"k={k}, {len(words)} words: give at least one word, and k of at least 1")
    finder = finder or Finder(embedding, languages.get(language), Match())
    given = list(dict.fromkeys(words))
    hits = {word: hit for word in given if (hit := finder.find((word,))) is not None}
    poles, along = _axis(finder, axis)
    asked = [row for row, _ in hits.values()]
    found, cosines = _nearest(embedding, asked, k, row_lengths(embedding.vectors) if lengths is None else lengths)
    return Neighbours(
        embedding=embedding.identity(),
        language=finder.language.code,
        k=k,
        words=tuple(
            Surroundings(
                of=Input(word, embedding.words[row], how),
                rank=int(embedding.ranks[row]) + 1,
                side=_sides(embedding, [row], along)[0],
                neighbours=_listed(embedding, rows, near, row, k, along),
            )
            for (word, (row, how)), rows, near in zip(hits.items(), found, cosines, strict=True)
        ),
        missing=tuple(word for word in given if word not in hits),
        axis=poles,
        warnings=embedding.notices,
    )


def _nearest(embedding: Embedding, rows: list[int], k: int, lengths: Singles) -> tuple[Any, Floats]:
    """One more than asked for, as each row is nearest to itself."""
    return nearest_rows(embedding.vectors, embedding.vectors[rows].astype(np.float64), k + 1, lengths)


def _listed(
    embedding: Embedding, rows: Any, cosines: Floats, own: int, k: int, along: Floats | None
) -> tuple[Neighbour, ...]:
    others = [(int(row), float(cosine)) for row, cosine in zip(rows, cosines, strict=True) if row != own][:k]
    sides = _sides(embedding, [row for row, _ in others], along)
    return tuple(
        Neighbour(word=embedding.words[row], cosine=cosine, rank=int(embedding.ranks[row]) + 1, side=side)
        for (row, cosine), side in zip(others, sides, strict=True)
    )


def _sides(embedding: Embedding, rows: list[int], along: Floats | None) -> list[float | None]:
    if along is None or not rows:
        return [None] * len(rows)
    return [float(each) for each in without_noise(unit(embedding.vectors[rows]) @ along)]


def _axis(
    finder: Finder, axis: tuple[Pole, Pole] | None
) -> tuple[tuple[tuple[str, ...], tuple[str, ...]] | None, Floats | None]:
    """The words of both poles, and the direction from the second to the first."""
    if axis is None:
        return None, None
    poles = []
    for name, pole in zip(("first", "second"), axis, strict=True):
        words = [pole] if isinstance(pole, str) else list(pole)
        found, _ = find_set(finder, WordSet(f"words of the {name} pole", tuple((word,) for word in words)))
        if not found.words:
            raise CoverageError(
                f"{finder.embedding.name}: none of the words of the {name} pole were found ({', '.join(words)}); "
                "give words that are in the vectors"
            )
        poles.append(found)
    return (poles[0].words, poles[1].words), axis_between(poles[0], poles[1])
