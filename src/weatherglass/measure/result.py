"""What a measurement gives: a Result, or a Skipped with its reason. Plain data that survives JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from weatherglass.errors import Notice
from weatherglass.measure.baseline import Baseline
from weatherglass.measure.family import Adjusted, Correction
from weatherglass.measure.scrutiny import Effects, Equivalence, Influence, WithoutWord
from weatherglass.stats.intervals import Interval
from weatherglass.stats.permutation import PValue
from weatherglass.words.lookup import Coverage, SetCoverage, Substitution

if TYPE_CHECKING:
    import polars as pl

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class WordScore:
    """A word as the query writes it, its set, and its score."""

    word: str
    set: str
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One measure of one query in one embedding; what was not computed is None, or empty."""

    measure: str
    query: str
    embedding: str
    value: float | None
    p: PValue | None
    coverage: Coverage
    words: tuple[WordScore, ...] = ()
    params: Mapping[str, Any] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()
    seed: int = 0
    interval: Interval | None = None
    equivalence: Equivalence | None = None
    effects: Effects | None = None
    influence: Influence | None = None
    baseline: tuple[Baseline, ...] = ()
    adjusted: Adjusted | None = None

    def to_dict(self) -> dict[str, Any]:
        """The stable JSON shape; it grows only by new keys."""
        return {
            "measure": self.measure,
            "query": self.query,
            "embedding": self.embedding,
            "value": self.value,
            "p": _dict(self.p),
            "interval": _dict(self.interval),
            "equivalence": _dict(self.equivalence),
            "adjusted": _dict(self.adjusted),
            "effects": _dict(self.effects),
            "influence": _dict(self.influence),
            "baseline": [asdict(each) for each in self.baseline],
            "coverage": _coverage_dict(self.coverage),
            "words": [asdict(word) for word in self.words],
            "params": dict(self.params),
            "extra": dict(self.extra),
            "warnings": [asdict(notice) for notice in self.notices],
            "seed": self.seed,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Result:
        """The inverse of `to_dict`."""
        return cls(
            measure=data["measure"],
            query=data["query"],
            embedding=data["embedding"],
            value=data["value"],
            p=_from(PValue, data["p"]),
            coverage=_coverage_from(data["coverage"]),
            words=tuple(WordScore(**word) for word in data["words"]),
            params=data["params"],
            extra=data["extra"],
            notices=tuple(Notice(**notice) for notice in data["warnings"]),
            seed=data["seed"],
            interval=_from(Interval, data.get("interval")),
            equivalence=_from(Equivalence, data.get("equivalence")),
            effects=_from(Effects, data.get("effects")),
            influence=_influence_from(data.get("influence")),
            baseline=tuple(Baseline(**each) for each in data.get("baseline", ())),
            adjusted=_adjusted_from(data.get("adjusted")),
        )

    def group(self, name: str) -> tuple[WordScore, ...]:
        """The scored words of one set."""
        return tuple(word for word in self.words if word.set == name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """A measurement that could not be made, and why."""

    measure: str
    query: str
    embedding: str
    reason: str
    coverage: Coverage
    notices: tuple[Notice, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {
            "measure": self.measure,
            "query": self.query,
            "embedding": self.embedding,
            "reason": self.reason,
            "coverage": _coverage_dict(self.coverage),
            "warnings": [asdict(notice) for notice in self.notices],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Skipped:
        return cls(
            measure=data["measure"],
            query=data["query"],
            embedding=data["embedding"],
            reason=data["reason"],
            coverage=_coverage_from(data["coverage"]),
            notices=tuple(Notice(**notice) for notice in data["warnings"]),
        )


Outcome = Result | Skipped


@dataclass(frozen=True, slots=True, kw_only=True)
class NotRun:
    """A query that measures could not measure for the same reason; `measures` are named if others could."""

    query: str
    measures: tuple[str, ...]
    reason: str
    coverage: Coverage


def _dict(part: Any) -> dict[str, Any] | None:
    return None if part is None else asdict(part)


def _from(kind: type[T], data: Mapping[str, Any] | None) -> T | None:
    return None if data is None else kind(**data)


def _influence_from(data: Mapping[str, Any] | None) -> Influence | None:
    if data is None:
        return None
    return Influence(words=tuple(WithoutWord(**word) for word in data["words"]), with_p=data["with_p"])


def _adjusted_from(data: Mapping[str, Any] | None) -> Adjusted | None:
    if data is None:
        return None
    return Adjusted(
        family=data["family"],
        corrections=tuple(Correction(**each) for each in data["corrections"]),
        counted_with=data["counted_with"],
    )


def _coverage_dict(coverage: Coverage) -> dict[str, Any]:
    return {
        "found": coverage.found,
        "asked": coverage.asked,
        "missing": list(coverage.missing),
        "sets": [
            asdict(s)
            | {
                "missing": list(s.missing),
                "substituted": [asdict(substitution) for substitution in s.substituted],
                "duplicates": list(s.duplicates),
            }
            for s in coverage.sets
        ],
    }


def _coverage_from(data: Mapping[str, Any]) -> Coverage:
    return Coverage(
        sets=tuple(
            SetCoverage(
                name=s["name"],
                found=s["found"],
                asked=s["asked"],
                missing=tuple(s["missing"]),
                substituted=tuple(Substitution(**substitution) for substitution in s["substituted"]),
                duplicates=tuple(s["duplicates"]),
            )
            for s in data["sets"]
        )
    )


@dataclass(frozen=True, slots=True)
class Results:
    """The outcomes of a run, in the order they were asked for."""

    outcomes: tuple[Outcome, ...]

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.outcomes)

    def __len__(self) -> int:
        return len(self.outcomes)

    def __getitem__(self, which: str | tuple[str, str]) -> Outcome:
        """The outcome of a query and a measure, or the first outcome of a query, by its id."""
        query, measure = (which, None) if isinstance(which, str) else which
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

        return pl.DataFrame([_row(outcome) for outcome in self.outcomes], schema=_schema())


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


def _row(outcome: Outcome) -> dict[str, Any]:
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
