"""Vectors as text: word2vec and fastText `.vec` (with a header line) and GloVe (without).

Only the rows asked for are turned into numbers. The others are passed over by looking at the first three bytes
of each line, all lines of a window at once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weatherglass.embedding.blocks import Blocks, Size, most_rows
from weatherglass.embedding.selection import Rows, Selection
from weatherglass.embedding.stream import Stream
from weatherglass.errors import FormatError, SpecError

_HEADER = re.compile(rb"(\d{1,18})[ \t](\d{1,18})[ \t]*")
_NUMBER = re.compile(rb"[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|nan|inf(?:inity)?)", re.IGNORECASE)
_PLAIN_NUMBERS = frozenset(b"+-.0123456789eE")
_OTHER_SPACES = frozenset((b"\t", b"\r", b"\x0b", b"\x0c"))
_PRINTABLE = re.compile(rb"[!-~]+")
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1f]")
BOM = b"\xef\xbb\xbf"
_BULK = 8 << 20  # bytes that are turned into numbers at once when all rows are wanted
_MOST_NEEDED = 2  # whole lines without which the reader cannot begin: a header and a row
_LOOK_AT = 200  # lines from which the number of dimensions of a file without header is taken


def read_header(line: bytes) -> tuple[int, int] | None:
    """Rows and dimensions, if the line is a word2vec header."""
    match = _HEADER.fullmatch(line.rstrip(b"\r\n").removeprefix(BOM))
    return (int(match[1]), int(match[2])) if match else None


def header_line(rows: int, size: Size) -> bytes:
    """A word2vec header that is always as long for a file of this size, so that it can be mended in the end.

    Zeros in front are what every reader takes; the original word2vec does not take spaces behind.
    """
    if rows > size.rows:
        raise SpecError(
            f"{rows:,} rows came where {size.rows:,} were expected; the file was changed while it was read, so read it again"
        )
    return f"{rows:0{len(str(size.rows))}} {size.dim}\n".encode()


def looks_like_text(head: bytes, header: tuple[int, int] | None = None) -> bool:
    """Whether a file, or what follows its header, begins with a word and numbers in digits.

    A damaged number must not make a text file look binary: with a header, the right count of fields is enough.
    """
    line, line_break, _ = head.removeprefix(BOM).partition(b"\n")
    fields = line.rstrip(b"\r \t").replace(b"\t", b" ").split(b" ")
    if not line_break and len(fields) > 1:
        fields.pop()  # the line goes on, so its last number may be cut
    if header is None:
        return len(fields) > 1 and is_number(fields[-1])
    numbers = fields[1:][-header[1] :] if header[1] else []
    valid = sum(map(is_number, numbers))
    if len(numbers) == header[1] and _PRINTABLE.fullmatch(b"".join(numbers)):
        return valid > 0 or not _CONTROL.search(head)
    return 0 < len(numbers) == valid


def separator_of(line: bytes) -> bytes:
    """What stands between the word and the numbers of a row."""
    return b"\t" if b"\t" in line and b" " not in line else b" "


def read_text(stream: Stream, select: Selection) -> Rows:
    """Read the rows that `select` wants."""
    lines = _first_lines(stream)
    header = read_header(lines[0])
    body = [line.rstrip(b"\r ") for line in (lines[1:] if header else lines) if line.strip()]
    if not body:
        raise FormatError("holds no vectors", file=stream.path)
    separator = separator_of(body[0])
    dim = _dimensions(stream, header, body, separator)
    rows = Rows(stream.path, dim, select.into)
    reader = _TextReader(stream, select, rows, separator, lines_before=1 if header else 0)
    if select.words is None:
        stream.widen(_BULK)
        promised = header[0] if header else most_rows(stream.plain_size, dim)
        rows.expect(
            promised if select.limit is None else min(promised, select.limit),
            reserve=header is not None and stream.plain_size is not None,
        )
    reader.read(skip=len(lines[0]) + 1 if header else (len(BOM) if lines[0].startswith(BOM) else 0))
    if header and (select.limit is None or rows.total < select.limit) and rows.total != header[0]:
        raise FormatError(
            f"the header promises {header[0]:,} rows, the file has {rows.total:,}; it is cut short or not what it says",
            file=stream.path,
        )
    return rows


def _first_lines(stream: Stream) -> list[bytes]:
    """The first whole lines, at least a header and a row where there are that many; what ends the file counts too."""
    while True:
        shown = stream.buffer[stream.start : stream.end]
        whole = shown.split(b"\n", _LOOK_AT)
        if len(whole) > _MOST_NEEDED or not stream.advance(stream.start):
            return whole if stream.at_end and len(whole) <= _LOOK_AT else whole[:-1]


def _dimensions(stream: Stream, header: tuple[int, int] | None, body: list[bytes], separator: bytes) -> int:
    counts = Counter(line.count(separator) for line in body)
    # A word with spaces has more fields, and no intact row has fewer: the commonest count is the dimension.
    commonest, votes = counts.most_common(1)[0]
    if header is None:
        if commonest < 1 or votes < len(body) / 2:
            raise FormatError("the lines are not words followed by equally many numbers", file=stream.path, line=1)
        return commonest
    rows, dim = header
    least = rows * (2 * dim + 1)  # a letter, then a separator and a digit for each number
    if stream.plain_size is not None and least > stream.plain_size:
        raise FormatError(
            f"the header promises {rows:,} rows of {dim:,} numbers, but the file has only {stream.plain_size:,} bytes",
            file=stream.path,
            line=1,
        )
    if commonest != dim:
        raise FormatError(
            f"the header promises {dim:,} dimensions, but the rows have {commonest:,} numbers", file=stream.path, line=1
        )
    return dim


class _TextReader:
    def __init__(self, stream: Stream, select: Selection, rows: Rows, separator: bytes, lines_before: int):
        self.stream, self.select, self.rows, self.separator = stream, select, rows, separator
        self.lines = lines_before  # lines passed, rows or not, for line numbers in messages
        self.first_words = select.first_words(separator.decode())
        self.first_bytes = None if select.words is None or select.key else _first_bytes(select.words, separator)

    def read(self, skip: int) -> None:
        position = self.stream.start + skip
        while True:
            position, stop = self._window(position)
            if stop:
                return
            if not self.stream.advance(position):
                self._last_line(self.stream.start)
                return
            position = self.stream.start

    def _window(self, position: int) -> tuple[int, bool]:
        """Read the whole lines of the window; where the rest begins, and whether the limit is reached."""
        view = np.frombuffer(self.stream.buffer, np.uint8, self.stream.end - position, position)
        ends = np.flatnonzero(view == 10)
        if not len(ends):
            return position, False
        after = position + int(ends[-1]) + 1
        starts = np.concatenate(([0], ends[:-1] + 1))
        blank = (ends == starts) | ((ends == starts + 1) & (view[starts] == 13))
        before = self.rows.total
        line_numbers = self.lines + 1 + np.flatnonzero(~blank)
        self.lines += len(starts)
        if blank.any():
            starts, ends = starts[~blank], ends[~blank]
        limit = len(starts) if self.select.limit is None else self.select.limit - before
        stop = self.select.limit is not None and len(starts) >= limit
        starts, ends = starts[:limit], ends[:limit]
        self._check_lengths(view, starts, ends, line_numbers)
        if self.select.words is None and len(starts):
            end = position + int(ends[-1]) + 1
            if self._all_at_once(self.stream.buffer[position:end], len(starts), before):
                self.rows.total += len(starts)
                return after, stop
        sampled = set((self.select.samples_between(before, before + len(starts)) - before).tolist())
        buffer = self.stream.buffer
        for i in self._candidates(view, starts, ends, sampled):
            line = buffer[position + int(starts[i]) : position + int(ends[i])]
            if i in sampled or self._may_be_wanted(line):
                self._row(line, before + i, int(line_numbers[i]), keep=i in sampled)
        self.rows.total += len(starts)
        return after, stop

    def _all_at_once(self, block: bytes, count: int, before: int) -> bool:
        """Read a block of plain rows quickly; false, and nothing read, if any row of it needs a closer look."""
        import polars as pl

        # polars would drop these silently, from words or numbers.
        if block.startswith(BOM) or any(space in block for space in _OTHER_SPACES - {self.separator}):
            return False
        dim = self.rows.dim
        trailing = block.count(self.separator) == count * (dim + 1)
        names = [str(i) for i in range(dim)]
        schema = {"word": pl.String, **dict.fromkeys(names, pl.Float64), **({"rest": pl.String} if trailing else {})}
        try:
            frame = pl.read_csv(
                block, has_header=False, separator=self.separator.decode(), quote_char=None, schema=schema
            )
        except pl.exceptions.PolarsError:
            return False
        rows = frame.select("word", *names)
        if rows.height != count or any(rows.null_count().row(0)) or (trailing and frame["rest"].null_count() != count):
            return False
        with np.errstate(over="ignore"):  # what overflows becomes infinite, and such rows are left out and counted
            vectors = rows.select(names).to_numpy().astype(np.float32, order="C")
        self.rows.add_block(before, rows["word"].to_list(), vectors)
        return True

    def _candidates(
        self, view: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64], sampled: set[int]
    ) -> Iterable[int]:
        """Lines that may hold a wanted word."""
        if self.first_bytes is None:
            return range(len(starts))
        # Shorter lines than three bytes end in their line break, which begins no word.
        first, second, third = (view[np.minimum(starts + i, ends)].astype(np.uint16) for i in range(3))
        hits: list[int] = np.flatnonzero(self.first_bytes[_mix(first, second, third)]).tolist()
        return sorted({*hits, *sampled}) if sampled else hits

    def _may_be_wanted(self, line: bytes) -> bool:
        if self.first_words is None:
            return True
        word = line[: max(line.find(self.separator), 0)].decode("utf-8", "replace")
        return word in self.first_words or (self.select.key is not None and self.select.key(word) in self.first_words)

    def _check_lengths(
        self,
        view: NDArray[np.uint8],
        starts: NDArray[np.int64],
        ends: NDArray[np.int64],
        line_numbers: NDArray[np.int64],
    ) -> None:
        """A row with too few numbers is an error even where it is not asked for: the file is damaged.

        Each number follows a separator; one more may end the line.
        """
        if not len(starts):
            return
        separators = (view[: ends[-1]] == self.separator[0]).view(np.int8)
        last = view[np.where(view[ends - 1] == 13, np.maximum(ends - 2, starts), ends - 1)]
        narrow = np.int16 if self.rows.dim < 10_000 else np.int32  # half the time, and enough for whole rows
        numbers = np.add.reduceat(separators, starts, dtype=narrow) - (last == self.separator[0])
        short = np.flatnonzero(numbers < self.rows.dim)
        if len(short):
            i = int(short[0])
            raise self._too_short(int(numbers[i]), int(line_numbers[i]))

    def _row(self, line: bytes, rank: int, line_number: int, *, keep: bool) -> None:
        dim = self.rows.dim
        fields = line.rstrip(b"\r").split(self.separator)
        while len(fields) > dim + 1 and not fields[-1]:
            fields.pop()
        if len(fields) <= dim:
            raise self._too_short(len(fields) - 1, line_number)
        head = fields[:-dim]
        while len(head) > 1 and is_number(head[-1]):
            head.pop()
        word = self.rows.decode(self.separator.join(head))
        if word is None or not (keep or self.select.wants(word)):
            return
        if len(head) + dim < len(fields):
            self.rows.leave_out("too-many-numbers", word)
            return
        numbers = fields[-dim:]
        if not _PLAIN_NUMBERS.issuperset(b"".join(numbers)):
            numbers = [number if is_number(number) else b"?" for number in numbers]
        try:
            with np.errstate(over="ignore"):  # what overflows becomes infinite, and such rows are left out and counted
                vector = np.array(numbers, dtype=np.float64).astype(np.float32)
        except ValueError:
            wrong = next(number for number in fields[-dim:] if not is_number(number))
            shown = wrong.decode("utf-8", "backslashreplace")[:40]
            raise FormatError(f"'{shown}' is not a number", file=self.stream.path, line=line_number) from None
        self.rows.add(rank, word, vector)

    def _too_short(self, numbers: int, line_number: int) -> FormatError:
        return FormatError(
            f"{numbers:,} numbers, expected {self.rows.dim:,}; the row is cut short",
            file=self.stream.path,
            line=line_number,
        )

    def _last_line(self, position: int) -> None:
        """What follows the last line break: nothing, or a row that may be cut inside its last number."""
        line = self.stream.buffer[position : self.stream.end].strip(b"\r ")
        if not line or (self.select.limit is not None and self.rows.total >= self.select.limit):
            return
        fields = line.split(self.separator)
        if len(fields) <= self.rows.dim:
            raise self._too_short(len(fields) - 1, self.lines + 1)
        word = self.separator.join(fields[: -self.rows.dim])
        self.rows.leave_out("unfinished-row", word.decode("utf-8", "backslashreplace"))
        self.rows.total += 1


def _first_bytes(words: frozenset[str], separator: bytes) -> NDArray[np.bool_]:
    """Which mixes of a line's first three bytes can begin the row of a wanted word; small enough to stay cached."""
    table = np.zeros(1 << 16, np.bool_)
    every_byte = np.arange(256, dtype=np.uint16)
    for word in words - {""}:
        first, second, *third = (word.encode("utf-8", "surrogatepass") + separator)[:3]
        table[_mix(np.uint16(first), np.uint16(second), np.array(third, np.uint16) if third else every_byte)] = True
    return table


def _mix(first: Any, second: Any, third: Any) -> Any:
    """Three bytes to sixteen bits; different bytes may meet, and the word is looked at then."""
    return (first << 9) ^ (second << 4) ^ third


def is_number(field: bytes) -> bool:
    """A plain decimal number, nan or inf; not all that Python would take, such as 1_000 or other alphabets' digits."""
    return _NUMBER.fullmatch(field) is not None


def write_text(path: Path, size: Size, blocks: Blocks) -> None:
    """Write word2vec text, with the shortest digits that lead back to the same 32-bit numbers."""
    import polars as pl

    written = 0
    columns = [str(i) for i in range(size.dim)]
    with path.open("wb") as file:
        file.write(header_line(size.rows, size))
        for words, vectors in blocks:
            frame = pl.DataFrame(vectors, schema=columns).insert_column(0, pl.Series("word", words, pl.String))
            frame.write_csv(file, separator=" ", include_header=False, quote_style="never")
            written += len(words)
        file.seek(0)
        file.write(header_line(written, size))
