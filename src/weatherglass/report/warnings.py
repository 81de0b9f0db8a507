"""Warnings as a report tells them: each code explained once, with its cases."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from weatherglass.errors import Notice
from weatherglass.wording.messages import ENGLISH, known, messages, say


@dataclass(frozen=True, slots=True)
class Warned:
    """One kind of warning: its stable code, what it is called, what it means for a reader, and where it holds."""

    code: str
    title: str
    explained: str
    cases: tuple[str, ...]


def warned(notices: Iterable[tuple[str, Notice]]) -> list[Warned]:
    """Each kind once, those that weigh most first; kinds without a message of their own are about rows of a file.

    Before each notice stands of what it was given, if that must be said.
    """
    grouped: dict[str, list[tuple[str, Notice]]] = {}
    for name, notice in dict.fromkeys(notices):
        grouped.setdefault(notice.code, []).append((name, notice))
    return [_warned(code, grouped[code]) for code in sorted(grouped, key=_weight)]


def _warned(code: str, notices: list[tuple[str, Notice]]) -> Warned:
    key = f"warning.{code}" if known(f"warning.{code}.title") else "warning.row"
    told = messages(ENGLISH).get(f"{key}.explained")  # a case that only says the same again adds nothing
    cases = tuple(
        f"{name}: {_case(notice)}" if name else _case(notice) for name, notice in notices if notice.text != told
    )
    return Warned(code, say(f"{key}.title"), say(f"{key}.explained"), cases)


def _case(notice: Notice) -> str:
    return notice.text


_FIRST = (
    "hidden-bias",
    "low-coverage",
    "floor",
    "sign-flips",
    "unstable-pair",
    "near-chance",
    "grammatical-gender",
    "several-tests",
)  # those that change how a result is read


def _weight(code: str) -> int:
    return _FIRST.index(code) if code in _FIRST else len(_FIRST)
