"""What a comparison of spaces gives: plain data that survives JSON, and two tables of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from weatherglass.embedding.similarity import Similarity
from weatherglass.errors import Notice
from weatherglass.files.plain import fields_of, from_plain, to_plain
from weatherglass.measure.result import Outcome, Result, Skipped, query_and_measure
from weatherglass.shown import Shown
from weatherglass.stats.permutation import Test
from weatherglass.study.difference import Difference
from weatherglass.words.lookup import Match

SCHEMA_VERSION = 1
_OPTIONS = ("match", "test", "level", "resamples", "queries", "folders", "corpus", "allow_pickle")
_SCHEMA = {
    "query": pl.String,
    "measure": pl.String,
    "space": pl.String,
    "value": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "p": pl.Float64,
    "p_method": pl.String,
    "difference_of_means": pl.Float64,
    "found": pl.Int64,
    "asked": pl.Int64,
    "own_found": pl.Int64,
    "own_asked": pl.Int64,
    "skipped": pl.String,
    "against": pl.String,
    "difference": pl.Float64,
    "difference_low": pl.Float64,
    "difference_high": pl.Float64,
    "difference_p": pl.Float64,
    "difference_p_method": pl.String,
    "difference_p_holm": pl.Float64,
    "no_interval": pl.String,
    "no_p": pl.String,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Space:
    """One of the spaces: how it is called here, the language of its tests, what it is, and the file as it was given."""

    name: str
    language: str
    identity: Mapping[str, Any]
    file: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoSimilarity:
    """Two spaces that could not be turned onto each other, and why."""

    one: str
    other: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """One measure of one query in all spaces.

    `query`: its id, or the name alone where spaces have different languages. `own`: words found and asked for in each
    space by itself. `outcomes` are in the order of the spaces.
    """

    query: str
    title: str
    measure: str
    targets: tuple[str, ...]
    attributes: tuple[str, ...]
    own: tuple[tuple[int, int], ...]
    outcomes: tuple[Outcome, ...]
    differences: tuple[Difference, ...]
    cite: tuple[str, ...] = ()

    def of(self, space: str) -> Outcome:
        return next(outcome for outcome in self.outcomes if outcome.embedding == space)

    @property
    def values(self) -> dict[str, float]:
        """By space, where there is one."""
        return {
            each.embedding: each.value for each in self.outcomes if isinstance(each, Result) and each.value is not None
        }

    def to_dict(self) -> dict[str, Any]:
        return {
            "query": self.query,
            "title": self.title,
            "measure": self.measure,
            "targets": list(self.targets),
            "attributes": list(self.attributes),
            "own": [list(each) for each in self.own],
            "results": [each.to_dict() | {"skipped": isinstance(each, Skipped)} for each in self.outcomes],
            "differences": to_plain(self.differences),
            "cite": list(self.cite),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Compared:
        return from_plain(cls, {**data, "outcomes": data["results"]})


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison(Shown):
    """Several spaces, measured by the same tests.

    `pairs`: which space stands against which, as (before, after). `common_words`: whether all were measured on the words that
    all have.
    """

    spaces: tuple[Space, ...]
    reference: str
    pairs: tuple[tuple[str, str], ...]
    common_words: bool
    tests: tuple[Compared, ...]
    similarities: tuple[Similarity | NoSimilarity, ...]
    warnings: tuple[Notice, ...]
    match: Match
    test: Test
    level: float
    resamples: int
    queries: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    corpus: str = ""
    allow_pickle: bool = False

    @property
    def one_language(self) -> bool:
        return len({space.language for space in self.spaces}) == 1

    @property
    def measures(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(each.measure for each in self.tests))

    def of_measure(self, measure: str) -> tuple[Compared, ...]:
        return tuple(each for each in self.tests if each.measure == measure)

    def __getitem__(self, which: str | tuple[str, str]) -> Compared:
        """A query's test, or that of a query and a measure."""
        query, measure = query_and_measure(which, "tests")
        for each in self.tests:
            if each.query == query and measure in (None, each.measure):
                return each
        raise KeyError(which)

    def to_dict(self) -> dict[str, Any]:
        """The stable JSON shape of `weatherglass compare --json`; it grows only by new keys."""
        data = fields_of(self)
        options = {name: data.pop(name) for name in _OPTIONS}
        return {"schema_version": SCHEMA_VERSION, "kind": "comparison", **data, "options": options}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Comparison:
        """The inverse of `to_dict`."""
        tests = tuple(Compared.from_dict(each) for each in data["tests"])
        return from_plain(cls, {**data, **data["options"], "tests": tests})

    def table(self) -> pl.DataFrame:
        """Long: a row for each test, measure and space, with the difference from the space it is set against."""
        rows = [
            _row(each, i, outcome, difference)
            for each in self.tests
            for i, outcome in enumerate(each.outcomes)
            for difference in _against(each, outcome.embedding)
        ]
        return pl.DataFrame(rows, schema=_SCHEMA)

    def wide(self) -> pl.DataFrame:
        """A row for each test and measure, a column for each space's value, and those of each difference."""
        columns: dict[str, Any] = {"query": pl.String, "measure": pl.String}
        columns |= {space.name: pl.Float64 for space in self.spaces}
        columns |= {name: pl.Float64 for pair in self.pairs for name in _difference_columns(*pair)}
        return pl.DataFrame([dict(self._wide_row(each)) for each in self.tests], schema=columns)

    def _wide_row(self, each: Compared) -> Iterator[tuple[str, Any]]:
        yield from {"query": each.query, "measure": each.measure, **each.values}.items()
        for one in each.differences:
            interval = one.interval
            figures = (
                one.value,
                None if interval is None else interval.low,
                None if interval is None else interval.high,
                None if one.p is None else one.p.estimate,
                None if one.adjusted is None else one.adjusted.by("holm").estimate,
            )
            yield from zip(_difference_columns(one.before, one.after), figures, strict=True)


def _difference_columns(before: str, after: str) -> tuple[str, ...]:
    return tuple(f"{after} − {before}{part}" for part in ("", ", low", ", high", ", p", ", p_holm"))


def _against(each: Compared, space: str) -> Sequence[Difference | None]:
    return [one for one in each.differences if one.after == space] or [None]


def _row(each: Compared, i: int, outcome: Outcome, difference: Difference | None) -> dict[str, Any]:
    row: dict[str, Any] = {
        "query": each.query,
        "measure": each.measure,
        "space": outcome.embedding,
        "found": outcome.coverage.found,
        "asked": outcome.coverage.asked,
        "own_found": each.own[i][0],
        "own_asked": each.own[i][1],
    }
    if isinstance(outcome, Skipped):
        row["skipped"] = outcome.reason
    else:
        row["value"] = outcome.value
        if outcome.interval is not None:
            row |= {"low": outcome.interval.low, "high": outcome.interval.high}
        if outcome.p is not None:
            row |= {"p": outcome.p.estimate, "p_method": outcome.p.method}
        if outcome.effects is not None:
            row["difference_of_means"] = outcome.effects.difference
    if difference is not None:
        row |= {"against": difference.before, "difference": difference.value}
        row |= {"no_interval": difference.no_interval or None, "no_p": difference.no_p or None}
        if difference.interval is not None:
            row |= {"difference_low": difference.interval.low, "difference_high": difference.interval.high}
        if difference.p is not None:
            row |= {"difference_p": difference.p.estimate, "difference_p_method": difference.p.method}
        if difference.adjusted is not None:
            row["difference_p_holm"] = difference.adjusted.by("holm").estimate
    return row
