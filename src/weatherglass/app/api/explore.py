"""The JSON API of opened vectors: neighbours, projections and analogies, as the command line prints them with --json."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from weatherglass.app.api.base import PROBLEMS, desk_of
from weatherglass.app.exploring import (
    AskedOfNeighbours,
    AskedOfProjection,
    neighbours_of,
    opened,
    opened_id,
    projection_of,
    told_of,
)
from weatherglass.app.pictures import FORMATS, drawn_file
from weatherglass.app.works.analogies import AskedOfAnalogies
from weatherglass.errors import SpecError
from weatherglass.files.plain import json_text
from weatherglass.wording.messages import say, speaking

router = APIRouter(prefix="/api", responses=PROBLEMS, tags=["explore"])


class AskedOfFigure(AskedOfProjection):
    """The same as a figure; `ui`: the language of its texts."""

    ui: Literal["en", "de", "fr", "ar"] = "en"
    ink: Literal["", "dark"] = ""


class AskedOfTold(AskedOfAnalogies):
    """The same; `ui`: the language of what must be said beside them."""

    ui: Literal["en", "de", "fr", "ar"] = "en"


@router.get("/neighbours")
def neighbours(request: Request, asked: Annotated[AskedOfNeighbours, Query()]) -> Response:
    """The words nearest to each of a few; the vectors must have been opened."""
    desk = desk_of(request)
    found = neighbours_of(desk, opened(desk, asked.vectors), asked)
    return Response(json_text(found.to_dict()), media_type="application/json")


@router.get("/projection")
def projection(request: Request, asked: Annotated[AskedOfProjection, Query()]) -> Response:
    """Words on two axes, or on one, which then is both x and y; the vectors must have been opened."""
    desk = desk_of(request)
    found = projection_of(desk, opened(desk, asked.vectors), asked)
    return Response(json_text(found.found.to_dict()), media_type="application/json")


@router.get("/projection/figure.{format}", response_class=Response, responses={200: {"content": {each: {} for each in FORMATS.values()}}})  # fmt: skip
def projection_figure(request: Request, format: Literal["svg", "png", "pdf"], asked: Annotated[AskedOfFigure, Query()]) -> Response:  # fmt: skip
    """The same as a figure."""
    desk = desk_of(request)
    opened(desk, asked.vectors)
    drawn = _figure(desk, opened_id(desk, asked.vectors), asked.model_dump_json(), format)
    return Response(drawn, media_type=FORMATS[format])


@lru_cache(maxsize=16)
def _figure(desk: Any, run: str, told: str, format: str) -> bytes:
    from weatherglass.plot.projection import line, plane

    asked = AskedOfFigure.model_validate_json(told)
    plain = AskedOfProjection.model_validate(asked.model_dump(exclude={"ui", "ink"}))
    with speaking(asked.ui):
        found = projection_of(desk, desk.spaces.get(run), plain)
        draw = partial(line, found.found, found.ranks) if found.one else partial(plane, found.found)
        return drawn_file(say("structure.projection.title"), draw, format, asked.ink)


@router.get("/analogies")
def analogies(request: Request, asked: Annotated[AskedOfTold, Query()]) -> Response:
    """Analogies that were computed; POST asks for them."""
    with speaking(asked.ui):
        told = told_of(desk_of(request), AskedOfAnalogies.model_validate(asked.model_dump(exclude={"ui"})))
    if told is None:
        raise SpecError("these analogies were not computed yet; ask for them with POST /api/analogies")
    return Response(json_text(told), media_type="application/json")
