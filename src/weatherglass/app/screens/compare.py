"""Which of several spaces differs on what?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from weatherglass.app.files import SAMPLE, made_id
from weatherglass.app.screen import Example, form_screen
from weatherglass.wording.messages import say

if TYPE_CHECKING:
    from weatherglass.app.desk import Desk
    from weatherglass.app.view import Seen


def _example(desk: Desk) -> Example:
    """The sample beside what a mitigation made of it; there is no second file that ships."""
    for run in desk.runs.listed():
        if run.work == "mitigate" and run.asked["vectors"] == SAMPLE:
            return (("spaces", SAMPLE), ("spaces", made_id(run.id)))
    return ()


def _more(desk: Desk, _seen: Seen) -> dict[str, Any]:
    """Where a second file comes from, as long as there is none."""
    return {} if _example(desk) else {"instead": (f"/mitigate?vectors={SAMPLE}", say("app.compare.mitigate_first"))}


def _begins(desk: Desk, seen: Seen) -> dict[str, Any]:
    """The vectors that the person was at, and the next ones."""
    ids = [each.id for each in desk.files.listed("vectors")]
    first = [seen.one("vectors")] if seen.one("vectors") in ids else []
    return {"spaces": [*first, *(id for id in ids if id not in first)][:2]}


SCREENS = (form_screen("compare", "compare", more=_more, example=_example, begins=_begins),)
