"""What can go wrong, and what needs saying.

    WeatherglassError
    ├── SpecError       a file the user wrote (query, pack) or an option does not say something usable
    ├── FormatError     a file of vectors, texts or questions cannot be read as what it seems to be
    ├── UnknownName     a name that is not among the choices
    └── CoverageError   too few of the words asked for are in the vectors

Each message says what happened, what was given and what to do. A `Notice` is not an error: it is
something found on the way that the reader of a result must know.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from os import PathLike
from typing import Any


class WeatherglassError(Exception):
    """Anything that a user can mend; shown without a traceback on the command line."""

    def __reduce__(self) -> tuple[Any, ...]:
        """An error comes back from another process as it was, whatever its class takes to be made."""
        return _come_back, (type(self), self.args, self.__dict__)


def _come_back(kind: type[WeatherglassError], args: tuple[Any, ...], known: dict[str, Any]) -> WeatherglassError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(known)
    return error


class SpecError(WeatherglassError):
    """A query, pack or option is not usable; names the file and the key."""

    def __init__(self, problem: str, *, file: str | PathLike[str] | None = None, key: str = ""):
        self.file, self.key = file, key
        where = ", ".join(str(part) for part in (file, f"key '{key}'" if key else "") if part)
        super().__init__(f"{where}: {problem}" if where else problem)


class FormatError(WeatherglassError):
    """A file of vectors, texts or questions is damaged, of an unknown kind, or refused; names the file and the line."""

    def __init__(self, problem: str, *, file: str | PathLike[str], line: int | None = None):
        self.problem, self.file, self.line = problem, file, line
        place = f"{file}, line {line:,}" if line is not None else str(file)
        super().__init__(f"{place}: {problem}")


_MOST_LISTED = 80


class UnknownName(WeatherglassError):
    """A name that does not exist; lists the choices and the nearest one."""

    def __init__(self, kind: str, name: str, choices: Iterable[str]):
        self.name, self.choices = name, tuple(sorted(choices))
        near = difflib.get_close_matches(name, self.choices, n=1)
        hint = f" Did you mean '{near[0]}'?" if near else ""
        known = ", ".join(self.choices[:_MOST_LISTED]) or "none"
        if len(self.choices) > _MOST_LISTED:
            known += f" and {len(self.choices) - _MOST_LISTED} more"
        super().__init__(f"There is no {kind} '{name}'.{hint} Known: {known}.")


class CoverageError(WeatherglassError):
    """Too few words were found for anything to be measured."""


@dataclass(frozen=True, slots=True, order=True)
class Notice:
    """Something a reader must know beside the numbers; `code` is stable, `text` is for people."""

    code: str
    text: str
