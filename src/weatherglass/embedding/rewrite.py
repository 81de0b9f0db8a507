"""Vectors changed block by block, from one file into another, in little memory whatever their size.

They are read and changed in one thread and written in another. A third one, for the change, makes it slower: on two cores the
blocks then wander from one cache to the other.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import numpy as np

from weatherglass.arrays import Singles
from weatherglass.embedding.arrays import vocabulary_beside
from weatherglass.embedding.beside import handed_on
from weatherglass.embedding.blocks import Passed, Size
from weatherglass.embedding.formats import (
    WRITERS,
    ReadOptions,
    file_of,
    read_rows,
    refuse_words,
    vectors_target,
)
from weatherglass.embedding.provenance import Provenance, read_sidecar, sidecar, write_sidecar
from weatherglass.embedding.selection import Selection
from weatherglass.errors import FormatError, Notice, SpecError
from weatherglass.files import appears_whole
from weatherglass.progress import HowFar

Change = Callable[[Sequence[str], Singles], Singles]  # words and their rows, which it may write to → the rows changed


@dataclass(frozen=True, slots=True)
class Rewritten:
    """What was written; `notices` tell of rows that were left out, or kept as they are."""

    rows: int
    dim: int
    notices: tuple[Notice, ...]


class _NotOfReading(BaseException):
    """An error that readers must not take for damage of the file."""

    def __init__(self, error: Exception):
        self.error = error


class _Changed(NamedTuple):
    words: list[str]
    vectors: Singles
    at_most: int  # rows that the file may have


def rewrite(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    change: Change,
    *,
    overwrite: bool = False,
    allow_pickle: bool = False,
    vocabulary: str | os.PathLike[str] | None = None,
    rows: int | None = None,
    provenance: Provenance | None = None,
    progress: HowFar | None = None,
) -> Rewritten:
    """Write the vectors of `source` to `target`, changed: the same words in the same order, also those that repeat.

    Any format that can be read, to the one that the target's suffix says. `change` gets some thousand rows at a time;
    those that are all zero or not finite it does not get: they are kept as they are. The target appears only when it
    is complete, with `provenance` beside it. `rows`: how many there are at most, if that is known; without it, the number in the
    header of a file that has none itself may begin with zeros. word2vec and GloVe text, word2vec and fastText binaries and .npz are never
    held in memory as a whole.
    """
    given, file = Path(source), file_of(Path(source))
    words_from = None if vocabulary is None else Path(vocabulary)
    written_to = other_file(given, target, vocabulary=words_from, overwrite=overwrite)
    _, counts = read_sidecar(file)
    writer, _ = WRITERS[written_to.suffix]
    with appears_whole(written_to) as part:

        def write(blocks: Iterator[_Changed]) -> None:
            first = next(blocks, None)
            if first is not None:
                at_most = first.at_most if rows is None else min(rows, first.at_most)
                size = Size(at_most, first.vectors.shape[1], exact=False)
                writer(part, size, ((each.words, each.vectors) for each in chain([first], blocks)))

        with handed_on(write) as put:

            def take(block: Passed) -> None:
                try:
                    refuse_words(block.words, written_to.suffix)
                    changed = _changed(block, change)
                except Exception as error:
                    raise _NotOfReading(error) from error
                put(_Changed(block.words, changed, block.at_most))

            # Bytes that are no UTF-8 come through where both formats hold any bytes.
            select = Selection(into=take, any_bytes=written_to.suffix == ".bin")
            options = ReadOptions(given, select, (), words_from, allow_pickle)
            try:
                _, (found, notices) = read_rows(given, options, progress)
                found.finish()
            except _NotOfReading as wrapped:
                raise wrapped.error from wrapped.error.__cause__
        if not found.passed:
            raise SpecError(f"{given}: there are no words to write")
    sidecar(written_to).unlink(missing_ok=True)
    if provenance is not None:
        same = counts is not None and len(counts) == found.passed == found.total
        write_sidecar(written_to, provenance, counts if same else None)
    return Rewritten(found.passed, found.dim, (*notices, *found.notices()))


def other_file(
    source: Path, target: str | os.PathLike[str], *, vocabulary: Path | None = None, overwrite: bool = False
) -> Path:
    """The file to write, unless vectors cannot be written there, or are read from there."""
    for own in _files_read(source, vocabulary):
        if Path(target).exists() and own.samefile(target):
            raise SpecError(f"{target} is read and cannot be written at the same time; choose another name")
    return vectors_target(target, overwrite=overwrite)


def _files_read(given: Path, vocabulary: Path | None) -> Iterator[Path]:
    yield file_of(given)
    if vocabulary is not None:
        if not vocabulary.exists():
            raise FormatError("there is no such file", file=vocabulary)
        yield vocabulary
    elif ".safetensors" in given.name:
        yield vocabulary_beside(given)


def _changed(block: Passed, change: Change) -> Singles:
    """The block's rows after the change; those that have no direction as they were."""
    if block.usable.all():
        return _checked(change(block.words, block.vectors), block.vectors.shape)
    keep = np.flatnonzero(block.usable)
    if len(keep):
        rows = change([block.words[i] for i in keep], block.vectors[keep])
        block.vectors[keep] = _checked(rows, (len(keep), block.vectors.shape[1]))
    return block.vectors


def _checked(rows: Singles, shape: tuple[int, ...]) -> Singles:
    if rows.shape != shape:
        raise SpecError(
            f"a change gave an array of shape {rows.shape} for rows of shape {shape}; give one row per word"
        )
    return np.ascontiguousarray(rows, np.float32)
