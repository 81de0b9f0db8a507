"""Word sets while they are written: what stands in the editor's fields, and the query that it makes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from weatherglass.errors import SpecError
from weatherglass.words.query import Query, make_query

ROLES = ("targets", "attributes")
_USUAL = {("targets", 1): "X", ("targets", 2): "Y", ("attributes", 1): "A", ("attributes", 2): "B"}  # as in WEAT
_FIELD = re.compile(r"(targets|attributes|pairs)-([1-9][0-9]?)-(name|words|one|other)")
_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """The texts of the fields, by their names: `name`, `language`, `title`, `targets-1-name`, `targets-1-words`, `pairs-1-one`."""

    fields: Mapping[str, str]

    def text(self, field: str) -> str:
        return self.fields.get(field, "")

    def numbers(self, role: str) -> range:
        """Of its sets: two at least, or one set of pairs, and as many as there are."""
        given = [int(found[2]) for name in self.fields if (found := _FIELD.fullmatch(name)) and found[1] == role]
        return range(1, max([1 if role == "pairs" else 2, *given]) + 1)

    def set_name(self, role: str, number: int) -> str:
        """As given, or a letter as in WEAT."""
        return self.text(f"{role}-{number}-name").strip() or _USUAL.get((role, number), f"{role} {number}")


def from_form(pairs: Iterable[tuple[str, str]]) -> Draft:
    """What a form or an address holds of it."""
    return Draft(fields={name: value for name, value in pairs if name in ("name", "language", "title") or _FIELD.fullmatch(name)})  # fmt: skip


def from_query(query: Query, name: str = "") -> Draft:
    """Its sets and pairs to be changed; groups and rates cannot be edited."""
    fields = {"name": name or query.name, "language": query.language, "title": query.title}
    for role, sets in (("targets", query.targets), ("attributes", query.attributes)):
        for i, each in enumerate(sets, 1):
            fields[f"{role}-{i}-name"] = each.name
            fields[f"{role}-{i}-words"] = "\n".join("|".join(word) for word in each.words)
    for i, pair_set in enumerate(query.pairs, 1):
        fields[f"pairs-{i}-name"] = pair_set.name
        for column, side in enumerate(("one", "other")):
            fields[f"pairs-{i}-{side}"] = "\n".join("|".join(pair[column]) for pair in pair_set.pairs)
    return Draft(fields=fields)


def with_alternatives(draft: Draft, also: Iterable[str]) -> Draft:
    """Each of `also` is a word and a further spelling for it (`docter|doctor`), which is put behind those that it has."""
    more = {word: spelling for word, _, spelling in (given.rpartition("|") for given in also) if word and spelling}
    if not more:
        return draft

    def extended(text: str) -> str:
        return "\n".join(f"{word}|{more[first]}" if (first := word.split("|")[0]) in more else word for word in _words(text))  # fmt: skip

    return replace(draft, fields={name: extended(text) if _holds_words(name) else text for name, text in draft.fields.items()})  # fmt: skip


def _holds_words(field: str) -> bool:
    return field.endswith(("-words", "-one", "-other"))


def _words(text: str) -> list[str]:
    from weatherglass.words.pasted import split_words

    return split_words(text)


def strict_query(draft: Draft) -> Query:
    """The query that a test can use; what is wrong with it is said with the name of the set."""
    return make_query(_data(draft))


def loose_query(draft: Draft) -> Query | None:
    """The same for looking words up: a word may stand on two sides, which the look-up then tells. Nothing where no word is given."""
    data = _data(draft)
    alone = {"name": data["name"], "language": data["language"]}
    targets, attributes = (
        tuple(each for name, words in data.get(role, {}).items() for each in make_query({**alone, "targets": {name: words}}).targets)
        for role in ROLES
    )  # fmt: skip
    pairs = make_query({**alone, "pairs": data["pairs"]}).pairs if "pairs" in data else ()
    if not (targets or attributes or pairs):
        return None
    return Query(**alone, targets=targets, attributes=attributes, pairs=pairs)


def _data(draft: Draft) -> dict[str, Any]:
    """As a query file says it."""
    data: dict[str, Any] = {"name": file_name(draft.text("name")), "language": draft.text("language") or "en"}
    if title := draft.text("title").strip():
        data["title"] = title[:300]
    for role in ROLES:
        sets: dict[str, Any] = {}
        for number in draft.numbers(role):
            if words := _words(draft.text(f"{role}-{number}-words")):
                _put(sets, draft.set_name(role, number), words)
        if sets:
            data[role] = sets
    if pairs := _pairs(draft):
        data["pairs"] = pairs
    return data


def _pairs(draft: Draft) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for number in draft.numbers("pairs"):
        one, other = (_words(draft.text(f"pairs-{number}-{side}")) for side in ("one", "other"))
        name = draft.set_name("pairs", number)
        if len(one) != len(other):
            raise SpecError(
                f"the pairs '{name}' have {len(one):,} words on one side and {len(other):,} on the other; give each line its partner"
            )
        if one:
            _put(made, name, [list(pair) for pair in zip(one, other, strict=True)])
    return made


def _put(sets: dict[str, Any], name: str, words: list[Any]) -> None:
    if name in sets:
        raise SpecError(f"two sets are called '{name}'; give one of them another name")
    sets[name] = words


def file_name(name: str) -> str:
    """A name that can be that of a file on every system."""
    return re.sub(r"[^\w.-]+", "-", name.strip()).strip("-.")[:_LONGEST_NAME] or "own"
