"""The files that can be opened: those under the folder given, the sample that ships, and what was uploaded. Each has an id; no path is ever taken from outside."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Literal

from weatherglass.app.settings import Settings
from weatherglass.app.work import MADE_VECTORS
from weatherglass.errors import UnknownName

SAMPLE = "sample"
_DEEPEST = 5
_MOST = 2000  # files that are listed
_MOST_LOOKED_AT = 20_000  # files and folders, whatever they are
_BESIDE = (".json", ".toml", ".md", ".html", ".csv", ".py", ".npy", ".parquet", ".bib", ".log")
_WRITTEN = (".bin", ".vec", ".npz")
_CORPUS = "corpus.json"  # as `corpus.store` calls it, which takes longer to load than most folders to be looked at
Kind = Literal["vectors", "study", "corpus", "result"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DataFile:
    """A file or folder that can be opened; `name` is its path under the folder given, as people see it."""

    id: str
    name: str
    kind: Kind
    format: str
    size: int
    modified: int  # nanoseconds
    path: Path
    made_by: str = ""  # the method of mitigation, where they were made here

    def shown(self) -> dict[str, object]:
        """Without where it lies on the machine."""
        return {"id": self.id, "name": self.name, "kind": self.kind, "format": self.format, "size": self.size, "made_by": self.made_by}  # fmt: skip


class Files:
    """What is there now; what a file is, is looked at once as long as it does not change."""

    def __init__(self, settings: Settings):
        self._settings = settings
        self._known: dict[tuple[str, int, int], tuple[Kind, str] | None] = {}

    def listed(self, kind: Kind | None = None) -> list[DataFile]:
        """All of them, the sample first."""
        return [each for each in self._all() if kind is None or each.kind == kind]

    def get(self, id: str, kind: Kind | None = None) -> DataFile:
        """The file with this id."""
        found = next((each for each in self._all() if each.id == id and kind in (None, each.kind)), None)
        if found is None:
            raise UnknownName("file", id, [each.id for each in self.listed(kind)])
        return found

    def _all(self) -> Iterator[DataFile]:
        from weatherglass.embedding.sample import SAMPLE_NAME, sample_path

        stat = sample_path().stat()
        yield DataFile(id=SAMPLE, name=SAMPLE_NAME, kind="vectors", format="npz", size=stat.st_size, modified=stat.st_mtime_ns, path=sample_path())  # fmt: skip
        roots = [(self._settings.data, "data"), (self.uploads, "uploads")]
        for root, where in roots:
            if root is not None and root.is_dir():
                yield from self._under(root.resolve(), where)
        yield from self._made()

    @property
    def uploads(self) -> Path:
        """The folder that uploaded vectors are kept in."""
        return self._settings.state / "uploads"

    def _made(self) -> Iterator[DataFile]:
        """Vectors that a mitigation wrote, as long as its result is kept."""
        for folder in sorted((self._settings.state / "runs").glob(f"*/{MADE_VECTORS}")):
            asked, path = folder.parent / "asked.json", made_vectors(folder.parent)
            if path is None or not asked.is_file():  # work that is still going on
                continue
            try:
                stat, method = path.stat(), json.loads(asked.read_text("utf-8"))["asked"].get("method", "")
            except (OSError, ValueError, LookupError, TypeError, AttributeError):  # taken away meanwhile, or damaged
                continue
            yield DataFile(
                id=made_id(folder.parent.name),
                name=path.name,
                kind="vectors",
                format=path.suffix.lstrip("."),
                size=stat.st_size,
                modified=stat.st_mtime_ns,
                path=path,
                made_by=method,
            )

    def _under(self, root: Path, where: str) -> Iterator[DataFile]:
        found = 0
        if len(self._known) > 2 * _MOST_LOOKED_AT:  # files that change have many
            self._known.clear()
        for path in islice(_walked(root, 0), _MOST_LOOKED_AT):
            try:
                stat = path.stat()
                inside = [path, *path.glob("*")] if path.is_dir() else [path]
                if leading_out(inside, [root]):
                    continue
                key = (str(path), stat.st_size, stat.st_mtime_ns)
                known = self._known[key] if key in self._known else self._known.setdefault(key, _what(path))
                if known is not None and known[0] == "corpus":  # written last, and anew when it is built again
                    stat = (path / _CORPUS).stat()
                size = sum(each.stat().st_size for each in inside if each.is_file())
            except OSError:  # it may not be read, or was taken away meanwhile
                continue
            if known is None:
                continue
            relative = path.relative_to(root).as_posix()
            yield DataFile(
                id=hashlib.sha256(f"{where}\0{relative}".encode("utf-8", "surrogateescape")).hexdigest()[:16],
                name=relative.encode("utf-8", "replace").decode(),
                kind=known[0],
                format=known[1],
                size=size,
                modified=stat.st_mtime_ns,
                path=path,
            )
            found += 1
            if found == _MOST:
                return


def leading_out(paths: Iterable[Path], roots: Iterable[Path]) -> Path | None:
    """The first of them that lies, once links are followed, in none of these folders."""
    known = list(roots)
    return next((each for each in paths if not any(each.resolve().is_relative_to(root) for root in known)), None)


def made_id(run: str) -> str:
    """The id of the vectors that this run made."""
    return hashlib.sha256(f"made\0{run}".encode()).hexdigest()[:16]


def made_vectors(run: Path) -> Path | None:
    """The vectors in the folder of a run; nothing where it made none."""
    found = sorted((run / MADE_VECTORS).glob("*"))
    return next((each for each in found if each.suffix in _WRITTEN), None)


def _walked(folder: Path, depth: int) -> Iterator[Path]:
    """Files and folders, by name; what is in a folder that is one thing (a study, a corpus, a spaCy model) is not looked at."""
    try:
        entries = sorted(os.scandir(folder), key=lambda each: each.name)
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith("."):
            continue
        path = Path(entry.path)
        if entry.is_dir(follow_symlinks=False):
            if _folder_is_one(path):
                yield path
            elif depth < _DEEPEST:
                yield from _walked(path, depth + 1)
        elif entry.is_file():
            yield path


def _folder_is_one(path: Path) -> bool:
    from weatherglass.embedding.foreign import is_spacy_folder
    from weatherglass.study.recognise import is_study

    return is_spacy_folder(path) or is_study(path) or _was_study(path) or _is_corpus(path)


def _is_corpus(path: Path) -> bool:
    """Whether it is an encoded corpus, of this version or another."""
    if not (path / _CORPUS).is_file():
        return False
    from weatherglass.corpus.store import is_corpus

    return is_corpus(path)


def _was_study(path: Path) -> bool:
    """Whether it has a study's files, readable or not: a damaged one is shown with what is wrong with it."""
    from weatherglass.study.recognise import MANIFEST, SPEC

    return (path / MANIFEST).is_file() and (path / SPEC).is_file()


def _what(path: Path) -> tuple[Kind, str] | None:
    """What a file is, by its first bytes."""
    from weatherglass.embedding.recognise import recognised
    from weatherglass.report.write import KINDS
    from weatherglass.study.recognise import is_study

    if path.is_dir() and (is_study(path) or _was_study(path)):
        return "study", "study"
    if path.is_dir() and _is_corpus(path):
        return "corpus", "corpus"
    if path.is_file() and path.suffix.lower() in _BESIDE:
        is_result = path.name in {kind.file for kind in KINDS.values()} or (
            path.suffix.lower() == ".html" and _is_report(path)
        )
        return ("result", path.suffix.lower().lstrip(".")) if is_result else None
    named = recognised(path)
    return ("vectors", named) if named else None


def _is_report(path: Path) -> bool:
    with path.open("rb") as file:
        return b"Weatherglass" in file.read(200_000)
