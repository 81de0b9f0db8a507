"""Reports as files, and as the page shows them before they are taken away; and what everything rests on, as BibTeX."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from pydantic import StringConstraints
from starlette.responses import Response

from weatherglass.app.api.base import PROBLEMS, Problem, RunId, desk_of
from weatherglass.app.guard import asked_language
from weatherglass.app.papers import FORMATS, LONGEST_TITLE, MOST_RUNS, Format, Wished, file_name, report_of
from weatherglass.wording.messages import languages

# A report holds its style within, and no script; what it shows may not reach anything of the page around it.
_ALONE = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox"
_AS_PAGE: dict[str, Any] = {
    "model": Problem,
    "description": "What is wrong; as a page for formats that people read.",
    "content": {"text/html": {}},
}
router = APIRouter(responses={**PROBLEMS, 404: _AS_PAGE, 422: _AS_PAGE, 503: _AS_PAGE}, tags=["reports"])

_Id = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{20}$")]
Run = Annotated[list[_Id], Query(max_length=MOST_RUNS, description="The ids of results, in the order of the chapters.")]  # fmt: skip
Spoken = Annotated[Literal["en", "de", "fr", "ar"] | None, Query(description="The language of the report; that of the page if left out.")]  # fmt: skip
Title = Annotated[str, Query(max_length=LONGEST_TITLE, description="The title of the report.")]
Without = Annotated[list[Annotated[str, StringConstraints(max_length=200)]], Query(max_length=200, description="Parts that are left out, such as audit.tests.")]  # fmt: skip
_ANY_FILE: dict[int | str, dict[str, Any]] = {200: {"content": {kind.split(";")[0]: {} for _, kind in FORMATS.values()}}}  # fmt: skip


def _wished(request: Request, runs: Sequence[str], language: str | None, title: str, without: Sequence[str]) -> Wished:
    spoken_here = asked_language(request, desk_of(request).settings.language, languages())
    return Wished(
        runs=tuple(dict.fromkeys(runs)), language=language or spoken_here, title=title.strip(), without=tuple(without)
    )


def _file(request: Request, wished: Wished, format: str) -> Response:
    made = report_of(desk_of(request).runs, wished, format)
    attached = f'attachment; filename="{file_name(wished, format)}"'
    headers = {"Content-Disposition": attached, "Content-Security-Policy": _ALONE}
    return Response(made, media_type=FORMATS[format][1], headers=headers)


@router.get("/report/preview", response_class=Response, responses={200: {"content": {"text/html": {}}}})
def preview(request: Request, run: Run, language: Spoken = None, title: Title = "", without: Without = []) -> Response:  # noqa: B006  (FastAPI copies it)  # fmt: skip
    """The very page that is downloaded, to be looked at within another."""
    wished = _wished(request, run, language, title, without)
    made = report_of(desk_of(request).runs, wished, "html")
    return Response(made, media_type=FORMATS["html"][1], headers={"Content-Security-Policy": _ALONE})


@router.get("/report/bound.{format}", response_class=Response, responses=_ANY_FILE)
def several(
    request: Request, format: Format, run: Run, language: Spoken = None, title: Title = "", without: Without = []  # noqa: B006
) -> Response:  # fmt: skip
    """One report of several results."""
    return _file(request, _wished(request, run, language, title, without), format)


@router.get("/report/{id}.{format}", response_class=Response, responses=_ANY_FILE)
def alone(
    request: Request, id: RunId, format: Format, language: Spoken = None, title: Title = "", without: Without = []  # noqa: B006
) -> Response:  # fmt: skip
    """A report of one result."""
    return _file(request, _wished(request, [id], language, title, without), format)


@router.get("/methods.bib", response_class=Response, responses={200: {"content": {"application/x-bibtex": {}}}})
def references(request: Request) -> Response:
    """BibTeX of all measures, methods and word lists."""
    from weatherglass.words.references import bibtex, entries

    headers = {"Content-Disposition": 'attachment; filename="weatherglass.bib"'}
    return Response(bibtex(entries()) + "\n", media_type="application/x-bibtex; charset=utf-8", headers=headers)
