"""A corpus from whatever is given: an open one, an encoded one, here or on shared storage, or texts to be cleaned first."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path

from weatherglass.corpus.build import build_corpus
from weatherglass.corpus.corpus import Corpus
from weatherglass.corpus.shared import is_encoded, open_shared
from weatherglass.errors import FormatError, SpecError
from weatherglass.files.compressed import split_archive
from weatherglass.progress import Progress, phase


@contextmanager
def opened(
    corpus: Corpus | str | PathLike[str], language: str | None = None, progress: Progress | None = None
) -> Iterator[Corpus]:
    """The corpus; one that is made of texts lasts as long as the block, in a temporary folder."""
    if isinstance(corpus, Corpus):
        yield corpus
        return
    if is_encoded(corpus):
        found = open_shared(os.fspath(corpus))
        if language not in (None, found.facts.language):
            raise SpecError(
                f"{corpus}: was cleaned as '{found.facts.language}', not '{language}'; leave the language out"
            )
        yield found
        return
    if not split_archive(Path(corpus))[0].exists():
        raise FormatError("there is no such file or folder", file=corpus)
    if language is None:
        raise SpecError(
            f"{corpus}: is no encoded corpus, so its texts must be cleaned first; say their language (--lang)"
        )
    told = phase(progress, "cleaning")
    with tempfile.TemporaryDirectory(prefix="weatherglass-") as folder:
        yield build_corpus(
            corpus, Path(folder) / (Path(corpus).resolve().name or "corpus"), language=language, progress=told
        )
