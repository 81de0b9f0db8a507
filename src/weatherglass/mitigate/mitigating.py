"""A file of vectors mitigated into another one, row after row in little memory, with the account of what it did."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from weatherglass.embedding.formats import refuse_words
from weatherglass.embedding.handed import file_of_vectors
from weatherglass.embedding.rewrite import other_file, rewrite
from weatherglass.errors import SpecError
from weatherglass.measure.inputs import PAIRS, PROFESSIONS
from weatherglass.mitigate.account import Account, account_of
from weatherglass.mitigate.base import mitigation
from weatherglass.mitigate.other_words import LISTS as OTHERS
from weatherglass.mitigate.roles import Roles
from weatherglass.progress import Progress, phase, shows_progress
from weatherglass.quality.quality import File
from weatherglass.quality.questions import ScoredPairs
from weatherglass.structure.space import lists_named
from weatherglass.words import packs
from weatherglass.words.lookup import Match
from weatherglass.words.query import Query
from weatherglass.words.reading import language_of, read_for

WORDS = 50_000  # rows of a large file that a method is fitted on and the account looks at, from the first on


@shows_progress
def mitigate_vectors(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    method: str = "hard",
    roles: Roles | str | None = None,
    *,
    settings: Mapping[str, Any] | None = None,
    words: int = WORDS,
    queries: Sequence[str | Query] = (),
    similarity: Sequence[File | ScoredPairs] = (),
    match: Match | None = None,
    seed: int = 0,
    overwrite: bool = False,
    allow_pickle: bool = False,
    progress: Progress | None = None,
) -> Account:
    """Fit a method on the first `words` rows and those that lists name, change every row of the file, and give the account of it.

    `roles`: a language's code, or own words; the language is guessed without. The target's suffix says its format. It appears only when it
    is whole, with its provenance beside it.
    """
    chosen = mitigation(method, **(settings or {}))
    if words < 1:
        raise SpecError(f"words={words}: give at least 1 row to fit on")
    written = other_file(file_of_vectors(source), target, overwrite=overwrite)
    match = match or Match()
    if roles is None:
        roles, _ = language_of(source, allow_pickle=allow_pickle)
    given = Roles(language=roles) if isinstance(roles, str) else roles
    tests = packs.given(queries, language=given.language) or packs.of_tests(given.language)
    lists = lists_named(given.language, (PAIRS, PROFESSIONS, *OTHERS))
    embedding = read_for(
        (*tests, *lists, *given.queries()),
        source,
        match,
        first=words,
        allow_pickle=allow_pickle,
        progress=phase(progress, "reading"),
    )
    refuse_words(embedding.words, written.suffix)  # rarer ones are met only when they are written
    chosen.fit(embedding, given, match=match)
    account = account_of(
        chosen, embedding, queries=tests, similarity=similarity, match=match, seed=seed, progress=progress
    )
    rewritten = rewrite(
        source,
        written,
        chosen.fitted().overwrite,
        overwrite=overwrite,
        allow_pickle=allow_pickle,
        rows=embedding.rows,
        provenance=chosen.provenance(embedding) | {"fitted_on": len(embedding)},
        progress=phase(progress, "writing"),
    )
    return replace(account, warnings=tuple(dict.fromkeys((*account.warnings, *rewritten.notices))))
