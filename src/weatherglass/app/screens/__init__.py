"""One screen per file; `MENU` is their order."""

from __future__ import annotations

from importlib import import_module

from weatherglass.app.screen import Screen

MENU = (
    "start",
    "embedding",
    "words",
    "test",
    "explore",
    "structure",
    "stability",
    "studies",
    "trace",
    "compare",
    "mitigate",
    "diffusion",
    "report",
    "methods",
)
_ELSEWHERE = ("run", "reference")


def screens() -> tuple[Screen, ...]:
    """All of them, those in the menu first."""
    return tuple(
        screen for name in (*MENU, *_ELSEWHERE) for screen in import_module(f"weatherglass.app.screens.{name}").SCREENS
    )
