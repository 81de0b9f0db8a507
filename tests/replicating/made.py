"""Small data for replications: a corpus in which every word of a language's lists occurs often enough, as JSON lines with dates and sources."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from weatherglass.replication.replicated import Carried, Input, Line, NotCarried, Replication, Value
from weatherglass.words import packs

_OFTEN = 30
_LENGTH = 12


def write_corpus(file: Path, language: str, names: tuple[str, ...], *, years: int = 3, seed: int = 0) -> Path:
    """Sentences of words drawn at random, each word of the lists some thirty times; a document is ten sentences."""
    listed = [packs.catalogue()[f"{language}/{name}"] for name in names]
    words = sorted({word[0].lower() for query in listed for word in query.all_words()})
    rng = np.random.default_rng(seed)
    stream = np.repeat(np.arange(len(words)), _OFTEN)
    rng.shuffle(stream)
    sentences = [
        " ".join(words[i] for i in stream[start : start + _LENGTH]) + "." for start in range(0, len(stream), _LENGTH)
    ]
    documents = [
        {
            "date": f"{2010 + number % years}-05-01",
            "source": "ABC"[number % 2],
            "text": " ".join(sentences[start : start + 10]),
        }
        for number, start in enumerate(range(0, len(sentences), 10))
    ]
    file.write_text("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in documents), "utf-8")
    return file


def made_replication() -> Replication:
    """A small one: a table with a misprint, a row that could not be measured, and an experiment that was not carried out."""
    lines = (
        Line(
            label="WEAT7",
            of="en/weat7",
            printed={"d": 0.94, "p": 0.058},
            misprint={},
            corrected={},
            measured={"d": Value(value=1.28, low=0.4, high=1.8), "p": Value(value=0.0045)},
            lacking={},
        ),
        Line(
            label="WEAT8",
            of="en/weat8",
            printed={"d": 0.69, "p": "< 0.001"},
            misprint={"d": "complement"},
            corrected={"d": 0.31},
            measured={"d": Value(value=0.3)},
            lacking={"p": "too few words"},
        ),
    )
    carried = Carried(
        id="table-8-glove",
        where="table 8",
        kind="tests",
        language="en",
        on="vectors.bin",
        embedding={},
        recipes=(),
        settings={},
        columns=("d", "p"),
        beside=(),
        lines=lines,
        mind=("absolute",),
    )
    return Replication(
        paper="kurpicz-briki-2020",
        experiments=4,
        title="Cultural Differences in Bias?",
        cite="kurpiczbriki2020",
        inputs=(Input(role="vectors", name="vectors.bin", language="en", method="glove"),),
        quick=False,
        seed=0,
        threads=1,
        carried=(carried,),
        not_carried=(NotCarried(id="table-9-french", where="table 9", needs=("vectors",)),),
    )
