"""The table of a study: long, one row for each model × query × measure (× category for quality).

Which model
- `task`         key of the model's content: same key, same model
- `corpus`       name of the corpus it was trained on
- `cleaning`     name of the cleaning; "" is the default of the language
- `part`         the period, source or group of the corpus; "" is all of it
- `time`         of a part whose name is no date but whose documents all lie between those of two other parts: its middle, in
                 years; else null
- `sample`       "whole", "subsample" (some of the sentences) or "permutation" (all of them in another order)
- `rate`         share of the sentences that a subsample holds; 1 otherwise
- `draw`         which subsample or permutation, from 0; 0 for the whole
- `seed`         of the training
- `method`       "word2vec", "fasttext", "glove", or "given" for vectors that were not trained here
- `model`        label: the method and those settings that vary in the study
- `dim`, `window`, `architecture`   settings, null where the method has none or they are not known
- `words`        size of the vocabulary
- `running_words`  length of the text it was trained on, in words; null where that is not known

What was measured
- `kind`         "bias" or "quality"
- `query`        id of the query, or name of the set of questions
- `measure`      bias: a measure's name, as "weat"; quality: "analogies", "odd one out", "word similarity", "sentence
                 similarity"
- `category`     "" for bias; for quality "all", a total ("semantic", "syntactic") or the name of a category

What came of it
- `value`        null where it could not be measured, and then `skipped` says why
- `low`, `high`  interval over words or questions, of this one model
- `p`, `p_low`, `p_high`, `p_method`   as in a result: all three alike where p is exact
- `found`, `asked`   words (questions, pairs) found and asked for; `missing` names those not found
- `skipped`      the reason why there is no value, else null
"""

from __future__ import annotations

from typing import Final

import polars as pl

SCHEMA: Final[dict[str, pl.DataType | type[pl.DataType]]] = {
    "task": pl.String,
    "corpus": pl.String,
    "cleaning": pl.String,
    "part": pl.String,
    "time": pl.Float64,
    "sample": pl.String,
    "rate": pl.Float64,
    "draw": pl.Int64,
    "seed": pl.Int64,
    "method": pl.String,
    "model": pl.String,
    "dim": pl.Int64,
    "window": pl.Int64,
    "architecture": pl.String,
    "words": pl.Int64,
    "running_words": pl.Int64,
    "kind": pl.String,
    "query": pl.String,
    "measure": pl.String,
    "category": pl.String,
    "value": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "p": pl.Float64,
    "p_low": pl.Float64,
    "p_high": pl.Float64,
    "p_method": pl.String,
    "found": pl.Int64,
    "asked": pl.Int64,
    "missing": pl.List(pl.String),
    "skipped": pl.String,
}

PLACE: Final = dict(list(SCHEMA.items())[: list(SCHEMA).index("words")])  # which model; known before it is made


def with_value(table: pl.DataFrame, kind: str) -> pl.DataFrame:
    """The rows of one kind that have a value."""
    return table.filter((pl.col("kind") == kind) & pl.col("value").is_not_null())
