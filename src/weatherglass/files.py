"""Writing files so that they are either whole or not there."""

from __future__ import annotations

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
