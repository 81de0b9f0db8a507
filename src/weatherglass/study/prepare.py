"""The corpora of a study, encoded: those that are already, and texts that are cleaned once and kept with the results."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path

from weatherglass.corpus.build import build_corpus
from weatherglass.corpus.shared import is_encoded, open_shared
from weatherglass.corpus.store import is_corpus, open_corpus
from weatherglass.errors import SpecError
from weatherglass.files.compressed import split_archive
from weatherglass.files.fingerprint import content_sha256
from weatherglass.progress import Progress, phase
from weatherglass.study.folder import Folder
from weatherglass.study.plan import Ready
from weatherglass.study.spec import Cleaning, Source, Study


def prepared(study: Study, folder: Folder, scratch: Path, *, progress: Progress | None = None) -> list[Ready]:
    """Every corpus of the study in every way of cleaning, in the order of the file."""
    return [
        _ready(source, cleaning, study, folder, scratch, progress)
        for source in study.corpora
        for cleaning in study.cleanings
    ]


def _ready(
    source: Source, cleaning: Cleaning, study: Study, folder: Folder, scratch: Path, progress: Progress | None
) -> Ready:
    location = source.path
    if is_encoded(location):
        if cleaning != Cleaning():
            problem = f"{location} is an encoded corpus, cleaned already; give its texts, or leave the cleaning out"
            raise SpecError(problem, file=study.file, key="cleaning")
        corpus = open_shared(location, scratch)
        if corpus.facts.language != study.language:
            problem = f"{location} was cleaned as '{corpus.facts.language}', but the study is in '{study.language}'"
            raise SpecError(problem, file=study.file, key="language")
        return Ready(name=source.name, cleaning="", location=location, corpus=corpus)
    if not split_archive(Path(location))[0].exists():
        raise SpecError(f"there is no file or folder {location}", file=study.file, key="corpus.path")
    if folder.local is None:
        problem = f"{location} is not encoded, and {folder.location} is no folder here; encode it with `weatherglass corpus build`"
        raise SpecError(problem, file=study.file, key="corpus.path")
    target = folder.local / "corpora" / _key(location, cleaning, study.language)
    if not is_corpus(target):
        build_corpus(
            location,
            target,
            language=study.language,
            add=cleaning.add,
            leave_out=cleaning.leave_out,
            ngrams=cleaning.ngrams,
            progress=phase(progress, "cleaning"),
        )
    return Ready(name=source.name, cleaning=cleaning.name, location=str(target.absolute()), corpus=open_corpus(target))


def _key(location: str, cleaning: Cleaning, language: str) -> str:
    """Names the folder of the encoded corpus by what it is made of."""
    file = split_archive(Path(location))[0]
    member = location.removeprefix(str(file))  # of an archive
    made_of = [content_sha256(file), member, asdict(cleaning) | {"name": ""}, language, version("weatherglass")]
    return hashlib.sha256(json.dumps(made_of, ensure_ascii=False).encode()).hexdigest()[:24]
