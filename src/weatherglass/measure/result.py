"""What a measurement gives: a Result, or a Skipped with its reason. Plain data that survives JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from weatherglass.errors import Notice
from weatherglass.files.plain import fields_of, from_plain
from weatherglass.measure.baseline import Baseline
from weatherglass.measure.family import Adjusted
from weatherglass.measure.scrutiny import Effects, Equivalence, Influence
from weatherglass.shown import Shown
from weatherglass.stats.intervals import Interval
from weatherglass.stats.permutation import PValue
from weatherglass.words.lookup import Coverage

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True, slots=True)
class WordScore:
    """A word as the query writes it, its set, and its score."""

    word: str
    set: str
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(Shown):
    """One measure of one query in one embedding; what was not computed is None, or empty."""

    measure: str
    query: str
    embedding: str
    value: float | None
    p: PValue | None
    interval: Interval | None = None
    equivalence: Equivalence | None = None
    adjusted: Adjusted | None = None
    effects: Effects | None = None
    influence: Influence | None = None
    baseline: tuple[Baseline, ...] = ()
    coverage: Coverage
    words: tuple[WordScore, ...] = ()
    params: Mapping[str, Any] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)
    warnings: tuple[Notice, ...] = ()
    seed: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The stable JSON shape; it grows only by new keys."""
        return fields_of(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Result:
        """The inverse of `to_dict`."""
        return from_plain(cls, data)

    def group(self, name: str) -> tuple[WordScore, ...]:
        """The scored words of one set."""
        return tuple(word for word in self.words if word.set == name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lacking:
    """A part of a study that these vectors do not allow, and why, with counts."""

    skipped: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped(Shown):
    """A measurement that could not be made, and why."""

    measure: str
    query: str
    embedding: str
    reason: str
    coverage: Coverage
    warnings: tuple[Notice, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return fields_of(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Skipped:
        return from_plain(cls, data)


Outcome = Result | Skipped


def query_and_measure(which: object, held: str) -> tuple[str, str | None]:
    """What is looked up in brackets; `held`: where everything is to be had in its order."""
    match which:
        case str():
            return which, None
        case (str() as query, str() as measure):
            return query, measure
    raise TypeError(
        f"{which!r:.80} is not how this is looked up: give the id of a query, ['en/weat6'], or that and a measure, "
        f"['en/weat6', 'weat']; .{held} has all in their order"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class NotRun:
    """A query that measures could not measure for the same reason; `measures` are named if others could."""

    query: str
    measures: tuple[str, ...]
    reason: str
    coverage: Coverage


@dataclass(frozen=True, slots=True)
class Results(Shown):
    """The outcomes of a run, in the order they were asked for."""

    outcomes: tuple[Outcome, ...]

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.outcomes)

    def __len__(self) -> int:
        return len(self.outcomes)

    def __getitem__(self, which: str | tuple[str, str]) -> Outcome:
        """The outcome of a query and a measure, or the first outcome of a query, by its id."""
        query, measure = query_and_measure(which, "outcomes")
        for outcome in self.outcomes:
            if outcome.query == query and measure in (None, outcome.measure):
                return outcome
        raise KeyError(which)

    @property
    def measured(self) -> tuple[Result, ...]:
        return tuple(outcome for outcome in self.outcomes if isinstance(outcome, Result))

    @property
    def association_tests(self) -> tuple[Result, ...]:
        """Results that compare two groups of associations, and so have effects on other scales."""
        return tuple(result for result in self.measured if result.effects is not None)

    @property
    def other_measures(self) -> tuple[Result, ...]:
        """The results of all other measures."""
        return tuple(result for result in self.measured if result.effects is None)

    @property
    def skipped(self) -> tuple[Skipped, ...]:
        return tuple(outcome for outcome in self.outcomes if isinstance(outcome, Skipped))

    @property
    def not_run(self) -> tuple[NotRun, ...]:
        """What was skipped, each query and reason once."""
        grouped: dict[tuple[str, str], list[Skipped]] = {}
        for skipped in self.skipped:
            grouped.setdefault((skipped.query, skipped.reason), []).append(skipped)
        asked = Counter(outcome.query for outcome in self.outcomes)
        return tuple(
            NotRun(
                query=query,
                measures=() if len(same) == asked[query] else tuple(s.measure for s in same),
                reason=reason,
                coverage=same[0].coverage,
            )
            for (query, reason), same in grouped.items()
        )

    def table(self) -> pl.DataFrame:
        """One row per outcome; the same rows as in the command line's table and the report."""
        import polars as pl

        return pl.DataFrame([row_of(outcome) for outcome in self.outcomes], schema=_schema())


def _schema() -> Any:
    import polars as pl

    return {
        "embedding": pl.String,
        "query": pl.String,
        "measure": pl.String,
        "value": pl.Float64,
        "low": pl.Float64,
        "high": pl.Float64,
        "p": pl.Float64,
        "p_low": pl.Float64,
        "p_high": pl.Float64,
        "p_method": pl.String,
        "alternative": pl.String,
        "partitions": pl.Float64,  # there may be more than 2⁶³
        "p_floor": pl.Float64,
        "p_holm": pl.Float64,
        "difference": pl.Float64,
        "common_language": pl.Float64,
        "frequency_correlation": pl.Float64,
        "random_share": pl.Float64,
        "topical_share": pl.Float64,
        "found": pl.Int64,
        "asked": pl.Int64,
        "skipped": pl.String,
    }


def row_of(outcome: Outcome) -> dict[str, Any]:
    """What a table says of an outcome."""
    row = {
        "embedding": outcome.embedding,
        "query": outcome.query,
        "measure": outcome.measure,
        "found": outcome.coverage.found,
        "asked": outcome.coverage.asked,
    }
    if isinstance(outcome, Skipped):
        return row | {"skipped": outcome.reason}
    row["value"] = outcome.value
    if outcome.interval is not None:
        row |= {"low": outcome.interval.low, "high": outcome.interval.high}
    if (p := outcome.p) is not None:
        row |= {"p": p.estimate, "p_low": p.low, "p_high": p.high, "p_method": p.method, "alternative": p.alternative}
        row |= {"partitions": float(p.partitions), "p_floor": p.floor}
    if outcome.adjusted is not None:
        row["p_holm"] = outcome.adjusted.by("holm").estimate
    if outcome.effects is not None:
        row |= asdict(outcome.effects)
    return row | {f"{baseline.kind}_share": baseline.share for baseline in outcome.baseline}
