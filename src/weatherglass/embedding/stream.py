"""Bytes of a vectors file, decompressed on the fly, seen through a window that moves forward.

A plain file is memory-mapped a window at a time, so nothing is copied and memory stays small whatever the
file's size; a compressed one is decompressed in a thread beside the scan. Both look the same to a reader.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from pathlib import Path

from weatherglass.errors import FormatError
from weatherglass.files.compressed import Decompressed, compression_of, split_archive
from weatherglass.progress import HowFar

Buffer = bytes | mmap.mmap

WINDOW = 1 << 20
LONGEST_ROW = 16 << 20


class Stream:
    """A forward-only window on the bytes; `advance(used)` drops what was read and shows what follows."""

    def __init__(self, path: Path, *, progress: HowFar | None = None):
        self.path, self.member = split_archive(path)
        self.size = self.path.stat().st_size
        self.compression = compression_of(self.path)
        if self.member is not None and self.compression != "zip":
            raise FormatError(f"is no archive, so it has no member '{self.member}'", file=self.path)
        self._progress = progress
        self.buffer: Buffer = b""
        self.end = 0  # bytes in the buffer
        self.start = 0  # where the unread part of the buffer begins
        self.at_end = False  # the buffer reaches to the end of the data
        self._window = WINDOW
        self._offset = 0  # of the buffer in a plain file
        if self.compression is None:
            self._file = self.path.open("rb", buffering=0)
        else:
            self._packed = Decompressed(self.path, self.compression, self.member)
            self._chunks: Iterator[bytes] = iter(self._packed)

    @property
    def plain_size(self) -> int | None:
        """Size of the data if it can be known before reading."""
        return self.size if self.compression is None else None

    def advance(self, used: int) -> bool:
        """Move the window so that it begins at `used`; false when nothing more could be shown."""
        grown = self._advance_plain(used) if self.compression is None else self._advance_chunks(used)
        if self._progress is not None:
            self._progress(self._done(), self.size)
        return grown

    def widen(self, window: int) -> None:
        """Show more of a plain file at once, for readers that want all of it."""
        self._window = max(self._window, window)

    def take(self, count: int) -> bytes:
        """The next `count` bytes; fewer only at the end of the data."""
        parts: list[bytes] = []
        while count > 0:
            part = self.buffer[self.start : min(self.start + count, self.end)]
            self.start += len(part)
            count -= len(part)
            parts.append(part)
            if count and not self.advance(self.start):
                break
        return b"".join(parts)

    def finish(self) -> None:
        """Pass over the rest of compressed data, so that its check sum is looked at."""
        while self.compression is not None and self.advance(self.end):
            pass

    @property
    def offset(self) -> int:
        """Where the unread part begins in a plain file."""
        return self._offset + self.start

    def _advance_plain(self, used: int) -> bool:
        position = self._offset + used
        shown = self._offset + self.end
        if shown >= self.size:
            self.at_end, self.start = True, used
            return False
        if shown - position >= self._window:  # one row fills the window
            self._grow()
        self._offset = position - position % mmap.ALLOCATIONGRANULARITY
        self.start = position - self._offset
        self.end = min(self._window + self.start, self.size - self._offset)
        self.buffer = mmap.mmap(self._file.fileno(), self.end, access=mmap.ACCESS_READ, offset=self._offset)
        self.at_end = self._offset + self.end >= self.size
        return True

    def _advance_chunks(self, used: int) -> bool:
        while self.end - used >= self._window:
            self._grow()
        chunk = b"" if self.at_end else next(self._chunks, b"")
        self.at_end = not chunk
        assert isinstance(self.buffer, bytes)
        self.buffer = self.buffer[used:] + chunk
        self.start, self.end = 0, len(self.buffer)
        return bool(chunk)

    def _grow(self) -> None:
        self._window *= 2
        if self._window > LONGEST_ROW:
            raise FormatError(
                f"a single row is longer than {LONGEST_ROW >> 20} MB; this is not a vectors file, or its line "
                "breaks are lost",
                file=self.path,
            )

    def _done(self) -> int:
        return self._offset + self.start if self.compression is None else self._packed.position

    def close(self) -> None:
        """Stop the decompressor and let go of the file."""
        self.buffer = b""  # a mapped window is released when its last view is
        if self.compression is None:
            self._file.close()
        else:
            self._packed.close()

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
