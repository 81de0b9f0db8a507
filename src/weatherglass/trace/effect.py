"""A measure as a function of the vectors of its words, which is what can be followed when these vectors move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from weatherglass.arrays import Floats, Indices
from weatherglass.embedding.embedding import Embedding
from weatherglass.errors import CoverageError, SpecError, UnknownName
from weatherglass.measure.base import MEASURES, Measure, get
from weatherglass.measure.inputs import Given, Inputs, Prepared
from weatherglass.words.lookup import FoundSet, Match, Vectors
from weatherglass.words.query import Query

_STEP = 1e-4  # of a vector's length; scores are rounded to 1e-12, so differences are good to 1e-8


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What is traced: the value of a measure on a query or, with `word`, the score that it gives this word.

    `number`: another figure that the measure computes, in place of its value, such as weat's difference of means.
    """

    query: Query
    measure: Measure
    word: str = ""
    number: str = ""
    params: Mapping[str, Any]

    @classmethod
    def of(
        cls, query: Query, measure: str, *, word: str = "", number: str = "", params: Mapping[str, Any] | None = None
    ) -> Target:
        """Checked as far as that goes without vectors."""
        card = get(measure)
        if word and number:
            raise SpecError(
                f"the score of '{word}' and the figure '{number}' are two things to trace; give one of them"
            )
        if not card.smooth:
            known = ", ".join(name for name, each in MEASURES.items() if each.smooth)
            raise SpecError(
                f"{measure} jumps where vectors move a little (shares, ranks, clusters), so it cannot be traced to documents; "
                f"measures that can: {known}"
            )
        for key in params or {}:
            if key not in card.params:
                raise UnknownName(f"parameter of {measure}", key, card.params)
        return cls(query=query, measure=card, word=word, number=number, params={**card.params, **(params or {})})

    @property
    def symbol(self) -> str:
        """What it is called where its value is told."""
        return self.number or ("s" if self.word else self.measure.symbol)

    def prepared(self, embedding: Embedding, match: Match) -> Prepared:
        """The words that it needs, looked up in vectors."""
        inputs = Inputs(embedding, match, Given())
        return inputs.prepare(self.measure, self.query, inputs.look_up(self.query))


@dataclass(frozen=True, slots=True, eq=False)
class Effect:
    """The target as a function of its words' vectors, a row for each of `words`, which are as the vectors spell them."""

    target: Target
    vectors: Vectors
    words: tuple[str, ...]
    places: tuple[Indices, ...]  # for each of the sets, in the order of `sets_of`, its words among `words`
    scored: tuple[int, int] | None  # the group and the place in it of the word whose score is traced

    def __call__(self, vectors: Floats) -> float:
        """The value; NotMeasurable where these vectors have none."""
        sets = iter([vectors[places] for places in self.places])
        found = self.target.measure.function(_with(self.vectors, sets), **self.target.params)
        if self.scored is not None:
            group, place = self.scored
            return float(found.groups[group][place])
        value = found.extra[self.target.number] if self.target.number else found.value
        assert value is not None, "measures without a value are refused without a word"
        return float(value)

    def gradient(self, vectors: Floats) -> Floats:
        """How the value changes with each number of the vectors, by differences to both sides."""
        slopes = np.empty_like(vectors)
        moved = vectors.copy()
        for row, length in enumerate(np.linalg.norm(vectors, axis=1)):
            step = _STEP * length
            for k in range(vectors.shape[1]):
                moved[row, k] = vectors[row, k] + step
                above = self(moved)
                moved[row, k] = vectors[row, k] - step
                slopes[row, k] = (above - self(moved)) / (2 * step)
                moved[row, k] = vectors[row, k]
        return slopes


def effect_of(target: Target, prepared: Prepared) -> Effect:
    """The target on the words found; refused with the reason where it cannot be measured."""
    if prepared.vectors is None:
        raise CoverageError(f"{target.query.id}: {prepared.reason}")
    sets = list(sets_of(prepared.vectors))
    words = tuple(dict.fromkeys(row for each in sets for row in each.rows))
    number = {word: i for i, word in enumerate(words)}
    places = tuple(np.array([number[row] for row in each.rows], np.int64) for each in sets)
    effect = Effect(target, prepared.vectors, words, places, _scored(target, prepared.vectors))
    measured = target.measure.function(prepared.vectors, **target.params)
    figures = [name for name, value in measured.extra.items() if isinstance(value, float)]
    if target.number and target.number not in figures:
        raise UnknownName(f"figure of {target.measure.name}", target.number, figures)
    if not target.word and not target.number and measured.value is None:
        raise SpecError(
            f"{target.measure.name} has a score for each word and no value for all; say whose score is to be traced (--word)"
        )
    return effect


def _scored(target: Target, v: Vectors) -> tuple[int, int] | None:
    if not target.word:
        return None
    sets = v.targets if target.measure.scores == "targets" else v.attributes
    known = [(i, k) for i, each in enumerate(sets) for k in range(len(each.words))]
    for i, k in known:
        if target.word in (sets[i].words[k], sets[i].rows[k]):
            return i, k
    raise UnknownName(f"word of {target.query.id} with a score", target.word, [sets[i].words[k] for i, k in known])


def sets_of(v: Vectors) -> Iterator[FoundSet]:
    """Every set of words that a measure is given: targets, attributes, the two sides of base pairs."""
    yield from (*v.targets, *v.attributes)
    if v.pairs is not None:
        yield from (v.pairs.one, v.pairs.other)


def _with(v: Vectors, rows: Iterator[Floats]) -> Vectors:
    """The same words with other vectors, which come in the order of `sets_of`."""
    targets, attributes = (
        tuple(replace(each, vectors=next(rows)) for each in sets) for sets in (v.targets, v.attributes)
    )
    pairs = v.pairs
    if pairs is not None:
        pairs = replace(
            pairs, one=replace(pairs.one, vectors=next(rows)), other=replace(pairs.other, vectors=next(rows))
        )
    return replace(v, targets=targets, attributes=attributes, pairs=pairs)
