"""Corpora on shared storage: copied once to a folder of this machine, since arrays are memory-mapped from files."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import Any

import fsspec
from filelock import FileLock

from weatherglass.corpus.corpus import Corpus
from weatherglass.corpus.store import MANIFEST, PARTS, fingerprint, is_corpus, manifest_in, open_corpus
from weatherglass.errors import FormatError, SpecError
from weatherglass.files import folder_appears_whole


def is_url(location: str | PathLike[str]) -> bool:
    """Whether it names something that is not a file of this machine, as s3://bucket/corpus."""
    return isinstance(location, str) and "://" in location


def is_encoded(location: str | PathLike[str]) -> bool:
    """Whether it is an encoded corpus already; whatever has a URL is taken for one, as texts are read from files alone."""
    return is_url(location) or is_corpus(location)


def open_shared(location: str, scratch: Path | None = None) -> Corpus:
    """Open an encoded corpus, wherever it is; one with a URL is copied to `scratch`, or else to the user's cache."""
    if not is_url(location):
        return open_corpus(location)
    corpus = open_corpus(local_folder(location, scratch or cache()))
    return replace(corpus, name=location.rstrip("/").rsplit("/", 1)[-1], origin=location)


@lru_cache(maxsize=4)
def open_same(location: str, sha256: str, scratch: Path) -> Corpus:
    """The corpus where a part of the work is done, which must be the very one that the work was planned with."""
    folder = local_folder(location, scratch)
    if not is_corpus(folder):
        raise FormatError(
            "is not found where a part of the work is done; put it where all machines see it under the same path, or on "
            "storage with a URL (s3://…), and give that",
            file=folder,
        )
    corpus = open_corpus(folder)
    if corpus.facts.sha256 != sha256:
        raise FormatError("is another corpus where a part of the work is done; make them the same", file=folder)
    return corpus


def cache() -> Path:
    """Where copies are kept for the next time: WEATHERGLASS_CACHE, or the user's folder for such things."""
    given = os.environ.get("WEATHERGLASS_CACHE")
    if given:
        return Path(given) / "corpora"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "weatherglass" / "corpora"


def local_folder(location: str, scratch: Path) -> Path:
    """A folder of this machine with the encoded corpus at `location`: a plain path itself, or a copy of what a URL names.

    The copy is named by the corpus's fingerprint, checked against it, and made once, however many processes ask; it
    stays until somebody removes it.
    """
    if not is_url(location):
        return Path(location)
    storage, root = storage_of(location)
    manifest = _read(storage, f"{root}/{MANIFEST}", location)
    target = scratch.resolve() / _sha256_in(manifest, location)
    if is_corpus(target):
        return target
    scratch.mkdir(parents=True, exist_ok=True)
    # A lock of the operating system: it ends with the process that holds it, so a killed one leaves nobody waiting.
    with FileLock(scratch / f".{target.name}.lock"):
        if not is_corpus(target):
            with folder_appears_whole(target) as part:
                _copy(storage, root, manifest, part, location)
    return target


def storage_of(location: str) -> tuple[Any, str]:
    """The file system that a path or a URL belongs to, and the path there."""
    try:
        storage, root = fsspec.core.url_to_fs(location)
    except ImportError as error:  # fsspec says which package is missing
        raise SpecError(f"{location}: this kind of storage needs a package that is not installed: {error}") from error
    except ValueError as error:
        known = "s3://, gs://, abfs://, hdfs://, sftp://, https:// or file://"
        raise SpecError(f"{location}: {error}; give a path or a URL such as {known}") from error
    return storage, root.rstrip("/")


def _read(storage: Any, path: str, location: str) -> bytes:
    try:
        return bytes(storage.cat_file(path))
    except FileNotFoundError as error:
        raise FormatError(
            f"there is no encoded corpus there: it has no {MANIFEST}; make one with `weatherglass corpus build` and copy "
            "the whole folder",
            file=location,
        ) from error
    except Exception as error:  # each kind of storage has errors of its own, many of which are no OSError
        raise FormatError(f"cannot be read ({_said(error)})", file=location) from error


def _sha256_in(manifest: bytes, location: str) -> str:
    told = manifest_in(manifest)
    if told is None:
        raise FormatError(f"its {MANIFEST} is not that of an encoded corpus", file=location)
    sha256 = told.get("sha256")
    if not isinstance(sha256, str) or not re.fullmatch("[0-9a-f]{64}", sha256):  # it becomes the name of a folder
        raise FormatError(f"its {MANIFEST} is damaged: it has no fingerprint", file=location)
    return sha256


def _copy(storage: Any, root: str, manifest: bytes, folder: Path, location: str) -> None:
    """The manifest, which makes it a corpus, last; and it must be that of the very corpus that was copied."""
    for name in PARTS:
        try:
            storage.get_file(f"{root}/{name}", str(folder / name))
        except Exception as error:  # each kind of storage has errors of its own
            raise FormatError(f"its {name} cannot be copied ({_said(error)})", file=location) from error
    (folder / MANIFEST).write_bytes(manifest)
    try:
        corpus = open_corpus(folder)
        corpus.documents()
        copied = fingerprint(folder)
    except FormatError as error:
        raise FormatError(error.problem, file=location) from error
    if copied != corpus.facts.sha256:
        raise FormatError(
            "what was copied is not what its fingerprint says; it is damaged, or was changed meanwhile", file=location
        )


def _said(error: Exception) -> str:
    return str(error) or type(error).__name__
