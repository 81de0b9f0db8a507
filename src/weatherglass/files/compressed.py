"""Compressed files, decompressed by a thread that stays a few chunks ahead of whoever reads.

What they grow to is bounded: by a multiple of their size, and by what `unpacking_at_most` allows.
"""

from __future__ import annotations

import bz2
import io
import lzma
import queue
import struct
import sys
import threading
import zipfile
import zlib
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import IO, Any, NamedTuple, cast

from weatherglass.errors import FormatError

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd


CHUNK = 1 << 20
_INPUT = 1 << 18  # compressed bytes read at once
_SMALL_INPUT = 1 << 14  # where only a beginning is wanted
# Real data compresses 2- to 10-fold; a file that grows more than this is a bomb.
MOST_EXPANSION = 200
EXPANSION_FREE = 64 << 20
# Python undoes the rarer methods of zip without a bound for what comes out. Of this many bytes come a few megabytes at most,
# except of bzip2, whose forty bytes can be forty megabytes.
_ZIP_INPUT = 256
_BOUNDED_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)

_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x1f\x8b", "gz"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"\x28\xb5\x2f\xfd", "zst"),
    (b"BZh", "bz2"),
    (b"PK\x03\x04", "zip"),
)


_allowed: list[int] = []  # what each active `unpacking_at_most` allows
_changing = threading.Lock()


@contextmanager
def unpacking_at_most(most: int) -> Iterator[None]:
    """While it is active no file grows beyond `most` bytes as it is unpacked, whichever thread of this process does it."""
    with _changing:
        _allowed.append(most)
    try:
        yield
    finally:
        with _changing:
            _allowed.remove(most)


def most_unpacked() -> int | None:
    """How many bytes a file may unpack to now, if that is bounded."""
    with _changing:
        return min(_allowed, default=None)


def refuse_growth(total: int, file: Path) -> None:
    """An error if a file, of which so many bytes came out, may not unpack to as many."""
    most = most_unpacked()
    if most is not None and total > most:
        raise FormatError(
            f"unpacks to {total:,} bytes or more, and at most {most:,} are unpacked here; if it is genuine, unpack it by hand and "
            "give the plain file, or one with fewer rows",
            file=file,
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


# What decompressors raise on damaged data.
_OF_DAMAGE = (
    EOFError,
    OSError,
    ValueError,
    RuntimeError,
    struct.error,
    zlib.error,
    lzma.LZMAError,
    zstd.ZstdError,
    zipfile.BadZipFile,
)


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
                    refuse_growth(total, self.path)
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
        for piece in _pieces(raw, self.compression, CHUNK):
            small.append(piece)
            if sum(map(len, small)) >= CHUNK // 2:
                yield b"".join(small)
                small = []
        yield b"".join(small)

    def _unzipped(self, raw: IO[bytes]) -> Iterator[bytes]:
        with zipfile.ZipFile(raw) as archive:
            yield from _member_pieces(archive, only_member(archive, self.member, self.path), CHUNK)

    def _put(self, ahead: queue.Queue[bytes | Exception], item: bytes | Exception) -> bool:
        """Wait for room in the queue; false when nobody reads any more."""
        while not self._stop.is_set():
            try:
                ahead.put(item, timeout=0.1)
            except queue.Full:
                continue
            return True
        return False


class Beginning(NamedTuple):
    """How a file begins once it is unpacked; `size` is that of all of it, as far as can be known from what was seen."""

    compression: str | None
    data: bytes
    size: int
    exact: bool


def beginning(path: Path, most: int) -> Beginning:
    """The first bytes of what is inside a file, of which little more than `most` are unpacked.

    Of damaged data, what comes before the damage. A file that cannot be opened is an error of the system's, an archive without the
    member that is asked for one of ours.
    """
    file, member = split_archive(path)
    compression = compression_of(file)
    size = file.stat().st_size
    with file.open("rb") as raw:
        if compression is None:
            return Beginning(None, raw.read(most), size, exact=True)
        seen = _Seen(b"", 0, 0, whole=False)
        with suppress(*_OF_DAMAGE):
            if compression == "zip":
                with zipfile.ZipFile(raw) as archive:
                    name = only_member(archive, member, file)
                    size = archive.getinfo(name).file_size
                    with suppress(*_OF_DAMAGE):
                        seen = _seen(_member_pieces(archive, name, most), raw, most)
                return Beginning(compression, seen.data, size, exact=True)
            seen = _seen(_pieces(raw, compression, most, _SMALL_INPUT), raw, most)
    grown = seen.unpacked if seen.whole else round(size * seen.unpacked / max(seen.packed, 1))
    return Beginning(compression, seen.data, max(grown, len(seen.data)), seen.whole)


class _Seen(NamedTuple):
    """What was unpacked: the first of it, how much it was, and of how many packed bytes."""

    data: bytes
    unpacked: int
    packed: int
    whole: bool


def _seen(pieces: Iterator[bytes], raw: IO[bytes], most: int) -> _Seen:
    """Unpack `most` bytes, and on until they make up what was read for them, which is often more; four times as many at the most."""
    data, unpacked, packed, settled = b"", 0, 0, (0, 0)
    with suppress(*_OF_DAMAGE):
        for piece in pieces:
            if raw.tell() != packed:  # more was read, so all that was read before has come out
                settled, packed = (unpacked, packed), raw.tell()
                if len(data) >= most:
                    break
            unpacked += len(piece)
            data += piece[: most - len(data)]
            if unpacked >= 4 * most:
                break
        else:
            return _Seen(data, unpacked, packed, whole=True)
    known = settled if settled[1] else (unpacked, packed)
    return _Seen(data, *known, whole=False)


def _pieces(raw: IO[bytes] | _Packed, compression: str, most: int, at_once: int = _INPUT) -> Iterator[bytes]:
    """What comes out, never more than `most` bytes at a time."""
    new = _DECOMPRESSORS[compression]
    stage = new()
    data = raw.read(at_once)
    while True:
        yield stage.decompress(data, most)
        data = b""
        if stage.eof:  # another stream may follow, after padding
            data = stage.unused_data.lstrip(b"\0")
            while not data and (more := raw.read(at_once)):
                data = more.lstrip(b"\0")
            if not data:
                return
            stage = new()
        elif stage.needs_input:
            data = raw.read(at_once)
            if not data:
                raise EOFError("the data ends before its end mark")


def _member_pieces(archive: zipfile.ZipFile, name: str, most: int) -> Generator[bytes, None, None]:
    """What a member of an archive holds, never much more than `most` bytes at a time."""
    info = archive.getinfo(name)
    with archive.open(name) as opened:
        member = cast(zipfile.ZipExtFile, opened)
        if info.compress_type in _BOUNDED_METHODS:
            while chunk := member.read(most):
                yield chunk
        elif info.compress_type == zipfile.ZIP_BZIP2:
            yield from filter(None, _pieces(_Packed(archive, info), "bz2", most))  # none comes before a block is whole
        else:
            member.MIN_READ_SIZE = member.MAX_N = _ZIP_INPUT  # of compressed bytes
            while chunk := member.read1(-1):
                yield chunk


class _Packed:
    """The bytes of a member as they are packed."""

    def __init__(self, archive: zipfile.ZipFile, info: zipfile.ZipInfo):
        assert archive.fp is not None
        self._file, self._left = archive.fp, info.compress_size
        self._file.seek(
            info.header_offset + 26
        )  # where the lengths of the name and of what else stands before the data are
        name, extra = struct.unpack("<HH", self._file.read(4))
        self._position = info.header_offset + 30 + name + extra

    def read(self, size: int) -> bytes:
        self._file.seek(self._position)
        data = self._file.read(min(size, self._left))
        self._position += len(data)
        self._left -= len(data)
        return data


class Member(io.BufferedIOBase):
    """A member of a zip archive to read forwards, under the same bounds; `file` is named in errors."""

    def __init__(self, archive: zipfile.ZipFile, name: str, file: Path):
        self._file = file
        self._pieces = _member_pieces(archive, checked_name(name, file), CHUNK)
        self._rest = b""
        self._given = self._unpacked = 0

    def readable(self) -> bool:
        return True

    def tell(self) -> int:
        """How many bytes were read."""
        return self._given

    def read(self, size: int | None = -1, /) -> bytes:
        """As many bytes as are asked for, or all; fewer only at the end."""
        parts, wanted = [], float("inf") if size is None or size < 0 else size
        while wanted > 0:
            if not self._rest:
                self._rest = next(self._pieces, b"")
                self._unpacked += len(self._rest)
                refuse_growth(self._unpacked, self._file)
            if not self._rest:
                break
            part = self._rest if len(self._rest) <= wanted else self._rest[: int(wanted)]
            self._rest = self._rest[len(part) :]
            wanted -= len(part)
            parts.append(part)
        data = b"".join(parts)
        self._given += len(data)
        return data

    def close(self) -> None:
        self._pieces.close()
        super().close()


def only_member(archive: zipfile.ZipFile, member: str | None, file: Path) -> str:
    """The member that is asked for, or the only one that holds data."""
    names = [name for name in archive.namelist() if _is_data(name)]
    if member is not None:
        if member not in names:
            raise FormatError(f"has no member '{member}'; it holds {', '.join(names[:20])}", file=file)
        return checked_name(member, file)
    if len(names) != 1:
        listing = ", ".join(names[:20]) or "nothing"
        example = names[0] if names else "NAME"
        raise FormatError(
            f"holds {len(names)} files ({listing}); name one, as in {file.name}/{example}",
            file=file,
        )
    return checked_name(names[0], file)


def checked_name(name: str, file: Path) -> str:
    """The same name, unless it leads out of the archive, as only those do that mean harm."""
    windows = PureWindowsPath(name)  # takes both kinds of slash
    if windows.drive or windows.root or ".." in windows.parts:
        raise FormatError(
            f"holds a file whose name leads out of the archive ({name!r}); make the archive again, without a path",
            file=file,
        )
    return name


def _is_data(name: str) -> bool:
    """Not a folder, and not one of the files that a Mac adds to archives."""
    path = PurePosixPath(name)
    return bool(path.name) and name[-1] != "/" and path.name[0] != "." and path.parts[0] != "__MACOSX"
