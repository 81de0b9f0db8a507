"""What came of detectors of sexist or offensive texts: how they were tested, what their word vectors gave them, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from weatherglass.embedding.similarity import Similarity
from weatherglass.errors import Notice
from weatherglass.files.plain import fields_of, from_plain
from weatherglass.measure.result import Lacking
from weatherglass.shown import Shown
from weatherglass.stats.intervals import Interval

if TYPE_CHECKING:
    import polars as pl

SCHEMA_VERSION = 1
RANDOM = "random"
OWN = "own"
COUNTED = "counted words"  # the detector without vectors
Kind = Literal["bag", "lstm", "attention"]
WordsUsed = Literal["common", "all"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Texts that were used together: how many, how many of the class looked for, and how many words a text has on average."""

    name: Literal["train", "validation", "test", "filtered"]
    texts: int
    looked_for: int
    mean_words: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Space:
    """Word vectors that detectors were given.

    `words`: how many different words of the texts it has, of the `asked` ones; `running`: the share of the test texts' running words that it has.
    `scale`: the number by which all its entries were multiplied, so that spaces differ in directions and not in size. `similarity`: to the space trained
    on the training texts themselves, by words that stand in them at least ten times; None for that one and for random vectors, and where none was trained.
    """

    name: str
    kind: Literal["random", "given", "own"]
    dim: int
    words: int
    asked: int
    running: float
    scale: float
    similarity: Similarity | Lacking | None = None
    source: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The mean of a figure over seeds.

    `interval_seeds`: as far as it hangs on the seed, None with one. `interval`: on the seed and on which texts the test happens to have; with one seed on
    texts alone, as its method says. None where nothing varies, which is no certainty. `by_seed` has one value where nothing about the training is random.
    """

    value: float
    by_seed: tuple[float, ...]
    interval_seeds: Interval | None
    interval: Interval | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """How well texts were told apart. `f1` of the class looked for, `f1_other` of the other one."""

    texts: int
    looked_for: int
    accuracy: Score
    f1: Score
    f1_other: Score


@dataclass(frozen=True, slots=True, kw_only=True)
class Detector:
    """One kind of model on one space, trained once for each seed.

    `validation`: mean accuracy on the validation texts, by which the best detector is chosen. `epochs`: after how many the weights were best, for each seed;
    none for `bag`. `filtered`: on the test texts all of whose words stood in training texts. `against_random`: accuracy on the test texts less that of the
    same model with random vectors, text by text. `probabilities`: of the class looked for, mean over seeds, in the order of the test texts.
    """

    model: Kind
    space: str
    trainable: bool
    words: WordsUsed
    validation: float
    epochs: tuple[int, ...]
    test: Scores
    filtered: Scores | Lacking
    against_random: Score | None
    probabilities: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting:
    """What logistic regression on the words of a text tells without any vectors, beside which all detectors must be seen.

    `best_against_it`: accuracy of the best detector on the test texts less this one's, text by text.
    """

    validation: float
    test: Scores
    filtered: Scores | Lacking
    best_against_it: Score
    probabilities: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Detection(Shown):
    """Whether word vectors help to detect texts of a class.

    `classes`: the class looked for and the other one, as the file calls them. `common`: words of the texts that all spaces have. `numbers`: the rows of the test texts
    in their file, from 1 without the header and empty lines, and `labels`: whether they are of the class looked for. `best`: the place of the best detector by validation, from 0.
    `cpu_minutes`: what each detector's training took, and all together; it differs each time and so is not in `to_dict`.
    """

    texts: str
    test_texts: str
    language: str
    classes: tuple[str, str]
    parts: tuple[Part, ...]
    filtered: Part
    spaces: tuple[Space, ...]
    common: int
    detectors: tuple[Detector, ...]
    best: int
    counting: Counting
    numbers: tuple[int, ...]
    labels: tuple[bool, ...]
    settings: Mapping[str, Any]
    warnings: tuple[Notice, ...] = ()
    cpu_minutes: Mapping[str, float] = field(default_factory=dict, compare=False)

    @property
    def best_detector(self) -> Detector:
        return self.detectors[self.best]

    def part(self, name: str) -> Part:
        return next(part for part in self.parts if part.name == name)

    def to_dict(self) -> dict[str, Any]:
        """The stable JSON shape; it grows only by new keys."""
        plain = {"schema_version": SCHEMA_VERSION, "kind": "detection", **fields_of(self)}
        del plain["cpu_minutes"]
        return plain

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Detection:
        """The inverse of `to_dict`."""
        return from_plain(cls, data)

    def table(self) -> pl.DataFrame:
        """A row per detector, and another one for it on the filtered texts."""
        import polars as pl

        return pl.DataFrame(list(_rows(self)), schema=_schema())

    def predictions_table(self) -> pl.DataFrame:
        """A row per test text, with each detector's mean probability that it is of the class looked for."""
        import polars as pl

        columns: dict[str, Any] = {
            "text": self.numbers,
            "label": [self.classes[0] if label else self.classes[1] for label in self.labels],
        }
        told = {COUNTED: self.counting.probabilities} | {column(each): each.probabilities for each in self.detectors}
        return pl.DataFrame(columns | told)


def column(detector: Detector) -> str:
    """What a detector is called in tables: `lstm, own, frozen, common words`."""
    how = "trainable" if detector.trainable else "frozen"
    return f"{detector.model}, {detector.space}, {how}, {detector.words} words"


def _rows(found: Detection) -> Iterable[dict[str, Any]]:
    counting = found.counting
    for test, scores in (("all", counting.test), ("filtered", counting.filtered)):
        if isinstance(scores, Scores):
            yield {"model": COUNTED, "validation": counting.validation, "best": False, "test": test} | _scores_row(
                scores
            )
    for place, each in enumerate(found.detectors):
        what = {
            "model": each.model,
            "vectors": each.space,
            "trainable": each.trainable,
            "words": each.words,
            "validation": each.validation,
            "best": place == found.best,
        }
        yield what | {"test": "all"} | _scores_row(each.test) | _named("against_random", each.against_random)
        if isinstance(each.filtered, Scores):
            yield what | {"test": "filtered"} | _scores_row(each.filtered)


def _scores_row(scores: Scores) -> dict[str, Any]:
    named = (("accuracy", scores.accuracy), ("f1", scores.f1), ("f1_other", scores.f1_other))
    row: dict[str, Any] = {"texts": scores.texts, "looked_for": scores.looked_for}
    for name, score in named:
        row |= _named(name, score)
    return row


def _named(name: str, score: Score | None) -> dict[str, Any]:
    if score is None:
        return {}
    interval = score.interval
    return {
        name: score.value,
        f"{name}_low": interval.low if interval else None,
        f"{name}_high": interval.high if interval else None,
    }


def _schema() -> Any:
    import polars as pl

    figures = [
        f"{name}{end}" for name in ("accuracy", "f1", "f1_other", "against_random") for end in ("", "_low", "_high")
    ]
    return {
        **dict.fromkeys(("model", "vectors"), pl.String),
        "trainable": pl.Boolean,
        "words": pl.String,
        "best": pl.Boolean,
        "validation": pl.Float64,
        "test": pl.String,
        **dict.fromkeys(("texts", "looked_for"), pl.Int64),
        **dict.fromkeys(figures, pl.Float64),
    }
