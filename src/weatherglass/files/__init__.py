"""Writing files and folders so that they are either whole or not there."""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def appears_whole(target: Path) -> Iterator[Path]:
    """A path beside `target` to write to; it takes the target's place when the block ends well, and goes otherwise."""
    part = target.with_name(f".{target.name}.{uuid.uuid4().hex}{target.suffix}")
    try:
        yield part
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


@contextmanager
def folder_appears_whole(target: Path) -> Iterator[Path]:
    """A folder beside `target` to fill, under the same rule; what was at `target` before goes only once all is well."""
    target = target.resolve()  # a link stays, and what it leads to is replaced
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{target.name}.{uuid.uuid4().hex}.unfinished")
    part.mkdir()
    try:
        yield part
        if target.exists():
            shutil.rmtree(target)
        part.replace(target)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
