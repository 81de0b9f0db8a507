"""The command that gives the same numbers again."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from typing import Any

from weatherglass.words.lookup import Match


def command(words: Iterable[str], options: Mapping[str, Iterable[Any]], switches: Mapping[str, bool]) -> str:
    """As it is typed: each option once for each of its values, and the switches that are on."""
    given = (part for option, values in options.items() for value in values for part in (option, str(value)))
    return shlex.join([*words, *given, *(switch for switch, on in switches.items() if on)])


def unless(value: Any, usual: Any) -> list[Any]:
    """The values of an option that is left out where it is as usual."""
    return [] if value == usual else [value]


def found_least(match: Match) -> dict[str, list[Any]]:
    """The options for how many words must be found."""
    names = ("min_coverage", "min_words", "min_test_coverage")
    return {f"--{name.replace('_', '-')}": unless(getattr(match, name), getattr(Match(), name)) for name in names}
