"""word2vec's binary format: a header line, then each word, a space, and its numbers as 32-bit floats."""

from __future__ import annotations

import numpy as np

from weatherglass.embedding.selection import Rows, Selection
from weatherglass.embedding.stream import Stream
from weatherglass.embedding.text import read_header
from weatherglass.errors import FormatError

LONGEST_WORD = 2000  # bytes
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
    rows = Rows(stream.path, dim)
    if stream.plain_size is not None and promised * (_FLOAT.itemsize * dim + 2) > stream.plain_size:
        raise FormatError(
            f"the header promises {promised:,} rows of {dim:,} numbers, but the file has only {stream.plain_size:,} "
            "bytes; it is cut short or not what it says",
            file=stream.path,
        )
    wanted = promised if select.limit is None else min(promised, select.limit)
    if select.words is None and stream.plain_size is not None:
        rows.reserve(wanted)
    position = stream.start + len(line) + 1
    exact = None
    if select.words is not None and select.key is None:
        exact = frozenset(word.encode("utf-8", "surrogatepass") for word in select.words)
    while rows.total < wanted:
        position = _window(stream, select, exact, rows, position, wanted)
        if rows.total == wanted:
            break
        if not stream.advance(position):
            raise FormatError(
                f"ends in row {rows.total + 1:,} of the {promised:,} that its header promises; it is cut short",
                file=stream.path,
            )
        position = stream.start
    if wanted == promised:
        _check_end(stream, position, promised)
    return rows


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
