"""Compressed files, decompressed by a thread that stays a few chunks ahead of whoever reads."""

from __future__ import annotations

import bz2
import lzma
import queue
import sys
import threading
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import IO, Any

from weatherglass.errors import FormatError

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd


CHUNK = 1 << 20
_INPUT = 1 << 18  # compressed bytes read at once
# Real data compresses 2- to 10-fold; a file that grows more than this is a bomb.
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


def compression_of(path: Path) -> str | None:
    """What the file's first bytes say it is compressed with."""
    with path.open("rb") as file:
        head = file.read(8)
    return next((name for magic, name in _MAGIC if head.startswith(magic)), None)


def split_archive(path: Path) -> tuple[Path, str | None]:
    """`glove.zip/glove.100d.txt` names a member of an archive; everything else is a file of its own."""
    if not path.exists():
        for parent in path.parents:
            if parent.is_file():
                return parent, path.relative_to(parent).as_posix()
    return path, None


class Decompressed:
    """The chunks of a compressed file; close it, or its thread waits for ever."""

    def __init__(self, path: Path, compression: str, member: str | None = None):
        self.path, self.compression, self.member = path, compression, member
        self.position = 0  # compressed bytes done
        self._size = path.stat().st_size
        self._stop = threading.Event()

    def __iter__(self) -> Iterator[bytes]:
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

    def close(self) -> None:
        """Let the thread end, whether or not all was read."""
        self._stop.set()

    def _decompress(self, ahead: queue.Queue[bytes | Exception]) -> None:
        """The thread's work; errors are handed on, to be raised where the reader is."""
        total = 0
        try:
            with self.path.open("rb", buffering=0) as raw:
                for chunk in self._unzipped(raw) if self.compression == "zip" else self._inflated(raw):
                    total += len(chunk)
                    self.position = raw.tell()
                    if total > EXPANSION_FREE and total > MOST_EXPANSION * self._size:
                        raise FormatError(
                            f"decompresses to more than {MOST_EXPANSION} times its {self._size:,} bytes; refused, as real "
                            "data compresses at most about tenfold. Decompress it by hand if it is genuine",
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


def _is_data(name: str) -> bool:
    """Not a folder, and not one of the files that a Mac adds to archives."""
    path = PurePosixPath(name)
    return bool(path.name) and name[-1] != "/" and path.name[0] != "." and path.parts[0] != "__MACOSX"
