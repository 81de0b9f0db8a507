"""word2vec's binary format: a header line, then each word, a space, and its numbers as 32-bit floats."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from io import FileIO
from itertools import chain, repeat
from pathlib import Path

import numpy as np

from weatherglass.arrays import Singles
from weatherglass.embedding.blocks import Blocks, Size, rows_at_once
from weatherglass.embedding.selection import Rows, Selection
from weatherglass.embedding.stream import Stream
from weatherglass.embedding.text import header_line, read_header
from weatherglass.errors import FormatError

LONGEST_WORD = 2000  # bytes
COMPILED_FROM = 16 << 20  # bytes of numbers; fewer are read sooner than the compiler is loaded
_BULK = 8 << 20  # bytes that compiled code sees at once
_PIECE = 256 << 10  # bytes written at once; ext4 takes several times as long for a megabyte in one piece as in four
_ROOM = 256 << 20  # bytes that are asked for at once
_FLOAT = np.dtype("<f4")


def read_word2vec(stream: Stream, select: Selection) -> Rows:
    """Read the rows that `select` wants, hopping over the numbers of the others."""
    if not stream.buffer:
        stream.advance(0)
    line = stream.buffer[stream.start : stream.end].split(b"\n", 1)[0]
    header = read_header(line)
    if header is None:
        raise FormatError("does not begin with a word2vec header (rows and dimensions)", file=stream.path, line=1)
    promised, dim = header
    rows = Rows(stream.path, dim, select.into, any_bytes=select.any_bytes)
    if stream.plain_size is not None and promised * (_FLOAT.itemsize * dim + 2) > stream.plain_size:
        raise FormatError(
            f"the header promises {promised:,} rows of {dim:,} numbers, but the file has only {stream.plain_size:,} "
            "bytes; it is cut short or not what it says",
            file=stream.path,
        )
    wanted = promised if select.limit is None else min(promised, select.limit)
    if select.words is None:
        rows.expect(wanted, reserve=stream.plain_size is not None)
    stream.start += len(line) + 1
    if select.words is None and min(wanted * dim * _FLOAT.itemsize, stream.size) >= COMPILED_FROM:
        _read_all(stream, rows, wanted, promised)
    else:
        _read_wanted(stream, select, rows, wanted, promised)
    if wanted == promised:
        _check_end(stream, stream.start, promised)
    return rows


def _read_all(stream: Stream, rows: Rows, wanted: int, promised: int) -> None:
    from weatherglass.embedding.compiled import unpack  # here, as loading the compiler takes half a second

    stream.widen(_BULK)
    at_once = rows_at_once(rows.dim)
    words = np.empty(at_once * (LONGEST_WORD + 1), np.uint8)
    while rows.total < wanted:
        block = np.empty((min(at_once, wanted - rows.total), rows.dim), _FLOAT)
        largest = np.empty(len(block), np.uint32)
        filled = length = 0
        while filled < len(block):
            window = np.frombuffer(stream.buffer, np.uint8, stream.end)
            stream.start, filled, length = unpack(
                window, stream.start, block.view(np.uint32), largest, filled, words, length, LONGEST_WORD
            )
            if length < 0:
                raise _no_word(stream, rows.total + filled)
            if filled < len(block) and not stream.advance(stream.start):
                raise _cut_short(stream, rows.total + filled, promised)
        _add_all(rows, words[: length - 1].tobytes(), block, largest.view(np.float32))
        rows.total += filled


def _add_all(rows: Rows, packed: bytes, block: Singles, largest: Singles) -> None:
    """Keep a block, whose words come one a line."""
    try:
        words: list[str | None] = list(packed.decode("utf-8").split("\n"))
    except UnicodeDecodeError:
        words = [rows.decode(word) for word in packed.split(b"\n")]
    if None not in words:
        rows.add_block(rows.total, words, block, largest)  # type: ignore[arg-type]  # none is None
        return
    for i, word in enumerate(words):
        if word is not None:
            rows.add(rows.total + i, word, block[i])


def _read_wanted(stream: Stream, select: Selection, rows: Rows, wanted: int, promised: int) -> None:
    position = stream.start
    exact = None
    if select.words is not None and select.key is None:
        exact = frozenset(word.encode("utf-8", "surrogatepass") for word in select.words)
    while rows.total < wanted:
        position = _window(stream, select, exact, rows, position, wanted)
        if rows.total < wanted and not stream.advance(position):
            raise _cut_short(stream, rows.total, promised)
        position = stream.start if rows.total < wanted else position
    stream.start = position


def _window(
    stream: Stream, select: Selection, exact: frozenset[bytes] | None, rows: Rows, position: int, wanted: int
) -> int:
    """Read the whole rows of the window; where the rest begins. `exact`: the wanted words, where no key is needed."""
    buffer, end = stream.buffer, stream.end
    find, size = buffer.find, _FLOAT.itemsize * rows.dim
    rank = first = rows.total
    sampled = set(select.samples_between(first, first + (end - position) // size + 1).tolist())
    while rank < wanted:
        space = find(b" ", position, position + LONGEST_WORD)
        if space < 0:
            if end - position >= LONGEST_WORD:
                raise _no_word(stream, rank)
            break
        after = space + 1 + size
        if after > end:
            break
        word = buffer[position:space].lstrip(b"\n")  # some writers end each row with a line break
        if exact is None or word in exact or rank in sampled:
            if b"\n" in word or b"\0" in word:
                raise _no_word(stream, rank)
            text = rows.decode(word)
            if text is not None and (rank in sampled or select.wants(text)):
                rows.add(rank, text, np.frombuffer(buffer[space + 1 : after], _FLOAT))
        rank += 1
        position = after
    rows.total = rank
    return position


def _no_word(stream: Stream, rank: int) -> FormatError:
    return FormatError(
        f"no word in front of the numbers of row {rank + 1:,}; the file is damaged, or its header lies about the dimensions",
        file=stream.path,
    )


def _cut_short(stream: Stream, rank: int, promised: int) -> FormatError:
    return FormatError(
        f"ends in row {rank + 1:,} of the {promised:,} that its header promises; it is cut short", file=stream.path
    )


def _check_end(stream: Stream, position: int, promised: int) -> None:
    """Nothing but white space may follow; reading on also lets a decompressor check its sums."""
    while not stream.buffer[position : stream.end].strip():
        if not stream.advance(stream.end):
            return
        position = stream.start
    raise FormatError(
        f"goes on after the {promised:,} rows that its header promises; the header lies about rows or dimensions",
        file=stream.path,
    )


def write_word2vec(path: Path, size: Size, blocks: Blocks) -> None:
    """Write each row as word2vec does, with a line break at its end."""
    packed = _packed_compiled if size.rows * size.dim * _FLOAT.itemsize >= COMPILED_FROM else _packed
    written = 0
    with path.open("wb", buffering=0) as file:
        _write_all(file, header_line(size.rows, size))
        end = room = file.tell()
        for data, rows in packed((words, np.ascontiguousarray(vectors, _FLOAT)) for words, vectors in blocks):
            room = _make_room(file, end + len(data), room)
            _write_all(file, data)
            end += len(data)
            written += rows
        file.truncate(end)
        file.seek(0)
        _write_all(file, header_line(written, size))


def _make_room(file: FileIO, needed: int, room: int) -> int:
    """Ask the file system for room ahead of what is written, which takes it less than to find it piece by piece; how far it reaches."""
    if needed <= room or not hasattr(os, "posix_fallocate"):
        return room
    with suppress(OSError):  # not all can; where none is left, writing tells
        os.posix_fallocate(file.fileno(), room, needed - room + _ROOM)
    return needed + _ROOM


def _write_all(file: FileIO, data: bytes | memoryview) -> None:
    """In pieces; without a buffer in between, only some of a piece may be written, and the error comes with the next."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest[:_PIECE]) :]


def _packed(blocks: Blocks) -> Iterator[tuple[bytes, int]]:
    """The bytes of each block, and how many rows they are."""
    for words, vectors in blocks:
        names = (f"{word} ".encode("utf-8", "surrogateescape") for word in words)
        yield b"".join(chain.from_iterable(zip(names, vectors, repeat(b"\n")))), len(words)


def _packed_compiled(blocks: Blocks) -> Iterator[tuple[memoryview, int]]:
    """The same; what is given is overwritten by the next, as fresh memory for each block would take as long again."""
    from weatherglass.embedding.compiled import pack

    packed = np.empty(0, np.uint8)
    for words, vectors in blocks:
        lines = np.frombuffer("\n".join([*words, ""]).encode("utf-8", "surrogateescape"), np.uint8)
        needed = len(lines) + len(words) + vectors.nbytes
        if len(packed) < needed:
            packed = np.empty(needed + needed // 8, np.uint8)
        yield packed[: pack(lines, vectors.view(np.uint8), packed)].data, len(words)
