"""What a replication gives: every experiment with what the paper prints and what was measured, or why it was not carried out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from weatherglass.errors import Notice
from weatherglass.files.plain import fields_of, from_plain
from weatherglass.shown import Shown

if TYPE_CHECKING:
    import polars as pl

SCHEMA_VERSION = 1
LEVEL = 0.05  # of the papers' tests
_BOUND = re.compile(r"(?P<sign>[<>≤≥]|<=|>=)\s*(?P<end>\d*\.?\d+(?:e-?\d+)?)")
_PROBABILITIES = ("p", "p of rho", "p of r")
STATISTICS = ("H", "U")  # of tests, whose size is that of the samples
COUNTS = ("asked", "pairs", "words", "professions", "concepts", "dimensions", "window")  # columns that are no effects
_SEEN = ("found", *COUNTS)  # columns that say how much there was to measure on
_SEEN_ROWS = ("coverage/", "models/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A measured figure, with its interval where there is one."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A row of a table: what is printed, by column, and what was measured, as a figure or `in_words`; `lacking`: why a column of it was not.

    `printed_as`: numbers as they are printed, with the zeros at their end, where that is known. `misprint`: columns whose printed figure is known to be wrong,
    with the code of what is wrong; `corrected`: what it should be, where that is known.
    """

    label: str
    of: str
    printed: Mapping[str, float | str]
    misprint: Mapping[str, str]
    corrected: Mapping[str, float]
    measured: Mapping[str, Value]
    lacking: Mapping[str, str]
    in_words: Mapping[str, str] = field(default_factory=dict)
    printed_as: Mapping[str, str] = field(default_factory=dict)

    def as_printed(self, column: str) -> str | None:
        """What is printed, to the letter; nothing where that is not known."""
        printed = self.printed.get(column)
        return printed if isinstance(printed, str) else self.printed_as.get(column)

    @property
    def is_measured(self) -> bool:
        """Whether anything was; how many words or models there were counts only where the paper prints it."""
        if self.in_words:
            return True
        return not self.of.startswith(_SEEN_ROWS) and any(
            column not in _SEEN or column in self.printed for column in self.measured
        )

    @property
    def of_all(self) -> str:
        """What its figures are in every column, where the row says it: p, H or U; else nothing."""
        if self.of.startswith("p of"):
            return "p"
        _, comma, what = self.of.rpartition(", ")
        return what if comma and what in ("p", *STATISTICS) else ""

    def differences(self) -> Iterator[tuple[str, float, float]]:
        """Column, published and measured figure, where both are numbers; of a misprint, what it should be."""
        for column in self.printed:
            meant = self._meant(column)
            if isinstance(meant, float) and column in self.measured:
                yield column, meant, self.measured[column].value

    def sides(self) -> Iterator[tuple[bool, bool]]:
        """Of each p-value whether it is below 0.05, as published and as measured, where the paper prints a number or a bound that tells."""
        for column in self.printed:
            below = _below(self._meant(column)) if (self.of_all or column) in _PROBABILITIES else None
            if below is not None and column in self.measured:
                yield below, self.measured[column].value < LEVEL

    def _meant(self, column: str) -> float | str | None:
        """What is printed; of a misprint, what it should be, where that is known."""
        return self.corrected.get(column) if column in self.misprint else self.printed[column]


def _below(p: float | str | None) -> bool | None:
    """Whether a published p-value is below 0.05; nothing where what is printed leaves it open, such as "< 0.1" or words."""
    if p is None or isinstance(p, float):
        return None if p is None else p < LEVEL
    if (bound := _BOUND.fullmatch(p.strip())) is None:
        return None
    sign, end = bound["sign"], float(bound["end"])
    if sign.startswith((">", "≥")):
        return False if end >= LEVEL else None
    return True if end < LEVEL or (sign == "<" and end == LEVEL) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """An experiment that was carried out on one set of vectors, or on a corpus.

    `on`: what it was carried out on. `embedding`: the vectors, empty where many models were trained. `recipes`: how models were trained for it; of a study
    with the `samples` that they saw. `settings`: of the experiment. `results`: what came of it, as plain data of their kinds. `inputs`: what of that given it made use of.
    """

    id: str
    where: str
    kind: str
    language: str
    on: str
    embedding: Mapping[str, Any]
    recipes: tuple[Mapping[str, Any], ...]
    settings: Mapping[str, Any]
    columns: tuple[str, ...]
    beside: tuple[str, ...]
    lines: tuple[Line, ...]
    mind: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    cite: tuple[str, ...] = ()
    notices: tuple[Notice, ...] = ()
    results: tuple[Mapping[str, Any], ...] = ()
    samples: Mapping[str, Any] = field(default_factory=dict)
    inputs: tuple[str, ...] = ()

    @property
    def compared(self) -> tuple[tuple[str, str, float, float], ...]:
        """Every printed number with what was measured beside it: row, column, printed, measured; a row of p-values or of a test's statistic has that for its column."""
        return tuple(
            (line.label, line.of_all or column, printed, measured)
            for line in self.lines
            for column, printed, measured in line.differences()
        )

    @property
    def effects(self) -> tuple[tuple[str, str, float, float], ...]:
        """The same without counts, p-values and tests' statistics, whose distances mean little."""
        return tuple(each for each in self.compared if each[1] not in (*_PROBABILITIES, *COUNTS, *STATISTICS))

    @property
    def same_side(self) -> tuple[int, int]:
        """How many of the printed p-values whose side of 0.05 is certain lie on the same side as the measured ones, and of how many."""
        sides = [each for line in self.lines for each in line.sides()]
        return sum(published == measured for published, measured in sides), len(sides)


@dataclass(frozen=True, slots=True, kw_only=True)
class NotCarried:
    """An experiment that was not carried out: what would have to be given (`needs`), or what went wrong (`reason`).

    `language` and, of vectors, `method`: what is needed must be in this language, or trained in this way.
    """

    id: str
    where: str
    needs: tuple[str, ...] = ()
    reason: str = ""
    language: str = ""
    method: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """What was given: its role, what it is called, and what tells it from others where that is known. `gold`: the file of scores beside it."""

    role: str
    name: str
    gold: str = ""
    language: str = ""
    method: str = ""
    sha256: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replication(Shown):
    """A paper's experiments on one's own data. `quick`: with smaller settings than the paper's, which each experiment says.

    `file`: of somebody's own paper. `experiments`: how many the paper has; `only`: those that were asked for, where not all were.
    `settings`: of training, where they were said to be other than the paper's.
    """

    paper: str
    file: str = ""
    experiments: int
    only: tuple[str, ...] = ()
    title: str
    cite: str
    inputs: tuple[Input, ...]
    quick: bool
    seed: int
    threads: int
    carried: tuple[Carried, ...]
    not_carried: tuple[NotCarried, ...] = ()
    notices: tuple[Notice, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def used(self) -> tuple[str, ...]:
        """What of that given any experiment made use of."""
        used = {name for each in self.carried for name in each.inputs}
        return tuple(item.name for item in self.inputs if item.name in used)

    @property
    def measured(self) -> tuple[str, ...]:
        """The experiments of which anything could be measured, by their ids."""
        return tuple(dict.fromkeys(each.id for each in self.carried if any(line.is_measured for line in each.lines)))

    def to_dict(self) -> dict[str, Any]:
        """The stable JSON shape; it grows only by new keys."""
        return {"schema_version": SCHEMA_VERSION, "kind": "replication", **fields_of(self)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Replication:
        """The inverse of `to_dict`."""
        return from_plain(cls, data)

    def table(self) -> pl.DataFrame:
        """A row for each figure: printed, measured, or why not."""
        import polars as pl

        return pl.DataFrame(list(_rows(self)), schema=_schema())


def _rows(found: Replication) -> Iterator[dict[str, Any]]:
    for each in found.carried:
        for line in each.lines:
            for column in (*each.columns, *each.beside):
                printed, measured = line.printed.get(column), line.measured.get(column)
                if printed is None and measured is None and column not in (*line.lacking, *line.in_words):
                    continue
                yield {
                    "paper": found.paper,
                    "experiment": each.id,
                    "where": each.where,
                    "on": each.on,
                    "row": line.label,
                    "column": column,
                    "published": printed if isinstance(printed, float) else None,
                    "published_as": line.as_printed(column),
                    "misprint": line.misprint.get(column),
                    "corrected": line.corrected.get(column),
                    "measured": None if measured is None else measured.value,
                    "low": None if measured is None else measured.low,
                    "high": None if measured is None else measured.high,
                    "measured_as": line.in_words.get(column),
                    "not_measured": line.lacking.get(column),
                }


def _schema() -> Any:
    import polars as pl

    numbers = dict.fromkeys(("published", "corrected", "measured", "low", "high"), pl.Float64)
    order = (
        *("paper", "experiment", "where", "on", "row", "column", "published", "published_as", "misprint", "corrected"),
        *("measured", "low", "high", "measured_as", "not_measured"),
    )
    return {name: numbers.get(name, pl.String) for name in order}
