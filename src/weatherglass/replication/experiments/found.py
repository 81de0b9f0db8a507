"""What an experiment finds: figures by key, why others are lacking, and the results that they come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from weatherglass.errors import Notice
from weatherglass.replication.paper import Experiment, Row
from weatherglass.replication.replicated import Line, Value
from weatherglass.stats.intervals import Interval


class Result(Protocol):
    """A result that can be made plain."""

    def to_dict(self) -> dict[str, Any]: ...


@dataclass(slots=True, kw_only=True)
class Found:
    """Figures under keys `of/column`, or `in_words`; `lacking`: reasons under a key, or under the beginning of several keys; `without`: under a column.

    `recipes`: how models were trained for it, of a study with the `samples` that they saw. `unfinished`: models that failed, which may be tried again.
    """

    figures: dict[str, Value] = field(default_factory=dict)
    in_words: dict[str, str] = field(default_factory=dict)
    lacking: dict[str, str] = field(default_factory=dict)
    without: dict[str, str] = field(default_factory=dict)
    results: list[Result] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    unfinished: tuple[str, ...] = ()
    embedding: Mapping[str, Any] = field(default_factory=dict)
    recipes: list[Mapping[str, Any]] = field(default_factory=list)
    samples: Mapping[str, Any] = field(default_factory=dict)

    def put(self, key: str, value: float | None, interval: Interval | None = None) -> None:
        """A figure that was measured; nothing, where it was not."""
        if value is None:
            return
        low, high = (None, None) if interval is None else (interval.low, interval.high)
        self.figures[key] = Value(value=float(value), low=low, high=high)

    def tells_of(self, row: str) -> bool:
        """Whether there is a figure under this key, or a reason."""
        known = (*self.figures, *self.in_words, *self.lacking)
        return any(key == row or key.startswith(f"{row}/") for key in known) or self._reason(row) is not None

    def lines(self, experiment: Experiment) -> tuple[Line, ...]:
        """The rows of the paper's table with what was measured."""
        return tuple(self._line(experiment.columns, row) for row in experiment.rows)

    def _line(self, columns: Sequence[str], row: Row) -> Line:
        keys = {column: f"{row.of}/{column}" for column in columns}
        measured = {column: self.figures[key] for column, key in keys.items() if key in self.figures}
        in_words = {column: self.in_words[key] for column, key in keys.items() if key in self.in_words}
        lacking = {
            column: reason
            for column, key in keys.items()
            if column not in (*measured, *in_words) and (reason := self._reason(key) or self.without.get(column))
        }
        return Line(
            label=row.label,
            of=row.of,
            printed=row.printed,
            printed_as=row.printed_as,
            misprint=row.misprint,
            corrected=row.corrected,
            measured=measured,
            in_words=in_words,
            lacking=lacking,
        )

    def _reason(self, key: str) -> str | None:
        """Of the longest key that this one begins with."""
        fitting = [each for each in self.lacking if key == each or key.startswith(f"{each}/")]
        return self.lacking[max(fitting, key=len)] if fitting else None
