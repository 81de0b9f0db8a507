"""The server: screens and API behind the guard, started and stopped."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib import resources
from typing import Any

import uvicorn
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles

from weatherglass.app.api import explore, reports, runs, words
from weatherglass.app.desk import Desk
from weatherglass.app.faults import where_in_code
from weatherglass.app.guard import Guard, TooLong, asked_language
from weatherglass.app.jobs import QueueFull
from weatherglass.app.screen import Screen, with_problem
from weatherglass.app.screens import screens
from weatherglass.app.settings import Settings
from weatherglass.app.view import Seen, View, as_csv, as_json, as_page
from weatherglass.errors import WeatherglassError
from weatherglass.wording.messages import ENGLISH, languages, say, speaking

_LOG = logging.getLogger("weatherglass.app")
_FIELDS = 2000  # of a form
_STOP_SECONDS = 1  # that open streams are given
_CONNECTIONS = 2000  # at a time; those beyond are refused
_FIRST_PAGE_SECONDS = 5  # that are waited for somebody to ask for a page
_UNREADABLE = (TooLong, MultiPartException, ClientDisconnect)


def make_app(settings: Settings) -> FastAPI:
    """The application; its `state.desk` holds all there is."""
    desk = Desk(settings)
    answered = threading.Event()  # whether somebody has seen a page

    @asynccontextmanager
    async def running(_app: FastAPI) -> AsyncIterator[None]:
        for each in (settings.state, *(settings.state / name for name in ("runs", "sets", "uploads"))):
            each.mkdir(parents=True, exist_ok=True, mode=0o700)
            if each != settings.state:  # that one may be a folder of the person's own
                each.chmod(0o700)
        await desk.jobs.start()
        threading.Thread(target=_warm_up, args=(desk, answered), daemon=True).start()
        yield
        await desk.jobs.stop()

    app = FastAPI(
        title="Weatherglass",
        version=_version(),
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=running,
    )
    app.state.desk, app.state.answered = desk, answered
    desk.schema = app.openapi
    for api in (runs, words, explore, reports):
        app.include_router(api.router)
    for screen in screens():
        _add(app, screen)
    app.add_route("/static/report.css", _report_style, include_in_schema=False)
    app.mount("/static", StaticFiles(packages=[("weatherglass.app", "static")]), name="static")
    for kind in (WeatherglassError, RequestValidationError, HTTPException, *_UNREADABLE):
        app.add_exception_handler(kind, _failed)
    app.add_middleware(Guard, settings=settings, failed=_failed)
    return app


async def _report_style(_request: Request) -> Response:
    """The style of reports, which the page shares."""
    return FileResponse(str(resources.files("weatherglass.report") / "templates" / "report.css"), media_type="text/css")


def _version() -> str:
    from importlib.metadata import version

    return version("weatherglass")


def _warm_up(desk: Desk, answered: threading.Event) -> None:
    """What most pages need, loaded while nobody waits for it, so not before the first page; and what the newest results found, which the start says."""
    answered.wait(_FIRST_PAGE_SECONDS)
    import weatherglass.auditing
    import weatherglass.plot.choice
    import weatherglass.report.formats
    import weatherglass.study.folder  # noqa: F401
    from weatherglass.app.screens.start import TOLD_RUNS, finding
    from weatherglass.words import packs

    packs.catalogue()
    with speaking(desk.settings.language or ENGLISH):
        for run in desk.runs.listed()[:TOLD_RUNS]:
            finding(desk, run)


def _add(app: FastAPI, screen: Screen) -> None:
    """Its page and twins; twins first, as a path's part may hold a dot."""
    for ending, shown in ((".json", as_json), (".csv", as_csv), ("", None)):
        path = "/start" if screen.path == "/" and ending else screen.path
        app.add_route(f"{path}{ending}", _shows(screen, shown), methods=["GET"], include_in_schema=False)
    if screen.takes is not None:
        app.add_route(screen.path, _takes(screen), methods=["POST"], include_in_schema=False)


def _shows(screen: Screen, shown: Callable[[View], Response] | None) -> Any:
    async def show(request: Request) -> Response:
        seen, desk = _seen(request), request.app.state.desk

        def made() -> Response:
            with speaking(seen.language):
                view = screen.view(desk, seen)
                if shown is not None:
                    return shown(view)
                return RedirectResponse(view.to, 303) if view.to else as_page(view, seen, desk)

        answer = await run_in_threadpool(made)
        request.app.state.answered.set()
        if seen.one("ui") == seen.language:
            answer.set_cookie("ui", seen.language, samesite="strict", path="/", max_age=365 * 86400)
        return answer

    return show


def _takes(screen: Screen) -> Any:
    async def take(request: Request) -> Response:
        async with request.form(max_files=8, max_fields=_FIELDS, max_part_size=2 << 20) as form:
            seen, desk = _seen(request), request.app.state.desk
            pairs = tuple(form.multi_items())

            def done() -> Response:
                assert screen.takes is not None
                with speaking(seen.language):
                    try:
                        return RedirectResponse(screen.takes(desk, seen, pairs), 303)
                    except (WeatherglassError, ValueError) as error:
                        if isinstance(error, QueueFull):
                            raise
                        filled = tuple((name, value) for name, value in pairs if isinstance(value, str))
                        again = _seen(request, filled)
                        return as_page(
                            with_problem(screen.view(desk, again), _without_places(error, desk)), again, desk
                        )

            return await run_in_threadpool(done)

    return take


def _seen(request: Request, filled: tuple[tuple[str, str], ...] = ()) -> Seen:
    desk: Desk = request.app.state.desk
    pairs = (*request.query_params.multi_items(), *filled)
    query: dict[str, list[str]] = {}
    for name, value in pairs:
        query.setdefault(name, []).append(value)
    path = request.url.path
    for ending in (".json", ".csv"):
        path = path.removesuffix(ending)
    return Seen(
        path="/" if path == "/start" else path,
        parts=dict(request.path_params),
        query=query,
        pairs=pairs,
        language=asked_language(request, desk.settings.language, languages()),
    )


_STATUS = {"UnknownName": 404, "QueueFull": 503, "SpecError": 422, "FormatError": 422, "CoverageError": 422}


def _without_places(error: Exception, desk: Desk) -> str:
    """What it says, without where our folders lie on the machine."""
    text = str(error)
    for folder in (desk.settings.state, desk.settings.data):
        for each in () if folder is None else (folder.resolve(), folder.absolute(), folder):
            text = text.replace(f"{each}{os.sep}", "")
    return text


async def _failed(request: Request, error: Exception) -> Response:
    """What went wrong, as JSON for the API and as a page for people. Of our own faults only the place is logged, not what was typed."""
    if isinstance(error, HTTPException):
        status, problem = error.status_code, str(error.detail)
    elif isinstance(error, RequestValidationError):
        first = error.errors()[0]
        status, problem = 422, f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
    elif isinstance(error, WeatherglassError):
        status, problem = _STATUS.get(type(error).__name__, 422), _without_places(error, request.app.state.desk)
    elif isinstance(error, _UNREADABLE):
        status, problem = 400, "The request could not be read."
    else:
        status, problem = 500, f"{type(error).__name__} ({where_in_code(error)})"
        _LOG.error("%s in %s", type(error).__name__, where_in_code(error))
    if request.url.path.startswith(("/api", "/static/")) or request.url.path.endswith((".json", ".csv")):
        return JSONResponse({"problem": problem}, status)
    seen, desk = _seen(request), request.app.state.desk
    kind = "missing" if status == 404 else "ours" if status == 500 else "refused"
    with speaking(seen.language):
        view = View(
            screen="problem",
            title=say(f"app.problem.{kind}"),
            context={"problem": problem, "kind": kind},
            status=status,
        )
        return as_page(view, seen, desk)


def serve(settings: Settings, ready: Callable[[int], None], bound: socket.socket) -> None:
    """Serve until stopped; `ready` is called with the port once requests are answered."""
    config = uvicorn.Config(
        make_app(settings),
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        limit_concurrency=_CONNECTIONS,
        timeout_graceful_shutdown=_STOP_SECONDS,
        h11_max_incomplete_event_size=64 * 1024,
        lifespan="on",
        ws="none",
    )
    server = _Server(config, lambda: ready(settings.port))
    asyncio.run(server.serve(sockets=[bound]))


class _Server(uvicorn.Server):
    """One that says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]):
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()
