"""What can be worked on: each kind of work is one file in `works/`, and form, API, command line and worker are derived from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from weatherglass.app.asking import Asked
from weatherglass.progress import Progress

# What work leaves beside its result, for people to take with them.
MADE_VECTORS = "vectors"  # a folder with one file of vectors, and how they were made
VOCABULARY = "vocabulary.csv"  # every word on a direction
DOCUMENTS = "documents.csv"  # every document with what it carries of an effect


class Place(Protocol):
    """Where work finds its files and leaves what it makes."""

    folder: Path  # for what it makes beside its result

    def path(self, id: str) -> Path: ...

    def name(self, id: str) -> str: ...

    def query(self, id: str) -> Any: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Same:
    """The same work elsewhere: a command to type, and a call in Python. `files`: what must lie beside, by name, as text."""

    command: str
    python: str
    files: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """A kind of work: what can be asked of it, how it is done, and how it is done without the page.

    `done` runs in a process of its own and gives a result that can be reported, or nothing where what it makes is in its folder.
    `checked` raises what is wrong with what is asked for before anybody waits for it. `folded`: fields that a form keeps out of sight.
    """

    name: str
    asked: type[Asked]
    done: Callable[[Any, Place, Progress], Any]
    same: Callable[[Any, Place], Same]
    checked: Callable[[Any, Place], None] = lambda asked, place: None
    folded: tuple[str, ...] = ()


WORKS: dict[str, Work] = {}


def work(made: Work) -> Work:
    """Make it known under its name."""
    WORKS[made.name] = made
    return made


def works() -> Mapping[str, Work]:
    """All of them by name."""
    import weatherglass.app.works  # noqa: F401  (each file there makes its work known)

    return WORKS
