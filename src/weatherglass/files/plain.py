"""Results as plain data and back: what JSON holds, in one way for all of them.

A dataclass becomes an object with a key for each field, in their order. One that also shows what is derived from its fields says
so by a `to_dict` of its own, and the way back passes over what is no field.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


def json_text(data: Mapping[str, Any]) -> str:
    """One object, readable, without NaN."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def shown(text: str) -> str:
    """Words come from a file: what a terminal would obey, or a page would hide, is shown as its code."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def to_plain(value: Any) -> Any:
    """Dicts and lists in place of dataclasses and tuples, all the way down."""
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if is_dataclass(value):
        return fields_of(value)
    if isinstance(value, Mapping):
        return {key: to_plain(each) for key, each in value.items()}
    return [to_plain(each) for each in value] if isinstance(value, list | tuple) else value


def fields_of(made: Any) -> dict[str, Any]:
    """A dataclass's fields by their names, as plain data."""
    return {each.name: to_plain(getattr(made, each.name)) for each in fields(made)}


def from_plain(kind: type[T], data: Mapping[str, Any]) -> T:
    """The dataclass that was made plain; a field that is not there has its default."""
    kinds = _kinds(kind)  # type: ignore[arg-type]
    return kind(**{name: _made(kinds[name], value) for name, value in data.items() if name in kinds})


@cache
def _kinds(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {each.name: hints[each.name] for each in fields(kind)}


def _made(kind: Any, value: Any) -> Any:
    """A value of this kind; of several dataclasses it is the first whose needed fields are all there."""
    arguments = get_args(kind)
    if is_dataclass(kind) and isinstance(kind, type):
        return from_plain(kind, value) if isinstance(value, Mapping) else value
    if get_origin(kind) in (Union, UnionType) and isinstance(value, Mapping):
        made = (each for each in arguments if is_dataclass(each) and _needed(each) <= value.keys())
        return _made(next(made, None), value)
    if get_origin(kind) in (Union, UnionType) and isinstance(value, list | tuple):
        return _made(next((each for each in arguments if get_origin(each) is tuple), None), value)
    if isinstance(value, Mapping) and len(arguments) == 2:
        return {key: _made(arguments[1], each) for key, each in value.items()}
    if get_origin(kind) is tuple and isinstance(value, list | tuple):
        kinds = [arguments[0]] * len(value) if arguments[-1] is Ellipsis else arguments
        return tuple(_made(one, each) for one, each in zip(kinds, value, strict=True))
    return value


def _needed(kind: Any) -> set[str]:
    return {each.name for each in fields(kind) if each.default is MISSING and each.default_factory is MISSING}
