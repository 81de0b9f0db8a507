"""An audit: one file of vectors, the tests of its language, and everything a reader must know."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from weatherglass import language as languages
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.handed import file_of_vectors
from weatherglass.embedding.sample import SAMPLE_NAME, sample_path
from weatherglass.errors import Notice, SpecError
from weatherglass.files.compressed import split_archive
from weatherglass.files.fingerprint import file_sha256
from weatherglass.files.plain import from_plain, to_plain
from weatherglass.measure.base import BATTERY, get
from weatherglass.measure.baseline import PER_OCTAVE
from weatherglass.measure.inputs import Given, companions, first_rows
from weatherglass.measure.result import Outcome, Result, Results, Skipped
from weatherglass.measure.run import run
from weatherglass.measure.scrutiny import Scrutiny
from weatherglass.progress import Progress, phase, shows_progress
from weatherglass.shown import Shown
from weatherglass.stats.permutation import Test
from weatherglass.structure.space import Space
from weatherglass.structure.structure import PARTS, Structure, Wishes, examined, is_gendered, to_read
from weatherglass.words import packs
from weatherglass.words.lookup import Match
from weatherglass.words.query import Query
from weatherglass.words.reading import guess_language, read_for

SCHEMA_VERSION = 1
_WISHES = Wishes(most=20_000)  # words that are projected: an audit need not show rare ones
SEVERAL_LANGUAGES = "mul"  # the code of ISO 639 for it


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What was asked for, as it was asked, so that it can be asked again."""

    vectors: str = ""
    queries: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    structure: bool | None = None
    subwords: bool = False
    allow_pickle: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit(Shown):
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
    structure: Structure | None = None

    def to_dict(self) -> dict[str, Any]:
        """The stable JSON shape of `weatherglass audit --json`; it grows only by new keys."""
        return {
            "schema_version": SCHEMA_VERSION,
            "kind": "audit",
            "embedding": dict(self.embedding),
            "language": self.language,
            "queries": to_plain(self.queries),
            "results": to_plain(self.results.measured),
            "skipped": to_plain(self.results.skipped),
            "structure": to_plain(self.structure),
            "warnings": to_plain(self.warnings),
            "options": {name: to_plain(getattr(self, name)) for name in ("match", "test", "scrutiny", "request")},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Audit:
        """The inverse of `to_dict`."""
        options = data["options"]
        request = from_plain(Request, options["request"])
        queries = tuple(from_plain(Query, each) for each in data["queries"])
        outcomes: list[Outcome] = [*map(Result.from_dict, data["results"]), *map(Skipped.from_dict, data["skipped"])]
        by_query = [query.id for query in queries]
        by_measure = list(request.measures or BATTERY)
        outcomes.sort(key=lambda each: (by_query.index(each.query), by_measure.index(each.measure)))
        return cls(
            embedding=data["embedding"],
            language=data["language"],
            results=Results(tuple(outcomes)),
            queries=queries,
            warnings=tuple(from_plain(Notice, each) for each in data["warnings"]),
            match=from_plain(Match, options["match"]),
            test=from_plain(Test, options["test"]),
            request=request,
            scrutiny=from_plain(Scrutiny, options["scrutiny"]),
            structure=None if data["structure"] is None else Structure.from_dict(data["structure"]),
        )

    @property
    def language_name(self) -> str:
        """In words; all of them when there are several."""
        return ", ".join(languages.get(code).name for code in dict.fromkeys(q.language for q in self.queries))


@shows_progress
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
    structure: bool | None = None,
    params: Mapping[str, Mapping[str, Any]] | None = None,
    subwords: bool = False,
    allow_pickle: bool = False,
    progress: Progress | None = None,
) -> Audit:
    """Run the tests of a language on vectors; without `language` it is guessed from the words found.

    Only the rows that the tests need are read, and a sample of the others to compare with. `queries` are names,
    patterns, files or Query objects; without any,
    the language's whole pack is run; without `measures`, those of the standard battery that fit. `structure`: also examine how gender shapes the space;
    unless it is said, a whole audit does so where the language has grammatical gender. `subwords` builds words that a fastText model lacks from their n-grams.
    """
    match, test, scrutiny = match or Match(), test or Test(), scrutiny or Scrutiny()
    asked = [queries] if isinstance(queries, str | Query) else list(queries)
    own_packs = tuple(Path(folder) for folder in ([folders] if isinstance(folders, str) else folders))
    chosen = packs.given(asked, language=language, folders=own_packs)
    candidates = chosen or packs.of_tests(language, own_packs)
    used = [get(name) for name in (BATTERY if measures is None else measures)]
    may_examine = structure is not False and (structure or not (chosen or measures))
    lists = to_read(language, PARTS, _WISHES, gendered_only=not structure) if may_examine else ()
    if isinstance(vectors, Embedding):
        embedding, fingerprint = vectors, None
    else:
        path = sample_path() if vectors is None else file_of_vectors(vectors)
        fingerprint = _fingerprint_beside(path)
        embedding = read_for(
            (*candidates, *companions(candidates, used, given or Given()), *lists),
            path,
            match,
            sample=PER_OCTAVE if scrutiny.baseline or lists else 0,
            first=max(first_rows(used, given or Given()), _WISHES.most if lists else 0),
            subwords=subwords,
            allow_pickle=allow_pickle,
            name=SAMPLE_NAME if path == sample_path() else None,
            progress=phase(progress, "reading"),
        )
        if subwords:
            _refuse_no_subwords(embedding)
    guessed = []
    if not chosen:
        if language is None:
            language, notice = guess_language(embedding, candidates, match)
            guessed.append(notice)
        chosen = tuple(query for query in candidates if query.language == language)
    results = run(
        embedding,
        chosen,
        measures,
        match=match,
        test=test,
        scrutiny=scrutiny,
        params=params,
        given=given,
        progress=phase(progress, "measuring"),
    )
    if fingerprint is not None:
        fingerprint.join()
    spoken = {query.language for query in chosen}
    language = spoken.pop() if len(spoken) == 1 else SEVERAL_LANGUAGES
    examine = may_examine and language != SEVERAL_LANGUAGES and (structure or is_gendered(language))
    return Audit(
        embedding=embedding.identity(),
        language=language,
        structure=examined(Space(embedding, language, match, test.seed), PARTS, _WISHES) if examine else None,
        results=results,
        queries=chosen,
        warnings=tuple(
            dict.fromkeys(
                (*guessed, *embedding.notices, *(notice for outcome in results for notice in outcome.warnings))
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
            structure=structure,
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


def _refuse_no_subwords(embedding: Embedding) -> None:
    if not embedding.format.startswith("fastText binary"):
        problem = f"subwords were asked for, but {embedding.name} ({embedding.format}) has none"
        raise SpecError(f"{problem}; a fastText .bin has")
