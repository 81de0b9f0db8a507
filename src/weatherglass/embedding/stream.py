"""Bytes of a vectors file, decompressed on the fly, seen through a window that moves forward.

A plain file is memory-mapped a window at a time, so nothing is copied and memory stays small whatever the
file's size; a compressed one is decompressed in a thread beside the scan. Both look the same to a reader.
"""

from __future__ import annotations

import bz2
import hashlib
import lzma
import mmap
import queue
import sys
import threading
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import IO, Any

from weatherglass.errors import FormatError

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

Buffer = bytes | mmap.mmap
Progress = Callable[[int, int], None]  # bytes of the file done, bytes in all

WINDOW = 1 << 20
CHUNK = 1 << 20
_INPUT = 1 << 18  # compressed bytes read at once
LONGEST_ROW = 16 << 20
# Real vectors compress 2- to 4-fold; a file that grows more than this is a bomb, not vectors.
MOST_EXPANSION = 200
EXPANSION_FREE = 64 << 20

_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x1f\x8b", "gz"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"\x28\xb5\x2f\xfd", "zst"),
    (b"BZh", "bz2"),
    (b"PK\x03\x04", "zip"),
)


class _Gunzip:
    """zlib's gzip decompressor, with the manners of the others."""

    def __init__(self) -> None:
        self._zlib = zlib.decompressobj(wbits=31)

    @property
    def eof(self) -> bool:
        return self._zlib.eof

    @property
    def unused_data(self) -> bytes:
        return self._zlib.unused_data

    @property
    def needs_input(self) -> bool:
        return not self._zlib.unconsumed_tail

    def decompress(self, data: bytes, most: int) -> bytes:
        return self._zlib.decompress(self._zlib.unconsumed_tail + data, most)


_DECOMPRESSORS: dict[str, Callable[[], Any]] = {
    "gz": _Gunzip,
    "xz": lzma.LZMADecompressor,
    "zst": zstd.ZstdDecompressor,
    "bz2": bz2.BZ2Decompressor,
}


@lru_cache(maxsize=64)
def _sha256(path: Path, _size: int, _mtime_ns: int) -> str:
    with path.open("rb", buffering=0) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def file_sha256(path: Path) -> str:
    """SHA-256 of the file's bytes; computed once per content."""
    stat = path.stat()
    return _sha256(path.resolve(), stat.st_size, stat.st_mtime_ns)


def split_archive(path: Path) -> tuple[Path, str | None]:
    """`glove.zip/glove.100d.txt` names a member of an archive; everything else is a file of its own."""
    if not path.exists():
        for parent in path.parents:
            if parent.is_file():
                return parent, path.relative_to(parent).as_posix()
    return path, None


class Stream:
    """A forward-only window on the bytes; `advance(used)` drops what was read and shows what follows."""

    def __init__(self, path: Path, *, progress: Progress | None = None):
        self.path, self.member = split_archive(path)
        self.size = self.path.stat().st_size
        self.compression = self._compression()
        if self.member is not None and self.compression != "zip":
            raise FormatError(f"is no archive, so it has no member '{self.member}'", file=self.path)
        self._progress = progress
        self._stop = threading.Event()
        self.buffer: Buffer = b""
        self.end = 0  # bytes in the buffer
        self.start = 0  # where the unread part of the buffer begins
        self.at_end = False  # the buffer reaches to the end of the data
        self._window = WINDOW
        self._offset = 0  # of the buffer in a plain file
        self._raw_position = 0
        if self.compression is None:
            self._file = self.path.open("rb", buffering=0)
        else:
            self._chunks = self._decompressed()

    @property
    def plain_size(self) -> int | None:
        """Size of the data if it can be known before reading."""
        return self.size if self.compression is None else None

    def _compression(self) -> str | None:
        with self.path.open("rb") as file:
            head = file.read(8)
        return next((name for magic, name in _MAGIC if head.startswith(magic)), None)

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
        return self._offset + self.start if self.compression is None else self._raw_position

    def _decompressed(self) -> Iterator[bytes]:
        """Chunks from a thread that stays a few of them ahead."""
        ahead: queue.Queue[bytes | Exception] = queue.Queue(maxsize=4)
        threading.Thread(target=self._decompress, args=(ahead,), daemon=True, name="decompress").start()
        while True:
            item = ahead.get()
            if isinstance(item, FormatError):
                raise item
            if isinstance(item, Exception):  # the decompressors raise many kinds on damaged data
                raise FormatError(
                    f"the {self.compression} data is cut short or damaged ({item}); fetch the file again",
                    file=self.path,
                ) from item
            if not item:
                return
            yield item

    def _decompress(self, ahead: queue.Queue[bytes | Exception]) -> None:
        """The thread's work; errors are handed on, to be raised where the reader is."""
        total = 0
        try:
            with self.path.open("rb", buffering=0) as raw:
                for chunk in self._unzipped(raw) if self.compression == "zip" else self._inflated(raw):
                    total += len(chunk)
                    self._raw_position = raw.tell()
                    if total > EXPANSION_FREE and total > MOST_EXPANSION * self.size:
                        raise FormatError(
                            f"decompresses to more than {MOST_EXPANSION} times its {self.size:,} bytes; refused, as real "
                            "vectors compress about threefold. Decompress it by hand if it is genuine",
                            file=self.path,
                        )
                    if chunk and not self._put(ahead, chunk):
                        return
            self._put(ahead, b"")  # the end
        except Exception as error:  # whatever it is: a reader that waits must hear of it
            self._put(ahead, error)

    def _inflated(self, raw: IO[bytes]) -> Iterator[bytes]:
        """Large pieces at a time, so that the thread seldom waits for the interpreter and a format can be seen."""
        small: list[bytes] = []
        for piece in self._pieces(raw):
            small.append(piece)
            if sum(map(len, small)) >= CHUNK // 2:
                yield b"".join(small)
                small = []
        yield b"".join(small)

    def _pieces(self, raw: IO[bytes]) -> Iterator[bytes]:
        assert self.compression is not None
        new = _DECOMPRESSORS[self.compression]
        stage = new()
        data = raw.read(_INPUT)
        while True:
            yield stage.decompress(data, CHUNK)
            data = b""
            if stage.eof:  # another stream may follow, after padding
                data = stage.unused_data.lstrip(b"\0")
                while not data and (more := raw.read(_INPUT)):
                    data = more.lstrip(b"\0")
                if not data:
                    return
                stage = new()
            elif stage.needs_input:
                data = raw.read(_INPUT)
                if not data:
                    raise EOFError("the data ends before its end mark")

    def _unzipped(self, raw: IO[bytes]) -> Iterator[bytes]:
        with zipfile.ZipFile(raw) as archive, archive.open(self._zip_member(archive)) as member:
            while chunk := member.read(CHUNK):
                yield chunk

    def _put(self, ahead: queue.Queue[bytes | Exception], item: bytes | Exception) -> bool:
        """Wait for room in the queue; false when nobody reads any more."""
        while not self._stop.is_set():
            try:
                ahead.put(item, timeout=0.1)
            except queue.Full:
                continue
            return True
        return False

    def _zip_member(self, archive: zipfile.ZipFile) -> str:
        names = [name for name in archive.namelist() if _is_data(name)]
        if self.member is not None:
            if self.member not in names:
                raise FormatError(f"has no member '{self.member}'; it holds {', '.join(names[:20])}", file=self.path)
            return self.member
        if len(names) != 1:
            listing = ", ".join(names[:20]) or "nothing"
            example = names[0] if names else "NAME"
            raise FormatError(
                f"holds {len(names)} files ({listing}); name one, as in {self.path.name}/{example}",
                file=self.path,
            )
        return names[0]

    def close(self) -> None:
        """Stop the decompressor and let go of the file."""
        self._stop.set()
        self.buffer = b""  # a mapped window is released when its last view is
        if self.compression is None:
            self._file.close()

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _is_data(name: str) -> bool:
    """Not a folder, and not one of the files that a Mac adds to archives."""
    path = PurePosixPath(name)
    return bool(path.name) and name[-1] != "/" and path.name[0] != "." and path.parts[0] != "__MACOSX"
