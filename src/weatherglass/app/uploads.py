"""What people send: vectors, and results made elsewhere. Each is looked at before it is kept, under a name of ours."""

from __future__ import annotations

import hashlib
import lzma
import os
import re
import shutil
import struct
import tempfile
import threading
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, BinaryIO

from weatherglass.app.files import DataFile
from weatherglass.errors import FormatError, SpecError, WeatherglassError
from weatherglass.files import appears_whole
from weatherglass.files.compressed import Member, unpacking_at_most

if TYPE_CHECKING:
    from weatherglass.app.desk import Desk
    from weatherglass.report.write import Found

_ENDINGS = (".bin", ".vec", ".txt", ".npz", ".safetensors", ".gz", ".xz", ".zst", ".bz2", ".zip")
_LONGEST_NAME = 40
_CHUNK = 1 << 20
_MOST_ENTRIES = 200  # of a zip
_MOST_UNPACKED = 128 << 20  # bytes of results; as Python's objects they take many times as much
_READING = threading.Lock()  # so that this is so once, however many are sent


def keep_vectors(desk: Desk, filename: str, content: BinaryIO) -> str:
    """The id of the vectors, once they are kept; what is none that can be read is refused, saying what it is."""
    from weatherglass.embedding.recognise import recognised

    folder = desk.files.uploads
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    shown = last_part(filename) or "file"
    _refuse_beyond(desk.settings.uploads, folder, content.seek(0, os.SEEK_END), shown)
    target = folder / _kept_name(shown, content)
    with appears_whole(target) as part:
        with part.open("wb") as file:
            part.chmod(0o600)
            content.seek(0)
            shutil.copyfileobj(content, file, _CHUNK)
        found = recognised(part)
        if not found or found.startswith("gensim"):
            raise FormatError(_why_not(part, desk.settings.unpacked), file=shown)
    return next(each.id for each in desk.files.listed("vectors") if each.path.name == target.name)


def _refuse_beyond(most: int, folder: Path, more: int, name: str) -> None:
    """However often files are sent, the disk is not filled."""
    kept = sum(each.stat().st_size for each in folder.iterdir())
    if kept + more > most:
        problem = f"does not fit: {kept >> 20:,} MB were sent before, and {most >> 20:,} MB are kept at most"
        raise SpecError(f"{problem}; put it into the folder given with --data instead", file=name)


def last_part(filename: str) -> str:
    """A file's name without folders, whatever system it comes from."""
    return PurePosixPath(filename.replace("\\", "/")).name


def _kept_name(filename: str, content: BinaryIO) -> str:
    """Of letters that every system takes, and of what is in it: another file of the same name does not take its place."""
    endings = [each.lower() for each in PurePosixPath(filename).suffixes if each.lower() in _ENDINGS][-2:]
    stem = re.sub(r"[^A-Za-z0-9_]+", "-", filename.split(".", maxsplit=1)[0]).strip("-")[:_LONGEST_NAME] or "vectors"
    content.seek(0)
    digest = hashlib.sha256()
    while chunk := content.read(_CHUNK):
        digest.update(chunk)
    return f"{stem}-{digest.hexdigest()[:8]}{''.join(endings)}"


def _why_not(part: Path, unpacked: int) -> str:
    """What reading says of it: a pickle is refused with a way to convert it, for anything else the known formats are named."""
    from weatherglass.embedding.formats import read

    try:
        with unpacking_at_most(unpacked):
            read(part, limit=1)
    except FormatError as error:
        return error.problem
    except WeatherglassError as error:
        return str(error)
    return "does not look like vectors: its lines are not a word and equally many numbers each"


def keep_results(desk: Desk, filename: str, content: BinaryIO) -> str:
    """The id of the first result in a report (.html), a result (.json) or a zipped folder of them (.zip); all are kept."""
    name = last_part(filename)
    suffix = PurePosixPath(name).suffix.lower()
    if suffix not in (".html", ".htm", ".json", ".zip"):
        raise SpecError(
            "is none of the kinds that can be opened: a report (.html), a result (.json), or a zip of a result's folder",
            file=name or "file",
        )
    with tempfile.TemporaryDirectory(prefix="weatherglass-") as folder:
        given = Path(folder) / f"given{suffix}"
        content.seek(0)
        with given.open("wb") as file:
            shutil.copyfileobj(content, file, _CHUNK)
        return _kept(desk, _unzipped(given, name) if suffix == ".zip" else given, name)


def keep_file(desk: Desk, file: DataFile) -> str:
    """The same for a result that lies in the folder given."""
    return _kept(desk, file.path, file.name)


def _kept(desk: Desk, path: Path, name: str) -> str:
    if path.is_file() and path.stat().st_size > _MOST_UNPACKED:
        raise FormatError(f"is larger than {_MOST_UNPACKED >> 20} MB, which is refused", file=name)
    try:
        with _READING, unpacking_at_most(_MOST_UNPACKED):
            found = _read(path)
            _refuse_unshowable(found, name)
    except FormatError as error:  # under the name that people know, not where we put it
        raise FormatError(error.problem, file=name, line=error.line) from error
    except SpecError as error:
        raise SpecError(str(error).replace(str(path), "").lstrip(": "), file=name) from error
    first, *_ = [desk.runs.keep(each, name, {"file": name}) for each in found]
    return first


def _refuse_unshowable(found: list[Found], name: str) -> None:
    """What is no result in all its parts is found out when it is shown, and then stands in the way of every page that lists it."""
    from weatherglass.app.pictures import DRAWING
    from weatherglass.report.page import html
    from weatherglass.report.write import documents, json_of

    try:
        for each in found:
            json_of([each])
            with DRAWING:
                html(documents([each]))
    except WeatherglassError:
        raise
    except Exception as error:
        raise FormatError(f"is not a whole result ({type(error).__name__}); make it again", file=name) from error
    if not found:
        raise FormatError("holds no result", file=name)


def _read(path: Path) -> list[Found]:
    from weatherglass.report.write import read_results

    pages = sorted(path.glob("*.htm*")) if path.is_dir() else []
    if pages and not any(path.glob("*.json")):
        return [each for page in pages for each in read_results(page)]
    return read_results(path)


def _unzipped(given: Path, name: str) -> Path:
    """The results and reports of a zip, by their own names in one folder; whatever else is in it stays there."""
    folder = given.parent / "unzipped"
    folder.mkdir()
    try:
        with zipfile.ZipFile(given) as archive:
            entries = archive.infolist()
            if len(entries) > _MOST_ENTRIES:
                raise FormatError(f"holds {len(entries):,} files, and at most {_MOST_ENTRIES} are looked at", file=name)
            left = _MOST_UNPACKED
            for entry in entries:
                if re.fullmatch(r"[A-Za-z0-9_-]+\.(json|html?)", PurePosixPath(entry.filename).name):
                    left -= _unpacked(archive, entry, folder / PurePosixPath(entry.filename).name, left, name)
    except FormatError:
        raise
    except (
        zipfile.BadZipFile,
        zlib.error,
        lzma.LZMAError,
        struct.error,
        RuntimeError,
        EOFError,
        OSError,
        ValueError,
    ) as error:
        raise FormatError(f"is a damaged or locked zip ({error})", file=name) from error
    return folder


def _unpacked(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, target: Path, most: int, name: str) -> int:
    """Counted while it is unpacked, as what a zip says of its sizes need not be true."""
    written = 0
    with Member(archive, entry.filename, Path(name)) as packed, target.open("wb") as file:
        while chunk := packed.read(_CHUNK):
            written += len(chunk)
            if written > most:
                raise FormatError(f"unpacks to more than {_MOST_UNPACKED >> 20} MB, which is refused", file=name)
            file.write(chunk)
    return written
