"""An audit: one file of vectors, the tests of its language, and everything a reader must know."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from weatherglass import language as languages
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import read
from weatherglass.embedding.stream import file_sha256
from weatherglass.errors import CoverageError, Notice, SpecError
from weatherglass.files.compressed import split_archive
from weatherglass.measure.base import BATTERY, get
from weatherglass.measure.baseline import PER_OCTAVE
from weatherglass.measure.inputs import Given, companions, first_rows
from weatherglass.measure.result import Results
from weatherglass.measure.run import run
from weatherglass.measure.scrutiny import Scrutiny
from weatherglass.stats.permutation import Test
from weatherglass.words import packs
from weatherglass.words.lookup import Finder, Match, key_to_read, words_to_read
from weatherglass.words.query import Query

SCHEMA_VERSION = 1
SAMPLE_NAME = "glove-6b-100d-sample"
SEVERAL_LANGUAGES = "mul"  # the code of ISO 639 for it
_LEAST_TO_GUESS = 0.1
Progress = Callable[[str, int, int], None]  # what is being done, done, in all


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What was asked for, as it was asked, so that it can be asked again."""

    vectors: str = ""
    queries: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    subwords: bool = False
    allow_pickle: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """The outcome of an audit, with the identity of what was audited."""

    embedding: Mapping[str, Any]  # name, words, dim, sha256, format
    language: str
    results: Results
    queries: tuple[Query, ...]
    warnings: tuple[Notice, ...]
    match: Match
    test: Test
    request: Request
    scrutiny: Scrutiny

    def to_dict(self) -> dict[str, Any]:
        """The stable JSON shape of `weatherglass audit --json`; it grows only by new keys."""
        return {
            "schema_version": SCHEMA_VERSION,
            "embedding": dict(self.embedding),
            "language": self.language,
            "results": [result.to_dict() for result in self.results.measured],
            "skipped": [skipped.to_dict() for skipped in self.results.skipped],
            "warnings": [asdict(notice) for notice in self.warnings],
            "options": {
                "match": asdict(self.match),
                "test": asdict(self.test),
                "scrutiny": asdict(self.scrutiny),
                "request": asdict(self.request),
            },
        }

    @property
    def language_name(self) -> str:
        """In words; all of them when there are several."""
        return ", ".join(languages.get(code).name for code in dict.fromkeys(q.language for q in self.queries))


def sample_path() -> Path:
    """The vectors that ship with the toolkit: a slice of GloVe 6B, 100 dimensions."""
    return Path(str(resources.files("weatherglass.embedding"))) / "data" / f"{SAMPLE_NAME}.npz"


def audit(
    vectors: str | os.PathLike[str] | Embedding | None = None,
    *,
    language: str | None = None,
    queries: str | Query | Sequence[str | Query] = (),
    folders: Iterable[str | os.PathLike[str]] = (),
    measures: Sequence[str] | None = None,
    given: Given | None = None,
    match: Match | None = None,
    test: Test | None = None,
    scrutiny: Scrutiny | None = None,
    params: Mapping[str, Mapping[str, Any]] | None = None,
    subwords: bool = False,
    allow_pickle: bool = False,
    progress: Progress | None = None,
) -> Audit:
    """Run the tests of a language on vectors; without `language` it is guessed from the words found.

    Only the rows that the tests need are read, and a sample of the others to compare with. `queries` are names,
    patterns, files or Query objects; without any,
    the language's whole pack is run; without `measures`, those of the standard battery that fit. `subwords` builds words that a fastText model lacks from their n-grams.
    """
    match, test, scrutiny = match or Match(), test or Test(), scrutiny or Scrutiny()
    asked = [queries] if isinstance(queries, str | Query) else list(queries)
    own_packs = tuple(Path(folder) for folder in ([folders] if isinstance(folders, str) else folders))
    chosen = packs.unique(
        query
        for item in asked
        for query in (
            [item] if isinstance(item, Query) else packs.resolve([item], language=language, folders=own_packs)
        )
    )
    candidates = chosen or packs.of_tests(language, own_packs)
    used = [get(name) for name in (BATTERY if measures is None else measures)]
    if isinstance(vectors, Embedding):
        embedding, fingerprint = vectors, None
    else:
        path = Path(vectors or sample_path())
        fingerprint = _fingerprint_beside(path)
        others = PER_OCTAVE if scrutiny.baseline else 0
        wanted = (*candidates, *companions(candidates, used, given or Given()))
        first = first_rows(used, given or Given())
        embedding = _read(path, wanted, match, others, first, subwords, allow_pickle, progress)
    guessed: tuple[Notice, ...] = ()
    if not chosen:
        if language is None:
            language, guessed = guess_language(embedding, candidates, match)
        chosen = tuple(query for query in candidates if query.language == language)
    report = None if progress is None else lambda done, total: progress("measuring", done, total)
    results = run(
        embedding,
        chosen,
        measures,
        match=match,
        test=test,
        scrutiny=scrutiny,
        params=params,
        given=given,
        progress=report,
    )
    if fingerprint is not None:
        fingerprint.join()
    spoken = {query.language for query in chosen}
    return Audit(
        embedding=embedding.identity(),
        language=spoken.pop() if len(spoken) == 1 else SEVERAL_LANGUAGES,
        results=results,
        queries=chosen,
        warnings=tuple(
            dict.fromkeys(
                (*guessed, *embedding.notices, *(notice for outcome in results for notice in outcome.notices))
            )
        ),
        match=match,
        test=test,
        scrutiny=scrutiny,
        request=Request(
            vectors="" if vectors is None else (embedding.name if isinstance(vectors, Embedding) else str(vectors)),
            queries=tuple(item.id if isinstance(item, Query) else item for item in asked),
            measures=tuple(measures or ()),
            folders=tuple(map(str, own_packs)),
            subwords=subwords,
            allow_pickle=allow_pickle,
        ),
    )


def _fingerprint_beside(path: Path) -> threading.Thread | None:
    """Hash the file while it is read; the result is kept, so that asking for it later costs nothing.

    The thread does not hold the program up when reading ends with an error.
    """
    file, _ = split_archive(path)
    if not file.is_file():
        return None
    thread = threading.Thread(target=file_sha256, args=(file,), daemon=True, name="fingerprint")
    thread.start()
    return thread


def _read(
    path: Path,
    queries: tuple[Query, ...],
    match: Match,
    others: int,
    first: int,
    subwords: bool,
    allow_pickle: bool,
    progress: Progress | None,
) -> Embedding:
    """Read only what the queries ask for, and some other words of each frequency."""
    embedding = read(
        path,
        words_to_read(queries, match),
        key=key_to_read(queries, match),
        sample=others,
        first=first,
        compose=[word[0] for query in queries for word in query.all_words()] if subwords else (),
        allow_pickle=allow_pickle,
        name=SAMPLE_NAME if path == sample_path() else None,
        progress=None if progress is None else lambda done, total: progress("reading", done, total),
    )
    assert embedding.source is not None
    if subwords and not embedding.source.format.startswith("fastText binary"):
        raise SpecError(
            f"subwords were asked for, but {path.name} ({embedding.source.format}) has none; a fastText .bin has"
        )
    return embedding


def language_of(vectors: str | os.PathLike[str] | None, *, allow_pickle: bool = False) -> tuple[str, Notice]:
    """The language of a file, guessed from the tests whose words it holds."""
    tests, match = packs.of_tests(None), Match()
    embedding = _read(Path(vectors or sample_path()), tests, match, 0, 0, False, allow_pickle, None)
    language, (notice,) = guess_language(embedding, tests, match)
    return language, notice


def guess_language(embedding: Embedding, queries: tuple[Query, ...], match: Match) -> tuple[str, tuple[Notice, ...]]:
    """The language whose tests find most of their words; words composed from subwords tell nothing."""
    shares: dict[str, tuple[float, int, int]] = {}
    for code in dict.fromkeys(query.language for query in queries):
        finder = Finder(embedding, languages.get(code), match)
        words = {word for query in queries if query.language == code for word in query.all_words()}
        found = sum((hit := finder.find(word)) is not None and hit[1] != "subwords" for word in words)
        shares[code] = (found / len(words), found, len(words))
    ranked = sorted(shares, key=lambda code: shares[code], reverse=True)
    best = ranked[0]
    listing = ", ".join(f"{languages.get(c).name} {shares[c][1]} of {shares[c][2]}" for c in ranked)
    if shares[best][0] < _LEAST_TO_GUESS:
        raise CoverageError(
            f"{embedding.name}: the language cannot be guessed, as hardly any test word was found ({listing}). "
            "Give it with --lang; an audit also takes tests of your own with --query"
        )
    text = f"The language was guessed from the test words found: {listing}. Give it with --lang to be sure."
    return best, (Notice("language-guessed", text),)
