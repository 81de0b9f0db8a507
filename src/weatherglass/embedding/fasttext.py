"""fastText's own `.bin` models: a word's vector is the mean of its row and of the rows of its character n-grams.

The layout (version 12) is: magic and version, the training arguments, the dictionary, then the input matrix with one
row per word followed by one row per n-gram bucket. Sizes in the file are never trusted for allocation.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Singles
from weatherglass.embedding.selection import Ranks, Rows, Selection
from weatherglass.embedding.stream import Stream
from weatherglass.errors import FormatError
from weatherglass.files.compressed import CHUNK

Find = Callable[[Ranks], Singles]  # rows of the matrix

MAGIC = struct.pack("<i", 793712314)
_VERSIONS = (11, 12)
_HEADER = struct.Struct("<ii12idiiiqq")  # magic and version, the training arguments, the sizes of the dictionary
_END_OF_SENTENCE = "</s>"
_FNV_OFFSET, _FNV_PRIME = np.uint32(2166136261), np.uint32(16777619)
_WORDS_AT_ONCE = 1000
_SINGLE_READS = 10_000  # the rows of up to this many words are fetched one by one, which touches little memory
_MAPPED_AT_ONCE = 1000  # rows; each may bring the pages around it into memory


@dataclass(frozen=True, slots=True)
class Header:
    """The sizes that a model begins with."""

    dim: int
    buckets: int
    shortest: int
    longest: int
    entries: int
    words: int


class _Batch(NamedTuple):
    """Some words of the model and their rows, −1 for words to be composed."""

    ranks: Ranks
    words: str | list[str]  # those of the dictionary with a zero between them, which takes a fraction of the memory

    def unpacked(self) -> list[str]:
        return self.words.split("\0") if isinstance(self.words, str) else self.words


class _Model(NamedTuple):
    header: Header
    matrix_rows: int
    matrix_offset: int | None  # in a plain file


def read_fasttext(stream: Stream, select: Selection, compose: Collection[str] = ()) -> Rows:
    """Read the wanted words; `compose` names words to be built from n-grams when the vocabulary lacks them.

    Composed words get the row number -1.
    """
    header = _read_header(stream)
    rows = Rows(stream.path, header.dim, select.into)
    batches, known = _read_dictionary(stream, header, select, frozenset(compose), rows)
    rows.total = header.words if select.limit is None else min(header.words, select.limit)
    rows.expect(rows.total)
    absent = [word for word in dict.fromkeys(compose) if word not in known]
    model = _read_matrix_shape(stream, header)
    for low in range(0, len(absent), _WORDS_AT_ONCE):
        part = absent[low : low + _WORDS_AT_ONCE]
        batches.append(_Batch(np.full(len(part), -1), part))
    few = sum(len(batch.ranks) for batch in batches) <= _SINGLE_READS
    find = _in_passing(stream, model, batches) if model.matrix_offset is None else _by_seeking(stream, model, few)
    for batch in batches:
        ids = _matrix_rows(batch, header)
        needed = np.unique(np.concatenate(ids))
        matrix = find(needed)
        for rank, word, own in zip(batch.ranks.tolist(), batch.unpacked(), ids, strict=True):
            if len(own):
                with np.errstate(over="ignore", invalid="ignore"):  # what is not finite then is left out and counted
                    mean = matrix[np.searchsorted(needed, own)].mean(axis=0, dtype=np.float64).astype(np.float32)
                rows.add(rank, word, mean)
    stream.finish()
    return rows


def _unpack(stream: Stream, layout: str) -> tuple[int, ...]:
    size = struct.calcsize(layout)
    data = stream.take(size)
    if len(data) < size:
        raise FormatError("the fastText model is cut short", file=stream.path)
    return struct.unpack(layout, data)


def _read_header(stream: Stream) -> Header:
    return header_of(stream.take(_HEADER.size), stream.path)


def header_of(start: bytes, path: Path) -> Header:
    """What a model that begins like this says about itself."""
    version = int.from_bytes(start[4:8], "little", signed=True)
    if len(start) >= 8 and version not in _VERSIONS:
        raise FormatError(f"fastText model of version {version}; versions 11 and 12 can be read", file=path)
    if len(start) < _HEADER.size:
        raise FormatError("the fastText model is cut short", file=path)
    found = _HEADER.unpack_from(start)
    (dim, *_, kind, buckets, shortest, longest, _rate), (entries, words, *_, pruned) = found[2:14], found[15:]
    if version == 11 and kind == 3:
        longest = 0  # as fastText itself does: these models had no character n-grams
    if pruned >= 0:
        raise FormatError("a quantised fastText model (.ftz); only full models can be read", file=path)
    if not 0 <= words <= entries or buckets < 0 or longest > 64 or shortest < 0:
        raise FormatError("the fastText header holds impossible sizes; the file is damaged", file=path)
    return Header(dim, buckets, shortest, longest, entries, words)


def _read_dictionary(
    stream: Stream, header: Header, select: Selection, compose: frozenset[str], rows: Rows
) -> tuple[list[_Batch], set[str]]:
    """The wanted words with their rows, and which words to compose the model knows after all."""
    batches: list[_Batch] = []
    words: list[str] = []
    ranks: list[int] = []
    known: set[str] = set()
    last = header.words if select.limit is None else min(header.words, select.limit)
    sampled = set(select.samples_between(0, last).tolist())
    for rank in range(header.entries):
        while (stop := stream.buffer.find(b"\0", stream.start, stream.end)) < 0 or stop + 10 > stream.end:
            if not stream.advance(stream.start):
                raise FormatError(
                    f"the fastText dictionary ends after {rank:,} of {header.entries:,} entries", file=stream.path
                )
        raw = stream.buffer[stream.start : stop]
        stream.start = stop + 10  # the zero, the count (8 bytes) and the type (1 byte)
        if rank >= header.words or (rank >= last and not compose):
            continue
        word = rows.decode(raw)
        if word is None:
            continue
        if word in compose:
            known.add(word)
        if rank < last and (rank in sampled or word in compose or select.wants(word)):
            words.append(word)
            ranks.append(rank)
            if len(words) == _WORDS_AT_ONCE:
                batches.append(_Batch(np.array(ranks), "\0".join(words)))
                words, ranks = [], []
    if words:
        batches.append(_Batch(np.array(ranks), "\0".join(words)))
    return batches, known


def _read_matrix_shape(stream: Stream, header: Header) -> _Model:
    (quantised,) = _unpack(stream, "<?")
    if quantised:
        raise FormatError("a quantised fastText model (.ftz); only full models can be read", file=stream.path)
    count, dim = _unpack(stream, "<qq")
    if dim != header.dim or count < header.words + (header.buckets if header.longest else 0):
        raise FormatError(
            f"the matrix has {count:,} × {dim:,} numbers, which does not fit the header", file=stream.path
        )
    if stream.plain_size is None:
        return _Model(header, count, None)
    if stream.offset + 4 * count * dim > stream.plain_size:
        raise FormatError(f"the matrix of {count:,} × {dim:,} numbers is cut short", file=stream.path)
    return _Model(header, count, stream.offset)


def _ngrams(words: Sequence[str], header: Header) -> list[NDArray[np.int64]]:
    """Matrix rows of each word's character n-grams, in fastText's hashing.

    All characters of all words are extended by one character at a time, so a whole batch is hashed in a few passes.
    fastText widens each byte as a signed one before the exclusive or.
    """
    found: list[NDArray[np.int64]] = []
    if not 0 < max(header.shortest, 1) <= header.longest or header.buckets == 0:
        return [np.empty(0, np.int64) for _ in words]
    for start in range(0, len(words), 10_000):
        batch = words[start : start + 10_000]
        encoded = [f"<{word}>".encode() for word in batch]
        data = np.frombuffer(b"".join(encoded), np.uint8)
        owner = np.repeat(np.arange(len(batch)), [len(e) for e in encoded])
        begins = np.flatnonzero((data & 0xC0) != 0x80)  # first byte of each character
        widths = np.diff(np.append(begins, len(data)))
        char_owner = owner[begins]
        is_edge_start = np.append(True, char_owner[1:] != char_owner[:-1])
        is_edge_end = np.append(char_owner[1:] != char_owner[:-1], True)
        signed = data.view(np.int8).astype(np.int32).view(np.uint32)
        first = np.arange(len(begins))
        hashes = np.full(len(begins), _FNV_OFFSET, np.uint32)
        pieces: list[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]] = []
        for length in range(1, header.longest + 1):
            last = first + length - 1
            inside = last < len(begins)
            inside[inside] &= char_owner[last[inside]] == char_owner[first[inside]]
            first, hashes, last = first[inside], hashes[inside], last[inside]
            for byte in range(4):
                longer = widths[last] > byte
                mixed = (hashes[longer] ^ signed[begins[last[longer]] + byte]) * _FNV_PRIME
                hashes[longer] = mixed
            if length >= header.shortest:
                kept = ~(is_edge_start[first] | is_edge_end[last]) if length == 1 else np.ones(len(first), bool)
                rows = header.words + (hashes[kept] % np.uint32(header.buckets)).astype(np.int64)
                pieces.append((char_owner[first[kept]], begins[first[kept]], rows))
        owners, places, ids = (np.concatenate(parts) for parts in zip(*pieces, strict=True))
        order = np.lexsort((places, owners))
        bounds = np.searchsorted(owners[order], np.arange(len(batch) + 1))
        batch_ids = ids[order]
        for i, word in enumerate(batch):
            grams = batch_ids[bounds[i] : bounds[i + 1]]
            found.append(np.empty(0, np.int64) if word == _END_OF_SENTENCE else grams)
    return found


def _matrix_rows(batch: _Batch, header: Header) -> list[Ranks]:
    """For each word its row, if it has one, and those of its n-grams."""
    grams = _ngrams(batch.unpacked(), header)
    return [np.append(rank, own) if rank >= 0 else own for rank, own in zip(batch.ranks.tolist(), grams, strict=True)]


def _by_seeking(stream: Stream, model: _Model, few: bool) -> Find:
    dim, offset = model.header.dim, model.matrix_offset
    assert offset is not None

    def one_by_one(needed: Ranks) -> Singles:
        matrix = np.empty((len(needed), dim), "<f4")
        with stream.path.open("rb", buffering=0) as file:
            for i, row in enumerate(needed):
                file.seek(offset + 4 * dim * int(row))
                file.readinto(matrix[i].data)
        return matrix.astype(np.float32, copy=False)

    def mapped(needed: Ranks) -> Singles:
        matrix = np.empty((len(needed), dim), np.float32)
        for low in range(0, len(needed), _MAPPED_AT_ONCE):
            whole = np.memmap(stream.path, "<f4", "r", offset, (model.matrix_rows, dim))
            matrix[low : low + _MAPPED_AT_ONCE] = whole[needed[low : low + _MAPPED_AT_ONCE]]
        return matrix

    return one_by_one if few else mapped


def _in_passing(stream: Stream, model: _Model, batches: list[_Batch]) -> Find:
    """All needed rows of a compressed model, which can only be read forwards."""
    ids = [own for batch in batches for own in _matrix_rows(batch, model.header)]
    everything = np.unique(np.concatenate(ids)) if ids else np.empty(0, np.int64)
    matrix = _rows_in_passing(stream, model, everything)
    return lambda needed: matrix[np.searchsorted(everything, needed)]


def _rows_in_passing(stream: Stream, model: _Model, needed: Ranks) -> Singles:
    size = 4 * model.header.dim
    matrix = np.empty((len(needed), model.header.dim), np.float32)
    at_once = max(1, CHUNK // size)
    done = 0
    for low in range(0, model.matrix_rows, at_once):
        high = min(low + at_once, model.matrix_rows)
        data = stream.take((high - low) * size)
        if len(data) < (high - low) * size:
            raise FormatError("the matrix of the fastText model is cut short", file=stream.path)
        until = int(np.searchsorted(needed, high))
        if until > done:
            block = np.frombuffer(data, "<f4").reshape(-1, model.header.dim)
            matrix[done:until] = block[needed[done:until] - low]
            done = until
        if done == len(needed):
            break
    return matrix
