"""A study as it is written down: what it is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from weatherglass.corpus.corpus import Unit
from weatherglass.train.settings import GloVe, Word2Vec
from weatherglass.words.lookup import Match

PERIODS = {"decade": 3, "year": 4, "month": 7}  # characters of a date that name it
LEAST_WORDS = 10_000  # of a part of the corpus


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Texts or an encoded corpus, by path or URL; `name` stands in the results."""

    path: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cleaning:
    """A way to clean texts: steps besides the language's default ones, and phrases joined up to so many words."""

    name: str = ""
    add: tuple[str, ...] = ()
    leave_out: tuple[str, ...] = ()
    ngrams: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """Vectors that exist already; `part` and `model` say what they stand for in comparisons."""

    path: str
    name: str
    part: str = ""
    model: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Samples:
    """Which texts the models see: parts of the corpus, and of each part subsamples, permutations, or the whole.

    `by` is "decade", "year", "month", or a field of the documents, of which `pattern` takes what its first group matches;
    `periods` gives dates instead, first and last included. `whole`: also a model of each part as it is; `together`: all of
    the corpus is one more part. Every sample is trained with every one of the `seeds`.
    """

    rates: tuple[float, ...] = ()
    repeats: int = 1
    permutations: int = 0
    unit: Unit = "sentence"
    by: str = ""
    pattern: str = ""
    periods: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    least_words: int = LEAST_WORDS
    whole: bool = True
    together: bool = True
    seeds: tuple[int, ...] = (0,)

    @property
    def parted(self) -> bool:
        return bool(self.by or self.periods)


@dataclass(frozen=True, slots=True, kw_only=True)
class Training:
    """A method with complete settings, but for the seed."""

    method: str
    settings: Word2Vec | GloVe


@dataclass(frozen=True, slots=True, kw_only=True)
class Measuring:
    """Which queries are measured how; names as in the file."""

    queries: tuple[str, ...] = ()
    measures: tuple[str, ...] = ("weat",)
    packs: tuple[str, ...] = ()
    params: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    alternative: Literal["greater", "less", "two-sided"] = "greater"
    match: Match = field(default_factory=Match)


@dataclass(frozen=True, slots=True, kw_only=True)
class Examining:
    """By which questions the models are examined; where none of a kind are named, the list that ships is used."""

    analogies: tuple[str, ...] = ()
    odd: tuple[str, ...] = ()
    similarity: tuple[str, ...] = ()
    sentences: tuple[str | tuple[str, str], ...] = ()
    words: int = 300_000

    def files(self) -> dict[str, Any]:
        """By kind, as the examination takes them."""
        return {kind: getattr(self, kind) for kind in ("analogies", "odd", "similarity", "sentences")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """Everything the file says; paths are as good as absolute."""

    file: Path
    name: str
    language: str
    corpora: tuple[Source, ...]
    cleanings: tuple[Cleaning, ...]
    vectors: tuple[Given, ...]
    samples: Samples
    trainings: tuple[Training, ...]
    measure: Measuring | None
    quality: Examining | None
    keep_vectors: bool
    text: str  # of the file, to be kept beside the results
