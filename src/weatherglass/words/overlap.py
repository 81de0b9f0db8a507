"""A query's sets held against a vocabulary, word by word: found, missing, given twice, on two sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from weatherglass import language as languages
from weatherglass.embedding.embedding import Embedding
from weatherglass.words.lookup import Entry, Finder, How, Match, find_entries
from weatherglass.words.query import Query, Word

Role = Literal["targets", "attributes", "pairs", "groups"]
State = Literal["found", "missing", "substituted", "duplicate", "overlapping"]


class SetName(NamedTuple):
    """A set of a query, as its file names it."""

    role: Role
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedWord:
    """A word, or a pair (`she–he`) with its two words as `parts`.

    `used` is how the vectors spell what stands for it, empty where nothing does; `how` it was reached. `rank` is that of
    the row, of the rarer one of a pair, and None where there is none. `also` are the other sets with the same row.
    """

    text: str
    state: State
    used: str = ""
    how: tuple[How, ...] = ()
    rank: int | None = None
    also: tuple[SetName, ...] = ()
    parts: tuple[CheckedWord, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedSet:
    """A set, and what a test would find of it; pairs count as one each, and what is given twice counts once."""

    role: Role
    name: str
    words: tuple[CheckedWord, ...]
    asked: int
    found: int

    @property
    def coverage(self) -> float:
        return self.found / self.asked if self.asked else 0.0


def check_sets(
    embedding: Embedding, query: Query, match: Match, *, finder: Finder | None = None
) -> tuple[CheckedSet, ...]:
    """What a test would find of each set, pair and group: targets first, then attributes, pairs, groups.

    A word is overlapping if another target or attribute set is found in the same row, a pair if another set of pairs is.
    Groups share words by their nature, so there it is nothing to tell.
    """
    finder = finder or Finder(embedding, languages.get(query.language), match)
    looked_up = [(name, list(find_entries(finder, entries))) for name, entries in _entries(query)]
    holders = _holders((name, entries) for name, entries in looked_up if name.role != "groups")
    return tuple(_checked_set(embedding, name, entries, holders) for name, entries in looked_up)


def _entries(query: Query) -> Iterator[tuple[SetName, list[tuple[Word, ...]]]]:
    for targets in query.targets:
        yield SetName("targets", targets.name), [(word,) for word in targets.words]
    for attributes in query.attributes:
        yield SetName("attributes", attributes.name), [(word,) for word in attributes.words]
    for pair_set in query.pairs:
        yield SetName("pairs", pair_set.name), list(pair_set.pairs)
    for group in query.groups:
        yield SetName("groups", group.name), [(word,) for word in group.words.words]


_Holders = dict[tuple[int, ...], tuple[SetName, ...]]


def _holders(sets: Iterable[tuple[SetName, list[Entry]]]) -> _Holders:
    """The sets that each row, or pair of rows, is found in."""
    holders: _Holders = {}
    for name, entries in sets:
        for entry in entries:
            if entry.state == "found":
                holders[entry.rows] = (*holders.get(entry.rows, ()), name)
    return holders


def _checked_set(embedding: Embedding, name: SetName, entries: list[Entry], holders: _Holders) -> CheckedSet:
    found = sum(entry.state == "found" for entry in entries)
    return CheckedSet(
        role=name.role,
        name=name.name,
        words=tuple(_checked_word(embedding, name, entry, holders) for entry in entries),
        asked=found + sum(entry.state == "missing" for entry in entries),
        found=found,
    )


def _checked_word(embedding: Embedding, name: SetName, entry: Entry, holders: _Holders) -> CheckedWord:
    parts = tuple(_part(embedding, text, hit) for text, hit in zip(entry.names, entry.hits, strict=True))
    complete = None not in entry.hits
    shared = holders.get(entry.rows, ()) if complete and name.role != "groups" else ()
    whole = CheckedWord(
        text=entry.label,
        state=entry.state,
        used="–".join(part.used for part in parts) if complete else "",
        how=tuple(how for part in parts for how in part.how) if complete else (),
        rank=_rarest(parts) if complete else None,
        also=tuple(other for other in shared if other != name),
        parts=parts if len(parts) > 1 else (),
    )
    if entry.state != "found":
        return whole
    if whole.also:
        return replace(whole, state="overlapping")
    return replace(whole, state="substituted") if any(how != "as written" for how in whole.how) else whole


def _part(embedding: Embedding, text: str, hit: tuple[int, How] | None) -> CheckedWord:
    if hit is None:
        return CheckedWord(text=text, state="missing")
    row, how = hit
    rank = int(embedding.ranks[row])
    return CheckedWord(
        text=text,
        state="found" if how == "as written" else "substituted",
        used=embedding.words[row],
        how=(how,),
        rank=rank if rank >= 0 else None,  # composed from subwords
    )


def _rarest(parts: tuple[CheckedWord, ...]) -> int | None:
    ranks = [part.rank for part in parts if part.rank is not None]
    return max(ranks) if len(ranks) == len(parts) else None
