"""From texts to an encoded corpus: read, split into sentences, cleaned, counted and numbered, a batch at a time."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice, pairwise
from os import PathLike, cpu_count
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

import weatherglass
from weatherglass import language as languages
from weatherglass.corpus.corpus import LONGEST_SENTENCE, Corpus, Counts
from weatherglass.corpus.documents import About, Part, Reading, format_of, is_sentences, read
from weatherglass.corpus.phrases import join_phrases
from weatherglass.corpus.side_by_side import side_by_side
from weatherglass.corpus.store import Writer, is_corpus, open_corpus
from weatherglass.errors import Notice, SpecError
from weatherglass.files import folder_appears_whole, refuse_existing
from weatherglass.files.plain import to_plain
from weatherglass.language import Language
from weatherglass.language.cleaning import Cleaner, chosen, split_sentences
from weatherglass.progress import HowFar, shows_progress

_BATCH = 4_000_000  # characters cleaned at once
_SENTENCES = 10_000  # written at once where they come as words
_CUT = (
    f"{{:,}} sentences of more than {LONGEST_SENTENCE:,} words were cut into pieces of that length; if the text has no "
    "line breaks or full stops, no window of a model can know where a sentence ends."
)


@dataclass(frozen=True, slots=True)
class _Batch:
    """Paragraphs of one or several documents; `spans` says whose they are, in order, and how many."""

    paragraphs: list[str]
    spans: list[tuple[About, int]]


@dataclass(frozen=True, slots=True)
class _Encoded:
    """A batch as numbers: all words, the lengths of the sentences that have any, and how many of those each span has."""

    codes: NDArray[np.uint32]
    lengths: NDArray[np.int32]
    spans: list[tuple[About, int]]
    words_before: int
    sentences_before: int
    cut: int


@shows_progress
def build_corpus(
    source: str | PathLike[str],
    out: str | PathLike[str],
    *,
    language: str,
    add: Iterable[str] = (),
    leave_out: Iterable[str] = (),
    split: bool | None = None,
    ngrams: int = 1,
    reading: Reading | None = None,
    overwrite: bool = False,
    threads: int | None = None,
    progress: HowFar | None = None,
) -> Corpus:
    """Clean the texts at `source` once and write them to the folder `out` as numbers.

    `add` and `leave_out` name steps of cleaning besides the language's default ones. Paragraphs are split into
    sentences unless the input has a sentence a line, or as `split` says. `ngrams`: frequent phrases of up to so many
    words are joined. The folder appears only when it is whole.
    """
    if is_corpus(source):
        raise SpecError(f"{source}: is an encoded corpus already; give the texts it was made from")
    rules = languages.get(language)
    steps = chosen(rules, add=add, leave_out=leave_out)
    reading = reading or Reading()
    if split is None:
        split = not is_sentences(format_of(source, reading), reading)
    target = Path(out)
    _refuse_existing(target, overwrite)
    notices: list[Notice] = []
    cleaner = Cleaner(steps)

    def encode(batch: _Batch) -> _Encoded:
        return _encode(batch, rules if split else None, cleaner)

    with folder_appears_whole(target) as folder, _between(folder) as between:
        stages = [Path(between) / str(n) for n in range(1, ngrams)] + [folder]
        stages[0].mkdir(exist_ok=True)
        with Writer(stages[0]) as writer:
            batches = _batches(read(source, reading, progress=progress, notices=notices))
            before, cut = _write(writer, side_by_side(encode, batches, threads or cpu_count() or 1))
            names = [step.name for step in steps]
            how = {"language": language, "cleaning": names, "split_sentences": split, "ngrams": ngrams}
            _finish(writer, cleaner.words, str(source), before, cut, notices, **how)
        for done, next_stage in pairwise(stages):
            next_stage.mkdir(exist_ok=True)
            join_phrases(open_corpus(done), next_stage, longest=ngrams)
    return open_corpus(target)


def build_from_words(
    sentences: Iterable[Sequence[str]], out: str | PathLike[str], *, language: str, overwrite: bool = False
) -> Corpus:
    """Write sentences that are words already to the folder `out`, as one document and without any cleaning."""
    target = Path(out)
    _refuse_existing(target, overwrite)
    numbers: dict[str, int] = {}
    before, written, cut = Counts(0, 0, 1), 0, 0
    stream = iter(sentences)
    with folder_appears_whole(target) as folder, Writer(folder) as writer:
        while batch := list(islice(stream, _SENTENCES)):
            known = len(numbers)
            codes = [numbers.setdefault(word, len(numbers)) for sentence in batch for word in sentence]
            for word in islice(numbers, known, None):
                if not word or "\n" in word or "\r" in word:
                    raise SpecError(f"{word!r} cannot be a word of a corpus: it is empty or has a line break in it")
            lengths = np.array([len(sentence) for sentence in batch])
            pieces = _pieces(lengths)
            writer.add(np.array(codes, np.uint32), _cut(lengths, pieces))
            before = Counts(before.words + len(codes), before.sentences + len(batch), 1)
            written, cut = written + int(pieces.sum()), cut + int((pieces > 1).sum())
        writer.end_document(written, target.name, {})
        _finish(
            writer,
            list(numbers),
            str(out),
            before,
            cut,
            [],
            language=language,
            cleaning=[],
            split_sentences=False,
            ngrams=1,
        )
    return open_corpus(target)


def _finish(
    writer: Writer, words: list[str], source: str, before: Counts, cut: int, notices: list[Notice], **how: Any
) -> None:
    if not writer.documents:
        raise SpecError(
            f"{source}: nothing is left after cleaning ({before.words:,} words before); is it text in this language?"
        )
    if cut:
        notices = [*notices, Notice("long-sentences", _CUT.format(cut))]
    writer.finish(
        words,
        before=to_plain(before),
        weatherglass=weatherglass.__version__,
        notices=to_plain(notices),
        **how,
    )


def _between(folder: Path) -> tempfile.TemporaryDirectory[str]:
    """A place for what comes before the phrases are joined."""
    return tempfile.TemporaryDirectory(prefix=".", suffix=".unfinished", dir=folder.parent)


def _refuse_existing(target: Path, overwrite: bool) -> None:
    refuse_existing(target, overwrite=overwrite)
    if target.exists() and not is_corpus(target):
        raise SpecError(f"{target} is there and is no encoded corpus, so it is not overwritten; choose another name")


def _batches(parts: Iterable[Part]) -> Iterator[_Batch]:
    batch, size = _Batch([], []), 0
    for part in parts:
        batch.paragraphs.extend(part.paragraphs)
        batch.spans.append((part.about, len(part.paragraphs)))
        size += sum(map(len, part.paragraphs))
        if size >= _BATCH:
            yield batch
            batch, size = _Batch([], []), 0
    yield batch


def _encode(batch: _Batch, split_as: Language | None, cleaner: Cleaner) -> _Encoded:
    paragraphs = pl.Series(batch.paragraphs, dtype=pl.String)
    sentences, per_paragraph = paragraphs, np.ones(len(paragraphs), np.int64)
    if split_as is not None:
        lists = split_sentences(paragraphs, split_as)
        sentences, per_paragraph = lists.explode(), lists.list.len().to_numpy()
    codes, lengths, words_before = cleaner.numbers(sentences)
    pieces = _pieces(lengths)
    of_paragraph = np.repeat(np.repeat(np.arange(len(paragraphs)), per_paragraph), pieces)
    ends = np.cumsum([count for _about, count in batch.spans])
    spans = np.bincount(np.searchsorted(ends, of_paragraph, side="right"), minlength=len(batch.spans)).tolist()
    return _Encoded(
        codes=codes,
        lengths=_cut(lengths, pieces),
        spans=[(about, count) for (about, _), count in zip(batch.spans, spans, strict=True)],
        words_before=words_before,
        sentences_before=len(sentences),
        cut=int((pieces > 1).sum()),
    )


def _pieces(lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """Into how many sentences each is cut: none where it is empty, several where it is very long."""
    return -(-lengths // LONGEST_SENTENCE)


def _cut(lengths: NDArray[np.int64], pieces: NDArray[np.int64]) -> NDArray[np.int32]:
    """Lengths of the pieces: all but a sentence's last have the greatest length."""
    cut = np.full(int(pieces.sum()), LONGEST_SENTENCE, np.int32)
    cut[np.cumsum(pieces)[pieces > 0] - 1] = (lengths - (pieces - 1) * LONGEST_SENTENCE)[pieces > 0]
    return cut


def _write(writer: Writer, encoded: Iterable[_Encoded]) -> tuple[Counts, int]:
    """Write everything; returns how much there was before cleaning, and how many sentences were cut."""
    words = sentences = documents = cut = 0

    def spans() -> Iterator[tuple[About, int]]:
        nonlocal words, sentences, cut
        for batch in encoded:
            writer.add(batch.codes, batch.lengths)
            words += batch.words_before
            sentences += batch.sentences_before
            cut += batch.cut
            yield from batch.spans

    for about, parts in groupby(spans(), key=lambda span: span[0]):  # parts of one document share the object
        documents += 1
        writer.end_document(sum(count for _about, count in parts), about.name, about.fields)
    return Counts(words, sentences, documents), cut
