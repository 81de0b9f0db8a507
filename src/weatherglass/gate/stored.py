"""A stored baseline: the values of an audit, and the words they rest on, to compare later ones with."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from importlib.metadata import version
from os import PathLike
from pathlib import Path
from typing import Any

from weatherglass.auditing import Audit
from weatherglass.errors import SpecError
from weatherglass.files import read_text, refuse_target, write_whole
from weatherglass.files.plain import from_plain, json_text, to_plain
from weatherglass.files.toml import COUNT, NUMBER, TABLE, TEXT, Kind, checked
from weatherglass.measure.base import ANY, get
from weatherglass.measure.result import Result
from weatherglass.stats.intervals import Interval
from weatherglass.stats.permutation import PValue
from weatherglass.words.query import Query

SCHEMA_VERSION = 1
_NAMED = 8  # words that differ which a sentence names


@dataclass(frozen=True, slots=True)
class WordsUsed:
    """The words of a set that were found, as the vectors spell them; base pairs as one–other, rates after their word."""

    set: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """A test as it came out; `params` are the settings that define the value."""

    query: str
    measure: str
    value: float | None
    interval: Interval | None
    p: PValue | None
    words: tuple[WordsUsed, ...]
    params: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredBaseline:
    """The tests of an audit, with what was audited and by which version."""

    weatherglass: str
    embedding: Mapping[str, Any]
    language: str
    seed: int
    tests: tuple[Stored, ...]

    def of(self, query: str, measure: str) -> Stored | None:
        return next((each for each in self.tests if (each.query, each.measure) == (query, measure)), None)

    def to_dict(self) -> dict[str, Any]:
        """The stable JSON shape; it grows only by new keys."""
        return {
            "schema_version": SCHEMA_VERSION,
            "weatherglass": self.weatherglass,
            "embedding": dict(self.embedding),
            "language": self.language,
            "seed": self.seed,
            "tests": to_plain(self.tests),
        }


def baseline_of(audit: Audit) -> StoredBaseline:
    """What is kept of an audit."""
    queries = {query.id: query for query in audit.queries}
    return StoredBaseline(
        weatherglass=version("weatherglass"),
        embedding={key: audit.embedding[key] for key in ("name", "words", "dim", "sha256", "format")},
        language=audit.language,
        seed=audit.test.seed,
        tests=tuple(
            Stored(
                query=result.query,
                measure=result.measure,
                value=result.value,
                interval=result.interval,
                p=result.p,
                words=words_used(result, queries[result.query]),
                params=result.params,
            )
            for result in audit.results.measured
        ),
    )


def save_baseline(audit: Audit, file: str | PathLike[str], *, overwrite: bool = False) -> Path:
    """Write what later audits are to be compared with."""
    path = Path(file)
    refuse_target(path, overwrite=overwrite)
    return write_whole(path, json_text(baseline_of(audit).to_dict()))


def words_used(result: Result, query: Query) -> tuple[WordsUsed, ...]:
    """What a value rests on: words, base pairs, rates. A measure that takes any attributes uses none of them."""
    card = get(result.measure)
    sets = query.targets if card.attributes == ANY else query.sets
    used = []
    for each, covered in zip(sets, result.coverage.sets, strict=False):  # base pairs come after the sets
        spelled = {one.word: one.used for one in covered.substituted}
        found = Counter(word[0] for word in each.words)
        found -= Counter(
            (*covered.missing, *covered.duplicates)
        )  # an entry is found, or missing, or counted once already
        used.append(WordsUsed(each.name, tuple(spelled.get(word, word) for word in found)))
    if pairs := tuple(result.extra.get("by_pair") or result.extra.get("pair_agreement") or ()):
        used.append(WordsUsed("base pairs", pairs))
    if card.rates:
        used.append(WordsUsed("rates", tuple(f"{word} {rate}" for word, rate in query.rates.items())))
    return tuple(used)


def unlike(before: Stored, result: Result, words: Iterable[WordsUsed]) -> str:
    """Why two values are not of the same thing; empty where they are."""
    then, now = ({(each.set, word) for each in used for word in each.words} for used in (before.words, words))
    if then != now:
        parts = [(then - now, "not used now"), (now - then, "not used then")]
        listed = "; ".join(f"{how}: {_some(word for _, word in differing)}" for differing, how in parts if differing)
        return (
            f"it does not rest on the same words as in the baseline ({listed}): compare both files on the words they share with "
            "`weatherglass compare`, or save a new baseline"
        )
    changed = sorted(
        key for key in {*before.params, *result.params} if before.params.get(key) != result.params.get(key)
    )
    if changed:
        listed = ", ".join(f"{key} = {result.params.get(key)}, was {before.params.get(key)}" for key in changed)
        return f"its settings are not those of the baseline ({listed}): use the same, or save a new baseline"
    return ""


def _some(words: Iterable[str]) -> str:
    listed = sorted(words)
    more = f" and {len(listed) - _NAMED} more" if len(listed) > _NAMED else ""
    return ", ".join(listed[:_NAMED]) + more


_LIST: Kind = (lambda value: isinstance(value, list), "a list")
_TEXTS: Kind = (
    lambda value: isinstance(value, list) and all(isinstance(each, str) for each in value),
    "a list of texts",
)


def _or_null(kind: Kind) -> Kind:
    return lambda value: value is None or kind[0](value), f"{kind[1]}, or null"


def _table_of(made: type) -> Kind:
    """A table with all fields of a dataclass."""
    names = [each.name for each in fields(made)]
    return lambda value: isinstance(value, dict) and value.keys() >= set(names), f"a table of {', '.join(names)}"


_WHOLE: dict[str, Kind] = {
    "schema_version": (lambda value: value == SCHEMA_VERSION, f"{SCHEMA_VERSION}, as this version reads no other"),
    "weatherglass": TEXT,
    "embedding": TABLE,
    "language": TEXT,
    "seed": COUNT,
    "tests": _LIST,
}
_TEST: dict[str, Kind] = {
    "query": TEXT,
    "measure": TEXT,
    "value": _or_null(NUMBER),
    "interval": _or_null(_table_of(Interval)),
    "p": _or_null(_table_of(PValue)),
    "words": _LIST,
    "params": TABLE,
}
_WORDS: dict[str, Kind] = {"set": TEXT, "words": _TEXTS}


def read_baseline(file: str | PathLike[str]) -> StoredBaseline:
    """A baseline that was saved; a file that is none is refused, with the key that tells."""
    path = Path(file)
    try:
        data = json.loads(read_text(path))
    except json.JSONDecodeError as error:
        raise SpecError(f"is not a readable JSON file ({error})", file=path) from error
    if not isinstance(data, dict) or "tests" not in data:
        raise SpecError("is no baseline; `weatherglass audit --save-baseline` writes one", file=path)
    data = checked(data, _WHOLE, file=path, needed=tuple(_WHOLE))
    for i, each in enumerate(data["tests"], 1):
        _check_table(each, _TEST, f"tests[{i}]", path)
        for j, used in enumerate(each["words"], 1):
            _check_table(used, _WORDS, f"tests[{i}].words[{j}]", path)
    return from_plain(StoredBaseline, data)


def _check_table(data: object, kinds: Mapping[str, Kind], at: str, file: Path) -> None:
    if not isinstance(data, dict):
        raise SpecError(f"needs a table, got {data!r}", file=file, key=at)
    checked(data, kinds, file=file, at=at, needed=tuple(kinds))
