"""Documents by what is known of them: their names, the fields that group them, and what each group carries."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from weatherglass.corpus.corpus import DATE, Corpus
from weatherglass.errors import SpecError, UnknownName
from weatherglass.trace.ledger import Ledger
from weatherglass.trace.prediction import Predictor, predicted
from weatherglass.trace.traced import Group

_MOST_VALUES = 40  # of a field that documents are grouped by unasked
_PERIODS = {"year": 4, "decade": 3}  # digits of a date


def described(corpus: Corpus, ledger: Ledger) -> pl.DataFrame:
    """The documents of the view with all their fields, and year and decade where they have dates."""
    table = corpus.documents()[ledger.all_documents]
    if "date" in table.columns:
        dates = table["date"].str.extract(DATE)
        for name, digits in _PERIODS.items():
            if name not in table.columns:
                period = dates.str.slice(0, digits) + ("" if digits == 4 else "0s")
                table = table.with_columns(period.alias(name))
    return table


def named(table: pl.DataFrame) -> list[str]:
    """What each document is called: by the shortest field that tells them all apart, or by the name it was read under.

    Where that is the same for several, their numbers are added.
    """
    apart = [
        column
        for column in table.columns
        if column not in _PERIODS and not table[column].null_count() and table[column].n_unique() == len(table)
    ]
    best = min(apart, key=lambda column: table[column].str.len_chars().mean() or 0, default="name")
    names = [name or "" for name in table[best]]
    if best in apart:
        return names
    return [f"{name} ({number + 1})" if name else f"{number + 1}" for number, name in enumerate(names)]


def fields_to_group_by(table: pl.DataFrame, asked: Sequence[str] | None) -> list[str]:
    """Those asked for, or else every field with a few values, each of them of several documents on average; years before decades."""
    if asked is None:
        found = [column for column in table.columns if column != "date" and _suits(table[column])]
        return [column for column in found if column != "decade" or "year" not in found]
    for field in asked:
        if field not in table.columns:
            raise UnknownName("field of the documents", field, table.columns)
        if field in _PERIODS and "date" in table.columns and table[field].null_count() == len(table):
            raise SpecError(f"--by {field}: the documents have no dates that are read; group by another field")
    return list(dict.fromkeys(asked))


def _suits(values: pl.Series) -> bool:
    different = values.n_unique()
    return 2 <= different <= _MOST_VALUES and 2 * different <= len(values)


def grouped(
    table: pl.DataFrame, fields: Sequence[str], ledger: Ledger, models: Sequence[Predictor]
) -> tuple[Group, ...]:
    """What the removal of all documents with a value of a field is predicted to change, for each of them."""
    return tuple(
        _group(field, value, table, ledger, models)
        for field in fields
        for value in sorted(table[field].unique(), key=lambda value: (value is None, value or ""))
    )


def _group(field: str, value: str | None, table: pl.DataFrame, ledger: Ledger, models: Sequence[Predictor]) -> Group:
    own = table[field].eq_missing(value).to_numpy()
    chosen = ledger.among(ledger.all_documents[own])
    change = predicted(models, ledger.taken_by(chosen))
    return Group(
        field=field,
        value=value or "",
        documents=int(own.sum()),
        with_words=int(chosen.sum()),
        change=change.mean,
        low=min(change.by_model, default=None),
        high=max(change.by_model, default=None),
        reason=change.reason,
    )
