"""Files whole or not at all; compressed, as TOML, as plain data."""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from weatherglass.errors import FormatError, SpecError


def refuse_existing(target: Path, *, overwrite: bool) -> None:
    """Nothing is overwritten unasked; said before the work for it is done in vain."""
    if target.exists() and not overwrite:
        raise SpecError(f"{target} exists already; choose another name or ask to overwrite it")


def refuse_target(file: Path, *, overwrite: bool) -> None:
    """A file that cannot be written, as it is there already, is a folder, or has none to be in."""
    refuse_existing(file, overwrite=overwrite)
    if file.is_dir():
        raise SpecError(f"{file} is a folder; give the name of a file")
    if not file.parent.is_dir():
        raise SpecError(f"{file}: there is no folder {file.parent}; make it first")


@contextmanager
def appears_whole(target: Path) -> Iterator[Path]:
    """A path beside `target` to write to; it takes the target's place when the block ends well, and goes otherwise."""
    part = target.with_name(f".{target.name}.{uuid.uuid4().hex}{target.suffix}")
    try:
        yield part
        part.replace(target)
    except BaseException as error:
        with suppress(OSError):  # never made, or in a folder that allows nothing
            part.unlink()
        if isinstance(error, OSError) and error.filename == str(part):
            raise type(error)(error.errno, error.strerror, str(target)) from error  # the name that was given
        raise


def write_whole(target: Path, content: str | bytes) -> Path:
    """Write a text, or bytes, under the same rule."""
    with appears_whole(target) as part:
        part.write_bytes(content.encode() if isinstance(content, str) else content)
    return target


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


def read_text(file: Path) -> str:
    """A text that somebody wrote, in UTF-8, or what is wrong with it."""
    try:
        return file.read_text("utf-8-sig")
    except FileNotFoundError as error:
        raise SpecError("there is no such file", file=file) from error
    except UnicodeDecodeError as error:
        raise FormatError("is not a text in UTF-8; save it as one", file=file) from error
    except OSError as error:
        raise SpecError(f"cannot be read ({error.strerror})", file=file) from error
