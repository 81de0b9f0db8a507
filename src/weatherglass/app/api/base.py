"""What all of the API shares: how ids and languages are given, how problems are told."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Path, Query, Request
from pydantic import BaseModel

from weatherglass.app.desk import Desk

RunId = Annotated[str, Path(pattern=r"^[0-9a-f]{20}$", description="The id of a run, which is that of its job too.")]
Spoken = Annotated[Literal["en", "de", "fr", "ar"], Query(description="The language of texts.")]


class Problem(BaseModel):
    """What went wrong: what happened, what was given, what to do."""

    problem: str


PROBLEMS: dict[int | str, dict[str, Any]] = {
    401: {"description": "No token."},
    403: {"description": "Asked by another site's page."},
    404: {"model": Problem},
    413: {"description": "Too long."},
    421: {"description": "A Host that is not ours."},
    422: {"model": Problem},
    503: {"model": Problem},
}


def desk_of(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk
