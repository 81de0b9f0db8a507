"""Reading a study: everything its table says, computed once, as plain data for figures, sentences and tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from weatherglass.errors import Notice
from weatherglass.files.plain import fields_of, from_plain
from weatherglass.shown import Shown
from weatherglass.study.settings import Comparison, comparisons
from weatherglass.study.size import Curve, curves
from weatherglass.study.spread import GROUP, TEST, Spread, spreads
from weatherglass.study.studied import Failure, Studied
from weatherglass.study.trend import Trend, trends
from weatherglass.study.variance import Variation, variations
from weatherglass.study.verdicts import Judged, judge
from weatherglass.study.whole import PartsAndWhole, parts_and_whole

SCHEMA_VERSION = 1
CONTEXT = ("corpus", "cleaning", "part", "model")  # what models may differ in beside sample and seed


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading(Shown):
    """What the table of a study says; the table itself, a row for each model and test, stays where it is.

    `name` to `notices` are those of `Studied`. `constant`: what is the same in all models, where it has a name. `lost`: for each query, the
    words that some models lack, with the number of models that lack them, most often first.
    """

    name: str
    language: str
    asked: str
    planned: int
    failures: tuple[Failure, ...]
    notices: tuple[Notice, ...]
    constant: tuple[tuple[str, str], ...]
    models: int
    judged: tuple[Judged, ...]
    quality: tuple[Spread, ...]
    variations: tuple[Variation, ...]
    trends: tuple[Trend, ...]
    whole: tuple[PartsAndWhole, ...]
    comparisons: tuple[Comparison, ...]
    curves: tuple[Curve, ...]
    lost: tuple[tuple[str, int, tuple[tuple[str, int], ...]], ...]

    @property
    def spreads(self) -> tuple[Spread, ...]:
        return tuple(each.spread for each in self.judged)

    def to_dict(self) -> dict[str, Any]:
        """The stable JSON shape; it grows only by new keys."""
        return {"schema_version": SCHEMA_VERSION, "kind": "study", **fields_of(self)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Reading:
        """The reading that was made plain."""
        return from_plain(cls, data)


def read_study(studied: Studied) -> Reading:
    """Everything at once; well under a second for ten thousand rows."""
    table = _each_once(studied.table)
    found = spreads(table)
    varied = variations(table)
    return Reading(
        name=studied.name,
        language=studied.language,
        asked=studied.asked,
        planned=studied.planned,
        failures=studied.failures,
        notices=studied.notices,
        constant=_constant(table),
        models=table["task"].n_unique(),
        judged=tuple(judge(each) for each in found),
        quality=spreads(table, "quality"),
        variations=varied,
        trends=trends(table),
        whole=parts_and_whole(table),
        comparisons=comparisons(table),
        curves=curves(table, found, varied),
        lost=_lost(table),
    )


def _each_once(table: pl.DataFrame) -> pl.DataFrame:
    """A model that stands for several draws, as for all orders of GloVe's texts, is one model and no sign of agreement."""
    return table.unique([*GROUP, *TEST, "kind", "task"], keep="first", maintain_order=True)


def _constant(table: pl.DataFrame) -> tuple[tuple[str, str], ...]:
    found = ((name, table[name].unique().to_list()) for name in CONTEXT)
    return tuple((name, values[0]) for name, values in found if len(values) == 1 and values[0])


def _lost(table: pl.DataFrame) -> tuple[tuple[str, int, tuple[tuple[str, int], ...]], ...]:
    """Measures of one query on one model lack the same words, so models are counted, not rows."""
    rows = table.filter(pl.col("kind") == "bias")
    models = dict(rows.group_by("query", maintain_order=True).agg(pl.col("task").n_unique()).iter_rows())
    words = (
        rows.select("query", "task", "missing")
        .explode("missing")
        .drop_nulls("missing")
        .group_by("query", "missing", maintain_order=True)
        .agg(n=pl.col("task").n_unique())
        .sort("n", descending=True, maintain_order=True)
    )
    found: dict[str, list[tuple[str, int]]] = {}
    for query, word, n in words.iter_rows():
        found.setdefault(query, []).append((word, n))
    return tuple((query, models[query], tuple(found[query])) for query in models if query in found)
