"""How do programs ask for the same? The reference of the API, which has no entry in the menu; methods lead to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from weatherglass.app.reference import Group, reference
from weatherglass.app.screen import Screen
from weatherglass.app.view import Seen, View
from weatherglass.wording.messages import say

if TYPE_CHECKING:
    from weatherglass.app.desk import Desk


def _view(desk: Desk, seen: Seen) -> View:
    settings = desk.settings
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    groups = reference(desk.schema(), f"http://{host}:{settings.port}", by_token=bool(settings.token))
    return View(
        screen="methods",
        template="reference",
        title=say("app.reference.title"),
        context={"groups": groups, "by_token": bool(settings.token)},
        data=desk.schema(),
        table=lambda: _table(groups),
    )


def _table(groups: list[Group]) -> Any:
    import polars as pl

    columns = ("group", "method", "path", "about", "takes", "example")
    rows = [
        (group.name, call.method, call.path, call.about, " ".join(each.name for each in call.fields), call.example)
        for group in groups
        for call in group.calls
    ]
    return pl.DataFrame(rows, schema=dict.fromkeys(columns, pl.String), orient="row")


SCREENS = (Screen(path="/api", view=_view),)
