"""One file of a corpus: what it is called, what its place says, and its bytes, decompressed, a chunk at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import IO

from weatherglass.errors import FormatError
from weatherglass.files.compressed import Decompressed, compression_of, split_archive

BLOCK = 1 << 19  # bytes looked at together: few enough to stay in the processor's cache
HEAD = 1 << 16  # bytes that tell the format


class Source:
    """A file to read forwards, once; `done` hears how many of its bytes have been read."""

    def __init__(
        self, path: Path, name: str, fields: Mapping[str, str], done: Callable[[int], None] | None = None
    ) -> None:
        self.path, self.name, self.fields = path, name, fields
        self._done = done
        self._file: IO[bytes] | Decompressed
        with self._system_errors():
            file, member = split_archive(path)
            compression = compression_of(file)
            if compression is None and member is not None:
                raise FormatError(f"is no archive, so it has no member '{member}'", file=file)
            if compression is None:
                self._file = file.open("rb", buffering=0)
            else:
                self._file = Decompressed(file, compression, member)
        self._rest = self._chunks()
        try:
            self.head = self._first()
        except BaseException:
            self.close()
            raise

    def chunks(self) -> Iterator[bytes]:
        """All bytes, from the beginning, none of the chunks empty or longer than a block."""
        for chunk in chain([self.head], self._rest):
            for start in range(0, len(chunk), BLOCK):
                yield chunk[start : start + BLOCK]

    def close(self) -> None:
        self._file.close()

    def _first(self) -> bytes:
        head = b""
        while len(head) < HEAD and (chunk := next(self._rest, b"")):
            head += chunk
        return head

    def _chunks(self) -> Iterator[bytes]:
        if isinstance(self._file, Decompressed):
            for chunk in self._file:
                self._tell(self._file.position)
                yield chunk
            return
        position = 0
        while True:
            with self._system_errors():
                chunk = self._file.read(BLOCK)
            if not chunk:
                return
            position += len(chunk)
            self._tell(position)
            yield chunk

    def _tell(self, position: int) -> None:
        if self._done is not None:
            self._done(position)

    @contextmanager
    def _system_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise FormatError(f"cannot be read: {error.strerror or error}", file=self.path) from error
