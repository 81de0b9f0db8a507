"""An audit: one file of vectors, the tests of its language, and everything a reader must know."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from weatherglass import language as languages
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import read
from weatherglass.embedding.stream import file_sha256, split_archive
from weatherglass.errors import CoverageError, Notice
from weatherglass.measure.result import Results
from weatherglass.measure.run import run
from weatherglass.stats.permutation import Test
from weatherglass.words import packs
from weatherglass.words.lookup import Finder, Match, words_to_read
from weatherglass.words.query import Query

SCHEMA_VERSION = 1
SAMPLE_NAME = "glove-6b-100d-sample"
_LEAST_TO_GUESS = 0.1
Progress = Callable[[str, int, int], None]  # what is being done, done, in all


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

    def to_dict(self) -> dict[str, Any]:
        """The stable JSON shape of `weatherglass audit --json`; it grows only by new keys."""
        return {
            "schema_version": SCHEMA_VERSION,
            "embedding": dict(self.embedding),
            "language": self.language,
            "results": [result.to_dict() for result in self.results.measured],
            "skipped": [skipped.to_dict() for skipped in self.results.skipped],
            "warnings": [asdict(notice) for notice in self.warnings],
            "options": {"match": asdict(self.match), "test": asdict(self.test)},
        }


def sample_path() -> Path:
    """The vectors that ship with the toolkit: a slice of GloVe 6B, 100 dimensions."""
    return Path(str(resources.files("weatherglass.embedding"))) / "data" / f"{SAMPLE_NAME}.npz"


def audit(
    vectors: str | os.PathLike[str] | Embedding | None = None,
    *,
    language: str | None = None,
    queries: Sequence[str | Query] = (),
    folders: Iterable[Path] = (),
    measures: Sequence[str] = ("weat",),
    match: Match | None = None,
    test: Test | None = None,
    params: Mapping[str, Mapping[str, Any]] | None = None,
    subwords: bool = False,
    allow_pickle: bool = False,
    progress: Progress | None = None,
) -> Audit:
    """Run the tests of a language on vectors; without `language` it is guessed from the words found.

    Only the rows that the tests need are read. `queries` are names, patterns, files or Query objects; without any,
    the language's whole pack is run. `subwords` builds words that a fastText model lacks from their n-grams.
    """
    match, test, folders = match or Match(), test or Test(), tuple(folders)
    chosen = _choose(queries, language, folders)
    candidates = chosen or packs.of_language(language, folders)
    with ThreadPoolExecutor(max_workers=1) as background:
        embedding = (
            vectors
            if isinstance(vectors, Embedding)
            else _read(Path(vectors or sample_path()), candidates, match, subwords, allow_pickle, background, progress)
        )
        guessed: tuple[Notice, ...] = ()
        if not chosen:
            if language is None:
                language, guessed = _guess_language(embedding, candidates, match)
            chosen = tuple(query for query in candidates if query.language == language)
        report = None if progress is None else lambda done, total: progress("measuring", done, total)
        results = run(embedding, chosen, measures, match=match, test=test, params=params, progress=report)
        sha256 = embedding.sha256
    notices = (*guessed, *embedding.notices, *(notice for outcome in results for notice in outcome.notices))
    return Audit(
        embedding={
            "name": embedding.name,
            "words": embedding.rows,
            "dim": embedding.dim,
            "sha256": sha256,
            "format": embedding.source.format if embedding.source else "arrays",
        },
        language=language or chosen[0].language,
        results=results,
        queries=chosen,
        warnings=tuple(dict.fromkeys(notices)),
        match=match,
        test=test,
    )


def _choose(queries: Sequence[str | Query], language: str | None, folders: tuple[Path, ...]) -> tuple[Query, ...]:
    chosen: dict[str, Query] = {}
    for item in queries:
        found = (item,) if isinstance(item, Query) else packs.resolve([item], language=language, folders=folders)
        chosen.update((query.id, query) for query in found)
    return tuple(chosen.values())


def _read(
    path: Path,
    queries: tuple[Query, ...],
    match: Match,
    subwords: bool,
    allow_pickle: bool,
    background: ThreadPoolExecutor,
    progress: Progress | None,
) -> Embedding:
    """Read only what the queries ask for, while the file's fingerprint is computed beside it."""
    file, _ = split_archive(path)
    if file.is_file():
        background.submit(file_sha256, file)
    keys = [key for code in {q.language for q in queries} if (key := languages.get(code).key) and match.normalise]
    return read(
        path,
        words_to_read(queries, match),
        key=_first_that_changes(keys) if keys else None,
        compose=[word[0] for query in queries for word in query.all_words()] if subwords else (),
        allow_pickle=allow_pickle,
        name=SAMPLE_NAME if path == sample_path() else None,
        progress=None if progress is None else lambda done, total: progress("reading", done, total),
    )


def _first_that_changes(keys: list[Callable[[str], str]]) -> Callable[[str], str]:
    """Normalisation when several languages are looked for at once: each leaves foreign scripts alone."""

    def key(word: str) -> str:
        return next((form for normalise in keys if (form := normalise(word)) != word), word)

    return keys[0] if len(keys) == 1 else key


def _guess_language(embedding: Embedding, queries: tuple[Query, ...], match: Match) -> tuple[str, tuple[Notice, ...]]:
    """The language whose tests find most of their words."""
    shares: dict[str, tuple[float, int, int]] = {}
    for code in dict.fromkeys(query.language for query in queries):
        finder = Finder(embedding, languages.get(code), match)
        words = {word for query in queries if query.language == code for word in query.all_words()}
        found = sum(finder.find(word) is not None for word in words)
        shares[code] = (found / len(words), found, len(words))
    ranked = sorted(shares, key=lambda code: shares[code], reverse=True)
    best = ranked[0]
    listing = ", ".join(f"{languages.get(c).name} {shares[c][1]} of {shares[c][2]}" for c in ranked)
    if shares[best][0] < _LEAST_TO_GUESS:
        raise CoverageError(
            f"{embedding.name}: the language cannot be guessed, as hardly any test word was found ({listing}). "
            "Give it with --lang, or your own tests with --query"
        )
    text = f"The language was guessed from the test words found: {listing}. Give it with --lang to be sure."
    return best, (Notice("language-guessed", text),)
