"""Labelled texts made ready for detectors: cleaned, divided into parts without leaks, the classes balanced."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import polars as pl
from numpy.typing import NDArray

from weatherglass import language as languages
from weatherglass.downstream.detected import Part
from weatherglass.downstream.texts import OTHER, Texts
from weatherglass.errors import Notice, SpecError
from weatherglass.language.cleaning import Cleaner, chosen

Integers = NDArray[np.int64]
PartName = Literal["train", "validation", "test"]
PARTS: tuple[PartName, ...] = ("train", "validation", "test")
TEST_SHARE = 0.2
VALIDATION_SHARE = 0.1  # of the training texts
LEAST_OF_A_CLASS = 5
_BALANCE = "The larger class was sampled down to the smaller one in each part: {} texts of {:,} are left out."


@dataclass(frozen=True, slots=True, kw_only=True)
class Sorted:
    """Texts of one part as numbers of words; `numbers` are their rows in the file, from 1."""

    words: tuple[Integers, ...]
    labels: NDArray[np.bool_]
    numbers: Integers

    def __len__(self) -> int:
        return len(self.words)

    def part(self, name: Literal["train", "validation", "test", "filtered"]) -> Part:
        """What a reader must know of it."""
        lengths = [len(words) for words in self.words]
        return Part(
            name=name,
            texts=len(self),
            looked_for=int(self.labels.sum()),
            mean_words=float(np.mean(lengths)) if lengths else 0.0,
        )

    def some(self, places: Integers | NDArray[np.bool_]) -> Sorted:
        """These texts of it, in this order."""
        kept = np.arange(len(self))[places]
        return Sorted(
            words=tuple(self.words[place] for place in kept), labels=self.labels[kept], numbers=self.numbers[kept]
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """What detectors are trained and tested on.

    `own`: all training texts, also those that balancing leaves out; `seen`: for each word of the vocabulary, whether it stands in a text that detectors are
    trained on; `counts`: how often it stands in `own`.
    """

    vocabulary: tuple[str, ...]
    parts: Mapping[PartName, Sorted]
    own: tuple[Integers, ...]
    seen: NDArray[np.bool_]
    counts: Integers
    notices: tuple[Notice, ...]

    def filtered(self) -> NDArray[np.bool_]:
        """Which test texts have no word that detectors did not meet in training."""
        return np.array([bool(self.seen[words].all()) for words in self.parts["test"].words], bool)


def prepare(
    texts: Texts, language: str, *, test: Texts | None = None, balanced: bool = True, seed: int = 0
) -> Prepared:
    """Clean the texts and divide them: as the files say, or else at random, each class by itself.

    A text that stands in a later part (validation, test) after cleaning is taken out of the earlier ones.
    """
    if test is not None and not _same_classes(texts.classes, test.classes):
        raise SpecError(
            f"{texts.name} has the classes {' and '.join(texts.classes)}, but {test.name} has {' and '.join(test.classes)}; "
            "give files with the same labels"
        )
    vocabulary, every = _cleaned((*texts.texts, *(test.texts if test else ())), language)
    labels = np.array((*texts.labels, *(test.labels if test else ())), bool)
    numbers = np.array((*texts.rows, *(test.rows if test else ())), np.int64)
    generator = np.random.default_rng([seed, 0])
    part_of = _divided(texts, test, labels, generator)
    notices = [*texts.notices, *(test.notices if test else ()), *_not_asked_for(texts, test, part_of)]
    notices += _without_words(every, part_of)
    leaks = _without_leaks(every, part_of)
    notices += leaks
    whole = Sorted(words=every, labels=labels, numbers=numbers)
    places = {part: np.flatnonzero(part_of == part) for part in PARTS}
    _refuse_few({part: labels[where] for part, where in places.items()}, texts.classes, leaks)
    own = tuple(every[place] for place in places["train"])
    kept = {part: _balanced(where, labels, generator) if balanced else where for part, where in places.items()}
    left_out = sum(map(len, places.values())) - sum(map(len, kept.values()))
    if left_out:
        notices.append(Notice("balanced", _BALANCE.format(f"{left_out:,}", sum(map(len, places.values())))))
    parts = {part: whole.some(where) for part, where in kept.items()}
    seen = np.zeros(len(vocabulary), bool)
    for words in parts["train"].words:
        seen[words] = True
    counts = np.bincount(np.concatenate(own), minlength=len(vocabulary)).astype(np.int64)
    return Prepared(vocabulary=vocabulary, parts=parts, own=own, seen=seen, counts=counts, notices=tuple(notices))


def _cleaned(texts: Sequence[str], language: str) -> tuple[tuple[str, ...], tuple[Integers, ...]]:
    """All words, and each text as numbers of them."""
    cleaner = Cleaner(chosen(languages.get(language)))
    numbers, counts, _before = cleaner.numbers(pl.Series(texts, dtype=pl.String))
    pieces = np.split(numbers.astype(np.int64), np.cumsum(counts)[:-1]) if len(counts) else []
    return tuple(cleaner.words), tuple(pieces)


def _divided(
    texts: Texts, test: Texts | None, labels: NDArray[np.bool_], generator: np.random.Generator
) -> NDArray[np.str_]:
    """The part of each text; empty where it is in none."""
    named = ["train"] * len(texts.texts) if texts.parts is None else list(texts.parts)
    if test is not None:
        named = ["" if part == "test" else part for part in named]
        theirs = test.parts if test.parts is not None and "test" in test.parts else ["test"] * len(test.texts)
        named += ["test" if part == "test" else "" for part in theirs]
    part_of = np.array(named, dtype="U10")
    if "test" not in named:
        _take_out(part_of, "test", TEST_SHARE, labels, generator)
    if "validation" not in named:
        _take_out(part_of, "validation", VALIDATION_SHARE, labels, generator)
    return part_of


def _same_classes(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Whether two files speak of the same; where several labels are taken together, the other file may have but one of them."""
    return one[0] == other[0] and (one[1] == other[1] or OTHER in (one[1], other[1]))


def _not_asked_for(texts: Texts, test: Texts | None, part_of: NDArray[np.str_]) -> list[Notice]:
    """What two files have that takes no part, as only one of them is tested on."""
    unused = np.split(part_of == "", [len(texts.texts)])
    counts = [int(each.sum()) for each in unused]
    said = []
    if test is not None and counts[0]:
        said.append(
            f"{counts[0]:,} texts that {texts.name} has for testing were left out, as {test.name} is tested on."
        )
    if test is not None and counts[1]:
        said.append(f"{counts[1]:,} texts of {test.name} were left out, as it says that they are not for testing.")
    return [Notice("texts-of-another-part", each) for each in said]


def _take_out(
    part_of: NDArray[np.str_],
    part: PartName,
    share: float,
    labels: NDArray[np.bool_],
    generator: np.random.Generator,
) -> None:
    """Give some of the training texts to another part, as large a share of each class."""
    for label in (True, False):
        places = np.flatnonzero((part_of == "train") & (labels == label))
        part_of[generator.permutation(places)[: round(share * len(places))]] = part


def _without_words(every: Sequence[Integers], part_of: NDArray[np.str_]) -> list[Notice]:
    """Texts that cleaning leaves nothing of are taken out of all parts."""
    empty = np.array([not len(words) for words in every], bool) & (part_of != "")
    part_of[empty] = ""
    count = int(empty.sum())
    said = f"{count:,} texts have no word after cleaning and were left out."
    return [Notice("texts-without-words", said)] if count else []


def _without_leaks(every: Sequence[Integers], part_of: NDArray[np.str_]) -> list[Notice]:
    """What would be learnt by heart: a text is taken out of a part if it stands in a later one."""
    keys = [words.tobytes() for words in every]
    later: set[bytes] = set()
    removed: Counter[str] = Counter()
    for part in reversed(PARTS):
        places = np.flatnonzero(part_of == part)
        for place in places:
            if keys[place] in later:
                part_of[place] = ""
                removed[part] += 1
        later.update(keys[place] for place in places)
    if not removed:
        return []
    said = f"{removed['train']:,} training texts and {removed['validation']:,} validation texts"
    return [
        Notice("leaks", f"{said} were left out, as the same words stand in a text of a later part (validation, test).")
    ]


def _balanced(places: Integers, labels: NDArray[np.bool_], generator: np.random.Generator) -> Integers:
    """As many texts of one class as of the other, in the order they were."""
    classes = [places[labels[places] == label] for label in (True, False)]
    size = min(map(len, classes))
    return np.sort(np.concatenate([generator.permutation(each)[:size] for each in classes]))


def _refuse_few(
    labels: Mapping[PartName, NDArray[np.bool_]], classes: tuple[str, str], leaks: Sequence[Notice]
) -> None:
    counts = {name: (int(part.sum()), int((~part).sum())) for name, part in labels.items()}
    if any(min(each) < LEAST_OF_A_CLASS for each in counts.values()):
        said = "; ".join(f"{name}: {one} {classes[0]}, {other} {classes[1]}" for name, (one, other) in counts.items())
        raise SpecError(
            f"too few texts are left to train and test on ({said}); each part needs at least {LEAST_OF_A_CLASS} of each class. "
            + "".join(f"{notice.text} " for notice in leaks)
            + "Give more texts, or a file with parts of its own"
        )
