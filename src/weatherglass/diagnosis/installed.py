"""The toolkit itself, what it depends on, and which of its extras are whole.

Requirements are read from the installed metadata. Of the language that they are written in, only what ours use is
understood: ranges of numbers, extras, and bounds on Python's version.
"""

from __future__ import annotations

import json
import operator
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution, requires, version
from typing import Any

from weatherglass.diagnosis.check import Check

OURS = "weatherglass"
_WHAT_FOR = {
    "app": "the local page",
    "train": "training word2vec and fastText",
    "cluster": "Dask clusters",
    "neural": "networks that detect texts",
}
_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}
_REQUIREMENT = re.compile(r"([\w.-]+)\s*(?:\[([^\]]*)\])?\s*\(?([^;()]*)\)?\s*(?:;(.*))?")
_RANGE = re.compile(r"(>=|<=|==|!=|>|<)\s*([\w.]+)")
_EXTRA = re.compile(r"extra\s*==\s*['\"]([\w.-]+)['\"]")
_PYTHON = re.compile(r"python_version\s*(>=|<=|==|!=|>|<)\s*['\"]([\d.]+)['\"]")


@dataclass(frozen=True, slots=True)
class Requirement:
    """`extras`: those of the other package that are asked for; `extra`: the one of the package that asks, empty for its core."""

    name: str
    extras: tuple[str, ...]
    ranges: str
    extra: str
    applies: bool  # to this Python

    def allows(self, found: str | None) -> bool:
        """Whether this version, or its absence, is what is asked for."""
        return found is not None and all(
            _COMPARED[sign](*_padded(found, bound)) for sign, bound in _RANGE.findall(self.ranges)
        )

    def __str__(self) -> str:
        return f"{self.name}{self.ranges}"


def parsed(text: str) -> Requirement:
    """A requirement as metadata writes it."""
    matched = _REQUIREMENT.fullmatch(text.strip())
    assert matched is not None, text
    name, extras, ranges, marker = (each or "" for each in matched.groups())
    extra = _EXTRA.search(marker)
    here = ".".join(map(str, sys.version_info[:2]))
    return Requirement(
        name,
        tuple(each.strip() for each in extras.split(",") if each),
        ranges.replace(" ", ""),
        extra[1] if extra else "",
        all(_COMPARED[sign](*_padded(here, bound)) for sign, bound in _PYTHON.findall(marker)),
    )


def _padded(*versions: str) -> tuple[tuple[int, ...], ...]:
    """The numbers of versions, to the same length: 2.0 is 2.0.0. What follows them, such as +cpu or rc1, is passed over."""
    numbers = [[int(part) for part in re.findall(r"\d+", re.split(r"[^\d.]", each)[0])] for each in versions]
    longest = max(map(len, numbers))
    return tuple((*each, *[0] * (longest - len(each))) for each in numbers)


def requirements(package: str = OURS, extra: str = "") -> tuple[Requirement, ...]:
    """What a package asks for on this Python, in its core or for one of its extras."""
    every = (parsed(text) for text in requires(package) or ())
    return tuple(each for each in every if each.extra == extra and each.applies)


def found(name: str) -> str | None:
    """The version that is installed, if any."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def itself() -> Iterator[Check]:
    """Which version this is, and whether it runs from a checkout."""
    editable = from_checkout()
    place = ", from a checkout" if editable else ""
    yield Check(
        name="weatherglass", found=f"{version(OURS)}{place}", facts={"version": version(OURS), "editable": editable}
    )


def from_checkout() -> bool:
    """Whether the code lies where somebody works on it, and no copy of it was installed."""
    direct = distribution(OURS).read_text("direct_url.json")
    return bool(direct) and bool(json.loads(direct or "{}").get("dir_info", {}).get("editable"))


def dependencies() -> Iterator[Check]:
    """All of the core in one line, and one more for each that is not as it is needed."""
    needed = requirements()
    versions = {each.name: found(each.name) for each in needed}
    facts = {each.name: {"installed": versions[each.name], "needed": each.ranges} for each in needed}
    there = [f"{name} {each}" for name, each in versions.items() if each]
    yield Check(name="dependencies", found=", ".join(there), facts=facts)
    for each in needed:
        if not each.allows(versions[each.name]):
            yield Check(
                name=f"dependency {each.name}",
                state="problem",
                found=_wrong(each, versions[each.name]),
                advice=f"pip install '{each}'",
            )


def _wrong(each: Requirement, there: str | None) -> str:
    return f"{there} is installed, {each.ranges} is needed" if there else f"is not installed, {each.ranges} is needed"


def extras() -> Iterator[Check]:
    """Those that users choose from; one that holds all of another, as `dev` does, only bundles."""
    every = {extra: requirements(extra=extra) for extra in distribution(OURS).metadata.get_all("Provides-Extra") or ()}
    names = {extra: {each.name for each in asked} for extra, asked in every.items()}
    for extra, asked in every.items():
        if not any(other < names[extra] for other in names.values()):
            yield _extra(extra, tuple(_with_theirs(asked)))


def _with_theirs(asked: Iterable[Requirement]) -> Iterator[Requirement]:
    """What is asked for, and what follows of the extras that are asked for of it, as distributed does of dask[distributed]."""
    for each in asked:
        yield each
        if found(each.name):
            for extra in each.extras:
                yield from requirements(each.name, extra)


def is_whole(extra: str) -> bool:
    """Whether everything that an extra asks for is installed, as it is needed."""
    return all(each.allows(found(each.name)) for each in _with_theirs(requirements(extra=extra)))


def _extra(extra: str, needed: tuple[Requirement, ...]) -> Check:
    versions = {each.name: found(each.name) for each in needed}
    wrong = [each for each in needed if not each.allows(versions[each.name])]
    facts = {each.name: {"installed": versions[each.name], "needed": each.ranges} for each in needed}
    purpose = f" for {_WHAT_FOR[extra]}" if extra in _WHAT_FOR else ""
    name, advice = f"extra {extra}", f"pip install 'weatherglass[{extra}]'"
    if not wrong:
        return Check(name=name, found=", ".join(f"{each} {versions[each]}" for each in versions), facts=facts)
    if not any(versions.values()):
        return Check(name=name, state="absent", found="not installed", advice=f"{advice}{purpose}", facts=facts)
    said = "; ".join(f"{each.name} {_wrong(each, versions[each.name])}" for each in wrong)
    return Check(name=name, state="warning", found=f"in part: {said}", advice=f"{advice}{purpose}", facts=facts)
