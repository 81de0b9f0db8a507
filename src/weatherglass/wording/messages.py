"""Texts for people as data: a file of messages for each language, filled in with names and figures.

A message is called by its key, such as `audit.tests_run`. One that depends on a number has a form for each category of plurals (CLDR's:
zero, one, two, few, many, other); the number is then the value `n`. What is not translated is said in English.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib import resources
from itertools import groupby
from string import Formatter
from typing import Any

from weatherglass.errors import UnknownName

ENGLISH = "en"
_RIGHT_TO_LEFT = ("ar",)
_language: ContextVar[str] = ContextVar("language of texts", default=ENGLISH)
_CATEGORIES = {"zero", "one", "two", "few", "many", "other"}
_NARROW = "\u202f"  # between thousands where a comma would be read as a decimal sign


@cache
def languages() -> tuple[str, ...]:
    """Languages that reports are written in, English first."""
    found = sorted(
        file.name.removesuffix(".toml") for file in _folder("report").iterdir() if file.name.endswith(".toml")
    )
    return (ENGLISH, *(code for code in found if code != ENGLISH))


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """What is said within is said in this language; outside it is English."""
    if language not in languages():
        raise UnknownName("language of reports", language, languages())
    token = _language.set(language)
    try:
        yield
    finally:
        _language.reset(token)


def spoken() -> str:
    """The code of the language that is spoken now."""
    return _language.get()


def runs_right_to_left() -> bool:
    """Whether texts of the language spoken now do."""
    return spoken() in _RIGHT_TO_LEFT


def say(key: str, /, **values: Any) -> str:
    """The message in the language spoken now, with its values; whole numbers are grouped by thousands."""
    return _template(key, values).format(**{name: _shown(value) for name, value in values.items()})


class Finding(str):
    """A sentence that knows which of its parts are names, so that a page can mark those.

    `about`: what it is about, said before it; `anchor`: where on a page that is.
    """

    parts: tuple[tuple[str, bool], ...]
    about: str
    anchor: str

    def __new__(cls, parts: Iterable[tuple[str, bool]], about: str = "", anchor: str = "") -> Finding:
        given = tuple(  # what is no name is one part as far as it goes: directions are told apart within a part
            ("".join(text for text, _ in some), is_name)
            for is_name, some in groupby((part for part in parts if part[0]), key=lambda part: part[1])
        )
        said = "".join(text for text, _ in given)
        made = super().__new__(cls, f"{about}: {said}" if about else said)
        made.parts, made.about, made.anchor = given, about, anchor
        return made

    def __getnewargs__(self) -> tuple[tuple[tuple[str, bool], ...], str, str]:  # type: ignore[override]
        """What a copy is made of; a str would give its text alone."""
        return self.parts, self.about, self.anchor


def say_naming(key: str, names: Mapping[str, str], /, **values: Any) -> Finding:
    """The message with these names marked."""
    shown = {name: _shown(value) for name, value in values.items()}
    parts: list[tuple[str, bool]] = []
    for text, name, _, _ in Formatter().parse(_template(key, values)):
        parts.append((text, False))
        if name is not None:
            parts.append((names[name], True) if name in names else (shown[name], False))
    return Finding(parts)


def known(key: str) -> bool:
    """Whether there is such a message in the language spoken now, or in English."""
    return key in messages(spoken()) or key in messages(ENGLISH)


def grouped(number: int) -> str:
    """A whole number with its thousands apart."""
    return f"{number:,}" if spoken() == ENGLISH else f"{number:,}".replace(",", _NARROW)


def category(number: int, language: str) -> str:
    """Which form of a plural a whole number takes, by CLDR's rules for these languages."""
    if language == "fr":
        return "one" if number in (0, 1) else "other" if number % 1_000_000 else "many"
    if language == "ar":
        if number in (0, 1, 2):
            return ("zero", "one", "two")[number]
        last = number % 100
        return "few" if 3 <= last <= 10 else "many" if last >= 11 else "other"
    return "one" if number == 1 else "other"


def _template(key: str, values: Mapping[str, Any]) -> str:
    language = spoken() if key in messages(spoken()) else ENGLISH
    found = messages(language)[key]
    if isinstance(found, str):
        return found
    return found.get(category(values["n"], language), found["other"])


def _shown(value: Any) -> str:
    return grouped(value) if isinstance(value, int) else str(value)


@cache
def messages(language: str) -> dict[str, str | dict[str, str]]:
    """All messages of a language by their keys: those of reports, and those of the local page, which begin with `app.`."""
    reports, page = (_read(room, language) for room in ("report", "app"))
    return {**reports, **{f"app.{key}": message for key, message in page.items()}}


def _read(room: str, language: str) -> dict[str, str | dict[str, str]]:
    with (_folder(room) / f"{language}.toml").open("rb") as file:
        return dict(_flat(tomllib.load(file), ""))


def _flat(table: Mapping[str, Any], within: str) -> Iterator[tuple[str, Any]]:
    for name, value in table.items():
        if isinstance(value, str) or value.keys() <= _CATEGORIES:
            yield within + name, value
        else:
            yield from _flat(value, f"{within}{name}.")


def _folder(room: str) -> Any:
    return resources.files("weatherglass") / room / "messages"
