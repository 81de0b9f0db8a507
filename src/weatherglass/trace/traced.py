"""What a trace gives: documents, groups and passages by how much of an effect they carry. Plain data that survives JSON.

No text of the corpus is in it: passages are told by the numbers of their sentences, and are looked up in the corpus to be shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from weatherglass.arrays import Floats
from weatherglass.corpus.corpus import Numbers
from weatherglass.errors import Notice
from weatherglass.files.plain import fields_of, from_plain
from weatherglass.shown import Shown
from weatherglass.words.lookup import Coverage, Match
from weatherglass.words.query import Query

if TYPE_CHECKING:
    import polars as pl

SCHEMA_VERSION = 1
Which = Literal["top", "bottom", "random"]  # documents that carry most of the effect, that work most against it, any


@dataclass(frozen=True, slots=True)
class TestWord:
    """A word of the test in the corpus: how often it occurs, in how many documents, beside how many different words."""

    word: str
    used: str  # as the corpus spells it
    set: str
    count: int
    documents: int
    contexts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Traced:
    """A document: the change of the effect that its removal is predicted to cause, on average over models, and by which they differ.

    `through`: the test word through whose vector most of it goes.
    """

    number: int
    name: str
    fields: Mapping[str, str]
    change: float
    low: float
    high: float
    through: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The documents that share a value of a field: what the removal of them all is predicted to change, or why that cannot be told."""

    field: str
    value: str
    documents: int
    with_words: int  # documents in which words of the test stand beside others
    change: float | None
    low: float | None
    high: float | None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """The effect predicted without this share of the documents; None, with the reason, where it cannot be told."""

    which: Which
    share: float
    documents: int
    value: float | None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal:
    """Models trained again without some documents: what was predicted and what came, by seed; or why it was not done."""

    which: Which
    share: float
    documents: int
    predicted: tuple[float, ...] = ()
    measured: tuple[float, ...] = ()
    as_saved: tuple[float, ...] = ()  # on the vectors that training hands on, where these are words and contexts added
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A word of a sentence by its place: a word of the test, or one that strengthens or weakens the effect by standing there."""

    place: int
    kind: Literal["test", "for", "against"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A sentence by its number in the corpus; `change`: without it, to first order."""

    sentence: int
    document: int
    change: float
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Every:
    """Every document in which words of the test stand beside others, for a table of its own."""

    numbers: Numbers
    names: tuple[str, ...]
    changes: Floats  # a row for each model; NaN where it cannot be told
    through: tuple[str, ...]
    fields: pl.DataFrame


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace(Shown):
    """Which documents carry the effect that a measure finds in GloVe vectors of a corpus.

    `values`: the effect on each model's word vectors, and `as_saved` on the vectors that training hands on. `seeds`: of the models. `settings`: of
    their training. `documents`: those that carry most of the effect, then those that work most against it, `top` of each at most. `by`: fields that were asked for. `seed`: of the first model, and of what is taken at random. `ranked`: documents with test words; `weakening`: those whose
    removal weakens the effect, of which `half` have half of all that single ones take from it; `unknown`: names of those of which nothing can be told. `spread`: the changes without single documents at even steps of their order, for a figure.
    """

    corpus: Mapping[str, Any]
    query: Query
    measure: str
    word: str
    number: str
    params: Mapping[str, Any]
    symbol: str
    settings: Mapping[str, Any]
    damped: bool
    seeds: tuple[int, ...]
    vectors: str
    values: tuple[float, ...]
    as_saved: tuple[float, ...]
    coverage: Coverage
    words: tuple[TestWord, ...]
    all_documents: int
    ranked: int
    weakening: int
    half: int
    unknown: tuple[str, ...]
    match: Match
    seed: int
    top: int
    by: tuple[str, ...]
    least_documents: int
    documents: tuple[Traced, ...]
    spread: tuple[float, ...]
    curve: tuple[Point, ...]
    groups: tuple[Group, ...]
    passages: tuple[Passage, ...]
    removals: tuple[Removal, ...]
    agreement: float | None  # of the models about documents: the mean correlation of two of them
    warnings: tuple[Notice, ...] = ()
    every: Every | None = field(default=None, compare=False)  # a table of its own, not part of the JSON

    @property
    def value(self) -> float:
        """The effect, on average over the models."""
        return float(np.mean(self.values))

    @property
    def carrying(self) -> tuple[Traced, ...]:
        """The documents listed whose removal is predicted to weaken the effect."""
        return tuple(each for each in self.documents if self.weakens(each.change))

    @property
    def against(self) -> tuple[Traced, ...]:
        """Those whose removal would strengthen it."""
        return tuple(each for each in self.documents if not self.weakens(each.change))

    def weakens(self, change: float) -> bool:
        """Whether a change goes against the sign that the effect has."""
        return change * self.sign < 0

    @property
    def sign(self) -> int:
        """Of the effect."""
        return sign_of(self.value)

    @property
    def grouped_by(self) -> tuple[str, ...]:
        """The fields that documents were grouped by."""
        return tuple(dict.fromkeys(group.field for group in self.groups))

    @property
    def passages_by_side(self) -> tuple[tuple[Passage, ...], tuple[Passage, ...]]:
        """Those that carry the effect, and those that work against it, the strongest first."""
        ordered = sorted(self.passages, key=lambda each: self.sign * each.change)
        carrying = tuple(each for each in ordered if self.weakens(each.change))
        return carrying, tuple(reversed(ordered[len(carrying) :]))

    def to_dict(self) -> dict[str, Any]:
        """The stable JSON shape; it grows only by new keys."""
        shown = fields_of(replace(self, every=None))
        del shown["every"]
        return {"schema_version": SCHEMA_VERSION, "kind": "trace", **shown}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Trace:
        """The inverse of `to_dict`."""
        return from_plain(cls, data)

    def documents_table(self) -> pl.DataFrame:
        """A row for each document with test words, or, where only the result is at hand, for those listed."""
        import polars as pl

        if self.every is None:
            return pl.DataFrame([_row(each) for each in self.documents], infer_schema_length=None)
        every = self.every
        known = ~np.isnan(every.changes).any(axis=0)
        first = {
            "number": every.numbers,
            "name": every.names,
            "change": np.where(known, every.changes.mean(axis=0), np.nan),
            "low": every.changes.min(axis=0),
            "high": every.changes.max(axis=0),
            "through": every.through,
        }
        table = pl.DataFrame(first).with_columns(pl.col("change", "low", "high").fill_nan(None))
        own = [name if name not in table.columns else f"{name}_" for name in every.fields.columns]
        return table.hstack(every.fields.rename(dict(zip(every.fields.columns, own, strict=True)))).sort(
            "change", descending=self.sign < 0, nulls_last=True
        )

    def groups_table(self) -> pl.DataFrame:
        """A row for each value of each field."""
        import polars as pl

        texts, counts = ("field", "value", "reason"), ("documents", "with_words")
        kinds = {
            name: pl.String if name in texts else pl.Int64 if name in counts else pl.Float64 for name in Group.__slots__
        }
        return pl.DataFrame([fields_of(each) for each in self.groups], schema=kinds)

    def removals_table(self) -> pl.DataFrame:
        """A row for each training without some documents."""
        import polars as pl

        rows = [
            {"which": each.which, "share": each.share, "documents": each.documents, "seed": seed, "predicted": predicted, "measured": measured}
            for each in self.removals
            for seed, predicted, measured in zip(self.seeds, each.predicted, each.measured, strict=False)
        ]  # fmt: skip
        kinds = {"which": pl.String, "share": pl.Float64, "documents": pl.Int64, "seed": pl.Int64, "predicted": pl.Float64, "measured": pl.Float64}  # fmt: skip
        return pl.DataFrame(rows, schema=kinds)


def sign_of(value: float) -> int:
    """1 or −1; nothing counts as positive."""
    return 1 if value >= 0 else -1


def _row(each: Traced) -> dict[str, Any]:
    plain = fields_of(each)
    own: Iterable[tuple[str, Any]] = plain.pop("fields").items()
    return plain | {f"{name}_" if name in plain else name: value for name, value in own}
