"""Bytes to lines of text: encodings, what is no text at all, and lines without end."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from weatherglass.corpus.parts import LONGEST, Findings, Reading
from weatherglass.corpus.source import Source
from weatherglass.errors import FormatError

_BOM = b"\xef\xbb\xbf"
# The longer marks first: that of UTF-32 begins with that of UTF-16.
_MARKS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_BINARY: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"%PDF-", "a PDF document; extract its text first"),
    (b"\xd0\xcf\x11\xe0", "an old Word document; save it as text first"),
    (b"{\\rtf", "an RTF document; save it as text first"),
    (b"PAR1\x15", "a Parquet table; write it as JSON lines first"),
    (b"7z\xbc\xaf", "a 7z archive; unpack it first"),
    (b"Rar!\x1a", "a RAR archive; unpack it first"),
    (b"\x7fELF", "a program"),
    (b"SQLite format 3", "a database"),
)
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")  # a text has none, but for escape sequences
_REPLACEMENT = "\ufffd"


class Block(NamedTuple):
    """Whole lines; `first` is the number of the first, `continued` says that its beginning came in the block before."""

    first: int
    text: str
    continued: bool


def encoding_of(head: bytes, reading: Reading) -> str:
    """The encoding to read: what a byte order mark says, or else what was given."""
    marked = next((name for mark, name in _MARKS if head.startswith(mark)), None)
    return marked if marked is not None and reading.codec.startswith("utf") else reading.codec


def head_text(head: bytes, reading: Reading) -> str:
    """The beginning as text, for a look at what it is."""
    return head.decode(encoding_of(head, reading), "replace").removeprefix("\ufeff")


def check_text(source: Source, reading: Reading) -> None:
    """Refuse what is not text, whatever is done about single bytes."""
    head = source.head
    known = next((what for magic, what in _BINARY if head.startswith(magic)), None)
    if head[257:262] == b"ustar":
        known = "a tar archive; unpack it first"
    if known is not None:
        raise FormatError(f"does not look like text: it begins like {known}", file=source.path)
    if encoding_of(head, reading).startswith(("utf-16", "utf-32")):
        return
    start = head[:4096]
    if b"\0" in start:
        hint = ""
        if start[1::2].count(0) > len(start) // 3 or start[::2].count(0) > len(start) // 3:
            hint = "; if it is UTF-16, give encoding='utf-16-le' or 'utf-16-be'"
        raise FormatError(f"does not look like text: it has NUL bytes{hint}", file=source.path)
    if len(_CONTROL.findall(start)) > len(start) // 10:
        raise FormatError("does not look like text: it is full of control characters", file=source.path)


def blocks(source: Source, reading: Reading, findings: Findings, *, longest: int | None = None) -> Iterator[Block]:
    """Whole lines, as many as fit in a block; only a line feed ends a line.

    A line of more than `longest` bytes is an error; without `longest` it is cut at white space.
    """
    check_text(source, reading)
    encoding = encoding_of(source.head, reading)
    first, continued = 1, False
    offset = len(_BOM) if encoding == "utf-8" and source.head.startswith(_BOM) else 0
    data = _unmarked(source.chunks() if encoding == "utf-8" else utf8(source, encoding, reading, findings))
    for block, cut in _cut_lines(data) if longest is None else whole_lines(data, longest, source.path):
        yield Block(first, _decoded(block, source, reading, findings, first, offset), continued)
        if cut and not continued:
            findings.add("long-paragraphs", f"{source.name}, line {first}")
        first += block.count(b"\n")
        offset += len(block)
        continued = cut


def _unmarked(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Without the mark that some programs put in front of UTF-8."""
    start = b""
    for chunk in chunks:
        start += chunk
        if len(start) >= len(_BOM):
            break
    if start := start.removeprefix(_BOM):
        yield start
    yield from chunks


def utf8(source: Source, encoding: str, reading: Reading, findings: Findings) -> Iterator[bytes]:
    """The source's bytes in UTF-8, whatever their encoding."""
    strict = codecs.getincrementaldecoder(encoding)("strict")
    lenient = codecs.getincrementaldecoder(encoding)("replace")
    fed, line, half_counted = 0, 1, False
    chunks = source.chunks()
    chunk: bytes | None = next(chunks, b"")
    while chunk is not None:
        following = next(chunks, None)
        state = strict.getstate()
        fed += len(chunk)
        try:
            text = strict.decode(chunk, final=following is None)
        except UnicodeDecodeError as error:
            if reading.errors == "refuse":
                before = error.object[: error.start].decode(encoding, "replace").count("\n")
                position = fed - len(error.object) + error.start
                raise _wrong_byte(source, encoding, error, line + before, position) from error
            lenient.setstate(state)
            text = lenient.decode(chunk, final=following is None)
            strict.setstate(lenient.getstate())
            affected = [_REPLACEMENT in part for part in text.split("\n")]
            findings.add("replaced-bytes", source.name, sum(affected) - (half_counted and affected[0]))
            half_counted = affected[-1]
        else:
            half_counted = half_counted and "\n" not in text
        line += text.count("\n")
        if text:
            yield text.encode("utf-8", "replace")
        chunk = following


def _wrong_byte(source: Source, encoding: str, error: UnicodeDecodeError, line: int, position: int) -> FormatError:
    other = "'utf-8'" if encoding != "utf-8" else "'latin-1' or 'cp1252'"
    return FormatError(
        f"the byte 0x{error.object[error.start]:02X} at offset {position:,} is not {encoding}. If the whole file is in "
        f"another encoding, give it, as in encoding={other}; errors='replace' reads on over single wrong bytes",
        file=source.path,
        line=line,
    )


def _decoded(block: bytes, source: Source, reading: Reading, findings: Findings, first: int, offset: int) -> str:
    if b"\0" in block:
        if reading.errors == "refuse":
            at = block.index(b"\0")
            raise FormatError(
                f"does not look like text: there is a NUL byte at offset {offset + at:,}; errors='replace' reads on over it",
                file=source.path,
                line=first + block.count(b"\n", 0, at),
            )
        findings.add("replaced-bytes", source.name, sum(b"\0" in line for line in block.split(b"\n")))
        block = block.replace(b"\0", _REPLACEMENT.encode())
    try:
        return block.decode("utf-8")
    except UnicodeDecodeError as error:
        if reading.errors == "refuse":
            line = first + block.count(b"\n", 0, error.start)
            raise _wrong_byte(source, "utf-8", error, line, offset + error.start) from error
    findings.add("replaced-bytes", source.name, sum(not _is_utf8(line) for line in block.split(b"\n")))
    return block.decode("utf-8", "replace")


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def whole_lines(chunks: Iterator[bytes], longest: int, file: Path) -> Iterator[tuple[bytes, bool]]:
    """Blocks that end with a line, and whether they had to be cut, which they never are."""
    kept: list[bytes] = []  # of a line whose end has not come
    size = 0
    for chunk in chunks:
        end = chunk.rfind(b"\n") + 1
        if end:
            yield b"".join([*kept, chunk[:end]]), False
            kept, size = [chunk[end:]], len(chunk) - end
        else:
            kept.append(chunk)
            size += len(chunk)
        if size > longest:
            raise FormatError(f"a line is longer than {longest >> 20} MB; perhaps the line breaks are lost", file=file)
    if last := b"".join(kept):
        yield last, False


def _cut_lines(chunks: Iterator[bytes]) -> Iterator[tuple[bytes, bool]]:
    """Where a line is cut depends on the line alone, not on where chunks end."""
    kept = b""
    for chunk in chunks:
        kept += chunk
        end = kept.rfind(b"\n") + 1
        line = kept.find(b"\n") if end else len(kept)
        while line > LONGEST:
            cut = _end_of_word(kept[:LONGEST])
            yield kept[:cut], True
            kept, end, line = kept[cut:], end - cut, line - cut
        if end > 0:
            yield kept[:end], False
            kept = kept[end:]
    if kept:
        yield kept, False


def _end_of_word(data: bytes) -> int:
    """Where to cut a line: after its last white space, or else not inside a character."""
    space = max(data.rfind(b" "), data.rfind(b"\t")) + 1
    if space:
        return space
    for back in range(1, 4):
        if data[-back] >= 0xC0:  # the first byte of a character
            return len(data) - back
        if data[-back] < 0x80:
            break
    return len(data)
