"""Settings of measures, methods and training as they are written on the command line: --set KEY=VALUE."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from weatherglass.errors import SpecError, UnknownName


def parse_settings(of: str, known: Mapping[str, Any], texts: Sequence[str], *, option: str = "--set") -> dict[str, Any]:
    """Each read as the kind of value that the setting has by default."""
    found: dict[str, Any] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals:
            example = next((f", such as {name}={default}" for name, default in known.items()), "")
            raise SpecError(f"{option} {text!r}: give KEY=VALUE{example}")
        if key not in known:
            raise UnknownName(f"setting of {of}", key, known)
        found[key] = _as_kind(type(known[key]), value, f"{option} {text!r}")
    return found


def _as_kind(kind: type, value: str, given: str) -> Any:
    if kind is bool:
        if value.lower() not in ("true", "false"):
            raise SpecError(f"{given}: give true or false")
        return value.lower() == "true"
    try:
        return kind(value)
    except ValueError as error:
        raise SpecError(f"{given}: give a {'whole number' if kind is int else 'number'}") from error
