"""The files of a folder that are a corpus: all but hidden ones, those beside it, and those of another file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from weatherglass.corpus.leipzig import companions
from weatherglass.corpus.parts import Findings
from weatherglass.corpus.store import is_corpus
from weatherglass.errors import FormatError

_BESIDE = re.compile(r"(?:readme|licen[cs]e|copying|changelog|citation|authors|notice)(?:[._-].*)?", re.IGNORECASE)


class Place(NamedTuple):
    """A file, what it is called, and what its place says of its documents."""

    path: Path
    name: str
    fields: Mapping[str, str]


def places(root: Path, findings: Findings) -> list[Place]:
    """The file itself, or the files of a folder and its folders, by name; `group` is the folder within the root."""
    if not root.is_dir():
        return [Place(root, _text(root.name), {"source": _text(root.name)})]
    found = []
    for path in _files(root, findings):
        name = path.relative_to(root).as_posix()
        group = name.rpartition("/")[0]
        fields = {"source": _text(path.name)} | ({"group": _text(group)} if group else {})
        found.append(Place(path, _text(name), fields))
    return sorted(found, key=lambda place: place.name)


def _files(root: Path, findings: Findings) -> Iterator[Path]:
    def refuse(error: OSError) -> None:
        raise FormatError(f"cannot be read: {error.strerror}", file=error.filename or root) from error

    for folder, folders, names in os.walk(root, onerror=refuse):
        encoded = [name for name in folders if is_corpus(Path(folder, name))]
        for name in encoded:
            findings.add("encoded-corpora", _text(name))
        folders[:] = [name for name in folders if not name.startswith(".") and name not in encoded]
        beside = companions(names)
        for name in names:
            path = Path(folder, name)
            if name.startswith(".") or name in beside:
                continue
            if _BESIDE.fullmatch(name):
                findings.add("side-files", _text(name))
            elif path.is_file() or path.is_symlink():  # a link that leads nowhere is refused when it is opened
                yield path


def _text(name: str) -> str:
    """A name may hold bytes that are no text."""
    return os.fsencode(name).decode("utf-8", "replace")
