"""Encoded corpora: what each says of itself, and which vectors lie there with the model that was trained on one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from weatherglass.errors import FormatError, WeatherglassError
from weatherglass.language import is_code


@dataclass(frozen=True, slots=True)
class About:
    """What a corpus says of itself."""

    language: str
    words: int
    documents: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Trained:
    """The corpus that vectors were trained on; empty where nothing beside them tells it."""

    name: str = ""
    sha256: str = ""


def about(corpus: Path) -> About | None:
    """Nothing where its manifest is damaged, or of another version."""
    from weatherglass.corpus.store import MANIFEST, VERSION, manifest_in

    try:
        told = manifest_in((corpus / MANIFEST).read_bytes()) or {}
        counts = told["after"]
        made = About(told["language"], int(counts["words"]), int(counts["documents"]), told["sha256"])
        usable = told["version"] == VERSION and is_code(made.language) and isinstance(made.sha256, str)
    except (OSError, LookupError, TypeError, ValueError, RecursionError):  # it may hold anything
        return None
    return made if usable else None


def fields(corpus: Path) -> list[str]:
    """What its documents can be grouped by."""
    import polars as pl

    try:
        names = list(pl.read_ipc_schema(corpus / "documents.arrow"))
    except (OSError, pl.exceptions.PolarsError) as error:
        raise FormatError("its table of documents is damaged; build the corpus again", file=corpus.name) from error
    return list(dict.fromkeys([*names, *(("year", "decade") if "date" in names else ())]))


def trained_on(vectors: Path) -> Trained | None:
    """Of vectors that GloVe's model was kept with; nothing for others. Files that are only linked to do not count."""
    from weatherglass.embedding.provenance import sidecar
    from weatherglass.train.kept import model_beside

    try:
        if not _lies_beside(model_beside(vectors), vectors):
            return None
        told = sidecar(vectors)
        return _told(vectors, told.stat().st_mtime_ns) if _lies_beside(told, vectors) else Trained()
    except OSError:  # taken away meanwhile
        return None


def _lies_beside(file: Path, vectors: Path) -> bool:
    return file.is_file() and file.resolve().parent == vectors.resolve().parent


@lru_cache(maxsize=256)
def _told(vectors: Path, _modified: int) -> Trained:
    """Read once, as it may be long: it also has how often each word occurs."""
    from weatherglass.embedding.provenance import read_sidecar

    try:
        facts, _counts = read_sidecar(vectors)
        corpus = (facts or {})["corpus"]
        return Trained(str(corpus["name"]), str(corpus["sha256"]))
    except (WeatherglassError, OSError, LookupError, TypeError, RecursionError):  # it may hold anything
        return Trained()
