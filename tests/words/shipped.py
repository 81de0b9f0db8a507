"""The shipped lists as tests look at them."""

from __future__ import annotations

from weatherglass.words.packs import data_folder
from weatherglass.words.query import PairSet, Query, Word, WordSet, read_query


def load(language: str, name: str) -> Query:
    return read_query(data_folder() / language / f"{name}.toml")


def targets(language: str, name: str) -> dict[str, WordSet]:
    return {word_set.name: word_set for word_set in load(language, name).targets}


def pairs(language: str, name: str) -> dict[str, PairSet]:
    return {pair_set.name: pair_set for pair_set in load(language, name).pairs}


def firsts(word_set: WordSet) -> list[str]:
    return [word[0] for word in word_set.words]


def first_pairs(pair_set: PairSet) -> list[tuple[str, str]]:
    return [(one[0], other[0]) for one, other in pair_set.pairs]


def every_form(words: tuple[Word, ...]) -> list[str]:
    return [form for word in words for form in word]
