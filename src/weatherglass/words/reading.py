"""Reading vectors for tests: only the rows that looking the tests up may ask for, and the language that they speak."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from os import PathLike
from pathlib import Path

from weatherglass import language as languages
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import read
from weatherglass.errors import CoverageError, Notice, UnknownName
from weatherglass.progress import HowFar
from weatherglass.words import packs
from weatherglass.words.lookup import Finder, Match, forms
from weatherglass.words.query import Query
from weatherglass.words.wefe import read_wefe

QUERY_FILES = (".toml", ".csv", ".json", ".jsonl")
_LEAST_TO_GUESS = 0.1


def read_for(
    queries: Sequence[Query],
    path: str | PathLike[str],
    match: Match,
    *,
    more: Collection[str] = (),
    sample: int = 0,
    first: int = 0,
    subwords: bool = False,
    allow_pickle: bool = False,
    name: str | None = None,
    progress: HowFar | None = None,
) -> Embedding:
    """The rows that looking these queries up may ask for, and `more` words; `sample` and `first` as in `read`.

    `subwords`: what a fastText model lacks of the queries' words is built from their n-grams.
    """
    return read(
        path,
        words_to_read(queries, match).union(more),
        key=key_to_read(queries, match),
        sample=sample,
        first=first,
        compose=[word[0] for query in queries for word in query.all_words()] if subwords else (),
        allow_pickle=allow_pickle,
        name=name,
        progress=progress,
    )


def words_to_read(queries: Iterable[Query], match: Match) -> frozenset[str]:
    """Every spelling that looking these queries up may ask for."""
    return frozenset(
        form
        for query in queries
        for word in query.all_words()
        for alternative in word
        for form, _ in forms(alternative, languages.get(query.language), match)
    )


def key_to_read(queries: Iterable[Query], match: Match) -> Callable[[str], str] | None:
    """The normalisation under which rows must be looked at while reading, if any language of the queries has one.

    Where several have one, each leaves the scripts of the others alone, so the first that changes a word is its own.
    """
    codes = dict.fromkeys(query.language for query in queries)
    keys = [key for code in codes if (key := languages.get(code).key) is not None] if match.normalise else []
    if not keys:
        return None
    return lambda word: next((form for key in keys if (form := key(word)) != word), word)


def read_queries(file: str | PathLike[str], language: str | None = None) -> tuple[Query, ...]:
    """The queries of a file: one in TOML, XWEAT's table of translations (.csv), or word sets of WEFE and others (.json, .jsonl).

    `language` is needed for JSON, and for .csv unless the name tells it, as `vocab_en_de.csv` does.
    """
    path = Path(file)
    if path.suffix not in QUERY_FILES:
        raise UnknownName("kind of file of queries", path.suffix or path.name, QUERY_FILES)
    if path.suffix in (".json", ".jsonl"):
        return read_wefe(path, language)
    return packs.resolve([str(path)], language=language)


def language_of(path: str | PathLike[str], *, allow_pickle: bool = False) -> tuple[str, Notice]:
    """The language of a file, guessed from the tests whose words it holds."""
    tests, match = packs.of_tests(None), Match()
    return guess_language(read_for(tests, path, match, allow_pickle=allow_pickle), tests, match)


def guess_language(embedding: Embedding, queries: Sequence[Query], match: Match) -> tuple[str, Notice]:
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
    return best, Notice("language-guessed", text)
