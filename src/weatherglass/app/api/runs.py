"""Files, jobs and results: the same as the command line prints with --json, and the work that makes them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Path, Query, Request
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response, StreamingResponse

from weatherglass.app.api.base import PROBLEMS, RunId, Spoken, desk_of
from weatherglass.app.files import made_vectors as made_file
from weatherglass.app.jobs import Job
from weatherglass.app.pictures import FORMATS, figure_file, lengths_file, picture, shown
from weatherglass.app.work import DOCUMENTS, VOCABULARY, Work, works
from weatherglass.wording.messages import speaking


class Accepted(BaseModel):
    """Work that was taken: follow it as a job, and read its result as a run."""

    id: str
    state: str
    job: str
    run: str


router = APIRouter(prefix="/api", responses=PROBLEMS)


@router.get("/vectors", tags=["files"])
def vectors(request: Request) -> list[dict[str, Any]]:
    """The vectors that can be opened: those under the data folder, the sample, and what was uploaded."""
    return [each.shown() for each in desk_of(request).files.listed("vectors")]


@router.get("/corpora", tags=["files"])
def corpora(request: Request) -> list[dict[str, Any]]:
    """The encoded corpora under the data folder."""
    return [each.shown() for each in desk_of(request).files.listed("corpus")]


@router.get("/jobs", tags=["jobs"])
def jobs(request: Request) -> list[dict[str, Any]]:
    """Work that waits, runs, or ended since the start, the newest first."""
    return [each.shown() for each in desk_of(request).jobs.listed()]


@router.get("/jobs/{id}", tags=["jobs"])
def job(request: Request, id: RunId) -> dict[str, Any]:
    """How far it is."""
    return desk_of(request).jobs.get(id).shown()


@router.delete("/jobs/{id}", tags=["jobs"])
def cancel(request: Request, id: RunId) -> dict[str, Any]:
    """Stop it."""
    return desk_of(request).jobs.cancel(id).shown()


@router.get(
    "/jobs/{id}/events",
    tags=["jobs"],
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {}}}},
)
async def events(request: Request, id: RunId, last_event_id: Annotated[str, Header(max_length=20)] = "") -> Response:
    """How far it is, as server-sent events, until it has ended."""
    following = desk_of(request).jobs.followed(id, int(last_event_id) if last_event_id.isdecimal() else -1)
    first = await anext(following)  # what is wrong is told before anything is sent

    async def sent() -> AsyncIterator[str]:
        yield _event(first)
        async for each in following:
            yield _event(each)

    return StreamingResponse(sent(), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


def _event(job: Job | None) -> str:
    return (
        ": still here\n\n"
        if job is None
        else f"id: {job.version}\nevent: {job.state}\ndata: {json.dumps(job.shown())}\n\n"
    )


@router.get("/runs", tags=["runs"])
def runs(request: Request) -> list[dict[str, Any]]:
    """Results that are kept, the newest first."""
    return [each.shown() for each in desk_of(request).runs.listed()]


@router.get("/runs/{id}", tags=["runs"])
def run(request: Request, id: RunId) -> dict[str, Any]:
    """What was asked for, and when it was made."""
    return desk_of(request).runs.get(id).shown()


@router.delete("/runs/{id}", tags=["runs"])
def delete(request: Request, id: RunId) -> dict[str, Any]:
    """Take a result away with all its files."""
    told = desk_of(request).runs.get(id).shown()
    desk_of(request).runs.delete(id)
    return told


@router.get("/runs/{id}/result", tags=["runs"])
def result(request: Request, id: RunId) -> Response:
    """The result, as the command line prints it with --json."""
    from weatherglass.report.write import json_of

    return Response(json_of([desk_of(request).runs.found(id)]), media_type="application/json")


class Elsewhere(BaseModel):
    """The same work without the page; `files`: what must lie beside, as text by name."""

    command: str
    python: str
    files: dict[str, str]


@router.get("/runs/{id}/same", tags=["runs"])
def same(request: Request, id: RunId) -> Elsewhere:
    """How it is done by a command, and in Python."""
    from weatherglass.errors import UnknownName

    told = desk_of(request).same_of_run(id)
    if told is None:
        raise UnknownName("command for this result", id, [])
    return Elsewhere(command=told.command, python=told.python, files=dict(told.files))


@router.get("/runs/{id}/tables", tags=["runs"])
def tables(request: Request, id: RunId) -> list[str]:
    """The names of its tables of exact numbers."""
    return list(shown(desk_of(request).runs, id).document.tables)


@router.get(
    "/runs/{id}/table.csv", tags=["runs"], response_class=Response, responses={200: {"content": {"text/csv": {}}}}
)
def table(request: Request, id: RunId, name: Annotated[str, Query(max_length=200)] = "") -> Response:
    """One of them, the first where none is named."""
    from weatherglass.errors import UnknownName
    from weatherglass.report.spreadsheet import csv_text

    known = shown(desk_of(request).runs, id).document.tables
    if not known or (name and name not in known):
        raise UnknownName("table of this result", name, known)
    return Response("\ufeff" + csv_text(known[name or next(iter(known))]), media_type="text/csv; charset=utf-8")


@router.get("/runs/{id}/pictures/{number}.svg", tags=["runs"], response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})  # fmt: skip
def picture_file(
    request: Request,
    id: RunId,
    number: Annotated[int, Path(ge=1, le=999)],
    ui: Spoken = "en",
    ink: Literal["", "dark"] = "",
) -> Response:
    """A figure as it stands on the page of the result."""
    with speaking(ui):
        return Response(picture(desk_of(request).runs, id, number, ink), media_type=FORMATS["svg"])


@router.get("/runs/{id}/figures", tags=["runs"])
def figures(request: Request, id: RunId) -> list[str]:
    """The names of its figures, the main one first."""
    from weatherglass.app.pictures import figure_names

    return list(figure_names(desk_of(request).runs.found(id)))


@router.get("/runs/{id}/figure.{format}", tags=["runs"], response_class=Response, responses={200: {"content": {each: {} for each in FORMATS.values()}}})  # fmt: skip
def figure(
    request: Request, id: RunId, format: Literal["svg", "png", "pdf"], name: Annotated[str, Query(max_length=300)] = "", ui: Spoken = "en"
) -> Response:  # fmt: skip
    """A figure by its name, the main one where none is given."""
    with speaking(ui):
        return Response(figure_file(desk_of(request).runs, id, name, format), media_type=FORMATS[format])


@router.get("/runs/{id}/lengths.{format}", tags=["runs"], response_class=Response, responses={200: {"content": {each: {} for each in FORMATS.values()}}})  # fmt: skip
def lengths(request: Request, id: RunId, format: Literal["svg", "png", "pdf"], ui: Spoken = "en") -> Response:
    """How long the vectors are that were opened."""
    with speaking(ui):
        return Response(lengths_file(desk_of(request).spaces.description(id), format), media_type=FORMATS[format])


@router.get("/runs/{id}/vectors", tags=["runs"], response_class=Response, responses={200: {"content": {"application/octet-stream": {}}}})  # fmt: skip
def made_vectors(request: Request, id: RunId) -> Response:
    """The vectors that it made."""
    from starlette.responses import FileResponse

    from weatherglass.errors import UnknownName

    file = made_file(desk_of(request).runs.get(id).folder)
    if file is None:
        raise UnknownName("vectors of this result", id, [])
    return FileResponse(file, media_type="application/octet-stream", filename=file.name)


@router.get("/runs/{id}/vectors.provenance.json", tags=["runs"], response_class=Response, responses={200: {"content": {"application/json": {}}}})  # fmt: skip
def made_vectors_provenance(request: Request, id: RunId) -> Response:
    """How they were made; beside them, it tells every later result."""
    from starlette.responses import FileResponse

    from weatherglass.embedding.provenance import sidecar
    from weatherglass.errors import UnknownName

    file = made_file(desk_of(request).runs.get(id).folder)
    if file is None or not sidecar(file).is_file():
        raise UnknownName("vectors of this result", id, [])
    return FileResponse(sidecar(file), media_type="application/json", filename=sidecar(file).name)


@router.get("/runs/{id}/vocabulary.csv", tags=["runs"], response_class=Response, responses={200: {"content": {"text/csv": {}}}})  # fmt: skip
def vocabulary(request: Request, id: RunId) -> Response:
    """Every word on the direction of gender, where a result has looked at the whole vocabulary."""
    return _kept_table(request, id, VOCABULARY)


@router.get("/runs/{id}/documents.csv", tags=["runs"], response_class=Response, responses={200: {"content": {"text/csv": {}}}})  # fmt: skip
def documents(request: Request, id: RunId) -> Response:
    """Every document that has words of the test, with the change that its removal is predicted to cause, where the result is a trace."""
    return _kept_table(request, id, DOCUMENTS)


def _kept_table(request: Request, id: str, name: str) -> Response:
    """A table that work left beside its result."""
    from weatherglass.errors import UnknownName

    file = desk_of(request).runs.get(id).folder / name
    if not file.is_file():
        raise UnknownName(f"{name.removesuffix('.csv')} of this result", id, [])
    return Response("\ufeff" + file.read_text("utf-8"), media_type="text/csv; charset=utf-8")


def add_work(work: Work) -> None:
    """A way to ask for one kind of work, with its own schema."""

    async def ask(request: Request, asked: Any) -> Response:
        desk = desk_of(request)
        id = await run_in_threadpool(desk.ask, work, asked)
        job = desk.jobs.known(id)
        state = "done" if desk.runs.has(id) else job.state if job else "done"
        told = Accepted(id=id, state=state, job=f"/api/jobs/{id}", run=f"/api/runs/{id}")
        return Response(told.model_dump_json(), 202, media_type="application/json")

    ask.__annotations__["asked"] = work.asked
    ask.__doc__ = f"Ask for it: {(work.asked.__doc__ or '').strip()}"
    router.add_api_route(
        f"/{work.name}", ask, methods=["POST"], status_code=202, response_model=Accepted, tags=["work"], name=work.name
    )


for _each in works().values():
    add_work(_each)
