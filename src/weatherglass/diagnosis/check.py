"""What was looked at, what was found, and what to do about it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from weatherglass.files.plain import fields_of

State = Literal["ok", "absent", "warning", "problem"]
SCHEMA_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """`absent`: something that can be done without; `advice`: empty where nothing is to be done; `facts`: what was found, for programs."""

    name: str
    state: State = "ok"
    found: str
    advice: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Every check, in the order in which they are read."""

    checks: tuple[Check, ...]

    def of(self, state: State) -> tuple[Check, ...]:
        """Those that came out so."""
        return tuple(check for check in self.checks if check.state == state)

    @property
    def healthy(self) -> bool:
        """Whether nothing is a problem; warnings and what is absent are none."""
        return not self.of("problem")

    def to_dict(self) -> dict[str, Any]:
        return {
            "schema_version": SCHEMA_VERSION,
            "kind": "diagnosis",
            "healthy": self.healthy,
            **fields_of(self),
        }


def without_home(told: Path | str) -> str:
    """A path, or a text that holds some, with ~ for the home folder: what is told here is pasted where everybody reads it."""
    try:
        home = str(Path.home())
    except RuntimeError:  # a user without one
        return str(told)
    return str(told) if home == Path(home).anchor else re.sub(rf"{re.escape(home)}(?![\w.-])", "~", str(told))
