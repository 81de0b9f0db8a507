"""Reading a TOML file of known keys: what each key may hold is data, and every mistake names its key."""

from __future__ import annotations

import difflib
import math
import tomllib
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from weatherglass.errors import SpecError
from weatherglass.files import read_text

Kind = tuple[Callable[[Any], bool], str]  # whether a value is of this kind, and what it is in words


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def list_of(kind: Kind) -> Kind:
    """A list, not empty, of values of a kind."""
    fits, words = kind
    return lambda value: isinstance(value, list) and bool(value) and all(map(fits, value)), f"a list, each {words}"


def either(one: Kind, other: Kind) -> Kind:
    """Of one kind or of the other."""
    return lambda value: one[0](value) or other[0](value), f"{one[1]}, or {other[1]}"


def one_of(*choices: str) -> Kind:
    """One of these words."""
    return lambda value: value in choices, f"one of {', '.join(choices)}"


TEXT: Kind = (_text, "a text")
TRUTH: Kind = (lambda value: isinstance(value, bool), "true or false")
COUNT: Kind = (lambda value: _whole(value) and value >= 0, "a whole number from 0 on")
NUMBER: Kind = (_number, "a number")
TABLE: Kind = (lambda value: isinstance(value, dict), "a table")
TEXTS, COUNTS, NUMBERS = list_of(TEXT), list_of(COUNT), list_of(NUMBER)
TABLES = list_of(TABLE)
ANY: Kind = (lambda _value: True, "a value")


def kind_of(default: Any) -> Kind:
    """What may stand where this is the default: a value of its type; whole numbers are numbers too."""
    return {bool: TRUTH, int: COUNT, float: NUMBER, str: TEXT}.get(type(default), ANY)


def read_toml(file: Path, *, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """The file's content, or what is wrong with it as TOML; `parse_float`: what is made of the text of a number with a point."""
    text = read_text(file)
    try:
        return tomllib.loads(text, parse_float=parse_float)
    except tomllib.TOMLDecodeError as error:
        raise SpecError(f"is not a readable TOML file ({error})", file=file) from error


def refuse_unknown(data: Mapping[str, Any], known: Collection[str], *, file: Path | None, at: str = "") -> None:
    """A key that is not known is a mistake, never overlooked; the nearest one is named."""
    for key in data:
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1)
            hint = f"did you mean '{near[0]}'?" if near else f"known keys are {', '.join(known)}"
            raise SpecError(f"unknown key; {hint}", file=file, key=_place(at, key))


def checked(
    data: Mapping[str, Any], kinds: Mapping[str, Kind], *, file: Path | None, at: str = "", needed: Collection[str] = ()
) -> dict[str, Any]:
    """The same data, with every key known, every value of its key's kind, and no needed key missing."""
    refuse_unknown(data, kinds, file=file, at=at)
    for key, value in data.items():
        fits, words = kinds[key]
        if not fits(value):
            raise SpecError(f"needs {words}, got {value!r}", file=file, key=_place(at, key))
    for key in needed:
        if key not in data:
            raise SpecError(f"is missing; give {kinds[key][1]}", file=file, key=_place(at, key))
    return dict(data)


def _place(at: str, key: str) -> str:
    return f"{at}.{key}" if at else key
