"""Queries as WEFE, responsibly and SEAT's authors write them: lists of words, without language and provenance."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from weatherglass.errors import SpecError
from weatherglass.files import read_text
from weatherglass.words.query import Query, make_query

_PARTS = ("target_sets", "attribute_sets", "target_sets_names", "attribute_sets_names")
# How others name the four sets of a test, and the name and the words within each.
_FOUR_SETS = (
    (("first_target", "second_target"), ("first_attribute", "second_attribute"), "name", "words"),  # responsibly
    (("targ1", "targ2"), ("attr1", "attr2"), "category", "examples"),  # May et al. (2019)
)
_FORMS = (_PARTS, *((*targets, *attributes) for targets, attributes, _, _ in _FOUR_SETS))
_KNOWN = "target_sets and attribute_sets (WEFE), first_target … (responsibly), or targ1 … (May et al. 2019)"


def from_wefe(query: Any, *, language: str, name: str = "", file: Path | None = None) -> Query:
    """A query of WEFE, or the dictionary that its constructor takes; the language is not in it and must be said."""
    given = query if isinstance(query, Mapping) else {part: getattr(query, part, None) for part in _PARTS}
    _refuse_misspelt(given, file)
    plain = _as_wefe(given)
    if plain is None:
        raise SpecError(f"is no query that can be read; expected {_KNOWN}", file=file)
    sides = {
        side: _named_sets(plain.get(f"{role}_sets"), plain.get(f"{role}_sets_names"), role, file)
        for side, role in (("targets", "target"), ("attributes", "attribute"))
    }
    called = name or _slug([*sides["targets"], *sides["attributes"]])
    return make_query({"name": called, "language": language, **{k: v for k, v in sides.items() if v}}, file=file)


def read_wefe(path: Path, language: str | None) -> tuple[Query, ...]:
    """The queries in a JSON file, one or a list of them; they are called by the file."""
    if language is None:
        raise SpecError("does not say its language; give it (language='en', on the command line --lang en)", file=path)
    data = _read_json(path)
    listed = data if isinstance(data, list) else [data]
    if not listed or not all(isinstance(each, dict) for each in listed):
        raise SpecError(f"holds no query, and no list of them; expected {_KNOWN}", file=path)
    names = [path.stem if len(listed) == 1 else f"{path.stem}-{i}" for i in range(1, len(listed) + 1)]
    return tuple(
        from_wefe(each, language=language, name=name, file=path) for each, name in zip(listed, names, strict=True)
    )


def _read_json(path: Path) -> Any:
    """The whole file as one value or, where it ends in .jsonl and its first line is one, a list with a value a line.

    The files of May et al. (2019) end in .jsonl and hold one object over many lines.
    """
    text = read_text(path)
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
        if path.suffix != ".jsonl" or len(lines) < 2 or not _is_json(lines[0][1]):
            raise SpecError(f"is not readable as JSON ({error})", file=path) from error
    data = []
    for number, line in lines:
        try:
            data.append(json.loads(line))
        except (ValueError, RecursionError) as error:
            raise SpecError(f"line {number:,} is not readable as JSON ({error})", file=path) from error
    return data


def _is_json(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _refuse_misspelt(given: Mapping[str, Any], file: Path | None) -> None:
    """A key that resembles a part which is missing; any other that is not known may be a note of whoever wrote it.

    Were it overlooked, a test would silently become a list of words without attributes.
    """
    parts = next((form for form in _FORMS if any(part in given for part in form)), tuple(chain(*_FORMS)))
    missing = [part for part in parts if part not in given]
    for key in given:
        if key not in parts and (near := difflib.get_close_matches(str(key), missing, n=1)):
            raise SpecError(f"is no part of a query; did you mean '{near[0]}'?", file=file, key=str(key))


def _as_wefe(given: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """In WEFE's form, whichever it has; None if it has none."""
    if given.get("target_sets") is not None:
        return given
    for targets, attributes, name, words in _FOUR_SETS:
        if all(isinstance(given.get(key), Mapping) for key in (*targets, *attributes)):
            return {
                f"{role}_sets{suffix}": [given[key].get(part) for key in keys]
                for role, keys in (("target", targets), ("attribute", attributes))
                for suffix, part in (("", words), ("_names", name))
            }
    return None


def _named_sets(sets: Any, names: Any, role: str, file: Path | None) -> dict[str, list[str]]:
    """Each set under its name, or its number where it has none; two under one name would replace each other."""
    key = f"{role}_sets"
    if sets is None:
        return {}
    sets, names = _without_arrays(sets), _without_arrays(names)
    if not _is_list(sets) or not all(_is_list(words) for words in sets):
        raise SpecError(f"needs a list of lists of words, got {sets!r:.80}", file=file, key=key)
    called = list(names or [None] * len(sets)) if names is None or _is_list(names) else []
    if len(called) != len(sets):
        raise SpecError(f"{len(sets)} sets need as many names, got {names!r:.80}", file=file, key=f"{key}_names")
    titles = [str(each) if each is not None else f"{role} {i}" for i, each in enumerate(called, 1)]
    if len(set(titles)) < len(titles):
        raise SpecError(f"two sets have one name: {', '.join(titles)}", file=file, key=f"{key}_names")
    for word in (word for words in sets for word in words):
        if isinstance(word, str) and "|" in word:  # which would be read as alternatives
            raise SpecError(f"a word holds '|', got {word!r}; take it out", file=file, key=key)
    return {title: list(words) for title, words in zip(titles, sets, strict=True)}


def _without_arrays(value: Any) -> Any:
    """Lists for arrays, also inside of lists: WEFE takes both, and so do we."""
    plain = value.tolist() if hasattr(value, "tolist") else value
    return [_without_arrays(each) for each in plain] if _is_list(plain) else plain


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _slug(names: Sequence[str]) -> str:
    return re.sub(r"[^\w]+", "-", "-".join(names).lower()).strip("-") or "query"
