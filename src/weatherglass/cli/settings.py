"""Settings of measures and methods as they are written on the command line: --set KEY=VALUE."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from weatherglass.errors import SpecError, UnknownName


def parse_settings(name: str, known: Mapping[str, Any], texts: Sequence[str]) -> dict[str, Any]:
    """Each read as the kind of value that the setting of `name` has by default."""
    found: dict[str, Any] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals:
            raise SpecError(f"--set {text!r}: give KEY=VALUE, such as k=50")
        if key not in known:
            raise UnknownName(f"setting of {name}", key, known)
        found[key] = _as_kind(type(known[key]), value, text)
    return found


def _as_kind(kind: type, value: str, text: str) -> Any:
    if kind is bool:
        if value.lower() not in ("true", "false"):
            raise SpecError(f"--set {text!r}: give true or false")
        return value.lower() == "true"
    try:
        return kind(value)
    except ValueError as error:
        raise SpecError(f"--set {text!r}: give a {'whole number' if kind is int else 'number'}") from error
