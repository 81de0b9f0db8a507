"""Which texts a model sees: a part of the corpus, and a sample of it. A sample is named by words and numbers, so that it
can be drawn again anywhere."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from weatherglass.corpus.corpus import DATE, Corpus
from weatherglass.errors import Notice, SpecError, UnknownName
from weatherglass.study.spec import PERIODS, Samples

TOGETHER = ""  # the part that is all of the corpus


class TooLittleText(SpecError):
    """The texts are too few for the samples; `found` says so without what to do, which hangs on who wrote the study."""

    def __init__(self, found: str, advice: str, *, file: Path | None = None, key: str = ""):
        self.found = found
        super().__init__(f"{found}; {advice}", file=file, key=key)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A sample of a part: `kind` as in the results, `draw` its number."""

    kind: str
    rate: float = 1.0
    draw: int = 0


def samples_of(samples: Samples) -> Iterator[Sample]:
    """Every sample of a part, in the order of the results."""
    if samples.whole:
        yield Sample(kind="whole")
    for rate in samples.rates:
        for draw in range(samples.repeats):
            yield Sample(kind="subsample", rate=rate, draw=draw)
    for draw in range(samples.permutations):
        yield Sample(kind="permutation", draw=draw)


def drawn(part: Corpus, sample: Sample, samples: Samples) -> Corpus:
    """The view that a model is trained on. Samples of different rates and draws are independent of each other."""
    if sample.kind == "whole":
        return part
    named = f"{sample.kind} {sample.rate!r} {sample.draw}"
    seed = int.from_bytes(hashlib.sha256(named.encode()).digest()[:4], "big")
    if sample.kind == "subsample":
        return part.sample(sample.rate, seed=seed, by=samples.unit)
    return part.shuffled(seed=seed, by=samples.unit)


def parts_of(corpus: Corpus, samples: Samples) -> tuple[list[str], tuple[Notice, ...]]:
    """The parts' names in order, and what must be known: which parts are too small, which documents are in none."""
    if not samples.parted:
        return [TOGETHER], ()
    names = _names(corpus, samples)
    sizes = np.diff(corpus.starts[corpus.document_starts])  # running words of each document
    found = pl.DataFrame({"part": names, "words": sizes}, schema={"part": pl.String, "words": pl.Int64})
    totals = found.filter(pl.col("part") != "").group_by("part").agg(pl.col("words").sum())
    written = list(samples.periods)  # parts are in the order of the file, or of their names
    order = pl.col("part").replace_strict(written, range(len(written))) if written else pl.col("part")
    totals = totals.sort(order)
    enough = totals.filter(pl.col("words") >= samples.least_words)
    notices = []
    if small := totals.filter(pl.col("words") < samples.least_words).rows():
        listed = ", ".join(f"{name} ({words:,})" for name, words in small)
        text = f"{corpus.name}: parts with fewer than {samples.least_words:,} running words are left out: {listed}."
        notices.append(Notice("small-part", text))
    if (names == "").any():
        count, words = int((names == "").sum()), int(sizes[names == ""].sum())
        text = f"{corpus.name}: {count:,} documents ({words:,} running words) belong to no part by {_said(samples)}."
        notices.append(Notice("no-part", text))
    if not len(enough):
        most = max(totals["words"].to_list(), default=0)
        raise TooLittleText(
            f"{corpus.name}: no part by {_said(samples)} has {samples.least_words:,} running words, the largest has {most:,}",
            "give fewer as least_words under [samples], or larger parts",
        )
    return enough["part"].to_list() + [TOGETHER] * samples.together, tuple(notices)


def part_of(corpus: Corpus, samples: Samples, name: str) -> Corpus:
    """The sentences of one part."""
    if name == TOGETHER:
        return corpus
    return corpus.of_documents(_names(corpus, samples) == name, f"{_said(samples)}: {name}")


def times_of(corpus: Corpus, samples: Samples) -> dict[str, float]:
    """The middle of each part in years, by the dates of its documents, where no two parts overlap in time; else nothing.

    Parts by date tell their time by their names; legislative periods, or reigns, are in order too.
    """
    table = corpus.documents()
    if not samples.parted or samples.by in PERIODS or "date" not in table.columns:
        return {}
    dated = pl.DataFrame({"part": _names(corpus, samples), "date": table["date"].str.extract(DATE)})
    dated = dated.filter(pl.col("part") != "")
    spans = dated.group_by("part").agg(pl.col("date").min().alias("first"), pl.col("date").max().alias("last"))
    spans = spans.sort("first")
    if dated["date"].null_count() or (spans["last"].shift(1) > spans["first"]).any():
        return {}
    return {part: (_years(first) + _years(last)) / 2 for part, first, last in spans.iter_rows()}


def _years(date: str) -> float:
    year, month, day = (*map(int, date.split("-")), 1, 1)[:3]
    return year + (month - 1) / 12 + (day - 1) / 372


def _said(samples: Samples) -> str:
    return samples.by or "periods"


def _names(corpus: Corpus, samples: Samples) -> NDArray[np.object_]:
    """For each document, the name of its part; empty where it has none."""
    table = corpus.documents()
    if samples.periods:
        return _period_names(table, samples, corpus)
    field = "date" if samples.by in PERIODS and samples.by not in table.columns else samples.by
    if field not in table.columns:
        if field == "date":
            raise SpecError(
                f"{corpus.name}: its documents have no dates; name the field with the dates when building it"
            )
        raise UnknownName("field of the documents", field, [*table.columns, *PERIODS])
    column = table[field]
    if field == "date" and samples.by in PERIODS:
        dates, size = column.str.extract(DATE), PERIODS[samples.by]
        column = dates.set(dates.str.len_chars() < size, None).str.slice(0, size)
        if samples.by == "decade":
            column = column + "0s"
    elif samples.pattern:
        column = column.cast(pl.String).str.extract(samples.pattern)
    return column.cast(pl.String).fill_null("").to_numpy()


def _period_names(table: pl.DataFrame, samples: Samples, corpus: Corpus) -> NDArray[np.object_]:
    names = np.full(len(table), "", object)
    for name, (first, last) in samples.periods.items():
        inside = np.unique(corpus.between(first, last).document_numbers())
        if taken := sorted(set(names[inside]) - {""}):
            raise SpecError(f"the periods '{taken[0]}' and '{name}' share documents; give periods that do not overlap")
        names[inside] = name
    return names
