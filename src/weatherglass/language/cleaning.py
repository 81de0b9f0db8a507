"""Texts to words: the steps of a language carried out on many texts at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from weatherglass.errors import SpecError, UnknownName
from weatherglass.language.base import Language
from weatherglass.language.steps import (
    ANY_KEPT,
    KEPT,
    NO_END,
    Action,
    DropWords,
    Lower,
    Normalise,
    Replace,
    Step,
    Substitute,
)


def chosen(language: Language, *, add: Iterable[str] = (), leave_out: Iterable[str] = ()) -> tuple[Step, ...]:
    """The language's default steps, with some of its others added and some left out, in the language's order."""
    added, left_out = set(add), set(leave_out)
    known = {step.name for step in language.cleaning}
    for name in sorted(added | left_out):
        if name not in known:
            raise UnknownName(f"step of cleaning for '{language.code}'", name, sorted(known))
    if both := added & left_out:
        raise SpecError(f"the step '{min(both)}' is both added and left out; give one of the two")
    return tuple(
        step for step in language.cleaning if (step.default or step.name in added) and step.name not in left_out
    )


def split_sentences(paragraphs: pl.Series, language: Language) -> pl.Series:
    """Every paragraph's sentences, as a list each."""
    for action in language.sentences:
        paragraphs = _applied(paragraphs, action)
    return paragraphs.str.replace_all(NO_END, "", literal=True).str.split("\n")


def clean(texts: pl.Series, steps: Sequence[Step]) -> tuple[pl.Series, NDArray[np.int64]]:
    """All words of all texts in one row, and how many of them each text has."""
    actions = [action for step in steps for action in step.actions]
    texts = texts.str.replace_all(f"[{ANY_KEPT}]", "")  # what stands for a kept sign is written by steps alone
    texts = texts.str.replace_all(r"[\s&&[^ ]]", " ")  # from here on the only white space is the space
    for action in actions:
        texts = _applied(texts, action)
    texts = _applied(texts, Replace(tuple((mark, sign) for sign, mark in KEPT.items())))
    words = texts.to_frame("word").with_row_index("text").with_columns(pl.col("word").str.split(" ")).explode("word")
    keep = pl.col("word") != ""
    for action in actions:
        if isinstance(action, DropWords):
            keep &= ~pl.col("word").str.contains(f"^(?:{action.pattern})$")
    words = words.filter(keep)
    return words["word"], np.bincount(words["text"].to_numpy(), minlength=len(texts))


def words_of(text: str, language: Language) -> list[str]:
    """One text's words by the language's default steps."""
    return clean(pl.Series([text], dtype=pl.String), chosen(language))[0].to_list()


def _applied(texts: pl.Series, action: Action) -> pl.Series:
    if isinstance(action, Lower):
        return texts.str.to_lowercase()
    if isinstance(action, Replace):
        old, new = zip(*action.pairs, strict=True)
        return texts.str.replace_many(list(old), list(new))
    if isinstance(action, Substitute):
        return texts.str.replace_all(action.pattern, action.by)
    if isinstance(action, Normalise):
        where = texts.str.contains(action.where)
        some = texts.filter(where).str.normalize(action.form)
        return texts.clone().scatter(where.arg_true(), some) if len(some) else texts
    return texts  # words are dropped once there are words
